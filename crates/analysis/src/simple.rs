//! How far rules of thumb get: the share of games that one wins from the winning seat, against an opponent that plays
//! perfectly and sets problems while it is lost. Where one wins always, the game is a trick and no contest.

use divvy_rules::{Family, Number, Position, Record, Rules, named};
use divvy_solver::{Solver, TooLarge};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::{Serialize, Serializer};

named! {
    /// A rule of thumb: what it prefers, by lot among equals.
    pub enum SimpleRule: name {
        Random = "random",
        /// The move that leaves the fewest replies.
        Fewest = "fewest replies",
        Most = "most replies",
        Largest = "largest",
        Smallest = "smallest",
        Even = "even",
        Odd = "odd",
        Prime = "prime",
        /// In a race: the number nearest to the target.
        Nearest = "nearest number",
    }
}

/// How many games are played by each rule: the share is right to about 0.03.
pub const GAMES: u32 = 300;

/// What a rule of thumb wins on a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RuleShare {
    #[serde(serialize_with = "by_name")]
    pub rule: SimpleRule,
    pub share: f64,
}

fn by_name<S: Serializer>(rule: &SimpleRule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.name())
}

impl SimpleRule {
    /// Whether it makes sense in a family of games. Straight for the target is no rule of thumb but the game itself.
    const fn fits(self, family: Family) -> bool {
        let in_races = matches!(
            self,
            Self::Random | Self::Fewest | Self::Largest | Self::Smallest | Self::Nearest
        );
        match family {
            Family::Removal(_) => !matches!(self, Self::Nearest),
            Family::Race(_) => in_races,
        }
    }

    /// How little it likes a legal number.
    fn cost(self, record: &Record, number: Number) -> u32 {
        let n = number.get();
        let replies = || {
            let mut next = record.position().clone();
            next.play(number).map_or(0, |_| next.legal().len())
        };
        match (self, record.position()) {
            (Self::Random, _) => 0,
            (Self::Fewest, _) => replies(),
            (Self::Most, _) => u32::MAX - replies(),
            (Self::Largest, _) => u32::MAX - n,
            (Self::Smallest, _) => n,
            (Self::Even, _) => n % 2,
            (Self::Odd, _) => 1 - n % 2,
            (Self::Prime, _) => u32::from(!is_prime(n)),
            (Self::Nearest, Position::Race(race)) => n.abs_diff(race.rules().target().get()),
            (Self::Nearest, Position::Removal(_)) => 0,
        }
    }

    fn choose(self, record: &Record, random: &mut ChaCha8Rng) -> Option<Number> {
        let legal: Vec<Number> = record.position().legal().iter().collect();
        let costs: Vec<u32> = legal.iter().map(|&number| self.cost(record, number)).collect();
        let least = costs.iter().min()?;
        let equal: Vec<Number> =
            legal.iter().zip(&costs).filter(|(_, cost)| *cost == least).map(|(n, _)| *n).collect();
        Some(equal[random.random_range(0..equal.len())])
    }

    /// Whether the rule wins a game from the winning seat.
    fn wins(self, solver: &mut Solver, random: &mut ChaCha8Rng) -> bool {
        let Some(winner) = solver.winner() else { return false };
        loop {
            let position = solver.record().position();
            if position.is_over() {
                return position.winner() == Some(winner);
            }
            let number = if position.to_move() == winner {
                let winning = solver.winning();
                let chosen = self.choose(solver.record(), random);
                match chosen.filter(|number| winning.binary_search(number).is_ok()) {
                    Some(number) => number,
                    // The opponent wins from here on.
                    None => return false,
                }
            } else {
                let problems = solver.problems();
                problems[random.random_range(0..problems.len())]
            };
            if solver.play(number).is_err() {
                return false;
            }
        }
    }

    /// The share of games that the rule wins on the board of a solver that stands at its start.
    fn share(self, solver: &mut Solver, games: u32, random: &mut ChaCha8Rng) -> RuleShare {
        let mut won = 0;
        for _ in 0..games {
            won += u32::from(self.wins(solver, random));
            while solver.undo().is_some() {}
        }
        RuleShare { rule: self, share: f64::from(won) / f64::from(games.max(1)) }
    }
}

/// The shares of the rules that make sense on a board, the best first. Once a rule wins more than `enough` of its games, the
/// others are not tried.
pub fn simple_rules(rules: Rules, games: u32, enough: f64) -> Result<Vec<RuleShare>, TooLarge> {
    let mut solver = Solver::new(Record::new(rules))?;
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut shares: Vec<RuleShare> = Vec::new();
    for rule in SimpleRule::ALL.into_iter().filter(|rule| rule.fits(rules.family())) {
        shares.push(rule.share(&mut solver, games, &mut random));
        if shares.last().is_some_and(|last| last.share > enough) {
            break;
        }
    }
    shares.sort_by(|one, two| two.share.total_cmp(&one.share));
    Ok(shares)
}

fn is_prime(n: u32) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

//! How well a player plays, measured exactly over decisions: one definition for tournaments, Python and language models.
//!
//! In a decision the player to move can win and could also give the win away. Positions without such a choice say nothing
//! about skill. An answer that is no legal move, or none at all, is a wrong one.

use divvy_rules::Record;
use divvy_solver::{Solver, TooLarge};
use serde::{Deserialize, Serialize};

/// How games are judged: it grows with every change of what a decision is, or of what is drawn by chance.
pub const VERSION: u32 = 1;

/// A position in which the player to move can win and could give the win away, and what the player did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The place of the move in the game, counted from 1.
    pub ply: usize,
    pub legal: u32,
    /// How many of them win.
    pub winning: u32,
    /// Whether the first answer was one of those.
    pub right: bool,
}

/// What the answers of one player in one game were worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Positions that could be won and in which the player was asked.
    pub won_positions: u32,
    /// Those of them that it kept won.
    pub won_kept: u32,
    pub decisions: Vec<Decision>,
}

impl Judged {
    /// Adds what was answered in positions that the game has left again.
    pub fn absorb(&mut self, other: Self) {
        self.won_positions += other.won_positions;
        self.won_kept += other.won_kept;
        self.decisions.extend(other.decisions);
    }
}

/// Judges the answers of a game after the moves that were given, for the player with the first move and for the other.
/// `failed` has the number of moves before each turn in which an answer was not legal, did not come, or was taken back. It
/// may name the turn after the last move: there a player has left the game.
pub fn judge(record: &Record, given: usize, failed: &[usize]) -> Result<[Judged; 2], TooLarge> {
    let mut judged = [Judged::default(), Judged::default()];
    let mut solver = Solver::new(Record::new(record.rules()))?;
    for index in 0..=record.moves().len() {
        let played = record.moves().get(index);
        let has_failed = failed.contains(&index);
        if index >= given && (played.is_some() || has_failed) {
            let winning = solver.winning();
            let right = !has_failed && played.is_some_and(|n| winning.binary_search(n).is_ok());
            let position = solver.record().position();
            let judged = &mut judged[position.to_move().index()];
            judged.won_positions += u32::from(!winning.is_empty());
            judged.won_kept += u32::from(right);
            // A board has at most a million numbers.
            let (legal, winning) = (position.legal().len(), winning.len() as u32);
            if (1..legal).contains(&winning) {
                judged.decisions.push(Decision { ply: index + 1, legal, winning, right });
            }
        }
        // The record holds legal moves only.
        if played.is_none_or(|&number| solver.play(number).is_err()) {
            break;
        }
    }
    Ok(judged)
}

/// Decisions that may depend on each other: those of one game, or of all games that begin alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unit {
    pub decisions: u32,
    /// Those without a right answer.
    pub wrong: u32,
    /// How many of them a random mover gets wrong, on average.
    pub expected: f64,
}

impl Unit {
    pub fn add(&mut self, decisions: &[Decision]) {
        for decision in decisions {
            self.decisions += 1;
            self.wrong += u32::from(!decision.right);
            self.expected += 1.0 - f64::from(decision.winning) / f64::from(decision.legal.max(1));
        }
    }

    /// Adds decisions that may depend on them.
    pub fn absorb(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.wrong += other.wrong;
        self.expected += other.expected;
    }
}

/// Decisions added up over many games. Sums over units are enough for the intervals, so scores can be added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pub units: u32,
    pub all: Unit,
    /// Sums over the units of products: wrong answers squared; decisions with wrong answers, and squared; and the same of the
    /// wrong answers that are expected.
    pub products: [f64; 5],
}

impl Score {
    /// Adds the decisions of one game that depends on no other.
    pub fn add_game(&mut self, decisions: &[Decision]) {
        let mut unit = Unit::default();
        unit.add(decisions);
        self.add(&unit);
    }

    /// Adds decisions that depend on no others.
    pub fn add(&mut self, unit: &Unit) {
        let Unit { decisions, wrong, expected } = *unit;
        let (met, wrong) = (f64::from(decisions), f64::from(wrong));
        let products =
            [wrong * wrong, wrong * met, met * met, wrong * expected, expected * expected];
        self.absorb(&Self { units: u32::from(decisions > 0), all: *unit, products });
    }

    pub fn absorb(&mut self, other: &Self) {
        self.units += other.units;
        self.all.absorb(&other.all);
        self.products.iter_mut().zip(other.products).for_each(|(sum, product)| *sum += product);
    }

    /// The figures; none where no decision was met.
    pub fn figures(&self) -> Option<Figures> {
        let Unit { decisions, wrong, expected } = self.all;
        let (met, wrong) = (f64::from(decisions), f64::from(wrong));
        let [squared, with_met, met_squared, with_expected, expected_squared] = self.products;
        let between =
            |rate: f64, with: f64, of: f64| squared - 2.0 * rate * with + rate * rate * of;
        let accuracy = between(wrong / met, with_met, met_squared);
        let skill = between(wrong / expected, with_expected, expected_squared);
        let figures = || Figures {
            decisions,
            accuracy: 1.0 - wrong / met,
            accuracy_interval: self.interval(met, accuracy),
            chance: 1.0 - expected / met,
            skill: 1.0 - wrong / expected,
            skill_interval: self.interval(expected, skill),
        };
        (decisions > 0).then(figures)
    }

    /// A 95 % interval for 1 - wrong answers / `of`, where the squares of what the wrong answers of the units differ by from
    /// their mean share add up to `between`. Units are what is repeated: Wilson's formula with the variance found between
    /// them in the place of that of independent decisions, and Student's quantile. Where one kind of answer is rare, Wilson's
    /// formula knows the variance from the share itself, and more degrees of freedom hold 95 %; that, and by how much the
    /// variance of few units is too small, was found by trial (`examples/coverage.rs`).
    fn interval(&self, of: f64, between: f64) -> [f64; 2] {
        let (units, decisions) = (f64::from(self.units), f64::from(self.all.decisions));
        let wrong = f64::from(self.all.wrong);
        let (free, variance) = ((units - 1.0).max(1.0), between.max(0.0));
        let independent = wrong * (1.0 - wrong / decisions);
        // One unit has no variance and answers that are all right or all wrong show none: then a unit tells as much as one
        // decision. A few units can agree by chance: together they differ at least as much as one of them may.
        let (effect, freedom) = match units > 1.0 && independent > 0.0 {
            true => {
                // 1 where half of the answers are wrong, and little where few or nearly all are.
                let balance = 4.0 * independent / decisions;
                let unbiased = variance * (1.0 + 2.0 * balance * balance / free);
                ((unbiased / independent).max(1.0 / free), free / balance)
            }
            false => (decisions / units, free),
        };
        let quantile = student(freedom);
        let [low, high] = wilson(wrong, decisions, quantile * quantile * effect);
        let [rate, scale] = [wrong / of, decisions / of];
        // Where all answers are wrong, only what they are compared with varies.
        let all_wrong = if independent > 0.0 { 0.0 } else { quantile * variance.sqrt() / of };
        [1.0 - (high * scale).max(rate + all_wrong), 1.0 - (low * scale).min(rate)]
    }
}

/// Within how many standard deviations Student's distribution has 95 %.
fn student(freedom: f64) -> f64 {
    // The normal distribution, and what its expansion in 1 / freedom adds; it is good from 3 on.
    const Z: f64 = 1.959_964;
    match freedom {
        ..1.5 => 12.706_2,
        ..2.5 => 4.302_7,
        _ => Z + (2.372_3 + (2.822_5 + 2.555_8 / freedom) / freedom) / freedom,
    }
}

/// Wilson's interval for a share, with the square of the number of standard deviations.
fn wilson(count: f64, trials: f64, squared: f64) -> [f64; 2] {
    let share = count / trials;
    let scale = 1.0 + squared / trials;
    let middle = (share + squared / (2.0 * trials)) / scale;
    let spread = share * (1.0 - share) / trials + squared / (4.0 * trials * trials);
    let half = (squared * spread.max(0.0)).sqrt() / scale;
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// What a score comes to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    pub decisions: u32,
    /// The share in which the first answer was a winning move.
    pub accuracy: f64,
    /// A 95 % interval for that, over games.
    pub accuracy_interval: [f64; 2],
    /// What a random mover scores in the same decisions.
    pub chance: f64,
    /// What remains beyond chance: 0 for a random mover, 1 for perfect play.
    pub skill: f64,
    /// A 95 % interval for that, over games.
    pub skill_interval: [f64; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_choices_count() {
        // The opening 1 gives the win away; then 13 and others win, and 2 does not.
        let record: Record = "multiple-madness:1,13".parse().unwrap();
        let [first, second] = judge(&record, 0, &[]).unwrap();
        assert_eq!((first.won_positions, first.won_kept), (1, 0));
        assert!(!first.decisions[0].right && first.decisions[0].legal == 20);
        assert_eq!((second.won_positions, second.won_kept), (1, 1));
        assert!(second.decisions[0].right);
        // On 1 to 3 the openings 2 and 3 win and 1 does not; after 2 and 1 only 3 is left, which wins and is no choice.
        let record: Record = "multiple-madness;size=3:2,1,3".parse().unwrap();
        let [first, _] = judge(&record, 0, &[]).unwrap();
        assert_eq!((first.won_positions, first.won_kept), (2, 2));
        assert_eq!(first.decisions.iter().map(|decision| decision.ply).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_failed_answer_is_a_wrong_one_and_so_is_none() {
        let judged = |notation: &str, failed: &[usize]| {
            judge(&notation.parse().unwrap(), 0, failed).unwrap().map(|judged| {
                let right = judged.decisions.iter().filter(|decision| decision.right).count();
                (judged.decisions.len(), right, judged.won_positions - judged.won_kept)
            })
        };
        // The opening 11 wins. The first player answered something illegal before it, or went away instead.
        assert_eq!(judged("multiple-madness:11", &[])[0], (1, 1, 0));
        assert_eq!(judged("multiple-madness:11", &[0])[0], (1, 0, 1));
        assert_eq!(judged("multiple-madness", &[0])[0], (1, 0, 1));
        // To leave a lost position, or one in which every move wins, decides nothing.
        assert_eq!(judged("multiple-madness:11", &[1])[1], (0, 0, 0));
        assert_eq!(judged("multiple-madness;size=3:2,1", &[2])[0], (1, 1, 1));
    }

    fn decision(right: bool) -> Decision {
        Decision { ply: 1, legal: 4, winning: 2, right }
    }

    #[test]
    fn the_interval_is_wilsons_where_games_have_one_decision() {
        let mut score = Score::default();
        assert_eq!(score.figures(), None);
        (0..100).for_each(|n| score.add_game(&[decision(n % 2 == 0)]));
        let figures = score.figures().unwrap();
        assert_eq!((figures.accuracy, figures.chance, figures.skill), (0.5, 0.5, 0.0));
        // But for Student's quantile, and the games minus one that variances are divided by.
        for (found, wilson) in figures.accuracy_interval.into_iter().zip([0.4038, 0.5962]) {
            assert!((found - wilson).abs() < 3e-3, "{found}");
        }
        for (found, wilson) in figures.skill_interval.into_iter().zip([-0.1924, 0.1924]) {
            assert!((found - wilson).abs() < 6e-3, "{found}");
        }
    }

    #[test]
    fn games_are_what_is_counted_not_their_decisions() {
        // Each answer comes four times in its game, and so tells as much as one.
        let [mut one, mut four] = [Score::default(); 2];
        for n in 0..100 {
            one.add_game(&[decision(n % 4 > 0)]);
            four.add_game(&vec![decision(n % 4 > 0); 4]);
        }
        let width = |score: &Score| {
            let [low, high] = score.figures().unwrap().skill_interval;
            high - low
        };
        assert!((width(&four) / width(&one) - 1.0).abs() < 1e-9);
        // Halves that are added are the whole.
        let mut sum = four;
        sum.absorb(&four);
        (0..100).for_each(|n| four.add_game(&vec![decision(n % 4 > 0); 4]));
        assert_eq!(sum, four);
    }

    /// The score of games, each with these answers.
    fn scored(games: usize, answers: &[bool]) -> Figures {
        let mut score = Score::default();
        let decisions: Vec<_> = answers.iter().map(|&right| decision(right)).collect();
        (0..games).for_each(|_| score.add_game(&decisions));
        score.figures().unwrap()
    }

    #[test]
    fn answers_that_are_all_right_or_all_wrong_have_intervals_too() {
        for (right, skill) in [(true, 1.0), (false, -1.0)] {
            for games in 1..50 {
                let one = scored(games, &[right]);
                let [low, high] = one.skill_interval;
                assert!(one.skill == skill && low <= skill && skill <= high, "{one:?}");
                let [low, high] = one.accuracy_interval;
                assert!(low <= one.accuracy && one.accuracy <= high, "{one:?}");
                // However many answers a game has: it is the games that tell something.
                let four = scored(games, &[right; 4]);
                assert_eq!(one.skill_interval, four.skill_interval);
            }
            let [low, high] = scored(20, &[right]).skill_interval;
            assert!((0.2..0.4).contains(&(high - low)));
        }
        // All answers are wrong; games in which chance would have been right more often make the skill less certain.
        let mut score = Score::default();
        for n in 0..20 {
            score.add_game(&[Decision { winning: 1 + n % 3, ..decision(false) }]);
        }
        let Figures { skill, skill_interval: [low, _], .. } = score.figures().unwrap();
        assert!(low < skill - 0.1 && low > skill - 1.0, "{skill} {low}");
    }

    #[test]
    fn few_games_say_little() {
        for (games, width) in [(1, 0.99), (2, 0.9), (4, 0.4), (10, 0.15)] {
            let [low, high] = scored(games, &[true, false]).accuracy_interval;
            assert!(high - low > width, "{games} games: {low} to {high}");
        }
        assert_eq!(
            [1.0, 2.0, 3.0, 9.0, 999.0].map(|n| (student(n) * 20.0).round()),
            [254.0, 86.0, 63.0, 45.0, 39.0]
        );
    }
}

//! How the bots choose.

use divvy_match::{Bot, Chooser, Forfeit, Match};
use divvy_rules::{Number, NumberSet, Record};
use divvy_solver::{Solution, Solver, TooLarge, pause_point};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Works out what the bots play, and remembers what it worked out: a game costs one solution and a repair a move.
#[derive(Debug, Default)]
pub struct Computer {
    solver: Option<Solver>,
}

/// Words of the board that the greedy player looks at in one move: on very large boards it cannot try all.
const GREEDY_EFFORT: usize = 20_000_000;

impl Computer {
    /// The move that a player makes; none once the game is over. The same seed gives the same move.
    pub fn choose(
        &mut self,
        bot: Bot,
        record: &Record,
        seed: u64,
    ) -> Result<Option<Number>, TooLarge> {
        let legal = record.legal();
        if legal.is_empty() {
            return Ok(None);
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        if bot == Bot::Greedy {
            return Ok(greedy(record, &legal, &mut random));
        }
        let slips = random.random_range(0..100) < bot.slips();
        if bot == Bot::Random {
            return Ok(legal.nth(random.random_range(0..legal.len())));
        }
        let Solution { winning, best, depth, .. } = self.solver(record)?.solution();
        // A win in one is never passed over.
        if !slips || depth == Some(1) {
            return Ok(best);
        }
        let wrong = legal.iter().filter(|number| winning.binary_search(number).is_err());
        // Where every move wins, a slip costs nothing.
        Ok(choose_from(&wrong.collect::<Vec<_>>(), &mut random).or(best))
    }

    /// About how many bytes it takes.
    pub fn memory(&self) -> usize {
        self.solver.as_ref().map_or(0, Solver::memory)
    }

    /// A solver that stands where the game stands.
    pub fn solver(&mut self, record: &Record) -> Result<&mut Solver, TooLarge> {
        let kept = self.solver.take().filter(|solver| solver.record().rules() == record.rules());
        let followed = kept.and_then(|mut solver| {
            let followed = solver.follow(record.moves());
            followed.is_ok().then_some(solver)
        });
        let solver = match followed {
            Some(solver) => solver,
            None => Solver::new(record.clone())?,
        };
        Ok(self.solver.insert(solver))
    }
}

#[derive(Debug)]
pub struct BotPlayer {
    bot: Bot,
    computer: Computer,
}

impl BotPlayer {
    /// A bot that has not worked anything out yet.
    pub fn new(bot: Bot) -> Self {
        Self { bot, computer: Computer::default() }
    }
}

impl Chooser for BotPlayer {
    fn choose(&mut self, game: &Match) -> Result<Number, Forfeit> {
        let choice = self.computer.choose(self.bot, game.round().record(), game.move_seed());
        let choice = choice.map_err(|error| Forfeit::Unable(error.to_string()))?;
        choice.ok_or_else(|| Forfeit::Unable("the game is over".to_owned()))
    }
}

/// The move that leaves the fewest replies, by lot among equals.
fn greedy(record: &Record, legal: &NumberSet, random: &mut ChaCha8Rng) -> Option<Number> {
    let words = record.rules().board().size() as usize / 64 + 1;
    let mut fewest = u32::MAX;
    let mut choices = Vec::new();
    for number in legal.iter().take(GREEDY_EFFORT / words) {
        pause_point();
        let mut next = record.position().clone();
        if next.play(number).is_err() {
            continue;
        }
        let replies = next.legal().len();
        if replies < fewest {
            fewest = replies;
            choices.clear();
        }
        if replies == fewest {
            choices.push(number);
        }
    }
    choose_from(&choices, random)
}

fn choose_from(choices: &[Number], random: &mut ChaCha8Rng) -> Option<Number> {
    (!choices.is_empty()).then(|| choices[random.random_range(0..choices.len())])
}

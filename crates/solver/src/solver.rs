//! Answers for a game in progress.

use divvy_rules::{Family, Number, NumberSet, Player, Position, Record, Refusal, Rules};

use crate::depth::Depths;
use crate::pace::pause_point;
use crate::table::TableSearch;
use crate::{Outcome, RaceSolver, RemovalSolver, TooLarge, Value};

/// A game in progress, and what is known of it. Moves and undos repair the knowledge instead of starting over.
#[derive(Debug)]
pub struct Solver {
    pub(crate) record: Record,
    pub(crate) engine: Engine,
}

#[derive(Debug)]
pub(crate) enum Engine {
    Removal(Box<RemovalSolver>, Depths),
    /// It has learned the position at hand.
    Table(TableSearch),
    Race(RaceSolver),
}

/// Everything about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins with best play, or has won; none for a draw by endless play.
    pub winner: Option<Player>,
    pub winning: Vec<Number>,
    /// The move that [`Solver::best`] makes.
    pub best: Option<Number>,
    /// Moves until the end when the winner hurries and the loser resists; none where it was not worked out.
    pub depth: Option<u32>,
}

/// What a move leaves the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    pub winning: usize,
    pub all: usize,
}

/// The effort that goes into choosing between moves that all lose: numbers on the board times moves tried. On
/// boards of more than a few thousand numbers only some of the moves are tried.
const EFFORT: usize = 2_000_000;
const FEWEST_TRIED: usize = 2;

impl Solver {
    /// Works a game out, by the rules without a turn limit. Only races with blocking and games with a memory of 2 can be
    /// too large.
    pub fn new(record: Record) -> Result<Self, TooLarge> {
        let record = record.limited(None);
        let engine = match record.position() {
            Position::Removal(position) if !position.rules().is_walk() => {
                Engine::Table(TableSearch::new(position)?)
            }
            Position::Removal(position) => {
                Engine::Removal(Box::new(RemovalSolver::new(position)), Depths::default())
            }
            Position::Race(position) => Engine::Race(RaceSolver::new(position.rules())?),
        };
        Ok(Self { record, engine })
    }

    pub fn check(rules: Rules) -> Result<(), TooLarge> {
        match rules.family() {
            Family::Removal(removal) if !removal.is_walk() => TableSearch::check(removal),
            Family::Removal(_) => Ok(()),
            Family::Race(race) => RaceSolver::check(race),
        }
    }

    /// About how many bytes it takes.
    pub fn memory(&self) -> usize {
        /// What the matching and its forest keep of a number, or the walks.
        const OF_NUMBER: usize = 200;
        let found = match &self.engine {
            Engine::Removal(_, depths) => depths.memory(),
            Engine::Table(table) => table.memory(),
            Engine::Race(race) => race.table_memory(),
        };
        found + self.record.rules().board().size() as usize * OF_NUMBER
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The removal solver behind it, for a removal game that a matching decides.
    pub(crate) fn removal(&mut self) -> Option<&mut RemovalSolver> {
        match &mut self.engine {
            Engine::Removal(removal, _) => Some(removal),
            Engine::Table(_) | Engine::Race(_) => None,
        }
    }

    pub(crate) const fn race(&self) -> Option<&RaceSolver> {
        match &self.engine {
            Engine::Removal(..) | Engine::Table(_) => None,
            Engine::Race(race) => Some(race),
        }
    }

    /// Plays a number. Nothing has changed if the rules refuse it.
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        pause_point();
        self.record.play(number)?;
        match &mut self.engine {
            Engine::Removal(removal, _) => removal.take(number),
            Engine::Table(_) => self.learn(),
            Engine::Race(_) => {}
        }
        Ok(())
    }

    pub fn undo(&mut self) -> Option<Number> {
        let number = self.record.undo()?;
        match &mut self.engine {
            Engine::Removal(removal, _) => removal.put_back(number),
            Engine::Table(_) => self.learn(),
            Engine::Race(_) => {}
        }
        Some(number)
    }

    fn learn(&mut self) {
        if let (Engine::Table(table), Position::Removal(position)) =
            (&mut self.engine, self.record.position())
        {
            table.learn(position);
        }
    }

    /// Brings the solver to another state of the same game, by undoing and playing what differs.
    /// No record of the same rules has a move that is not legal.
    pub fn follow(&mut self, moves: &[Number]) -> Result<(), Refusal> {
        let same = self.record.moves().iter().zip(moves).take_while(|(a, b)| a == b).count();
        while self.record.moves().len() > same {
            self.undo();
        }
        moves[same..].iter().try_for_each(|&number| self.play(number))
    }

    /// How the game ends with best play, seen by the player to move.
    pub fn outcome(&self) -> Outcome {
        match (&self.engine, self.record.position()) {
            (Engine::Race(race), Position::Race(position)) => race.outcome(position),
            (Engine::Table(table), Position::Removal(position)) => table.value(position).outcome,
            (Engine::Removal(removal, _), position) => {
                let won = position.legal().iter().any(|number| removal.wins(number));
                if won { Outcome::Win } else { Outcome::Loss }
            }
            _ => unreachable!("made from the same record"),
        }
    }

    /// Who wins with best play, or has won; none for a draw by endless play.
    pub fn winner(&self) -> Option<Player> {
        let mover = self.record.position().to_move();
        match self.outcome() {
            Outcome::Win => Some(mover),
            Outcome::Loss => Some(mover.other()),
            Outcome::Draw => None,
        }
    }

    pub fn winning(&self) -> Vec<Number> {
        match (&self.engine, self.record.position()) {
            (Engine::Race(race), Position::Race(position)) => race.winning(position),
            (Engine::Table(table), Position::Removal(position)) => table.winning(position),
            (Engine::Removal(removal, _), position) => removal.winning(&position.legal()),
            _ => unreachable!("made from the same record"),
        }
    }

    /// The move of perfect play. In a won position it wins, by the shortest way where that is known. In a lost
    /// one it is one of the [problems](Solver::problems), the longest defence among them. In a drawn one it keeps the
    /// draw. None once the game is over.
    pub fn best(&mut self) -> Option<Number> {
        self.solution().best
    }

    pub fn solution(&mut self) -> Solution {
        let legal = self.record.position().legal();
        let winner = self.winner();
        let winning = self.winning();
        let values = self.compared(&legal, &winning);
        let ends_it = values.is_none().then(|| self.ends_it(&winning)).flatten();
        let depth = match (&values, ends_it) {
            _ if legal.is_empty() => Some(0),
            (Some(values), _) => self.depth(values, &legal),
            (None, ends_it) => ends_it.map(|_| 1),
        };
        let best = if winning.is_empty() {
            let hardest = self.hardest(&legal);
            slowest(values.as_deref().unwrap_or_default(), hardest)
        } else {
            let soonest = values.as_deref().and_then(|values| quickest(values, &winning));
            soonest.or(ends_it).or_else(|| winning.first().copied())
        };
        Solution { winner, winning, best, depth }
    }

    /// What each legal move is worth to the player who makes it, itself counted, ascending by move. Where the depths are
    /// too much to work out, only the moves that end the game have one.
    pub fn values(&mut self) -> Vec<(Number, Value)> {
        let legal = self.record.position().legal();
        let worked_out = match self.record.position() {
            Position::Race(_) if !self.tries_all() => None,
            // As where no move wins: all of them are compared.
            _ => self.compared(&legal, &[]),
        };
        worked_out.unwrap_or_else(|| {
            let (position, winning) = (self.record.position(), self.winning());
            let value = |number| {
                pause_point();
                // Races that can be drawn are small enough to be worked out.
                let won = winning.binary_search(&number).is_ok();
                let outcome = if won { Outcome::Win } else { Outcome::Loss };
                let depth = (won && position.ends_with(number)).then_some(1);
                (number, Value { outcome, depth })
            };
            legal.iter().map(value).collect()
        })
    }

    /// After a skip the same player moves again, and the opponent has no reply.
    pub fn replies(&mut self, number: Number) -> Replies {
        let mover = self.record.position().to_move();
        if self.play(number).is_err() {
            return Replies::default();
        }
        let next = self.record.position();
        let replies = match next.to_move() == mover {
            true => Replies::default(),
            false => Replies { winning: self.winning().len(), all: next.legal().len() as usize },
        };
        self.undo();
        replies
    }

    /// A winning move that leaves no answer, looked for among the largest, which fit the fewest numbers.
    fn ends_it(&self, winning: &[Number]) -> Option<Number> {
        match self.record.position() {
            Position::Removal(position) => {
                let mut largest = winning.iter().rev().take(self.tried().max(1_000));
                largest.find(|&&number| !position.has_follower(number)).copied()
            }
            Position::Race(_) => None,
        }
    }

    /// What each legal move is worth to the player who makes it, where that can be worked out for those that
    /// matter: all of them, or on large boards the winning ones.
    fn compared(&mut self, legal: &NumberSet, winning: &[Number]) -> Option<Vec<(Number, Value)>> {
        let tried = self.tried();
        match (&mut self.engine, self.record.position()) {
            (Engine::Removal(_, depths), Position::Removal(position)) => {
                depths.values(position, legal)
            }
            (Engine::Table(table), Position::Removal(position)) => {
                legal.iter().map(|number| Some((number, table.after(position, number)?))).collect()
            }
            (Engine::Race(race), Position::Race(position)) => {
                let target = position.rules().target();
                let some: Vec<Number> = match winning {
                    [] => legal.iter().take(tried).collect(),
                    // Nothing is sooner than the target itself.
                    winning if winning.binary_search(&target).is_ok() => vec![target],
                    winning => winning.iter().copied().take(tried.max(100)).collect(),
                };
                let value = |&number: &Number| {
                    pause_point();
                    Some((number, race.after(position, number)?))
                };
                some.iter().map(value).collect()
            }
            _ => unreachable!("made from the same record"),
        }
    }

    fn depth(&self, values: &[(Number, Value)], legal: &NumberSet) -> Option<u32> {
        if let (Engine::Race(race), Position::Race(position)) =
            (&self.engine, self.record.position())
        {
            return race.value(position).depth;
        }
        let depths = |outcome| {
            values.iter().filter(move |(_, v)| v.outcome == outcome).filter_map(|(_, v)| v.depth)
        };
        debug_assert_eq!(values.len(), legal.len() as usize);
        depths(Outcome::Win).min().or_else(|| depths(Outcome::Loss).max())
    }

    /// Whether [`Solver::best`] compares all moves where none wins; on large boards it cannot.
    pub fn tries_all(&self) -> bool {
        self.record.position().legal().len() as usize <= self.tried()
    }

    /// How many moves are looked at closely.
    fn tried(&self) -> usize {
        (EFFORT / self.record.rules().board().count() as usize).max(FEWEST_TRIED)
    }

    fn loses(&self, number: Number) -> bool {
        match (&self.engine, self.record.position()) {
            (Engine::Race(race), Position::Race(position)) => {
                race.after(position, number).is_some_and(|value| value.outcome == Outcome::Loss)
            }
            _ => false,
        }
    }

    /// The moves that set the hardest problem: after which the smallest share of the replies keeps the win. None where a move
    /// wins, or the game is over; on large boards only some of the moves are compared.
    pub fn problems(&mut self) -> Vec<Number> {
        let legal = self.record.position().legal();
        match self.winning().is_empty() {
            true => self.hardest(&legal),
            false => Vec::new(),
        }
    }

    fn hardest(&mut self, legal: &NumberSet) -> Vec<Number> {
        let mut hardest = (usize::MAX, Vec::new());
        let drawn = self.outcome() == Outcome::Draw;
        for number in legal.iter().take(self.tried()) {
            // A move that skips the opponent leaves no reply that wins, and may lose all the same.
            if drawn && self.loses(number) {
                continue;
            }
            let Replies { winning, all } = self.replies(number);
            // In parts of a million. A reply that draws does not win.
            let share = winning * 1_000_000 / all.max(1);
            if share < hardest.0 {
                hardest = (share, Vec::new());
            }
            if share == hardest.0 {
                hardest.1.push(number);
            }
        }
        hardest.1
    }
}

/// The move that loses latest, the largest of equals: with it a random mover wins fewer than 60 of 100 games of Trap
/// Avoidance as specified, with the smallest 97.
fn slowest(values: &[(Number, Value)], moves: Vec<Number>) -> Option<Number> {
    let depth = |number: &Number| {
        let place = values.binary_search_by_key(number, |(known, _)| *known);
        place.ok().and_then(|place| values[place].1.depth)
    };
    moves.into_iter().max_by_key(|number| (depth(number), *number))
}

/// The winning move that wins soonest, the smallest of equals.
fn quickest(values: &[(Number, Value)], winning: &[Number]) -> Option<Number> {
    let wins = values.iter().filter(|(number, _)| winning.binary_search(number).is_ok());
    wins.min_by_key(|(number, value)| (value.depth, *number)).map(|(number, _)| *number)
}

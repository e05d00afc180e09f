//! Answers for a game in progress.

use divvy_rules::{
    Family, Number, NumberSet, Player, Position, Record, Refusal, RemovalPosition, Rules,
};

use crate::depth::DepthSearch;
use crate::pace::pause_point;
use crate::{Outcome, RaceSolver, RemovalSolver, TooLarge, Value};

/// A game in progress, and what is known of it. Moves and undos repair the knowledge instead of starting over.
#[derive(Debug)]
pub struct Solver {
    record: Record,
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Removal(RemovalSolver, Depths),
    Race(RaceSolver),
}

/// What is known of how long the game lasts.
#[derive(Debug, Default)]
struct Depths {
    search: Option<DepthSearch>,
    /// The position in which a search gave up last: another would too.
    gave_up_at: Option<RemovalPosition>,
}

impl Depths {
    /// What each legal move is worth, unless that is too much to search. Whether it is depends on the position alone: a
    /// search that is full of other positions makes room for a new one.
    fn values(
        &mut self,
        position: &RemovalPosition,
        legal: &NumberSet,
    ) -> Option<Vec<(Number, Value)>> {
        let free = position.free();
        let values = |mut search: DepthSearch| {
            let value = |number| Some((number, search.after(free, number)?));
            let values: Option<Vec<_>> = legal.iter().map(value).collect();
            values.map(|values| (values, search))
        };
        let kept = self.search.take().filter(|search| search.covers(free)).and_then(values);
        let found = match kept {
            Some(found) => Some(found),
            None if self.gave_up_at.as_ref() == Some(position) => None,
            None => DepthSearch::new(position.rules().relation(), free).and_then(values),
        };
        match found {
            Some((values, search)) => {
                self.search = Some(search);
                Some(values)
            }
            None => {
                self.gave_up_at = Some(position.clone());
                None
            }
        }
    }
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

/// Why a removal position is won or lost: partners to answer with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Take this number; from then on, whatever the opponent takes has a partner here to answer with.
    Won { take: Number, pairs: Vec<(Number, Number)> },
    /// Every legal move has a partner here, which the opponent answers with.
    Lost {
        /// The pairs, those with a legal move first.
        pairs: Vec<(Number, Number)>,
    },
}

/// The effort that goes into choosing between moves that all lose: numbers on the board times moves tried. On
/// boards of more than a few thousand numbers only some of the moves are tried.
const EFFORT: usize = 2_000_000;
const FEWEST_TRIED: usize = 2;

impl Solver {
    /// Works a game out, by the rules without a turn limit. Only races with blocking can be too large.
    pub fn new(record: Record) -> Result<Self, TooLarge> {
        let record = record.limited(None);
        let engine = match record.position() {
            Position::Removal(position) => {
                Engine::Removal(RemovalSolver::new(position), Depths::default())
            }
            Position::Race(position) => Engine::Race(RaceSolver::new(position.rules())?),
        };
        Ok(Self { record, engine })
    }

    pub fn check(rules: Rules) -> Result<(), TooLarge> {
        match rules.family() {
            Family::Removal(_) => Ok(()),
            Family::Race(race) => RaceSolver::check(race),
        }
    }

    /// About how many bytes it takes.
    pub fn memory(&self) -> usize {
        /// What the matching and its forest keep of a number, or the walks.
        const OF_NUMBER: usize = 200;
        let found = match &self.engine {
            Engine::Removal(_, depths) => depths.search.as_ref().map_or(0, DepthSearch::memory),
            Engine::Race(race) => race.table_memory(),
        };
        found + self.record.rules().board().size() as usize * OF_NUMBER
    }

    /// The game.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The removal solver behind it, for a removal game.
    pub(crate) fn removal(&mut self) -> Option<&mut RemovalSolver> {
        match &mut self.engine {
            Engine::Removal(removal, _) => Some(removal),
            Engine::Race(_) => None,
        }
    }

    /// The race solver behind it, for a race.
    pub(crate) const fn race(&self) -> Option<&RaceSolver> {
        match &self.engine {
            Engine::Removal(..) => None,
            Engine::Race(race) => Some(race),
        }
    }

    /// Plays a number. Nothing has changed if the rules refuse it.
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        pause_point();
        self.record.play(number)?;
        if let Engine::Removal(removal, _) = &mut self.engine {
            removal.take(number);
        }
        Ok(())
    }

    pub fn undo(&mut self) -> Option<Number> {
        let number = self.record.undo()?;
        if let Engine::Removal(removal, _) = &mut self.engine {
            removal.put_back(number);
        }
        Some(number)
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
            (Engine::Removal(removal, _), position) => {
                let won = position.legal().iter().any(|number| removal.wins(number));
                if won { Outcome::Win } else { Outcome::Loss }
            }
            (Engine::Race(_), Position::Removal(_)) => unreachable!("made from the same record"),
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
            (Engine::Removal(removal, _), position) => removal.winning(&position.legal()),
            (Engine::Race(_), Position::Removal(_)) => unreachable!("made from the same record"),
        }
    }

    /// The move of perfect play. In a won position it wins, by the shortest way where that is known. In a lost
    /// one it is the move after which the fewest replies win, then the longest defence. In a drawn one it
    /// keeps the draw. None once the game is over.
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
            self.hardest(&legal, values.as_deref())
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

    /// Turns to the target of the player to move and of the opponent, skipped ones counted: what decides a race
    /// without blocking. None for everything else.
    pub fn turns(&self) -> Option<[u32; 2]> {
        match (&self.engine, self.record.position()) {
            (Engine::Race(race), Position::Race(position)) => race.turns(position),
            _ => None,
        }
    }

    /// Why a removal position is won (by this move) or lost; none for races.
    pub fn pairing(&mut self, best: Option<Number>) -> Option<Pairing> {
        let legal = self.record.position().legal();
        let removal = self.removal()?;
        match best.filter(|&best| removal.wins(best)) {
            Some(take) => removal.pairs_without(take).map(|pairs| Pairing::Won { take, pairs }),
            None => {
                // Those that can come up now first, then the rest; each pair once.
                let (mut pairs, rest): (Vec<_>, Vec<_>) =
                    removal.pairs().partition(|&(a, b)| legal.contains(a) || legal.contains(b));
                pairs.extend(rest);
                Some(Pairing::Lost { pairs })
            }
        }
    }

    /// How many replies win after a legal move.
    pub fn winning_replies(&mut self, number: Number) -> usize {
        let mover = self.record.position().to_move();
        if self.play(number).is_err() {
            return 0;
        }
        let next = self.record.position();
        // After a skip the same player moves again, and the opponent has no reply.
        let replies = if next.to_move() == mover { 0 } else { self.winning().len() };
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

    /// The move that sets the hardest problem where none wins.
    fn hardest(&mut self, legal: &NumberSet, values: Option<&[(Number, Value)]>) -> Option<Number> {
        let tried = self.tried();
        let value_of = |number: Number| {
            let values = values.unwrap_or_default();
            values.binary_search_by_key(&number, |(n, _)| *n).ok().map(|place| values[place].1)
        };
        let candidates: Vec<Number> = legal.iter().take(tried).collect();
        let difficulty = |solver: &mut Self, number: Number| {
            let value = value_of(number);
            let lost = value.is_none_or(|value| value.outcome == Outcome::Loss);
            let replies = solver.winning_replies(number);
            let depth = value.and_then(|value| value.depth).unwrap_or(0);
            (lost, replies, std::cmp::Reverse(depth), number)
        };
        let rated = candidates.into_iter().map(|number| difficulty(self, number));
        rated.min().map(|(_, _, _, number)| number)
    }
}

/// The winning move that wins soonest, the smallest of equals.
fn quickest(values: &[(Number, Value)], winning: &[Number]) -> Option<Number> {
    let wins = values.iter().filter(|(number, _)| winning.binary_search(number).is_ok());
    wins.min_by_key(|(number, value)| (value.depth, *number)).map(|(number, _)| *number)
}

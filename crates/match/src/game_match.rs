//! The match: a setup, and what the events since have made of it.

use divvy_rules::{Number, Record, Rules, TURN_LIMIT, seed_from};

use crate::{
    Action, Change, Denied, Event, EventError, GivenUp, Names, Occupant, Plan, Round, Seat, Setup,
};

/// How a finished match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchResult {
    /// This seat won more rounds.
    Champion(Seat),
    /// Both won as many.
    Tied,
}

/// An event in a list that cannot happen there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {place}: {refused}")]
pub struct ReplayError {
    /// Its place in the list, counted from 1.
    pub place: usize,
    pub refused: EventError,
}

/// One game or a series between two seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// As the match began, except for the names, which are the latest.
    setup: Setup,
    /// Who won each of the rounds before; none for one that was abandoned.
    past: Vec<Option<Seat>>,
    /// The round at hand; over only while the next has not begun or the match has ended.
    round: Round,
    /// The moves that can be played again: for each undo those it took back, the last one first.
    undone: Vec<Vec<Number>>,
}

impl Match {
    pub fn new(setup: Setup) -> Self {
        let round = Round::of(begun(&setup), setup.first);
        Self { setup, past: Vec::new(), round, undone: Vec::new() }
    }

    /// The match that these events make. The error names the first that cannot happen.
    pub fn replay(
        setup: Setup,
        events: impl IntoIterator<Item = Event>,
    ) -> Result<Self, ReplayError> {
        let mut game = Self::new(setup);
        for (index, event) in events.into_iter().enumerate() {
            let failed = |refused| ReplayError { place: index + 1, refused };
            game.apply(event).map_err(failed)?;
        }
        Ok(game)
    }

    /// One game between two people that has come as far as this record: without a turn limit.
    pub fn from_record(record: Record) -> Self {
        let mut game = Self::new(Setup::new(record.rules()));
        game.round.record = record.limited(None);
        game
    }

    pub fn check(&self, event: &Event) -> Result<(), EventError> {
        let to_move = self.round.to_move();
        match event {
            Event::Moved { number } => self.number(*number).map(drop),
            Event::Undone { plies } => {
                let plies = plies.or_else(|| self.undo_plies(None)).unwrap_or(0) as usize;
                let possible = (1..=self.plies()).contains(&plies);
                match possible && self.round.given_up.is_none() {
                    true => Ok(()),
                    false => Err(Denied::NothingToUndo.into()),
                }
            }
            Event::Redone => Ok(self.may(Action::Redo, to_move)?),
            Event::Resigned { .. } | Event::Forfeited { .. } => {
                Ok(self.may(Action::Resign, to_move)?)
            }
            Event::NextRound => Ok(self.may(Action::NextRound, to_move)?),
            Event::Renamed { .. } => Ok(()),
        }
    }

    /// Lets an event happen, and says what it changed. Nothing has changed if [`Match::check`] refuses it.
    pub fn apply(&mut self, event: Event) -> Result<Change, EventError> {
        self.check(&event)?;
        let seat = self.round.to_move();
        if !matches!(event, Event::Undone { .. } | Event::Redone | Event::Renamed { .. }) {
            self.undone.clear();
        }
        Ok(match event {
            Event::Moved { number } => {
                let number = self.number(number)?;
                let played = self.round.record.play(number);
                played.map_err(|refusal| refused(number.get(), refusal))?;
                Change::Moved { seat, number }
            }
            Event::Undone { plies } => {
                let plies = plies.or_else(|| self.undo_plies(None)).unwrap_or(0);
                let undone: Vec<Number> =
                    (0..plies).map_while(|_| self.round.record.undo()).collect();
                self.undone.push(undone.clone());
                Change::Undone(undone)
            }
            Event::Redone => {
                let mut moves = self.undone.pop().unwrap_or_default();
                moves.reverse();
                // They were legal in this position before they were taken back.
                moves.retain(|&number| self.round.record.play(number).is_ok());
                Change::Redone(moves)
            }
            Event::Resigned { by } => {
                let by = by.unwrap_or(seat);
                self.round.given_up = Some(GivenUp { by, forfeit: None });
                Change::Resigned(by)
            }
            Event::Forfeited { reason } => {
                self.round.given_up = Some(GivenUp { by: seat, forfeit: Some(reason) });
                Change::Forfeited(seat)
            }
            Event::NextRound => {
                let next = Round::of(begun(&self.setup), self.round.first().other());
                self.past.push(std::mem::replace(&mut self.round, next).winner());
                Change::NextRound
            }
            Event::Renamed { names } => {
                self.setup.names = names;
                Change::Renamed
            }
        })
    }

    /// The number of that value, if it may be played now.
    fn number(&self, value: u32) -> Result<Number, EventError> {
        let number = self.rules().board().number(value);
        number
            .and_then(|number| self.round.check(number).map(|()| number))
            .map_err(|refusal| refused(value, refusal))
    }

    /// Whether a seat can ask for something now. Surfaces offer what this allows, and nothing else.
    pub fn may(&self, action: Action, seat: Seat) -> Result<(), Denied> {
        let when = |condition: bool, otherwise: Denied| condition.then_some(()).ok_or(otherwise);
        let over = self.round.is_over();
        match action {
            Action::Move | Action::Hint => {
                when(!over, Denied::RoundOver)?;
                when(self.round.to_move() == seat, Denied::NotYourTurn)
            }
            Action::Undo => when(self.undo_plies(None).is_some(), Denied::NothingToUndo),
            Action::Redo => when(!self.undone.is_empty(), Denied::NothingToRedo),
            Action::Resign => when(!over, Denied::RoundOver),
            Action::NextRound => {
                when(over, Denied::RoundNotOver)?;
                when(!self.is_finished(), Denied::MatchOver)
            }
            Action::Rematch => when(self.is_finished(), Denied::MatchNotOver),
            Action::Review => when(over, Denied::RoundNotOver),
        }
    }

    /// How many moves to take back until a person is to move, or until this seat is: one between people, the person's
    /// own and the reply against a bot. None where that cannot be, and after a resignation.
    pub fn undo_plies(&self, until: Option<Seat>) -> Option<u32> {
        let person = |seat: Seat| {
            *self.occupant(seat) == Occupant::Human && until.is_none_or(|until| until == seat)
        };
        if self.round.given_up.is_some() || !Seat::BOTH.into_iter().any(person) {
            return None;
        }
        let record = &self.round.record;
        let plies = record.moves().len();
        let to_move = |ply: usize| self.round.seat_of(record.mover(ply));
        let target = (plies - self.plies()..plies).rev().find(|&ply| person(to_move(ply)))?;
        u32::try_from(plies - target).ok()
    }

    /// The seed of the next move's randomness: another one for every move of every round, the
    /// same when the match is resumed.
    pub fn move_seed(&self) -> u64 {
        let ply = self.round.record.moves().len() as u64;
        seed_from([self.setup.seed, self.past.len() as u64, ply])
    }

    pub const fn occupant(&self, seat: Seat) -> &Occupant {
        &self.setup.players[seat.index()]
    }

    /// The seat of the person that a surface with one person speaks to: the one to move, or the only one.
    pub fn person(&self) -> Option<Seat> {
        let to_move = self.round.to_move();
        [to_move, to_move.other()].into_iter().find(|&seat| *self.occupant(seat) == Occupant::Human)
    }

    /// The only person who takes part, if there is one and no other.
    pub fn only_person(&self) -> Option<Seat> {
        let human = |seat: &Seat| *self.occupant(*seat) == Occupant::Human;
        let mut people = Seat::BOTH.into_iter().filter(human);
        people.next().filter(|_| people.next().is_none())
    }

    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    pub const fn names(&self) -> &Names {
        &self.setup.names
    }

    pub fn name(&self, seat: Seat) -> &str {
        self.setup.names.of(seat)
    }

    pub const fn plan(&self) -> Plan {
        self.setup.plan
    }

    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// Which round it is, counted from 1.
    pub fn round_number(&self) -> usize {
        self.past.len() + 1
    }

    /// Whether no move stands and no round is over.
    pub fn is_untouched(&self) -> bool {
        self.past.is_empty() && self.plies() == 0 && !self.round.is_over()
    }

    /// The number of moves in this round beyond those that it began with.
    fn plies(&self) -> usize {
        self.round.record.moves().len().saturating_sub(self.setup.moves.len())
    }

    pub fn score(&self) -> [u32; 2] {
        let mut score = [0; 2];
        for winner in self.past.iter().copied().chain([self.round.winner()]).flatten() {
            score[winner.index()] += 1;
        }
        score
    }

    pub fn is_finished(&self) -> bool {
        let [one, two] = self.score();
        let played = self.past.len() as u32 + u32::from(self.round.is_over());
        let open = self.plan().rounds().saturating_sub(played);
        match self.plan() {
            Plan::Single | Plan::Rounds(_) => open == 0,
            // The one behind cannot draw level any more, or nothing is left to play.
            Plan::BestOf(_) => one.abs_diff(two) > open || open == 0,
        }
    }

    pub fn standing(&self) -> Option<MatchResult> {
        let [one, two] = self.score();
        self.is_finished().then(|| match one.cmp(&two) {
            std::cmp::Ordering::Greater => MatchResult::Champion(Seat::One),
            std::cmp::Ordering::Less => MatchResult::Champion(Seat::Two),
            std::cmp::Ordering::Equal => MatchResult::Tied,
        })
    }

    /// The setup of the same match anew, which the seat opens that did not open this one.
    pub fn rematch(&self, seed: u64) -> Setup {
        Setup { first: self.setup.first.other(), seed, ..self.setup.clone() }
    }
}

/// A round of this match as it begins. Only people may play on for ever (ruling Z3).
fn begun(setup: &Setup) -> Record {
    let limit = (!setup.is_between_people()).then_some(TURN_LIMIT);
    let record = Record::with_moves(setup.rules, setup.moves.iter().copied());
    // Only a file or database that was changed by hand has other moves than those that `Setup::after` takes.
    record.unwrap_or_else(|_| Record::new(setup.rules)).limited(limit)
}

const fn refused(number: u32, refusal: divvy_rules::Refusal) -> EventError {
    EventError::IllegalMove { number, refusal }
}

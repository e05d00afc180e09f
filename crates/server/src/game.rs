//! A game on the server: a setup, and events. The state is derived from them by replaying.

mod event;
pub(crate) mod token;
pub(crate) mod view;

use divvy_play::{Match, Names, Occupant, Seat, words};
use divvy_rules::{Number, Skips};

pub(crate) use self::event::{Event, GameSetup, Mode};
use self::token::{SeatToken, TokenHash};
use crate::storage::GameId;

/// The state of a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rematch {
    /// Offered by this seat.
    Offered(Seat),
    /// Declined by this seat.
    Declined(Seat),
    /// Begun as this game.
    Begun(GameId),
}

/// Why an event cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EventError {
    /// The rules refuse a number.
    #[error("{}", words::refused(.0, *.1))]
    Refused(u32, divvy_rules::Refusal),
    /// The event does not fit the state of the game.
    #[error("{0}")]
    NotNow(&'static str),
}

/// The current state of a game.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    setup: GameSetup,
    match_: Match,
    holders: [Option<TokenHash>; 2],
    version: u32,
    undo_request: Option<Seat>,
    rematch: Option<Rematch>,
    /// The last event as a sentence.
    message: String,
}

impl GameState {
    /// The state before the first event.
    #[must_use]
    pub(crate) fn new(setup: GameSetup) -> Self {
        let match_ = Match::new(setup.rules, setup.names.clone(), setup.first, setup.plan)
            .with_players(setup.players.clone(), setup.seed);
        let holders = setup.holders.clone();
        let (undo_request, rematch, message) = (None, None, String::new());
        Self { setup, match_, holders, version: 0, undo_request, rematch, message }
    }

    #[must_use]
    pub(crate) const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    #[must_use]
    pub(crate) const fn match_(&self) -> &Match {
        &self.match_
    }

    /// The number of events so far.
    #[must_use]
    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    /// The player who has asked for an undo and waits for an answer.
    #[must_use]
    pub(crate) const fn undo_request(&self) -> Option<Seat> {
        self.undo_request
    }

    #[must_use]
    pub(crate) const fn rematch(&self) -> Option<&Rematch> {
        self.rematch.as_ref()
    }

    /// The last event as a sentence.
    #[must_use]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Whether the seat has a holder, or a bot sits there.
    #[must_use]
    pub(crate) fn is_taken(&self, seat: Seat) -> bool {
        self.holders[seat.index()].is_some() || *self.match_.player(seat) != Occupant::Human
    }

    #[must_use]
    pub(crate) const fn holders(&self) -> &[Option<TokenHash>; 2] {
        &self.holders
    }

    /// The seats that a token holds.
    #[must_use]
    pub(crate) fn seats(&self, token: Option<&SeatToken>) -> Vec<Seat> {
        let Some(hash) = token.map(|token| token.hash(&self.setup.salt)) else { return Vec::new() };
        // Both are always compared, so that the time does not depend on the seat.
        let held = Seat::BOTH.map(|seat| {
            let holder = self.holders[seat.index()].as_ref();
            (seat, holder.is_some_and(|holder| holder.matches(&hash)))
        });
        held.into_iter().filter(|(_, held)| *held).map(|(seat, _)| seat).collect()
    }

    /// The number of moves in this round.
    #[must_use]
    pub(crate) fn ply(&self) -> usize {
        self.match_.round().record().moves().len()
    }

    /// Whether the holder of these seats can undo a move, or ask the other player to agree to it.
    pub(crate) fn can_undo(&self, seats: &[Seat]) -> bool {
        let asked = seats.first().filter(|_| self.setup.mode == Mode::Friend).copied();
        !seats.is_empty() && !undo_moves(&mut self.match_.clone(), asked).is_empty()
    }

    /// Applies an event.
    ///
    /// # Errors
    /// When it cannot be applied; the state is unchanged then.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        match event {
            Event::Joined { seat, holder, names } => self.join(*seat, holder, names)?,
            Event::Moved { number } => self.play(*number)?,
            Event::Undone => self.undo()?,
            Event::UndoAsked { by } => self.ask_undo(*by)?,
            Event::UndoDeclined => self.decline_undo()?,
            Event::Resigned { by } => self.resign(*by)?,
            Event::NextRound => self.next_round()?,
            Event::RematchOffered { by } => self.offer_rematch(*by)?,
            Event::RematchDeclined => self.decline_rematch()?,
            Event::Rematched { game } => self.begin_rematch(game)?,
        }
        self.version += 1;
        Ok(())
    }

    fn join(&mut self, seat: Seat, holder: &TokenHash, names: &Names) -> Result<(), EventError> {
        if self.is_taken(seat) {
            return Err(EventError::NotNow("the seat is taken"));
        }
        self.holders[seat.index()] = Some(holder.clone());
        self.match_.rename(names.clone());
        self.message = format!("{} has joined.", names.of(seat));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EventError> {
        let undone = undo_moves(&mut self.match_, self.undo_request);
        if undone.is_empty() {
            return Err(EventError::NotNow("there is no move to take back"));
        }
        let numbers: Vec<String> = undone.iter().map(ToString::to_string).collect();
        self.undo_request = None;
        self.message = format!("Taken back: {}.", numbers.join(", "));
        Ok(())
    }

    fn ask_undo(&mut self, by: Seat) -> Result<(), EventError> {
        let possible = !undo_moves(&mut self.match_.clone(), Some(by)).is_empty();
        if self.undo_request.is_some() || !possible {
            return Err(EventError::NotNow("there is nothing to take back"));
        }
        self.undo_request = Some(by);
        self.message = format!("{} asks to take back.", self.match_.name(by));
        Ok(())
    }

    fn decline_undo(&mut self) -> Result<(), EventError> {
        let Some(by) = self.undo_request.take() else {
            return Err(EventError::NotNow("there is no request to take back"));
        };
        self.message = format!("{} does not agree to take back.", self.match_.name(by.other()));
        Ok(())
    }

    fn resign(&mut self, by: Option<Seat>) -> Result<(), EventError> {
        if self.match_.round().is_over() {
            return Err(EventError::NotNow("the round is over"));
        }
        self.match_.resign_as(by.unwrap_or(self.match_.round().to_move()));
        self.undo_request = None;
        self.message = words::ending(&self.match_).unwrap_or_default();
        Ok(())
    }

    fn next_round(&mut self) -> Result<(), EventError> {
        if !self.match_.next_round() {
            return Err(EventError::NotNow("there is no next round now"));
        }
        self.undo_request = None;
        let first = self.match_.name(self.match_.round().first());
        self.message = format!("Round {}. {first} begins.", self.match_.round_number());
        Ok(())
    }

    fn offer_rematch(&mut self, by: Seat) -> Result<(), EventError> {
        // The player who declined may offer one later; the player who was declined may not ask again.
        let open = match self.rematch {
            None => true,
            Some(Rematch::Declined(seat)) => seat == by,
            Some(Rematch::Offered(_) | Rematch::Begun(_)) => false,
        };
        if !self.match_.is_finished() || !open {
            return Err(EventError::NotNow("a rematch cannot be offered now"));
        }
        self.rematch = Some(Rematch::Offered(by));
        self.message = format!("{} would like to play again.", self.match_.name(by));
        Ok(())
    }

    fn decline_rematch(&mut self) -> Result<(), EventError> {
        let Some(Rematch::Offered(by)) = self.rematch else {
            return Err(EventError::NotNow("there is no offer of a rematch"));
        };
        self.rematch = Some(Rematch::Declined(by.other()));
        let name = self.match_.name(by.other());
        self.message = format!("{name} does not want to play again.");
        Ok(())
    }

    fn begin_rematch(&mut self, game: &str) -> Result<(), EventError> {
        let id = GameId::parse(game).ok_or(EventError::NotNow("that is no game"))?;
        let begun = matches!(self.rematch, Some(Rematch::Begun(_)));
        if begun || !self.match_.is_finished() {
            return Err(EventError::NotNow("a rematch cannot begin now"));
        }
        self.rematch = Some(Rematch::Begun(id));
        "They play again.".clone_into(&mut self.message);
        Ok(())
    }

    fn play(&mut self, value: u32) -> Result<(), EventError> {
        let refused = |refusal| EventError::Refused(value, refusal);
        let seat = self.match_.round().to_move();
        let number = self.match_.rules().board().number(value).map_err(refused)?;
        let skips = self.match_.play(number).map_err(refused)?;
        // A request to undo refers to the position in which it was made.
        self.undo_request = None;
        self.message = self.describe_move(seat, value, skips);
        Ok(())
    }

    fn describe_move(&self, seat: Seat, value: u32, skips: Skips) -> String {
        let match_ = &self.match_;
        let mut text = words::moved(match_, seat, value);
        for player in skips.players() {
            text += " ";
            text += &words::skipped(match_.name(match_.round().seat_of(player)));
        }
        if let Some(ending) = words::ending(match_) {
            text += " ";
            text += &ending;
        }
        text
    }
}

/// Undoes moves until a person is to move, or until the player who asked is. Changes nothing if there is no such
/// position.
fn undo_moves(game: &mut Match, asked: Option<Seat>) -> Vec<Number> {
    let mut before = game.clone();
    let mut undone = before.undo();
    while !undone.is_empty() && asked.is_some_and(|by| by != before.round().to_move()) {
        let more = before.undo();
        if more.is_empty() {
            return Vec::new();
        }
        undone.extend(more);
    }
    if !undone.is_empty() {
        *game = before;
    }
    undone
}

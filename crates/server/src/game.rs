//! A game on the server: a setup, and events that happened to it. Everything else is derived from these, here, by
//! playing them again.

use divvy_play::{Match, Names, Occupant, Plan, Seat, words};
use divvy_rules::{Number, Rules, Skips};
use serde::{Deserialize, Serialize};

use crate::storage::GameId;
use crate::token::{Hash, Token};

/// Who plays with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// Two people at one screen.
    Local,
    /// Two people, each at their own; the second comes by a link.
    Friend,
    /// One person against a bot.
    Computer,
}

/// How a game began.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    /// The game and its options.
    pub(crate) rules: Rules,
    /// Who plays with whom.
    pub(crate) mode: Mode,
    /// Who sits where: a person, or a bot.
    pub(crate) players: [Occupant; 2],
    /// What they are called at the beginning.
    pub(crate) names: Names,
    /// Who opens the first round.
    pub(crate) first: Seat,
    /// How many rounds.
    #[serde(default)]
    pub(crate) plan: Plan,
    /// What the bots' chances are drawn from.
    pub(crate) seed: u64,
    /// What tokens are hashed with; a rematch keeps it, so that its seats have the same holders.
    pub(crate) salt: String,
    /// Who holds the seats at the beginning.
    pub(crate) holders: [Option<Hash>; 2],
    /// What a friend has to show to take the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invite: Option<Hash>,
}

/// Something that happened to a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Event {
    /// A friend took the free seat.
    Joined {
        /// The seat.
        seat: Seat,
        /// Who holds it from now on.
        holder: Hash,
        /// What the players are called from now on.
        names: Names,
    },
    /// Whoever was to move played a number.
    Moved {
        /// The number.
        number: u32,
    },
    /// Moves were taken back.
    Undone,
    /// Somebody asked a friend to agree to that.
    UndoAsked {
        /// Who.
        by: Seat,
    },
    /// The friend did not.
    UndoDeclined,
    /// A player gave the round up.
    Resigned {
        /// Who; none in a game from when only whoever was to move could.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// The next round of the series began.
    NextRound,
    /// Somebody would like to play again.
    RematchOffered {
        /// Who.
        by: Seat,
    },
    /// The other one would not.
    RematchDeclined,
    /// They play again, in another game.
    Rematched {
        /// The game.
        game: String,
    },
}

/// A second game between the same two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rematch {
    /// This seat would like to.
    Offered(Seat),
    /// This seat would not, when the other one asked.
    Declined(Seat),
    /// It is this game.
    Begun(GameId),
}

/// Why an event cannot happen. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Impossible {
    /// The rules refuse a number.
    #[error("{}", words::refused(.0, *.1))]
    Refused(u32, divvy_rules::Refusal),
    /// It does not fit the state of the game.
    #[error("{0}")]
    NotNow(&'static str),
}

/// A game in progress: what follows from its setup and events.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    setup: Setup,
    game: Match,
    holders: [Option<Hash>; 2],
    version: u32,
    undo: Option<Seat>,
    rematch: Option<Rematch>,
    /// What happened last, in a line.
    said: String,
}

impl Table {
    /// A game before anything has happened.
    #[must_use]
    pub(crate) fn new(setup: Setup) -> Self {
        let game = Match::new(setup.rules, setup.names.clone(), setup.first, setup.plan)
            .with_players(setup.players.clone(), setup.seed);
        let holders = setup.holders.clone();
        Self { setup, game, holders, version: 0, undo: None, rematch: None, said: String::new() }
    }

    /// How it began.
    #[must_use]
    pub(crate) const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The match.
    #[must_use]
    pub(crate) const fn game(&self) -> &Match {
        &self.game
    }

    /// How many events there were.
    #[must_use]
    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    /// Who waits for an answer about taking back.
    #[must_use]
    pub(crate) const fn undo(&self) -> Option<Seat> {
        self.undo
    }

    /// Whether they play again.
    #[must_use]
    pub(crate) const fn rematch(&self) -> Option<&Rematch> {
        self.rematch.as_ref()
    }

    /// What happened last, in a line.
    #[must_use]
    pub(crate) fn said(&self) -> &str {
        &self.said
    }

    /// Whether somebody holds the seat, or a bot sits there.
    #[must_use]
    pub(crate) fn is_taken(&self, seat: Seat) -> bool {
        self.holders[seat.index()].is_some() || *self.game.player(seat) != Occupant::Human
    }

    /// Who holds the seats, for a rematch.
    #[must_use]
    pub(crate) const fn holders(&self) -> &[Option<Hash>; 2] {
        &self.holders
    }

    /// The seats that a token holds.
    #[must_use]
    pub(crate) fn seats(&self, token: Option<&Token>) -> Vec<Seat> {
        let Some(hash) = token.map(|token| token.hash(&self.setup.salt)) else { return Vec::new() };
        // Both are always looked at.
        let held = Seat::BOTH.map(|seat| {
            let holder = self.holders[seat.index()].as_ref();
            (seat, holder.is_some_and(|holder| holder.matches(&hash)))
        });
        held.into_iter().filter(|(_, held)| *held).map(|(seat, _)| seat).collect()
    }

    /// The number of moves in this round.
    #[must_use]
    pub(crate) fn ply(&self) -> usize {
        self.game.round().record().moves().len()
    }

    /// Whether whoever holds these seats has something to take back, or to ask for.
    pub(crate) fn can_undo(&self, seats: &[Seat]) -> bool {
        let asked = seats.first().filter(|_| self.setup.mode == Mode::Friend).copied();
        !seats.is_empty() && !taken_back(&mut self.game.clone(), asked).is_empty()
    }

    /// Lets something happen.
    ///
    /// # Errors
    /// When it cannot; the game is as it was.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        let over = self.game.round().is_over();
        match event {
            Event::Joined { seat, holder, names } => {
                if self.is_taken(*seat) {
                    return Err(Impossible::NotNow("the seat is taken"));
                }
                self.holders[seat.index()] = Some(holder.clone());
                self.game.rename(names.clone());
                self.said = format!("{} has joined.", names.of(*seat));
            }
            Event::Moved { number } => self.play(*number)?,
            Event::Undone => {
                let undone = taken_back(&mut self.game, self.undo);
                if undone.is_empty() {
                    return Err(Impossible::NotNow("there is no move to take back"));
                }
                let numbers: Vec<String> = undone.iter().map(ToString::to_string).collect();
                self.undo = None;
                self.said = format!("Taken back: {}.", numbers.join(", "));
            }
            Event::UndoAsked { by } => {
                let possible = !taken_back(&mut self.game.clone(), Some(*by)).is_empty();
                if self.undo.is_some() || !possible {
                    return Err(Impossible::NotNow("there is nothing to take back"));
                }
                self.undo = Some(*by);
                self.said = format!("{} asks to take back.", self.game.name(*by));
            }
            Event::UndoDeclined => {
                let Some(by) = self.undo.take() else {
                    return Err(Impossible::NotNow("nobody has asked to take back"));
                };
                self.said = format!("{} does not agree to take back.", self.game.name(by.other()));
            }
            Event::Resigned { .. } if over => return Err(Impossible::NotNow("the round is over")),
            Event::Resigned { by } => {
                self.game.resign_as(by.unwrap_or(self.game.round().to_move()));
                self.undo = None;
                self.said = words::ending(&self.game).unwrap_or_default();
            }
            Event::NextRound => {
                if !self.game.next_round() {
                    return Err(Impossible::NotNow("there is no next round now"));
                }
                self.undo = None;
                let first = self.game.name(self.game.round().first());
                self.said = format!("Round {}. {first} begins.", self.game.round_number());
            }
            Event::RematchOffered { by } => {
                // Whoever declined may think again; whoever was declined does not ask again.
                let open = match self.rematch {
                    None => true,
                    Some(Rematch::Declined(seat)) => seat == *by,
                    Some(Rematch::Offered(_) | Rematch::Begun(_)) => false,
                };
                if !self.game.is_finished() || !open {
                    return Err(Impossible::NotNow("a rematch cannot be offered now"));
                }
                self.rematch = Some(Rematch::Offered(*by));
                self.said = format!("{} would like to play again.", self.game.name(*by));
            }
            Event::RematchDeclined => {
                let Some(Rematch::Offered(by)) = self.rematch else {
                    return Err(Impossible::NotNow("nobody has offered a rematch"));
                };
                self.rematch = Some(Rematch::Declined(by.other()));
                let name = self.game.name(by.other());
                self.said = format!("{name} does not want to play again.");
            }
            Event::Rematched { game } => {
                let id = GameId::parse(game).ok_or(Impossible::NotNow("that is no game"))?;
                let begun = matches!(self.rematch, Some(Rematch::Begun(_)));
                if begun || !self.game.is_finished() {
                    return Err(Impossible::NotNow("a rematch cannot begin now"));
                }
                self.rematch = Some(Rematch::Begun(id));
                "They play again.".clone_into(&mut self.said);
            }
        }
        self.version += 1;
        Ok(())
    }

    fn play(&mut self, value: u32) -> Result<(), Impossible> {
        let refused = |refusal| Impossible::Refused(value, refusal);
        let seat = self.game.round().to_move();
        let number = self.game.rules().board().number(value).map_err(refused)?;
        let skips = self.game.play(number).map_err(refused)?;
        // A request to take back is about the position it was made in.
        self.undo = None;
        self.said = self.move_in_words(seat, value, skips);
        Ok(())
    }

    fn move_in_words(&self, seat: Seat, value: u32, skips: Skips) -> String {
        let game = &self.game;
        let mut said = words::moved(game, seat, value);
        for player in skips.players() {
            said += " ";
            said += &words::skipped(game.name(game.round().seat_of(player)));
        }
        if let Some(ending) = words::ending(game) {
            said += " ";
            said += &ending;
        }
        said
    }
}

/// Takes moves back: until a person is to move, or until it is the turn of whoever asked. Nothing changes where that
/// cannot be.
fn taken_back(game: &mut Match, asked: Option<Seat>) -> Vec<Number> {
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

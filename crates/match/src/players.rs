//! The players of one match that are not people.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use divvy_rules::Number;

use crate::{Chooser, Forfeit, Match, Occupant, Seat};

/// Makes the player for a seat without a person.
pub type PlayerMaker = dyn Fn(&Occupant) -> Result<Box<dyn Chooser>, Forfeit> + Send + Sync;

/// This many wrong answers are remembered between two calls that take them.
const MOST_REFUSED: usize = 1_000;

/// What came of asking the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A person is to move, or the round is over.
    None,
    /// This number, which is legal.
    Number(Number),
    /// The player loses the round, for this reason.
    Forfeit(Forfeit),
}

/// The players of one match that are not people. Each is made when its first turn comes.
pub struct Players {
    maker: Arc<PlayerMaker>,
    seats: [Option<Box<dyn Chooser>>; 2],
    /// What was wrong with answers that were not legal moves.
    refused: [Vec<String>; 2],
    /// How long players took to start.
    starts: [Option<Duration>; 2],
    /// Which game is played, counted from 1, and who has been told.
    number: u64,
    told: [bool; 2],
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Players").finish_non_exhaustive()
    }
}

impl Players {
    /// No player has been made yet.
    pub fn new(maker: Arc<PlayerMaker>) -> Self {
        let refused = [Vec::new(), Vec::new()];
        let starts = [None; 2];
        Self { maker, seats: [None, None], refused, starts, number: 1, told: [false; 2] }
    }

    /// Another game begins: each player is told before its first turn.
    pub fn begin(&mut self, number: u64) {
        self.number = number;
        self.told = [false; 2];
    }

    /// Tells the players that were in it how a game ended.
    pub fn end(&mut self, game: &Match) {
        for seat in Seat::BOTH {
            let told = std::mem::take(&mut self.told[seat.index()]);
            if let Some(player) = self.seats[seat.index()].as_mut().filter(|_| told) {
                player.end(game, seat);
            }
        }
    }

    /// Lets the player to move choose, if that is not a person. The number is not played yet.
    pub fn choose(&mut self, game: &Match) -> Choice {
        let seat = game.round().to_move();
        if game.round().is_over() || *game.occupant(seat) == Occupant::Human {
            return Choice::None;
        }
        let place = &mut self.seats[seat.index()];
        let made = place.take().map_or_else(|| (self.maker)(game.occupant(seat)), Ok);
        let told = std::mem::replace(&mut self.told[seat.index()], true);
        let asked = made.and_then(|player| {
            let player = place.insert(player);
            if !told {
                player.begin(game, seat, self.number);
            }
            let choice = player.choose(game);
            let refused = &mut self.refused[seat.index()];
            refused.extend(player.take_refused());
            refused.truncate(MOST_REFUSED);
            self.starts[seat.index()] = player.take_start().or(self.starts[seat.index()]);
            choice
        });
        match asked {
            Ok(number) => Choice::Number(number),
            Err(forfeit) => {
                // A program that forfeits is ended: what it would say later has no place in the next round.
                *place = None;
                Choice::Forfeit(forfeit)
            }
        }
    }

    /// How long the player at a seat took to start, once it has given its first answer or has failed to.
    pub fn take_start(&mut self, seat: Seat) -> Option<Duration> {
        self.starts[seat.index()].take()
    }

    /// Takes what was wrong with the answers from a seat that were not legal moves, since the last call.
    pub fn take_refused(&mut self, seat: Seat) -> Vec<String> {
        std::mem::take(&mut self.refused[seat.index()])
    }
}

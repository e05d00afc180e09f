//! Everybody at the table who is not a person: our own players and other people's programs.

use std::time::Duration;

use divvy_rules::Number;
use divvy_solver::TooLarge;

use crate::{Computer, External, Forfeit, Match, Occupant, Seat};

/// What came of letting somebody move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A person is to move, or nobody: the round is over.
    None,
    /// This number, which is legal.
    Number(Number),
    /// Nothing that counts: the program loses the round, for this reason.
    Forfeit(Forfeit),
}

/// Thinks for the seats without a person, one match at a time.
#[derive(Debug)]
pub struct Others {
    /// Thinks for our own players, and about hints.
    pub computer: Computer,
    /// Other people's programs, started when their first turn comes.
    programs: [Option<External>; 2],
    /// What was wrong with answers of programs that have been ended since.
    refused: [Vec<String>; 2],
    start_time: Duration,
    move_time: Duration,
    /// Whether what programs write to their standard error is kept off ours.
    quiet: bool,
}

impl Others {
    /// Nobody has thought yet. Programs have `move_time` for each move.
    #[must_use]
    pub fn new(move_time: Duration) -> Self {
        Self {
            computer: Computer::default(),
            programs: [None, None],
            refused: [Vec::new(), Vec::new()],
            start_time: move_time,
            move_time,
            quiet: false,
        }
    }

    /// The same, with nothing shown of what programs write to their standard error: for a front end that has the
    /// screen to itself.
    #[must_use]
    pub fn quiet(self) -> Self {
        Self { quiet: true, ..self }
    }

    /// The same, with more time for the first answer of a program: it may have to start up.
    #[must_use]
    pub fn patient(self, start_time: Duration) -> Self {
        Self { start_time, ..self }
    }

    /// What was wrong with the answers of the programs at a seat that were no legal moves, since this was last asked.
    pub fn take_refused(&mut self, seat: Seat) -> Vec<String> {
        let mut refused = std::mem::take(&mut self.refused[seat.index()]);
        refused.extend(self.programs[seat.index()].iter_mut().flat_map(External::take_refused));
        refused
    }

    /// Lets whoever is to move choose, if that is not a person. Nothing is played yet.
    ///
    /// # Errors
    /// When the board is too large for a bot that has to know who wins.
    pub fn choose(&mut self, game: &Match) -> Result<Choice, TooLarge> {
        let round = game.round();
        let seat = round.to_move();
        if round.is_over() {
            return Ok(Choice::None);
        }
        match game.player(seat) {
            Occupant::Human => Ok(Choice::None),
            Occupant::Bot(bot) => {
                let choice = self.computer.choose(*bot, round.record(), game.chance())?;
                // A player whose turn it is has a move, or the round would be over.
                Ok(choice.map_or(Choice::None, Choice::Number))
            }
            Occupant::Program(command) => {
                let program = &mut self.programs[seat.index()];
                let running = match program.take() {
                    Some(running) => Ok(running),
                    None => External::start(command, self.move_time, self.quiet)
                        .map(|program| program.patient(self.start_time)),
                };
                let choice =
                    running.and_then(|running| program.insert(running).choose(round.record()));
                Ok(match choice {
                    Ok(number) => Choice::Number(number),
                    Err(forfeit) => {
                        // What it would say later is of no interest in the next round.
                        if let Some(mut ended) = program.take() {
                            self.refused[seat.index()].extend(ended.take_refused());
                        }
                        Choice::Forfeit(forfeit)
                    }
                })
            }
        }
    }
}

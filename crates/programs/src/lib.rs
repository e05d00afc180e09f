//! Players without a person: the bots, and programs behind a pipe (`cmd:PROGRAM ARGS`).

mod program;

use std::sync::Arc;
use std::time::Duration;

use divvy_analysis::BotPlayer;
use divvy_match::{Chooser, Forfeit, Occupant, PlayerMaker};

pub use program::{Program, TIME_LIMIT, TRIES, end_all};

/// How programs are run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long a program may take for a move.
    pub move_time: Duration,
    /// How long it may take for its first answer, if that is more: it may have to start up.
    pub start_time: Duration,
    /// Keeps what programs write to their standard error off ours: for a front end that has the screen to itself.
    pub quiet: bool,
    /// Tells programs when a game begins and how it ended, in lines that take no answer.
    pub events: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { move_time: TIME_LIMIT, start_time: TIME_LIMIT, quiet: false, events: false }
    }
}

/// Makes bots and programs for seats.
pub fn player_maker(settings: Settings) -> Arc<PlayerMaker> {
    Arc::new(move |occupant| {
        Ok(match occupant {
            Occupant::Bot(bot) => Box::new(BotPlayer::new(*bot)) as Box<dyn Chooser>,
            Occupant::Program(command) => Box::new(Program::start(command, settings)?),
            Occupant::Human => return Err(Forfeit::Unable("a person has to choose".to_owned())),
        })
    })
}

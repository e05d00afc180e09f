//! `divvy play`

use std::io::Write;

use divvy_programs::Settings;
use divvy_store::Session;
use divvy_words::GAME_IS_SAVED;

use crate::args::PlayArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{self, Exit, Input, LineError, fitted};
use crate::{setup, terminal};

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let session = match (setup::go_on(&args.resume, args.game)?, args.game) {
        (Some(session), _) => session,
        (None, Some(game)) => setup::begin(&args.setup, game, out)?,
        (None, None) => return Err(Failure::usage("play takes a GAME")),
    };
    terminal::leave_cleanly_on_signals()?;
    let usual = Settings::default();
    let move_time = args.move_time.unwrap_or(usual.move_time);
    let programs = Settings { move_time, start_time: move_time, ..usual };
    play(session, terminal::input()?.as_mut(), out, programs)
}

/// Plays a match in line mode and turns its ending into an exit code.
pub(crate) fn play(
    mut session: Session,
    input: &mut dyn Input,
    out: &mut dyn Write,
    programs: Settings,
) -> Result<(), Failure> {
    terminal::set_farewell(GAME_IS_SAVED);
    match line::play(&mut session, input, out, programs)? {
        Exit::Finished => Ok(session.finish()?),
        Exit::Quit if session.game().is_untouched() => Ok(session.discard()?),
        Exit::Quit => Ok(say_farewell(out)?),
        Exit::InputEnded => {
            let why = "the input ended before the game did; to go on: divvy play --resume";
            Err(Failure::running(why))
        }
        Exit::Interrupted => {
            say_farewell(out)?;
            Err(Failure::Exit(INTERRUPTED))
        }
    }
}

fn say_farewell(out: &mut dyn Write) -> Result<(), LineError> {
    writeln!(out, "{}", fitted(GAME_IS_SAVED)).and_then(|()| out.flush()).map_err(LineError::Output)
}

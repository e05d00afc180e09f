//! `divvy play`

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use divvy_play::{Session, TIME_LIMIT};

use crate::args::PlayArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{self, Ending, Input, LineError};
use crate::setup::Setup;
use crate::terminal;

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let session = Setup::resolve(args)?.open(out)?;
    terminal::leave_cleanly_on_signals()?;
    let move_time = args.move_time.unwrap_or(TIME_LIMIT);
    play(session, terminal::input()?.as_mut(), out, move_time)
}

/// Plays a match in line mode and turns its ending into an exit code.
pub(crate) fn play(
    mut session: Session,
    input: &mut dyn Input,
    out: &mut dyn Write,
    move_time: Duration,
) -> Result<ExitCode, Failure> {
    match line::play(&mut session, input, out, move_time)? {
        Ending::Finished => {
            session.finish()?;
            Ok(ExitCode::SUCCESS)
        }
        Ending::Quit => {
            if session.game().is_untouched() {
                session.discard()?;
            } else {
                writeln!(out, "The game is saved. To go on: divvy play --resume")
                    .map_err(LineError::Output)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Ending::InputEnded => {
            let why = "the input ended before the game did; to go on: divvy play --resume";
            Err(Failure::Running(anyhow::Error::msg(why)))
        }
        Ending::Interrupted => Ok(ExitCode::from(INTERRUPTED)),
    }
}

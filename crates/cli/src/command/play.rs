//! `divvy play`

use std::io::Write;

use divvy_programs::Settings;
use divvy_store::Session;

use crate::args::PlayArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{self, Ending, Input, LineError};
use crate::{setup, terminal};

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let session = setup::open(args, out)?;
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
    match line::play(&mut session, input, out, programs)? {
        Ending::Finished => Ok(session.finish()?),
        Ending::Quit if session.game().is_untouched() => Ok(session.discard()?),
        Ending::Quit => {
            writeln!(out, "The game is saved. To go on: divvy play --resume")
                .map_err(LineError::Output)?;
            Ok(())
        }
        Ending::InputEnded => {
            let why = "the input ended before the game did; to go on: divvy play --resume";
            Err(Failure::running(why))
        }
        Ending::Interrupted => Err(Failure::Exit(INTERRUPTED)),
    }
}

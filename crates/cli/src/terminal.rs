//! Where lines come from, and how the terminal is left when the program is stopped from outside.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use terminal_size::{Height, Width, terminal_size_of};

use crate::line::{Input, Line, LineError, Piped};
use crate::progress;

/// Whether both stdin and stdout are a terminal.
pub(crate) fn is_one() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether it says of itself that it can only print line after line.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty())
}

/// How wide the window is; none if stdout is no terminal.
pub(crate) fn columns() -> Option<usize> {
    wide(terminal_size_of(io::stdout()))
}

/// The same for stderr.
pub(crate) fn error_columns() -> Option<usize> {
    wide(terminal_size_of(io::stderr()))
}

fn wide(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0)).filter(|&columns| columns > 0)
}

/// How many columns sentences take at the most: as many as are good to read, in a narrow window what there is.
pub(crate) fn text_width() -> usize {
    const WIDEST: usize = 78;
    columns().map_or(WIDEST, |columns| columns.min(WIDEST))
}

/// Whether the locale says that the terminal knows more than ASCII.
pub(crate) fn is_unicode() -> bool {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The lines from stdin: a line editor on a terminal, plain lines from anything else.
pub(crate) fn input() -> io::Result<Box<dyn Input>> {
    if is_one() {
        Ok(Box::new(Editor(DefaultEditor::new().map_err(io::Error::other)?)))
    } else {
        // With stdout in a pipe and a person at the keyboard, the terminal itself shows what is typed.
        let echo = !io::stdin().is_terminal();
        Ok(Box::new(Piped::new(io::stdin().lock(), echo)))
    }
}

/// Line editing and history.
struct Editor(DefaultEditor);

impl Input for Editor {
    fn read(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Line, LineError> {
        out.flush()?;
        match self.0.readline(prompt) {
            Ok(line) => {
                // A line that the history does not want is no reason to stop.
                let _ = self.0.add_history_entry(line.as_str());
                Ok(Line::Text(line))
            }
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Line::Text(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Io(error)) => Err(LineError::Input(error)),
            Err(error) => Err(LineError::Input(io::Error::other(error))),
        }
    }
}

/// What is said when a signal ends the program.
static FAREWELL: OnceLock<&str> = OnceLock::new();

/// Says this when a signal ends the program from now on.
pub(crate) fn set_farewell(text: &'static str) {
    // It stays the same as long as the program runs.
    let _ = FAREWELL.set(text);
}

/// Ends the program with the usual exit code on Ctrl-C, a request to stop, or a hang-up, with the
/// terminal as it was found. Nothing has to be saved: the game is on disk already.
pub(crate) fn leave_cleanly_on_signals() -> io::Result<()> {
    #[cfg(unix)]
    let found = nix::sys::termios::tcgetattr(io::stdin()).ok();
    on_signals(move |signal| {
        #[cfg(unix)]
        if let Some(found) = &found {
            use nix::sys::termios::{SetArg, tcsetattr};
            // The line editor may have been in the middle of a line.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, found);
        }
        divvy_programs::end_all();
        if let Some(farewell) = FAREWELL.get() {
            // A prompt may stand in the line. Nothing can be said any more if stderr is gone.
            let line = if io::stderr().is_terminal() { "\n" } else { "" };
            let _ = writeln!(anstream::stderr(), "{line}{farewell}");
        }
        std::process::exit(128 + signal);
    })
}

/// A flag that Ctrl-C, a request to stop and a hang-up raise, for work that ends with what it has done. Programs that
/// are waited for are ended. Asking twice ends the program at once.
pub(crate) fn stop_requested() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&raised);
    on_signals(move |signal| {
        let again = flag.swap(true, Ordering::Relaxed);
        progress::clear();
        divvy_programs::end_all();
        if again {
            std::process::exit(128 + signal);
        }
    })?;
    Ok(raised)
}

/// Acts on Ctrl-C, requests to stop and hang-ups, in a thread of its own.
#[cfg(unix)]
fn on_signals(act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::spawn(move || signals.forever().for_each(act));
    Ok(())
}

/// Elsewhere the system's own handling has to do.
#[cfg(not(unix))]
fn on_signals(_act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

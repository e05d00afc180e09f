//! How far work has come, on stderr. Where that is no terminal nothing is shown.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
};

use crate::terminal;

/// Pictures a second.
const RATE: u8 = 20;

/// The bar that is shown.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A bar towards a known end.
pub(crate) fn bar(total: u64, what: &str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{elapsed}} elapsed{{left}}");
    at_once(shown(ProgressBar::with_draw_target(Some(total), target()), &template))
}

/// What a bar of shares counts to.
const PARTS: u64 = 1_000;

/// A bar for work whose pieces take very different times: it shows the share that is done, and a sentence.
pub(crate) fn share_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(PARTS), target());
    at_once(shown(bar, "{wide_bar} {percent}%{msg}, {elapsed} elapsed{left}"))
}

/// Says which share is done.
pub(crate) fn set_share(bar: &ProgressBar, share: f64) {
    bar.set_position((share * PARTS as f64).round() as u64);
}

/// Shows a bar before there is a result, with a clock that goes.
fn at_once(bar: ProgressBar) -> ProgressBar {
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// For work whose end is not known: a sentence that changes.
pub(crate) fn spinner() -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, target());
    shown(spinner, "{spinner} {msg}, {elapsed} elapsed")
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    let bar = match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(styled(style)),
        Err(_) => bar,
    };
    if let Ok(mut shown) = SHOWN.lock() {
        *shown = Some(bar.clone());
    }
    bar
}

fn styled(style: ProgressStyle) -> ProgressStyle {
    let style = style.with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
        // Before the first result there is nothing to estimate from.
        if state.pos() > 0 && state.len().is_some_and(|len| state.pos() < len) {
            let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
        }
    });
    match terminal::is_unicode() {
        true => style,
        false => style.progress_chars("=> ").tick_chars("|/-\\ "),
    }
}

/// Takes the bar off the screen for good, with what the terminal has echoed into its line. The work may still go on.
pub(crate) fn clear() {
    if let Ok(mut shown) = SHOWN.lock()
        && let Some(bar) = shown.take()
    {
        bar.finish_and_clear();
    }
}

fn target() -> ProgressDrawTarget {
    match io::stderr().is_terminal() && !terminal::is_dumb() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(Margin), RATE),
        false => ProgressDrawTarget::hidden(),
    }
}

/// The terminal as it is, as the codes that place text do so without colours too, and without its last columns: the `^C` that it echoes fits there. In a full line it would begin another one,
/// and the bar could not be found again.
#[derive(Debug)]
struct Margin;

impl Margin {
    const COLUMNS: u16 = 4;

    fn step(count: usize, direction: char) -> io::Result<()> {
        match count {
            0 => Ok(()),
            count => write!(io::stderr(), "\x1b[{count}{direction}"),
        }
    }
}

impl TermLike for Margin {
    fn width(&self) -> u16 {
        let size = terminal_size::terminal_size_of(io::stderr());
        size.map_or(80, |(width, _)| width.0).saturating_sub(Self::COLUMNS).max(1)
    }

    fn move_cursor_up(&self, count: usize) -> io::Result<()> {
        Self::step(count, 'A')
    }

    fn move_cursor_down(&self, count: usize) -> io::Result<()> {
        Self::step(count, 'B')
    }

    fn move_cursor_right(&self, count: usize) -> io::Result<()> {
        Self::step(count, 'C')
    }

    fn move_cursor_left(&self, count: usize) -> io::Result<()> {
        Self::step(count, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

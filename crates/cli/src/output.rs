//! What commands write besides their text: JSON on stdout, remarks and progress on stderr.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::{Failure, INTERRUPTED, speaker};
use crate::line::{painted, wrapped_to};
pub(crate) use crate::progress::{bar, set_share, share_bar, spinner};
use crate::terminal::error_columns;

/// One JSON object, in a line.
pub(crate) fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    line(&mut out, value)?;
    out.flush()
}

/// A line of JSON, one of many: the caller buffers and flushes.
pub(crate) fn line(mut out: impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)
}

/// Says how far work has come that was interrupted.
pub(crate) fn interrupted(done: usize, all: usize, what: &str) -> Failure {
    remark(format!("stopped after {done} of {all} {what}"));
    Failure::Exit(INTERRUPTED)
}

/// Something that a person should know and a program need not read.
pub(crate) fn remark(text: impl Display) {
    say(Style::new(), &text);
}

/// Why the program fails.
pub(crate) fn complain(text: &str) {
    say(AnsiColor::Red.on_default().bold(), &text);
}

/// A line on stderr: which command speaks, and what it says; on a terminal broken between words.
fn say(style: Style, text: &dyn Display) {
    let line = format!("{} {text}", painted(style, format!("{}:", speaker())));
    // Nothing can be said any more if stderr is gone.
    let _ = writeln!(anstream::stderr(), "{}", wrapped_to(error_columns(), &line));
}

/// A time as text. Files and damaged rows can bear times that RFC 3339 cannot write, before 1970 or after the year 9999: then
/// the nearest that it can.
pub(crate) fn time(time: SystemTime) -> String {
    const LAST: Duration = Duration::from_secs(253_402_300_799);
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since.min(LAST)).to_string()
}

/// The present, as a part of a file's name.
pub(crate) fn stamp() -> String {
    humantime::format_rfc3339_millis(SystemTime::now()).to_string().replace(':', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_can_be_written() {
        let second = Duration::from_secs(1);
        let last = UNIX_EPOCH + Duration::from_secs(253_402_300_799);
        assert_eq!(time(UNIX_EPOCH - second), "1970-01-01T00:00:00Z");
        assert_eq!(time(UNIX_EPOCH + second), "1970-01-01T00:00:01Z");
        assert_eq!(time(last - second), "9999-12-31T23:59:58Z");
        assert_eq!(time(last + second), "9999-12-31T23:59:59Z");
    }
}

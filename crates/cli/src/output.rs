//! What commands write besides their text: JSON on stdout, remarks and progress on stderr.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use serde::Serialize;

use crate::failure::{Failure, INTERRUPTED};
pub(crate) use crate::progress::{bar, spinner};

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
    // Nothing can be said any more if stderr is gone.
    let _ = writeln!(anstream::stderr(), "divvy: {text}");
}

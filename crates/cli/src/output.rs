//! What commands write besides their text: JSON on stdout, remarks and progress on stderr.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// One JSON object, in a line.
pub(crate) fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    out.flush()
}

/// Something that a person should know and a program need not read.
pub(crate) fn remark(text: impl Display) {
    // Nothing can be said any more if stderr is gone.
    let _ = writeln!(anstream::stderr(), "divvy: {text}");
}

/// A bar towards a known end. Where stderr is no terminal nothing is shown.
pub(crate) fn bar(total: u64, what: &str) -> ProgressBar {
    styled(ProgressBar::new(total), &format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{elapsed}}"))
}

/// For work whose end is not known: a sentence that changes.
pub(crate) fn spinner() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

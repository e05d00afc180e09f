//! How far long work has come, on stderr, if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

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

//! What the system says about this process, on Linux.

use std::fs;

/// Memory and file descriptors; what is not known is left out.
#[derive(Debug, Default)]
pub(crate) struct Process {
    pub(crate) resident_bytes: Option<i64>,
    pub(crate) open_fds: Option<i64>,
    pub(crate) max_fds: Option<i64>,
}

impl Process {
    pub(crate) fn current() -> Self {
        let kilobytes = field("/proc/self/status", "VmRSS:");
        let open = fs::read_dir("/proc/self/fd").ok().map(Iterator::count);
        Self {
            resident_bytes: kilobytes.map(|kilobytes| kilobytes * 1024),
            // One of them is the folder that was just read.
            open_fds: open.and_then(|open| i64::try_from(open.saturating_sub(1)).ok()),
            max_fds: field("/proc/self/limits", "Max open files"),
        }
    }
}

/// The first number behind this name in a file of one line for each name.
fn field(path: &str, name: &str) -> Option<i64> {
    let text = fs::read_to_string(path).ok()?;
    let values = text.lines().find_map(|line| line.strip_prefix(name))?;
    values.split_whitespace().next()?.parse().ok()
}

//! What the system says about this process, on Linux.

use std::fs;

/// Resident memory in bytes, open file descriptors and the most of them, as far as they are known.
pub(crate) fn figures() -> [Option<i64>; 3] {
    let kilobytes = field("/proc/self/status", "VmRSS:");
    let open = fs::read_dir("/proc/self/fd").ok().map(Iterator::count);
    // One of them is the folder that was just read.
    let open = open.and_then(|open| i64::try_from(open.saturating_sub(1)).ok());
    [
        kilobytes.map(|kilobytes| kilobytes * 1024),
        open,
        field("/proc/self/limits", "Max open files"),
    ]
}

/// The first number behind this name in a file of one line for each name.
fn field(path: &str, name: &str) -> Option<i64> {
    let text = fs::read_to_string(path).ok()?;
    let values = text.lines().find_map(|line| line.strip_prefix(name))?;
    values.split_whitespace().next()?.parse().ok()
}

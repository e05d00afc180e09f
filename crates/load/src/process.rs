//! What the system says about the server's process.

use anyhow::{Context, Result};

/// A process by its number.
pub(crate) struct Process(u32);

impl Process {
    pub(crate) const fn new(pid: u32) -> Self {
        Self(pid)
    }

    /// Memory that is in use, in kB.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()).context("no memory")?;
        Ok(number.parse()?)
    }

    /// Processor time so far, in seconds.
    pub(crate) fn seconds(&self) -> Result<f64> {
        let mut nanoseconds = 0;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.0))? {
            let text = std::fs::read_to_string(task?.path().join("schedstat"))?;
            let number = text.split_whitespace().next().context("no time")?;
            nanoseconds += number.parse::<u64>()?;
        }
        Ok(nanoseconds as f64 / 1e9)
    }
}

//! Results as lines of JSON: the sizes of a census, the games of a tournament, those of language models. A line is written
//! in one piece as soon as its result is known, and never again, so that a kill loses nothing that was finished. A last
//! line without its end was being written then, and does not count.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// A log that is added to.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    writers: Writers,
    /// A last line without its end, or a line that could not be written, until the next is written after it.
    pub(crate) cut: Vec<u8>,
}

/// How many processes may write a log at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writers {
    /// It is locked as long as it is open, and a line that was cut off is removed.
    One,
    /// A line that was cut off stays one of its own.
    Many,
}

impl Log {
    /// Opens a log, or makes a new one, and returns its complete lines. Nothing in it is changed before a line is written.
    pub(crate) fn open(path: &Path, writers: Writers) -> Result<(Self, String), Failure> {
        let failed = |error| Failure::system("write", path, &error);
        let options = OpenOptions::new().read(true).append(true).create(true).clone();
        let mut file = options.open(path).map_err(failed)?;
        // Some file systems have no locks.
        if writers == Writers::One && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let file = path.display();
            return Err(Failure::Running(format!("{file} is in use by another divvy")));
        }
        let mut lines = Vec::new();
        file.read_to_end(&mut lines).map_err(failed)?;
        let cut =
            lines.split_off(lines.iter().rposition(|&byte| byte == b'\n').map_or(0, |n| n + 1));
        let log = Self { path: path.to_owned(), file, writers, cut };
        Ok((log, String::from_utf8_lossy(&lines).into_owned()))
    }

    /// Makes other writers that ask for it wait, until [`release`](Self::release).
    pub(crate) fn claim(&self) {
        // Some file systems have no locks.
        let _ = self.file.lock();
    }

    pub(crate) fn release(&self) {
        let _ = self.file.unlock();
    }

    /// The complete lines from a place on, and the place behind them.
    pub(crate) fn lines_from(&self, place: u64) -> std::io::Result<(Vec<u8>, u64)> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(place))?;
        let mut lines = Vec::new();
        file.read_to_end(&mut lines)?;
        lines.truncate(lines.iter().rposition(|&byte| byte == b'\n').map_or(0, |n| n + 1));
        let end = place + lines.len() as u64;
        Ok((lines, end))
    }

    /// Adds a line. After a failure half of it may be there: with many writers the next one begins a line of its own; a
    /// single writer writes nothing more.
    pub(crate) fn write(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let line = line(value)?;
        let cut = std::mem::take(&mut self.cut).len() as u64;
        let mended = match self.writers {
            _ if cut == 0 => Ok(()),
            Writers::One => self.file.metadata().and_then(|all| self.file.set_len(all.len() - cut)),
            Writers::Many => self.file.write_all(b"\n"),
        };
        mended.and_then(|()| self.file.write_all(&line)).map_err(|error| {
            self.cut = line;
            Failure::system("write", &self.path, &error)
        })
    }
}

/// A value as a line of a log.
pub(crate) fn line(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut line = Vec::new();
    output::line(&mut line, value)?;
    Ok(line)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn a_line_after_one_that_failed_halfway_is_whole() {
        let (mut reader, writer) = UnixStream::pair().unwrap();
        // A full buffer fails in the middle of a line, as a full disk does.
        writer.set_nonblocking(true).unwrap();
        let file = File::from(OwnedFd::from(writer));
        let mut log = Log { path: "log".into(), file, writers: Writers::Many, cut: Vec::new() };
        assert!(log.write(&"long".repeat(1 << 20)).is_err());
        let mut half = vec![0; 1 << 10];
        reader.set_nonblocking(true).unwrap();
        while reader.read(&mut half).is_ok() {}
        log.write(&1).unwrap();
        log.write(&2).unwrap();
        drop(log);
        let mut rest = String::new();
        reader.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "\n1\n2\n");
    }
}

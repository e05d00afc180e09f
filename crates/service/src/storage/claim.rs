//! A SQLite file belongs to one server process at a time, because a process is not told of what another one stores there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::open::Place;
use super::sqlite::files::{folder_of, give_like, links, no_link};
use super::{OpenError, beside};

/// Keeps other server processes from the same file while it lives. The system releases it when the process ends, however
/// that happens. Its file is removed while the lock is held; a process that locked a removed file begins again.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
    path: PathBuf,
}

impl Claim {
    /// The file, whichever way its path was written.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // One that cannot be removed may stay.
        let _ = std::fs::remove_file(beside(&self.path, ".lock"));
    }
}

/// Claims the file at a URL for this process; `None` for a database that several processes may share.
pub fn claim(url: Option<&str>, default_path: &Path) -> Result<Option<Claim>, OpenError> {
    let Place::File(path) = Place::of(url, default_path)? else { return Ok(None) };
    let place = path.display().to_string();
    let failed = |why: io::Error| OpenError::Failed(place.clone(), why.to_string());
    let path = whole_path(path).map_err(failed)?;
    let folder = folder_of(&path);
    if links(path.metadata()) > 1 {
        return Err(failed(io::Error::other(
            "it has several names (hard links), and SQLite would keep a log for each; copy it, or keep one name",
        )));
    }
    let lock_path = beside(&path, ".lock");
    // A file of its own: closing any other handle of the database would release the locks that SQLite holds on it.
    let mut lock = no_link(OpenOptions::new().read(true).write(true).create(true).truncate(false))
        .open(&lock_path)
        .map_err(|error| failed(io::Error::other(format!("{}: {error}", lock_path.display()))))?;
    if links(lock.metadata()) > 1 {
        return Err(failed(io::Error::other("its lock has several names (hard links)")));
    }
    give_like(&lock, &folder);
    match lock.try_lock() {
        Ok(()) if cfg!(unix) && links(lock.metadata()) == 0 => return claim(url, default_path),
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(OpenError::InUse(place, holder(lock)));
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    // Only for the message to another process; the lock holds without it.
    let _ = lock.set_len(0).and_then(|()| lock.rewind());
    let _ = writeln!(lock, "{}", std::process::id());
    Ok(Some(Claim { _lock: lock, path }))
}

/// The path of a database, the same whichever way it is written. Its folder is created.
fn whole_path(path: &Path) -> io::Result<PathBuf> {
    let folder = folder_of(path);
    std::fs::create_dir_all(&folder)?;
    match path.canonicalize() {
        Ok(path) => Ok(path),
        Err(_) => Ok(folder.canonicalize()?.join(path.file_name().unwrap_or_default())),
    }
}

/// The process that holds the lock, for a message.
fn holder(lock: File) -> String {
    let mut text = String::new();
    let _ = lock.take(32).read_to_string(&mut text);
    match text.trim().parse::<u32>() {
        Ok(process) => format!(" (process {process})"),
        Err(_) => String::new(),
    }
}

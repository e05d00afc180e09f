//! The place of one match on disk: how it is locked, and written whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::SaveError;
use crate::file::SavedMatch;

/// The match that was finished last; it is not in the list of those that can be gone on with.
pub(crate) const LAST_FINISHED: &str = "last-finished";

/// How long programs that look at a match may take, all together.
const LONGEST_LOOK: Duration = Duration::from_secs(1);

/// The place of one running match, held against other programs as long as this lives.
#[derive(Debug)]
pub(crate) struct Slot {
    path: PathBuf,
    /// Locked while open; the system lets go when the program ends, however it ends. Its file is removed while the lock is
    /// held, and a process that locked a removed file begins again, so that two never hold the same match.
    _lock: File,
    /// Makes its name survive a power cut.
    pub(crate) sync: fn(&Path) -> io::Result<()>,
}

impl Slot {
    pub(crate) fn claim(path: PathBuf) -> Result<Self, SaveError> {
        loop {
            let lock = Self::lock(&path)?;
            if is_there(&lock) {
                return Ok(Self { path, _lock: lock, sync: sync_folder_of });
            }
        }
    }

    fn lock(path: &Path) -> Result<File, SaveError> {
        let failed = |source| SaveError::Write(path.to_owned(), source);
        let lock = OpenOptions::new().create(true).append(true).open(lock_path(path));
        let lock = lock.map_err(failed)?;
        let begun = Instant::now();
        let mut locked = lock.try_lock();
        // Programs that look whether the match is played ([`in_use`]) share the lock for a moment.
        while matches!(locked, Err(TryLockError::WouldBlock))
            && lock.try_lock_shared().is_ok()
            && begun.elapsed() < LONGEST_LOOK
        {
            locked = lock.try_lock();
        }
        match locked {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(SaveError::InUse(path.to_owned())),
            // A file system without locks: better to play unprotected than not at all.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(lock)
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn save(&self, saved: &SavedMatch) -> Result<(), SaveError> {
        self.write(saved).map_err(|source| SaveError::Write(self.path.clone(), source))
    }

    /// Writes the match to its place: beside it first, synced, renamed. The name beside is fixed, so that
    /// nothing piles up when a program is killed; the place and its folder are ours.
    fn write(&self, saved: &SavedMatch) -> io::Result<()> {
        let contents = saved.encode()?;
        let beside = self.path.with_extension("new");
        let result = File::create(&beside).and_then(|mut new| {
            new.write_all(contents.as_bytes())?;
            new.sync_all()?;
            fs::rename(&beside, &self.path)
        });
        if let Err(error) = result {
            // What is left of the attempt is of no use.
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
        (self.sync)(&self.path)
    }

    /// Clears the place of a finished match, whose file becomes the one that was finished last.
    pub(crate) fn finish(self) -> Result<(), SaveError> {
        fs::rename(&self.path, self.path.with_file_name(LAST_FINISHED))
            .map_err(|source| SaveError::Write(self.path.clone(), source))
    }

    /// Forgets the match.
    pub(crate) fn remove(self) -> Result<(), SaveError> {
        match fs::remove_file(&self.path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(SaveError::Write(self.path.clone(), source))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // One that cannot be removed may stay.
        let _ = fs::remove_file(lock_path(&self.path));
    }
}

/// Whether the file of a lock still has its name.
fn is_there(lock: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        lock.metadata().is_ok_and(|found| found.nlink() > 0)
    }
    // Elsewhere an open file cannot be removed.
    #[cfg(not(unix))]
    {
        let _ = lock;
        true
    }
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Whether another program holds the match.
pub(crate) fn in_use(path: &Path) -> bool {
    let lock = File::open(lock_path(path));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Saves a copy, never over something else.
pub(crate) fn write_copy(path: &Path, saved: &SavedMatch) -> Result<(), SaveError> {
    let contents = saved.encode().map_err(io::Error::from);
    let written = contents.and_then(|contents| write_whole(path, contents.as_bytes(), false));
    written.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists(path.to_owned()),
        _ => SaveError::Write(path.to_owned(), source),
    })
}

/// Writes a file that appears complete or not at all: beside its place, synced, moved there.
///
/// # Errors
/// When the disk fails, or there is such a file already and it is not to be replaced.
pub fn write_whole(path: &Path, contents: &[u8], replace: bool) -> io::Result<()> {
    let mut new = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // Readable by others where the person's umask says so, like any file they make.
        use std::os::unix::fs::PermissionsExt;
        new.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut new = new.prefix(".divvy-").tempfile_in(folder_of(path))?;
    new.write_all(contents)?;
    if let (true, Ok(found)) = (replace, path.metadata()) {
        new.as_file().set_permissions(found.permissions())?;
    }
    new.as_file().sync_all()?;
    match replace {
        true => new.persist(path)?,
        false => new.persist_noclobber(path)?,
    };
    sync_folder_of(path)
}

/// Makes a new name in a folder survive a power cut, where folders can be synced at all.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder_of(path)).and_then(|folder| folder.sync_all()) {
        Err(error) if !matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_rules::Game;

    use crate::Store;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn looking_at_matches_and_beginning_others_keeps_none_from_going_on() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("games"));
        let path = store.new_slot(Game::MultipleMadness).unwrap().path().to_owned();
        fs::write(&path, "").unwrap();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    store.list().unwrap();
                    drop(store.new_slot(Game::MultipleMadness).unwrap());
                }
            });
            let refused = (0..2_000).find_map(|_| Slot::claim(path.clone()).err());
            done.store(true, Ordering::Relaxed);
            assert!(refused.is_none(), "{refused:?}");
        });
        let held = Slot::claim(path.clone()).unwrap();
        assert!(matches!(Slot::claim(path.clone()), Err(SaveError::InUse(_))));
        drop(held);
        assert!(!lock_path(&path).exists());
    }

    #[test]
    fn of_many_that_claim_a_match_only_one_has_it_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let (path, held) = (folder.path().join("it.divvy"), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let Ok(slot) = Slot::claim(path.clone()) else { continue };
                        assert!(!held.swap(true, Ordering::SeqCst));
                        held.store(false, Ordering::SeqCst);
                        drop(slot);
                    }
                });
            }
        });
        assert!(!lock_path(&path).exists());
    }
}

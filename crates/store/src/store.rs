//! Where running matches are kept: one file each, in one folder.
//!
//! A file is written beside its place, synced and renamed, so a reader or a crash sees the old match or
//! the new one and nothing between. A lock beside the file keeps two programs from playing on in the
//! same match.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use divvy_match::Match;
use divvy_rules::Game;
use etcetera::BaseStrategy;

use crate::file::{FileError, SavedMatch};

const EXTENSION: &str = "divvy";

/// The match that was finished last; it is not in the list of those that can be gone on with.
const LAST_FINISHED: &str = "last-finished";

/// How long programs that look at a match may take, all together.
const LONGEST_LOOK: Duration = Duration::from_secs(1);

/// More than any match that was ever played takes.
const LARGEST_FILE: u64 = 256 << 20;

/// Why a match could not be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// There is no place for saved games.
    #[error("no folder for saved games: set XDG_DATA_HOME or HOME to one that can be written")]
    NoFolder,
    /// Writing this file failed. What was there before is still there.
    #[error("cannot save the game to {}: {}", .0.display(), .1)]
    Write(PathBuf, #[source] io::Error),
    /// Reading this file failed.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Read(PathBuf, #[source] io::Error),
    /// This file does not hold a match. It was left as it is.
    #[error("cannot open {}: {}", .0.display(), .1)]
    Contents(PathBuf, #[source] FileError),
    /// Another program is playing the match in this file.
    #[error("{} is being played in another window", .0.display())]
    InUse(PathBuf),
    /// There is no such match in the store.
    #[error("{} is not one of the saved games; 'divvy saved' lists them", .0.display())]
    NotSaved(PathBuf),
    /// A copy would have replaced this file.
    #[error("{} exists; choose another name", .0.display())]
    Exists(PathBuf),
}

/// A file name as a shell would understand it: `~/` is the home folder.
pub fn expanded(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(file),
    }
}

/// The folder of running matches.
///
/// ```
/// use divvy_match::{Event, Seat, Setup};
/// use divvy_rules::Rules;
/// use divvy_store::{Session, Store};
///
/// # let folder = tempfile::tempdir()?;
/// let store = Store::new(folder.path().join("games"));
/// let mut session = Session::start(&store, Setup::new(Rules::default()))?;
/// session.apply(Event::Moved { number: 6 })?;
/// let path = session.path().expect("a started match has a place");
/// drop(session);
///
/// assert_eq!(store.list()?.len(), 1);
/// assert_eq!(Session::resume(&store, &path)?.game().round().to_move(), Seat::Two);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A running match as [`Store::list`] finds it.
#[derive(Debug)]
pub struct Saved {
    /// The file.
    pub path: PathBuf,
    /// When it was last written.
    pub modified: SystemTime,
    /// Whether another program is playing it.
    pub in_use: bool,
    /// The match, or why the file could not be read.
    pub game: Result<Match, SaveError>,
}

impl Saved {
    /// Whether the match can be gone on with here.
    pub const fn is_open(&self) -> bool {
        !self.in_use && self.game.is_ok()
    }
}

impl Store {
    /// The store of the person at the keyboard: `divvy/games` in the XDG data folder.
    ///
    /// # Errors
    /// When the system names no such folder.
    pub fn of_user() -> Result<Self, SaveError> {
        let strategy = etcetera::choose_base_strategy().map_err(|_| SaveError::NoFolder)?;
        Ok(Self::new(strategy.data_dir().join("divvy").join("games")))
    }

    /// A store in this folder, which is made when first needed.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// All unfinished matches, newest first, and files that should be matches and are not.
    ///
    /// # Errors
    /// When the folder cannot be read. One that does not exist holds nothing.
    pub fn list(&self) -> Result<Vec<Saved>, SaveError> {
        let mut saved = self.list_all()?;
        saved.retain(|saved| !saved.game.as_ref().is_ok_and(Match::is_finished));
        saved.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| b.path.cmp(&a.path)));
        Ok(saved)
    }

    fn list_all(&self) -> Result<Vec<Saved>, SaveError> {
        let unreadable = |source| SaveError::Read(self.folder.clone(), source);
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut saved = Vec::new();
        for entry in entries {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != EXTENSION) {
                continue;
            }
            let modified = entry.metadata().and_then(|data| data.modified());
            let Ok(modified) = modified else { continue };
            let game = Self::read(&path);
            saved.push(Saved { in_use: in_use(&path), path, modified, game });
        }
        Ok(saved)
    }

    /// The match that was finished last, if there is one.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn last_finished(&self) -> Result<Option<Match>, SaveError> {
        let path = self.folder.join(LAST_FINISHED);
        if path.exists() { Self::read(&path).map(Some) } else { Ok(None) }
    }

    /// The match that a file holds, whichever folder it is in. The file stays as it is.
    ///
    /// # Errors
    /// When it cannot be read or holds no match.
    pub fn read(path: &Path) -> Result<Match, SaveError> {
        read(path).map(|(_, game)| game)
    }

    /// Whether the file lies in this store, so that playing on changes it in place.
    pub fn holds(&self, path: &Path) -> bool {
        let folder = path.parent().and_then(|parent| parent.canonicalize().ok());
        folder.is_some() && folder == self.folder.canonicalize().ok()
    }

    /// The file of a match in this store, by its path or by its name, with or without the ending. A damaged file counts.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, file: &Path) -> Result<PathBuf, SaveError> {
        let named = || self.folder.join(file.file_name().unwrap_or_default());
        let alone = file.components().count() == 1;
        let places = [Some(file.to_owned()), alone.then(named), alone.then(|| ended(named()))];
        let is_match = |path: &PathBuf| {
            path.extension().is_some_and(|extension| extension == EXTENSION)
                && path.is_file()
                && self.holds(path)
        };
        let found = places.into_iter().flatten().find(is_match);
        found.ok_or_else(|| SaveError::NotSaved(file.to_owned()))
    }

    /// Deletes a match of this store.
    ///
    /// # Errors
    /// When there is none in this file, or another program is playing it, or the disk fails.
    pub fn delete(&self, file: &Path) -> Result<(), SaveError> {
        Slot::claim(self.find(file)?)?.remove()
    }

    /// Clears away what stays behind when a program ends at the wrong moment: matches without a move, and matches that
    /// are over, the last of which is kept for a review. What cannot be cleared may stay.
    pub(crate) fn tidy(&self) {
        let last = fs::metadata(self.folder.join(LAST_FINISHED)).and_then(|data| data.modified());
        let is_newer = |time: SystemTime| !last.as_ref().is_ok_and(|last| *last > time);
        let mut all = self.list_all().unwrap_or_default();
        // The newest last, so that it is the one that stays.
        all.sort_by_key(|saved| saved.modified);
        for saved in all {
            let done = |game: &Match| game.is_finished() || game.is_untouched();
            if saved.game.as_ref().is_ok_and(done)
                && let Ok(slot) = Slot::claim(saved.path)
                // Looked at again under the lock: another process may have added a move in the meantime.
                && let Ok(game) = Self::read(slot.path())
                && done(&game)
            {
                let keep = game.is_finished() && is_newer(saved.modified);
                let _ = if keep { slot.finish() } else { slot.remove() };
            }
        }
    }

    /// A place for a new match.
    pub(crate) fn new_slot(&self, game: Game) -> Result<Slot, SaveError> {
        let failed = |source| SaveError::Write(self.folder.clone(), source);
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let mut number = 1_u32;
        loop {
            let path = self.folder.join(format!("{game}-{number}.{EXTENSION}"));
            // Looked at first: the lock of a saved match, even for a moment, would keep others from playing on in it.
            if !path.exists() {
                match Slot::claim(path.clone()) {
                    // Looked at again under the lock: in between another program may have come in.
                    Ok(slot) if !path.exists() => return Ok(slot),
                    Ok(_) | Err(SaveError::InUse(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            number += 1;
        }
    }

    /// Opens a saved file: one of this store to go on in place, any other as the start of a new one.
    pub(crate) fn open(&self, path: &Path) -> Result<(SavedMatch, Match, Slot), SaveError> {
        let (saved, game) = read(path)?;
        if self.holds(path) {
            let slot = Slot::claim(path.to_owned())?;
            // Read again, now that no other process can write it.
            let (saved, game) = read(path)?;
            Ok((saved, game, slot))
        } else {
            let slot = self.new_slot(game.rules().game())?;
            slot.save(&saved)?;
            Ok((saved, game, slot))
        }
    }
}

/// The place of one running match, held against other programs as long as this lives.
#[derive(Debug)]
pub(crate) struct Slot {
    path: PathBuf,
    /// Locked while open; the system lets go when the program ends, however it ends. The lock's file
    /// stays: a lock on a file that another process may remove would protect nothing.
    _lock: File,
    /// Makes its name survive a power cut.
    pub(crate) sync: fn(&Path) -> io::Result<()>,
}

impl Slot {
    fn claim(path: PathBuf) -> Result<Self, SaveError> {
        let failed = |source| SaveError::Write(path.clone(), source);
        let lock = OpenOptions::new().create(true).append(true).open(lock_path(&path));
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
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SaveError::InUse(path)),
            // A file system without locks: better to play unprotected than not at all.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(Self { path, _lock: lock, sync: sync_folder_of })
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
            .map_err(|source| SaveError::Write(self.path, source))
    }

    /// Forgets the match.
    pub(crate) fn remove(self) -> Result<(), SaveError> {
        match fs::remove_file(&self.path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(SaveError::Write(self.path, source))
            }
            _ => Ok(()),
        }
    }
}

/// The path with the ending of a saved match behind it.
fn ended(path: PathBuf) -> PathBuf {
    let mut ended = path.into_os_string();
    ended.push(format!(".{EXTENSION}"));
    ended.into()
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Whether another program holds the match.
fn in_use(path: &Path) -> bool {
    let lock = File::open(lock_path(path));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Reads the match that a file holds, and leaves the file as it is.
fn read(path: &Path) -> Result<(SavedMatch, Match), SaveError> {
    let contents =
        read_contents(path).map_err(|source| SaveError::Read(path.to_owned(), source))?;
    let saved = SavedMatch::decode(&contents).and_then(|saved| {
        let game = saved.replay()?;
        Ok((saved, game))
    });
    saved.map_err(|source| SaveError::Contents(path.to_owned(), source))
}

/// Devices and pipes may never end, and are not asked.
fn read_contents(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
    }
    if metadata.len() > LARGEST_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "too large for a saved match"));
    }
    let mut contents = Vec::new();
    File::open(path)?.take(LARGEST_FILE).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Saves a copy, whole or not at all, and never over something else.
pub(crate) fn write_copy(path: &Path, saved: &SavedMatch) -> Result<(), SaveError> {
    let attempt = || {
        let contents = saved.encode()?;
        let mut new = tempfile::Builder::new();
        #[cfg(unix)]
        {
            // Readable by others where the person's umask says so, like any file they make.
            use std::os::unix::fs::PermissionsExt;
            new.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut new = new.prefix(".divvy-").tempfile_in(folder_of(path))?;
        new.write_all(contents.as_bytes())?;
        new.as_file().sync_all()?;
        new.persist_noclobber(path)?;
        sync_folder_of(path)
    };
    attempt().map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists(path.to_owned()),
        _ => SaveError::Write(path.to_owned(), source),
    })
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

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn looking_at_matches_and_beginning_others_keeps_none_from_going_on() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("games"));
        let path = store.new_slot(Game::MultipleMadness).unwrap().path;
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
        let _held = Slot::claim(path.clone()).unwrap();
        assert!(matches!(Slot::claim(path), Err(SaveError::InUse(_))));
    }
}

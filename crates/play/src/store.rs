//! Where running matches are kept: one file each, in one folder.
//!
//! A file is written beside its place, synced and renamed, so a reader or a crash sees the old match or
//! the new one and nothing between. A lock beside the file keeps two programs from playing on in the
//! same match.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use divvy_rules::Game;
use etcetera::BaseStrategy;

use crate::Match;
use crate::file::{self, FileError};

const EXTENSION: &str = "divvy";

/// Why a match could not be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// There is no place for saved games.
    #[error("no folder for saved games: set XDG_DATA_HOME or HOME to one that can be written")]
    NoFolder,
    /// Writing failed. What was there before is still there.
    #[error("cannot save the game to {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Reading failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file does not hold a match. It was left as it is.
    #[error("cannot open {}: {source}", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
    /// Another program is playing this match.
    #[error("{} is being played in another window", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A copy would have replaced something that is not a saved match.
    #[error("{} exists and is not a saved divvy match; choose another name", path.display())]
    WouldReplace {
        /// The file.
        path: PathBuf,
    },
}

/// The folder of running matches.
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
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// All unfinished matches, newest first, and files that should be matches and are not.
    ///
    /// # Errors
    /// When the folder cannot be read. One that does not exist holds nothing.
    pub fn list(&self) -> Result<Vec<Saved>, SaveError> {
        let unreadable = |source| SaveError::Read { path: self.folder.clone(), source };
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
            let game = read(&path);
            if game.as_ref().is_ok_and(Match::is_finished) {
                continue;
            }
            saved.push(Saved { in_use: in_use(&path), path, modified, game });
        }
        saved.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| b.path.cmp(&a.path)));
        Ok(saved)
    }

    /// Whether the file lies in this store, so that playing on changes it in place.
    fn holds(&self, path: &Path) -> bool {
        let folder = path.parent().and_then(|parent| parent.canonicalize().ok());
        folder.is_some() && folder == self.folder.canonicalize().ok()
    }

    /// A place for a new match.
    pub(crate) fn new_slot(&self, game: Game) -> Result<Slot, SaveError> {
        let failed = |source| SaveError::Write { path: self.folder.clone(), source };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let mut number = 1_u32;
        loop {
            let path = self.folder.join(format!("{game}-{number}.{EXTENSION}"));
            match Slot::claim(path.clone()) {
                // Checked under the lock: between look and lock another program may have come in.
                Ok(slot) if !path.exists() => return Ok(slot),
                Ok(_) | Err(SaveError::InUse { .. }) => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Opens a saved file: one of this store to go on in place, any other as the start of a new one.
    pub(crate) fn open(&self, path: &Path) -> Result<(Match, Slot), SaveError> {
        if self.holds(path) {
            let slot = Slot::claim(path.to_owned())?;
            Ok((read(path)?, slot))
        } else {
            let game = read(path)?;
            let slot = self.new_slot(game.rules().game())?;
            slot.save(&game)?;
            Ok((game, slot))
        }
    }
}

/// The place of one running match, held against other programs as long as this lives.
#[derive(Debug)]
pub(crate) struct Slot {
    path: PathBuf,
    /// Locked while open; the system lets go when the program ends, however it ends. The lock's file
    /// stays: a lock on a file that somebody else may remove would protect nothing.
    _lock: File,
}

impl Slot {
    fn claim(path: PathBuf) -> Result<Self, SaveError> {
        let failed = |source| SaveError::Write { path: lock_path(&path), source };
        let lock = OpenOptions::new().create(true).append(true).open(lock_path(&path));
        let lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SaveError::InUse { path }),
            // A file system without locks: better to play unprotected than not at all.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(Self { path, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn save(&self, game: &Match) -> Result<(), SaveError> {
        write(&self.path, game)
    }

    /// Forgets the match.
    pub(crate) fn remove(self) -> Result<(), SaveError> {
        match fs::remove_file(&self.path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(SaveError::Write { path: self.path, source })
            }
            _ => Ok(()),
        }
    }
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
pub(crate) fn read(path: &Path) -> Result<Match, SaveError> {
    let contents =
        fs::read(path).map_err(|source| SaveError::Read { path: path.to_owned(), source })?;
    Match::decode(&contents).map_err(|source| SaveError::Contents { path: path.to_owned(), source })
}

/// Saves a copy where somebody asked for it, unless that would destroy something else.
pub(crate) fn write_copy(path: &Path, game: &Match) -> Result<(), SaveError> {
    match fs::read(path) {
        Ok(contents) if !file::is_ours(&contents) => {
            Err(SaveError::WouldReplace { path: path.to_owned() })
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(SaveError::Write { path: path.to_owned(), source: error })
        }
        _ => write(path, game),
    }
}

/// Writes beside, syncs, renames, syncs the folder.
fn write(path: &Path, game: &Match) -> Result<(), SaveError> {
    let attempt = || {
        let contents = game.encode()?;
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let beside = folder.join(format!(".{}.new", name.to_string_lossy()));
        let result = File::create(&beside).and_then(|mut new| {
            new.write_all(contents.as_bytes())?;
            new.sync_all()?;
            fs::rename(&beside, path)
        });
        if let Err(error) = result {
            // What is left of the attempt is of no use to anybody.
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
        // The name is part of what must survive; folders cannot be synced everywhere.
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            Err(error) if cfg!(unix) => Err(error),
            _ => Ok(()),
        }
    };
    attempt().map_err(|source| SaveError::Write { path: path.to_owned(), source })
}

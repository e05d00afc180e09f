//! Where running matches are kept: one file each, in one folder.
//!
//! A file is written beside its place, synced and renamed, so a reader or a crash sees the old match or
//! the new one and nothing between. A lock beside the file keeps two programs from playing on in the
//! same match.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use divvy_match::Match;
use divvy_rules::Game;
use etcetera::BaseStrategy;

use crate::file::{FileError, SavedMatch};
use crate::plain::plain_at;
use crate::slot::{LAST_FINISHED, Slot, in_use};

const EXTENSION: &str = "divvy";

/// More than any match that was ever played takes.
const LARGEST_FILE: u64 = 256 << 20;

/// Why a match could not be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// There is no place for saved games.
    #[error("no folder for saved games: set XDG_DATA_HOME or HOME to one that can be written")]
    NoFolder,
    /// Writing this file failed. What was there before is still there.
    #[error("cannot save the game to {}: {}", .0.display(), plain_at(.0, .1))]
    Write(PathBuf, #[source] io::Error),
    /// Reading this file failed.
    #[error("cannot read {}: {}", .0.display(), plain_at(.0, .1))]
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
    pub fn last_finished(&self) -> Result<Option<Match>, SaveError> {
        let path = self.folder.join(LAST_FINISHED);
        if path.exists() { Self::read(&path).map(Some) } else { Ok(None) }
    }

    /// The match that a file holds, whichever folder it is in. The file stays as it is.
    pub fn read(path: &Path) -> Result<Match, SaveError> {
        read(path).map(|(_, game)| game)
    }

    /// Whether the file lies in this store, so that playing on changes it in place.
    pub fn holds(&self, path: &Path) -> bool {
        let folder = path.parent().and_then(|parent| parent.canonicalize().ok());
        folder.is_some() && folder == self.folder.canonicalize().ok()
    }

    /// The file of a match in this store, by its path or by its name, with or without the ending. A damaged file counts.
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

/// The path with the ending of a saved match behind it.
fn ended(path: PathBuf) -> PathBuf {
    let mut ended = path.into_os_string();
    ended.push(format!(".{EXTENSION}"));
    ended.into()
}

/// Reads the match that a file holds, and leaves the file as it is.
fn read(path: &Path) -> Result<(SavedMatch, Match), SaveError> {
    let contents =
        read_contents(path).map_err(|source| SaveError::Read(path.to_owned(), source))?;
    SavedMatch::decode(&contents).map_err(|source| SaveError::Contents(path.to_owned(), source))
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

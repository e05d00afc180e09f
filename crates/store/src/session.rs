//! A match in progress together with its place on disk: an event counts once it is saved.

use std::path::{Path, PathBuf};

use divvy_match::{Change, Event, EventError, Match, Setup};
use divvy_rules::Rules;

use crate::file::SavedMatch;
use crate::slot::{Slot, write_copy};
use crate::{SaveError, Store};

/// A running match. Every accepted event is on disk before it is reported. [`Store`] has an example.
#[derive(Debug)]
pub struct Session {
    game: Match,
    saved: SavedMatch,
    /// None for a match that is not on disk, or that is over and has been cleared away.
    slot: Option<Slot>,
}

/// Why an event did not happen. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The match does not allow it.
    #[error(transparent)]
    Refused(#[from] EventError),
    /// The disk failed.
    #[error(transparent)]
    NotSaved(#[from] SaveError),
}

impl Session {
    /// Starts a match with a place of its own in the store.
    pub fn start(store: &Store, setup: Setup) -> Result<Self, SaveError> {
        store.tidy();
        let slot = store.new_slot(setup.rules.game())?;
        let mut session = Self::unsaved(setup);
        slot.save(&session.saved)?;
        session.slot = Some(slot);
        Ok(session)
    }

    /// A match that is not on disk, for programs that play among themselves.
    pub fn unsaved(setup: Setup) -> Self {
        let saved = SavedMatch { setup: setup.clone(), events: Vec::new() };
        Self { game: Match::new(setup), saved, slot: None }
    }

    /// Goes on with a saved match. A file of the store is continued in place; any other file stays as it is, and the
    /// match gets a new place in the store.
    ///
    /// # Errors
    /// When the file cannot be read, does not hold a match, or is being played in another process.
    pub fn resume(store: &Store, path: &Path) -> Result<Self, SaveError> {
        let (saved, game, slot) = store.open(path)?;
        Ok(Self { game, saved, slot: Some(slot) })
    }

    /// The match as it stands.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Where it is saved.
    pub fn path(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| slot.path().to_owned())
    }

    /// Lets an event happen: checks it, saves it, applies it.
    ///
    /// # Errors
    /// When the match refuses the event or the disk fails; nothing has changed then.
    pub fn apply(&mut self, event: Event) -> Result<Change, SessionError> {
        // How many moves an undo takes back is stored with it.
        let event = match event {
            Event::Undone { plies: None } => Event::Undone { plies: self.game.undo_plies(None) },
            event => event,
        };
        self.game.check(&event)?;
        self.saved.events.push(event.clone());
        if let Some(slot) = &self.slot
            && let Err(error) = slot.save(&self.saved)
        {
            self.saved.events.pop();
            // The file has the event already if only the folder could not be synced.
            let _ = slot.save(&self.saved);
            return Err(error.into());
        }
        Ok(self.game.apply(event)?)
    }

    /// Saves a copy in another file, which must not exist.
    pub fn save_copy(&self, path: &Path) -> Result<(), SaveError> {
        write_copy(path, &self.saved)
    }

    /// Begins the match anew on another board, with the same players and in the same place.
    pub fn begin_anew(&mut self, rules: Rules) -> Result<(), SaveError> {
        let setup = Setup { rules, moves: Vec::new(), ..self.saved.setup.clone() };
        let anew = Self::unsaved(setup);
        if let Some(slot) = &self.slot {
            slot.save(&anew.saved)?;
        }
        (self.game, self.saved) = (anew.game, anew.saved);
        Ok(())
    }

    /// Clears a finished match away and keeps it as the one that was finished last, for a review.
    pub fn finish(&mut self) -> Result<(), SaveError> {
        self.slot.take().map_or(Ok(()), Slot::finish)
    }

    /// Clears the match away from the store: no move stands in it.
    pub fn discard(&mut self) -> Result<(), SaveError> {
        self.slot.take().map_or(Ok(()), Slot::remove)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::io;

    use super::*;

    #[test]
    fn after_a_disk_that_fails_at_the_end_the_file_has_what_the_match_has() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("games"));
        let mut session = Session::start(&store, Setup::new(Rules::default())).unwrap();
        session.apply(Event::Moved { number: 6 }).unwrap();
        session.slot.as_mut().unwrap().sync = |_| Err(io::Error::other("gone"));
        assert!(session.apply(Event::Moved { number: 3 }).is_err());
        assert_eq!(Store::read(&session.path().unwrap()).unwrap(), session.game);
        assert_eq!(session.game.round().record().moves().len(), 1);
    }
}

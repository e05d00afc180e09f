//! A match in progress together with its place on disk: nothing counts before it is saved.

use std::path::{Path, PathBuf};

use divvy_rules::{Number, Refusal, Skips};

use crate::store::{self, Slot};
use crate::{Match, SaveError, Store};

/// A running match. Every accepted change is on disk before it is reported. [`Store`] has an example.
#[derive(Debug)]
pub struct Session {
    game: Match,
    /// None for a match that is nowhere on disk, or that is over and has been cleared away.
    slot: Option<Slot>,
    /// What was taken back and can be played again: for each undo its moves, the last one first.
    undone: Vec<Vec<Number>>,
}

/// Why a number was not played. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The rules say no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The disk says no.
    #[error(transparent)]
    NotSaved(#[from] SaveError),
}

impl Session {
    /// Starts a match with a place of its own in the store.
    ///
    /// # Errors
    /// When the match cannot be saved.
    pub fn start(store: &Store, game: Match) -> Result<Self, SaveError> {
        store.tidy();
        let slot = store.new_slot(game.rules().game())?;
        slot.save(&game)?;
        Ok(Self { game, slot: Some(slot), undone: Vec::new() })
    }

    /// A match that is not on disk, for programs that play among themselves.
    #[must_use]
    pub const fn unsaved(game: Match) -> Self {
        Self { game, slot: None, undone: Vec::new() }
    }

    /// Goes on with a saved match. A file of the store is continued in place; any other file stays as it
    /// is, and the match gets a new place in the store.
    ///
    /// # Errors
    /// When the file cannot be read, holds no match, or is being played elsewhere.
    pub fn resume(store: &Store, path: &Path) -> Result<Self, SaveError> {
        let (game, slot) = store.open(path)?;
        Ok(Self { game, slot: Some(slot), undone: Vec::new() })
    }

    /// The match as it stands.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Where it is saved.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(|slot| slot.path().to_owned())
    }

    /// Plays a number for whoever is to move.
    ///
    /// # Errors
    /// When the rules refuse the number or the disk refuses the match; nothing has changed then.
    pub fn play(&mut self, number: Number) -> Result<Skips, PlayError> {
        let skips = self.change(|game| game.play(number))??;
        self.undone.clear();
        Ok(skips)
    }

    /// Takes moves back until a person is to move again, and says which.
    ///
    /// # Errors
    /// When the disk refuses; nothing has changed then.
    pub fn undo(&mut self) -> Result<Vec<Number>, SaveError> {
        let undone = self.change(Match::undo)?;
        if !undone.is_empty() {
            self.undone.push(undone.clone());
        }
        Ok(undone)
    }

    /// Plays again what the last undo took back, and says which moves, the first one first. There is nothing to
    /// play again once another move was made.
    ///
    /// # Errors
    /// When the disk refuses; nothing has changed then.
    pub fn redo(&mut self) -> Result<Vec<Number>, SaveError> {
        let Some(mut moves) = self.undone.last().cloned() else { return Ok(Vec::new()) };
        moves.reverse();
        // They were legal here before; if they were not, nothing may change.
        let mut again = self.game.clone();
        let legal = moves.iter().try_for_each(|&number| again.play(number).map(drop));
        if legal.is_err() {
            self.undone.clear();
            return Ok(Vec::new());
        }
        self.change(|game| *game = again)?;
        self.undone.pop();
        Ok(moves)
    }

    /// Whether there is something to play again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Gives the round up for whoever is to move.
    ///
    /// # Errors
    /// When the disk refuses; nothing has changed then.
    pub fn resign(&mut self) -> Result<(), SaveError> {
        self.change(Match::resign)?;
        self.undone.clear();
        Ok(())
    }

    /// Takes the round from the program to move, for this reason.
    ///
    /// # Errors
    /// When the disk refuses; nothing has changed then.
    pub fn forfeit(&mut self, reason: String) -> Result<(), SaveError> {
        self.change(|game| game.forfeit(reason))?;
        self.undone.clear();
        Ok(())
    }

    /// Begins the next round and says whether there is one.
    ///
    /// # Errors
    /// When the disk refuses; nothing has changed then.
    pub fn next_round(&mut self) -> Result<bool, SaveError> {
        let begun = self.change(Match::next_round)?;
        self.undone.clear();
        Ok(begun)
    }

    /// Saves a copy in a file of somebody's choice.
    ///
    /// # Errors
    /// When it cannot be written, or something has that name already.
    pub fn save_copy(&self, path: &Path) -> Result<(), SaveError> {
        store::write_copy(path, &self.game)
    }

    /// Clears a finished match away and keeps it as the one that was finished last, for a review.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(&mut self) -> Result<(), SaveError> {
        self.slot.take().map_or(Ok(()), Slot::finish)
    }

    /// Clears the match away from the store: nobody ever played in it.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn discard(&mut self) -> Result<(), SaveError> {
        self.slot.take().map_or(Ok(()), Slot::remove)
    }

    /// Changes a copy, saves it, and only then makes it the match.
    fn change<T>(&mut self, change: impl FnOnce(&mut Match) -> T) -> Result<T, SaveError> {
        let mut changed = self.game.clone();
        let result = change(&mut changed);
        if changed != self.game {
            if let Some(slot) = &self.slot {
                slot.save(&changed)?;
            }
            self.game = changed;
        }
        Ok(result)
    }
}

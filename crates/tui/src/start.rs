//! The start screen: unfinished games first, then the five.

use std::path::PathBuf;

use divvy_play::{Store, words};
use divvy_rules::Game;

/// Something to pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// An unfinished match, and what it is.
    Continue { path: PathBuf, text: String },
    /// A new game.
    Game(Game),
}

/// The start screen.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) entries: Vec<Entry>,
    pub(crate) selected: usize,
    /// Unfinished matches that are not in the list.
    pub(crate) more: usize,
    /// Unfinished matches that are open in other windows.
    pub(crate) in_use: usize,
    /// What went wrong on the way here.
    pub(crate) problem: Option<String>,
}

/// Unfinished matches that are listed.
const LISTED: usize = 3;

impl Start {
    /// With what the store holds now. The cursor is on the newest unfinished match, else on the game played
    /// last.
    pub(crate) fn new(store: &Store, last: Option<Game>) -> Self {
        let (saved, problem) = match store.list() {
            Ok(saved) => (saved, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let in_use = saved.iter().filter(|saved| saved.in_use).count();
        let open = saved.into_iter().filter(|saved| !saved.in_use).filter_map(|saved| {
            let game = saved.game.ok().filter(|game| !game.is_untouched())?;
            Some(Entry::Continue { path: saved.path, text: words::describe(&game) })
        });
        let mut entries: Vec<Entry> = open.collect();
        let more = entries.len().saturating_sub(LISTED);
        entries.truncate(LISTED);
        let selected = match (entries.is_empty(), last) {
            (true, Some(game)) => Game::ALL.iter().position(|one| *one == game).unwrap_or(0),
            _ => 0,
        };
        entries.extend(Game::ALL.map(Entry::Game));
        Self { entries, selected, more, in_use, problem }
    }

    pub(crate) fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.selected)
    }

    pub(crate) fn step(&mut self, by: isize) {
        let last = self.entries.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }
}

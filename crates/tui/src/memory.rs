//! What was chosen last, so that it need not be chosen again. A file that is lost or damaged costs nothing
//! but the choices.

use std::path::PathBuf;

use divvy_match::{Occupant, Proposal};
use divvy_rules::Game;
use divvy_store::{folder_of, write_whole};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};

use crate::theme::ThemeName;

/// The choices that are remembered between two starts of the program.
#[derive(Clone, Debug)]
pub struct Memory {
    /// None to forget when the program ends.
    path: Option<PathBuf>,
    seats: [Occupant; 2],
    pub(crate) kept: Choices,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choices {
    pub(crate) game: Option<Game>,
    /// The choices for each game that was ever played.
    #[serde(default)]
    proposals: Vec<Proposal>,
    /// The colours, if they were changed on the screen.
    #[serde(default)]
    pub(crate) theme: Option<ThemeName>,
    /// Whether what would follow from a number is told, if that was changed on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) preview: Option<bool>,
    /// Whether what can be played is left to be found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) hides_playable: bool,
    /// The longest chain for one, on each board on which it was played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chains: Vec<KeptChain>,
}

/// A chain as it was left.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptChain {
    /// It is on 1 to this number.
    pub(crate) size: u32,
    pub(crate) numbers: Vec<u32>,
    /// How many of these were taken back.
    #[serde(default)]
    pub(crate) undone: usize,
    /// The longest that was made there.
    pub(crate) longest: Vec<u32>,
}

impl Memory {
    /// What is remembered for the person at the keyboard: `divvy/choices.json` in the XDG state folder. A game
    /// that was never played has these seats.
    pub fn of_user(seats: [Occupant; 2]) -> Self {
        let folder = etcetera::choose_base_strategy().ok().map(|strategy| {
            strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("divvy")
        });
        Self::new(folder.map(|folder| folder.join("choices.json")), seats)
    }

    /// What a file remembers; without one, nothing is remembered or kept.
    pub fn new(path: Option<PathBuf>, seats: [Occupant; 2]) -> Self {
        let text = path.as_ref().and_then(|path| std::fs::read(path).ok());
        let kept = text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        Self { path, seats, kept }
    }

    /// How a game was played last; one that was not played yet is a contest.
    pub fn proposal(&self, game: Game) -> Proposal {
        let kept = self.kept.proposals.iter().find(|proposal| proposal.game == game);
        kept.cloned().unwrap_or_else(|| Proposal {
            players: self.seats.clone(),
            options: divvy_analysis::contest(game),
            ..Proposal::new(game)
        })
    }

    /// Remembers how a game is played now.
    pub(crate) fn keep_proposal(&mut self, proposal: &Proposal) {
        self.keep(|kept| {
            kept.game = Some(proposal.game);
            kept.proposals.retain(|kept| kept.game != proposal.game);
            kept.proposals.push(proposal.clone());
        });
    }

    /// The chain that was made last on 1 to this size, or on 1 to 100.
    pub(crate) fn chain(&self, size: Option<u32>) -> KeptChain {
        let size = size.unwrap_or(100);
        let kept = self.kept.chains.iter().find(|chain| chain.size == size);
        kept.cloned().unwrap_or_else(|| KeptChain { size, ..KeptChain::default() })
    }

    pub(crate) fn keep_chain(&mut self, chain: KeptChain) {
        self.keep(|kept| {
            kept.chains.retain(|kept| kept.size != chain.size);
            kept.chains.push(chain);
        });
    }

    /// Remembers other choices. What cannot be written is forgotten.
    pub(crate) fn keep(&mut self, change: impl FnOnce(&mut Choices)) {
        change(&mut self.kept);
        let _ = self.write();
    }

    /// The colours that were chosen on the screen.
    pub const fn theme(&self) -> Option<ThemeName> {
        self.kept.theme
    }

    fn write(&self) -> std::io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        std::fs::create_dir_all(folder_of(path))?;
        write_whole(path, &serde_json::to_vec(&self.kept)?, true)
    }
}

//! The full-screen board of divvy.
//!
//! A key or a mouse press becomes an [`Input`]; [`App::apply`] changes the state; [`draw`] paints it. Each screen is a
//! component with its commands, its reactions, its layout and its drawing in one module. What takes time leaves the
//! state as a [`Job`] and comes back as an input. [`run`] is the loop around them on a real terminal.

use divvy_analysis::ProposalError;
use divvy_match::{Proposal, Setup};

mod app;
mod board;
mod chain;
mod command;
mod component;
mod explore;
mod glyphs;
mod help;
mod keys;
mod memory;
mod save;
mod settings;
mod setup;
mod start;
mod terminal;
mod theme;
mod view;
mod work;

pub use app::{App, draw};
pub use command::Command;
pub use component::{Departure, Input};
pub use keys::{Key, KeyMap};
pub use memory::Memory;
pub use settings::BoardSettings;
pub use terminal::{Exit, run};
pub use theme::{Colours, Look, ThemeName};
pub use work::{Job, JobResult, Task, Thinker};

/// The setup of a proposal, with the players named.
///
/// # Errors
/// When the match cannot begin.
pub fn begin(proposal: &Proposal, seed: Option<u64>) -> Result<Setup, ProposalError> {
    let names = divvy_words::proposal::named(proposal);
    divvy_analysis::begin(&Proposal { names, ..proposal.clone() }, seed)
}

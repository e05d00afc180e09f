//! The full-screen board of divvy.
//!
//! A key or a mouse press becomes an [`Action`]; [`App::apply`] changes the state; [`draw`] paints it. What takes
//! time leaves the state as a [`Job`] and comes back as an action. [`run`] is the loop around them on a real
//! terminal. All that happens to a match happens in crate `play`.

mod action;
mod app;
mod command;
mod draw;
mod form;
mod grid;
mod keys;
mod layout;
mod memory;
mod mouse;
mod replay;
mod settings;
mod start;
mod table;
mod terminal;
mod theme;
mod work;

pub use action::Action;
pub use app::{App, Departure};
pub use command::{Command, Room};
pub use draw::draw;
pub use keys::{Key, KeyMap, KeyMapError, NoKey};
pub use memory::Memory;
pub use settings::{Settings, SettingsError};
pub use terminal::{Outcome, run};
pub use theme::{Look, ThemeName};
pub use work::{Answer, Job, Task, Thinker};

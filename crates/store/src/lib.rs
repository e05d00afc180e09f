//! Matches on disk: where they are kept, how they are written whole or not at all, and who may go on with them.
//!
//! The form of the files is in `file`; what a match is, in `divvy-match`.

mod file;
mod plain;
mod session;
mod slot;
mod store;

pub use file::{FileError, decode};
pub use plain::{plain, plain_at, without_numbers};
pub use session::{Session, SessionError};
pub use slot::{folder_of, write_whole};
pub use store::{SaveError, Saved, Store, expanded};

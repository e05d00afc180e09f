//! What a registry of stored, shared things asks of one of them.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{GameError, GameId, SeatToken};

/// Something that is a setup and the events since, and that many viewers see. Only [`Subject::apply`] changes it.
pub trait Subject: Debug + Sized + Send + Sync + 'static {
    /// How it began, as it is stored.
    type Setup: Serialize + DeserializeOwned + Send + Sync;
    /// What happened to it, as it is stored.
    type Event: Serialize + DeserializeOwned + Send + Sync;
    /// A kind of viewer: all of one kind see the same bytes.
    type Viewer: Debug + Clone + Eq + Hash + Send + Sync;

    /// The state before the first event.
    fn new(setup: Self::Setup) -> Self;

    /// The number of events so far.
    fn version(&self) -> u32;

    /// Whether a new event can be applied.
    fn check(&self, event: &Self::Event) -> Result<(), GameError>;

    /// Applies an event that [`Subject::check`] accepted or that is stored.
    fn apply(&mut self, event: &Self::Event) -> Result<(), GameError>;

    /// The kind of viewer that the holder of this token is.
    fn viewer(&self, token: Option<&SeatToken>) -> Self::Viewer;

    /// The seats, 0 or 1, at which a viewer of this kind is present while its page is open.
    fn seats_of(viewer: &Self::Viewer) -> Vec<usize>;

    /// Appends the state as JSON on one line, as a viewer of this kind sees it; `present` says at which seats a page is open.
    fn write(&self, id: &GameId, viewer: &Self::Viewer, present: [bool; 2], text: &mut Vec<u8>);
}

/// What a request does, decided in the current state.
#[derive(Debug)]
pub enum Decision<S: Subject> {
    /// It causes this event.
    Apply(S::Event),
    /// It causes this event and begins another of the kind, with this id and setup: both are stored, or neither.
    ApplyAndCreate(S::Event, GameId, Box<S::Setup>),
    /// What it asks for is done already.
    Done,
    /// It refers to an older version.
    Stale,
}

//! What an operator does with the games of a database, beside servers that may be running. Nothing here gives away a token
//! or its hash.

mod check;

use std::time::Duration;

use divvy_match::Occupant;
use divvy_rules::Game;
use divvy_table::{GameEvent, GameSetup, GameState, Subject};

pub use self::check::{Damage, Report, check};
use crate::now;
use crate::registry::{apply, replay};
use crate::storage::{
    Database, GameId, GameWrite, Storage, StorageError, StorageReads, StoredEvent, WriteOutcome,
};

/// A game in a list. Times are in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct ListedGame {
    pub id: String,
    /// What its setup says; `None` if that cannot be read.
    pub about: Option<About>,
    pub created: i64,
    /// When it was created or got its last event.
    pub active: i64,
    /// How many events it has.
    pub events: i64,
    /// How many bytes of text it has.
    pub bytes: i64,
}

/// What the setup of a game says.
#[derive(Clone, Debug)]
pub struct About {
    pub game: Game,
    /// Who plays with whom: `local`, `friend` or `computer`.
    pub mode: &'static str,
    pub players: [Occupant; 2],
}

impl About {
    fn of(setup: &GameSetup) -> Self {
        let (mode, players) = (setup.mode.name(), setup.players.clone());
        Self { game: setup.rules.game(), mode, players }
    }
}

/// Which games are listed.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub game: Option<Game>,
    /// Only those that were active within this time.
    pub active: Option<Duration>,
    /// Only those that were not active for this time.
    pub inactive: Option<Duration>,
    /// So many at the most.
    pub limit: usize,
}

/// The games that were active last, the last one first.
pub async fn list(storage: &Database, filter: &Filter) -> Result<Vec<ListedGame>, StorageError> {
    let filtered = filter.game.is_some() || filter.inactive.is_some();
    let limit = if filtered { i64::MAX } else { i64::try_from(filter.limit).unwrap_or(i64::MAX) };
    let rows = storage.list(limit).await?.into_iter();
    let listed = rows.map(|(id, created, setup, events, active, bytes)| {
        let about = serde_json::from_str(&setup).ok().map(|setup| About::of(&setup));
        ListedGame { id, about, created, active, events, bytes }
    });
    let wanted = listed.filter(|ListedGame { about, active, .. }| {
        filter.game.is_none_or(|game| about.as_ref().is_some_and(|about| about.game == game))
            && filter.active.is_none_or(|age| *active >= before_now(age))
            && filter.inactive.is_none_or(|age| *active < before_now(age))
    });
    Ok(wanted.take(filter.limit).collect())
}

fn before_now(age: Duration) -> i64 {
    now().saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX))
}

#[derive(Clone, Debug)]
pub struct ShownGame {
    pub about: About,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    pub state: GameState,
    pub events: Vec<ShownEvent>,
}

#[derive(Clone, Debug)]
pub struct ShownEvent {
    pub number: u32,
    /// When it was stored, in milliseconds since 1970.
    pub at: i64,
    pub kind: String,
    /// What happened, as the players were told.
    pub said: String,
}

/// A game with its events; `None` if there is no such game.
pub async fn show(storage: &Database, id: &GameId) -> Result<Option<ShownGame>, StorageError> {
    let Some(stored) = storage.load(id).await? else { return Ok(None) };
    let setup: GameSetup = serde_json::from_str(&stored.setup)
        .map_err(|error| StorageError::damaged(id, 0, &error))?;
    let (about, mut state) = (About::of(&setup), GameState::new(setup));
    let mut events = Vec::new();
    for event in &stored.events {
        apply(id, &mut state, event)?;
        let (number, at, said) = (event.number, event.at, state.said().to_string());
        events.push(ShownEvent { number, at, kind: kind(event), said });
    }
    Ok(Some(ShownGame { about, created: stored.at, state, events }))
}

fn kind(event: &StoredEvent) -> String {
    let value: serde_json::Value = serde_json::from_str(&event.text).unwrap_or_default();
    value["kind"].as_str().unwrap_or_default().to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Now,
    Before,
    NoSuchGame,
}

/// Ends a game: nothing can happen in it any more. Running servers are told.
pub async fn end(storage: &Database, id: &GameId) -> Result<Ended, StorageError> {
    loop {
        let Some(stored) = storage.load(id).await? else { return Ok(Ended::NoSuchGame) };
        let state: GameState = replay(id, &stored)?;
        if state.is_ended() {
            storage.announce_end(id).await?;
            return Ok(Ended::Before);
        }
        let text = serde_json::to_string(&GameEvent::Ended)
            .map_err(|error| StorageError::Invalid(error.to_string()))?;
        let event = StoredEvent { number: state.version() + 1, at: now(), text };
        let write = GameWrite::Append { id: id.clone(), event, begins: None };
        if storage.write(vec![write]).await? == [WriteOutcome::Stored] {
            storage.announce_end(id).await?;
            return Ok(Ended::Now);
        }
        // A player was faster.
    }
}

/// Deletes all games in which nothing has happened for this time, and returns how many.
pub async fn delete_inactive(storage: &Database, age: Duration) -> Result<u64, StorageError> {
    let (since, mut deleted) = (before_now(age), 0);
    loop {
        match storage.delete_inactive(since).await? {
            0 => return Ok(deleted),
            step => deleted += step,
        }
    }
}

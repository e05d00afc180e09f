//! Checks every game of a database.

use crate::registry::replay;
use divvy_table::GameState;

use crate::storage::{Database, GameId, StorageError, StorageReads, StoredGame};

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The id of the game; `None` if no game is concerned.
    pub game: Option<String>,
    /// The serial number of the game's row.
    pub row: Option<i64>,
    /// The number of the first event that is wrong; 0 for the setup.
    pub event: Option<u32>,
    /// What is wrong.
    pub cause: String,
}

impl Damage {
    const fn structural(cause: String) -> Self {
        Self { game: None, row: None, event: None, cause }
    }
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many games there are, damaged ones included.
    pub games: u64,
    /// How many events those have that are whole.
    pub events: u64,
    /// Everything that is damaged.
    pub damage: Vec<Damage>,
}

/// Replays every game and verifies every checksum. `progress` gets the number of games so far. Games that are changed or
/// deleted meanwhile are no damage.
pub async fn check(
    storage: &Database,
    mut progress: impl FnMut(u64),
) -> Result<Report, StorageError> {
    let mut report = Report::default();
    match storage.structural_damage().await {
        Ok(found) => report.damage.extend(found.into_iter().map(Damage::structural)),
        Err(error) => report.damage.push(Damage::structural(cause_of(error)?)),
    }
    let mut after = i64::MIN;
    loop {
        let ids = match storage.ids_after(after).await {
            Ok(ids) => ids,
            Err(error) => {
                report.damage.push(Damage::structural(cause_of(error)?));
                break;
            }
        };
        let Some(&(last, _)) = ids.last() else { break };
        if last <= after {
            // A row whose number was changed is found again and again.
            let cause = "the rows of games are not in the order of their numbers".to_owned();
            report.damage.push(Damage::structural(cause));
            break;
        }
        after = last;
        for (serial, id) in ids {
            report.games += 1;
            match check_game(storage, serial, &id).await? {
                Ok(events) => report.events += events,
                Err(damage) => report.damage.push(damage),
            }
            progress(report.games);
        }
    }
    Ok(report)
}

/// What is damaged, if that is what the storage says; otherwise the check cannot go on.
fn cause_of(error: StorageError) -> Result<String, StorageError> {
    match error {
        StorageError::Damaged(cause) => Ok(cause),
        error => Err(error),
    }
}

/// How many events a game has, or what is wrong with it.
async fn check_game(
    storage: &Database,
    serial: i64,
    id: &[u8],
) -> Result<Result<u64, Damage>, StorageError> {
    let text = String::from_utf8_lossy(id).into_owned();
    let damage = |event, cause: String| {
        Ok(Err(Damage { game: Some(text.clone()), row: Some(serial), event, cause }))
    };
    if serial < 1 {
        return damage(None, "its row has a number that no row is given".to_owned());
    }
    let Some(known) = GameId::parse(&text) else {
        return damage(Some(0), "its id is not that of a game".to_owned());
    };
    let replayed = match storage.load(&known).await {
        Ok(Some(stored)) => {
            let events = stored.events.len() as u64;
            replay_apart(known, stored).await.map(|()| events)
        }
        Ok(None) => {
            // It may have been deleted since the list was read.
            let next = storage.ids_after(serial.saturating_sub(1)).await?;
            match next.first() {
                Some((found, same)) if *found == serial && same == id => {
                    return damage(Some(0), "it is not found by its id".to_owned());
                }
                _ => Ok(0),
            }
        }
        Err(error) => Err(error),
    };
    match replayed {
        Ok(events) => Ok(Ok(events)),
        Err(StorageError::DamagedGame { event, cause, .. }) => damage(Some(event), cause),
        Err(error) => damage(None, cause_of(error)?),
    }
}

/// Replays a game on a thread of its own: a long one takes seconds.
async fn replay_apart(id: GameId, stored: StoredGame) -> Result<(), StorageError> {
    let replayed = tokio::task::spawn_blocking(move || replay::<GameState>(&id, &stored).map(drop));
    replayed.await.map_err(|error| StorageError::Unavailable(error.to_string()))?
}

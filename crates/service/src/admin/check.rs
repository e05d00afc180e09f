//! Checks every game of a database.

use divvy_table::GameState;
use tokio::task::spawn_blocking;

use crate::registry::replay;
use crate::storage::{Database, GameId, StorageError, StorageReads};

/// Something that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The id of the game; `None` if no game is concerned.
    pub game: Option<String>,
    /// The serial number of the game's row.
    pub row: Option<i64>,
    /// The number of the first event that is wrong; 0 for the setup.
    pub event: Option<u32>,
    pub cause: String,
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many games there are, damaged ones included.
    pub games: u64,
    /// How many events those have that are whole.
    pub events: u64,
    pub damage: Vec<Damage>,
}

impl Report {
    fn note(&mut self, cause: String) {
        self.damage.push(Damage { game: None, row: None, event: None, cause });
    }

    /// Notes that something cannot be read because the database is damaged. After other errors the check cannot go on.
    fn readable<T: Default>(&mut self, read: Result<T, StorageError>) -> Result<T, StorageError> {
        match read {
            Err(StorageError::Damaged(cause)) => {
                self.note(cause);
                Ok(T::default())
            }
            read => read,
        }
    }
}

/// Replays every game and verifies every checksum. `progress` gets the number of games so far. Games that are changed or
/// deleted meanwhile are no damage.
pub async fn check(
    storage: &Database,
    mut progress: impl FnMut(u64),
) -> Result<Report, StorageError> {
    let mut report = Report::default();
    let found = report.readable(storage.structural_damage().await)?;
    found.into_iter().for_each(|cause| report.note(cause));
    let mut after = i64::MIN;
    loop {
        let ids = report.readable(storage.ids_after(after).await)?;
        let Some(&(last, _)) = ids.last() else { return Ok(report) };
        if last <= after {
            // A row whose number was changed is found again and again.
            report.note("the rows of games are not in the order of their numbers".to_owned());
            return Ok(report);
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
}

/// How many events a game has, or what is wrong with it.
async fn check_game(
    storage: &Database,
    serial: i64,
    id: &[u8],
) -> Result<Result<u64, Damage>, StorageError> {
    let text = String::from_utf8_lossy(id).into_owned();
    let damage = |event, cause: &str| {
        let (game, row) = (Some(text.clone()), Some(serial));
        Ok(Err(Damage { game, row, event, cause: cause.to_owned() }))
    };
    if serial < 1 {
        return damage(None, "its row has a number that no row is given");
    }
    let Some(known) = GameId::parse(&text) else {
        return damage(Some(0), "its id is not that of a game");
    };
    let replayed = match storage.load(&known).await {
        Ok(Some(stored)) => {
            let events = stored.events.len() as u64;
            // On a thread of its own: a long one takes seconds.
            let replayed = spawn_blocking(move || replay::<GameState>(&known, &stored).map(drop));
            let replayed = replayed.await;
            replayed.map_err(|error| StorageError::Unavailable(error.to_string()))?.map(|()| events)
        }
        Ok(None) => {
            // It may have been deleted since the list was read.
            let next = storage.ids_after(serial.saturating_sub(1)).await?;
            if next.first().is_some_and(|(found, same)| *found == serial && same == id) {
                return damage(Some(0), "it is not found by its id");
            }
            Ok(0)
        }
        Err(error) => Err(error),
    };
    match replayed {
        Ok(events) => Ok(Ok(events)),
        Err(StorageError::DamagedGame { event, cause, .. }) => damage(Some(event), &cause),
        Err(StorageError::Damaged(cause)) => damage(None, &cause),
        Err(error) => Err(error),
    }
}

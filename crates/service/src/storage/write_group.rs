//! What the back ends share: grouping the writes of a call into statements, and reading games back.

use std::collections::HashMap;

use super::checksum::row_checksum;
use super::{GameId, GameWrite, NewGame, StorageError, StoredEvent, StoredGame, WriteOutcome};

/// Rows of one call that one statement can add. A statement does not see the rows that it adds, so a group holds for
/// each game either its creation or events with successive numbers. It is sorted by game, so that two processes that
/// write to the same games lock rows in the same order.
#[derive(Debug, Default)]
pub(crate) struct WriteGroup<'a>(Vec<NewRow<'a>>);

#[derive(Debug)]
struct NewRow<'a> {
    id: &'a GameId,
    /// The number of an event, and 0 for a game.
    number: u32,
    /// Of an event: the first of the successive numbers that this one belongs to. If the event before that one is stored,
    /// then the event before this one will be, too.
    first: u32,
    at: i64,
    text: &'a str,
    /// The index of its write in the call.
    index: usize,
    /// Whether it is added only if the event of the same write, which is in an earlier group, was stored.
    is_after_event: bool,
}

/// The columns of a new row: game, number, first of the successive numbers, time, text, checksum.
pub(crate) type NewColumns<'a> = (&'a str, u32, u32, i64, &'a str, i64);

/// Groups the rows of a call. A row that does not continue the previous row of the same game goes into the next group;
/// nearly always there is only one.
pub(crate) fn group<'a>(writes: &'a [GameWrite]) -> Result<Vec<WriteGroup<'a>>, StorageError> {
    let mut groups: Vec<WriteGroup<'a>> = Vec::new();
    // Of each game: the group of its last row, its number, and the first of the successive numbers.
    let mut last_rows = HashMap::new();
    // Adds a row to the first group that can hold it, from this one on, and returns which that is.
    let mut add = |mut row: NewRow<'a>, earliest: usize| {
        let group = match last_rows.get(row.id) {
            None => earliest,
            Some(&(group, number @ 1.., first)) if row.number.checked_sub(1) == Some(number) => {
                row.first = first;
                group
            }
            Some((group, ..)) => earliest.max(group + 1),
        };
        last_rows.insert(row.id, (group, row.number, row.first));
        if group >= groups.len() {
            groups.resize_with(group + 1, WriteGroup::default);
        }
        groups[group].0.push(row);
        group
    };
    for (index, write) in writes.iter().enumerate() {
        write.validate()?;
        let (event, new) = write.parts();
        let is_after_event = event.is_some();
        let mut earliest = 0;
        // No event has the number 0.
        if let Some((id, StoredEvent { number: number @ 1.., at, text })) = event {
            let (number, at) = (*number, *at);
            let row = NewRow { id, number, first: number, at, text, index, is_after_event: false };
            earliest = add(row, 0) + 1;
        }
        if let Some(NewGame { id, at, setup }) = new {
            let (at, text) = (*at, setup);
            add(NewRow { id, number: 0, first: 0, at, text, index, is_after_event }, earliest);
        }
    }
    for WriteGroup(rows) in &mut groups {
        rows.sort_unstable_by_key(|row| (row.id, row.number));
    }
    Ok(groups)
}

impl<'a> WriteGroup<'a> {
    /// Whether it holds games only or events only.
    pub(crate) fn is_uniform(&self) -> bool {
        self.0.iter().all(|row| row.number == 0) || self.0.iter().all(|row| row.number > 0)
    }

    /// The games to create, by the outcomes of the groups before this one, and the events to append.
    pub(crate) fn columns(
        &self,
        outcomes: &[WriteOutcome],
    ) -> (Vec<NewColumns<'a>>, Vec<NewColumns<'a>>) {
        let is_new =
            |row: &&NewRow<'a>| !row.is_after_event || outcomes[row.index] == WriteOutcome::Stored;
        let columns = |row: &NewRow<'a>| {
            let checksum = row_checksum(row.id.as_str(), row.number.into(), row.at, row.text);
            (row.id.as_str(), row.number, row.first, row.at, row.text, checksum)
        };
        self.0.iter().filter(is_new).map(columns).partition(|row| row.1 == 0)
    }

    /// Records that a row was stored: the event of a game with this number, or with number 0 its creation.
    pub(crate) fn mark_stored(&self, id: &str, stored: i64, outcomes: &mut [WriteOutcome]) {
        let key = |row: &NewRow<'a>| (row.id.as_str(), i64::from(row.number));
        if let Ok(found) = self.0.binary_search_by(|row| key(row).cmp(&(id, stored))) {
            outcomes[self.0[found].index] = WriteOutcome::Stored;
        }
    }
}

/// Many rows as one parameter: the statement is the same for any number of them and is prepared once.
pub(crate) fn json(rows: &impl serde::Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// The condition that nothing has happened in a game since `$1`. Of its events only the last is looked at, which the index
/// leads to: a game may have thousands.
macro_rules! is_inactive {
    () => {
        "games.at < $1 AND $1 > coalesce(
            (SELECT events.at FROM events WHERE game = serial ORDER BY number DESC LIMIT 1), 0)"
    };
}

/// The serial numbers of inactive games to delete in one step, which other writes wait for: one game, and more as long as
/// those before have few events. The number of its last event says how many a game has.
macro_rules! inactive_games {
    () => {
        concat!(
            "SELECT serial FROM (
                SELECT serial, sum(events) OVER (ORDER BY serial) - events AS events_before FROM (
                    SELECT serial, coalesce((SELECT number FROM events WHERE game = serial
                        ORDER BY number DESC LIMIT 1), 0) AS events
                    FROM games WHERE ",
            $crate::storage::write_group::is_inactive!(),
            " LIMIT 200
                ) AS inactive
            ) AS inactive WHERE events_before < 10000"
        )
    };
}

pub(crate) use {inactive_games, is_inactive};

/// A row of a game's history: number, time, text, checksum. Number 0 is the setup.
pub(crate) type Row = (i64, i64, String, Option<i64>);

/// The game in these rows; `None` if there are no rows.
pub(crate) fn stored_game(id: &GameId, rows: Vec<Row>) -> Result<Option<StoredGame>, StorageError> {
    let mut rows = rows.into_iter();
    match rows.next() {
        None => Ok(None),
        Some(row @ (0, ..)) => {
            let StoredEvent { at, text: setup, .. } = verified(id, row, 0)?;
            let events = stored_events(id, rows, 0)?;
            Ok(Some(StoredGame { setup, at, events }))
        }
        Some(_) => Err(StorageError::damaged(id, 0, &"the setup is missing")),
    }
}

/// The events in these rows, which must follow this number without a gap.
pub(crate) fn stored_events(
    id: &GameId,
    rows: impl IntoIterator<Item = Row>,
    after: u32,
) -> Result<Vec<StoredEvent>, StorageError> {
    let numbers = (1..).map_while(|step| after.checked_add(step));
    let rows = rows.into_iter().zip(numbers);
    rows.map(|(row, expected)| verified(id, row, expected)).collect()
}

/// The row, which must be the one with this number, as it was written.
fn verified(
    id: &GameId,
    (number, at, text, checksum): Row,
    expected: u32,
) -> Result<StoredEvent, StorageError> {
    if number != i64::from(expected) {
        return Err(StorageError::damaged(
            id,
            expected,
            &format!("event {number} is in its place"),
        ));
    }
    if checksum != Some(row_checksum(id.as_str(), number, at, &text)) {
        return Err(StorageError::damaged(id, expected, &"its checksum is wrong"));
    }
    Ok(StoredEvent { number: expected, at, text })
}

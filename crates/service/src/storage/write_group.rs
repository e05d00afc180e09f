//! What the back ends share: grouping the writes of a call into statements, and reading games back.

use std::collections::HashMap;

use super::checksum::row_checksum;
use super::{GameId, GameWrite, NewGame, StorageError, StoredEvent, StoredGame, WriteOutcome};

/// Rows of one call that one statement can add. A statement does not see the rows that it adds, so a group holds for
/// each game either its creation or events with successive numbers. It is sorted by game, so that two processes that
/// write to the same games lock rows in the same order.
#[derive(Debug, Default)]
pub(crate) struct WriteGroup<'a> {
    rows: Vec<GroupedRow<'a>>,
}

#[derive(Debug)]
struct GroupedRow<'a> {
    id: &'a GameId,
    row: NewRow<'a>,
    /// The index of its write in the call.
    index: usize,
    /// Of an event: the first of the successive numbers that this one belongs to. If the event before that one is stored,
    /// then the event before this one will be, too.
    first: u32,
}

#[derive(Clone, Copy, Debug)]
enum NewRow<'a> {
    Game(&'a NewGame),
    /// A game that is created only if the event of the same write, which is in an earlier group, was stored.
    GameAfterEvent(&'a NewGame),
    Event(&'a StoredEvent),
}

impl NewRow<'_> {
    /// The number of an event, and 0 for a game.
    const fn number(self) -> u32 {
        match self {
            Self::Game(_) | Self::GameAfterEvent(_) => 0,
            Self::Event(event) => event.number,
        }
    }
}

/// The columns of a game to create: id, time, setup, checksum.
pub(crate) type GameColumns<'a> = (&'a str, i64, &'a str, i64);

/// The columns of an event to append: game, number, first of the successive numbers, time, text, checksum.
pub(crate) type EventColumns<'a> = (&'a str, i64, i64, i64, &'a str, i64);

/// Groups the rows of a call. A row that does not continue the previous row of the same game goes into the next group;
/// nearly always there is only one.
pub(crate) fn group(writes: &[GameWrite]) -> Result<Vec<WriteGroup<'_>>, StorageError> {
    let mut grouping = Grouping::default();
    for (index, write) in writes.iter().enumerate() {
        write.validate()?;
        match write {
            GameWrite::Create(new) => grouping.add(&new.id, NewRow::Game(new), index, 0),
            GameWrite::Append { id, event } => grouping.add(id, NewRow::Event(event), index, 0),
            GameWrite::AppendAndCreate { id, event, new } => {
                let group = grouping.add(id, NewRow::Event(event), index, 0);
                grouping.add(&new.id, NewRow::GameAfterEvent(new), index, group + 1)
            }
        };
    }
    for group in &mut grouping.groups {
        group.rows.sort_unstable_by_key(|row| (row.id, row.row.number()));
    }
    Ok(grouping.groups)
}

#[derive(Default)]
struct Grouping<'a> {
    groups: Vec<WriteGroup<'a>>,
    last_rows: HashMap<&'a GameId, LastRow>,
}

/// The last row of a game: its group, its number, and the first of the successive numbers.
#[derive(Clone, Copy)]
struct LastRow {
    group: usize,
    number: u32,
    first: u32,
}

impl<'a> Grouping<'a> {
    /// Adds a row to the first group that can hold it, from this one on, and returns which that is.
    fn add(&mut self, id: &'a GameId, row: NewRow<'a>, index: usize, earliest: usize) -> usize {
        let number = row.number();
        let (group, first) = match self.last_rows.get(id) {
            None => (earliest, number),
            Some(last) if last.number > 0 && last.number.checked_add(1) == Some(number) => {
                (last.group, last.first)
            }
            Some(last) => (earliest.max(last.group + 1), number),
        };
        self.last_rows.insert(id, LastRow { group, number, first });
        if group >= self.groups.len() {
            self.groups.resize_with(group + 1, WriteGroup::default);
        }
        self.groups[group].rows.push(GroupedRow { id, row, index, first });
        group
    }
}

impl<'a> WriteGroup<'a> {
    /// Whether it holds games only or events only.
    pub(crate) fn is_uniform(&self) -> bool {
        let mut events = self.rows.iter().map(|row| matches!(row.row, NewRow::Event(_)));
        let first = events.next();
        events.all(|event| Some(event) == first)
    }

    /// The games to create, by the outcomes of the groups before this one.
    pub(crate) fn new_games(&self, outcomes: &[WriteOutcome]) -> Vec<GameColumns<'a>> {
        let created = self.rows.iter().filter_map(|row| match row.row {
            NewRow::Game(new) => Some(new),
            NewRow::GameAfterEvent(new) if outcomes[row.index] == WriteOutcome::Stored => Some(new),
            NewRow::GameAfterEvent(_) | NewRow::Event(_) => None,
        });
        let columns = |new: &'a NewGame| {
            let (id, setup) = (new.id.as_str(), new.setup.as_str());
            (id, new.at, setup, row_checksum(id, 0, new.at, setup))
        };
        created.map(columns).collect()
    }

    pub(crate) fn new_events(&self) -> Vec<EventColumns<'a>> {
        let appended = self.rows.iter().filter_map(|row| match row.row {
            NewRow::Game(_) | NewRow::GameAfterEvent(_) => None,
            NewRow::Event(event) => {
                let (number, first) = (i64::from(event.number), i64::from(row.first));
                let (id, text) = (row.id.as_str(), event.text.as_str());
                let checksum = row_checksum(id, number, event.at, text);
                Some((id, number, first, event.at, text, checksum))
            }
        });
        appended.collect()
    }

    /// Records that a row was stored: the event of a game with this number, or with number 0 its creation.
    pub(crate) fn mark_stored(&self, id: &str, stored: i64, outcomes: &mut [WriteOutcome]) {
        let key = |row: &GroupedRow<'a>| (row.id.as_str(), i64::from(row.row.number()));
        if let Ok(found) = self.rows.binary_search_by(|row| key(row).cmp(&(id, stored))) {
            outcomes[self.rows[found].index] = WriteOutcome::Stored;
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

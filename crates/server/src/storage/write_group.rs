//! What the back ends share: grouping the writes of a call into statements, and reading games back.

use std::collections::HashMap;

use super::{GameId, GameWrite, StorageError, StoredEvent, StoredGame, WriteOutcome};

/// Writes of one call that one statement can make. A statement does not see the rows that it adds, so a group holds for
/// each game either its creation or events with successive numbers. It is sorted by game, so that two processes that
/// write to the same games lock rows in the same order.
#[derive(Debug, Default)]
pub(crate) struct WriteGroup<'a> {
    writes: Vec<GroupedWrite<'a>>,
}

#[derive(Debug)]
struct GroupedWrite<'a> {
    write: &'a GameWrite,
    /// Its index in the call.
    index: usize,
    /// The first of the successive numbers that this one belongs to. If the event before that one is stored, then the
    /// event before this one will be, too.
    first: u32,
}

/// A game to create: id, time, setup.
pub(crate) type NewGame<'a> = (&'a str, i64, &'a str);

/// An event to append: game, number, first of the successive numbers, time, text.
pub(crate) type NewEvent<'a> = (&'a str, i64, i64, i64, &'a str);

/// Groups the writes of a call. A write that does not continue the previous write to the same game goes into the next
/// group; nearly always there is only one.
pub(crate) fn group(writes: &[GameWrite]) -> Result<Vec<WriteGroup<'_>>, StorageError> {
    /// The last write to a game: its group, its number, and the first of the successive numbers.
    struct Last {
        group: usize,
        number: u32,
        first: u32,
    }
    let mut groups: Vec<WriteGroup<'_>> = Vec::new();
    let mut last_writes: HashMap<&GameId, Last> = HashMap::with_capacity(writes.len());
    for (index, write) in writes.iter().enumerate() {
        write.validate()?;
        let number = number(write);
        let (group, first) = match last_writes.get(write.id()) {
            None => (0, number),
            Some(last) if last.number > 0 && last.number.checked_add(1) == Some(number) => {
                (last.group, last.first)
            }
            Some(last) => (last.group + 1, number),
        };
        last_writes.insert(write.id(), Last { group, number, first });
        if group == groups.len() {
            groups.push(WriteGroup::default());
        }
        groups[group].writes.push(GroupedWrite { write, index, first });
    }
    for group in &mut groups {
        group.writes.sort_unstable_by_key(|grouped| (grouped.write.id(), number(grouped.write)));
    }
    Ok(groups)
}

/// The number of an event, and 0 for the creation of a game.
fn number(write: &GameWrite) -> u32 {
    match write {
        GameWrite::Create { .. } => 0,
        GameWrite::Append { event, .. } => event.number,
    }
}

impl<'a> WriteGroup<'a> {
    pub(crate) fn new_games(&self) -> impl Iterator<Item = NewGame<'a>> {
        self.writes.iter().filter_map(|grouped| match grouped.write {
            GameWrite::Create { id, at, setup } => Some((id.as_str(), *at, setup.as_str())),
            GameWrite::Append { .. } => None,
        })
    }

    pub(crate) fn new_events(&self) -> impl Iterator<Item = NewEvent<'a>> {
        self.writes.iter().filter_map(|grouped| match grouped.write {
            GameWrite::Create { .. } => None,
            GameWrite::Append { id, event } => {
                let (number, first) = (i64::from(event.number), i64::from(grouped.first));
                Some((id.as_str(), number, first, event.at, event.text.as_str()))
            }
        })
    }

    /// Records that a row was stored: the event of a game with this number, or with number 0 its creation.
    pub(crate) fn mark_stored(&self, id: &str, stored: i64, outcomes: &mut [WriteOutcome]) {
        let key = |grouped: &GroupedWrite<'a>| {
            (grouped.write.id().as_str(), i64::from(number(grouped.write)))
        };
        if let Ok(found) = self.writes.binary_search_by(|grouped| key(grouped).cmp(&(id, stored))) {
            outcomes[self.writes[found].index] = WriteOutcome::Stored;
        }
    }
}

/// Games deleted in one step; other writes continue between the steps.
pub(crate) const DELETE_AT_ONCE: usize = 200;

/// One statement, so that a game that is being deleted is found with all its events or not at all.
pub(crate) const LOAD: &str = "
    SELECT CAST(0 AS BIGINT) AS number, at, setup FROM games WHERE id = $1
    UNION ALL
    SELECT number, events.at, event FROM games JOIN events ON game = serial WHERE id = $1
    ORDER BY number";

pub(crate) const EVENTS_AFTER: &str = "
    SELECT number, events.at, event FROM games JOIN events ON game = serial
    WHERE id = $1 AND number > $2 ORDER BY number";

/// A row of a game's history: number, time, text. Number 0 is the setup.
pub(crate) type Row = (i64, i64, String);

/// The game in these rows; `None` if there are no rows.
pub(crate) fn stored_game(rows: Vec<Row>) -> Result<Option<StoredGame>, StorageError> {
    let mut rows = rows.into_iter();
    match rows.next() {
        None => Ok(None),
        Some((0, at, setup)) => Ok(Some(StoredGame { setup, at, events: stored_events(rows, 0)? })),
        Some((number, ..)) => Err(StorageError::Damaged(format!("event {number} has no game"))),
    }
}

/// The events in these rows, which must follow this number without a gap.
pub(crate) fn stored_events(
    rows: impl IntoIterator<Item = Row>,
    after: u32,
) -> Result<Vec<StoredEvent>, StorageError> {
    rows.into_iter()
        .zip(i64::from(after) + 1..)
        .map(|((number, at, text), expected)| match u32::try_from(number) {
            Ok(fits) if number == expected => Ok(StoredEvent { number: fits, at, text }),
            _ => Err(StorageError::Damaged(format!("event {number} where {expected} belongs"))),
        })
        .collect()
}

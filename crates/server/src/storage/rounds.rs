//! What the back ends share: taking a call apart into statements, and putting answers and games together.

use std::collections::HashMap;

use super::{Entry, GameId, Kept, StorageError, Write, Written};

/// Writes of one call that can be made by one statement, which does not see what it adds itself: for each game its
/// beginning, or events with successive numbers. They are in the order of the games' names, so that two processes that
/// add to the same games take turns instead of each waiting for the other.
#[derive(Debug, Default)]
pub(crate) struct Round<'a> {
    writes: Vec<Place<'a>>,
}

/// A write and its place in the call.
#[derive(Debug)]
struct Place<'a> {
    write: &'a Write,
    place: usize,
    /// The first of the successive numbers to which this one belongs. If the event before that is there, then so is the
    /// event before this one, once the statement is done.
    first: u32,
}

/// A new game: name, time, setup.
pub(crate) type Begin<'a> = (&'a str, i64, &'a str);

/// An event: name of the game, number, first of the successive numbers, time, event.
pub(crate) type Add<'a> = (&'a str, i64, i64, i64, &'a str);

/// The writes of a call as rounds. What is about the same game and does not go on from the write before it has to wait
/// for the next round; nearly always there is only one.
pub(crate) fn rounds(writes: &[Write]) -> Result<Vec<Round<'_>>, StorageError> {
    /// The last write about a game: its round, its number, and the first of the successive numbers.
    struct Last {
        round: usize,
        number: u32,
        first: u32,
    }
    let mut rounds: Vec<Round<'_>> = Vec::new();
    let mut seen: HashMap<&GameId, Last> = HashMap::with_capacity(writes.len());
    for (place, write) in writes.iter().enumerate() {
        write.check()?;
        let number = number(write);
        let (round, first) = match seen.get(write.id()) {
            None => (0, number),
            Some(last) if last.number > 0 && last.number.checked_add(1) == Some(number) => {
                (last.round, last.first)
            }
            Some(last) => (last.round + 1, number),
        };
        seen.insert(write.id(), Last { round, number, first });
        if round == rounds.len() {
            rounds.push(Round::default());
        }
        rounds[round].writes.push(Place { write, place, first });
    }
    for round in &mut rounds {
        round.writes.sort_unstable_by_key(|place| (place.write.id(), number(place.write)));
    }
    Ok(rounds)
}

/// The number of an event, and 0 for a beginning.
fn number(write: &Write) -> u32 {
    match write {
        Write::Begin { .. } => 0,
        Write::Add { entry, .. } => entry.number,
    }
}

impl<'a> Round<'a> {
    /// Its new games.
    pub(crate) fn begins(&self) -> impl Iterator<Item = Begin<'a>> {
        self.writes.iter().filter_map(|place| match place.write {
            Write::Begin { id, at, setup } => Some((id.as_str(), *at, setup.as_str())),
            Write::Add { .. } => None,
        })
    }

    /// Its events.
    pub(crate) fn adds(&self) -> impl Iterator<Item = Add<'a>> {
        self.writes.iter().filter_map(|place| match place.write {
            Write::Begin { .. } => None,
            Write::Add { id, entry } => {
                let (number, first) = (i64::from(entry.number), i64::from(place.first));
                Some((id.as_str(), number, first, entry.at, entry.event.as_str()))
            }
        })
    }

    /// Notes that this was kept: an event of the game, or with number 0 its beginning.
    pub(crate) fn kept(&self, id: &str, kept: i64, answers: &mut [Written]) {
        let key = |place: &Place<'a>| (place.write.id().as_str(), i64::from(number(place.write)));
        if let Ok(found) = self.writes.binary_search_by(|place| key(place).cmp(&(id, kept))) {
            answers[self.writes[found].place] = Written::Kept;
        }
    }
}

/// A row of a game's history: number, time, text. Number 0 is the setup.
pub(crate) type Row = (i64, i64, String);

/// The game that these rows tell of, if there are any.
pub(crate) fn game(rows: Vec<Row>) -> Result<Option<Kept>, StorageError> {
    let mut rows = rows.into_iter();
    match rows.next() {
        None => Ok(None),
        Some((0, at, setup)) => Ok(Some(Kept { setup, at, entries: entries(rows, 0)? })),
        Some((number, ..)) => Err(StorageError::Damaged(format!("event {number} has no game"))),
    }
}

/// The events in these rows, which must come right after this number and have no gap.
pub(crate) fn entries(
    rows: impl IntoIterator<Item = Row>,
    after: u32,
) -> Result<Vec<Entry>, StorageError> {
    rows.into_iter()
        .zip(i64::from(after) + 1..)
        .map(|((number, at, event), expected)| match u32::try_from(number) {
            Ok(fits) if number == expected => Ok(Entry { number: fits, at, event }),
            _ => Err(StorageError::Damaged(format!("event {number} where {expected} belongs"))),
        })
        .collect()
}

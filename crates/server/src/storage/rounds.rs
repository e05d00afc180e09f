//! What the back ends share: taking a call apart into statements, and putting answers and games together.

use std::collections::HashMap;

use super::{Entry, GameId, Kept, StorageError, Write, Written};

/// Writes of one call that can be made by one statement, because each is about another game: a statement does not see
/// what it has added itself. They are in the order of the games' names, so that two processes that add to the same
/// games take turns instead of each waiting for the other.
#[derive(Debug, Default)]
pub(crate) struct Round<'a> {
    writes: Vec<(usize, &'a Write)>,
}

/// The writes of a call as rounds: the first write of each game, then the second of each, and so on. There is nearly
/// always one.
pub(crate) fn rounds(writes: &[Write]) -> Result<Vec<Round<'_>>, StorageError> {
    let mut rounds: Vec<Round<'_>> = Vec::new();
    let mut seen: HashMap<&GameId, usize> = HashMap::with_capacity(writes.len());
    for (place, write) in writes.iter().enumerate() {
        write.check()?;
        let round = seen.entry(write.id()).or_default();
        if *round == rounds.len() {
            rounds.push(Round::default());
        }
        rounds[*round].writes.push((place, write));
        *round += 1;
    }
    for round in &mut rounds {
        round.writes.sort_unstable_by_key(|(_, write)| write.id());
    }
    Ok(rounds)
}

impl<'a> Round<'a> {
    /// Its new games: name, time, setup.
    pub(crate) fn begins(&self) -> impl Iterator<Item = (&'a str, i64, &'a str)> {
        self.writes.iter().filter_map(|(_, write)| match write {
            Write::Begin { id, at, setup } => Some((id.as_str(), *at, setup.as_str())),
            Write::Add { .. } => None,
        })
    }

    /// Its events: name of the game, number, time, event.
    pub(crate) fn adds(&self) -> impl Iterator<Item = (&'a str, i64, i64, &'a str)> {
        self.writes.iter().filter_map(|(_, write)| match write {
            Write::Begin { .. } => None,
            Write::Add { id, entry } => {
                Some((id.as_str(), i64::from(entry.number), entry.at, entry.event.as_str()))
            }
        })
    }

    /// Notes that the write about this game was kept.
    pub(crate) fn kept(&self, id: &str, answers: &mut [Written]) {
        if let Ok(found) = self.writes.binary_search_by_key(&id, |(_, write)| write.id().as_str()) {
            answers[self.writes[found].0] = Written::Kept;
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

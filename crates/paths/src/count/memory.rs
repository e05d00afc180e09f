//! What is remembered of the positions met so far, within a limit.

use std::collections::HashMap;

use crate::count::CountError;
use crate::count::amount::Amount;
use divvy_rules::mixed;

/// Tables are many and small, so that while one grows, and exists twice, little more memory is taken.
const TABLES: usize = 1 << 10;

/// An entry with the byte that the table itself keeps for it.
const ENTRY: u64 = size_of::<(u64, [u64; 2])>() as u64 + 1;

/// Amounts from here on stand in a list of their own, and the entry says where.
const LISTED: u64 = 1 << 63;

/// The games won and lost by the player to move, for every position met.
#[derive(Debug)]
pub(super) struct Memory {
    tables: Vec<HashMap<u64, [u64; 2]>>,
    large: Vec<Amount>,
    /// What the amounts beyond two machine words take elsewhere.
    elsewhere: u64,
    len: u64,
    /// Room for so many entries has been taken.
    room: u64,
    limit: u64,
}

impl Memory {
    pub(super) fn new(limit: u64) -> Self {
        let tables = (0..TABLES).map(|_| HashMap::default()).collect();
        Self { tables, large: Vec::new(), elsewhere: 0, len: 0, room: 0, limit }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        self.room * ENTRY + list_bytes(self.large.capacity()) + self.elsewhere
    }

    pub(super) fn get(&self, key: u64) -> Option<[Amount; 2]> {
        let entry = self.tables[table(key)].get(&key)?;
        Some(entry.map(|word| match word.checked_sub(LISTED) {
            None => Amount::from(u128::from(word)),
            Some(place) => self.large[place as usize].clone(),
        }))
    }

    pub(super) fn insert(&mut self, key: u64, games: &[Amount; 2]) -> Result<(), CountError> {
        let place = table(key);
        let before = self.tables[place].capacity();
        let mut more = 0;
        if self.tables[place].len() == before {
            // A full table doubles. A table has room for 8 entries for every 7 it may hold.
            more += (2 * before as u64).max(4) * 8 / 7 * ENTRY;
        }
        if self.large.len() + games.len() > self.large.capacity() {
            more += list_bytes((2 * self.large.capacity()).max(4));
        }
        if self.bytes() + more > self.limit {
            return Err(CountError::Memory { limit: self.limit, positions: self.len });
        }
        let entry = games.each_ref().map(|amount| self.word(amount));
        self.tables[place].insert(key, entry);
        self.len += 1;
        let grown = self.tables[place].capacity() - before;
        self.room += grown as u64 * 8 / 7;
        Ok(())
    }

    fn word(&mut self, amount: &Amount) -> u64 {
        match amount {
            Amount::Small(small) if *small < u128::from(LISTED) => *small as u64,
            _ => {
                self.elsewhere += amount.bytes_elsewhere();
                self.large.push(amount.clone());
                LISTED + (self.large.len() - 1) as u64
            }
        }
    }
}

/// What a list of so many amounts takes.
fn list_bytes(capacity: usize) -> u64 {
    (capacity * size_of::<Amount>()) as u64
}

/// Which table a key belongs to: bits that the tables themselves use least.
fn table(key: u64) -> usize {
    (mixed(key) >> 32) as usize % TABLES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_any_size_are_remembered() {
        let mut memory = Memory::new(1 << 30);
        let mut beyond = Amount::from(u128::MAX);
        beyond += Amount::from(1);
        let games = [
            [Amount::from(0), Amount::from(u128::from(LISTED) - 1)],
            [Amount::from(u128::from(LISTED)), beyond],
        ];
        for (key, games) in games.iter().enumerate() {
            memory.insert(key as u64, games).unwrap();
        }
        for (key, games) in games.into_iter().enumerate() {
            assert_eq!(memory.get(key as u64), Some(games));
        }
        assert_eq!(memory.get(2), None);
    }
}

//! A hash table of states. Open addressing with any capacity, so that it grows by a half and not by doubling; keys stand
//! apart from what belongs to them, so that a table can be a set, or lend its places to another list.

use crate::budget::Budget;
use crate::frontier::Key;

/// Keys and what belongs to them.
#[derive(Debug)]
pub(crate) struct Table<K, T> {
    keys: Vec<K>,
    values: Vec<T>,
    len: usize,
}

impl<K: Key, T: Clone + Default> Table<K, T> {
    /// What one place takes.
    pub(crate) const PLACE: u64 = (size_of::<K>() + size_of::<T>()) as u64;

    /// A table without keys, with room for some.
    pub(crate) fn new(room: usize) -> Self {
        let places = room / 3 * 4 + 8;
        Self { keys: vec![K::NONE; places], values: vec![T::default(); places], len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many places there are; keys have places below that.
    pub(crate) fn places(&self) -> usize {
        self.keys.len()
    }

    /// What it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.places() as u64 * Self::PLACE
    }

    /// Whether no key should be added before it has grown.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.len * 4 >= self.keys.len() * 3
    }

    /// The places that it would have once it has grown.
    pub(crate) fn next_places(&self) -> usize {
        self.places() / 2 * 3
    }

    /// Moves to more places.
    pub(crate) fn grow(&mut self) {
        let places = self.next_places();
        let mut grown =
            Self { keys: vec![K::NONE; places], values: vec![T::default(); places], len: 0 };
        for (key, value) in self.keys.iter().zip(&mut self.values) {
            if *key != K::NONE {
                let (place, _) = grown.insert(*key);
                grown.values[place] = std::mem::take(value);
            }
        }
        *self = grown;
    }

    /// Lets a full table grow; false if the budget does not allow it.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, budget: &Budget) -> bool {
        if !self.is_full() {
            return true;
        }
        let before = self.bytes();
        let fits = budget.take(self.next_places() as u64 * Self::PLACE);
        if fits {
            self.grow();
            budget.give(before);
        }
        fits
    }

    /// The place of a key, which is added if it is not there, and whether it was. The table must not be full.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: K) -> (usize, bool) {
        let place = self.search(key);
        let is_new = self.keys[place] == K::NONE;
        if is_new {
            self.keys[place] = key;
            self.len += 1;
        }
        (place, is_new)
    }

    /// The place of a key that is there.
    #[inline(always)]
    pub(crate) fn find(&self, key: K) -> usize {
        self.search(key)
    }

    /// What belongs to a key, if it is there.
    pub(crate) fn get(&self, key: K) -> Option<&T> {
        let place = self.search(key);
        (self.keys[place] == key).then(|| &self.values[place])
    }

    /// What belongs to the key at a place.
    #[inline(always)]
    pub(crate) fn value(&mut self, place: usize) -> &mut T {
        &mut self.values[place]
    }

    /// The key at a place.
    #[inline(always)]
    pub(crate) fn key(&self, place: usize) -> Option<K> {
        let key = self.keys[place];
        (key != K::NONE).then_some(key)
    }

    /// Takes the keys and values out.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (K, T)> {
        self.keys.into_iter().zip(self.values).filter(|(key, _)| *key != K::NONE)
    }

    #[inline(always)]
    fn search(&self, key: K) -> usize {
        let places = self.keys.len();
        let mut place = ((u128::from(key.hash()) * places as u128) >> 64) as usize;
        while self.keys[place] != key && self.keys[place] != K::NONE {
            place += 1;
            if place == places {
                place = 0;
            }
        }
        place
    }
}

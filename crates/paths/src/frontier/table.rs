//! A hash table of states. Open addressing with any capacity, so that it grows by a half and not by doubling; keys stand
//! apart from what belongs to them, so that a table can be a set, or lend its places to another list.

use crate::budget::Budget;
use crate::frontier::Key;

#[derive(Debug)]
pub(crate) struct Table<K, T> {
    keys: Vec<K>,
    values: Vec<T>,
    len: usize,
}

impl<K: Key, T: Clone + Default> Table<K, T> {
    /// What one place takes, in bytes.
    pub(crate) const PLACE: u64 = (size_of::<K>() + size_of::<T>()) as u64;

    pub(crate) fn new() -> Self {
        Self::with_places(8)
    }

    fn with_places(places: usize) -> Self {
        Self { keys: vec![K::NONE; places], values: vec![T::default(); places], len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many places there are; keys have places below that.
    pub(crate) fn places(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.places() as u64 * Self::PLACE
    }

    /// Whether no key should be added before it has grown.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.len * 4 >= self.keys.len() * 3
    }

    /// Lets a full table grow, with lists beside it of so many bytes a place; false if the budget does not allow it.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, budget: &Budget, beside: u64) -> bool {
        !self.is_full() || self.grow(budget, beside)
    }

    fn grow(&mut self, budget: &Budget, beside: u64) -> bool {
        let (before, more) = (self.bytes(), self.places() / 2);
        let places = self.places() + more;
        let fits = budget.take(places as u64 * Self::PLACE + more as u64 * beside);
        if fits {
            let smaller = std::mem::replace(self, Self::with_places(places));
            smaller.into_entries().for_each(|(key, value)| *self.insert(key).0 = value);
            budget.give(before);
        }
        fits
    }

    /// What belongs to a key, which is added if it is not there, and whether it was. The table must not be full.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: K) -> (&mut T, bool) {
        let place = self.find(key);
        let is_new = self.keys[place] == K::NONE;
        if is_new {
            self.keys[place] = key;
            self.len += 1;
        }
        (&mut self.values[place], is_new)
    }

    /// What belongs to a key, if it is there.
    pub(crate) fn get(&self, key: K) -> Option<&T> {
        let place = self.find(key);
        (self.keys[place] == key).then(|| &self.values[place])
    }

    #[inline(always)]
    pub(crate) fn key(&self, place: usize) -> Option<K> {
        let key = self.keys[place];
        (key != K::NONE).then_some(key)
    }

    pub(crate) fn into_entries(self) -> impl Iterator<Item = (K, T)> {
        self.keys.into_iter().zip(self.values).filter(|(key, _)| *key != K::NONE)
    }

    /// The place of a key, or the one where it would be added.
    #[inline(always)]
    pub(crate) fn find(&self, key: K) -> usize {
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

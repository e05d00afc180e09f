//! The states between two steps, and the tables in which several threads gather those of the next layer.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::budget::Budget;
use crate::count::paths::add;
use crate::frontier::{Key, Next, Table};

/// Numbers of paths of even and of odd length.
pub(super) type Ways = [u128; 2];

/// States handed to a thread at a time.
pub(super) const PIECE: usize = 1 << 12;
/// Tables of a layer, each with its own lock; few states need one only.
const TABLES: usize = 16;
const FEW: usize = 1 << 13;
/// New states that a thread keeps before it locks a table.
const KEPT: usize = 256;

/// States of paths whose start is not placed yet, with the ways to reach them.
#[derive(Debug)]
pub(super) struct Open<K> {
    pub(super) keys: Vec<K>,
    pub(super) ways: Vec<Ways>,
}

impl<K: Key> Open<K> {
    pub(super) fn bytes(&self) -> u64 {
        self.keys.len() as u64 * Table::<K, Ways>::PLACE
    }
}

/// States of paths whose start is placed.
#[derive(Debug)]
pub(super) struct Begun<K> {
    tables: Vec<Table<K, ()>>,
    /// Where the places of each table begin in a list for all.
    offsets: Vec<usize>,
}

impl<K: Key> Begun<K> {
    /// No state.
    pub(super) fn none() -> Self {
        Self::new(Vec::new())
    }

    fn new(tables: Vec<Table<K, ()>>) -> Self {
        let mut places = 0;
        let offsets = tables.iter().map(|table| {
            places += table.places();
            places - table.places()
        });
        Self { offsets: offsets.collect(), tables }
    }

    pub(super) fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// How long a list with room for every state is.
    pub(super) fn places(&self) -> usize {
        self.tables.iter().map(Table::places).sum()
    }

    /// Where a state stands in such a list.
    #[inline(always)]
    pub(super) fn find(&self, key: K) -> usize {
        let table = table_of(key, self.tables.len());
        self.offsets[table] + self.tables[table].find(key)
    }

    /// The places, in pieces.
    pub(super) fn units(&self) -> Vec<(usize, Range<usize>)> {
        let tables = self.tables.iter().enumerate();
        tables
            .flat_map(|(at, table)| pieces(table.places()).map(move |range| (at, range)))
            .collect()
    }

    /// The state at a place of a table.
    #[inline(always)]
    pub(super) fn key(&self, table: usize, place: usize) -> Option<K> {
        self.tables[table].key(place)
    }
}

/// A range in pieces.
pub(super) fn pieces(len: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(PIECE).map(move |start| start..len.min(start + PIECE))
}

#[inline(always)]
fn table_of<K: Key>(key: K, tables: usize) -> usize {
    key.hash() as usize & (tables - 1)
}

/// The next layer while it is being made.
pub(super) struct Growing<'a, K> {
    open: Vec<Mutex<Table<K, Ways>>>,
    begun: Vec<Mutex<Table<K, ()>>>,
    budget: &'a Budget,
    out_of_memory: AtomicBool,
}

/// New states that a thread has found and not passed on yet.
pub(super) struct Outbox<K> {
    open: Vec<Vec<(K, Ways)>>,
    begun: Vec<Vec<K>>,
}

impl<'a, K: Key> Growing<'a, K> {
    /// Room for what this many states lead to; none if the memory is not enough.
    pub(super) fn new(states: usize, budget: &'a Budget) -> Option<Self> {
        let tables = if states < FEW { 1 } else { TABLES };
        let growing = Self {
            open: (0..tables).map(|_| Mutex::new(Table::new(0))).collect(),
            begun: (0..tables).map(|_| Mutex::new(Table::new(0))).collect(),
            budget,
            out_of_memory: AtomicBool::new(false),
        };
        let bytes = Table::<K, Ways>::new(0).bytes() + Table::<K, ()>::new(0).bytes();
        budget.take(tables as u64 * bytes).then_some(growing)
    }

    pub(super) fn outbox(&self) -> Outbox<K> {
        let tables = self.open.len();
        Outbox { open: vec![Vec::new(); tables], begun: vec![Vec::new(); tables] }
    }

    /// Adds what follows from a state whose start is not placed.
    #[inline(always)]
    pub(super) fn add_open(&self, outbox: &mut Outbox<K>, next: &Next<K>, ways: &Ways) {
        let Some(key) = next.key else { return };
        if next.starts {
            return self.add_begun(outbox, key);
        }
        let [even, odd] = *ways;
        let table = table_of(key, self.open.len());
        let kept = &mut outbox.open[table];
        kept.push((key, if next.visited.is_multiple_of(2) { [even, odd] } else { [odd, even] }));
        if kept.len() >= KEPT {
            self.pass_open(table, kept);
        }
    }

    /// Adds a state whose start is placed.
    #[inline(always)]
    pub(super) fn add_begun(&self, outbox: &mut Outbox<K>, key: K) {
        let table = table_of(key, self.begun.len());
        let kept = &mut outbox.begun[table];
        kept.push(key);
        if kept.len() >= KEPT {
            self.pass_begun(table, kept);
        }
    }

    fn pass_open(&self, table: usize, kept: &mut Vec<(K, Ways)>) {
        let mut table = lock(&self.open[table]);
        for (key, ways) in kept.drain(..) {
            if !self.make_room(&mut table) {
                return;
            }
            let (place, _) = table.insert(key);
            table.value(place).iter_mut().zip(ways).for_each(|(sum, ways)| add(sum, ways));
        }
    }

    fn pass_begun(&self, table: usize, kept: &mut Vec<K>) {
        let mut table = lock(&self.begun[table]);
        for key in kept.drain(..) {
            if !self.make_room(&mut table) {
                return;
            }
            table.insert(key);
        }
    }

    #[inline(always)]
    fn make_room<T: Clone + Default>(&self, table: &mut Table<K, T>) -> bool {
        let fits = table.make_room(self.budget);
        if !fits {
            self.out_of_memory.store(true, Ordering::Relaxed);
        }
        fits
    }

    pub(super) fn is_out_of_memory(&self) -> bool {
        self.out_of_memory.load(Ordering::Relaxed)
    }

    /// The layer, with what threads have kept; none if the memory is not enough.
    pub(super) fn finished(self, outboxes: Vec<Outbox<K>>) -> Option<(Open<K>, Begun<K>)> {
        for Outbox { mut open, mut begun } in outboxes {
            open.iter_mut().enumerate().for_each(|(table, kept)| self.pass_open(table, kept));
            begun.iter_mut().enumerate().for_each(|(table, kept)| self.pass_begun(table, kept));
        }
        if self.is_out_of_memory() {
            return None;
        }
        let (mut keys, mut ways) = (Vec::new(), Vec::new());
        for table in self.open.into_iter().map(unlock) {
            let (bytes, len) = (table.bytes(), table.len());
            if !self.budget.take(len as u64 * Table::<K, Ways>::PLACE) {
                return None;
            }
            keys.reserve_exact(len);
            ways.reserve_exact(len);
            for (key, pair) in table.into_entries() {
                keys.push(key);
                ways.push(pair);
            }
            self.budget.give(bytes);
        }
        let begun = self.begun.into_iter().map(unlock).collect();
        Some((Open { keys, ways }, Begun::new(begun)))
    }
}

fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unlock<T>(table: Mutex<T>) -> T {
    table.into_inner().unwrap_or_else(PoisonError::into_inner)
}

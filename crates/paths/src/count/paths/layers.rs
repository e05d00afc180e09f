//! The states between two steps, and the tables in which several threads gather those of the next layer.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::budget::Budget;
use crate::count::amount::Amount;
use crate::frontier::{Key, Next, Table};

/// States handed to a thread at a time.
pub(super) const PIECE: usize = 1 << 12;
/// Tables of a layer, each with its own lock; few states need one only.
const TABLES: usize = 16;
const FEW: usize = 1 << 13;
/// New states that a thread keeps before it locks a table.
const KEPT: usize = 256;

/// States of paths whose start is not placed yet, with the ways to reach them.
#[derive(Debug)]
pub(super) struct Open<K, A> {
    pub(super) keys: Vec<K>,
    pub(super) ways: Vec<[A; 2]>,
}

impl<K: Key, A: Amount> Open<K, A> {
    pub(super) fn bytes(&self) -> u64 {
        self.keys.len() as u64 * Table::<K, [A; 2]>::PLACE
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

    pub(super) fn units(&self) -> Vec<(usize, Range<usize>)> {
        let tables = self.tables.iter().enumerate();
        tables
            .flat_map(|(at, table)| pieces(table.places()).map(move |range| (at, range)))
            .collect()
    }

    #[inline(always)]
    pub(super) fn key(&self, table: usize, place: usize) -> Option<K> {
        self.tables[table].key(place)
    }
}

pub(super) fn pieces(len: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(PIECE).map(move |start| start..len.min(start + PIECE))
}

#[inline(always)]
fn table_of<K: Key>(key: K, tables: usize) -> usize {
    key.hash() as usize & (tables - 1)
}

/// What belongs to a state that several ways lead to.
trait Sum: Copy + Default {
    fn add(&mut self, other: Self);
}

impl Sum for () {
    fn add(&mut self, (): ()) {}
}

impl<A: Amount> Sum for [A; 2] {
    #[inline(always)]
    fn add(&mut self, other: Self) {
        self.iter_mut().zip(other).for_each(|(sum, ways)| *sum = sum.plus(ways));
    }
}

/// Tables that several threads fill, and new states that a thread has found and not passed on yet.
type Locked<K, T> = Vec<Mutex<Table<K, T>>>;
type Kept<K, T> = Vec<Vec<(K, T)>>;

/// The next layer while it is being made.
pub(super) struct Growing<'a, K, A> {
    open: Locked<K, [A; 2]>,
    begun: Locked<K, ()>,
    budget: &'a Budget,
}

pub(super) struct Outbox<K, A> {
    open: Kept<K, [A; 2]>,
    begun: Kept<K, ()>,
}

impl<'a, K: Key, A: Amount> Growing<'a, K, A> {
    /// Room for what this many states lead to; none if the memory is not enough.
    pub(super) fn new(states: usize, budget: &'a Budget) -> Option<Self> {
        let tables = if states < FEW { 1 } else { TABLES };
        let open = tables_of(tables, budget)?;
        Some(Self { open, begun: tables_of(tables, budget)?, budget })
    }

    pub(super) fn outbox(&self) -> Outbox<K, A> {
        let tables = self.open.len();
        Outbox { open: vec![Vec::new(); tables], begun: vec![Vec::new(); tables] }
    }

    /// Adds what follows from a state whose start is not placed.
    #[inline(always)]
    pub(super) fn add_open(&self, outbox: &mut Outbox<K, A>, next: &Next<K>, ways: &[A; 2]) {
        let Some(key) = next.key else { return };
        if next.starts {
            return self.add_begun(outbox, key);
        }
        let [even, odd] = *ways;
        let ways = if next.visited.is_multiple_of(2) { [even, odd] } else { [odd, even] };
        self.keep(&self.open, &mut outbox.open, key, ways);
    }

    /// Adds a state whose start is placed.
    #[inline(always)]
    pub(super) fn add_begun(&self, outbox: &mut Outbox<K, A>, key: K) {
        self.keep(&self.begun, &mut outbox.begun, key, ());
    }

    #[inline(always)]
    fn keep<T: Sum>(&self, tables: &Locked<K, T>, kept: &mut Kept<K, T>, key: K, value: T) {
        let table = table_of(key, tables.len());
        kept[table].push((key, value));
        if kept[table].len() >= KEPT {
            self.pass(&tables[table], &mut kept[table]);
        }
    }

    fn pass<T: Sum>(&self, table: &Mutex<Table<K, T>>, kept: &mut Vec<(K, T)>) {
        let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, value) in kept.drain(..) {
            if !table.make_room(self.budget, 0) {
                return;
            }
            table.insert(key).0.add(value);
        }
    }

    /// The layer, with what threads have kept; none if the memory is not enough.
    pub(super) fn finished(self, outboxes: Vec<Outbox<K, A>>) -> Option<(Open<K, A>, Begun<K>)> {
        for Outbox { mut open, mut begun } in outboxes {
            self.open.iter().zip(&mut open).for_each(|(table, kept)| self.pass(table, kept));
            self.begun.iter().zip(&mut begun).for_each(|(table, kept)| self.pass(table, kept));
        }
        if self.budget.is_exceeded() {
            return None;
        }
        let (mut keys, mut ways) = (Vec::new(), Vec::new());
        for table in self.open.into_iter().map(unlock) {
            let (bytes, len) = (table.bytes(), table.len());
            if !self.budget.take(len as u64 * Table::<K, [A; 2]>::PLACE) {
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

fn tables_of<K: Key, T: Sum>(count: usize, budget: &Budget) -> Option<Locked<K, T>> {
    let tables: Vec<_> = (0..count).map(|_| Table::new()).collect();
    let bytes = tables.iter().map(Table::bytes).sum();
    budget.take(bytes).then(|| tables.into_iter().map(Mutex::new).collect())
}

fn unlock<T>(table: Mutex<T>) -> T {
    table.into_inner().unwrap_or_else(PoisonError::into_inner)
}

//! What becomes of a state when a number is eliminated.

use crate::frontier::Step;
use crate::frontier::key::{END, FINISH_END, INSIDE, Key, MARK, START_END, UNTOUCHED};

/// What the other end of a piece is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Far {
    Start,
    Finish,
    Slot(usize),
}

impl Far {
    #[inline(always)]
    fn of(code: u32) -> Self {
        match code {
            FINISH_END => Far::Finish,
            START_END | 5 => Far::Start,
            code => Far::Slot(((code - END) >> 1) as usize),
        }
    }
}

/// One way on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next<K> {
    /// The state; none if the path is complete.
    pub(crate) key: Option<K>,
    /// How many numbers were found to be visited: the one that was eliminated, and those inside a complete path.
    pub(crate) visited: u32,
    /// Whether the path starts at the number that was eliminated.
    pub(crate) starts: bool,
    /// The slots of the relatives that it was joined to.
    pub(crate) joined: [Option<usize>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expansion {
    /// Paths that are complete games: their last number has no free relative.
    Complete,
    Any,
    /// All paths, one of the two directions of each: the finish is not placed before the start.
    OneWay,
}

/// All ways to go on from a state by eliminating a number.
#[inline(always)]
pub(crate) fn expand<K: Key>(
    step: &Step,
    kind: Expansion,
    state: K,
    emit: &mut impl FnMut(Next<K>),
) {
    let code = step.slot.map_or(UNTOUCHED, |slot| state.code(slot));
    let key = step.slot.map_or(state, |slot| state.with(slot, UNTOUCHED));
    if code == INSIDE {
        return emit(Next { key: Some(key), visited: 1, starts: false, joined: [None; 2] });
    }
    let expander = Expander { step, kind, key, code };
    if code <= MARK {
        expander.omit(emit);
        expander.visit_untouched(emit);
    } else {
        expander.prolong(emit);
    }
}

struct Expander<'a, K> {
    step: &'a Step,
    kind: Expansion,
    /// The state without the number that is eliminated, and the code that it had.
    key: K,
    code: u32,
}

impl<K: Key> Expander<'_, K> {
    #[inline(always)]
    fn omit(&self, emit: &mut impl FnMut(Next<K>)) {
        let has_finish = self.key.has_finish();
        if has_finish && self.code == MARK {
            return;
        }
        let mut key = self.key;
        if self.kind == Expansion::Complete && !has_finish {
            for &slot in &self.step.related {
                let code = key.code(slot);
                if code != INSIDE {
                    key = key.with(slot, code | MARK);
                }
            }
        }
        emit(Next { key: Some(key), visited: 0, starts: false, joined: [None; 2] });
    }

    /// Gives an untouched number two neighbours, or one and an end of the path, or both ends.
    #[inline(always)]
    fn visit_untouched(&self, emit: &mut impl FnMut(Next<K>)) {
        let related = &self.step.related;
        for (place, &slot) in related.iter().enumerate() {
            let Some((key, far)) = take(self.key, slot) else { continue };
            for &other in &related[place + 1..] {
                if far == Far::Slot(other) {
                    continue;
                }
                let Some((key, far_other)) = take(key, other) else { continue };
                let way = Way { key, starts: false, joined: [Some(slot), Some(other)] };
                join(way, far, far_other, emit);
            }
            self.end(key, far, Some(slot), emit);
        }
        // A path of one number.
        if self.may_start() && !self.key.has_finish() && self.code & MARK == 0 {
            let key = self.finishing(self.key).placing_start();
            complete(Way { key, starts: true, joined: [None; 2] }, emit);
        }
    }

    /// Gives the end of a piece its second neighbour, or makes it an end of the path.
    #[inline(always)]
    fn prolong(&self, emit: &mut impl FnMut(Next<K>)) {
        let far = Far::of(self.code);
        for &slot in &self.step.related {
            if far == Far::Slot(slot) {
                continue;
            }
            let Some((key, other)) = take(self.key, slot) else { continue };
            join(Way { key, starts: false, joined: [Some(slot), None] }, far, other, emit);
        }
        self.end(self.key, far, None, emit);
    }

    /// Makes the number the start or the finish of the piece whose other end is given.
    #[inline(always)]
    fn end(&self, key: K, far: Far, slot: Option<usize>, emit: &mut impl FnMut(Next<K>)) {
        let joined = [slot, None];
        if self.may_start() {
            let way = Way { key: key.placing_start(), starts: true, joined };
            join(way, far, Far::Start, emit);
        }
        if self.may_finish() {
            let way = Way { key: self.finishing(key), starts: false, joined };
            join(way, far, Far::Finish, emit);
        }
    }

    fn may_start(&self) -> bool {
        !self.key.has_start() && self.step.can_start
    }

    fn may_finish(&self) -> bool {
        let in_turn = self.kind != Expansion::OneWay || self.key.has_start();
        !self.key.has_finish() && self.code & MARK == 0 && in_turn
    }

    /// The state once the number is the finish: its untouched relatives have to be visited.
    #[inline(always)]
    fn finishing(&self, key: K) -> K {
        if self.kind != Expansion::Complete {
            return key.placing_finish();
        }
        let mut key = key.unmarked().placing_finish();
        for &slot in &self.step.related {
            if key.code(slot) == UNTOUCHED {
                key = key.with(slot, MARK);
            }
        }
        key
    }
}

/// A state in which two pieces are still to be linked, and how it came about.
struct Way<K> {
    key: K,
    starts: bool,
    joined: [Option<usize>; 2],
}

/// Links two pieces, given what is at their other ends.
#[inline(always)]
fn join<K: Key>(way: Way<K>, a: Far, b: Far, emit: &mut impl FnMut(Next<K>)) {
    if matches!((a, b), (Far::Start, Far::Finish) | (Far::Finish, Far::Start)) {
        return complete(way, emit);
    }
    let Way { key, starts, joined } = way;
    emit(Next { key: Some(link(key, a, b)), visited: 1, starts, joined });
}

/// Ends the path, if nothing else is begun or has to be visited.
#[inline(always)]
fn complete<K: Key>(way: Way<K>, emit: &mut impl FnMut(Next<K>)) {
    let Way { key, starts, joined } = way;
    if let Some(inside) = key.all_inside() {
        emit(Next { key: None, visited: 1 + inside, starts, joined });
    }
}

/// Uses a number of the frontier as a neighbour; none if it has two. Says what is at the other end.
#[inline(always)]
fn take<K: Key>(key: K, slot: usize) -> Option<(K, Far)> {
    match key.code(slot) {
        INSIDE => None,
        UNTOUCHED | MARK if key.has_finish() => Some((key.with(slot, UNTOUCHED), Far::Slot(slot))),
        UNTOUCHED | MARK => Some((key, Far::Slot(slot))),
        code => Some((key.with(slot, INSIDE), Far::of(code))),
    }
}

/// Notes the two ends of a piece at each other.
#[inline(always)]
fn link<K: Key>(key: K, a: Far, b: Far) -> K {
    let mark = |slot| key.code(slot) & MARK;
    match (a, b) {
        (Far::Slot(a), Far::Slot(b)) => {
            let (at_a, at_b) = (END + 2 * b as u32 + mark(a), END + 2 * a as u32 + mark(b));
            key.with(a, at_a).with(b, at_b)
        }
        (Far::Slot(slot), Far::Start) | (Far::Start, Far::Slot(slot)) => {
            key.with(slot, START_END + mark(slot))
        }
        (Far::Slot(slot), Far::Finish) | (Far::Finish, Far::Slot(slot)) => {
            key.with(slot, FINISH_END)
        }
        _ => key,
    }
}

//! The race with blocking, worked out backwards from its ends.
//!
//! A state is the walker to move and the other one, so the table has one entry for every pair of walkers. A state is won
//! in `k` moves if some step leads to a state lost in `k - 1`, lost in `k` if every step leads to a state won in less. What
//! is never decided is a draw by endless play.
//!
//! Where a step leads does not depend on the mover's ban. States that differ in it alone are a group: each of its steps is
//! looked at once, when the state it leads to is decided, and decides the states of the group that may take it.

use std::collections::{HashMap, VecDeque};
use std::hash::BuildHasherDefault;

use divvy_rules::RaceRules;

use crate::mix::Mix;
use crate::pace::pause_point;
use crate::walk::Walker;
use crate::{Outcome, Value};

/// The largest board that a table is made for: under 2,000 walkers, two bytes for each pair of them, less than 8 MB.
pub(crate) const LARGEST: u32 = 200;

#[derive(Debug)]
pub(crate) struct Retrograde {
    target: u32,
    graph: Graph,
    /// By other times the number of walkers plus mover.
    table: Vec<Entry>,
}

/// What is known of a state: 0 for nothing, else twice the depth, plus 1 if it is won.
type Entry = u16;

const UNDECIDED: Entry = 0;

const fn won(entry: Entry) -> bool {
    entry % 2 == 1
}

const fn depth(entry: Entry) -> u16 {
    entry / 2
}

impl Retrograde {
    /// The board has at most [`LARGEST`] numbers.
    pub(crate) fn new(rules: RaceRules) -> Self {
        let target = rules.target().get();
        let (graph, table) = Filling::new(rules).run();
        Self { target, graph, table }
    }

    /// How many bytes its table takes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.table)
    }

    /// What the state is worth to the mover. Both walkers are off the target, and the mover has a move.
    pub(crate) fn value(&self, mover: Walker, other: Walker) -> Value {
        match self.table[self.graph.state(mover, other)] {
            UNDECIDED => Value { outcome: Outcome::Draw, depth: None },
            entry => Value {
                outcome: if won(entry) { Outcome::Win } else { Outcome::Loss },
                depth: Some(depth(entry).into()),
            },
        }
    }

    /// Whether the player who has just stepped to `moved` wins.
    pub(crate) fn step_wins(&self, moved: Walker, other: Walker) -> bool {
        let wins_in = |(state, again): (usize, bool)| match self.table[state] {
            UNDECIDED => false,
            entry => won(entry) == again,
        };
        moved.at == self.target || wins_in(self.graph.after(moved, other))
    }
}

/// The numbers, which are related, and the walkers that stand on them.
#[derive(Debug)]
struct Graph {
    /// Related numbers of every number, ascending.
    neighbours: Vec<Vec<u32>>,
    /// By two numbers: the place of the second among the neighbours of the first, counted from 1; 0 if it is none.
    places: Vec<u8>,
    /// Where the walkers on a number begin: the one without a ban, then one for each banned neighbour.
    base: Vec<usize>,
    /// Every walker by its index.
    walkers: Vec<Walker>,
}

impl Graph {
    fn new(rules: RaceRules) -> Self {
        let board = rules.board();
        let numbers = board.first()..=board.size();
        let related = |a: u32, b: u32| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
        let len = board.size() as usize + 1;
        let mut graph = Self {
            neighbours: vec![Vec::new(); len],
            places: vec![0; len * len],
            base: vec![0; len],
            walkers: Vec::new(),
        };
        for at in numbers.clone() {
            let around: Vec<u32> = numbers.clone().filter(|&n| related(at, n)).collect();
            graph.base[at as usize] = graph.walkers.len();
            graph.walkers.push(Walker { at, banned: 0 });
            graph.walkers.extend(around.iter().map(|&banned| Walker { at, banned }));
            for (place, &node) in (1..).zip(&around) {
                graph.places[at as usize * len + node as usize] = place;
            }
            graph.neighbours[at as usize] = around;
        }
        graph
    }

    /// How many numbers there are, and 0.
    const fn len(&self) -> usize {
        self.base.len()
    }

    fn place(&self, at: u32, node: u32) -> u8 {
        self.places[at as usize * self.len() + node as usize]
    }

    fn index(&self, walker: Walker) -> usize {
        self.base[walker.at as usize] + usize::from(self.place(walker.at, walker.banned))
    }

    fn state(&self, mover: Walker, other: Walker) -> usize {
        self.index(other) * self.walkers.len() + self.index(mover)
    }

    /// How many numbers a walker can step to while the other one stands on `blocked`.
    fn steps(&self, walker: Walker, blocked: u32) -> usize {
        let is_open = |node: u32| self.place(walker.at, node) != 0;
        let closed = usize::from(is_open(walker.banned))
            + usize::from(blocked != walker.banned && is_open(blocked));
        self.neighbours[walker.at as usize].len() - closed
    }

    /// The state after a step, stuck players passed over, and whether the player who made the step moves again.
    fn after(&self, mut moved: Walker, mut other: Walker) -> (usize, bool) {
        let mut again = false;
        while self.steps(other, moved.at) == 0 {
            other.banned = 0;
            (moved, other) = (other, moved);
            again = !again;
        }
        (self.state(other, moved), again)
    }
}

/// The table while it is filled.
struct Filling {
    target: u32,
    graph: Graph,
    table: Vec<Entry>,
    /// By the mover's number times the number of walkers plus the other walker.
    groups: Vec<Group>,
    /// Steps after which a turn passes, by the state that they lead to. Its other walker has been skipped and has no ban;
    /// where no turn passes it has one, and tells which step leads there.
    skipping: HashMap<usize, Vec<(Step, bool)>, BuildHasherDefault<Mix>>,
    /// States that are decided and whose predecessors have not been told, in the order of their depths.
    decided: VecDeque<u32>,
}

/// What is known of the states that differ in the mover's ban alone. Steps are places among the neighbours.
#[derive(Clone, Copy, Default)]
struct Group {
    /// How many steps are not known to lose, and those steps, combined by exclusive or.
    open: u8,
    rest: u8,
    /// The first step that was found to win, or 0.
    wins: u8,
}

/// A step of all walkers on a number, while the other one is the walker with this index.
#[derive(Clone, Copy)]
struct Step {
    from: u32,
    to: u32,
    other: usize,
}

/// How many states are worked on between two pause points: less than a millisecond.
const PACE: usize = 4_096;

impl Filling {
    fn new(rules: RaceRules) -> Self {
        let graph = Graph::new(rules);
        let target = rules.target().get();
        let mut filling = Self {
            target,
            table: vec![UNDECIDED; graph.walkers.len() * graph.walkers.len()],
            groups: vec![Group::default(); graph.walkers.len() * graph.len()],
            skipping: HashMap::default(),
            decided: VecDeque::new(),
            graph,
        };
        for other in 0..filling.graph.walkers.len() {
            pause_point();
            if filling.graph.walkers[other].at != target {
                filling.open(other);
                filling.find_skips(other);
            }
        }
        filling
    }

    /// Prepares the groups of one other walker, which is not at the target.
    fn open(&mut self, other: usize) {
        let Self { graph, groups, target, .. } = self;
        let at = graph.walkers[other].at;
        for from in (1..graph.len() as u32).filter(|from| from != target) {
            let all = graph.neighbours[from as usize].len() as u8;
            let blocked = graph.place(from, at);
            let group = &mut groups[from as usize * graph.walkers.len() + other];
            group.open = all - u8::from(blocked != 0);
            group.rest = blocked ^ all_places(all);
        }
    }

    /// Finds the steps after which the other walker cannot move.
    fn find_skips(&mut self, other: usize) {
        let Self { graph, skipping, target, .. } = self;
        let walker = graph.walkers[other];
        // A ban and a block leave a way out of any more.
        if graph.neighbours[walker.at as usize].len() > 2 {
            return;
        }
        for to in (1..graph.len() as u32).filter(|to| to != target && *to != walker.at) {
            if graph.steps(walker, to) == 0 {
                for &from in graph.neighbours[to as usize].iter().filter(|from| *from != target) {
                    let (state, again) = graph.after(Walker { at: to, banned: from }, walker);
                    let steps = skipping.entry(state).or_default();
                    steps.push((Step { from, to, other }, again));
                }
            }
        }
    }

    fn run(mut self) -> (Graph, Vec<Entry>) {
        self.reach_target();
        for count in 0_usize.. {
            let Some(state) = self.decided.pop_front() else { break };
            if count.is_multiple_of(PACE) {
                pause_point();
            }
            self.tell_predecessors(state as usize);
        }
        (self.graph, self.table)
    }

    /// The steps to the target win.
    fn reach_target(&mut self) {
        let to = self.target;
        for other in 0..self.graph.walkers.len() {
            if self.graph.walkers[other].at != to {
                for from in self.graph.neighbours[to as usize].clone() {
                    self.found(Step { from, to, other }, true, 1);
                }
            }
        }
    }

    /// Hands what was found out about a state to the states from which a step leads to it.
    fn tell_predecessors(&mut self, state: usize) {
        let entry = self.table[state];
        let count = self.graph.walkers.len();
        let (mover, moved) = (self.graph.walkers[state % count], self.graph.walkers[state / count]);
        let depth = depth(entry) + 1;
        if moved.banned == 0 {
            for (step, again) in self.skipping.remove(&state).unwrap_or_default() {
                self.found(step, won(entry) == again, depth);
            }
        } else if moved.banned != self.target && moved.at != mover.at {
            let step = Step { from: moved.banned, to: moved.at, other: state % count };
            self.found(step, !won(entry), depth);
        }
    }

    /// A step wins or loses, and with it those states of its group that it decides, and in how many moves.
    fn found(&mut self, Step { from, to, other }: Step, wins: bool, depth: u16) {
        let place = self.graph.place(from, to);
        let group = &mut self.groups[from as usize * self.graph.walkers.len() + other];
        let first = other * self.graph.walkers.len() + self.graph.base[from as usize];
        let entry = 2 * depth + u16::from(wins);
        if wins && group.wins != 0 {
            // The first one does not win where it is banned; this one does.
            let banned = group.wins;
            return self.decide(first + usize::from(banned), entry);
        }
        if wins {
            group.wins = place;
        } else {
            group.open -= 1;
            group.rest ^= place;
            match group.open {
                0 => {}
                // Where the last one is banned, all steps lose.
                1 => {
                    let banned = group.rest;
                    return self.decide(first + usize::from(banned), entry);
                }
                _ => return,
            }
        }
        let last = self.graph.neighbours[from as usize].len();
        for banned in (0..=last).filter(|&banned| banned != usize::from(place)) {
            self.decide(first + banned, entry);
        }
    }

    fn decide(&mut self, state: usize, entry: Entry) {
        if self.table[state] == UNDECIDED {
            self.table[state] = entry;
            self.decided.push_back(state as u32);
        }
    }
}

/// The places from 1 to this one, combined by exclusive or.
const fn all_places(last: u8) -> u8 {
    match last % 4 {
        0 => last,
        1 => 1,
        2 => last + 1,
        _ => 0,
    }
}

//! The longest game that a board allows, and why there is no longer one.
//!
//! The related games are searched by a frontier for a path that leaves out as few numbers as a bound says, then one more,
//! and so on. In Trap Avoidance numbers that follow each other are unrelated, so nearly all can be taken in order.

mod bound;
mod dense;
mod search;

use divvy_rules::{Number, Relation, RemovalRules};

use crate::budget::Budget;
use crate::frontier::{Effort, Graph, Key, Plan, Wide};
use crate::longest::bound::Bound;
use crate::longest::search::{Board, Halt, Search};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Its moves; none if no first move is possible.
    pub moves: Vec<Number>,
    /// How many numbers every game leaves out, by a bound that needs no search.
    pub bound: u32,
    /// How many it leaves out. From the bound up to one less, games were searched for in vain.
    pub left_out: u32,
    /// How many states of the frontier the searches met.
    pub states: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searching {
    /// How many numbers the games leave out that are searched for.
    pub left_out: u32,
    pub done: usize,
    pub of: usize,
    /// States met so far in this search.
    pub states: u64,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LongestError {
    #[error(
        "the longest game is found on boards of up to {most} numbers, and this one has {found}"
    )]
    TooManyNumbers { most: u32, found: u32 },
    #[error("the frontier of this board has up to {0} numbers, too many to search it")]
    TooWide(usize),
    #[error(
        "the longest game with a memory of 2 is not searched for: games are not the paths of a graph"
    )]
    NoPaths,
    #[error("the search needs more than {} of memory; every game leaves out at least {left_out} numbers", crate::budget::size(*limit))]
    Memory { limit: u64, left_out: u32 },
    #[error(
        "no game was found that is as long as the bound, and the board is too large to try all"
    )]
    Unproved,
    #[error("the search was stopped")]
    Stopped,
}

/// The most numbers of a board of related numbers, and of unrelated ones. Larger ones have a frontier that no state has room for,
/// or take too long to look at.
const MOST_RELATED: u32 = 1_000;
const MOST_UNRELATED: u32 = 10_000;
/// More slots than this no state has.
const WIDEST: usize = 80;

impl Longest {
    /// Finds the longest game, with at most `limit` bytes of memory. The watcher is told how far it has come, now and then, and says
    /// whether to go on.
    pub fn of(
        rules: RemovalRules,
        limit: u64,
        mut watcher: impl FnMut(Searching) -> bool,
    ) -> Result<Self, LongestError> {
        Self::has_paths(rules)?;
        let start = rules.start();
        if start.legal().is_empty() {
            let left_out = start.free().len();
            return Ok(Self { moves: Vec::new(), bound: left_out, left_out, states: 0 });
        }
        if rules.relation() != Relation::Related {
            return dense::longest(rules);
        }
        related(rules, limit, &mut watcher)
    }

    /// Whether a board is too large for any memory: known at once, where a search would tell only after smaller boards.
    pub fn check(rules: RemovalRules) -> Result<(), LongestError> {
        Self::has_paths(rules)?;
        match rules.relation() {
            Relation::Related => match Plan::new(&Graph::new(rules), Effort::Greedy).slots {
                slots if slots < WIDEST => Ok(()),
                slots => Err(LongestError::TooWide(slots)),
            },
            Relation::Unrelated(_) => Ok(()),
        }
    }

    fn has_paths(rules: RemovalRules) -> Result<(), LongestError> {
        if !rules.is_walk() {
            return Err(LongestError::NoPaths);
        }
        let found = rules.board().count();
        let most = match rules.relation() {
            Relation::Related => MOST_RELATED,
            Relation::Unrelated(_) => MOST_UNRELATED,
        };
        if found > most { Err(LongestError::TooManyNumbers { most, found }) } else { Ok(()) }
    }
}

/// Whether the search is compiled for every width of states. A browser has to load each: there it is the one for 200 numbers.
const EVERY_WIDTH: bool = cfg!(not(target_arch = "wasm32"));

/// Takes any watcher, so that the search is compiled once, in this crate.
fn related(
    rules: RemovalRules,
    limit: u64,
    watcher: &mut dyn FnMut(Searching) -> bool,
) -> Result<Longest, LongestError> {
    let graph = Graph::new(rules);
    let plan = Plan::new(&graph, Effort::Greedy);
    match plan.slots {
        slots if slots <= u64::SLOTS && EVERY_WIDTH => search::<u64>(&graph, &plan, limit, watcher),
        slots if slots <= u128::SLOTS && EVERY_WIDTH => {
            search::<u128>(&graph, &plan, limit, watcher)
        }
        slots if slots < 32 => search::<Wide<32>>(&graph, &plan, limit, watcher),
        slots if slots < 48 && EVERY_WIDTH => search::<Wide<48>>(&graph, &plan, limit, watcher),
        slots if slots < WIDEST && EVERY_WIDTH => {
            search::<Wide<WIDEST>>(&graph, &plan, limit, watcher)
        }
        slots => Err(LongestError::TooWide(slots)),
    }
}

/// A search that met more states is worth a quick one before the next.
const MANY: u64 = 10_000;

fn search<K: Key>(
    graph: &Graph,
    plan: &Plan,
    limit: u64,
    watcher: &mut dyn FnMut(Searching) -> bool,
) -> Result<Longest, LongestError> {
    let mut bounds = Vec::with_capacity(graph.len() + 1);
    for done in 0..=graph.len() {
        // On a large board the bounds alone take a while.
        if !watcher(Searching { left_out: 0, done, of: graph.len(), states: 0, bytes: 0 }) {
            return Err(LongestError::Stopped);
        }
        bounds.push(Bound::after(graph, plan, done));
    }
    let bound = bounds[0].omitted(K::START);
    let mut board = Board { graph, plan, bounds, budget: Budget::new(limit) };
    let (mut states, mut last) = (0, 0);
    for left_out in bound..=graph.len() as u32 {
        // Where there is a path there are many, and a narrow search finds one in a fraction of the time.
        let narrow = (last > MANY).then(|| Some(last as usize / (4 * graph.len())));
        for width in narrow.into_iter().chain([None]) {
            // What the search before took is free again.
            board.budget = Budget::new(limit);
            let mut search = Search::<K>::new(&board, left_out, width);
            let found = search.run(|done, states| {
                let bytes = board.budget.taken();
                watcher(Searching { left_out, done, of: graph.len(), states, bytes })
            });
            states += search.states;
            last = search.states;
            match found {
                Err(Halt::Memory) => return Err(LongestError::Memory { limit, left_out }),
                Err(Halt::Stopped) => return Err(LongestError::Stopped),
                Ok(None) => {}
                Ok(Some(path)) => {
                    let moves = path.iter().map(|&vertex| graph.numbers[vertex]).collect();
                    return Ok(Longest { moves, bound, left_out, states });
                }
            }
        }
    }
    // A legal first move is a path.
    Err(LongestError::Unproved)
}

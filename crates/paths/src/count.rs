//! How many complete games there are: the related games are counted as paths (`count/paths.rs`), Trap Avoidance, whose
//! graph has nearly all edges, position by position (`count/positions.rs`).

mod amount;
mod kinds;
mod paths;
mod positions;

use divvy_rules::{Number, Relation, RemovalRules};

use crate::budget::Budget;
use crate::frontier::{Effort, Graph, Plan};

/// How many complete games each player wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    pub first: u128,
    pub second: u128,
}

impl Wins {
    pub const fn games(&self) -> u128 {
        self.first.saturating_add(self.second)
    }

    /// All games together. Amounts saturate, so the largest one stands for too many.
    pub fn total<'a>(wins: impl IntoIterator<Item = &'a Wins>) -> Result<Wins, CountError> {
        let total = wins.into_iter().fold(Wins::default(), |sum, wins| Wins {
            first: sum.first.saturating_add(wins.first),
            second: sum.second.saturating_add(wins.second),
        });
        if total.games() < u128::MAX { Ok(total) } else { Err(CountError::TooManyGames) }
    }
}

/// The complete games of a removal game, counted. Where no first move is possible there is none.
///
/// ```
/// use divvy_rules::{Family, Rules};
/// use divvy_paths::Counts;
///
/// let rules: Rules = "multiple-madness;size=12".parse()?;
/// let Family::Removal(rules) = rules.family() else { unreachable!() };
/// let counts = Counts::of(rules, 1 << 30, |_| true)?;
/// assert_eq!(counts.total.games(), 5279);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    pub total: Wins,
    /// The same for every first move, ascending.
    pub by_opening: Vec<(Number, Wins)>,
    /// How many positions, or states of a frontier, had to be told apart.
    pub positions: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counting {
    /// The share of the work that is done, from 0 to 1; an estimate.
    pub done: f64,
    /// Different positions met, or states of a frontier.
    pub positions: u64,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    #[error("games can be counted on boards of up to {most} numbers, and this one has {found}")]
    TooManyNumbers { most: u32, found: u32 },
    #[error("the frontier of this board has up to {0} numbers, too many to count its games")]
    TooWide(usize),
    #[error("games with a memory of 2 are not counted: they are not the paths of a graph")]
    NoPaths,
    #[error("this board has more than 10 to the power of 38 games, too many to count")]
    TooManyGames,
    #[error("counting needs more than {} of memory: after {positions} positions it stopped before taking it", crate::budget::size(*limit))]
    Memory { limit: u64, positions: u64 },
    #[error("the count was stopped")]
    Stopped,
}

/// The most numbers of a board of related numbers. On larger ones the frontier has more numbers than a state has room for, and
/// finding that out would take long.
const MOST_NUMBERS: u32 = 200;

/// Is told how far a count has come, and says whether to go on.
type Watcher<'a> = dyn FnMut(Counting) -> bool + 'a;

/// The limit of a count, and how far it has come.
struct Watch<'a> {
    watcher: &'a mut Watcher<'a>,
    budget: &'a Budget,
    states: u64,
    done: f64,
}

impl<'a> Watch<'a> {
    fn new(watcher: &'a mut dyn FnMut(Counting) -> bool, budget: &'a Budget) -> Self {
        Self { watcher, budget, states: 0, done: 0.0 }
    }

    fn go_on(&mut self) -> bool {
        let (positions, bytes) = (self.states, self.budget.taken());
        (self.watcher)(Counting { done: self.done, positions, bytes })
    }

    fn charge(&self, bytes: u64) -> Result<(), CountError> {
        if self.budget.take(bytes) { Ok(()) } else { Err(self.out_of_memory()) }
    }

    fn out_of_memory(&self) -> CountError {
        CountError::Memory { limit: self.budget.limit(), positions: self.states }
    }
}

impl Counts {
    /// Counts the games, with at most `limit` bytes of memory. The watcher is told how far it has come, now and then, and
    /// says whether to go on.
    pub fn of(
        rules: RemovalRules,
        limit: u64,
        watcher: impl FnMut(Counting) -> bool,
    ) -> Result<Self, CountError> {
        let openings: Vec<Number> = rules.start().legal().iter().collect();
        Self::of_openings(rules, &openings, limit, watcher)
    }

    /// The same for some of the first moves only, which must be legal and ascending.
    pub fn of_openings(
        rules: RemovalRules,
        openings: &[Number],
        limit: u64,
        mut watcher: impl FnMut(Counting) -> bool,
    ) -> Result<Self, CountError> {
        if !rules.is_walk() {
            return Err(CountError::NoPaths);
        }
        match rules.relation() {
            Relation::Related => {
                let found = rules.board().count();
                if found > MOST_NUMBERS {
                    return Err(CountError::TooManyNumbers { most: MOST_NUMBERS, found });
                }
                let mut graph = Graph::new(rules);
                graph.open_with(openings);
                paths::count(&graph, &Plan::new(&graph, Effort::Annealed), limit, &mut watcher, 1)
            }
            Relation::Unrelated(_) => {
                let budget = Budget::new(limit);
                positions::count(rules, openings, Watch::new(&mut watcher, &budget))
            }
        }
    }

    fn new(by_opening: Vec<(Number, Wins)>, positions: u64) -> Result<Self, CountError> {
        let total = Wins::total(by_opening.iter().map(|(_, wins)| wins))?;
        Ok(Self { total, by_opening, positions })
    }
}

#[cfg(test)]
mod tests {
    use divvy_rules::{Family, Rules};

    use super::*;

    pub(super) fn rules(text: &str) -> RemovalRules {
        match text.parse::<Rules>().unwrap().family() {
            Family::Removal(rules) => rules,
            Family::Race(_) => unreachable!(),
        }
    }

    #[test]
    fn both_orders_of_elimination_give_the_same_counts() {
        let graph = Graph::new(rules("multiple-madness;size=50;opening=even"));
        let count = |effort| {
            let plan = Plan::new(&graph, effort);
            let orders: Vec<usize> = plan.steps.iter().map(|step| step.vertex).collect();
            (orders, paths::count(&graph, &plan, 1 << 32, &mut |_| true, 1).unwrap())
        };
        let (greedy, annealed) = (count(Effort::Greedy), count(Effort::Annealed));
        assert_ne!(greedy.0, annealed.0);
        assert_eq!(greedy.1.by_opening, annealed.1.by_opening);
        assert_eq!(greedy.1.total.games(), 185_204_711_495_840);
    }
}

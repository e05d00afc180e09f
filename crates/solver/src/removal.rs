//! The removal games: a move wins if and only if some maximum matching of the free numbers misses it.

use divvy_rules::{Board, Number, NumberSet, One, Relation, RemovalPosition};

use crate::matching::{Divisors, Label, Matcher, Unrelated};

/// The free numbers of a removal game with a maximum matching and its decomposition, both kept up to date
/// as numbers are taken and put back.
#[derive(Debug)]
pub struct RemovalSolver {
    board: Board,
    graph: Graph,
}

/// The two relations, each with a search of its own.
#[derive(Debug)]
enum Graph {
    Related(Box<Matcher<Divisors>>),
    Unrelated(Box<Matcher<Unrelated>>),
}

/// Calls a method of whichever matcher it is.
macro_rules! matcher {
    ($graph:expr, $matcher:ident => $call:expr) => {
        match $graph {
            Graph::Related($matcher) => $call,
            Graph::Unrelated($matcher) => $call,
        }
    };
}

impl RemovalSolver {
    /// Solves a position, from nothing: about half a second on a board of a million numbers.
    pub fn new(position: &RemovalPosition) -> Self {
        let rules = position.rules();
        let mut member = vec![false; rules.board().size() as usize + 1];
        position.free().iter().for_each(|number| member[number.get() as usize] = true);
        Self::with_free(rules.board(), rules.relation(), |n| member[n as usize])
    }

    /// The same for the numbers up to one of them: the larger ones can be put in later, as if a small board grew.
    pub fn up_to(board: Board, relation: Relation, largest: Number) -> Self {
        let numbers = board.first()..=largest.get();
        Self::with_free(board, relation, |n| numbers.contains(&n))
    }

    fn with_free(board: Board, relation: Relation, is_free: impl Fn(u32) -> bool) -> Self {
        let size = board.size();
        let graph = match relation {
            Relation::Related => {
                Graph::Related(Box::new(Matcher::new(size, Divisors::new(size), is_free)))
            }
            Relation::Unrelated(one) => {
                let relation = Unrelated::new(size, one == One::Free);
                Graph::Unrelated(Box::new(Matcher::new(size, relation, is_free)))
            }
        };
        Self { board, graph }
    }

    /// Takes a free number, as a move does; it panics if it is not free.
    pub fn take(&mut self, number: Number) {
        matcher!(&mut self.graph, matcher => matcher.remove(number.get()));
    }

    /// Puts a number back, as an undo does; it panics if it is free.
    pub fn put_back(&mut self, number: Number) {
        matcher!(&mut self.graph, matcher => matcher.insert(number.get()));
    }

    /// Whether taking this free number wins, provided that it is legal.
    pub fn wins(&self, number: Number) -> bool {
        matcher!(&self.graph, matcher => matcher.wins(number.get()))
    }

    /// How many free numbers win when taken, provided that they are legal: even ones, odd ones.
    pub fn count_winning(&self) -> [usize; 2] {
        matcher!(&self.graph, matcher => matcher.count_winning())
    }

    /// Those of the legal moves that win, ascending.
    pub fn winning(&self, legal: &NumberSet) -> Vec<Number> {
        legal.iter().filter(|&number| self.wins(number)).collect()
    }

    /// Where a free number belongs; none for one that is taken.
    pub fn label(&self, number: Number) -> Option<Label> {
        matcher!(&self.graph, matcher => matcher.label(number.get()))
    }

    pub fn partner(&self, number: Number) -> Option<Number> {
        let partner = matcher!(&self.graph, matcher => matcher.partner(number.get()))?;
        self.board.number(partner).ok()
    }

    /// For a number of D, a number that stands for its connected component among the numbers of D.
    pub(crate) fn component(&mut self, number: Number) -> u32 {
        matcher!(&mut self.graph, matcher => matcher.component(number.get()))
    }

    /// An alternating path of even length from a number without a partner to this one: exchanging pairs
    /// along it gives a maximum matching that misses it. None unless taking it wins.
    pub fn path_to(&mut self, number: Number) -> Option<Vec<Number>> {
        let path = matcher!(&mut self.graph, matcher => matcher.path_to(number.get()))?;
        path.into_iter().map(|n| self.board.number(n).ok()).collect()
    }

    /// The pairs of the matching at hand, the smaller number first, ascending.
    pub fn pairs(&self) -> impl Iterator<Item = (Number, Number)> {
        let pair = |number| self.partner(number).map(|partner| (number, partner));
        self.board.numbers().filter_map(pair).filter(|(a, b)| a < b)
    }

    /// The pairs of a maximum matching that misses a winning move: how to win after making it.
    pub fn pairs_without(&mut self, number: Number) -> Option<Vec<(Number, Number)>> {
        let path = self.path_to(number)?;
        let mut on_path = path.clone();
        on_path.sort_unstable();
        // Off the path pairs stay; on it, each step that was no pair becomes one.
        let mut pairs: Vec<(Number, Number)> =
            self.pairs().filter(|(a, _)| on_path.binary_search(a).is_err()).collect();
        let steps = path.chunks_exact(2).map(|step| (step[0].min(step[1]), step[0].max(step[1])));
        pairs.extend(steps);
        pairs.sort_unstable();
        Some(pairs)
    }
}

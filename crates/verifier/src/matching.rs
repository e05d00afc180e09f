//! The proof for a removal game: a matching of the free numbers and their division into D, A and C.
//!
//! Points 1 to 4 prove that no move outside D wins, and a path proves that its last number does.

use divvy_rules::{One, Relation, RemovalPosition};
use serde::Deserialize;

use crate::{Failed, Moves};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Matching {
    pairs: Vec<[usize; 2]>,
    /// The numbers of D, in groups between which there are no edges.
    d: Vec<Vec<usize>>,
    a: Vec<usize>,
    /// Alternating paths, each from a number without a partner to a winning move.
    paths: Vec<Vec<usize>>,
}

/// Where a number belongs: taken, in C, in A, or in the first group of D, which the others follow.
const TAKEN: usize = 0;
const C: usize = 1;
const A: usize = 2;
const D: usize = 3;

/// The graph of free numbers with what the certificate says of each. Index 0, never free, is no partner.
struct Board {
    relation: Relation,
    zone: Vec<usize>,
    mate: Vec<usize>,
}

impl Matching {
    pub(crate) fn check(&self, at: &RemovalPosition, best: Option<u32>) -> Result<Moves, Failed> {
        /// Boards up to this size must prove every winning move, larger ones at least the best.
        const ALL_PATHS: usize = 10_000;
        let board = self.read(at)?;
        self.check_maximum(&board)?;
        let proved = self.check_paths(&board)?;
        let mut moves = Vec::new();
        for number in &at.legal() {
            let n = number.get() as usize;
            let in_d = board.zone[n] >= D;
            let needed = in_d && (proved.len() <= ALL_PATHS + 1 || Some(number.get()) == best);
            ensure!(proved[n] || !needed, "paths: none leads to {n}, which is in D");
            moves.push((number, if in_d { 1 } else { -1 }));
        }
        Ok(moves)
    }

    /// Lays zones and pairs out by number. Point 1: the pairs are a matching on edges.
    fn read(&self, position: &RemovalPosition) -> Result<Board, Failed> {
        let size = position.rules().board().size() as usize;
        let (relation, none) = (position.rules().relation(), vec![0; size + 1]);
        let mut board = Board { relation, zone: none.clone(), mate: none };
        position.free().iter().for_each(|number| board.zone[number.get() as usize] = C);
        for (group, id) in [&self.a].into_iter().chain(&self.d).zip(A..) {
            for &n in group {
                ensure!(board.zone.get(n) == Some(&C), "labels: {n} is taken, or there twice");
                board.zone[n] = id;
            }
        }
        for &[a, b] in &self.pairs {
            ensure!(board.joins(a, b), "point 1: {a}-{b} is not an edge between free numbers");
            ensure!(
                board.mate[a] == 0 && board.mate[b] == 0,
                "point 1: {a} or {b} is in two pairs"
            );
            (board.mate[a], board.mate[b]) = (b, a);
        }
        Ok(board)
    }

    /// Points 2 to 4: no edge joins two groups of D, or D to C; every group is of odd size; and the numbers
    /// without a partner are as many as there are more groups than numbers in A.
    fn check_maximum(&self, board: &Board) -> Result<(), Failed> {
        let outside_a = |n: &usize| board.zone[*n] != TAKEN && board.zone[*n] != A;
        let numbers = || (1..board.zone.len()).filter(outside_a);
        let mut members = vec![0; D + self.d.len()];
        numbers().for_each(|n| members[board.zone[n]] += 1);
        let all: usize = members.iter().sum();
        // Only related pairs are looked at. Where they are the edges, none may lead to another zone; where
        // they are what is not joined, every number of another zone must be in such a pair.
        let related_game = board.relation == Relation::Related;
        let mut pairs = vec![0; board.zone.len()];
        for low in numbers() {
            for high in (2 * low..board.zone.len()).step_by(low).filter(outside_a) {
                if board.zone[low] != board.zone[high] && board.joins(low, high) == related_game {
                    pairs[low] += 1;
                    pairs[high] += 1;
                }
            }
        }
        for n in numbers() {
            let expected = if related_game { 0 } else { all - members[board.zone[n]] };
            ensure!(pairs[n] == expected, "point 2: an edge joins {n} to another group, or D to C");
        }
        let odd = members[D..].iter().all(|size| size % 2 == 1);
        ensure!(odd, "point 3: a group of D is not of odd size");
        let (in_a, groups) = (self.a.len(), self.d.len());
        let alone = all + in_a - 2 * self.pairs.len();
        ensure!(alone + in_a == groups, "point 4: {alone} alone, {in_a} in A, {groups} groups");
        Ok(())
    }

    /// Which numbers a path leads to.
    fn check_paths(&self, board: &Board) -> Result<Vec<bool>, Failed> {
        let mut proved = vec![false; board.zone.len()];
        let mut seen_in = vec![0; board.zone.len()];
        for (path, tag) in self.paths.iter().zip(1..) {
            let mut before = 0;
            for (index, &n) in path.iter().enumerate() {
                let fresh = board.is_free(n) && seen_in[n] != tag;
                // The first number has no partner, and every second one after it is a partner.
                let partner = board.mate.get(n) == Some(&before);
                let follows = if index % 2 == 0 { partner } else { board.joins(before, n) };
                ensure!(fresh && follows, "path {tag}: {n} cannot stand there, after {before}");
                (seen_in[n], before) = (tag, n);
            }
            ensure!(path.len() % 2 == 1, "path {tag}: it ends before a partner");
            proved[before] = true;
        }
        Ok(proved)
    }
}

impl Board {
    fn is_free(&self, n: usize) -> bool {
        self.zone.get(n).is_some_and(|&zone| zone != TAKEN)
    }

    /// Whether an edge joins two free numbers.
    fn joins(&self, a: usize, b: usize) -> bool {
        let related = || a.is_multiple_of(b) || b.is_multiple_of(a);
        let one_is_free = self.relation == Relation::Unrelated(One::Free) && (a == 1 || b == 1);
        let edge = || one_is_free || related() == (self.relation == Relation::Related);
        self.is_free(a) && self.is_free(b) && a != b && edge()
    }
}

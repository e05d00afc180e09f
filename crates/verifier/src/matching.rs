//! The proof for a removal game: a matching of the free numbers and their division into D, A and C.
//!
//! Points 1 to 5 prove that no matching is larger and that every matching as large covers all of A and C, so
//! no move outside D wins. A path proves that a move does win. The argument is in `docs/certificates.md`.

use divvy_rules::{Number, One, Relation, RemovalPosition};
use serde::Deserialize;

use crate::{ALL_PATHS, Failed};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Matching {
    pairs: Vec<[u32; 2]>,
    /// The numbers of D, in groups between which there are no edges.
    d: Vec<Vec<u32>>,
    a: Vec<u32>,
    /// Alternating paths, each from a number without a partner to a winning move.
    paths: Vec<Vec<u32>>,
}

/// Where a number belongs: taken, in A, in C, or in the group of D with this number.
const TAKEN: u32 = 0;
const A: u32 = 1;
const C: u32 = 2;
const D: u32 = 3;

/// The graph of free numbers with what the certificate says of each. Index 0 is not used.
struct Board {
    relation: Relation,
    zone: Vec<u32>,
    /// 0 for none.
    mate: Vec<u32>,
}

impl Matching {
    pub(crate) fn check(
        &self,
        position: &RemovalPosition,
        winning: &[Number],
        best: Option<u32>,
    ) -> Result<(), Failed> {
        let board = self.read(position)?;
        board.check_zones()?;
        board.check_partners(D as usize + self.d.len())?;
        for number in &position.legal() {
            let in_d = board.zone[number.get() as usize] >= D;
            if in_d != winning.binary_search(&number).is_ok() {
                let why = if in_d { "in D and not listed" } else { "listed and not in D" };
                return Failed::at(format!("winning: {number} is {why}"));
            }
        }
        self.check_paths(&board, winning, best)
    }

    /// Lays zones and pairs out by number. Point 1: the pairs are a matching on edges.
    fn read(&self, position: &RemovalPosition) -> Result<Board, Failed> {
        let size = position.rules().board().size() as usize;
        let (mut zone, mut mate) = (vec![TAKEN; size + 1], vec![0; size + 1]);
        position.free().iter().for_each(|number| zone[number.get() as usize] = C);
        for (group, id) in [&self.a].into_iter().chain(&self.d).zip([A].into_iter().chain(D..)) {
            for &n in group {
                match zone.get_mut(n as usize) {
                    Some(zone @ &mut C) => *zone = id,
                    _ => return Failed::at(format!("labels: {n} is not free, or labelled twice")),
                }
            }
        }
        let board = Board { relation: position.rules().relation(), zone, mate: Vec::new() };
        for &[a, b] in &self.pairs {
            if !board.joins(a, b) {
                return Failed::at(format!("point 1: {a}-{b} is not an edge between free numbers"));
            }
            for (one, other) in [(a, b), (b, a)] {
                if std::mem::replace(&mut mate[one as usize], other) != 0 {
                    return Failed::at(format!("point 1: {one} has two partners"));
                }
            }
        }
        Ok(Board { mate, ..board })
    }

    fn check_paths(&self, board: &Board, wins: &[Number], best: Option<u32>) -> Result<(), Failed> {
        let mut proved = Vec::with_capacity(self.paths.len());
        let mut seen_in = vec![0; board.zone.len()];
        for (path, tag) in self.paths.iter().zip(1..) {
            let Some(&end) = path.last() else { return Failed::at("paths: one is empty") };
            let broken = |why: String| Failed::at(format!("path to {end}: {why}"));
            for &n in path {
                match seen_in.get_mut(n as usize) {
                    Some(seen) if *seen != tag => *seen = tag,
                    _ => return broken(format!("{n} stands there twice, or is off the board")),
                }
            }
            if board.zone[path[0] as usize] == TAKEN || board.mate[path[0] as usize] != 0 {
                return broken(format!("{} is not a free number without a partner", path[0]));
            }
            let steps = path.chunks_exact(2).zip(path[1..].chunks(2));
            for (out, back) in steps {
                if !board.joins(out[0], out[1]) {
                    return broken(format!("{}-{} is not an edge", out[0], out[1]));
                }
                if back.len() < 2 || board.mate[back[0] as usize] != back[1] {
                    return broken(format!("the step from {} is not to its partner", back[0]));
                }
            }
            proved.push(end);
        }
        proved.sort_unstable();
        let needed = |n: &u32| board.zone.len() <= ALL_PATHS as usize + 1 || Some(*n) == best;
        let mut wins = wins.iter().map(|number| number.get()).filter(needed);
        match wins.find(|n| proved.binary_search(n).is_err()) {
            Some(n) => Failed::at(format!("paths: none leads to the winning move {n}")),
            None => Ok(()),
        }
    }
}

impl Board {
    /// Whether an edge joins two free numbers.
    fn joins(&self, a: u32, b: u32) -> bool {
        let free = |n: u32| self.zone.get(n as usize).is_some_and(|&zone| zone != TAKEN);
        let related = || a.is_multiple_of(b) || b.is_multiple_of(a);
        let edge = || match self.relation {
            Relation::Related => related(),
            Relation::Unrelated(One::Trap) => !related(),
            Relation::Unrelated(One::Free) => a == 1 || b == 1 || !related(),
        };
        free(a) && free(b) && a != b && edge()
    }

    /// Point 2: no edge joins two groups of D, or D to C. In Trap Avoidance, where unrelated numbers are
    /// joined, that means: each number is related to all of the other zones.
    fn check_zones(&self) -> Result<(), Failed> {
        let size = self.zone.len() as u32 - 1;
        let zone = |n: u32| self.zone[n as usize];
        let outside_a = |n: u32| zone(n) != TAKEN && zone(n) != A;
        let mut related = vec![0_u32; self.zone.len()];
        let lowest = if self.relation == Relation::Unrelated(One::Free) { 2 } else { 1 };
        for low in (lowest..=size).filter(|&n| outside_a(n)) {
            for high in (2 * low..=size).step_by(low as usize).filter(|&n| outside_a(n)) {
                if zone(low) != zone(high) {
                    if self.relation == Relation::Related {
                        let why = "are joined, in different groups of D or in D and C";
                        return Failed::at(format!("point 2: {low} and {high} {why}"));
                    }
                    related[low as usize] += 1;
                    related[high as usize] += 1;
                }
            }
        }
        if self.relation != Relation::Related {
            let mut count = vec![0; self.zone.len() + D as usize];
            (1..=size).filter(|&n| outside_a(n)).for_each(|n| count[zone(n) as usize] += 1);
            let all: u32 = count.iter().sum();
            let apart = |n: u32| related[n as usize] == all - count[zone(n) as usize];
            if let Some(n) = (1..=size).find(|&n| outside_a(n) && !apart(n)) {
                return Failed::at(format!(
                    "point 2: {n} is joined to another group of D, or to C"
                ));
            }
        }
        Ok(())
    }

    /// Points 3, 4 and 5.
    fn check_partners(&self, zones: usize) -> Result<(), Failed> {
        let (mut members, mut inside, mut taken) = (vec![0; zones], vec![0; zones], vec![0; zones]);
        for n in 1..self.zone.len() {
            let (zone, partner) = (self.zone[n], self.zone[self.mate[n] as usize]);
            match zone {
                C if partner != C => {
                    return Failed::at(format!("point 3: {n} in C has no partner in C"));
                }
                A if partner < D => {
                    return Failed::at(format!("point 4: {n} in A has no partner in D"));
                }
                A => taken[partner as usize] += 1,
                _ => {}
            }
            members[zone as usize] += 1;
            inside[zone as usize] += u32::from(zone == partner);
        }
        for group in D as usize..zones {
            let number = group - D as usize + 1;
            if taken[group] > 1 {
                return Failed::at(format!(
                    "point 4: group {number} of D has several partners in A"
                ));
            }
            if members[group] % 2 == 0 || inside[group] + 1 != members[group] {
                let why = "is not of odd size with all but one matched inside";
                return Failed::at(format!("point 5: group {number} of D {why}"));
            }
        }
        Ok(())
    }
}

//! Positions for the benchmark, drawn from random games until one has the size, the board and the difficulty that its place
//! in the set asks for.

use std::collections::HashSet;

use divvy_rules::{Family, Number, One, Position, Record, Relation, Rules, named, seed_from};
use divvy_solver::{Solution, Solver};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::puzzle::{self, Grade, Key, random_game, refuted_by_one};

named! {
    /// Rules that are not the same in other words.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Kind: name {
        /// Multiple Madness, Chain Reaction and Sequence Duel.
        Related = "related",
        /// Trap Avoidance.
        Unrelated = "unrelated",
        /// Number Maze.
        Race = "race",
    }
}

named! {
    /// Which share of the legal moves loses.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Loses: name {
        /// At most half.
        Few = "few",
        /// At most three quarters.
        Many = "many",
        /// More.
        Most = "most",
    }
}

named! {
    /// How far away the win is.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Length: name {
        /// One move.
        Short = "short",
        /// Up to seven moves, in a race up to three.
        Middle = "middle",
        /// More, or too many to be worked out.
        Long = "long",
    }
}

const SIZES: [u32; 10] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
const BOARDS: u32 = 5;
pub(super) const COMBINATIONS: u32 = 3 * 3 * SIZES.len() as u32 * BOARDS;

/// Random games that are looked through for one position.
const GAMES: usize = 300;
/// How many of a game's last positions are looked at.
const LAST: usize = 60;

impl Kind {
    /// One of five boards of a size; none if the numbers that are drawn for it do not go together.
    fn board(self, board: u32, size: u32, random: &mut ChaCha8Rng) -> Option<Rules> {
        let mut number = || random.random_range(2..=size);
        let options = match (self, board) {
            (Kind::Related, 0) => String::new(),
            (Kind::Related, 1) => ";opening=even".to_owned(),
            (Kind::Related, 2) => ";opening=even-below-half".to_owned(),
            (Kind::Related, 3) => format!(";from={}", number()),
            (Kind::Related, _) => ";without-one;opening=even".to_owned(),
            (Kind::Unrelated, 0) => String::new(),
            (Kind::Unrelated, 1) => ";without-one".to_owned(),
            (Kind::Unrelated, 2) => ";one=free".to_owned(),
            (Kind::Unrelated, 3) => ";without-one;memory=2".to_owned(),
            (Kind::Unrelated, _) => ";one=free;memory=2".to_owned(),
            (Kind::Race, 0) => format!(";start={};target={}", number(), number()),
            (Kind::Race, 1) => format!(";without-one;block;start={};target={}", number(), number()),
            (Kind::Race, _) => format!(";without-one;start={};target={}", number(), number()),
        };
        let (game, size) = match self {
            Kind::Related => ("multiple-madness", size),
            // Larger boards are not solved with a memory of 2.
            Kind::Unrelated if board > 2 => ("trap-avoidance", 10 + size / 30),
            Kind::Unrelated => ("trap-avoidance", size),
            Kind::Race => ("number-maze", size),
        };
        format!("{game};size={size}{options}").parse().ok()
    }
}

/// A position with everything that is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    pub kind: Kind,
    pub record: Record,
    pub winning: Vec<Number>,
    pub depth: Option<u32>,
    pub grade: Grade,
}

impl Labelled {
    pub fn loses(&self) -> Loses {
        loses(self.record.legal().len(), self.winning.len())
    }

    pub fn length(&self) -> Length {
        // Walks are short on every board.
        let middle = if self.kind == Kind::Race { 3 } else { 7 };
        match self.depth {
            Some(..=1) => Length::Short,
            Some(depth) if depth <= middle => Length::Middle,
            Some(_) | None => Length::Long,
        }
    }
}

fn loses(legal: u32, winning: usize) -> Loses {
    match 100 * winning / legal.max(1) as usize {
        50.. => Loses::Few,
        25.. => Loses::Many,
        _ => Loses::Most,
    }
}

/// So many different positions of a kind. The same seed draws the same ones, on every machine; `go_on` is asked before each.
pub fn draw(kind: Kind, seed: u64, count: usize, go_on: &mut dyn FnMut() -> bool) -> Vec<Labelled> {
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    for place in 0..count as u64 {
        if !go_on() {
            break;
        }
        let round = place / u64::from(COMBINATIONS);
        let combination = shuffled(seed_from([seed, kind as u64, round]), place);
        let mut random = ChaCha8Rng::seed_from_u64(seed_from([seed, kind as u64, round, place]));
        let found = Wanted::new(kind, combination).find(&mut random, &seen);
        seen.extend(found.as_ref().map(|found| key(&found.record)));
        drawn.extend(found);
    }
    drawn
}

/// The combination of size, board and difficulty at a place: each comes once in a round, in an order of its own.
fn shuffled(seed: u64, place: u64) -> u32 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<u32> = (0..COMBINATIONS).collect();
    for end in (1..COMBINATIONS).rev() {
        order.swap(end as usize, random.random_range(0..=end) as usize);
    }
    order[(place % u64::from(COMBINATIONS)) as usize]
}

/// What makes two positions the same to the player to move, on whatever board they came up.
fn key(record: &Record) -> (Key, String) {
    let meaning = match record.rules().family() {
        Family::Removal(rules) => {
            let one_is_free =
                record.position().board().number(1).is_ok_and(|one| is_free(record, one));
            let relation = match rules.relation() {
                Relation::Unrelated(_) if !one_is_free => Relation::Unrelated(One::Trap),
                relation => relation,
            };
            let opening = record.last().is_none().then(|| rules.opening());
            format!("{relation:?} {:?} {opening:?}", rules.memory())
        }
        Family::Race(rules) => format!("{} {} {}", rules.board(), rules.target(), rules.block()),
    };
    (puzzle::key(record.position()), meaning)
}

fn is_free(record: &Record, number: Number) -> bool {
    matches!(record.position(), Position::Removal(removal) if removal.free().contains(number))
}

/// What a place in the set asks for.
struct Wanted {
    kind: Kind,
    loses: Loses,
    length: Length,
    board: u32,
    /// Its place among the sizes.
    size: u32,
}

impl Wanted {
    fn new(kind: Kind, combination: u32) -> Self {
        let sizes = SIZES.len() as u32;
        Self {
            kind,
            loses: Loses::ALL[(combination % 3) as usize],
            length: Length::ALL[(combination / 3 % 3) as usize],
            size: combination / 9 % sizes,
            board: combination / 9 / sizes,
        }
    }

    /// A position as it is wanted, or the nearest to it that random games come across; on a larger board, if there is none.
    fn find(&self, random: &mut ChaCha8Rng, seen: &HashSet<(Key, String)>) -> Option<Labelled> {
        SIZES[self.size as usize..].iter().find_map(|&size| {
            let mut nearest: Option<(u8, Labelled)> = None;
            for _ in 0..GAMES {
                let Some(rules) = self.kind.board(self.board, size, random) else { continue };
                let known = nearest.as_ref().map_or(u8::MAX, |(distance, _)| *distance);
                let Some(found) = self.look_at_a_game(rules, known, random, seen) else { continue };
                let distance = self.distance(found.loses(), Some(found.length()));
                if distance < known {
                    nearest = Some((distance, found));
                }
                if distance == 0 {
                    break;
                }
            }
            nearest.map(|(_, labelled)| labelled)
        })
    }

    /// How far a position is from what is wanted, at least if its length is not known yet.
    fn distance(&self, loses: Loses, length: Option<Length>) -> u8 {
        let length = length.unwrap_or(self.length);
        (self.loses as u8).abs_diff(loses as u8) + (self.length as u8).abs_diff(length as u8)
    }

    /// One of the decisions of a random game, among those that lose as much as is wanted if there are any, unless it is known
    /// to be no nearer to what is wanted than another.
    fn look_at_a_game(
        &self,
        rules: Rules,
        known: u8,
        random: &mut ChaCha8Rng,
        seen: &HashSet<(Key, String)>,
    ) -> Option<Labelled> {
        let game = random_game(rules, random);
        let mut solver = Solver::new(game.clone()).ok()?;
        let mut candidates = Vec::new();
        for _ in 0..LAST {
            let (legal, winning) = (solver.record().legal().len(), solver.winning().len());
            let decision = (1..legal as usize).contains(&winning);
            if decision && !seen.contains(&key(solver.record())) {
                let distance = self.distance(loses(legal, winning), None);
                candidates.push((distance, solver.record().moves().len()));
            }
            if solver.undo().is_none() {
                break;
            }
        }
        let least = candidates.iter().map(|(distance, _)| *distance).min()?;
        candidates.retain(|(distance, _)| *distance == least);
        let (_, moves) = candidates[random.random_range(0..candidates.len() as u32) as usize];
        if least >= known {
            return None;
        }
        solver.follow(&game.moves()[..moves]).ok()?;
        Some(labelled(self.kind, &mut solver))
    }
}

fn labelled(kind: Kind, solver: &mut Solver) -> Labelled {
    let Solution { winning, depth, .. } = solver.solution();
    let record = solver.record().clone();
    // As a player sees who looks one move ahead: beside a move that ends the game, no other looks good.
    let ends = winning.iter().any(|&number| record.position().ends_with(number));
    let others = record.legal();
    let others = others.iter().filter(|number| !ends && winning.binary_search(number).is_err());
    let plausible = others.filter(|&number| refuted_by_one(solver, number).is_some()).count();
    Labelled { kind, record, winning, depth, grade: Grade::of(plausible) }
}

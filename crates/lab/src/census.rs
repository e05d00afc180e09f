//! Who wins on each size of a board, and by how many openings.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use divvy_paths::{cores, in_parallel};
use divvy_rules::{
    Board, Family, Game, Number, Opening, Options, Player, Record, RuleOption, Rules, RulesError,
};
use divvy_solver::{RemovalSolver, Solver, TooLarge};
use serde::{Deserialize, Serialize};

use crate::Part;
use crate::sizes::{on_each_size, on_size};

/// Sizes worked out in one go. Within them one number more is one search more; between them the work is shared out.
const TOGETHER: usize = 1024;

/// What is known of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub size: u32,
    /// Who wins with best play; none for a draw by endless play.
    pub winner: Option<u8>,
    pub openings: u32,
    /// How many of them win.
    pub winning_openings: u32,
}

impl Row {
    fn new(size: u32, winner: Option<Player>, openings: usize, winning: usize) -> Self {
        // A board has at most a million numbers.
        let [openings, winning_openings] = [openings, winning].map(|count| count as u32);
        Self { size, winner: winner.map(Player::number), openings, winning_openings }
    }

    /// Whether there can be such a size: rows that were stored may be damaged.
    pub fn is_possible(&self) -> bool {
        let (winning, openings) = (self.winning_openings, self.openings);
        self.winner.is_none_or(|winner| winner == 1 || winner == 2)
            && winning <= openings
            && openings <= self.size
    }

    /// How many of the openings win, out of 1; none where there are no openings.
    pub fn share(&self) -> Option<f64> {
        (self.openings > 0).then(|| f64::from(self.winning_openings) / f64::from(self.openings))
    }
}

/// A game on boards of many sizes.
#[derive(Clone, Debug)]
pub struct Census {
    game: Game,
    options: Options,
    sizes: RangeInclusive<u32>,
    without_game: Vec<u32>,
    part: Option<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CensusError {
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl Census {
    /// A census of these sizes. The size among the options plays no part.
    /// The options must make a game on one of them at least.
    pub fn new(
        game: Game,
        options: &Options,
        sizes: RangeInclusive<u32>,
    ) -> Result<Self, CensusError> {
        let without_game = on_each_size(game, options, sizes.clone(), |rules| {
            Solver::check(rules).map_err(CensusError::from)
        })?;
        Ok(Self { game, options: options.clone(), sizes, without_game, part: None })
    }

    /// Sizes on which these options make no game, such as a race on 1 alone.
    pub fn without_game(&self) -> &[u32] {
        &self.without_game
    }

    /// A part of the same census, or all of it.
    #[must_use]
    pub fn part(self, part: Option<Part>) -> Self {
        Self { part, ..self }
    }

    pub fn has(&self, size: u32) -> bool {
        self.sizes.contains(&size)
            && self.part.is_none_or(|part| part.has(u64::from(size) / TOGETHER as u64))
            && self.without_game.binary_search(&size).is_err()
    }

    fn with_row(&self) -> impl Iterator<Item = u32> {
        self.sizes.clone().filter(|&size| self.has(size))
    }

    pub fn count(&self) -> usize {
        self.with_row().count()
    }

    pub const fn game(&self) -> Game {
        self.game
    }

    /// The rules without the size, as a line of notation has them: `multiple-madness;opening=even`.
    pub fn name(&self) -> String {
        // On the largest board a target that was given differs from the default, whatever it is.
        match self.rules(Board::MAX_SIZE) {
            Ok(rules) => {
                let mut options = rules.options();
                options.set(RuleOption::Size, None);
                format!("{};{options}", self.game).trim_end_matches(';').to_owned()
            }
            Err(_) => self.game.to_string(),
        }
    }

    fn rules(&self, size: u32) -> Result<Rules, RulesError> {
        on_size(self.game, &self.options, size)
    }

    /// Works out the rows that are not among those known, on all cores, and gives back all of the census. Known rows of other
    /// sizes are left out. `each` is told every new row, in no particular order, and says whether to go on.
    pub fn rows(
        &self,
        known: impl IntoIterator<Item = Row>,
        mut each: impl FnMut(Row) -> bool + Send,
    ) -> BTreeMap<u32, Row> {
        let mut rows: BTreeMap<u32, Row> =
            known.into_iter().filter(|row| self.has(row.size)).map(|row| (row.size, row)).collect();
        let missing = self.with_row().filter(|size| !rows.contains_key(size));
        let pieces = pieces(missing);
        let (mut is_stopped, found) = (false, &mut rows);
        let add = Mutex::new(|row: Row| {
            found.insert(row.size, row);
            is_stopped |= !each(row);
            !is_stopped
        });
        let add = |row| add.lock().unwrap_or_else(PoisonError::into_inner)(row);
        in_parallel(pieces, cores(), || (), |(), piece| self.piece(piece, add).is_some(), || true);
        rows
    }

    /// Works out consecutive sizes; none when it was stopped.
    fn piece(&self, sizes: RangeInclusive<u32>, go_on: impl Fn(Row) -> bool) -> Option<()> {
        let largest = self.rules(*sizes.end()).ok()?;
        let matched = match largest.family() {
            Family::Removal(removal) if removal.is_walk() => Some(removal),
            Family::Removal(_) | Family::Race(_) => None,
        };
        let Some(removal) = matched else {
            return sizes.into_iter().try_for_each(|size| {
                let solver = Solver::new(Record::new(self.rules(size).ok()?)).ok()?;
                let openings = solver.record().legal().len() as usize;
                let row = Row::new(size, solver.winner(), openings, solver.winning().len());
                go_on(row).then_some(())
            });
        };
        let board: Board = removal.board();
        let numbers: Vec<Number> = sizes.clone().filter_map(|n| board.number(n).ok()).collect();
        let mut solver = RemovalSolver::up_to(board, removal.relation(), *numbers.first()?);
        if let Some(struck) = removal.struck() {
            solver.take(struck);
        }
        for (place, number) in numbers.into_iter().enumerate() {
            if place > 0 {
                solver.put_back(number);
            }
            let (openings, winning) = self.openings(number.get(), &solver)?;
            let winner = if winning > 0 { Player::First } else { Player::Second };
            let row = Row::new(number.get(), Some(winner), openings, winning);
            if !go_on(row) {
                return None;
            }
        }
        Some(())
    }

    /// How many openings there are on a size, and how many of them win. Where all even numbers are openings, or all numbers,
    /// the solver has counted those that win, and no size takes longer because of its many openings.
    fn openings(&self, size: u32, solver: &RemovalSolver) -> Option<(usize, usize)> {
        let Family::Removal(rules) = self.rules(size).ok()?.family() else { return None };
        let [even, odd] = solver.count_winning();
        let winning = match (rules.opening(), rules.struck()) {
            (Opening::Any, None) => even + odd,
            (Opening::Even, None) => even,
            (Opening::EvenBelowHalf, _) | (_, Some(_)) => {
                rules.start().legal().iter().filter(|&opening| solver.wins(opening)).count()
            }
        };
        Some((rules.opening_count() as usize, winning))
    }
}

/// Runs of consecutive sizes, none too long.
fn pieces(sizes: impl Iterator<Item = u32>) -> Vec<RangeInclusive<u32>> {
    let mut pieces: Vec<RangeInclusive<u32>> = Vec::new();
    for size in sizes {
        match pieces.last_mut() {
            Some(last) if *last.end() + 1 == size && last.clone().count() < TOGETHER => {
                *last = *last.start()..=size;
            }
            _ => pieces.push(size..=size),
        }
    }
    pieces
}

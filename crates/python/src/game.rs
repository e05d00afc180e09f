//! A game in progress.

use std::sync::atomic::Ordering;

use divvy_analysis as analysis;
use divvy_rules::{Number, Player, Position, Record, TURN_LIMIT};
use divvy_solver::{Certificate, Solver};
use divvy_words as words;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::convert::{self, Seed, Whole, illegal, keywords, record, rules, value_error};
use crate::interrupt::interruptible;
use crate::observation::{observe, show_legal, width};
use crate::solution::{Review, Solution};
use crate::split_mix::SplitMix;

/// A game in progress: whose turn it is, what may be played, and exact answers about the position.
///
/// >>> game = Game("multiple-madness", size=20, opening="even")
/// >>> game.play(6)
/// >>> game.legal
/// [1, 2, 3, 12, 18]
/// >>> game.solve().winner
/// 1
#[pyclass(module = "divvy_games")]
pub(crate) struct Game {
    pub(crate) record: Record,
}

#[pymethods]
impl Game {
    /// A game before its first move. Options are those of the game: `size`, `opening`, `without_one`, `one`, `start`,
    /// `target`, `block`, and `from_`.
    #[new]
    #[pyo3(signature = (game, size=None, **options))]
    fn new(
        game: &str,
        size: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self { record: Record::new(rules(game, size, options)?) })
    }

    /// A game from its notation.
    ///
    /// >>> Game.parse("multiple-madness;size=20:11,1,13").winner
    /// 1
    #[staticmethod]
    fn parse(notation: &str) -> PyResult<Self> {
        Ok(Self { record: record(notation)? })
    }

    /// The rules in brief.
    #[getter]
    fn rules(&self) -> String {
        words::brief(self.record.rules())
    }

    /// The name of the game, such as `multiple-madness`.
    #[getter]
    fn name(&self) -> &'static str {
        self.record.rules().game().id()
    }

    /// The largest number of the board.
    #[getter]
    fn size(&self) -> u32 {
        self.record.rules().board().size()
    }

    /// The options that make the rules, as keywords.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        keywords(py, &self.record.rules().options())
    }

    /// The game in notation: `multiple-madness;size=20:11,1,13`.
    #[getter]
    fn notation(&self) -> String {
        self.record.to_string()
    }

    /// The numbers that may be played now, ascending; none once the game is over.
    #[getter]
    fn legal(&self) -> Vec<u32> {
        self.record.legal().iter().map(Number::get).collect()
    }

    /// The numbers that are still on the board, ascending; in a race all of them.
    #[getter]
    fn free(&self) -> Vec<u32> {
        match self.record.position() {
            Position::Removal(position) => position.free().iter().map(Number::get).collect(),
            Position::Race(race) => race.rules().board().numbers().map(Number::get).collect(),
        }
    }

    /// The number played last, or struck before the first move.
    #[getter]
    fn last(&self) -> Option<u32> {
        self.record.last().map(Number::get)
    }

    /// In a race, for each player the node and the node that may not be entered next; `None` in other games.
    #[getter]
    fn tokens(&self) -> Option<[(u32, Option<u32>); 2]> {
        let Position::Race(race) = self.record.position() else { return None };
        Some(Player::BOTH.map(|player| {
            let token = race.token(player);
            (token.at.get(), token.banned.map(Number::get))
        }))
    }

    /// The numbers played so far.
    #[getter]
    fn moves(&self) -> Vec<u32> {
        self.record.moves().iter().map(|number| number.get()).collect()
    }

    /// The turns so far as pairs of player and number; the number of a skipped turn is `None`.
    #[getter]
    fn turns(&self) -> Vec<(u8, Option<u32>)> {
        let turns = self.record.turns();
        turns.map(|turn| (turn.player.number(), turn.number.map(Number::get))).collect()
    }

    /// Who is to move, 1 or 2; `None` once the game is over.
    #[getter]
    fn to_move(&self) -> Option<u8> {
        (!self.record.is_over()).then(|| self.record.to_move().number())
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.record.is_over()
    }

    /// Who has won, 1 or 2; `None` while the game goes on.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.record.winner().map(Player::number)
    }

    /// Whether the game has reached the limit of turns, skipped ones included, after which a race between programs is
    /// abandoned without a winner. It can still be played on.
    #[getter]
    fn abandoned(&self) -> bool {
        self.record.position().has_lasted(TURN_LIMIT)
    }

    /// Plays a number.
    ///
    /// Raises:
    ///     ValueError: if it may not be played; the game is then as it was.
    fn play(&mut self, number: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = convert::number(self.record.rules().board(), number)?;
        self.record.play(number).map_err(|refusal| illegal(number, refusal))
    }

    /// Takes the last move back and returns its number.
    ///
    /// Raises:
    ///     IndexError: if there is none.
    fn undo(&mut self) -> PyResult<u32> {
        let none = || PyIndexError::new_err("there is no move to take back");
        self.record.undo().map(Number::get).ok_or_else(none)
    }

    /// Plays random moves until the game is over, at most `limit` of them, and returns them. Without a limit a race, which
    /// need not end, is left after 1,000 moves, and every other game is played to its end.
    #[pyo3(signature = (seed=None, limit=None))]
    fn playout(&mut self, seed: Option<Seed>, limit: Option<Whole<usize>>) -> PyResult<Vec<u32>> {
        let limit = limit.map(|Whole(limit)| limit).unwrap_or(match self.record.position() {
            Position::Race(_) => TURN_LIMIT as usize,
            // Its numbers run out.
            Position::Removal(_) => usize::MAX,
        });
        let mut random = SplitMix(Seed::or_fresh(seed)?);
        let mut played = Vec::new();
        while played.len() < limit {
            let legal = self.record.legal();
            // None is left once the game is over.
            let Some(number) = legal.nth(random.below(legal.len())) else { break };
            self.record.play(number).map_err(|refusal| illegal(number, refusal))?;
            played.push(number.get());
        }
        Ok(played)
    }

    /// Plays so many random moves, none of which ends the game: a beginning from which players are asked.
    fn play_randomly(&mut self, plies: Whole<u32>, seed: Seed) {
        divvy_lab::play_randomly(&mut self.record, plies.0, seed.0);
    }

    /// Who wins with best play, by which moves, and why.
    fn solve(&self, py: Python<'_>) -> PyResult<Solution> {
        py.detach(|| Solution::of(&self.record)).map_err(value_error)
    }

    /// The game looked at move by move: where a win was given away.
    fn review(&self, py: Python<'_>) -> PyResult<Review> {
        let review = interruptible(py, |stop| {
            analysis::Review::watched(&self.record, |_| !stop.load(Ordering::Relaxed))
        })?;
        let game = self.record.rules().game();
        Review::new(py, game, &review.map_err(value_error)?.unwrap_or_default())
    }

    /// A proof of the position's solution as JSON, which `verify` checks without trusting the solver.
    fn certificate(&self, py: Python<'_>) -> PyResult<String> {
        let certificate = py.detach(|| {
            let mut solver = Solver::new(self.record.clone()).map_err(|e| e.to_string())?;
            let certificate = Certificate::of(&mut solver).map_err(|e| e.to_string())?;
            serde_json::to_string(&certificate).map_err(|e| e.to_string())
        });
        certificate.map_err(value_error)
    }

    /// The position as an array of int32: for each number 1 if it is free and 0 if not, then the last number (0 at
    /// first), with a memory of 2 the one before it and the last one. In a race the node and the last node of the player to move, then those of the opponent.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let array = PyArray1::zeros(py, width(self.record.rules()), false);
        observe(self.record.position(), array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The legal moves as an array of int8: action `a` plays number `a + 1`.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, self.size() as usize, false);
        show_legal(self.record.position(), array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The same game again, which goes its own way from here.
    fn copy(&self) -> Self {
        Self { record: self.record.clone() }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.borrow().record == self.record)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class: Bound<'py, PyType> = slf.get_type();
        let notation = slf.borrow().notation();
        Ok((class.getattr("parse")?, PyTuple::new(slf.py(), [notation])?))
    }

    fn __str__(&self) -> String {
        self.notation()
    }

    fn __repr__(&self) -> String {
        format!("Game.parse('{}')", self.record)
    }
}

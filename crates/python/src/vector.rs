//! Thousands of games at once, in arrays that are made once.

use divvy_rules::{Number, Position, Record, Rules, TURN_LIMIT};
use divvy_solver::{Outcome, RaceSolver, RemovalSolver, TableSearch};
use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{Seed, clipped, keywords, rules, value_error};
use crate::observation::{observe, observe_move, show_legal, width};
use crate::split_mix::SplitMix;

/// The most memory that the arrays and games of one object may take, in bytes.
const MOST_MEMORY: usize = 4 << 30;

/// Many games with the same rules, stepped together.
///
/// The arrays are made once and written in place by every step: `observation`, `action_mask`, `reward`, `terminated`,
/// `truncated`, `to_move`, and with `exact=True` also `value` and `winning`. A game that has ended begins anew in the same
/// step. No other thread may touch the arrays while a step runs.
#[pyclass(module = "divvy_games")]
pub(crate) struct Boards {
    rules: Rules,
    start: Position,
    games: Vec<Position>,
    /// The numbers played in each game, by which a copy is made.
    moves: Vec<Vec<u32>>,
    random: SplitMix,
    race: Option<RaceSolver>,
    table: Option<TableSearch>,
    /// What the player to move sees, a row for each game.
    #[pyo3(get)]
    observation: Py<PyArray2<i32>>,
    /// The legal actions, a row for each game.
    #[pyo3(get)]
    action_mask: Py<PyArray2<i8>>,
    /// What the last action earned the player who moved.
    #[pyo3(get)]
    reward: Py<PyArray1<f32>>,
    /// Whether the last action ended the game.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the game was cut off after the last action.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// What was seen last in a game that ended in the last step; rows of other games mean nothing.
    #[pyo3(get)]
    final_observation: Py<PyArray2<i32>>,
    /// The actions that were legal then.
    #[pyo3(get)]
    final_action_mask: Py<PyArray2<i8>>,
    /// Who is to move, 1 or 2.
    #[pyo3(get)]
    to_move: Py<PyArray1<i8>>,
    /// What `sample` drew.
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
    /// With `exact=True`: what the position is worth to the player to move, 1, 0 or -1.
    #[pyo3(get)]
    value: Option<Py<PyArray1<i8>>>,
    /// With `exact=True`: the actions that win, a row for each game.
    #[pyo3(get)]
    winning: Option<Py<PyArray2<i8>>>,
}

/// Plays an action: what it earned the player, whether it ended the game, and whether the game is cut off after it. An
/// illegal action loses.
fn step(game: &mut Position, action: i64) -> (f32, bool, bool) {
    let number = action.checked_add(1).and_then(|value| u32::try_from(value).ok());
    let number = number.and_then(|value| game.board().number(value).ok());
    let mover = game.to_move();
    if number.is_none_or(|number| game.play(number).is_err()) {
        return (-1.0, true, false);
    }
    match game.winner() {
        Some(winner) => (if winner == mover { 1.0 } else { -1.0 }, true, false),
        None => (0.0, false, game.has_lasted(TURN_LIMIT)),
    }
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (game, count, size=None, *, seed=Seed(0), exact=false, **options))]
    fn new(
        py: Python<'_>,
        game: &str,
        count: &Bound<'_, PyAny>,
        size: Option<&Bound<'_, PyAny>>,
        seed: Seed,
        exact: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rules = rules(game, size, options)?;
        let start = rules.start();
        if start.is_over() {
            return Err(value_error("no first move is possible with these options"));
        }
        let numbers = rules.board().size() as usize;
        let width = width(rules);
        let most = MOST_MEMORY / bytes_of_game(&start, width, numbers);
        let asked = count.extract().ok().filter(|asked| (1..=most).contains(asked));
        let count = asked.ok_or_else(|| {
            let count = clipped(count);
            value_error(format!("count takes from 1 to {most} games of this size, not {count}"))
        })?;
        let race = match (&start, exact) {
            (Position::Race(race), true) => {
                Some(RaceSolver::new(race.rules()).map_err(value_error)?)
            }
            _ => None,
        };
        let table = match (&start, exact) {
            (Position::Removal(start), true) if !start.rules().is_walk() => {
                Some(TableSearch::new(start).map_err(value_error)?)
            }
            _ => None,
        };
        let boards = Self {
            rules,
            games: vec![start.clone(); count],
            moves: vec![Vec::new(); count],
            random: SplitMix(seed.0),
            race,
            table,
            observation: PyArray2::zeros(py, [count, width], false).unbind(),
            action_mask: PyArray2::zeros(py, [count, numbers], false).unbind(),
            final_observation: PyArray2::zeros(py, [count, width], false).unbind(),
            final_action_mask: PyArray2::zeros(py, [count, numbers], false).unbind(),
            reward: PyArray1::zeros(py, count, false).unbind(),
            terminated: PyArray1::zeros(py, count, false).unbind(),
            truncated: PyArray1::zeros(py, count, false).unbind(),
            to_move: PyArray1::zeros(py, count, false).unbind(),
            actions: PyArray1::zeros(py, count, false).unbind(),
            value: exact.then(|| PyArray1::zeros(py, count, false).unbind()),
            winning: exact.then(|| PyArray2::zeros(py, [count, numbers], false).unbind()),
            start,
        };
        boards.show_all(py)?;
        Ok(boards)
    }

    /// Begins every game anew.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<Seed>) -> PyResult<()> {
        if let Some(Seed(seed)) = seed {
            self.random = SplitMix(seed);
        }
        self.games.fill(self.start.clone());
        self.moves.iter_mut().for_each(Vec::clear);
        self.show_all(py)
    }

    /// Plays one action in every game: action `a` plays number `a + 1`. The reward is that of the player who moved: 1 for
    /// a move that wins, -1 for an illegal one, which loses.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let (games, given) = (self.games.len(), actions.len());
        if given != games {
            return Err(value_error(format!(
                "step takes one action for each of the {games} games, not {given}"
            )));
        }
        let (mut reward, mut to_move) = (writable(py, &self.reward)?, writable(py, &self.to_move)?);
        let (mut terminated, mut truncated) =
            (writable(py, &self.terminated)?, writable(py, &self.truncated)?);
        let (mut observation, mut mask) =
            (writable(py, &self.observation)?, writable(py, &self.action_mask)?);
        let (mut final_observation, mut final_mask) =
            (writable(py, &self.final_observation)?, writable(py, &self.final_action_mask)?);
        let numbers = self.rules.board().size() as usize;
        let width = width(self.rules);
        let last = final_observation
            .as_slice_mut()?
            .chunks_exact_mut(width)
            .zip(final_mask.as_slice_mut()?.chunks_exact_mut(numbers));
        let rows = observation
            .as_slice_mut()?
            .chunks_exact_mut(width)
            .zip(mask.as_slice_mut()?.chunks_exact_mut(numbers))
            .zip(std::iter::zip(reward.as_slice_mut()?, to_move.as_slice_mut()?))
            .zip(std::iter::zip(terminated.as_slice_mut()?, truncated.as_slice_mut()?))
            .zip(last);
        let (games, start) = (self.games.iter_mut().zip(&mut self.moves), &self.start);
        // Other threads of Python run meanwhile.
        py.detach(|| {
            for (((game, moves), &action), row) in games.zip(actions).zip(rows) {
                let ((((observation, mask), (reward, to_move)), (terminated, truncated)), last) =
                    row;
                (*reward, *terminated, *truncated) = step(game, action);
                match *terminated || *truncated {
                    true => {
                        observe(game, last.0);
                        show_legal(game, last.1);
                        *game = start.clone();
                        moves.clear();
                        observe(game, observation);
                    }
                    false => {
                        moves.push(action as u32 + 1);
                        observe_move(game, action as usize, observation);
                    }
                }
                show_legal(game, mask);
                *to_move = game.to_move().number().cast_signed();
            }
        });
        self.solve(py)
    }

    /// Draws a legal action for every game into `actions`, each with the same chance.
    fn sample(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut actions = writable(py, &self.actions)?;
        let actions = actions.as_slice_mut()?;
        let (games, random) = (&self.games, &mut self.random);
        py.detach(|| {
            for (game, action) in games.iter().zip(actions) {
                let legal = game.legal();
                let number = legal.nth(random.below(legal.len()));
                *action = number.map_or(0, |number| i64::from(number.get()) - 1);
            }
        });
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((&'static str, usize), Bound<'py, PyDict>)> {
        let options = keywords(py, &self.rules.options())?;
        options.set_item("exact", self.value.is_some())?;
        Ok(((self.rules.game().id(), self.games.len()), options))
    }

    /// What the generator stands at, and the numbers played in each game.
    fn __getstate__(&self) -> (u64, Vec<Vec<u32>>) {
        (self.random.0, self.moves.clone())
    }

    fn __setstate__(&mut self, py: Python<'_>, state: (u64, Vec<Vec<u32>>)) -> PyResult<()> {
        let (random, moves) = state;
        if moves.len() != self.games.len() {
            return Err(value_error("these are the moves of another number of games"));
        }
        for (game, moves) in self.games.iter_mut().zip(&moves) {
            let record = Record::with_moves(self.rules, moves.iter().copied());
            *game = record.map_err(value_error)?.position().clone();
        }
        (self.random, self.moves) = (SplitMix(random), moves);
        self.show_all(py)
    }
}

impl Boards {
    /// Writes what every game shows.
    fn show_all(&self, py: Python<'_>) -> PyResult<()> {
        let (mut observation, mut mask) =
            (writable(py, &self.observation)?, writable(py, &self.action_mask)?);
        let mut to_move = writable(py, &self.to_move)?;
        let numbers = self.rules.board().size() as usize;
        let rows = observation
            .as_slice_mut()?
            .chunks_exact_mut(width(self.rules))
            .zip(mask.as_slice_mut()?.chunks_exact_mut(numbers))
            .zip(to_move.as_slice_mut()?);
        for (game, ((observation, mask), to_move)) in self.games.iter().zip(rows) {
            observe(game, observation);
            show_legal(game, mask);
            *to_move = game.to_move().number().cast_signed();
        }
        writable(py, &self.reward)?.as_slice_mut()?.fill(0.0);
        writable(py, &self.terminated)?.as_slice_mut()?.fill(false);
        writable(py, &self.truncated)?.as_slice_mut()?.fill(false);
        self.solve(py)
    }

    /// Writes the exact value of every position to the player to move, and the moves that win, if they are asked for.
    fn solve(&self, py: Python<'_>) -> PyResult<()> {
        let (Some(value), Some(winning)) = (&self.value, &self.winning) else { return Ok(()) };
        let (mut value, mut winning) = (writable(py, value)?, writable(py, winning)?);
        let rows = winning.as_slice_mut()?.chunks_exact_mut(self.rules.board().size() as usize);
        let rows = std::iter::zip(value.as_slice_mut()?, rows);
        let (games, race, table) = (&self.games, self.race.as_ref(), self.table.as_ref());
        py.detach(|| {
            for (game, (value, row)) in games.iter().zip(rows) {
                let (worth, wins) = exact(game, race, table);
                *value = worth;
                row.fill(0);
                for number in wins {
                    row[number.get() as usize - 1] = 1;
                }
            }
        });
        Ok(())
    }
}

/// An array to write to.
fn writable<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(|_| {
        value_error(
            "an array of these games is read-only or in use: they write to it at every step",
        )
    })
}

/// About how much memory a game and its rows take.
fn bytes_of_game(start: &Position, width: usize, numbers: usize) -> usize {
    let rows = 2 * size_of::<i32>() * width + 3 * numbers + 16;
    let most_moves = match start {
        Position::Removal(_) => numbers,
        Position::Race(_) => TURN_LIMIT as usize,
    };
    let moves = size_of::<Vec<u32>>() + size_of::<u32>() * most_moves;
    // Large boards keep their free numbers apart.
    size_of_val(start) + numbers / 8 + rows + moves
}

/// What a position is worth to the player to move, and the moves that win.
fn exact(
    position: &Position,
    race: Option<&RaceSolver>,
    table: Option<&TableSearch>,
) -> (i8, Vec<Number>) {
    match (position, race) {
        (Position::Removal(removal), _) => {
            let wins = match table {
                Some(table) => table.winning(removal),
                None => RemovalSolver::new(removal).winning(&removal.legal()),
            };
            (if wins.is_empty() { -1 } else { 1 }, wins)
        }
        (Position::Race(position), Some(race)) => {
            let worth = match race.value(position).outcome {
                Outcome::Win => 1,
                Outcome::Draw => 0,
                Outcome::Loss => -1,
            };
            (worth, race.winning(position))
        }
        (Position::Race(_), None) => (0, Vec::new()),
    }
}

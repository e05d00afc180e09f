//! A position as data. Players are 1 and 2, the one with the first move first.

use divvy_rules::{Game, Number, Options, Player, Position, RacePosition, Record, Token, Turn};
use divvy_solver::Solution;
use serde::Serialize;

/// The numbers that may be played, ascending.
pub fn legal(record: &Record) -> Vec<Number> {
    record.legal().iter().collect()
}

/// The tokens of a race, in the order of these players.
pub fn tokens(race: &RacePosition, players: [Player; 2]) -> [Token; 2] {
    players.map(|player| race.token(player))
}

/// Which game: the beginning of every answer about one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameData {
    game: Game,
    size: u32,
    options: Options,
    position: String,
}

impl From<&Record> for GameData {
    fn from(record: &Record) -> Self {
        let rules = record.rules();
        let (game, size, options) = (rules.game(), rules.board().size(), rules.options());
        Self { game, size, options, position: record.to_string() }
    }
}

/// Who is to move or has won.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TurnState {
    /// Who is to move; once the game is over, who would have been.
    pub to_move: Player,
    pub over: bool,
    pub winner: Option<Player>,
}

impl From<&Record> for TurnState {
    fn from(record: &Record) -> Self {
        Self { to_move: record.to_move(), over: record.is_over(), winner: record.winner() }
    }
}

/// What only a race has.
#[derive(Clone, Debug, Serialize)]
struct RaceData {
    start: Number,
    target: Number,
    tokens: [Token; 2],
    turns: Vec<Turn>,
}

/// A game and its position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionData<'a> {
    #[serde(flatten)]
    game: GameData,
    moves: &'a [Number],
    last: Option<Number>,
    #[serde(flatten)]
    turn: TurnState,
    legal: Vec<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<RaceData>,
}

impl<'a> From<&'a Record> for PositionData<'a> {
    fn from(record: &'a Record) -> Self {
        let race = match record.position() {
            Position::Removal(_) => None,
            Position::Race(race) => Some(RaceData {
                start: race.rules().start_node(),
                target: race.rules().target(),
                tokens: tokens(race, Player::BOTH),
                turns: record.turns().collect(),
            }),
        };
        let (game, turn) = (record.into(), record.into());
        Self { game, moves: record.moves(), last: record.last(), turn, legal: legal(record), race }
    }
}

/// What a program is asked.
#[derive(Clone, Debug, Serialize)]
pub struct Question<'a> {
    #[serde(flatten)]
    game: GameData,
    moves: &'a [Number],
    /// The player that is asked.
    to_move: Player,
    legal: Vec<Number>,
    /// Makes what a program leaves to chance repeatable: another one for every move.
    seed: u64,
    /// What was wrong with the answer before.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl<'a> Question<'a> {
    /// Asks for a move; `error` says what was wrong with the answer before.
    pub fn new(record: &'a Record, seed: u64, error: Option<&'a str>) -> Self {
        Self {
            game: record.into(),
            moves: record.moves(),
            to_move: record.to_move(),
            legal: legal(record),
            seed: seed >> 11,
            error,
        }
    }
}

/// What a program is told without being asked.
#[derive(Clone, Debug, Serialize)]
pub struct Announcement {
    event: &'static str,
    #[serde(flatten)]
    game: GameData,
    /// The player that is told.
    you: Player,
    /// Which game it is, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Once the game is over: who has won; null if it was abandoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<Player>>,
}

impl Announcement {
    pub fn begin(record: &Record, you: Player, number: u64, seed: u64) -> Self {
        let (number, seed) = (Some(number), Some(seed >> 11));
        Self { event: "begin", game: record.into(), you, number, seed, winner: None }
    }

    pub fn end(record: &Record, you: Player, winner: Option<Player>) -> Self {
        let winner = Some(winner);
        Self { event: "end", game: record.into(), you, number: None, seed: None, winner }
    }
}

/// A position and its solution. `winner` is who wins with best play, or has won; null for a draw by endless play, and if the
/// game was abandoned.
///
/// ```
/// use divvy_rules::Record;
/// use divvy_solver::Solver;
/// use divvy_wire::SolvedData;
///
/// let mut solver = Solver::new("sequence-duel;size=10:6,3".parse::<Record>()?)?;
/// let solution = solver.solution();
/// let json = serde_json::to_string(&SolvedData::new(solver.record(), &solution))?;
/// assert!(json.starts_with(r#"{"game":"sequence-duel","size":10,"options":{"size":10},"position":"sequence-duel;size=10:6,3","#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct SolvedData<'a> {
    #[serde(flatten)]
    game: GameData,
    moves: &'a [Number],
    to_move: Player,
    last: Option<Number>,
    over: bool,
    winner: Option<Player>,
    legal: Vec<Number>,
    winning: &'a [Number],
    best: Option<Number>,
    depth: Option<u32>,
}

impl<'a> SolvedData<'a> {
    /// A game and the solution of its position, which does not know of a turn limit.
    pub fn new(record: &'a Record, solution: &'a Solution) -> Self {
        let abandoned = record.is_over() && record.winner().is_none();
        let solution = Some(solution).filter(|_| !abandoned);
        Self {
            game: record.into(),
            moves: record.moves(),
            to_move: record.to_move(),
            last: record.last(),
            over: record.is_over(),
            winner: solution.and_then(|solution| solution.winner),
            legal: legal(record),
            winning: solution.map_or(&[], |solution| &solution.winning),
            best: solution.and_then(|solution| solution.best),
            depth: solution.and_then(|solution| solution.depth),
        }
    }
}

//! A position as data. Players are 1 and 2, the one with the first move first.

use divvy_rules::{Game, Number, Options, Player, Position, RacePosition, Record};
use divvy_solver::Solution;
use serde::Serialize;

/// The numbers that may be played, ascending.
pub fn legal(record: &Record) -> Vec<Number> {
    record.legal().iter().collect()
}

/// Who is to move or has won.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TurnState {
    /// Who is to move; once the game is over, who would have been.
    pub to_move: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won.
    pub winner: Option<u8>,
}

impl From<&Record> for TurnState {
    fn from(record: &Record) -> Self {
        let winner = record.winner().map(Player::number);
        Self { to_move: record.to_move().number(), over: record.is_over(), winner }
    }
}

/// A turn, used or skipped.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TurnData {
    /// Whose turn it was.
    pub player: u8,
    /// The number played; null for a skipped turn.
    #[serde(rename = "move")]
    pub number: Option<Number>,
}

/// The turns so far.
pub fn turns(record: &Record) -> impl Iterator<Item = TurnData> {
    record.turns().map(|turn| TurnData { player: turn.player.number(), number: turn.number })
}

/// A token of a race.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TokenData {
    /// Where it stands.
    pub at: Number,
    /// Where it may not go back to.
    pub banned: Option<Number>,
}

/// The tokens of a race, in the order of these players.
pub fn tokens(race: &RacePosition, players: [Player; 2]) -> [TokenData; 2] {
    players.map(|player| {
        let token = race.token(player);
        TokenData { at: token.at, banned: token.banned }
    })
}

/// What only a race has.
#[derive(Clone, Debug, Serialize)]
pub struct RaceData {
    start: Number,
    target: Number,
    tokens: [TokenData; 2],
    turns: Vec<TurnData>,
}

/// A game and its position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionData<'a> {
    game: Game,
    options: Options,
    position: String,
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
                turns: turns(record).collect(),
            }),
        };
        Self {
            game: record.rules().game(),
            options: record.rules().options(),
            position: record.to_string(),
            moves: record.moves(),
            last: record.last(),
            turn: record.into(),
            legal: legal(record),
            race,
        }
    }
}

/// What a program is asked.
#[derive(Clone, Debug, Serialize)]
pub struct Question<'a> {
    game: Game,
    options: Options,
    position: String,
    moves: &'a [Number],
    /// The player that is asked.
    to_move: u8,
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
            game: record.rules().game(),
            options: record.rules().options(),
            position: record.to_string(),
            moves: record.moves(),
            to_move: record.to_move().number(),
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
    game: Game,
    options: Options,
    position: String,
    /// The player that is told, 1 or 2.
    you: u8,
    /// Which game it is, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Once the game is over: who has won; null if it was abandoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<u8>>,
}

impl Announcement {
    /// A game begins.
    pub fn begin(record: &Record, you: Player, number: u64, seed: u64) -> Self {
        Self { number: Some(number), seed: Some(seed >> 11), ..Self::of("begin", record, you) }
    }

    /// A game is over.
    pub fn end(record: &Record, you: Player, winner: Option<Player>) -> Self {
        Self { winner: Some(winner.map(Player::number)), ..Self::of("end", record, you) }
    }

    fn of(event: &'static str, record: &Record, you: Player) -> Self {
        Self {
            event,
            game: record.rules().game(),
            options: record.rules().options(),
            position: record.to_string(),
            you: you.number(),
            number: None,
            seed: None,
            winner: None,
        }
    }
}

/// A position and its solution.
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
    game: Game,
    size: u32,
    options: Options,
    position: String,
    moves: &'a [Number],
    to_move: u8,
    last: Option<Number>,
    over: bool,
    /// Who wins with best play, or has won; null for a draw by endless play, and if the game was abandoned.
    winner: Option<u8>,
    legal: Vec<Number>,
    winning: &'a [Number],
    best: Option<Number>,
    depth: Option<u32>,
}

impl<'a> SolvedData<'a> {
    /// A game and the solution of its position, which does not know of a turn limit.
    pub fn new(record: &'a Record, solution: &'a Solution) -> Self {
        let TurnState { to_move, over, winner } = record.into();
        let solution = Some(solution).filter(|_| !over || winner.is_some());
        Self {
            game: record.rules().game(),
            size: record.rules().board().size(),
            options: record.rules().options(),
            position: record.to_string(),
            moves: record.moves(),
            to_move,
            last: record.last(),
            over,
            winner: solution.and_then(|solution| solution.winner).map(Player::number),
            legal: legal(record),
            winning: solution.map_or(&[], |solution| &solution.winning),
            best: solution.and_then(|solution| solution.best),
            depth: solution.and_then(|solution| solution.depth),
        }
    }
}

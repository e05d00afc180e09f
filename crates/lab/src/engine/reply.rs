//! What the engine tells. `docs/engine.md` explains every field.

use divvy_play::Review;
use divvy_rules::{Game, Number, Options, Player, Position, Record, Skips};
use serde::Serialize;

/// Whose turn it is, or who has won.
#[derive(Serialize)]
pub(super) struct Turn {
    to_move: u8,
    over: bool,
    winner: Option<u8>,
}

impl Turn {
    pub(super) fn of(record: &Record) -> Self {
        let position = record.position();
        let winner = position.winner().map(Player::number);
        Self { to_move: position.to_move().number(), over: winner.is_some(), winner }
    }
}

/// A game that has just begun.
#[derive(Serialize)]
pub(super) struct Begun {
    position: String,
    #[serde(flatten)]
    turn: Turn,
}

impl Begun {
    pub(super) fn of(record: &Record) -> Self {
        Self { position: record.to_string(), turn: Turn::of(record) }
    }
}

/// A move that was made.
#[derive(Serialize)]
pub(super) struct Played {
    #[serde(rename = "move")]
    number: Number,
    player: u8,
    /// Whose turns were passed over after it.
    skipped: Vec<u8>,
    #[serde(flatten)]
    turn: Turn,
}

impl Played {
    pub(super) fn of(record: &Record, number: Number, player: Player, skips: Skips) -> Self {
        let skipped = skips.players().map(Player::number).collect();
        Self { number, player: player.number(), skipped, turn: Turn::of(record) }
    }
}

/// A move that was taken back.
#[derive(Serialize)]
pub(super) struct Undone {
    #[serde(rename = "move")]
    number: Number,
    #[serde(flatten)]
    turn: Turn,
}

impl Undone {
    pub(super) fn of(record: &Record, number: Number) -> Self {
        Self { number, turn: Turn::of(record) }
    }
}

/// The numbers that may be played.
#[derive(Serialize)]
pub(super) struct Legal {
    legal: Vec<Number>,
}

impl Legal {
    pub(super) fn of(record: &Record) -> Self {
        Self { legal: record.position().legal().iter().collect() }
    }
}

/// The whole game, in the words of `docs/programs.md`.
#[derive(Serialize)]
pub(super) struct State<'a> {
    game: Game,
    options: Options,
    position: String,
    moves: &'a [Number],
    last: Option<Number>,
    #[serde(flatten)]
    turn: Turn,
    #[serde(flatten)]
    legal: Legal,
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<Race>,
}

impl<'a> State<'a> {
    pub(super) fn of(record: &'a Record) -> Self {
        Self {
            game: record.rules().game(),
            options: record.rules().options(),
            position: record.to_string(),
            moves: record.moves(),
            last: record.moves().last().copied(),
            turn: Turn::of(record),
            legal: Legal::of(record),
            race: Race::of(record),
        }
    }
}

/// What only a race has.
#[derive(Serialize)]
struct Race {
    start: Number,
    target: Number,
    tokens: [Token; 2],
    turns: Vec<Walked>,
}

#[derive(Serialize)]
struct Token {
    at: Number,
    banned: Option<Number>,
}

/// One turn of a race, used or skipped.
#[derive(Serialize)]
struct Walked {
    player: u8,
    #[serde(rename = "move")]
    number: Option<Number>,
}

impl Race {
    fn of(record: &Record) -> Option<Self> {
        let Position::Race(race) = record.position() else { return None };
        let token = |player| {
            let divvy_rules::Token { at, banned } = race.token(player);
            Token { at, banned }
        };
        let walked = |player: Player, number| Walked { player: player.number(), number };
        let mut turns = Vec::with_capacity(record.moves().len());
        let mut position = race.rules().start();
        for &number in record.moves() {
            turns.push(walked(position.to_move(), Some(number)));
            // The record holds legal moves only.
            let Ok(skips) = position.play(number) else { break };
            turns.extend(skips.players().map(|player| walked(player, None)));
        }
        Some(Self {
            start: race.rules().start_node(),
            target: race.rules().target(),
            tokens: Player::BOTH.map(token),
            turns,
        })
    }
}

/// The game looked at move by move, as `divvy review --json` has it.
#[derive(Serialize)]
pub(super) struct Reviewed {
    game: Game,
    size: u32,
    position: String,
    over: bool,
    #[serde(flatten)]
    review: Review,
}

impl Reviewed {
    pub(super) fn of(record: &Record, review: Review) -> Self {
        Self {
            game: record.rules().game(),
            size: record.rules().board().size(),
            position: record.to_string(),
            over: record.position().is_over(),
            review,
        }
    }
}

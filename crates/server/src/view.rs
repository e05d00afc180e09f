//! What a person or program is told about a game. `docs/http-api.md` explains every field.

use divvy_play::{Match, Occupant, Seat, walk, words};
use divvy_rules::{Game, Number, NumberSet, Options, Position};
use serde::Serialize;

use crate::game::{Mode, Rematch, Table};

/// The state of a game, for one reader.
#[derive(Debug, Serialize)]
pub(crate) struct State<'a> {
    id: &'a str,
    version: u32,
    game: Game,
    name: &'static str,
    size: u32,
    first_number: u32,
    options: Options,
    notation: String,
    mode: Mode,
    players: [PlayerState<'a>; 2],
    round: usize,
    rounds: u32,
    score: [u32; 2],
    first: Seat,
    to_move: Option<Seat>,
    ply: usize,
    moves: Vec<MoveState>,
    legal: Vec<[Number; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<Vec<[u32; 2]>>,
    last: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<RaceState>,
    over: bool,
    finished: bool,
    winner: Option<Seat>,
    ending: Option<String>,
    /// Who gave the round up.
    resigned: Option<Seat>,
    said: &'a str,
    undo: Option<ByState>,
    rematch: Option<RematchState<'a>>,
    you: YouState,
}

#[derive(Debug, Serialize)]
struct PlayerState<'a> {
    name: &'a str,
    kind: String,
    /// Whether somebody sits there.
    taken: bool,
    /// Whether somebody has the page open.
    here: bool,
}

#[derive(Debug, Serialize)]
struct MoveState {
    seat: Seat,
    /// None for a skipped turn.
    number: Option<Number>,
}

#[derive(Debug, Serialize)]
struct RaceState {
    start: Number,
    target: Number,
    tokens: [TokenState; 2],
    walks: [Vec<Number>; 2],
}

#[derive(Debug, Serialize)]
struct TokenState {
    at: Number,
    banned: Option<Number>,
}

#[derive(Debug, Serialize)]
struct ByState {
    by: Seat,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum RematchState<'a> {
    Offered { by: Seat },
    Declined { declined: Seat },
    Begun { id: &'a str },
}

#[derive(Debug, Serialize)]
struct YouState {
    seats: Vec<Seat>,
    may: Vec<&'static str>,
    /// How it ended, to whoever holds one of the two seats.
    ending: Option<String>,
}

/// A game in a list of somebody's games: so much of its state as tells where it stands, under the same names.
#[derive(Debug, Serialize)]
pub(crate) struct Listed<'a> {
    id: &'a str,
    name: &'static str,
    mode: Mode,
    players: [ListedPlayer<'a>; 2],
    round: usize,
    rounds: u32,
    to_move: Option<Seat>,
    ply: usize,
    over: bool,
    finished: bool,
    you: Holder,
}

#[derive(Debug, Serialize)]
struct ListedPlayer<'a> {
    name: &'a str,
    taken: bool,
}

#[derive(Debug, Serialize)]
struct Holder {
    seats: Vec<Seat>,
}

impl<'a> Listed<'a> {
    #[must_use]
    pub(crate) fn of(id: &'a str, table: &'a Table, seats: Vec<Seat>) -> Self {
        let game = table.game();
        let round = game.round();
        let over = round.is_over();
        Self {
            id,
            name: words::name(game.rules().game()),
            mode: table.setup().mode,
            players: Seat::BOTH
                .map(|seat| ListedPlayer { name: game.name(seat), taken: table.is_taken(seat) }),
            round: game.round_number(),
            rounds: game.plan().rounds(),
            to_move: (!over).then(|| round.to_move()),
            ply: table.ply(),
            over,
            finished: game.is_finished(),
            you: Holder { seats },
        }
    }
}

/// How the round ended, and the series with it. Whoever holds one seat is spoken to.
fn ending(game: &Match, reader: Option<Seat>) -> Option<String> {
    let (ending, standing) = match reader {
        Some(seat) => (words::ending_for(game, seat)?, words::standing_for(game, seat)),
        None => (words::ending(game)?, words::standing(game)),
    };
    Some([Some(ending), standing].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// What a reader may do now. Legality of a number is another question.
#[must_use]
pub(crate) fn permissions(table: &Table, seats: &[Seat]) -> Vec<&'static str> {
    let game = table.game();
    let round = game.round();
    let mode = table.setup().mode;
    let playing = !seats.is_empty();
    let complete = Seat::BOTH.iter().all(|seat| table.is_taken(*seat));
    let on = !round.is_over() && complete;
    let my_turn = on && seats.contains(&round.to_move());
    let conditions = [
        ("move", my_turn),
        ("resign", on && playing),
        ("hint", my_turn && mode != Mode::Friend),
        ("undo", complete && table.undo().is_none() && table.can_undo(seats)),
        ("answer_undo", table.undo().is_some_and(|by| seats.contains(&by.other()))),
        ("next_round", playing && round.is_over() && !game.is_finished()),
        (
            "rematch",
            playing
                && game.is_finished()
                && match table.rematch() {
                    None => true,
                    Some(Rematch::Offered(by)) => seats.contains(&by.other()),
                    Some(Rematch::Declined(by)) => seats.contains(by),
                    Some(Rematch::Begun(_)) => false,
                },
        ),
        (
            "answer_rematch",
            match table.rematch() {
                Some(Rematch::Offered(by)) => seats.contains(&by.other()),
                _ => false,
            },
        ),
        ("join", !playing && !complete),
        ("review", round.is_over()),
    ];
    conditions.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}

impl<'a> State<'a> {
    /// The state for somebody who holds these seats, with who is here.
    #[must_use]
    pub(crate) fn of(id: &'a str, table: &'a Table, seats: Vec<Seat>, here: [bool; 2]) -> Self {
        let game = table.game();
        let round = game.round();
        let record = round.record();
        let position = record.position();
        let over = round.is_over();
        let legal = if over { Vec::new() } else { runs(&position.legal()) };
        let board = game.rules().board();
        let player = |seat: Seat| PlayerState {
            name: game.name(seat),
            kind: game.player(seat).to_string(),
            taken: table.is_taken(seat),
            here: *game.player(seat) != Occupant::Human || here[seat.index()],
        };
        let turns = round.turns();
        let (taken, last, race) = match position {
            Position::Removal(removal) => {
                (Some(gaps(board.first(), board.size(), removal.free())), removal.last(), None)
            }
            Position::Race(race) => {
                let token = |seat: Seat| {
                    let token = race.token(round.player_at(seat));
                    TokenState { at: token.at, banned: token.banned }
                };
                let walked = |seat: Seat| walk(race, &turns, seat).into_iter().flatten().collect();
                let race = RaceState {
                    start: race.rules().start_node(),
                    target: race.rules().target(),
                    tokens: Seat::BOTH.map(token),
                    walks: Seat::BOTH.map(walked),
                };
                (None, None, Some(race))
            }
        };
        let moves =
            turns.into_iter().map(|turn| MoveState { seat: turn.seat, number: turn.number });
        Self {
            id,
            version: table.version(),
            game: game.rules().game(),
            name: words::name(game.rules().game()),
            size: board.size(),
            first_number: board.first(),
            options: game.rules().options(),
            notation: record.to_string(),
            mode: table.setup().mode,
            players: Seat::BOTH.map(player),
            round: game.round_number(),
            rounds: game.plan().rounds(),
            score: game.score(),
            first: round.first(),
            to_move: (!over).then(|| round.to_move()),
            ply: record.moves().len(),
            moves: moves.collect(),
            legal,
            taken,
            last,
            race,
            over,
            finished: game.is_finished(),
            winner: round.winner(),
            ending: ending(game, None),
            resigned: round.given_up().map(|given_up| given_up.by),
            said: table.said(),
            undo: table.undo().map(|by| ByState { by }),
            rematch: table.rematch().map(|rematch| match rematch {
                Rematch::Offered(by) => RematchState::Offered { by: *by },
                Rematch::Declined(by) => RematchState::Declined { declined: *by },
                Rematch::Begun(id) => RematchState::Begun { id: id.as_str() },
            }),
            you: YouState {
                may: permissions(table, &seats),
                ending: <[Seat; 1]>::try_from(seats.as_slice())
                    .ok()
                    .and_then(|[seat]| ending(game, Some(seat))),
                seats,
            },
        }
    }
}

/// A set as runs of consecutive numbers.
fn runs(set: &NumberSet) -> Vec<[Number; 2]> {
    set.runs().map(|(from, to)| [from, to]).collect()
}

/// The runs of what is not in the set.
fn gaps(first: u32, last: u32, set: &NumberSet) -> Vec<[u32; 2]> {
    let mut gaps = Vec::new();
    let mut next = first;
    for (from, to) in set.runs() {
        if from.get() > next {
            gaps.push([next, from.get() - 1]);
        }
        next = to.get() + 1;
    }
    if next <= last {
        gaps.push([next, last]);
    }
    gaps
}

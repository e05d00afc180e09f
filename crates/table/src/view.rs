//! A game as JSON for one viewer. `docs/http-api.md` explains every field.

use divvy_match::{Occupant, Seat};
use divvy_wire::{BoardData, HeadlineData, Transcript};
use divvy_words::{self as words, Audience, Request, web};
use serde::Serialize;
use serde_json::{Value, json};

use crate::state::Rematch;
use crate::{GameId, GameState, Mode};

/// The state of a game for one viewer: its board, and what the table adds.
#[derive(Debug, Serialize)]
pub struct GameView<'a> {
    id: &'a GameId,
    version: u32,
    #[serde(flatten)]
    board: BoardData,
    mode: Mode,
    players: [PlayerView<'a>; 2],
    round: usize,
    rounds: u32,
    score: [u32; 2],
    finished: bool,
    ending: Option<String>,
    resigned: Option<Seat>,
    said: &'a str,
    status: String,
    undo: Option<UndoRequestView>,
    rematch: Option<&'a Rematch>,
    request: Option<RequestView>,
    you: YouView<'a>,
    #[serde(skip)]
    transcript: &'a Transcript,
}

#[derive(Debug, Serialize)]
struct PlayerView<'a> {
    name: &'a str,
    kind: String,
    /// Whether the seat has a holder, or a bot sits there.
    taken: bool,
    /// Whether its holder has the page open.
    here: bool,
}

impl<'a> PlayerView<'a> {
    fn new(state: &'a GameState, seat: Seat, present: [bool; 2]) -> Self {
        let (name, player) = (state.match_.name(seat), state.match_.occupant(seat));
        let here = *player != Occupant::Human || present[seat.index()];
        Self { name, kind: player.to_string(), taken: state.is_taken(seat), here }
    }
}

#[derive(Debug, Serialize)]
struct UndoRequestView {
    by: Seat,
}

/// What one player asks of the other, or the answer, as a sentence for the viewer.
#[derive(Debug, Serialize)]
struct RequestView {
    /// The seat that asked or declined; `None` for a rematch that has begun.
    by: Option<Seat>,
    sentence: String,
}

impl RequestView {
    fn new(state: &GameState, seats: &[Seat]) -> Option<Self> {
        // Viewers without a seat are told of it by `said` only.
        let undo = state.undo_request().filter(|_| !seats.is_empty());
        let (by, request) = match (undo, &state.rematch) {
            (Some(by), _) => (Some(by), Request::Undo(by)),
            (None, &Some(Rematch::Offered { by })) => (Some(by), Request::Rematch(by)),
            (None, &Some(Rematch::Declined { by })) => (Some(by), Request::RematchDeclined(by)),
            (None, Some(Rematch::Begun { .. })) => (None, Request::RematchBegun),
            (None, None) => return None,
        };
        let to = Audience { names: state.match_.names(), you: seats.first().copied() };
        Some(Self { by, sentence: to.request(request) })
    }
}

/// Speaks to the holder of one seat, and of the players to all other viewers.
pub fn speaking_to<'a>(state: &'a GameState, seats: &[Seat]) -> Audience<'a> {
    let you = if let [seat] = seats { Some(*seat) } else { None };
    Audience { names: state.match_.names(), you }
}

/// Whose turn it is, what is waited for, or how the round ended, in a few words.
fn status(state: &GameState, seats: &[Seat]) -> String {
    if state.ended {
        return web::ENDED_BY_OPERATOR.to_owned();
    }
    let to = speaking_to(state, seats);
    match waits(state) {
        true => to.seat_is_free().to_owned(),
        false => to.status(&state.match_),
    }
}

/// Whether the round waits for a second player.
fn waits(state: &GameState) -> bool {
    !state.is_complete() && !state.match_.round().is_over()
}

/// The board, with other words while a seat is free and once the operator has ended the game.
fn board(state: &GameState, seats: &[Seat]) -> BoardData {
    let (to, match_) = (speaking_to(state, seats), &state.match_);
    let round = match_.round();
    let mut board = BoardData::new(round, to);
    if state.ended {
        board = board.closed();
        let turn = web::ENDED_BY_OPERATOR.to_owned();
        board.headline = HeadlineData { turn, task: String::new() };
    } else if waits(state) {
        let turn = to.seat_is_free().to_owned();
        board.headline = HeadlineData { turn, task: String::new() };
        let brief = words::brief(match_.rules().game());
        board.so_far = format!("{} {brief}", to.begins(round.first()));
    } else if let Some(standing) = to.standing(match_) {
        board.so_far = format!("{} {standing}", board.so_far).trim_start().to_owned();
    }
    board
}

#[derive(Debug, Serialize)]
struct YouView<'a> {
    seats: &'a [Seat],
    may: Vec<&'static str>,
    /// The ending as told to the player, for a viewer with one seat.
    ending: Option<String>,
}

impl<'a> YouView<'a> {
    fn new(state: &GameState, seats: &'a [Seat]) -> Self {
        let to = speaking_to(state, seats);
        let ending = to.you.and_then(|_| to.result(&state.match_));
        Self { may: state.allowed(seats), ending, seats }
    }
}

impl<'a> GameView<'a> {
    /// The state for a viewer with these seats; `present` says which players have the page open.
    pub fn new(
        id: &'a GameId,
        state: &'a GameState,
        seats: &'a [Seat],
        present: [bool; 2],
    ) -> Self {
        let match_ = &state.match_;
        Self {
            id,
            version: state.version,
            board: board(state, seats),
            mode: state.setup.mode,
            players: Seat::BOTH.map(|seat| PlayerView::new(state, seat, present)),
            round: match_.round_number(),
            rounds: match_.plan().rounds(),
            score: match_.score(),
            finished: state.is_finished(),
            ending: Audience::everybody(match_).result(match_),
            resigned: match_.round().given_up().map(|given_up| given_up.by),
            said: &state.said,
            status: status(state, seats),
            undo: state.undo_request().map(|by| UndoRequestView { by }),
            rematch: state.rematch.as_ref(),
            request: RequestView::new(state, seats),
            you: YouView::new(state, seats),
            transcript: &state.transcript,
        }
    }

    /// Writes the view as JSON, on one line.
    pub fn write(&self, text: &mut Vec<u8>) {
        self.board.write(self, self.transcript, text);
    }
}

/// What the list of games of a viewer with these seats shows of one: part of its state, with the same keys.
pub fn summary(id: &GameId, state: &GameState, seats: &[Seat]) -> Value {
    let (match_, round) = (&state.match_, state.match_.round());
    let player = |seat| json!({ "name": match_.name(seat), "taken": state.is_taken(seat) });
    let can_move = !round.is_over() && !state.ended;
    json!({
        "id": id,
        "name": words::name(match_.rules().game()),
        "mode": state.setup.mode,
        "players": Seat::BOTH.map(player),
        "round": match_.round_number(),
        "rounds": match_.plan().rounds(),
        "to_move": can_move.then(|| round.to_move()),
        "ply": state.ply(),
        "over": round.is_over(),
        "finished": state.is_finished(),
        "status": status(state, seats),
        "you": { "seats": seats },
    })
}

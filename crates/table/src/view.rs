//! A game as JSON for one viewer. `docs/http-api.md` explains every field.

use divvy_match::{Occupant, Seat};
use divvy_wire::{BoardData, PartsData, Transcript};
use divvy_words::{self as words, Audience, Headline, Request, Sentence, web};
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
    said: String,
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
    #[serde(serialize_with = "divvy_wire::text")]
    sentence: Sentence,
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
        let to = Audience::of(&state.match_, seats.first().copied());
        Some(Self { by, sentence: to.request(request) })
    }
}

/// Speaks to the holder of one seat, and of the players to all other viewers.
pub fn speaking_to<'a>(state: &'a GameState, seats: &[Seat]) -> Audience<'a> {
    let you = if let [seat] = seats { Some(*seat) } else { None };
    Audience::of(&state.match_, you)
}

/// Whose turn it is, what is waited for, or how the round ended, in a few words.
fn status(state: &GameState, seats: &[Seat]) -> Sentence {
    let to = speaking_to(state, seats);
    match waits(state) {
        _ if state.ended => web::ENDED_BY_OPERATOR.into(),
        true => to.seat_is_free(),
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
        board.headline = Headline { turn: web::ENDED_BY_OPERATOR.into(), ..Headline::default() };
    } else if waits(state) {
        board.headline = Headline { turn: to.seat_is_free(), ..Headline::default() };
        let brief = words::brief(match_.rules().game()).into();
        board.so_far = Sentence::joined([to.begins(), brief]);
    } else if let Some(standing) = to.standing(match_) {
        board.so_far = Sentence::joined([board.so_far, standing]);
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
        Self { may: state.allowed(seats), ending: ending.map(|ending| ending.to_string()), seats }
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
        let (match_, status, said) = (&state.match_, status(state, seats), state.said.clone());
        let (board, request) = (board(state, seats), RequestView::new(state, seats));
        let asked = request.as_ref().map(|request| request.sentence.clone()).unwrap_or_default();
        let ending = Audience::everybody(match_).result(match_);
        Self {
            id,
            version: state.version,
            mode: state.setup.mode,
            players: Seat::BOTH.map(|seat| PlayerView::new(state, seat, present)),
            round: match_.round_number(),
            rounds: match_.plan().rounds(),
            score: match_.score(),
            finished: state.is_finished(),
            ending: ending.map(|ending| ending.to_string()),
            resigned: match_.round().given_up().map(|given_up| given_up.by),
            said: said.to_string(),
            status: status.to_string(),
            board: board.with_parts([("said", said), ("status", status), ("request", asked)]),
            undo: state.undo_request().map(|by| UndoRequestView { by }),
            rematch: state.rematch.as_ref(),
            request,
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
    let status = status(state, seats);
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
        "status": status.to_string(),
        "parts": PartsData(vec![("status", status)]),
        "you": { "seats": seats },
    })
}

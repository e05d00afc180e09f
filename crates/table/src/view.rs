//! A game as JSON for one viewer. `docs/http-api.md` explains every field.

use divvy_match::{Bot, Occupant, Seat};
use divvy_wire::{BoardData, PartsData};
use divvy_words::{self as words, Audience, Headline, Request, Sentence, web};
use serde::Serialize;
use serde_json::{Value, json};

use crate::state::Rematch;
use crate::{GameAction, GameId, GameState};

/// The members of a board, and what the table adds.
#[derive(Serialize)]
struct GameView<'a> {
    #[serde(flatten)]
    table: Value,
    #[serde(flatten)]
    board: &'a BoardData,
}

/// What one player asks of the other, or the answer, as a sentence for the viewer; with the seat that asked or declined,
/// which a rematch that has begun does not have.
fn request(state: &GameState, seats: &[Seat]) -> Option<(Option<Seat>, Sentence)> {
    // Viewers without a seat are told of it by `said` only.
    let undo = state.undo_request().filter(|_| !seats.is_empty());
    let (by, request) = match (undo, &state.rematch) {
        (Some(by), _) => (Some(by), state.undo_of(by)),
        (None, &Some(Rematch::Offered { by })) => (Some(by), Request::Rematch(by)),
        (None, &Some(Rematch::Declined { by })) => (Some(by), Request::RematchDeclined(by)),
        (None, Some(Rematch::Begun { .. })) => (None, Request::RematchBegun),
        (None, None) => return None,
    };
    Some((by, Audience::of(&state.match_, seats.first().copied()).request(request)))
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
        true => to.seat_is_free(host(state)),
        false => to.status(&state.match_),
    }
}

/// Whether the round waits for a second player.
fn waits(state: &GameState) -> bool {
    !state.is_complete() && !state.match_.round().is_over()
}

/// The player who waits while a seat is free.
fn host(state: &GameState) -> Seat {
    Seat::BOTH.into_iter().find(|seat| state.is_taken(*seat)).unwrap_or(Seat::One)
}

/// What the link to a game is called where it is passed on: while a seat is free, an invitation.
pub fn title(state: &GameState) -> String {
    let name = words::name(state.match_.rules().game());
    match waits(state) && !state.ended {
        true => format!("{}: {name}", speaking_to(state, &[]).waits_for_you(host(state))),
        false => format!("A game of {name}"),
    }
}

/// Whether this invitation gives the free seat now, and what its holder is told, as JSON.
pub fn invitation(state: &GameState, invite: &str) -> Value {
    let open = waits(state) && !state.ended && state.is_invited(invite);
    let sentence = match open {
        true => speaking_to(state, &[]).waits_for_you(host(state)),
        false => web::INVITATION_CLOSED.into(),
    };
    let text = sentence.to_string();
    json!({ "open": open, "sentence": text, "parts": PartsData(vec![("sentence", sentence)]) })
}

/// The board, with other words while a seat is free and once the operator has ended the game; and what has happened, without
/// what can be played now.
fn board(state: &GameState, seats: &[Seat]) -> (BoardData, Sentence) {
    let (to, match_) = (speaking_to(state, seats), &state.match_);
    let round = match_.round();
    let mut board = BoardData::new(round, to);
    let mut happened = to.last_turns(round);
    if state.ended {
        board = board.closed();
        board.headline = Headline { turn: web::ENDED_BY_OPERATOR.into(), ..Headline::default() };
    } else if waits(state) {
        board.headline = Headline { turn: to.seat_is_free(host(state)), ..Headline::default() };
        let brief = words::brief(match_.rules()).into();
        board.so_far = Sentence::joined([to.begins(), brief]);
        happened = board.so_far.clone();
    } else if round.is_over() {
        let again = state.may(GameAction::Rematch, seats).is_ok();
        let next = again.then(|| to.begins_next(match_.rematch(0).first));
        let more = to.standing(match_).into_iter().chain(next);
        happened = Sentence::joined([happened].into_iter().chain(more));
        board.so_far = happened.clone();
    }
    (board, happened)
}

/// Another bot to play against, once a viewer has won or lost against one: the next stronger or weaker.
fn other_bot(state: &GameState, seats: &[Seat]) -> Option<Bot> {
    let [seat] = *seats else { return None };
    let (winner, occupant) = (state.match_.round().winner()?, state.match_.occupant(seat.other()));
    let Occupant::Bot(bot) = occupant else { return None };
    bot.beside(winner == seat).filter(|_| state.is_finished())
}

/// Appends the state for a viewer with these seats as JSON on one line; `present` says which players have the page open.
pub(crate) fn write(
    id: &GameId,
    state: &GameState,
    seats: &[Seat],
    present: [bool; 2],
    text: &mut Vec<u8>,
) {
    let (match_, to) = (&state.match_, speaking_to(state, seats));
    let (status, request) = (status(state, seats), request(state, seats));
    let (board, happened) = board(state, seats);
    let player = |seat: Seat| {
        let (name, kind) = (match_.name(seat), match_.occupant(seat));
        let here = *kind != Occupant::Human || present[seat.index()];
        json!({ "name": name, "kind": kind.to_string(), "taken": state.is_taken(seat), "here": here })
    };
    let ending = |to: Audience<'_>| to.result(match_).map(|ending| ending.to_string());
    let rematch = state.rematch.as_ref().map(|rematch| match rematch {
        Rematch::Offered { by } => json!({ "by": by }),
        Rematch::Declined { by } => json!({ "declined": by }),
        Rematch::Begun { id } => json!({ "id": id }),
    });
    let (by, asked) = request.unzip();
    let table = json!({
        "id": id,
        "version": state.version,
        "mode": state.setup.mode,
        "players": Seat::BOTH.map(player),
        "moves_heading": words::moves_heading(match_.rules().game()),
        "round": match_.round_number(),
        "rounds": match_.plan().rounds(),
        "score": match_.score(),
        "finished": state.is_finished(),
        "ending": ending(Audience::everybody(match_)),
        "other_bot": other_bot(state, seats).map(Bot::name),
        "resigned": match_.round().given_up().map(|given_up| given_up.by),
        "said": state.said.to_string(),
        "status": status.to_string(),
        "undo": state.undo_request().map(|by| json!({ "by": by })),
        "rematch": rematch,
        "request": asked.as_ref().map(|it| json!({ "by": by, "sentence": it.to_string() })),
        // The ending as told to the player, for a viewer with one seat.
        "you": { "seats": seats, "may": state.allowed(seats), "ending": to.you.and_then(|_| ending(to)) },
    });
    let said = state.said.clone();
    let asked = asked.unwrap_or_default();
    let more = [("happened", happened), ("said", said), ("status", status), ("request", asked)];
    let board = board.with_parts(more);
    board.write(&GameView { table, board: &board }, &state.transcript, text);
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

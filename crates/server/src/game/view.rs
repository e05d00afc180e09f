//! A game as JSON for one viewer. `docs/http-api.md` explains every field.

use divvy_match::{Occupant, Round, Seat};
use divvy_rules::{Game, Number, NumberSet, Options, Position, Record, Token};
use divvy_wire::tokens;
use divvy_words::{self as words, Audience, Headline, Request, web};
use serde::Serialize;

use super::transcript::Transcript;
use super::{GameState, Mode, Rematch};

/// The state of a game for one viewer.
#[derive(Debug, Serialize)]
pub(crate) struct GameView<'a> {
    id: &'a str,
    version: u32,
    game: Game,
    name: &'static str,
    size: u32,
    first_number: u32,
    options: Options,
    mode: Mode,
    players: [PlayerView<'a>; 2],
    round: usize,
    rounds: u32,
    score: [u32; 2],
    first: Seat,
    to_move: Option<Seat>,
    ply: usize,
    legal: Vec<[Number; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<Vec<[u32; 2]>>,
    last: Option<Number>,
    over: bool,
    finished: bool,
    winner: Option<Seat>,
    ending: Option<String>,
    resigned: Option<Seat>,
    said: &'a str,
    status: String,
    headline: HeadlineView,
    so_far: String,
    goal: String,
    about: Vec<String>,
    undo: Option<UndoRequestView>,
    rematch: Option<&'a Rematch>,
    request: Option<RequestView>,
    you: YouView,
    /// Written by [`GameView::write`], as is what follows.
    #[serde(skip)]
    race: Option<RaceView>,
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

/// A race without the walks.
#[derive(Debug, Serialize)]
pub(super) struct RaceView {
    pub(super) start: Number,
    target: Number,
    tokens: [Token; 2],
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
        let reader = Audience { names: state.match_.names(), you: seats.first().copied() };
        Some(Self { by, sentence: reader.request(request) })
    }
}

/// Speaks to the holder of one seat, and of the players to all other viewers.
pub(crate) fn reader<'a>(state: &'a GameState, seats: &[Seat]) -> Audience<'a> {
    let you = if let [seat] = seats { Some(*seat) } else { None };
    Audience { names: state.match_.names(), you }
}

/// Whose turn it is, what is waited for, or how the round ended, in a few words.
fn status(state: &GameState, seats: &[Seat]) -> String {
    if state.ended {
        return web::ENDED_BY_OPERATOR.to_owned();
    }
    let reader = reader(state, seats);
    match waits(state) {
        true => reader.seat_is_free().to_owned(),
        false => reader.status(&state.match_),
    }
}

/// Whether the round waits for a second player.
fn waits(state: &GameState) -> bool {
    !state.is_complete() && !state.match_.round().is_over()
}

/// What the player to move is to do, or how the round ended and why.
#[derive(Debug, Serialize)]
struct HeadlineView {
    turn: String,
    task: String,
}

impl HeadlineView {
    /// The headline, and the line below it.
    fn new(state: &GameState, seats: &[Seat]) -> (Self, String) {
        let (reader, match_) = (reader(state, seats), &state.match_);
        if state.ended {
            let (turn, task) = (web::ENDED_BY_OPERATOR.to_owned(), String::new());
            return (Self { turn, task }, reader.so_far(match_));
        }
        if waits(state) {
            let turn = reader.seat_is_free().to_owned();
            let begins = reader.begins(match_.round().first());
            let about = format!("{begins} {}", words::brief(match_.rules().game()));
            return (Self { turn, task: String::new() }, about);
        }
        let Headline { turn, task } = reader.headline(match_);
        let lines = [Some(reader.so_far(match_)), reader.standing(match_)];
        (Self { turn, task }, lines.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

#[derive(Debug, Serialize)]
struct YouView {
    seats: Vec<Seat>,
    may: Vec<&'static str>,
    /// The ending as told to the player, for a viewer with one seat.
    ending: Option<String>,
}

impl YouView {
    fn new(state: &GameState, seats: Vec<Seat>) -> Self {
        let reader = reader(state, &seats);
        let ending = reader.you.and_then(|_| reader.result(&state.match_));
        Self { may: state.allowed(&seats), ending, seats }
    }
}

impl<'a> GameView<'a> {
    /// The state for a viewer with these seats; `present` says which players have the page open.
    pub(crate) fn new(
        id: &'a str,
        state: &'a GameState,
        seats: Vec<Seat>,
        present: [bool; 2],
    ) -> Self {
        let match_ = &state.match_;
        let round = match_.round();
        let record = round.record();
        let over = round.is_over();
        let board = match_.rules().board();
        let (taken, last, race) = on_board(round, record);
        let (headline, so_far) = HeadlineView::new(state, &seats);
        Self {
            id,
            version: state.version,
            game: match_.rules().game(),
            name: words::name(match_.rules().game()),
            size: board.size(),
            first_number: board.first(),
            options: match_.rules().options(),
            mode: state.setup.mode,
            players: Seat::BOTH.map(|seat| PlayerView::new(state, seat, present)),
            round: match_.round_number(),
            rounds: match_.plan().rounds(),
            score: match_.score(),
            first: round.first(),
            to_move: to_move(state),
            ply: record.moves().len(),
            legal: if state.ended { Vec::new() } else { runs(&round.legal()) },
            taken,
            last,
            over,
            finished: state.is_finished(),
            winner: round.winner(),
            ending: Audience::everybody(match_).result(match_),
            resigned: round.given_up().map(|given_up| given_up.by),
            said: &state.said,
            status: status(state, &seats),
            headline,
            so_far,
            goal: words::goal(match_.rules()),
            about: words::in_force(match_.rules()),
            undo: state.undo_request().map(|by| UndoRequestView { by }),
            rematch: state.rematch.as_ref(),
            request: RequestView::new(state, &seats),
            you: YouView::new(state, seats),
            race,
            transcript: &state.transcript,
        }
    }

    /// Writes the view as JSON, on one line.
    pub(crate) fn write(&self, text: &mut Vec<u8>) {
        write_with(text, self, self.transcript.moves());
        if let Some(race) = &self.race {
            text.pop();
            text.extend_from_slice(br#","race":"#);
            write_with(text, race, self.transcript.walks());
            text.push(b'}');
        }
    }
}

/// Writes an object with further members, which are JSON already.
fn write_with(text: &mut Vec<u8>, object: &impl Serialize, members: [&str; 5]) {
    // A view always has a JSON form, on one line: a line break in a string is an escape.
    let _ = serde_json::to_writer(&mut *text, object);
    // The closing brace.
    text.pop();
    text.push(b',');
    members.iter().for_each(|part| text.extend_from_slice(part.as_bytes()));
    text.push(b'}');
}

/// What the list of a viewer's games shows of one: part of its state, with the same keys.
#[derive(Debug, Serialize)]
pub(crate) struct GameSummary {
    id: String,
    name: &'static str,
    mode: Mode,
    players: [PlayerSummary; 2],
    round: usize,
    rounds: u32,
    to_move: Option<Seat>,
    ply: usize,
    over: bool,
    finished: bool,
    status: String,
    you: YouSummary,
}

#[derive(Debug, Serialize)]
struct PlayerSummary {
    name: String,
    taken: bool,
}

#[derive(Debug, Serialize)]
struct YouSummary {
    seats: Vec<Seat>,
}

impl GameSummary {
    /// The summary for a viewer with these seats.
    pub(crate) fn new(id: &str, state: &GameState, seats: Vec<Seat>) -> Self {
        let (match_, name) = (&state.match_, |seat| state.match_.name(seat).to_owned());
        Self {
            id: id.to_owned(),
            name: words::name(match_.rules().game()),
            mode: state.setup.mode,
            players: Seat::BOTH
                .map(|seat| PlayerSummary { name: name(seat), taken: state.is_taken(seat) }),
            round: match_.round_number(),
            rounds: match_.plan().rounds(),
            to_move: to_move(state),
            ply: state.ply(),
            over: match_.round().is_over(),
            finished: state.is_finished(),
            status: status(state, &seats),
            you: YouSummary { seats },
        }
    }
}

/// Whose turn it is, if a move can be made.
fn to_move(state: &GameState) -> Option<Seat> {
    let round = state.match_.round();
    (!round.is_over() && !state.ended).then(|| round.to_move())
}

/// A set as runs of consecutive numbers.
fn runs(set: &NumberSet) -> Vec<[Number; 2]> {
    set.runs().map(|(from, to)| [from, to]).collect()
}

/// What is on the board of this round, as far as this record goes: the numbers that are taken and the last of them, or the
/// race.
pub(super) fn on_board(
    round: &Round,
    record: &Record,
) -> (Option<Vec<[u32; 2]>>, Option<Number>, Option<RaceView>) {
    let board = record.rules().board();
    match record.position() {
        Position::Removal(removal) => {
            (Some(gaps(board.first(), board.size(), removal.free())), removal.last(), None)
        }
        Position::Race(race) => {
            let (start, target) = (race.rules().start_node(), race.rules().target());
            let tokens = tokens(race, Seat::BOTH.map(|seat| round.player_at(seat)));
            (None, None, Some(RaceView { start, target, tokens }))
        }
    }
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

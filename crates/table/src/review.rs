//! A reviewed round as JSON: the board before the first move, and what each move did to it, so that a page can show any
//! position without knowing the rules. `docs/http-api.md` explains every field.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::{Match, Round, Seat};
use divvy_rules::{Number, Position, Record};
use divvy_wire::{PartsData, on_board, runs, setters, tokens};
use divvy_words::{self as words, Audience, Sentence};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The largest board that a page shows at once.
const MOST_SEEN: u32 = 100;

/// A round and its review.
#[derive(Debug, Serialize)]
pub struct ReviewView<'a> {
    #[serde(flatten)]
    about: Value,
    review: &'a Review,
    plies: Plies<'a>,
}

impl<'a> ReviewView<'a> {
    /// The round at hand of a match, with the review of its record, told to this player or to everybody.
    pub fn new(game: &'a Match, review: &'a Review, you: Option<Seat>) -> Self {
        let to = Audience::of(game, you);
        let (summary, name) = (to.summary(review), game.rules().game());
        let given_up = game.round().given_up().map(|_| to.closing(review, game));
        let about = json!({
            "notation": game.round().record().to_string(),
            "over": review.over,
            "game": name,
            "title": words::name(name),
            "names": Seat::BOTH.map(|seat| game.name(seat)),
            "you": you,
            "details": to.details(game),
            "summary": summary.to_string(),
            // The sentences that name players once more, for a page; the other `parts` too.
            "parts": PartsData(vec![
                ("summary", summary),
                ("players", to.players()),
                ("given_up", given_up.unwrap_or_default()),
            ]),
            "start": start(game, review, to),
        });
        Self { about, review, plies: Plies(game, review, to) }
    }
}

/// The moves, each made when it is written: together they would take many times the memory of their text.
#[derive(Debug)]
struct Plies<'a>(&'a Match, &'a Review, Audience<'a>);

impl Serialize for Plies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(game, review, to) = *self;
        let mut shown = Record::new(game.rules());
        serializer.collect_seq(review.moves.iter().map_while(|reviewed| {
            let could = could(&shown);
            // The record holds legal moves only.
            shown.play(reviewed.number).ok()?;
            Some(ply(game, (reviewed, review), (could, &shown), to))
        }))
    }
}

/// What could be played; of a board that cannot be seen at once nothing, as there may be very much of it.
fn could(record: &Record) -> Vec<[Number; 2]> {
    let is_seen = record.rules().board().size() <= MOST_SEEN;
    if is_seen { runs(&record.legal()) } else { Vec::new() }
}

/// The board before the first move.
fn start(game: &Match, review: &Review, to: Audience<'_>) -> Value {
    let (board, record) = (game.rules().board(), &Record::new(game.rules()));
    let (taken, last, race) = on_board(game.round(), record);
    let (sentence, parts) = told(to.after(0, review, game));
    let mut start = json!({
        "size": board.size(),
        "first_number": board.first(),
        "taken": taken.unwrap_or_default(),
        "last": last,
        "to_move": to_move(game.round(), record),
        "sentence": sentence,
        "parts": PartsData(parts.into()),
    });
    if let Some(race) = race {
        start["race"] = json!(race);
        start["race"]["walks"] = json!([[race.start], [race.start]]);
    }
    if let Some(setters) = setters(record) {
        start["setters"] = json!(setters);
    }
    start
}

/// A move and what it did as one text, and in parts.
fn told([played, did]: [Sentence; 2]) -> (String, [(&'static str, Sentence); 3]) {
    let whole = Sentence::joined([played.clone(), did.clone()]);
    (whole.to_string(), [("sentence", whole), ("played", played), ("did", did)])
}

/// A move, what it changed on the board, and what is to be said about it.
fn ply(
    game: &Match,
    (reviewed, review): (&ReviewedMove, &Review),
    (could, record): (Vec<[Number; 2]>, &Record),
    to: Audience<'_>,
) -> Value {
    let round = game.round();
    let skipped = round.record().skipped_after(reviewed.ply).map(|player| round.seat_of(player));
    let stands = to.stands_after(reviewed, review);
    let (sentence, parts) = told(to.after(reviewed.ply, review, game));
    let mut ply = json!({
        "seat": round.seat_of(reviewed.player),
        "number": reviewed.number,
        "skipped": skipped.collect::<Vec<_>>(),
        "takes": [],
        "could": could,
        "last": null,
        "to_move": to_move(round, record),
        "ahead": reviewed.after.map(|player| round.seat_of(player)),
        "stands": stands.to_string(),
        "sentence": sentence,
        "parts": PartsData(parts.into_iter().chain([("stands", stands)]).collect()),
    });
    match record.position() {
        Position::Removal(removal) => {
            (ply["takes"], ply["last"]) = (json!([reviewed.number]), json!(removal.last()));
        }
        Position::Race(race) => {
            ply["tokens"] = json!(tokens(race, Seat::BOTH.map(|seat| round.player_at(seat))));
        }
    }
    if let Some(setters) = setters(record) {
        ply["setters"] = json!(setters);
    }
    ply
}

/// Who was to move at this point of a round; `None` if the round ended there.
fn to_move(round: &Round, record: &Record) -> Option<Seat> {
    let ended = record.moves().len() == round.record().moves().len() && round.is_over();
    (!ended).then(|| round.seat_of(record.to_move()))
}

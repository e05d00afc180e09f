//! A reviewed round as JSON: what is to be said about each move. `docs/http-api.md` explains every field; the board of any
//! position is the engine's.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::{Match, Round, Seat};
use divvy_wire::PartsData;
use divvy_words::{self as words, Audience, Sentence, web};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::{GameError, MAX_EVENTS};

/// The most numbers that a review lists as moves that would have won.
const MAX_WINNING: usize = 500_000;

/// Reviews a game, unless it is too long or too much would have won.
pub fn bounded_review(round: &Round) -> Result<Review, GameError> {
    let record = round.record();
    if record.moves().len() > MAX_EVENTS as usize {
        return Err(GameError::TooLarge(web::longest_review(MAX_EVENTS)));
    }
    let mut winning = 0;
    let review = Review::watched(record, |reviewed| {
        winning += reviewed.winning.len();
        winning <= MAX_WINNING
    })?;
    let review = review.map(|review| review.of_round(round));
    review.ok_or_else(|| GameError::TooLarge(web::REVIEW_TOO_LARGE.to_owned()))
}

/// Reviews the round at hand, for this player or for everybody.
pub fn review_json(game: &Match, you: Option<Seat>) -> Result<Vec<u8>, GameError> {
    let review = bounded_review(game.round())?;
    // A view always has a JSON form.
    Ok(serde_json::to_vec(&ReviewView::new(game, &review, you)).unwrap_or_default())
}

/// A round and its review.
#[derive(Debug, Serialize)]
struct ReviewView<'a> {
    #[serde(flatten)]
    about: Value,
    review: &'a Review,
    plies: Plies<'a>,
}

impl<'a> ReviewView<'a> {
    /// The round at hand of a match, with the review of its record, told to this player or to everybody.
    fn new(game: &'a Match, review: &'a Review, you: Option<Seat>) -> Self {
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
        serializer.collect_seq(review.moves.iter().map(|reviewed| ply(game, reviewed, review, to)))
    }
}

/// A move, who stood to win after it, and what is to be said about it.
fn ply(game: &Match, reviewed: &ReviewedMove, review: &Review, to: Audience<'_>) -> Value {
    let round = game.round();
    let skipped = round.record().skipped_after(reviewed.ply).map(|player| round.seat_of(player));
    let stands = to.stands_after(reviewed, review);
    let [played, did] = to.after(reviewed.ply, review, game);
    json!({
        "seat": round.seat_of(reviewed.player),
        "number": reviewed.number,
        "skipped": skipped.collect::<Vec<_>>(),
        "ahead": reviewed.after.map(|player| round.seat_of(player)),
        "stands": stands.to_string(),
        "sentence": Sentence::joined([played.clone(), did.clone()]).to_string(),
        "parts": PartsData(vec![("played", played), ("did", did), ("stands", stands)]),
    })
}

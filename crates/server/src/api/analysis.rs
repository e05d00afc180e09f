//! Hints and reviews.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use divvy_match::{Event, Match, Seat};
use divvy_rules::Record;
use divvy_solver::Outcome;
use divvy_words as words;
use serde::Deserialize;
use serde_json::json;

use super::create::parse_names;
use super::extract::{GamePath, GameRequest, JsonBody, QueryParams, body};
use super::{private_json, stale};
use crate::game::review::ReviewView;
use crate::game::{EventError, GameAction, GameState};
use crate::http::error::ApiError;
use crate::server::Server;

#[derive(Debug, Deserialize)]
pub(super) struct HintQuery {
    ply: usize,
}

/// `GET /games/{id}/hint`: who wins, by which move, and why.
pub(super) async fn hint(
    request: GameRequest,
    QueryParams(HintQuery { ply }): QueryParams<HintQuery>,
) -> Result<Response, ApiError> {
    let Some(Question { record, opponent }) =
        request.read(|state, seats| Question::at(state, seats, ply)).await??
    else {
        return Err(stale(request.snapshot().await?));
    };
    let advice = request.server.solver.advice(record).await?;
    let outcome = match advice.outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    };
    Ok(private_json(&json!({
        "ply": ply,
        "outcome": outcome,
        "verdict": words::verdict(advice.outcome),
        "best": advice.best,
        "text": words::advice(&advice, &opponent),
        "pairs": advice.pairs(),
    })))
}

/// What a hint is asked about.
struct Question {
    /// The moves up to the position.
    record: Record,
    /// The name of the player who is not to move there.
    opponent: String,
}

impl Question {
    /// `None` if the request refers to an older position.
    fn at(state: &GameState, seats: &[Seat], ply: usize) -> Result<Option<Self>, ApiError> {
        let round = state.match_.round();
        let record = if round.is_over() {
            // After the end all viewers may see hints for every position.
            position_at(round.record(), ply)?
        } else {
            state.may(GameAction::Hint, seats)?;
            if state.ply() != ply {
                return Ok(None);
            }
            round.record().clone()
        };
        let opponent = round.seat_of(record.position().to_move().other());
        Ok(Some(Self { record, opponent: state.match_.name(opponent).to_owned() }))
    }
}

/// The position of a finished round after so many moves.
fn position_at(record: &Record, ply: usize) -> Result<Record, ApiError> {
    let position = record.at(ply);
    if position.moves().len() < ply || position.position().is_over() {
        return Err(ApiError::Refused(words::web::NOTHING_TO_ADVISE.to_owned()));
    }
    Ok(position)
}

/// `GET /games/{id}/review`: a finished round, move by move.
pub(super) async fn review(
    State(server): State<Arc<Server>>,
    GamePath(id): GamePath,
) -> Result<Response, ApiError> {
    let handle = server.games.get(&id).await?;
    let finished =
        |state: &GameState| state.may(GameAction::Review, &[]).map(|()| state.match_.clone());
    let game = server.games.read(&handle, finished).await??;
    review_match(&server, &game).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewQuery {
    game: String,
}

/// `GET /review`: the review of the game in the URL.
pub(super) async fn review_query(
    State(server): State<Arc<Server>>,
    QueryParams(ReviewQuery { game }): QueryParams<ReviewQuery>,
) -> Result<Response, ApiError> {
    review_match(&server, &parse_game(&server, game).await?).await
}

body! {
    /// A game in notation, with what the notation has no room for.
    struct ReviewGame {
        game: String = needed_text("a game in notation"),
        /// The players, the one with the first move first.
        names: Option<[String; 2]> = optional("two names"),
        /// Who gave the game up after the last move, counted in the same way.
        resigned: Option<Seat> = optional("1 or 2"),
    }
}

/// `POST /review`: the review of the game in the body, because a URL has no room for a long one.
pub(super) async fn review_body(
    State(server): State<Arc<Server>>,
    JsonBody(ReviewGame { game, names, resigned }): JsonBody<ReviewGame>,
) -> Result<Response, ApiError> {
    let mut game = parse_game(&server, game).await?;
    if let Some([one, two]) = names {
        game.apply(Event::Renamed { names: parse_names(&one, &two)? }).map_err(EventError::from)?;
    }
    if resigned.is_some() {
        let over = |_| ApiError::BadRequest(words::web::RESIGNED_AFTER_THE_END.to_owned());
        game.apply(Event::Resigned { by: resigned }).map_err(over)?;
    }
    review_match(&server, &game).await
}

/// The game need not be over, so that links to positions can be shared. That reveals nothing: a client that has the moves
/// can run `divvy review` on them as well.
async fn parse_game(server: &Server, game: String) -> Result<Match, ApiError> {
    let record = server.solver.run(move |_| game.parse::<Record>()).await?;
    let record = record.map_err(|error| {
        ApiError::BadRequest(format!("this is not a game: {}", words::notation_error(&error)))
    })?;
    server.check_size(record.rules())?;
    Ok(Match::from_record(record))
}

/// The review of the round at hand.
async fn review_match(server: &Server, game: &Match) -> Result<Response, ApiError> {
    let review = server.solver.review(game.round().record().clone()).await?;
    Ok(private_json(&ReviewView::new(game, &review)))
}

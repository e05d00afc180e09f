//! Hints and reviews.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use divvy_match::{Event, Match, Seat};
use divvy_rules::Record;
use divvy_table::{GameAction, GameError, GameState, Subject, check_size};
use divvy_wire::HintData;
use divvy_words::{self as words, Audience};
use serde::{Deserialize, Serialize};

use super::extract::{GameRequest, JsonBody, ONE_OR_TWO, QueryParams, TWO_NAMES};
use super::{private_json, stale};
use crate::http::cache::no_store;
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::server::Server;
use divvy_service::ReviewKey;

#[derive(Serialize)]
struct Hint {
    ply: usize,
    #[serde(flatten)]
    hint: HintData,
}

#[derive(Debug, Deserialize)]
pub(super) struct HintQuery {
    ply: usize,
}

/// `GET /games/{id}/hint`: who wins, by which move, and why.
pub(super) async fn hint(
    request: GameRequest,
    QueryParams(HintQuery { ply }): QueryParams<HintQuery>,
) -> Result<Response, ApiError> {
    let Some((record, opponent)) =
        request.read(|state, seats| question(state, seats, ply)).await??
    else {
        return Err(stale(request.snapshot().await?));
    };
    let advice = request.server.service.advice(record, request.address).await?;
    Ok(private_json(&Hint { ply, hint: HintData::new(&advice, &opponent) }))
}

/// What a hint is asked about: the moves up to the position, and what the player who is not to move there is called; `None`
/// if the request refers to an older position.
fn question(
    state: &GameState,
    seats: &[Seat],
    ply: usize,
) -> Result<Option<(Record, String)>, GameError> {
    let round = state.game().round();
    let record = round.record().at(ply);
    if !round.is_over() {
        state.may(GameAction::Hint, seats)?;
        if state.ply() != ply {
            return Ok(None);
        }
    } else if record.moves().len() < ply || record.is_over() {
        // After the end all viewers may see hints for every position.
        return Err(GameError::now(words::web::NOTHING_TO_ADVISE));
    }
    let opponent = round.seat_of(record.to_move().other());
    Ok(Some((record, Audience::everybody(state.game()).called(opponent))))
}

/// `GET /games/{id}/review`: a finished round, move by move.
pub(super) async fn review(request: GameRequest) -> Result<Response, ApiError> {
    let finished = request.read(|state, seats| {
        let you = if let [seat] = seats { Some(*seat) } else { None };
        state.may(GameAction::Review, &[]).map(|()| (state.version(), state.game().clone(), you))
    });
    let (version, game, you) = finished.await??;
    let told_to = you.map_or(0, Seat::number).to_string();
    let key = ReviewKey::of(&[request.handle.id().as_str(), &version.to_string(), &told_to]);
    let review = request.server.service.review(key, request.address, move || Ok((game, you)));
    let review = review.await?;
    Ok(no_store("application/json", review))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewQuery {
    game: String,
}

/// `GET /review`: the review of the game in the URL.
pub(super) async fn review_query(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryParams(ReviewQuery { game }): QueryParams<ReviewQuery>,
) -> Result<Response, ApiError> {
    review_game(&server, address, game, None, None).await
}

/// `POST /review`: the review of the game in the body, because a URL has no room for a long one.
pub(super) async fn review_body(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let fields = body.fields(&["game", "names", "resigned"])?;
    let game = fields.needed_text("game", "a game in notation")?;
    let names = fields.optional("names", TWO_NAMES)?;
    review_game(&server, address, game, names, fields.optional("resigned", ONE_OR_TWO)?).await
}

/// Reviews a game in notation, with what the notation has no room for: the players, the one with the first move first, and,
/// counted in the same way, who gave the game up after the last move.
async fn review_game(
    server: &Server,
    address: IpAddr,
    game: String,
    names: Option<[String; 2]>,
    resigned: Option<Seat>,
) -> Result<Response, ApiError> {
    let [one, two] = names.as_ref().map_or(["", ""], |[one, two]| [one, two]);
    let key = ReviewKey::of(&[&game, one, two, &resigned.map_or(0, Seat::number).to_string()]);
    let max_size = server.config.limits.max_size;
    // The game need not be over, so that links to positions can be shared. That reveals nothing: a client that has the moves
    // can run `divvy review` on them as well.
    let parse = move || {
        let record = game.parse::<Record>().map_err(|error| {
            GameError::Invalid(format!("this is not a game: {}", words::notation_error(&error)))
        })?;
        check_size(record.rules(), max_size)?;
        let mut game = Match::from_record(record);
        if let Some([one, two]) = names {
            game.apply(Event::Renamed { names: divvy_table::names(&one, &two)? })?;
        }
        if resigned.is_some() {
            let over = |_| GameError::Invalid(words::web::RESIGNED_AFTER_THE_END.to_owned());
            game.apply(Event::Resigned { by: resigned }).map_err(over)?;
        }
        Ok((game, None))
    };
    Ok(no_store("application/json", server.service.review(key, address, parse).await?))
}

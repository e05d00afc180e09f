//! Hints and reviews.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use divvy_play::words;
use divvy_rules::Record;
use divvy_solver::Outcome;
use serde::Deserialize;
use serde_json::json;

use super::body::{Asked, Body, Named};
use super::private;
use crate::error::ApiError;
use crate::game::Mode;
use crate::identity::Identity;
use crate::server::Server;

/// The ply that a hint is for.
#[derive(Debug, Deserialize)]
pub(super) struct HintFor {
    ply: usize,
}

/// Who wins, by which move, and why.
pub(super) async fn hint(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Asked(HintFor { ply }): Asked<HintFor>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let token = identity.token.as_ref();
    let record = live
        .look(|table| {
            let round = table.game().round();
            let seats = table.seats(token);
            match () {
                // Afterwards everybody may know everything.
                () if round.is_over() => position_at(round.record(), ply).map(Some),
                () if table.setup().mode == Mode::Friend => {
                    Err(ApiError::Forbidden("there are no hints against a friend"))
                }
                () if seats.is_empty() => Err(ApiError::Forbidden("hints are for those who play")),
                () if !seats.contains(&round.to_move()) => {
                    Err(ApiError::Refused("a hint is for the player whose turn it is".to_owned()))
                }
                () if table.ply() != ply => Ok(None),
                () => Ok(Some(round.record().clone())),
            }
        })
        .await?;
    let Some(record) = record else {
        let state = live.state(token).await;
        return Err(ApiError::Stale("the game has gone on; here it is as it is now", state));
    };
    let opponent = live
        .look(|table| {
            let round = table.game().round();
            let opponent = round.seat_of(record.position().to_move().other());
            table.game().name(opponent).to_owned()
        })
        .await;
    let advice = server.thinking.advice(record).await?;
    let outcome = match advice.outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    };
    Ok(private(&json!({
        "ply": ply,
        "outcome": outcome,
        "verdict": words::verdict(advice.outcome),
        "best": advice.best,
        "text": advice.text(&opponent),
        "pairs": advice.pairs(),
    })))
}

/// The position of a finished round after so many moves.
fn position_at(record: &Record, ply: usize) -> Result<Record, ApiError> {
    let mut position = record.clone();
    while position.moves().len() > ply && position.undo().is_some() {}
    if position.moves().len() < ply || position.position().is_over() {
        return Err(ApiError::Refused("there is nothing to advise there".to_owned()));
    }
    Ok(position)
}

/// A finished round, move by move.
pub(super) async fn review(
    State(server): State<Arc<Server>>,
    Named(id): Named,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let record = live
        .look(|table| {
            let round = table.game().round();
            round.is_over().then(|| round.record().clone())
        })
        .await;
    let record = record.ok_or(ApiError::Forbidden("a review comes when the game is over"))?;
    let notation = record.to_string();
    let over = record.position().is_over();
    let review = server.thinking.review(record).await?;
    Ok(private(&json!({ "notation": notation, "over": over, "review": review })))
}

/// A game in notation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shared {
    game: String,
}

/// The review of a game that stands in the address.
pub(super) async fn review_asked(
    State(server): State<Arc<Server>>,
    Asked(Shared { game }): Asked<Shared>,
) -> Result<Response, ApiError> {
    review_notation(&server, game).await
}

/// The review of a game that is sent: an address has no room for a long one.
pub(super) async fn review_sent(
    State(server): State<Arc<Server>>,
    Body(Shared { game }): Body<Shared>,
) -> Result<Response, ApiError> {
    review_notation(&server, game).await
}

/// A game need not be over: whoever knows the moves can have them reviewed by `divvy review` as well, and a link to a
/// position in the middle is worth sending.
async fn review_notation(server: &Server, game: String) -> Result<Response, ApiError> {
    let record = server.thinking.work(move |_| game.parse::<Record>()).await?;
    let record =
        record.map_err(|error| ApiError::BadRequest(format!("this is not a game: {error}")))?;
    let most = server.config.max_size;
    if record.rules().board().size() > most {
        return Err(ApiError::TooLarge(format!("this server has boards of up to {most} numbers")));
    }
    let notation = record.to_string();
    let over = record.position().is_over();
    let review = server.thinking.review(record).await?;
    Ok(private(&json!({ "notation": notation, "over": over, "review": review })))
}

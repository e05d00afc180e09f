//! Questions about any position, in the protocol of the engine.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use divvy_analysis::Computers;
use divvy_lab::engine::{self, ErrorCode, Limits};

use super::extract::JsonBody;
use crate::http::cache::no_store;
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::server::Server;

/// `POST /engine`: one question, which describes its position; nothing is kept.
pub(super) async fn ask(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(line): JsonBody,
) -> Result<Response, ApiError> {
    let limits = Limits::of_pages(server.config.limits.max_size);
    let job = move |computers: Arc<Computers>| engine::ask(&line, &mut computers.as_ref(), &limits);
    let (answer, problem) = server.service.ask(address, job).await?;
    let status = match problem {
        None => StatusCode::OK,
        Some(ErrorCode::TooLarge) => StatusCode::UNPROCESSABLE_ENTITY,
        Some(_) => StatusCode::BAD_REQUEST,
    };
    Ok((status, no_store("application/json", answer)).into_response())
}

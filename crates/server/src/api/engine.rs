//! Questions about any position, in the protocol of the engine.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use divvy_analysis::Computer;
use divvy_lab::engine::{self, ErrorCode, Limits};
use divvy_rules::Record;
use divvy_service::Computers;

use super::extract::JsonBody;
use crate::http::cache::no_store;
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::server::Server;

/// The longest game is found on boards of so many numbers, in so many bytes: others wait for the same thread.
const LONGEST: (u32, u64) = (200, 64 << 20);

/// Fair boards are looked for up to this size: about two seconds of work for the games that take longest.
const FAIR: u32 = 24;

/// The computers of the service, which may know a game already.
struct Kept(Arc<Computers>);

impl engine::Computers for Kept {
    fn with<T>(&mut self, record: &Record, work: impl FnOnce(&mut Computer) -> T) -> T {
        self.0.with(record, work)
    }
}

/// `POST /engine`: one question, which describes its position; nothing is kept.
pub(super) async fn ask(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(line): JsonBody,
) -> Result<Response, ApiError> {
    let limits = Limits { size: server.config.limits.max_size, longest: LONGEST, fair: FAIR };
    let job = move |computers| engine::ask(&line, &mut Kept(computers), &limits);
    let (answer, problem) = server.service.ask(address, job).await?;
    let status = match problem {
        None => StatusCode::OK,
        Some(ErrorCode::TooLarge) => StatusCode::UNPROCESSABLE_ENTITY,
        Some(_) => StatusCode::BAD_REQUEST,
    };
    Ok((status, no_store("application/json", answer)).into_response())
}

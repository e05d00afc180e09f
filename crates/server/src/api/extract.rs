//! Extractors for bodies, query strings and games, with messages for people.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use divvy_match::Seat;
use divvy_table::{Command, GameError, GameId, GameState, SeatToken};
use divvy_wire::Object;
use divvy_words::web;
use serde::de::DeserializeOwned;

use super::{snapshot_response, stale};
use crate::http::error::ApiError;
use crate::http::middleware::{ClientAddress, read_body};
use crate::http::viewer::Viewer;
use crate::server::Server;
use divvy_service::{Client, Handle, Snapshot, Updated};

pub(super) const TRUE_OR_FALSE: &str = "true or false";

/// A JSON body, whose fields are read one by one.
pub(super) struct JsonBody(pub(super) Bytes);

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        read_body(request).await.map(Self)
    }
}

impl JsonBody {
    /// The fields, if they are no others than these.
    pub(super) fn fields(&self, names: &'static [&'static str]) -> Result<Object<'_>, ApiError> {
        Ok(divvy_table::fields(&self.0, names)?)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = content_type.and_then(|value| value.split(';').next()).unwrap_or_default();
    let kind = media_type.trim().to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let wrong = |error: QueryRejection| ApiError::invalid(query_message(&error.body_text()));
        query.map(|Query(params)| Self(params)).map_err(wrong)
    }
}

/// `Failed to deserialize query string: number: invalid digit found in string` for people: `number takes a whole number`.
fn query_message(text: &str) -> String {
    let inner = text.split_once(": ").map_or(text, |(_, inner)| inner);
    match inner.split_once(": ") {
        Some((name, why)) if why.contains("`true`") => format!("{name} takes {TRUE_OR_FALSE}"),
        Some((name, _)) => format!("{name} takes a whole number"),
        None => format!("behind the question mark of the address: {inner}"),
    }
}

pub(super) struct GameRequest {
    pub(super) server: Arc<Server>,
    pub(super) handle: Arc<Handle<GameState>>,
    pub(super) viewer: Viewer,
    pub(super) address: IpAddr,
}

impl FromRequestParts<Arc<Server>> for GameRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, server).await.ok();
        let id = name.and_then(|Path(name)| GameId::parse(&name));
        let id = id.ok_or(GameError::NotFound(web::NO_SUCH_GAME))?;
        let viewer = Viewer::from_request_parts(parts, server).await?;
        // The middleware sets it for every request.
        let client = parts.extensions.get().copied();
        let ClientAddress(address) = client.ok_or(GameError::Unavailable(web::NOT_DONE))?;
        let handle = server.service.games.get(&id).await?;
        Ok(Self { server: Arc::clone(server), handle, viewer, address })
    }
}

impl GameRequest {
    pub(super) fn token(&self) -> Option<&SeatToken> {
        self.viewer.token.as_ref()
    }

    pub(super) async fn snapshot(&self) -> Result<Snapshot, ApiError> {
        Ok(self.server.service.games.snapshot(&self.handle, self.token()).await?)
    }

    /// Reads the state, with the seats of the viewer.
    pub(super) async fn read<T>(
        &self,
        read: impl FnOnce(&GameState, &[Seat]) -> T,
    ) -> Result<T, ApiError> {
        let read = |state: &GameState| read(state, &state.seats(self.token()));
        Ok(self.server.service.games.read(&self.handle, read).await?)
    }

    /// Runs a command of the viewer, and returns the new state.
    pub(super) async fn update(&self, command: Command) -> Result<Snapshot, ApiError> {
        let client = Client { token: self.token(), address: self.address };
        match self.server.service.run(&self.handle, &command, client).await? {
            Updated::Applied(snapshot) => Ok(snapshot),
            Updated::Stale(snapshot) => Err(stale(snapshot)),
        }
    }

    /// The same, as the response.
    pub(super) async fn run(&self, command: Command) -> Result<Response, ApiError> {
        Ok(snapshot_response(&self.update(command).await?))
    }
}

//! Middleware: the client's address, security headers and metrics of every request, and the limits that routes ask for.

use std::hash::{Hash, Hasher};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use divvy_words::web::{self, AddressLimit};

use super::error::ApiError;
use super::viewer::is_cross_site;
use crate::server::Server;

/// How long a request that changes something may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// The address of the client, as an extension of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    fn of(request: &Request, trust_proxy: bool) -> Self {
        let forwarded = || {
            // The nearest proxy wrote the last address of the last line.
            let lines = request.headers().get_all("x-forwarded-for");
            let value = lines.iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next()?.trim().parse().ok()
        };
        let peer = || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let address = if trust_proxy { forwarded().or_else(peer) } else { peer() };
        Self(address.unwrap_or(IpAddr::from([0, 0, 0, 0])))
    }
}

/// Prepares every request, and completes its response.
pub(crate) async fn handle(
    State(server): State<Arc<Server>>,
    mut request: Request,
    next: Next,
) -> Response {
    if !server.config.trust_proxy {
        request.headers_mut().remove("x-forwarded-proto");
    }
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let client = ClientAddress::of(&request, server.config.trust_proxy);
    request.extensions_mut().insert(client);
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    server.metrics.responded(status, started.elapsed());
    let micros = started.elapsed().as_micros();
    // The path is client input; its debug form stays on one line of the log.
    tracing::debug!(%method, ?path, status, micros, "request");
    let headers = response.headers_mut();
    if server.is_stopping() {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Says which client a call of a tool is from: the one with this token, or else the one at this address. A browser on another
/// site is refused.
pub(crate) async fn name_mcp_client(
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    if is_cross_site(request.headers()) {
        return ApiError::Forbidden(web::OTHER_SITE).into_response();
    }
    let mut hasher = std::hash::DefaultHasher::new();
    match request.headers().get(header::AUTHORIZATION) {
        Some(token) => token.as_bytes().hash(&mut hasher),
        None => address.hash(&mut hasher),
    }
    request.extensions_mut().insert(divvy_mcp::Client(hasher.finish()));
    next.run(request).await
}

/// What a costly route takes of its address's rate in addition to the one that every request takes.
const MORE: u32 = 4;

/// Refuses requests over the rate of their address. Each counts as one; routes that cost more say so
/// ([`charge_more`]).
pub(crate) async fn limit_rate(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    charge(&server, client, 1, request, next).await
}

/// A layer for routes that need the solver or begin a game.
pub(crate) async fn charge_more(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Response {
    charge(&server, client, MORE, request, next).await
}

async fn charge(
    server: &Server,
    ClientAddress(address): ClientAddress,
    cost: u32,
    request: Request,
    next: Next,
) -> Response {
    match server.rate_limiter.check(address, cost) {
        Ok(()) => next.run(request).await,
        Err(seconds) => ApiError::RateLimited(AddressLimit::Requests, seconds).into_response(),
    }
}

/// A layer for routes that change something: requests that cannot be served within the limit get 503. A write that has
/// begun is completed all the same.
pub(crate) async fn limit_time(request: Request, next: Next) -> Response {
    let response = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await;
    let late = ApiError::Unavailable(web::TOOK_TOO_LONG);
    response.unwrap_or_else(|_| late.into_response())
}

/// Headers of every response: nothing from other sites, nothing inline, in no frame.
const SECURITY_HEADERS: [(header::HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

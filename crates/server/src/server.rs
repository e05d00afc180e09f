//! The server as a whole: its parts, and the way a request takes through them.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;

use crate::error::ApiError;
use crate::hub::Hub;
use crate::limits::{Limits, Places};
use crate::metrics::Metrics;
use crate::readiness::Readiness;
use crate::storage::Storage;
use crate::think::Thinking;
use crate::{api, pages};

/// What can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// The largest board.
    pub max_size: u32,
    /// Requests a second from one address; 0 for no limit.
    pub rate: u32,
    /// Connections that one address may have open at once, and behind a trusted proxy streams; 0 for no limit.
    pub connections: u32,
    /// Days after which a game in which nothing happens is removed.
    pub keep_days: u32,
    /// Whether the last address in `X-Forwarded-For` is believed, because a proxy of one's own writes it.
    pub trust_proxy: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { max_size: 10_000, rate: 50, connections: 500, keep_days: 30, trust_proxy: false }
    }
}

/// How long a request that changes something may take, and any body to arrive.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);

/// The largest body of a request, in bytes, unless it is a whole game.
const LARGEST_BODY: usize = 16 * 1024;

/// The parts of the server.
#[derive(Debug)]
pub struct Server {
    pub(crate) config: Config,
    pub(crate) hub: Arc<Hub>,
    pub(crate) thinking: Arc<Thinking>,
    pub(crate) metrics: Metrics,
    /// Places for connections, by the address at their other end.
    pub(crate) connections: Arc<Places>,
    /// Places for streams, by the address of whoever watches.
    pub(crate) streams: Arc<Places>,
    readiness: Readiness,
    limits: Limits,
    stop: watch::Sender<bool>,
}

impl Server {
    /// A server on this storage. It must be called within a runtime.
    #[must_use]
    pub fn new(config: Config, storage: Arc<dyn Storage>, process: String) -> Arc<Self> {
        let places = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Self {
            // At the other end of every connection is the proxy then.
            connections: Places::new(if config.trust_proxy { 0 } else { config.connections }),
            streams: Places::new(config.connections),
            readiness: Readiness::default(),
            limits: Limits::new(config.rate),
            config,
            hub: Hub::new(storage, process),
            thinking: Thinking::new(places),
            metrics: Metrics::default(),
            stop: watch::Sender::new(false),
        })
    }

    /// Tells all streams to come back later: the server is about to stop.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Whether the server is about to stop.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// The address that a request comes from.
    fn address(&self, request: &Request) -> IpAddr {
        let forwarded = || {
            // The last line and the last address in it are what the nearest proxy wrote.
            let lines = request.headers().get_all("x-forwarded-for");
            let value = lines.iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next()?.trim().parse().ok()
        };
        let direct =
            || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let address = if self.config.trust_proxy { forwarded().or_else(direct) } else { direct() };
        address.unwrap_or(IpAddr::from([0, 0, 0, 0]))
    }
}

/// Whom a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// All addresses of the server.
pub fn app(server: Arc<Server>) -> Router {
    Router::new()
        .nest("/api/v1", api::routes())
        .merge(pages::routes())
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(pages::not_found)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), around))
        .with_state(server)
}

async fn ready(State(server): State<Arc<Server>>) -> Response {
    if server.readiness.of(server.hub.storage().as_ref(), Instant::now()).await {
        "ready".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the storage cannot be reached").into_response()
    }
}

async fn metrics(State(server): State<Arc<Server>>) -> Response {
    let (games, _) = server.hub.counts();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, server.metrics.text(games)).into_response()
}

/// What holds for every request: limits before, headers and figures after.
async fn around(State(server): State<Arc<Server>>, mut request: Request, next: Next) -> Response {
    if !server.config.trust_proxy {
        request.headers_mut().remove("x-forwarded-proto");
    }
    let begun = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let address = server.address(&request);
    request.extensions_mut().insert(Client(address));
    let allowed = match cost(&method, &path) {
        0.0 => Ok(()),
        cost => server.limits.take(address, cost, begun),
    };
    let mut response = match allowed {
        // Whoever cannot be answered soon is told. What has begun is done all the same.
        Ok(()) if method == Method::POST && !path.ends_with("/review") => {
            let answer = tokio::time::timeout(PATIENCE, next.run(request)).await;
            let late = ApiError::Unavailable("this took too long; try again");
            answer.unwrap_or_else(|_| late.into_response())
        }
        Ok(()) => next.run(request).await,
        Err(seconds) => ApiError::RateLimited("requests", seconds).into_response(),
    };
    let status = response.status().as_u16();
    server.metrics.answered(status, begun.elapsed());
    let micros = begun.elapsed().as_micros();
    // What was asked for by name may be anything; debug form keeps it on one line.
    tracing::debug!(%method, ?path, status, micros, "request");
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// What a request costs: probes nothing, thinking more.
fn cost(method: &Method, path: &str) -> f64 {
    match path {
        "/healthz" | "/readyz" | "/metrics" => 0.0,
        path if path.ends_with("/hint") || path.ends_with("/review") => 5.0,
        "/api/v1/games" if method == Method::POST => 5.0,
        path if path.ends_with("/rematch") => 5.0,
        _ => 1.0,
    }
}

/// Headers of every answer: nothing from elsewhere, nothing inline, in no frame.
const HEADERS: [(header::HeaderName, &str); 5] = [
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

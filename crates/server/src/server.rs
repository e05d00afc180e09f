//! The parts of the server, and its routes.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use divvy_service::storage::Storage;
use divvy_service::{Limits, Service};
use divvy_table::{GameError, SeatToken};
use divvy_words as words;
use tokio::sync::watch;

use crate::http::error::ApiError;
use crate::http::forwarded::TrustedProxies;
use crate::http::host::normal;
use crate::http::limits::{AddressCounts, connections_of_address, max_connections};
use crate::http::metrics::{CONTENT_TYPE, Metrics};
use crate::http::middleware::{self, ClientAddress};
use crate::http::request_id::RequestIds;
use crate::http::unread::MAX_UNREAD;
use crate::{api, pages};

#[derive(Clone, Debug)]
pub struct Config {
    /// What one address may have over time.
    pub limits: Limits,
    /// Connections that one address may have open at once, or behind a trusted proxy event streams; 0 for no limit, also on
    /// answers that it has not read.
    pub connections: u32,
    /// Days after which an inactive game is deleted.
    pub keep_days: u32,
    /// The proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are believed.
    pub trust_proxy: TrustedProxies,
    /// The names that the server answers to besides addresses and `localhost`. If there are none, a trusted proxy may send
    /// any.
    pub hosts: Vec<String>,
    /// Names that are allowed too, without being a reason to refuse others of a trusted proxy.
    pub own_names: Vec<String>,
    /// Whether each request is logged, without paths and tokens.
    pub access_log: bool,
    /// Whether `/metrics` is served with the rest, to this machine; otherwise only on its own listener.
    pub public_metrics: bool,
    /// The version of the program, with the commit in brackets if it is known.
    pub version: &'static str,
    /// Whether the tools for language models are served at `/mcp`.
    pub mcp: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            connections: 500,
            keep_days: 30,
            trust_proxy: TrustedProxies::default(),
            hosts: Vec::new(),
            own_names: Vec::new(),
            access_log: false,
            public_metrics: true,
            version: env!("CARGO_PKG_VERSION"),
            mcp: false,
        }
    }
}

/// The largest request body in bytes, except for those that hold a whole game.
const MAX_BODY: usize = 16 * 1024;

/// The largest call of a tool, in bytes.
const MAX_MCP_BODY: usize = 64 * 1024;

/// The parts of the server, shared by all requests.
#[derive(Debug)]
pub struct Server {
    pub(crate) config: Config,
    pub(crate) service: Arc<Service>,
    pub(crate) metrics: Metrics,
    /// The most connections of all addresses.
    pub(crate) max_connections: usize,
    /// Limits connections by the peer's address.
    pub(crate) connection_limiter: Arc<AddressCounts>,
    /// Limits event streams by the client's address.
    pub(crate) stream_limiter: Arc<AddressCounts>,
    /// The names that are answered to, besides addresses and `localhost`.
    pub(crate) hosts: Vec<String>,
    pub(crate) request_ids: RequestIds,
    pub(crate) previews: pages::Previews,
    /// What stands for a client of `/mcp` that has no token: differs between processes, so that it cannot be guessed.
    pub(crate) mcp_secret: Option<SeatToken>,
    /// Counts bytes that are not sent yet.
    pub(crate) unread: Arc<AddressCounts>,
    shutdown: watch::Sender<bool>,
}

impl Server {
    /// A server on this storage; `process` must differ between processes that share it. Must be called within a tokio
    /// runtime.
    pub fn new(config: Config, storage: Arc<dyn Storage>, process: String) -> Arc<Self> {
        let service = Service::new(storage, process, &config.limits);
        let metrics = Metrics::new(config.version, &service.metrics);
        let max_connections = max_connections();
        let connections = connections_of_address(config.connections, max_connections);
        Arc::new(Self {
            hosts: config.hosts.iter().chain(&config.own_names).map(|name| normal(name)).collect(),
            max_connections,
            connection_limiter: AddressCounts::new(connections),
            stream_limiter: AddressCounts::new(connections),
            unread: AddressCounts::new(if config.connections == 0 { 0 } else { MAX_UNREAD }),
            config,
            service,
            metrics,
            request_ids: RequestIds::default(),
            previews: pages::Previews::default(),
            mcp_secret: SeatToken::random().ok(),
            shutdown: watch::Sender::new(false),
        })
    }

    /// Announces the shutdown: event streams end and tell their clients to reconnect.
    pub fn stop(&self) {
        self.shutdown.send_replace(true);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.shutdown.borrow()
    }

    pub(crate) fn shutdown(&self) -> watch::Receiver<bool> {
        self.shutdown.subscribe()
    }
}

pub fn app(server: Arc<Server>) -> Router {
    let public_metrics = match server.config.public_metrics {
        true => Router::new().route("/metrics", get(own_metrics)),
        false => Router::new(),
    };
    Router::new()
        .nest("/api/v1", api::routes(&server))
        .merge(pages::routes(&server))
        .merge(mcp_routes(&server))
        .fallback(pages::not_found)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .merge(probes())
        .merge(public_metrics)
        .layer(from_fn_with_state(Arc::clone(&server), middleware::handle))
        .with_state(server)
}

/// What monitoring asks for, on a listener of its own.
pub(crate) fn monitoring(server: Arc<Server>) -> Router {
    probes().route("/metrics", get(metrics)).with_state(server)
}

fn probes() -> Router<Arc<Server>> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready))
}

fn mcp_routes(server: &Arc<Server>) -> Router<Arc<Server>> {
    if !server.config.mcp {
        return Router::new();
    }
    Router::new()
        .route_service("/mcp", divvy_mcp::http_service(Arc::clone(&server.service)))
        .layer(from_fn(middleware::limit_time))
        .layer(from_fn_with_state(Arc::clone(server), middleware::prepare_mcp))
        .layer(DefaultBodyLimit::max(MAX_MCP_BODY))
}

async fn ready(State(server): State<Arc<Server>>) -> (StatusCode, &'static str) {
    if server.is_stopping() {
        (StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    } else if server.service.is_ready().await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the storage cannot be reached or written to")
    }
}

/// What tells a proxy on this machine from a client.
const PROXY_HEADERS: [&str; 4] = ["x-forwarded-for", "forwarded", "via", "x-real-ip"];

/// The figures for clients on this machine, without a proxy between. The unspecified address is that of a request within this
/// process.
async fn own_metrics(
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    server: State<Arc<Server>>,
) -> Result<Response, ApiError> {
    let is_own = address.is_loopback() || address.is_unspecified();
    let is_direct = !PROXY_HEADERS.iter().any(|name| headers.contains_key(*name));
    match is_own && is_direct {
        true => Ok(metrics(server).await),
        false => Err(GameError::Forbidden(words::web::METRICS_ARE_PRIVATE).into()),
    }
}

async fn metrics(State(server): State<Arc<Server>>) -> Response {
    let (streams, connections) = (&server.stream_limiter, &server.connection_limiter);
    let (games, jobs) = (server.service.games.count(), server.service.solver.jobs());
    let text = server.metrics.text([streams.total(), connections.total(), games, jobs]);
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response()
}

//! The tools over HTTP, as part of a web server.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use axum::routing::get;
use divvy_service::{Client, Service};
use divvy_table::SeatToken;
use http::header;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use tokio::net::TcpListener;

use crate::recorder::NOWHERE;
use crate::{Handler, Recorder, Settings};

/// Who sent a request: the web server puts it into the request's extensions. Games belong to the token that began them, and
/// the address pays for them.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The token.
    pub token: SeatToken,
    /// The address.
    pub address: IpAddr,
}

impl Caller {
    pub(crate) const fn client(&self) -> Client<'_> {
        Client { token: Some(&self.token), address: self.address }
    }
}

/// What a web server routes requests to.
pub type HttpService = StreamableHttpService<Handler, NeverSessionManager>;

/// Serves clients at `/mcp` until `stop`: for an experiment, with everything as the operator has decided it, and a log. Games
/// belong to the bearer token that began them, or else to all clients without one.
///
/// # Errors
/// The system gives no randomness, or the listener fails.
pub async fn serve_http(
    settings: Settings,
    recorder: Recorder,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let handler = Handler::recorded(settings, recorder)?;
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    // Browsers on other sites reach a loopback address by a name of theirs: the default refuses those.
    let config = match listener.local_addr()?.ip().is_loopback() {
        true => config,
        false => config.disable_allowed_hosts(),
    };
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    let router = Router::new()
        .route_service("/mcp", service)
        .layer(map_request(named))
        .route("/healthz", get(async || "ok"));
    Ok(axum::serve(listener, router).with_graceful_shutdown(stop).await?)
}

/// Says who sent a request, if it has a token.
async fn named(mut request: Request) -> Request {
    let authorization = request.headers().get(header::AUTHORIZATION);
    let words = authorization.and_then(|value| value.to_str().ok()?.split_once(' '));
    if let Some((_, secret)) = words.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) {
        let caller = Caller { token: SeatToken::derived(secret.as_bytes()), address: NOWHERE };
        request.extensions_mut().insert(caller);
    }
    request
}

/// The tools as a service for a web server. Every request stands for itself: there are no sessions. The web server checks
/// `Host`, `Origin` and the size of bodies, and says who the [`Caller`] is.
pub fn http_service(service: Arc<Service>) -> HttpService {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts();
    let settings = Settings { size: service.max_size, ..Settings::default() };
    let handler = Handler::over_http(service, settings);
    let handler = move || Ok(handler.clone());
    StreamableHttpService::new(handler, Arc::new(NeverSessionManager::default()), config)
}

//! Middleware: the client's address, the id, security headers, log and metrics of every request, and the limits that routes
//! ask for.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Bytes, HttpBody};
use axum::extract::{ConnectInfo, FromRequest, MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use divvy_service::{COSTLY, network_of};
use divvy_table::{GameError, SeatToken};
use divvy_words::web::{self, AddressLimit};
use serde_json::{Value, json};
use tracing::Instrument;

use super::error::ApiError;
use super::forwarded::is_https;
use super::host::foreign_name;
use super::viewer::{bearer, is_cross_site};
use super::{request_id, unread};
use crate::server::Server;

/// How long a request that changes something or needs the solver may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a body may take to arrive. Less than a change may take as a whole, so that the client is told which it was.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The largest body of a refused request that is read for its id, in bytes.
const MAX_REFUSED_BODY: usize = 4 * 1024;

/// The code of an error of JSON-RPC for an address beyond its limits, of those that a server may choose.
const RPC_OVER_LIMIT: i32 = -32_029;

/// The address of the client, as an extension of the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// An extension of requests whose client uses HTTPS: on TLS connections of this server, or by what a trusted proxy says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverHttps;

/// What is known of a request before it is handled.
struct Received {
    method: Method,
    path: String,
    /// The pattern of the path; none where no route fits.
    route: Option<MatchedPath>,
    client: ClientAddress,
    https: bool,
    id: String,
    /// Whether browsers are told to use HTTPS for this name from now on.
    strict_transport: bool,
}

impl Received {
    fn new(server: &Server, request: &Request) -> (Self, Result<(), ApiError>) {
        let extensions = request.extensions();
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let (proxies, headers) = (&server.config.trust_proxy, request.headers());
        let (is_proxy, own_tls) = (proxies.contains(peer), extensions.get::<OverHttps>().is_some());
        let name = foreign_name(request);
        let received = Self {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            route: extensions.get::<MatchedPath>().cloned(),
            client: ClientAddress(proxies.client(peer, headers)),
            https: own_tls || is_proxy && is_https(headers),
            id: server.request_ids.of(headers, is_proxy),
            // Other servers of this machine, or of the address, may have no TLS.
            strict_transport: own_tls && matches!(name, Ok(Some(_))),
        };
        // Probes are sent to an address by any name, and tell nothing. A proxy that sends foreign names has been set up to.
        let any_name = matches!(received.route(), "/healthz" | "/readyz")
            || is_proxy && server.config.hosts.is_empty();
        let checked = name.and_then(|name| match name {
            Some(name) if !any_name && !server.hosts.contains(&name) => {
                Err(ApiError::Misdirected(web::foreign_host(&name)))
            }
            _ => Ok(()),
        });
        (received, checked)
    }

    /// Whether monitoring asks, which has no limits.
    fn is_probe(&self) -> bool {
        matches!(self.route(), "/healthz" | "/readyz" | "/metrics")
    }

    fn route(&self) -> &str {
        self.route.as_ref().map_or("other", MatchedPath::as_str)
    }

    /// Logs and counts the response, and adds the headers that every response has.
    fn complete(&self, server: &Server, response: &mut Response, took: Duration) {
        let (status, route) = (response.status().as_u16(), self.route());
        server.metrics.responded(&self.method, route, status, took);
        let (method, micros) = (&self.method, took.as_micros());
        // The path is client input; its debug form stays on one line of the log.
        tracing::debug!(%method, path = ?self.path, status, micros, "request");
        if server.config.access_log {
            let (client, id) = (self.client.0, &self.id);
            let bytes = response.body().size_hint().exact();
            let ms = took.as_secs_f64() * 1e3;
            // Without the path and the query, which may name a game; tokens are in headers and bodies. The id is a field here,
            // where programs look for it, instead of the span.
            tracing::info!(parent: None, %method, route, status, bytes, ms, %client, request = %id, "access");
        }
        let headers = response.headers_mut();
        if server.is_stopping() {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        for (name, value) in SECURITY_HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if self.strict_transport {
            let year = HeaderValue::from_static("max-age=31536000");
            headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
        }
        if let Ok(id) = HeaderValue::from_str(&self.id) {
            headers.insert(request_id::HEADER, id);
        }
    }
}

/// Prepares every request, and completes its response.
pub(crate) async fn handle(
    State(server): State<Arc<Server>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let (received, checked) = Received::new(&server, &request);
    request.extensions_mut().insert(received.client);
    if received.https {
        request.extensions_mut().insert(OverHttps);
    }
    // Everything that is logged for the request has its id.
    let span = tracing::error_span!("request", id = %received.id);
    let mut response = match checked {
        Ok(()) if received.is_probe() => next.run(request).await,
        Ok(()) => {
            let address = received.client.0;
            within_limits(&server, address, request, next).instrument(span.clone()).await
        }
        Err(error) => error.into_response(),
    };
    span.in_scope(|| received.complete(&server, &mut response, started.elapsed()));
    response
}

/// Prepares a call of a tool: reads its body, and says who calls: the client with this bearer token, or else the one at this
/// address. A browser on another site is refused.
pub(crate) async fn prepare_mcp(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if is_cross_site(request.headers()) {
        return Err(GameError::Forbidden(web::OTHER_SITE).into());
    }
    let given = bearer(request.headers()).filter(|text| !text.is_empty());
    let token = match (given, &server.mcp_secret) {
        (Some(text), _) => {
            let own = std::str::from_utf8(text).ok().and_then(SeatToken::parse);
            own.unwrap_or_else(|| SeatToken::derived(text))
        }
        (None, Some(secret)) => {
            SeatToken::derived(format!("{} {}", secret.text(), network_of(address)).as_bytes())
        }
        (None, None) => return Err(GameError::Unavailable(web::NO_RANDOMNESS).into()),
    };
    let (mut parts, body) = request.into_parts();
    let body = read_body(Request::from_parts(parts.clone(), body)).await?;
    parts.extensions.insert(divvy_mcp::Caller { token, address });
    Ok(next.run(Request::from_parts(parts, body.into())).await)
}

/// The whole body, if it is not too large. A client that never sends it must not hold the connection for ever.
pub(crate) async fn read_body(request: Request) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Err(GameError::TooLarge("the body is too large".to_owned()).into())
        }
        Ok(Err(_)) => Err(ApiError::invalid("the body broke off")),
        Err(_) => Err(ApiError::invalid("the body did not arrive in time")),
    }
}

/// A request that counts for its address, as one; routes that cost more say so ([`charge_more`]). No layers of their own,
/// because each layer around all routes copies those below it for every request.
async fn within_limits(server: &Server, address: IpAddr, request: Request, next: Next) -> Response {
    // The answer to a change that was made is always sent, but at /mcp, where a model can look at its game again.
    let path = request.uri().path();
    let is_mcp = path == "/mcp";
    let may_be_refused = request.method() == Method::GET || path.ends_with("/review") || is_mcp;
    let allowed = unread::check(&server.unread, address, 0);
    let mut id = Value::Null;
    let response = match allowed.and_then(|()| server.service.quotas.requests.spend(address, 1)) {
        Ok(()) => next.run(request).await,
        Err(error) => {
            if is_mcp {
                id = rpc_id(request).await;
            }
            ApiError::from(error).into_response()
        }
    };
    let mut response = unread::answer(&server.unread, address, may_be_refused, response).await;
    if let Some(&limit) = response.extensions().get::<AddressLimit>() {
        server.metrics.refused(limit);
        if is_mcp {
            refuse_rpc(&mut response, &id, limit);
        }
    }
    response
}

/// The id of a request to `/mcp` that is refused; null if it cannot be read from a small body.
async fn rpc_id(request: Request) -> Value {
    let body = axum::body::to_bytes(request.into_body(), MAX_REFUSED_BODY);
    let Ok(Ok(body)) = tokio::time::timeout(BODY_TIMEOUT, body).await else { return Value::Null };
    let Ok(mut call) = serde_json::from_slice::<Value>(&body) else { return Value::Null };
    call.get_mut("id").map(Value::take).unwrap_or_default()
}

/// Says why `/mcp` refuses a request in the form that its clients expect: an error of JSON-RPC.
fn refuse_rpc(response: &mut Response, id: &Value, limit: AddressLimit) {
    let seconds = response.headers().get(header::RETRY_AFTER);
    let seconds = seconds.and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(1);
    let message = web::over_limit(limit, seconds);
    let error =
        json!({ "code": RPC_OVER_LIMIT, "message": message, "data": { "retry_after": seconds } });
    *response.body_mut() = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string().into();
}

/// A layer for routes that need the solver, begin a game or make a long answer.
pub(crate) async fn charge_more(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    server.service.quotas.requests.spend(address, COSTLY)?;
    Ok(next.run(request).await)
}

/// A layer for routes that change something or need the solver: requests that cannot be served within the limit get
/// 503. A write that has begun is completed all the same; a hint or review is given up.
pub(crate) async fn limit_time(request: Request, next: Next) -> Result<Response, ApiError> {
    let response = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await;
    response.map_err(|_| GameError::Unavailable(web::TOOK_TOO_LONG).into())
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

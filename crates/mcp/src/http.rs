//! The tools over HTTP, as part of a web server.

use std::sync::Arc;

use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::{Games, Handler};

/// Who sent a request: the web server puts it into the request's extensions. Games belong to the client that began them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(pub u64);

/// What a web server routes requests to.
pub type HttpService = StreamableHttpService<Handler, NeverSessionManager>;

/// The largest request in bytes.
const MAX_BODY: usize = 64 * 1024;

/// The tools as a service for a web server. Every request stands for itself: there are no sessions. The web server checks
/// `Host` and `Origin`.
pub fn http_service(games: Arc<Games>) -> HttpService {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(MAX_BODY);
    let handler = move || Ok(Handler::new(Arc::clone(&games), 0));
    StreamableHttpService::new(handler, Arc::new(NeverSessionManager::default()), config)
}

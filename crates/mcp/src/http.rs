//! The tools over HTTP, as part of a web server.

use std::net::IpAddr;
use std::sync::Arc;

use divvy_service::{Client, Service};
use divvy_table::SeatToken;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::{Handler, Settings};

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

//! Which names the server answers to. A page of another site whose name resolves to this server (DNS rebinding) sends that
//! name as `Host` and is refused.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{Version, header};
use divvy_words::web;

use super::error::ApiError;

/// Names in lower case, besides addresses and `localhost`, which are always allowed: no other site can have them.
#[derive(Debug)]
pub(crate) struct AllowedHosts(Vec<String>);

/// The host that a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestHost {
    /// An address or `localhost`.
    Local,
    Name(String),
    /// HTTP/1.0 needs none.
    Absent,
}

impl AllowedHosts {
    pub(crate) fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| normal(name)).collect())
    }

    /// Refuses a name that is not allowed.
    pub(crate) fn check(&self, host: &RequestHost) -> Result<(), ApiError> {
        match host {
            RequestHost::Name(name) if !self.0.contains(name) => {
                Err(ApiError::Misdirected(web::foreign_host(name)))
            }
            _ => Ok(()),
        }
    }
}

impl RequestHost {
    /// The host of a request, by the one `Host` that it must have, or by its target if that has a host.
    pub(crate) fn of(request: &Request) -> Result<Self, ApiError> {
        let wrong = || ApiError::invalid(web::ONE_HOST);
        let mut given = request.headers().get_all(header::HOST).iter();
        let authority = match (given.next(), given.next()) {
            (Some(host), None) => Authority::try_from(host.as_bytes()).map_err(|_| wrong())?,
            (None, None) if request.version() <= Version::HTTP_10 => return Ok(Self::Absent),
            _ => return Err(wrong()),
        };
        // A target with a host overrides the header.
        let host = request.uri().host().unwrap_or(authority.host());
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let name = normal(host);
        Ok(match () {
            () if name.is_empty() => return Err(wrong()),
            () if bare.parse::<IpAddr>().is_ok() => Self::Local,
            () if name == "localhost" || name.ends_with(".localhost") => Self::Local,
            () => Self::Name(name),
        })
    }
}

/// Names are compared without case and without the dot of the root.
fn normal(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

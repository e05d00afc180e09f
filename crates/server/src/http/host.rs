//! Which names the server answers to. A page of another site whose name resolves to this server (DNS rebinding) sends that
//! name as `Host` and is refused.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Version, header};
use divvy_words::web;

use super::error::ApiError;
use super::middleware::OverHttps;

/// The name that a request is for, by the one `Host` that it must have, or by its target if that has a host; `None` for an
/// address or `localhost`, which no other site can have.
pub(crate) fn foreign_name(request: &Request) -> Result<Option<String>, ApiError> {
    let wrong = || ApiError::invalid(web::ONE_HOST);
    let mut given = request.headers().get_all(header::HOST).iter();
    let authority = match (given.next(), given.next()) {
        (Some(host), None) => Authority::try_from(host.as_bytes()).map_err(|_| wrong())?,
        (None, None) if request.version() <= Version::HTTP_10 => return Ok(None),
        _ => return Err(wrong()),
    };
    // A target with a host overrides the header.
    let host = request.uri().host().unwrap_or(authority.host());
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let name = normal(host);
    if name.is_empty() {
        return Err(wrong());
    }
    let is_local =
        bare.parse::<IpAddr>().is_ok() || name == "localhost" || name.ends_with(".localhost");
    Ok((!is_local).then_some(name))
}

/// The address of this server as the client has it, for links that other programs follow: `https://example.org`. The name is
/// one that the server answers to ([`foreign_name`]).
pub(crate) struct Origin(pub(crate) Option<String>);

impl<S: Sync> FromRequestParts<S> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let scheme = if parts.extensions.get::<OverHttps>().is_some() { "https" } else { "http" };
        let given =
            parts.headers.get(header::HOST).map(|host| Authority::try_from(host.as_bytes()));
        let host = given.and_then(Result::ok);
        Ok(Self(host.map(|host| format!("{scheme}://{host}"))))
    }
}

/// Names are compared without case and without the dot of the root.
pub(crate) fn normal(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

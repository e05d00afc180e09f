//! The viewer of a request: the seat token in its cookie or `Authorization` header, if there is one.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use divvy_table::{GameError, SeatToken};
use divvy_words::web;

use super::error::ApiError;
use super::middleware::OverHttps;

/// The cookie that holds a browser's token.
const COOKIE: &str = "divvy";

/// The same over HTTPS: browsers take a name like this from no other host and not over HTTP.
const HOST_COOKIE: &str = "__Host-divvy";

#[derive(Debug)]
pub(crate) struct Viewer {
    pub(crate) token: Option<SeatToken>,
    secure: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let headers = &parts.headers;
        if let Some(text) = bearer(headers) {
            let text = std::str::from_utf8(text).ok();
            let token = text.and_then(SeatToken::parse).ok_or_else(|| {
                let why = "Authorization takes: Bearer, and a token of 32 hexadecimal digits";
                ApiError::invalid(why)
            })?;
            return Ok(Self { token: Some(token), secure: false });
        }
        if parts.method != Method::GET && parts.method != Method::HEAD && is_cross_site(headers) {
            return Err(GameError::Forbidden(web::OTHER_SITE).into());
        }
        let secure = parts.extensions.get::<OverHttps>().is_some();
        Ok(Self { token: cookie(headers, secure), secure })
    }
}

/// What the client gives as a bearer token. Any other scheme is for a proxy before this server, and nothing to it.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let value = headers.get(header::AUTHORIZATION)?.as_bytes();
    let end = value.iter().position(|&byte| byte == b' ').unwrap_or(value.len());
    let (scheme, token) = value.split_at(end);
    scheme.eq_ignore_ascii_case(b"bearer").then(|| token.trim_ascii())
}

/// Whether the browser says that another site made the request. Browsers do not send the cookie then (SameSite), but
/// such a request must not create games either.
pub(super) fn is_cross_site(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site.as_bytes() != b"same-origin" && site.as_bytes() != b"none";
    }
    let Some(origin) = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()) else {
        // Not a browser.
        return false;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let site = origin.split_once("://").map(|(_, site)| site);
    site.is_none() || site != host
}

/// Over HTTPS a cookie with the other name does not count: another host of the same domain may have set it.
fn cookie(headers: &HeaderMap, secure: bool) -> Option<SeatToken> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
    let wanted = if secure { HOST_COOKIE } else { COOKIE };
    let (_, value) = pairs.find(|(name, _)| name.trim() == wanted)?;
    SeatToken::parse(value.trim())
}

impl Viewer {
    /// The viewer's token, or a new one with the cookie that gives it to a browser.
    pub(crate) fn token_or_new(&self) -> Result<(SeatToken, Option<HeaderValue>), ApiError> {
        if let Some(token) = &self.token {
            return Ok((token.clone(), None));
        }
        let token = SeatToken::random()?;
        let (name, place) = match self.secure {
            true => (HOST_COOKIE, "/; Secure"),
            false => (COOKIE, "/api"),
        };
        let text = format!(
            "{name}={}; Path={place}; HttpOnly; SameSite=Lax; Max-Age=31536000",
            token.text()
        );
        Ok((token, HeaderValue::from_str(&text).ok()))
    }
}

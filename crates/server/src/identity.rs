//! Who asks: a token in a cookie or a header, or nobody in particular.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};

use crate::error::ApiError;
use crate::token::Token;

/// The cookie that holds a browser's token.
pub(crate) const COOKIE: &str = "divvy";

/// Who asks.
#[derive(Debug)]
pub(crate) struct Identity {
    /// The token that was shown, if one was.
    pub(crate) token: Option<Token>,
    /// Whether a program asks, which keeps its token itself.
    program: bool,
    /// Whether the answer travels encrypted, as far as this server can tell.
    secure: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let headers = &parts.headers;
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let text = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
            let token = text.and_then(|text| Token::parse(text.trim()));
            let token = token.ok_or_else(|| {
                let why = "Authorization takes: Bearer, and a token of 32 hexadecimal digits";
                ApiError::BadRequest(why.to_owned())
            })?;
            return Ok(Self { token: Some(token), program: true, secure: false });
        }
        if parts.method != Method::GET && parts.method != Method::HEAD && is_cross_site(headers) {
            return Err(ApiError::Forbidden("requests from other sites are not taken"));
        }
        let secure = headers
            .get("x-forwarded-proto")
            .is_some_and(|protocol| protocol.as_bytes() == b"https");
        Ok(Self { token: cookie(headers), program: false, secure })
    }
}

/// Whether a browser says that another site made the request. Cookies are not sent then anyway (SameSite), but a
/// site must not begin games in somebody's name either.
fn is_cross_site(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site.as_bytes() != b"same-origin" && site.as_bytes() != b"none";
    }
    let Some(origin) = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()) else {
        // No browser.
        return false;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let site = origin.split_once("://").map(|(_, site)| site);
    site.is_none() || site != host
}

fn cookie(headers: &HeaderMap) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| name.trim() == COOKIE).and_then(|(_, value)| Token::parse(value.trim()))
}

impl Identity {
    /// A token to hold a seat with, and the header that leaves a new one with the browser.
    pub(crate) fn or_fresh(&self) -> Result<(Token, Option<HeaderValue>), ApiError> {
        if let Some(token) = &self.token {
            return Ok((token.clone(), None));
        }
        let token = Token::fresh()?;
        if self.program {
            return Ok((token, None));
        }
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!(
            "{COOKIE}={}; Path=/api; HttpOnly; SameSite=Lax; Max-Age=31536000{secure}",
            token.text()
        );
        Ok((token, HeaderValue::from_str(&text).ok()))
    }
}

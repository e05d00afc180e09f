//! A link as a picture for a phone's camera.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use fast_qr::QRBuilder;
use serde::Deserialize;

use crate::api::body::Body;
use crate::error::ApiError;

/// The longest link, in bytes; longer ones make pictures that no camera reads from a screen.
const LONGEST: usize = 512;

/// Light modules around the code, as many as the standard asks for.
const QUIET: usize = 4;

/// The link. It may give a seat, and addresses end up in logs: hence it travels in a body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Link {
    text: String,
}

/// A QR code of a link, as SVG.
pub(super) async fn qr(Body(Link { text }): Body<Link>) -> Result<Response, ApiError> {
    if text.len() > LONGEST {
        return Err(ApiError::TooLarge(format!("a link has at most {LONGEST} bytes")));
    }
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return Err(ApiError::BadRequest("only links of http and https are drawn".to_owned()));
    }
    let svg =
        svg(&text).ok_or_else(|| ApiError::BadRequest("this link cannot be drawn".to_owned()))?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, svg).into_response())
}

fn svg(text: &str) -> Option<String> {
    use std::fmt::Write;
    let code = QRBuilder::new(text).build().ok()?;
    let side = code.size + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size {
        let dark = |x: usize| code[y].get(x).is_some_and(|module| module.value());
        for x in (0..code.size).filter(|x| dark(*x)) {
            // Writing to a text cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_modules_within_a_quiet_border() {
        let svg = svg("http://localhost/g/abc").unwrap_or_default();
        // The finder pattern begins in the corner, and nothing of the link is markup.
        assert!(svg.contains("M4 4h1v1h-1z") && !svg.contains("M3 ") && !svg.contains("localhost"));
    }
}

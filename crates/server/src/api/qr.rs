//! QR codes of links.

use axum::response::Response;
use divvy_table::GameError;
use fast_qr::{ECL, QRBuilder};

use super::extract::JsonBody;
use crate::http::cache::no_store;
use crate::http::error::ApiError;

/// The longest link, in bytes; codes of longer ones are too fine for a camera.
const MAX_LINK: usize = 512;

/// Light modules around the code, as many as the standard asks for.
const QUIET: usize = 4;

/// `POST /qr`: the QR code of a link as SVG. The link is in the body because it may contain an invitation and URLs end up in
/// logs.
pub(super) async fn qr(body: JsonBody) -> Result<Response, ApiError> {
    let text = body.fields(&["text"])?.needed_text("text", "a link")?;
    if text.len() > MAX_LINK {
        return Err(GameError::TooLarge(format!("a link has at most {MAX_LINK} bytes")).into());
    }
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return Err(ApiError::invalid("only links of http and https are drawn"));
    }
    let svg = svg(&text).ok_or_else(|| ApiError::invalid("this link cannot be drawn"))?;
    Ok(no_store("image/svg+xml", svg))
}

fn svg(text: &str) -> Option<String> {
    use std::fmt::Write;
    // On a screen nothing is smudged: with little redundancy the modules are larger.
    let code = QRBuilder::new(text).ecl(ECL::L).build().ok()?;
    let side = code.size + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size {
        let dark = |x: usize| code[y].get(x).is_some_and(|module| module.value());
        for x in (0..code.size).filter(|x| dark(*x)) {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>\n"
    ))
}

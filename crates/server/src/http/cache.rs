//! Responses that browsers may keep, and responses that no cache may.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use divvy_table::hex;

pub(crate) const PNG: &str = "image/png";

/// What browsers may keep: a page or a file.
#[derive(Debug)]
pub(crate) struct Content {
    kind: &'static str,
    plain: Bytes,
    /// Made when a client first takes it.
    gzip: OnceLock<Bytes>,
    /// Weak, because it stands for both forms.
    tag: String,
}

impl Content {
    pub(crate) fn new(kind: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let tag = format!("W/\"{}\"", hash(&plain));
        Self { kind, plain, gzip: OnceLock::new(), tag }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.plain
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.plain).into_owned()
    }

    /// A response that browsers may cache and have to revalidate by its ETag.
    pub(crate) fn revalidated(&self, request: &HeaderMap) -> Response {
        let known = request.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let bare = |tag: &str| tag.trim().trim_start_matches("W/") == &self.tag[2..];
        let mut response = match known {
            Some(tags) if tags.split(',').any(bare) => StatusCode::NOT_MODIFIED.into_response(),
            _ => self.response(request),
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    /// A response that browsers may cache for ever.
    pub(crate) fn immutable(&self, request: &HeaderMap) -> Response {
        let for_ever = [(header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
        (for_ever, self.response(request)).into_response()
    }

    fn response(&self, request: &HeaderMap) -> Response {
        let headers = [(header::CONTENT_TYPE, self.kind), (header::VARY, "accept-encoding")];
        // A picture is compressed already.
        match self.kind != PNG && takes_gzip(request) {
            true => {
                let gzip = self.gzip.get_or_init(|| compressed(&self.plain)).clone();
                (headers, [(header::CONTENT_ENCODING, "gzip")], gzip).into_response()
            }
            false => (headers, self.plain.clone()).into_response(),
        }
    }
}

fn compressed(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing into memory cannot fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default().into()
}

fn takes_gzip(request: &HeaderMap) -> bool {
    let lines =
        request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight != Some(0.0)
    })
}

/// A response that no cache may keep, because it depends on the viewer or on the moment.
pub(crate) fn no_store(content_type: &'static str, body: impl IntoResponse) -> Response {
    let headers = [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, "no-store")];
    (headers, body).into_response()
}

/// Sixteen hexadecimal digits that identify a content.
pub(crate) fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content)[..8])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::io::Read;

    use super::*;

    #[tokio::test]
    async fn content_is_compressed_for_clients_that_take_it() {
        let text = "All work and no play. ".repeat(100);
        let content = Content::new("text/plain", text.clone());
        for (taken, is_gzip) in [
            ("", false),
            ("br", false),
            ("deflate, gzip;q=1.0, *;q=0.5", true),
            ("br,GZIP", true),
            ("gzip;q=0", false),
        ] {
            let taken = (header::ACCEPT_ENCODING, HeaderValue::from_static(taken));
            let response = content.revalidated(&HeaderMap::from_iter([taken.clone()]));
            assert_eq!(response.headers().contains_key(header::CONTENT_ENCODING), is_gzip);
            let body = axum::body::to_bytes(response.into_body(), 1 << 16).await.unwrap();
            let mut plain = body.to_vec();
            if is_gzip {
                plain.clear();
                flate2::read::GzDecoder::new(&*body).read_to_end(&mut plain).unwrap();
            }
            assert_eq!((plain == text.as_bytes(), body.len() < text.len()), (true, is_gzip));
        }
    }
}

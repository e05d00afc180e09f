//! Pages that are made on the server.

use axum::response::Html;

use super::assets;

pub(super) const START: &str = include_str!("../../templates/start.html");
pub(super) const CARD: &str = include_str!("../../templates/card.html");
pub(super) const GAME: &str = include_str!("../../templates/game.html");
pub(super) const SHARE: &str = include_str!("../../templates/share.html");
pub(super) const PAGE: &str = include_str!("../../templates/page.html");
pub(super) const OPENAPI: &str = include_str!("../../openapi.json");

/// A text that means itself inside an element and inside an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A page of our own with its `{{gaps}}` filled; what is put in is markup already. `{{assets}}` is where the files are.
pub(super) fn filled(page: &str, gaps: &[(&str, &str)]) -> String {
    let mut text = page.to_owned();
    for (name, value) in gaps {
        text = text.replace(&format!("{{{{{name}}}}}"), value);
    }
    text.replace("{{assets}}", assets::base())
}

/// A page to read: a plain title, and markup for the main part.
pub(super) fn page_text(title: &str, main: &str) -> String {
    filled(PAGE, &[("title", &escaped(title)), ("main", main)])
}

pub(super) fn page(title: &str, main: &str) -> Html<String> {
    Html(page_text(title, main))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escaped("<img src='x'> & \"y\""),
            "&lt;img src=&#39;x&#39;&gt; &amp; &quot;y&quot;"
        );
    }
}

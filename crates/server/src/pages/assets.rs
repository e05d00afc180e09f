//! The files that pages load. They are part of the program: nothing is read from disk or from other sites.

use std::collections::HashMap;
use std::sync::LazyLock;

use divvy_rules::Game;
use rust_embed::Embed;

use crate::http::cache::{Content, hash};

#[derive(Embed)]
#[folder = "assets"]
struct Assets;

static FILES: LazyLock<HashMap<String, Content>> = LazyLock::new(|| {
    let named = |name: std::borrow::Cow<'static, str>| {
        let content_type = match name.rsplit_once('.')?.1 {
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => return None,
        };
        let data = Assets::get(&name)?.data;
        let text = trimmed(&String::from_utf8_lossy(&data));
        Some((name.into_owned(), Content::new(content_type, text)))
    };
    Assets::iter().filter_map(named).collect()
});

/// A file that pages ask for.
pub(super) fn get(name: &str) -> Option<&'static Content> {
    FILES.get(name)
}

pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static Content)> {
    FILES.iter().map(|(name, content)| (name.as_str(), content))
}

/// A file without indentation and lines of comments: they are for readers of the source, and a tenth of what a page would load.
pub(super) fn trimmed(text: &str) -> String {
    let is_comment =
        |line: &&str| line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
    let lines = text.lines().map(|line| line.trim_start_matches('\t'));
    lines.filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n")
}

/// The picture on a game's card.
pub(super) fn art(game: Game) -> String {
    let art = Assets::get(&format!("art/{}.svg", game.id()));
    art.map_or_else(String::new, |file| String::from_utf8_lossy(&file.data).into_owned())
}

/// The base of the URLs of all assets, with their common version: it changes when one of them does.
pub(super) fn base() -> &'static str {
    static BASE: LazyLock<String> = LazyLock::new(|| {
        let files = Assets::iter().filter_map(|name| Assets::get(&name));
        let hashes: Vec<u8> = files.flat_map(|file| file.metadata.sha256_hash()).collect();
        format!("/assets/{}", hash(&hashes))
    });
    &BASE
}

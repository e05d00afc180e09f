//! HTML pages and their assets.

mod api_reference;
mod assets;
mod quick_game;
mod rules;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use divvy_rules::Game;
use divvy_words as words;

use self::api_reference::ApiReference;
use self::rules::RulesPage;
use crate::http::cache::revalidated;
use crate::server::Server;

pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/", get(async |headers: HeaderMap| page(&headers, &Page::Start)))
        .route("/g/{id}", get(async |headers: HeaderMap| page(&headers, &Page::Game)))
        .route("/share", get(async |headers: HeaderMap| page(&headers, &Page::Share)))
        .route("/rules/{game}", get(rules_of))
        .route("/api", get(async |headers: HeaderMap| page(&headers, &ApiReference::new())))
        .route("/assets/{version}/{name}", get(asset))
}

#[derive(Template)]
enum Page {
    #[template(path = "start.html")]
    Start,
    /// The same for all games: its script loads the state.
    #[template(path = "game.html")]
    Game,
    /// For a game whose moves are in the URL.
    #[template(path = "share.html")]
    Share,
    #[template(path = "not_found.html")]
    NotFound,
}

pub(crate) async fn not_found() -> Response {
    (StatusCode::NOT_FOUND, Html(rendered(&Page::NotFound))).into_response()
}

async fn rules_of(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match name.parse() {
        Ok(game) => page(&headers, &RulesPage::new(game, server.config.max_size)),
        Err(_) => not_found().await,
    }
}

fn page(request: &HeaderMap, page: &impl Template) -> Response {
    revalidated(request, "text/html; charset=utf-8", rendered(page))
}

fn rendered(page: &impl Template) -> String {
    // Writing into a string cannot fail, and neither can what the templates call.
    page.render().unwrap_or_default()
}

/// An asset. The URL contains the common version of all assets, so that browsers can cache them for ever and the modules
/// of one page never come from two versions.
async fn asset(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some((content_type, content)) = assets::get(&name) else { return not_found().await };
    if version != assets::version() {
        // A page from before an update asks for it; the response must not be cached under the old URL.
        return revalidated(&headers, content_type, content);
    }
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, content).into_response()
}

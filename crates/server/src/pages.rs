//! HTML pages and their assets.

mod assets;
mod quick_game;
mod rules;

use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use divvy_rules::{Game, Rules};
use divvy_table::{GameError, GameId};
use divvy_words as words;
use serde::Deserialize;

use self::rules::RulesPage;
use crate::http::cache::Content;
use crate::server::Server;

pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/", get(async |headers: HeaderMap| START.revalidated(&headers)))
        .route("/g/{id}", get(game))
        .route("/share", get(async |headers: HeaderMap| page(&headers, &Page::Share)))
        .route("/rules/{game}", get(rules_of))
        .route("/assets/{version}/{name}", get(asset))
        .route("/robots.txt", get(async || "User-agent: *\nDisallow: /api/v1/\n"))
        .route("/favicon.ico", get(favicon))
}

/// The start page. Its boards are solved once.
static START: LazyLock<Content> = LazyLock::new(|| html(&Page::Start));

#[derive(Template)]
enum Page {
    #[template(path = "start.html")]
    Start,
    /// For a game whose moves are in the URL.
    #[template(path = "share.html")]
    Share,
    #[template(path = "not_found.html")]
    NotFound { what: &'static str },
}

/// A game, named; its script loads the state.
#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    game: Game,
    goal: String,
    about: Vec<String>,
}

pub(crate) async fn not_found() -> Response {
    missing("There is no such page.")
}

fn missing(what: &'static str) -> Response {
    (StatusCode::NOT_FOUND, Html(rendered(&Page::NotFound { what }))).into_response()
}

async fn game(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    const NO_GAME: &str = words::web::NO_SUCH_GAME_PAGE;
    let Some(id) = GameId::parse(&id) else { return missing(NO_GAME) };
    let rules = match server.service.games.get(&id).await {
        Ok(handle) => handle.read(|state| state.game().rules()).await,
        Err(GameError::NotFound(_)) => return missing(NO_GAME),
        // The page says why it cannot show the game, and tries again where that helps.
        Err(_) => Rules::default(),
    };
    let (goal, about) = (words::goal(rules), words::in_full(rules));
    page(&headers, &GamePage { game: rules.game(), goal, about })
}

#[derive(Deserialize)]
struct RulesQuery {
    from: Option<String>,
}

async fn rules_of(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
    Query(RulesQuery { from }): Query<RulesQuery>,
    headers: HeaderMap,
) -> Response {
    let from = from.as_deref().and_then(GameId::parse);
    match name.parse() {
        Ok(game) => page(&headers, &RulesPage::new(game, server.config.limits.max_size, from)),
        Err(_) => not_found().await,
    }
}

fn page(request: &HeaderMap, page: &impl Template) -> Response {
    html(page).revalidated(request)
}

fn html(page: &impl Template) -> Content {
    Content::new("text/html; charset=utf-8", rendered(page))
}

fn rendered(page: &impl Template) -> String {
    // Writing into a string cannot fail, and neither can what the templates call.
    page.render().unwrap_or_default()
}

/// The icon, for clients that look for it without reading a page.
async fn favicon(headers: HeaderMap) -> Response {
    match assets::get("icon.svg") {
        Some(icon) => icon.revalidated(&headers),
        None => not_found().await,
    }
}

/// An asset. The URL contains the common version of all assets, so that browsers can cache them for ever and the modules
/// of one page never come from two versions.
async fn asset(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some(asset) = assets::get(&name) else { return not_found().await };
    match version == assets::version() {
        true => asset.immutable(&headers),
        // A page from before an update asks for it; the response must not be cached under the old URL.
        false => asset.revalidated(&headers),
    }
}

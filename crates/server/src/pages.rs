//! HTML pages and their assets.

mod assets;
mod preview;
mod quick_game;
pub mod site;

use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use divvy_analysis::contest;
use divvy_rules::{Game, Record, Rules};
use divvy_table::{GameError, GameId};
use divvy_words::{self as words, Block, RuleText};
use serde::Deserialize;

use crate::http::cache::Content;
use crate::http::host::Origin;
use crate::http::middleware::charge_more;
use crate::server::Server;

pub(crate) use self::preview::Previews;

pub(crate) fn routes(server: &Arc<Server>) -> Router<Arc<Server>> {
    let router = Router::new()
        .route("/g/{id}/preview.png", get(preview::of_game))
        .route("/rules/{game}/preview.png", get(preview::of_rules))
        .route_layer(from_fn_with_state(Arc::clone(server), charge_more))
        .route("/g/{id}", get(game))
        // Links that were made before; what stands behind `#` stays.
        .route("/share", get(async |uri: Uri| Redirect::permanent(&moved(&uri))))
        .route("/rules/{game}", get(rules_of))
        .route("/assets/{version}/{name}", get(asset))
        .route("/robots.txt", get(async || "User-agent: *\nDisallow: /api/v1/\n"))
        .route("/favicon.ico", get(favicon));
    FIXED.iter().fold(router, |router, (path, page)| {
        router.route(path, get(async |headers: HeaderMap| page.revalidated(&headers)))
    })
}

/// The pages that are the same for all visitors, and the same without a server. Each is made once: boards are solved for the
/// first one.
static FIXED: [(&str, LazyLock<Content>); 7] = [
    ("/", LazyLock::new(|| html(&Page::Start))),
    ("/explore", LazyLock::new(|| html(&Page::Explore))),
    ("/learn", LazyLock::new(|| html(&Page::Learn))),
    ("/chain", LazyLock::new(|| html(&Page::Chain))),
    ("/puzzle", LazyLock::new(|| html(&Page::Puzzle))),
    ("/history", LazyLock::new(|| html(&Page::History))),
    ("/rules", LazyLock::new(|| html(&Page::RulesList))),
];

#[derive(Template)]
enum Page {
    #[template(path = "start.html")]
    Start,
    /// For any position, which is in the URL.
    #[template(path = "explore.html")]
    Explore,
    /// The lessons; the one that is played is in the URL.
    #[template(path = "learn.html")]
    Learn,
    /// A game for one.
    #[template(path = "chain.html")]
    Chain,
    /// Of today, of another day, or of a grade; and a sheet of them.
    #[template(path = "puzzle.html")]
    Puzzle,
    /// What the browser keeps.
    #[template(path = "history.html")]
    History,
    #[template(path = "not_found.html")]
    NotFound { what: &'static str },
    /// A game, named; its script loads the state. `picture` is what a link preview shows.
    #[template(path = "game.html")]
    Game { game: Game, title: String, goal: String, about: Vec<String>, picture: Option<String> },
    #[template(path = "rules_list.html")]
    RulesList,
    /// The rules of a game on the board of the game that the reader came from, or else on the proposed one. Options have
    /// the labels of the form instead of the spelling of the command line.
    #[template(path = "rules.html")]
    Rules {
        game: Game,
        text: RuleText,
        about: String,
        from: Option<GameId>,
        picture: Option<String>,
    },
}

impl Page {
    /// The rules of a game on the board that is played, or else on the proposed one.
    fn rules(
        game: Game,
        played: Option<Rules>,
        from: Option<GameId>,
        picture: Option<String>,
        max_size: u32,
    ) -> Self {
        let about = match played {
            Some(rules) => words::board_of_your_game(rules),
            None => words::play_begins(&quick_game::proposed(game)),
        };
        let rules = played.unwrap_or_else(|| quick_game::rules(game, &contest(game)));
        let text = words::rule_text(rules, max_size);
        Self::Rules { game, text, about, from, picture }
    }
}

/// Where a shared game is explored.
fn moved(uri: &Uri) -> String {
    uri.query().map_or_else(|| "/explore".to_owned(), |query| format!("/explore?{query}"))
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
    Origin(origin): Origin,
    headers: HeaderMap,
) -> Response {
    const NO_GAME: &str = words::web::NO_SUCH_GAME_PAGE;
    let Some(id) = GameId::parse(&id) else { return missing(NO_GAME) };
    let (rules, title) = match server.service.games.get(&id).await {
        Ok(handle) => handle.read(|state| (state.game().rules(), divvy_table::title(state))).await,
        Err(GameError::NotFound(_)) => return missing(NO_GAME),
        // The page says why it cannot show the game, and tries again where that helps.
        Err(_) => (Rules::default(), "A game".to_owned()),
    };
    let (goal, about) = (words::goal(rules), words::in_full(rules));
    let picture = origin.map(|origin| format!("{origin}/g/{id}/preview.png"));
    page(&headers, &Page::Game { game: rules.game(), title, goal, about, picture })
}

#[derive(Deserialize)]
struct RulesQuery {
    /// The game that was left for the rules.
    from: Option<String>,
    /// A board in notation, where there is no game.
    board: Option<String>,
}

async fn rules_of(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
    Query(RulesQuery { from, board }): Query<RulesQuery>,
    Origin(origin): Origin,
    headers: HeaderMap,
) -> Response {
    let from = from.as_deref().and_then(GameId::parse);
    let Ok(game) = name.parse::<Game>() else { return not_found().await };
    let max_size = server.config.limits.max_size;
    let played = match &from {
        Some(id) => rules_played(&server, id).await,
        None => board.and_then(|board| board.parse::<Record>().ok()).map(|record| record.rules()),
    };
    let played = played.filter(|rules| rules.game() == game && rules.board().size() <= max_size);
    let picture = origin.map(|origin| format!("{origin}/rules/{game}/preview.png"));
    page(&headers, &Page::rules(game, played, from, picture, max_size))
}

/// The rules of a game of this server.
async fn rules_played(server: &Server, id: &GameId) -> Option<Rules> {
    let handle = server.service.games.get(id).await.ok()?;
    Some(handle.read(|state| state.game().rules()).await)
}

fn page(request: &HeaderMap, page: &Page) -> Response {
    html(page).revalidated(request)
}

fn html(page: &Page) -> Content {
    Content::new("text/html; charset=utf-8", rendered(page))
}

fn rendered(page: &Page) -> String {
    // Writing into a string cannot fail, and neither can what the templates call.
    page.render().unwrap_or_default()
}

/// The icon, for clients that look for it without reading a page.
async fn favicon(headers: HeaderMap) -> Response {
    let Some(icon) = assets::get("icon.svg") else { return not_found().await };
    icon.revalidated(&headers)
}

/// An asset. The URL contains the common version of all assets, so that browsers can cache them for ever and the modules
/// of one page never come from two versions.
async fn asset(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some(asset) = assets::get(&name) else { return not_found().await };
    match assets::base().ends_with(&format!("/{version}")) {
        true => asset.immutable(&headers),
        // A page from before an update asks for it; the response must not be cached under the old URL.
        false => asset.revalidated(&headers),
    }
}

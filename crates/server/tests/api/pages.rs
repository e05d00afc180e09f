//! The pages, as a browser without scripts sees them.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use divvy_rules::{Board, Game, Rules};
use divvy_server::Config;
use divvy_service::Limits;
use divvy_words::{Block, rule_text};
use serde_json::{Value, json};

use crate::client::World;

async fn page(world: &World, path: &str) -> String {
    let answer = world.stranger().get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    answer.text
}

/// The page of a game.
async fn begun(world: &World) -> String {
    let wish = json!({"game": "chain-reaction", "mode": "local", "options": {"opening": "even"}});
    let begun = world.stranger().post("/api/v1/games", wish).await.body;
    format!("/g/{}", begun["game"]["id"].as_str().unwrap())
}

#[tokio::test]
async fn every_page_has_a_description_an_icon_and_a_preview() {
    let world = World::new().await;
    let game = begun(&world).await;
    for path in [
        "/",
        &game,
        "/explore",
        "/chain",
        "/learn",
        "/puzzle",
        "/history",
        "/rules",
        "/rules/chain-reaction",
    ] {
        let page = page(&world, path).await;
        for part in [
            "<meta name=\"description\" content=\"",
            "<link rel=\"icon\"",
            "<meta property=\"og:title\"",
            "<meta property=\"og:description\"",
        ] {
            assert!(page.contains(part), "{part} in {path}");
        }
        assert!(!page.contains("noindex"), "{path}");
    }
    // A link that is passed on names its game and the options in force.
    let game = page(&world, &game).await;
    assert!(game.contains("content=\"A game of Chain Reaction\""));
    assert!(game.contains("1–20, the first number is even"));
    assert!(page(&world, "/robots.txt").await.starts_with("User-agent: *"));
}

#[tokio::test]
async fn a_game_that_is_not_there_is_not_found() {
    let world = World::new().await;
    for id in ["AAAAAAAAAAAAAAAAAAAAAA", "x"] {
        let answer = world.stranger().get(&format!("/g/{id}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(answer.text.contains("This game does not exist, or not any more."));
    }
}

#[tokio::test]
async fn the_cards_say_what_one_click_plays() {
    let start = page(&World::new().await, "/").await;
    for said in [
        ">2–16, first number even, easy computer</p>",
        ">2–15, from 3 to 7, easy computer</p>",
        "<a href=\"/learn\">",
        "<a href=\"/puzzle\">",
        "<a href=\"/explore\">",
        "<a href=\"/chain\">",
        "<a href=\"/history\">",
    ] {
        assert!(start.contains(said), "{said}");
    }
}

#[tokio::test]
async fn with_a_size_or_nothing_a_game_is_as_specified() {
    let world = World::new().await;
    for game in Game::ALL.map(|game| game.id()) {
        for (options, about) in [(json!({}), "1–20"), (json!({"size": 12}), "1–12")] {
            let wanted = json!({"game": game, "mode": "local", "options": options});
            assert_eq!(crate::begin(&world, wanted).await.2["game"]["about"], json!([about]));
        }
    }
}

#[tokio::test]
async fn the_rules_of_all_games_are_listed() {
    let list = page(&World::new().await, "/rules").await;
    for game in Game::ALL {
        for said in
            [format!("<a href=\"/rules/{game}\">"), format!("<b>{}</b>", divvy_words::name(game))]
        {
            assert!(list.contains(&said), "{said}");
        }
    }
}

#[tokio::test]
async fn the_rules_say_what_play_begins() {
    let rules = page(&World::new().await, "/rules/chain-reaction").await;
    let play = "“Play” begins the recommended board: 2–16, first number even. “Set up…” has";
    let (note, game) = (rules.find(play), rules.find("<h2>The game</h2>"));
    assert!(note.is_some() && note < game);
    assert!(rules.contains("The numbers 2 to 16 form a pool."), "the board that Play begins");
    assert!(rules.contains("On 1 to 20, exactly as specified,"), "and why it is recommended");
}

#[tokio::test]
async fn the_rules_that_a_game_leads_to_are_about_its_board() {
    let world = World::new().await;
    let options = json!({"size": 15, "without_one": true, "start": 14, "target": 15});
    let wanted = json!({"game": "number-maze", "mode": "local", "options": options});
    let id = crate::begin(&world, wanted).await.1;
    let rules = page(&world, &format!("/rules/number-maze?from={id}")).await;
    for said in [
        "The board of your game: 2–15, there is no 1, both start on 14.",
        "Both players stand on node 14",
    ] {
        assert!(rules.contains(said), "{said}: {rules}");
    }
    // So are those that a board without a game leads to.
    let rules = page(&world, "/rules/trap-avoidance?board=trap-avoidance;size=21").await;
    assert!(rules.contains("The board of your game: 1–21."), "{rules}");
    // An id of another game, or none that is known, and what is no board of this game change nothing.
    for other in [
        &format!("/rules/trap-avoidance?from={id}"),
        "/rules/number-maze?from=x",
        "/rules/number-maze?board=trap-avoidance;size=21",
        "/rules/number-maze?board=number-maze;size=999999",
        "/rules/number-maze?board=%00",
    ] {
        assert!(page(&world, other).await.contains("begins the recommended board"), "{other}");
    }
}

#[tokio::test]
async fn the_rules_say_once_which_games_are_the_same() {
    let world = World::new().await;
    for game in Game::ALL {
        let rules = page(&world, &format!("/rules/{game}")).await;
        let told = divvy_words::same_rules(game).map(|same| rules.matches(same).count());
        assert!(told.is_none_or(|count| count == 1), "{game}: {told:?}");
    }
}

#[tokio::test]
async fn nothing_in_a_page_is_inline() {
    let world = World::new().await;
    let rules = Game::ALL.map(|game| format!("/rules/{game}"));
    let game = begun(&world).await;
    for path in ["/", &game, "/explore", "/chain", "/learn", "/puzzle", "/history", "/rules"]
        .into_iter()
        .chain(rules.iter().map(String::as_str))
    {
        // Only a preview names its picture by the whole address.
        let page = page(&world, path).await.replace("\"og:image\" content=\"http://localhost/", "");
        for forbidden in [" style=", "<style", " onclick=", " onload=", "javascript:", "://"] {
            assert!(!page.contains(forbidden), "{forbidden} in {page}");
        }
        let files =
            ["<script type=\"module\" src=", "<script src="].map(|tag| page.matches(tag).count());
        assert_eq!(page.matches("<script").count(), files[0] + files[1]);
    }
}

#[tokio::test]
async fn what_a_browser_has_already_is_not_sent_again() {
    let world = World::new().await;
    let game = begun(&world).await;
    for path in [
        "/",
        &game,
        "/explore",
        "/chain",
        "/learn",
        "/puzzle",
        "/history",
        "/rules",
        "/rules/number-maze",
        "/favicon.ico",
    ] {
        let first = world.raw("GET", path, &[], "").await;
        assert_eq!(first.status, StatusCode::OK, "{path}");
        let known = [("if-none-match", first.header("etag").unwrap())];
        let again = world.raw("GET", path, &known, "").await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
        assert!(again.text.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn links_to_shared_games_lead_to_the_page_that_explores_them() {
    let world = World::new().await;
    for query in ["", "?game=number-maze:11,2%2C20&first=%3Cb%3E", "?//elsewhere.example"] {
        let answer = world.raw("GET", &format!("/share{query}"), &[], "").await;
        assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT);
        assert_eq!(answer.header("location"), Some(format!("/explore{query}")));
    }
}

#[tokio::test]
async fn every_game_has_a_card_with_a_picture() {
    let start = page(&World::new().await, "/").await;
    for game in Game::ALL {
        let card = start.split_once(&format!("data-game=\"{game}\"")).unwrap().1;
        let art = card.split_once("<div class=\"art\">").unwrap().1;
        assert!(art.starts_with("<svg "), "{game}");
    }
}

#[tokio::test]
async fn every_part_of_the_rules_is_on_the_page() {
    let with_boards_up_to = |max_size| {
        World::with(Config {
            limits: Limits { max_size, rate: 0, ..Limits::default() },
            ..Config::default()
        })
    };
    let (large, small) = (with_boards_up_to(Board::MAX_SIZE).await, with_boards_up_to(4321).await);
    for game in Game::ALL {
        let path = format!("/rules/{game}");
        let shown = page(&large, &path).await.replace("&#39;", "'").replace("&#34;", "\"");
        let rules = Rules::new(game, &divvy_analysis::contest(game)).unwrap();
        for block in rule_text(rules, Board::MAX_SIZE).sections.iter().flat_map(|s| &s.blocks) {
            match block {
                Block::Paragraph(text) => assert!(shown.contains(text.as_str()), "{text}"),
                Block::List(items) => {
                    assert!(items.iter().all(|item| shown.contains(item.as_str())));
                }
                Block::Options(options) => {
                    assert!(options.iter().all(|option| shown.contains(&option.label())));
                }
            }
        }
        assert!(!shown.contains("--"), "{game}: nothing is typed here");
        assert_eq!(shown.matches("<h2>").count(), 5, "{game}");
        assert!(page(&small, &path).await.contains("up to 4321"), "{game}");
    }
}

#[tokio::test]
async fn every_address_of_the_api_is_described() {
    let world = World::new().await;
    let description: Value =
        serde_json::from_str(&page(&world, "/api/v1/openapi.json").await).unwrap();
    let routes = |source: &'static str| {
        let routes = source.split(".route(\"").skip(1);
        routes.filter_map(|rest| rest.split_once('"')).map(|(path, _)| path)
    };
    let api = routes(include_str!("../../src/api.rs")).map(|path| format!("/api/v1{path}"));
    let api: BTreeSet<String> = api.collect();
    let described = description["paths"].as_object().unwrap().keys().cloned();
    assert_eq!(described.collect::<BTreeSet<_>>(), api);
}

/// Integers without bounds in the description.
fn unbounded(value: &Value, path: &str, found: &mut Vec<String>) {
    let kind = &value["type"];
    let is_integer =
        kind == "integer" || kind.as_array().is_some_and(|kinds| kinds.contains(&"integer".into()));
    let is_bounded =
        value["enum"].is_array() || (value["minimum"].is_number() && value["maximum"].is_number());
    if is_integer && !is_bounded {
        found.push(path.to_owned());
    }
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| unbounded(field, &format!("{path}/{name}"), found)),
        Value::Array(items) => items.iter().for_each(|item| unbounded(item, path, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_description_bounds_every_integer_and_tells_of_damage_wherever_a_game_is_read() {
    let world = World::new().await;
    let description: Value =
        serde_json::from_str(&page(&world, "/api/v1/openapi.json").await).unwrap();
    let mut found = Vec::new();
    unbounded(&description, "", &mut found);
    assert_eq!(found, [""; 0]);
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let statuses = if path.contains("{id}") { &["404", "500", "503"][..] } else { &[] };
            for status in statuses.iter().chain(&["429"]) {
                assert!(operation["responses"][status].is_object(), "{method} {path}: {status}");
            }
        }
    }
}

/// A field of a body that is null counts as left out, but for the engine, whose protocol has its own ways.
#[tokio::test]
async fn the_description_says_that_what_may_be_left_out_may_be_null() {
    let world = World::new().await;
    let description: Value =
        serde_json::from_str(&page(&world, "/api/v1/openapi.json").await).unwrap();
    let mut seen = 0;
    let paths = description["paths"].as_object().unwrap().iter();
    for (_, methods) in paths.filter(|(path, _)| *path != "/api/v1/engine") {
        for operation in methods.as_object().unwrap().values() {
            let mut body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if let Some(reference) = body["$ref"].as_str() {
                body = description.pointer(&reference[1..]).unwrap();
            }
            let required = body["required"].as_array().into_iter().flatten();
            let required: Vec<&str> = required.filter_map(Value::as_str).collect();
            for (name, field) in body["properties"].as_object().into_iter().flatten() {
                if !required.contains(&name.as_str()) {
                    assert!(field.to_string().contains("null"), "{name}: {field}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

#[tokio::test]
async fn the_start_page_leads_programs_to_the_description_of_the_api() {
    let world = World::new().await;
    assert!(page(&world, "/").await.contains("href=\"/api/v1/openapi.json\""));
    let described = world.stranger().get("/api/v1/openapi.json").await;
    assert_eq!(described.body["openapi"].as_str().map(|version| &version[..2]), Some("3."));
}

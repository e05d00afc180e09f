//! Pictures of positions for link previews.

use axum::http::StatusCode;
use divvy_rules::{Board, Game};
use divvy_server::Config;
use divvy_service::Limits;
use serde_json::json;

use crate::client::World;
use crate::{begin, friends, play};

/// A colour of the page's light theme, by its name.
fn colour(name: &str) -> [u8; 3] {
    let css = include_str!("../../assets/style.css");
    let hex = css.split_once(&format!("--{name}:")).unwrap().1.split_once('#').unwrap().1;
    [0, 2, 4].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
}

/// The colours of a picture, as many as there are pixels.
fn pixels(png: &[u8]) -> Vec<[u8; 3]> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((frame.width, frame.height, frame.color_type), (1200, 630, png::ColorType::Rgb));
    bytes.chunks_exact(3).map(|pixel| pixel.try_into().unwrap()).collect()
}

#[tokio::test]
async fn a_picture_shows_the_position_and_is_the_same_for_the_same_state() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "chain-reaction", "mode": "local"})).await;
    let path = format!("/g/{id}/preview.png");
    let empty = world.stranger().get(&path).await;
    for (ply, number) in [6, 3, 9].into_iter().enumerate() {
        play(&client, &id, number, ply).await;
    }
    let shown = world.stranger().get(&path).await;
    assert_eq!(shown.header("content-type").unwrap(), "image/png");
    assert_ne!(empty.bytes, shown.bytes);
    assert_eq!(world.again().stranger().get(&path).await.bytes, shown.bytes);
    let known = [("if-none-match", shown.header("etag").unwrap())];
    let again = world.raw("GET", &path, &known, "").await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    // Twenty numbers are seven columns of cells with a side of 161.
    let pixels = pixels(&shown.bytes);
    let at = |number: usize, right: usize, down: usize| {
        let (column, row) = ((number - 1) % 7, (number - 1) / 7);
        pixels[(73 + 161 * row + down) * 1200 + 36 + 161 * column + right]
    };
    assert_eq!(at(9, 80, 25), colour("one"), "the last number");
    assert_eq!(at(18, 9, 80), colour("two"), "the edge of what the second player may take");
    assert_eq!(at(18, 80, 25), colour("sheet"));
    assert_eq!((at(3, 80, 80), at(6, 80, 80)), (colour("two"), colour("one")), "struck out");
    assert_eq!((at(7, 9, 80), at(7, 80, 25)), (colour("line"), colour("paper")));
    assert!(pixels.contains(&colour("ink")) && pixels.contains(&colour("gone")));
}

#[tokio::test]
async fn a_picture_of_any_board_is_small() {
    let limits = Limits { max_size: Board::MAX_SIZE, rate: 0, ..Limits::default() };
    let world = World::with(Config { limits, ..Config::default() }).await;
    for game in Game::ALL {
        for size in [if game == Game::NumberMaze { 4 } else { 1 }, 100, 101, Board::MAX_SIZE] {
            let wish = json!({"game": game.id(), "mode": "local", "options": {"size": size}});
            let (_, id, _) = begin(&world, wish).await;
            let picture = world.stranger().get(&format!("/g/{id}/preview.png")).await;
            assert!(picture.bytes.len() < 40_000, "{game} {size}: {}", picture.bytes.len());
            pixels(&picture.bytes);
        }
        pixels(&world.stranger().get(&format!("/rules/{game}/preview.png")).await.bytes);
    }
    for path in ["/g/AAAAAAAAAAAAAAAAAAAAAA/preview.png", "/rules/nothing/preview.png"] {
        assert_eq!(world.stranger().get(path).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_picture_counts_as_more_than_a_request() {
    let world = World::paced(1).await;
    let client = world.stranger();
    // 20 at once, 5 for each.
    for _ in 0..4 {
        assert_eq!(client.get("/rules/number-maze/preview.png").await.status, StatusCode::OK);
    }
    assert_eq!(client.get("/rules/number-maze/preview.png").await.code(), "rate_limited");
}

#[tokio::test]
async fn a_link_names_its_picture_by_the_address_that_it_was_asked_by() {
    let hosts = vec!["games.example".to_owned()];
    let limits = Limits { rate: 0, ..Limits::default() };
    let trust_proxy = "0.0.0.0".parse().unwrap();
    let world = World::with(Config { hosts, trust_proxy, limits, ..Config::default() }).await;
    let (_, _, id) = friends(&world).await;
    let proxied = [
        ("host", "games.example".to_owned()),
        ("x-forwarded-for", "192.0.2.1".to_owned()),
        ("x-forwarded-proto", "https".to_owned()),
    ];
    for (path, picture) in [
        (format!("/g/{id}"), format!("https://games.example/g/{id}/preview.png")),
        (
            "/rules/number-maze".to_owned(),
            "https://games.example/rules/number-maze/preview.png".to_owned(),
        ),
    ] {
        let page = world.raw("GET", &path, &proxied, "").await.text;
        let tag = format!("<meta property=\"og:image\" content=\"{picture}\">");
        assert!(page.contains(&tag), "{page}");
    }
}

#[tokio::test]
async fn the_link_to_a_game_with_a_free_seat_is_an_invitation() {
    let world = World::new().await;
    let wish = json!({"game": "chain-reaction", "mode": "friend", "names": ["<Ada>", ""]});
    let (_, id, begun) = begin(&world, wish).await;
    let title = async || {
        let page = world.stranger().get(&format!("/g/{id}")).await.text;
        let title = page.split_once("og:title\" content=\"").unwrap().1;
        title.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(title().await, "&#60;Ada&#62; is waiting for you: Chain Reaction");
    let join = json!({"invite": begun["invite"]});
    world.browser().post(&format!("/api/v1/games/{id}/join"), join).await;
    assert_eq!(title().await, "A game of Chain Reaction");
}

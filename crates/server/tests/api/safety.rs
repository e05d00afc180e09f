//! Requests that make no sense, come from elsewhere, or come too often.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::begin;
use crate::client::World;

/// Requests for games that cannot be, and what the answer says.
fn wrong_games() -> [(Value, &'static str); 17] {
    [
        (json!({"game": "chess", "mode": "local"}), "chess"),
        (json!({"game": "sequence-duel"}), "\"mode\" is missing"),
        (
            json!({"game": "sequence-duel", "mode": "alone"}),
            "\"mode\" takes local, friend, computer, not \"alone\"",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "colour": 1}),
            "\"colour\" is not a field here",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "options": {"block": true}}),
            "block is not an option of sequence-duel",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "options": {"size": 0}}),
            "size takes a whole number from 1",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "bot": "easy"}),
            "bot goes with mode computer",
        ),
        (
            json!({"game": "sequence-duel", "mode": "computer", "bot": "deep"}),
            "bot takes random, greedy",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "best_of": 0}),
            "best_of takes a number from 1 to 1000",
        ),
        (json!({"game": "sequence-duel", "mode": "local", "first": 3}), "\"first\" takes 1, 2"),
        (
            json!({"game": "sequence-duel", "mode": "local", "moves": "6,3"}),
            "\"moves\" takes a list of numbers",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "moves": [6, 4]}),
            "move 2 cannot be played: 4 is not a factor or multiple of 6",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "moves": [11, 1, 13]}),
            "moves takes the moves of a game that is not over",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "names": ["A", "A"]}),
            "both players would be called A; please give one of them another name",
        ),
        (
            json!({"game": "sequence-duel", "mode": "computer", "names": ["Computer", "Computer"]}),
            "please choose another name for yourself",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "options": {"size": -5}}),
            "size takes a whole number from 1 to 1000000, not -5",
        ),
        (json!([1, 2]), "the body takes a JSON object"),
    ]
}

#[tokio::test]
async fn games_that_cannot_be_are_refused_with_the_reason() {
    let world = World::new().await;
    let client = world.browser();
    for (request, words) in wrong_games() {
        let answer = client.post("/api/v1/games", request.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{request}");
        let message = answer.body["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{request}: {message}");
        assert_eq!(answer.code(), "bad_request");
    }
}

#[tokio::test]
async fn a_computer_without_a_name_is_called_what_it_is() {
    let world = World::new().await;
    let client = world.browser();
    for (mode, seat, given, names) in [
        ("computer", 1, json!(null), ["Player 1", "Computer"]),
        ("computer", 2, json!(["", ""]), ["Computer", "Player 2"]),
        ("computer", 1, json!(["computer", ""]), ["computer", "The computer"]),
        ("computer", 1, json!(["Player 2", " "]), ["Player 2", "Computer"]),
        ("computer", 1, json!(["", "Deep"]), ["Player 1", "Deep"]),
        ("local", 1, json!(null), ["Player 1", "Player 2"]),
    ] {
        let wish = json!({"game": "number-maze", "mode": mode, "seat": seat, "names": given});
        let begun = client.post("/api/v1/games", wish.clone()).await;
        let called = [0, 1].map(|seat| begun.body["game"]["players"][seat]["name"].clone());
        assert_eq!(json!(called), json!(names), "{wish}: {}", begun.text);
    }
}

#[tokio::test]
async fn requests_that_make_no_sense_are_told_what_would() {
    let world = World::new().await;
    let client = world.browser();
    let large = client
        .post(
            "/api/v1/games",
            json!({"game": "sequence-duel", "mode": "local", "options": {"size": 100_000}}),
        )
        .await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(large.code(), "too_large");
    let unsolvable = json!({"game": "number-maze", "mode": "computer", "options":
        {"size": 500, "without_one": true, "start": 4, "target": 9, "block": true}});
    assert_eq!(client.post("/api/v1/games", unsolvable).await.code(), "not_solvable");
    assert_eq!(
        client.send("POST", "/api/v1/games", Some("text/plain"), "{}").await.code(),
        "unsupported_media_type"
    );
    assert_eq!(client.send("DELETE", "/api/v1/games", None, "").await.code(), "method_not_allowed");
    let huge = format!("\"{}\"", "x".repeat(100_000));
    assert_eq!(
        client.send("POST", "/api/v1/games", Some("application/json"), &huge).await.code(),
        "too_large"
    );
    for path in [
        "/api/v1/games/short",
        "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/v1/nothing",
        "/api/v1/games/..%2f..%2fetc",
    ] {
        let answer = client.get(path).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
    }
    assert_eq!(client.get("/api/v1/review?game=chess:1").await.code(), "bad_request");
    assert_eq!(client.get("/api/v1/review").await.code(), "bad_request");
    let sent = client.post("/api/v1/review", json!({"game": "chess:1"})).await;
    assert_eq!(sent.code(), "bad_request");
}

#[tokio::test]
async fn a_link_becomes_a_picture_without_standing_in_an_address() {
    let world = World::new().await;
    let client = world.stranger();
    let link = json!({"text": "http://here.localhost/g/x#invite=91c2"});
    let picture = client.post("/api/v1/qr", link).await;
    assert_eq!(picture.status, StatusCode::OK);
    assert_eq!(picture.header("content-type").unwrap(), "image/svg+xml");
    assert!(picture.text.starts_with("<svg "), "{}", picture.text);
    // The finder pattern begins in the corner within a quiet border, and nothing of the link is markup.
    assert!(picture.text.contains("M4 4h1v1h-1z") && !picture.text.contains("M3 "));
    assert!(!picture.text.contains("here.localhost"));
    let asked = client.get("/api/v1/qr?text=http://here.localhost/").await;
    assert_eq!(asked.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(asked.code(), "method_not_allowed");
    assert_eq!(client.post("/api/v1/openapi.json", json!({})).await.code(), "method_not_allowed");
    for (text, code) in
        [("javascript:alert(1)", "bad_request"), (&"http://x/".repeat(60), "too_large")]
    {
        assert_eq!(client.post("/api/v1/qr", json!({ "text": text })).await.code(), code);
    }
}

#[tokio::test]
async fn seats_cannot_be_had_by_guessing_or_from_other_sites() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    let path = format!("/api/v1/games/{id}/move");
    let body = json!({"number": 6, "ply": 0}).to_string();
    let cookie = client.cookie().unwrap();
    assert!(cookie.1.contains("HttpOnly") && cookie.1.contains("SameSite=Lax"), "{}", cookie.1);
    for headers in [
        vec![("cookie", format!("divvy={}", "0".repeat(32)))],
        vec![("cookie", "divvy=nonsense".to_owned())],
        vec![("authorization", format!("Bearer {}", "f".repeat(32)))],
        vec![],
    ] {
        let answer = world.raw("POST", &path, &headers, &body).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    for token in ["", "0", &"g".repeat(32), &"+1".repeat(16), &"é".repeat(16), &"0".repeat(33)] {
        let answer =
            world.raw("POST", &path, &[("authorization", format!("Bearer {token}"))], &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{token}");
    }
    // Even with the right cookie, another site gets nowhere.
    let right = ("cookie", format!("divvy={}", cookie.0));
    for other in [
        ("sec-fetch-site", "cross-site".to_owned()),
        ("origin", "https://elsewhere.localhost".to_owned()),
    ] {
        let headers = [right.clone(), other, ("host", "here.localhost".to_owned())];
        assert_eq!(world.raw("POST", &path, &headers, &body).await.status, StatusCode::FORBIDDEN);
    }
    let same = [
        right.clone(),
        ("origin", "http://here.localhost".to_owned()),
        ("host", "here.localhost".to_owned()),
    ];
    assert_eq!(world.raw("POST", &path, &same, &body).await.status, StatusCode::OK);
    // The same token works for a program.
    let bearer = [("authorization", format!("Bearer {}", cookie.0))];
    let body = json!({"number": 3, "ply": 1}).to_string();
    assert_eq!(world.raw("POST", &path, &bearer, &body).await.status, StatusCode::OK);
}

#[tokio::test]
async fn what_a_browser_tells_a_proxy_is_not_taken_for_a_token() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    let (path, (token, _)) = (format!("/api/v1/games/{id}"), client.cookie().unwrap());
    let cookies = [format!("divvy={token}"), format!("__Host-divvy=x; divvy={token}")];
    for scheme in ["Basic YWRhOmJlbg==", "basic YWRhOmJlbg==", "Negotiate", "Bearers x", ""] {
        let proxy = ("authorization", scheme.to_owned());
        let seats = async |headers: &[(&str, String)]| {
            world.raw("GET", &path, headers, "").await.body["you"]["seats"].clone()
        };
        assert_eq!(seats(std::slice::from_ref(&proxy)).await, json!([]), "{scheme}");
        for cookie in &cookies {
            let headers = [proxy.clone(), ("cookie", cookie.clone())];
            assert_eq!(seats(&headers).await, json!([1, 2]), "{scheme}, {cookie}");
        }
    }
    for (scheme, status) in [
        (format!("bearer {token}"), StatusCode::OK),
        (format!("BEARER  {token}"), StatusCode::OK),
        ("bearer nonsense".to_owned(), StatusCode::BAD_REQUEST),
        ("Bearer".to_owned(), StatusCode::BAD_REQUEST),
    ] {
        let answer = world.raw("GET", &path, &[("authorization", scheme.clone())], "").await;
        assert_eq!(answer.status, status, "{scheme}");
        assert!(!status.is_success() || answer.body["you"]["seats"] == json!([1, 2]), "{scheme}");
    }
}

#[tokio::test]
async fn every_answer_has_the_headers_that_keep_a_page_safe() {
    let world = World::new().await;
    for path in ["/", "/healthz", "/api/v1/games", "/nowhere"] {
        let answer = world.stranger().get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options").unwrap(), "nosniff");
        assert_eq!(answer.header("x-frame-options").unwrap(), "DENY");
    }
}

#[tokio::test]
async fn no_cache_keeps_a_token_or_an_error() {
    let world = World::paced(1).await;
    let client = world.stranger();
    let token = client.post("/api/v1/token", json!({})).await;
    assert_eq!(
        (token.status, token.header("cache-control")),
        (StatusCode::OK, Some("no-store".to_owned()))
    );
    let unknown = format!("/api/v1/games/{}", "x".repeat(22));
    let answers = [
        client.get(&unknown).await,
        client.get("/api/v1/nothing").await,
        client.get("/api/v1/token").await,
        client.post("/api/v1/games", json!({})).await,
    ];
    for answer in answers {
        assert!(answer.status.is_client_error(), "{answer:?}");
        assert_eq!(answer.header("cache-control").as_deref(), Some("no-store"), "{answer:?}");
    }
}

/// How many of these requests the burst of an address has room for, at the lowest rate.
async fn burst(method: &str, path: &str) -> usize {
    let world = World::paced(1).await;
    let client = world.stranger();
    for sent in 0..50 {
        let answer = client.send(method, path, Some("application/json"), "{}").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            return sent;
        }
    }
    50
}

#[tokio::test]
async fn a_request_costs_what_its_route_says_whatever_its_path_ends_with() {
    let game = format!("/api/v1/games/{}", "x".repeat(22));
    // On a slow machine the rate adds one for each second.
    for (method, path) in [
        ("POST", "/api/v1/games".to_owned()),
        ("POST", format!("{game}/rematch")),
        ("GET", format!("{game}/hint?ply=0")),
        ("GET", format!("{game}/review")),
        ("GET", "/api/v1/review".to_owned()),
        ("POST", "/api/v1/review".to_owned()),
    ] {
        let sent = burst(method, &path).await;
        assert!((4..=6).contains(&sent), "{method} {path}: {sent}");
    }
    for (method, path) in [
        ("GET", "/api/v1/games".to_owned()),
        ("GET", game),
        ("GET", "/nowhere/review".to_owned()),
        ("GET", "/api/v1/nothing/hint".to_owned()),
    ] {
        let sent = burst(method, &path).await;
        assert!((20..=25).contains(&sent), "{method} {path}: {sent}");
    }
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(burst("GET", path).await, 50, "{path}");
    }
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back() {
    let world = World::paced(5).await;
    let client = world.stranger();
    let mut limited = None;
    for _ in 0..200 {
        let answer = client.get("/api/v1/bots").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            limited = Some(answer);
            break;
        }
    }
    let limited = limited.expect("there is a limit");
    assert_eq!(limited.code(), "rate_limited");
    assert!(limited.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    assert_eq!(client.get("/healthz").await.status, StatusCode::OK);
}

//! Who is believed about the client.

use axum::http::StatusCode;
use divvy_server::{Config, Listeners};
use divvy_service::Limits;
use serde_json::json;

use crate::client::World;
use crate::{ask, serving};

/// The statuses of so many requests of which each claims to be from another client.
async fn claims(trusted: &str, count: u32) -> Vec<bool> {
    let trust_proxy = trusted.parse().unwrap();
    let world = World::with(Config {
        limits: Limits { rate: 1, ..Limits::default() },
        trust_proxy,
        ..Config::default()
    })
    .await;
    let port = serving(&world, Listeners::from).await;
    let mut limited = Vec::new();
    for claim in 0..count {
        let request = format!(
            "GET /api/v1/bots HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.{claim}\r\n\
             Connection: close\r\n\r\n"
        );
        limited.push(ask(port, &request).await.starts_with("HTTP/1.1 429 "));
    }
    limited
}

#[tokio::test]
async fn a_peer_that_is_no_proxy_cannot_take_another_address() {
    // The limit is that of the peer, although each request claims another address.
    assert!(claims("10.0.0.0/8,::1", 60).await.contains(&true));
    assert!(!claims("10.0.0.0/8,127.0.0.1", 60).await.contains(&true));
}

#[tokio::test]
async fn cookies_are_for_https_only_if_a_trusted_proxy_says_so() {
    let wish = json!({"game": "sequence-duel", "mode": "local"}).to_string();
    for (trusted, protocol, secure) in [
        ("0.0.0.0", "HTTPS", true),
        ("0.0.0.0", "https", true),
        ("0.0.0.0", "http", false),
        ("10.0.0.1", "https", false),
    ] {
        let trust_proxy = trusted.parse().unwrap();
        let world = World::with(Config {
            limits: Limits { rate: 0, ..Limits::default() },
            trust_proxy,
            ..Config::default()
        })
        .await;
        let headers = [("x-forwarded-proto", protocol.to_owned())];
        let begun = world.raw("POST", "/api/v1/games", &headers, &wish).await;
        assert_eq!(begun.status, StatusCode::CREATED);
        let cookie = begun.header("set-cookie").unwrap();
        assert_eq!(cookie.contains("; Secure"), secure, "{trusted} {protocol}: {cookie}");
        // A browser takes this name only with this path, and from no other host.
        let kept = cookie.starts_with("__Host-divvy=") && cookie.contains("; Path=/; ");
        assert_eq!(kept, secure, "{trusted} {protocol}: {cookie}");
        // Another host of the domain can set a cookie with the other name.
        let token = cookie.split(['=', ';']).nth(1).unwrap();
        let path = format!("/api/v1/games/{}", begun.body["game"]["id"].as_str().unwrap());
        for (name, is_read) in [("divvy", !secure), ("__Host-divvy", secure)] {
            let cookie = ("cookie", format!("{name}={token}"));
            let state = world.raw("GET", &path, &[headers[0].clone(), cookie], "").await;
            let seats = if is_read { json!([1, 2]) } else { json!([]) };
            assert_eq!(state.body["you"]["seats"], seats, "{trusted} {protocol}: {name}");
        }
        // The proxy decides about this one.
        assert_eq!(begun.header("strict-transport-security"), None);
    }
}

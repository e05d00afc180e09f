//! The names that the server answers to.

use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use divvy_server::{Config, Listeners};
use divvy_service::Limits;

use crate::client::World;
use crate::{ask, serving};

fn config(hosts: &[&str]) -> Config {
    let hosts = hosts.iter().map(|&name| name.to_owned()).collect();
    Config {
        limits: Limits { rate: 0, ..Limits::default() },
        hosts,
        own_names: vec!["Desk.local".to_owned()],
        ..Config::default()
    }
}

async fn status(world: &World, path: &str, host: &str) -> StatusCode {
    world.raw("GET", path, &[("host", host.to_owned())], "").await.status
}

#[tokio::test]
async fn a_page_whose_name_was_pointed_at_the_server_gets_nothing() {
    let world = World::with(config(&["play.example"])).await;
    for host in [
        "evil.example",
        "evil.example:8020",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "xlocalhost",
    ] {
        for path in ["/", "/api/v1/games", "/metrics", "/nowhere"] {
            let refused = world.raw("GET", path, &[("host", host.to_owned())], "").await;
            assert_eq!(
                (refused.status, refused.code()),
                (StatusCode::MISDIRECTED_REQUEST, "misdirected"),
                "{host} {path}"
            );
            let name = host.split(':').next().unwrap();
            assert!(
                refused.text.contains(&format!("divvy serve --host {name}")),
                "{}",
                refused.text
            );
            assert_eq!(refused.header("x-content-type-options").as_deref(), Some("nosniff"));
        }
    }
    // A target with a host counts, whatever the header says.
    let other = [("host", "localhost".to_owned())];
    let refused = world.raw("GET", "http://evil.example/api/v1/games", &other, "").await;
    assert_eq!(refused.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn addresses_localhost_and_the_names_of_the_server_are_answered() {
    let world = World::with(config(&["play.example"])).await;
    for host in [
        "127.0.0.1:8020",
        "192.168.1.7",
        "[::1]:8020",
        "[fd00::7]",
        "localhost",
        "LOCALHOST:8020",
        "localhost.",
        "game.localhost",
        "play.example",
        "Play.Example.:443",
        "desk.local:8020",
    ] {
        assert_eq!(status(&world, "/api/v1/games", host).await, StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn a_request_has_exactly_one_host() {
    let world = World::with(config(&[])).await;
    let port = serving(&world, Listeners::from).await;
    for hosts in
        ["", "Host: localhost\r\nHost: localhost\r\n", "Host:\r\n", "Host: a b\r\n", "Host: /\r\n"]
    {
        for path in ["/api/v1/games", "/healthz"] {
            let answer =
                ask(port, &format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"))
                    .await;
            assert!(answer.starts_with("HTTP/1.1 400 "), "{hosts:?}: {answer}");
        }
    }
    let answer = ask(port, "GET /api/v1/games HTTP/1.1\r\nConnection: close\r\n\r\n").await;
    assert!(answer.contains("bad_request") && answer.contains("one Host header"), "{answer}");
    // Older clients, such as the probes of some load balancers, send none.
    let answer = ask(port, "GET /healthz HTTP/1.0\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.0 200 "), "{answer}");
    let mut old = Request::new(Body::empty());
    *old.version_mut() = Version::HTTP_10;
    old.headers_mut().insert("host", "evil.example".parse().unwrap());
    assert_eq!(world.send(old).await.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn probes_come_by_any_name() {
    let world = World::with(config(&[])).await;
    for path in ["/healthz", "/readyz"] {
        assert_eq!(status(&world, path, "pod-7.cluster").await, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn a_trusted_proxy_sends_any_name_unless_names_are_given() {
    // Without a socket the peer has this address.
    let trusting = |hosts| Config { trust_proxy: "0.0.0.0".parse().unwrap(), ..config(hosts) };
    let world = World::with(trusting(&[])).await;
    assert_eq!(status(&world, "/api/v1/games", "play.example").await, StatusCode::OK);
    let world = World::with(trusting(&["play.example"])).await;
    assert_eq!(status(&world, "/api/v1/games", "play.example").await, StatusCode::OK);
    assert_eq!(
        status(&world, "/api/v1/games", "evil.example").await,
        StatusCode::MISDIRECTED_REQUEST
    );
}

//! `/metrics`, and what reads it: the dashboard and the alerts in `docs`.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use divvy_server::{Config, Listeners};
use divvy_service::Limits;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::client::World;
use crate::{ask, serving};

/// The metrics of a server on which something has happened.
async fn metrics(world: &World) -> String {
    let client = world.browser();
    let begun =
        client.post("/api/v1/games", json!({"game": "sequence-duel", "mode": "local"})).await;
    let id = begun.body["game"]["id"].as_str().unwrap();
    client.get(&format!("/api/v1/games/{id}")).await;
    client.get("/nowhere/at/all").await;
    client.get("/api/v1/nowhere").await;
    world.again().stranger().get("/readyz").await;
    client.get("/readyz").await;
    client.get("/metrics").await.text
}

#[tokio::test]
async fn requests_are_counted_by_route_and_class() {
    let config = Config {
        limits: Limits { rate: 0, ..Limits::default() },
        version: "1.2.3 (0123abc)",
        ..Config::default()
    };
    let text = metrics(&World::with(config).await).await;
    for line in [
        "divvy_http_route_seconds_count{method=\"POST\",route=\"/api/v1/games\",class=\"2xx\"} 1\n",
        "divvy_http_route_seconds_count{method=\"GET\",route=\"/api/v1/games/{id}\",class=\"2xx\"} 1\n",
        "divvy_http_route_seconds_count{method=\"GET\",route=\"other\",class=\"4xx\"} 2\n",
        "divvy_http_requests_total{class=\"4xx\"} 2\n",
        "divvy_build_info{version=\"1.2.3\",commit=\"0123abc\"} 1\n",
        "divvy_solver_jobs 0\n",
        "divvy_storage_seconds_count{operation=\"write\"} 1\n",
        "divvy_storage_errors_total{operation=\"write\"} 0\n",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    // What a client makes up is no label.
    assert!(!text.contains("nowhere"), "{text}");
    let value = |name: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
    };
    if cfg!(target_os = "linux") {
        assert!(value("process_resident_memory_bytes") > 1_000_000);
        assert!(value("process_open_fds") >= 3);
        assert!(value("process_max_fds") >= value("process_open_fds"));
    }
}

#[tokio::test]
async fn figures_are_for_this_machine() {
    let world = World::with(Config {
        limits: Limits { rate: 0, ..Limits::default() },
        ..Config::default()
    })
    .await;
    for (address, status) in
        [("127.0.0.1:9", StatusCode::OK), ("192.0.2.1:9", StatusCode::FORBIDDEN)]
    {
        let peer = ConnectInfo(address.parse::<SocketAddr>().unwrap());
        let request = Request::get("/metrics").extension(peer).body(Body::empty()).unwrap();
        assert_eq!(world.send(request).await.status, status, "{address}");
    }
    let port = serving(&world, Listeners::from).await;
    for (headers, status) in [
        ("", "200"),
        ("X-Forwarded-For: 192.0.2.1\r\n", "403"),
        ("Forwarded: for=192.0.2.1\r\n", "403"),
        ("Via: 1.1 proxy\r\n", "403"),
        ("X-Real-IP: 192.0.2.1\r\n", "403"),
    ] {
        let request = format!(
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\n{headers}Connection: close\r\n\r\n"
        );
        let answer = ask(port, &request).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{headers}: {answer}");
    }
}

#[tokio::test]
async fn figures_can_have_an_address_of_their_own() {
    let config = Config {
        limits: Limits { rate: 0, ..Limits::default() },
        public_metrics: false,
        ..Config::default()
    };
    let world = World::with(config).await;
    let monitoring = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = monitoring.local_addr().unwrap().port();
    let public =
        serving(&world, |listener| Listeners { monitoring: Some(monitoring), ..listener.into() })
            .await;
    let get = async |port, path: &str| {
        ask(port, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            .await
    };
    assert!(get(own, "/metrics").await.contains("divvy_moves_total 0\n"));
    assert!(get(own, "/healthz").await.ends_with("ok"));
    assert!(get(own, "/readyz").await.ends_with("ready"));
    assert!(get(own, "/api/v1/games").await.starts_with("HTTP/1.1 404 "));
    assert!(get(public, "/metrics").await.starts_with("HTTP/1.1 404 "));
    assert!(get(public, "/healthz").await.ends_with("ok"));
    assert!(get(public, "/readyz").await.ends_with("ready"));
    assert_eq!(world.stranger().get("/api/v1/games").await.status, StatusCode::OK);
}

/// The names of metrics in a query.
fn names(query: &str) -> impl Iterator<Item = &str> {
    let words = query.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("divvy_") || word.starts_with("process_"))
}

/// The queries of a dashboard, wherever they are in it.
fn queries<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| match value {
            Value::String(query) if key == "expr" => found.push(query),
            value => queries(value, found),
        }),
        Value::Array(items) => items.iter().for_each(|item| queries(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_dashboard_and_the_alerts_name_metrics_that_there_are() {
    let text = metrics(&World::new().await).await;
    let series = text.lines().filter(|line| !line.starts_with('#'));
    let exported: BTreeSet<&str> =
        series.filter_map(|line| line.split(['{', ' ']).next()).collect();
    let dashboard: Value =
        serde_json::from_str(include_str!("../../../../docs/grafana.json")).unwrap();
    let mut asked = Vec::new();
    queries(&dashboard, &mut asked);
    assert!(asked.len() >= 12, "{asked:?}");
    let alerts: Vec<&str> = include_str!("../../../../docs/alerts.yml").lines().collect();
    assert!(alerts.iter().filter(|line| line.contains("- alert:")).count() >= 8);
    for name in asked.into_iter().chain(alerts).flat_map(names) {
        assert!(exported.contains(name), "{name} is not exported: {exported:?}");
    }
}

//! What is stored is what was written: changed bytes are found, and connections to PostgreSQL are encrypted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

#[path = "../api/client.rs"]
mod client;
mod flips;
mod tls;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use client::World;
use divvy_server::Config;
use divvy_service::storage::{Database, GameId, Storage, open_admin};
use divvy_testing::{Tests, Tool, tests};
use serde_json::json;

/// Runs something with tokio, and not for ever.
fn run(work: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let limit = Duration::from_secs(300);
    runtime.unwrap().block_on(async { tokio::time::timeout(limit, work).await.expect("in time") });
}

async fn admin_at(address: &str) -> Arc<Database> {
    open_admin(Some(address), Path::new("unused")).await.unwrap()
}

/// Plays so many games on this storage, each with a few moves.
async fn play(storage: &Arc<dyn Storage>, games: usize) -> Vec<GameId> {
    let config = Config { rate: 0, ..Config::default() };
    let world = World::on(Arc::clone(storage), config, "test");
    let client = world.browser();
    let mut ids = Vec::new();
    for _ in 0..games {
        let wish = json!({"game": "multiple-madness", "mode": "local"});
        let begun = client.post("/api/v1/games", wish).await.body;
        let id = begun["game"]["id"].as_str().unwrap().to_owned();
        for (ply, number) in [6, 3, 9, 18, 2].into_iter().enumerate() {
            let path = format!("/api/v1/games/{id}/move");
            let moved = client.post(&path, json!({"number": number, "ply": ply})).await;
            assert_eq!(moved.status, 200, "{}", moved.text);
        }
        ids.push(GameId::parse(&id).unwrap());
    }
    ids
}

fn main() -> ExitCode {
    let tests = tests![
        flips::every_changed_byte_of_a_row_in_sqlite_is_found,
        flips::a_row_with_a_number_that_no_row_is_given_is_found,
        flips::every_changed_byte_of_a_file_is_found_or_changes_nothing,
    ];
    let on_postgresql = tests![
        flips::every_changed_byte_of_a_row_in_postgresql_is_found,
        tls::connections_are_encrypted_unless_said_otherwise,
        tls::the_name_in_the_certificate_must_be_that_of_the_server,
    ];
    Tests::default().with(tests).needing(Tool::PostgreSql, on_postgresql).run()
}

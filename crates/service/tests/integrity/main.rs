//! What is stored is what was written: changed bytes are found, and connections to PostgreSQL are encrypted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

mod flips;
mod tls;

use std::net::IpAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use divvy_match::{First, Seat};
use divvy_rules::{Game, Options};
use divvy_service::storage::{Database, GameId, Storage, open_admin};
use divvy_service::{Client, Limits, Service, Updated};
use divvy_table::{Command, Expected, GameProposal, Mode, SeatToken};
use divvy_testing::{Tests, Tool, tests};

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
    let service = Service::new(Arc::clone(storage), "test".to_owned(), &Limits::default());
    let (token, address) = (SeatToken::random().unwrap(), IpAddr::from([127, 0, 0, 1]));
    let proposal = GameProposal {
        game: Game::MultipleMadness,
        options: Options::default(),
        moves: Vec::new(),
        mode: Mode::Local,
        bot: None,
        seat: Seat::One,
        first: First::One,
        best_of: None,
        names: None,
        seed: None,
    };
    let mut ids = Vec::new();
    for _ in 0..games {
        let (handle, _) = service.begin(&proposal, &token, address).await.unwrap();
        for (ply, number) in [6, 3, 9, 18, 2].into_iter().enumerate() {
            let command = Command::Move(number, Expected { ply, version: None });
            let client = Client { token: Some(&token), address };
            let moved = service.run(&handle, &command, client).await.unwrap();
            assert!(matches!(moved, Updated::Applied(_)));
        }
        ids.push(handle.id().clone());
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

//! What both back ends promise, asked of each: one list of properties, run against SQLite and against PostgreSQL, and
//! what is special about each.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod cuts;
mod model;
mod postgres;
mod properties;
mod sqlite;
mod write_queue;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use divvy_service::storage::{
    GameId, GameWrite, NewGame, OpenError, Storage, StoredEvent, WriteOutcome, open,
};
use divvy_testing::{Tests, Tool, tests};

/// How long anything that must happen may take.
const SOON: Duration = Duration::from_secs(20);

async fn at(address: &str) -> Arc<dyn Storage> {
    open(Some(address), Path::new("unused")).await.unwrap()
}

/// A name that no other call gives.
fn name() -> GameId {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // The digits that change come first: names that are made one after the other are far from each other.
    let digits = format!("{:022}", NEXT.fetch_add(1, Ordering::Relaxed));
    GameId::parse(&digits.chars().rev().collect::<String>()).unwrap()
}

fn begin(id: &GameId) -> GameWrite {
    GameWrite::Create(NewGame { id: id.clone(), at: 1_000, setup: format!("setup of {id}") })
}

fn add(id: &GameId, number: u32) -> GameWrite {
    add_text(id, number, &format!("event {number}"))
}

fn add_text(id: &GameId, number: u32, event: &str) -> GameWrite {
    let entry = StoredEvent { number, at: 1_000 + i64::from(number), text: event.to_owned() };
    GameWrite::Append { id: id.clone(), event: entry, begins: None }
}

async fn numbers(storage: &Arc<dyn Storage>, id: &GameId) -> Vec<u32> {
    let kept = storage.load(id).await.unwrap().unwrap();
    kept.events.iter().map(|event| event.number).collect()
}

/// Runs something with tokio, and not for ever.
fn run(work: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime
        .unwrap()
        .block_on(async { tokio::time::timeout(SOON * 3, work).await.expect("in time") });
}

/// Every property, each with a storage of its own.
fn run_all(fresh: impl Fn() -> properties::Address) {
    for (name, property) in properties::PROPERTIES {
        let address = fresh();
        run(async { tokio::spawn(property(address)).await.expect(name) });
    }
}

/// Why this address cannot be opened.
async fn refusal(address: &str) -> OpenError {
    open(Some(address), Path::new("unused")).await.expect_err("not opened")
}

fn main() -> ExitCode {
    let tests = tests![
        addresses_that_mean_nothing_are_refused_without_repeating_a_password,
        without_an_address_it_is_a_file,
        write_queue::whatever_waits_is_written_together_in_order_and_only_so_much_waits,
        write_queue::when_the_storage_fails_everybody_is_told_and_the_next_are_tried_again,
        write_queue::what_is_queued_is_stored_before_the_queue_closes,
        sqlite::sqlite_has_every_property,
        cuts::calls_that_are_cut_off_lose_nothing_on_sqlite,
        sqlite::a_file_that_was_closed_is_whole_without_its_wal,
        sqlite::what_is_not_ours_is_refused_and_left_alone,
    ];
    let on_postgresql = tests![
        postgres::postgres_has_every_property,
        cuts::calls_that_are_cut_off_lose_nothing_on_postgresql,
        postgres::processes_hear_of_each_other_and_not_of_themselves,
        postgres::a_write_that_was_given_up_and_is_kept_all_the_same_is_heard_of,
        postgres::whoever_lost_the_connection_may_have_missed_something,
        postgres::a_database_that_is_gone_is_noticed_and_one_that_is_back_is_used,
        postgres::a_database_that_does_not_answer_is_not_waited_for,
        postgres::another_schema_is_refused,
        postgres::commits_are_durable_whatever_the_settings_of_the_database_are,
        postgres::a_database_that_cannot_be_reached_is_told_from_one_that_refuses,
    ];
    Tests::default().with(tests).needing(Tool::PostgreSql, on_postgresql).run()
}

fn addresses_that_mean_nothing_are_refused_without_repeating_a_password() {
    run(async {
        let wrong = [
            "",
            "games.db",
            "sqlite:",
            "sqlite::memory:",
            "mysql://me:sesame@host/games",
            "postgres:games",
            "me:sesame@host",
            "postgres://me:sesame@host:port/games",
            "postgres://me:sesame@host/games?sslmode=sesame",
            "postgres://me:sesame@[/games",
        ];
        for address in wrong {
            let message = refusal(address).await.to_string();
            assert!(!message.contains("me:") && !message.contains(":sesame"), "{message}");
            let remedy = "use sqlite:PATH or postgres://USER@HOST/DATABASE";
            assert!(message.ends_with(remedy), "{address}: {message}");
        }
        let message = refusal("postgres://me:sesame@127.0.0.1:1/games").await.to_string();
        assert!(
            message.starts_with("cannot reach PostgreSQL database games at 127.0.0.1:1: "),
            "{message}"
        );
        assert!(!message.contains("sesame"), "{message}");
    });
}

fn without_an_address_it_is_a_file() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/games.db");
        let storage = open(None, &path).await.unwrap();
        let id = name();
        storage.write(vec![begin(&id)]).await.unwrap();
        assert!(path.is_file());
        let same = at(&format!("sqlite://{}", path.display())).await;
        assert!(same.load(&id).await.unwrap().is_some());
    });
}

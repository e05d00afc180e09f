//! Games whose rows make no sense, and what the log says about them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use divvy_service::storage::{GameId, GameWrite, StoredEvent};
use serde_json::json;

use crate::begin;
use crate::client::World;

/// What is logged on this thread while it lives.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn listen(&self) -> tracing::subscriber::DefaultGuard {
        let log = self.clone();
        let subscriber =
            tracing_subscriber::fmt().with_ansi(false).with_writer(move || log.clone());
        tracing::subscriber::set_default(subscriber.finish())
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_damaged_game_is_left_out_of_a_list_and_named_in_the_log() {
    let world = World::new().await;
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (client, whole, _) = begin(&world, wish.clone()).await;
    let begun = client.post("/api/v1/games", wish).await.body;
    let damaged = begun["game"]["id"].as_str().unwrap().to_owned();
    for (text, number) in
        [r#"{"kind":"moved","number":6}"#, r#"{"kind":"moved","number":7}"#].iter().zip(1..)
    {
        let event = StoredEvent { number, at: 0, text: (*text).to_owned() };
        let write = GameWrite::Append { id: GameId::parse(&damaged).unwrap(), event, begins: None };
        world.storage.write(vec![write]).await.unwrap();
    }
    let log = Log::default();
    let _listening = log.listen();
    let again = world.again();
    let mine = again.like(&client).get(&format!("/api/v1/mine?games={damaged},{whole}")).await;
    assert_eq!(mine.status, StatusCode::OK, "{}", mine.text);
    let listed: Vec<_> =
        mine.body["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(listed, [&json!(whole)]);
    let text = log.text();
    let line = text.lines().find(|line| line.contains("a game is damaged")).expect("a line");
    for part in [damaged.as_str(), "event=2", "7 is not a factor or multiple of 6"] {
        assert!(line.contains(part), "{part}: {line}");
    }
}

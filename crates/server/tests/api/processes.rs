//! Servers that share a storage, on one that tests control.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use divvy_server::Config;
use divvy_service::Limits;
use divvy_service::storage::{GameId, GameWrite, Notification, Storage, StoredEvent};
use futures_util::FutureExt;
use futures_util::future::join_all;
use serde_json::json;

use crate::client::{Client, Stream, World};
use crate::fake_storage::FakeStorage;
use crate::{begin, friends, play};

fn world(storage: &Arc<FakeStorage>, process: &str) -> World {
    World::on(
        storage.clone(),
        Config { limits: Limits { rate: 0, ..Limits::default() }, ..Config::default() },
        process,
    )
}

async fn local_game(world: &World) -> (Client, GameId) {
    let (client, id, _) = begin(world, json!({"game": "multiple-madness", "mode": "local"})).await;
    (client, GameId::parse(&id).unwrap())
}

/// Appends an event as another process does.
async fn append(storage: &FakeStorage, id: &GameId, number: u32, text: &str) {
    let event = StoredEvent { number, at: 0, text: text.to_owned() };
    storage.write(vec![GameWrite::Append { id: id.clone(), event, begins: None }]).await.unwrap();
}

fn changed(id: &GameId) -> Notification {
    Notification::Changed(vec![id.clone()])
}

const MOVES: [&str; 2] = [r#"{"kind":"moved","number":6}"#, r#"{"kind":"moved","number":3}"#];

/// The stream of a viewer without a seat, after the first state.
async fn watch(world: &World, id: &GameId) -> Stream {
    let mut stream = world.stranger().stream(id.as_str(), None).await;
    stream.next_state().await;
    stream
}

/// Waits until this process has taken in all notifications so far: they are handled in order, and a message shows up in
/// the stream of its game.
async fn notified(storage: &FakeStorage, id: &GameId, stream: &mut Stream) {
    storage.notify(presence("fence", 1, id.as_str(), [true, false]));
    stream.next_presence().await;
}

/// What a process says about the seats of a game.
fn presence(process: &str, number: u64, id: &str, here: [bool; 2]) -> Notification {
    let [one, two] = here;
    let text = format!("{{\"process\":\"{process}\",\"number\":{number},");
    Notification::Message(format!("{text}\"games\":[[\"{id}\",[{one},{two}]]]}}"))
}

async fn wait_until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn hints_and_reviews_are_not_waited_for_without_end() {
    let storage = FakeStorage::new();
    let (_, id) = local_game(&world(&storage, "one")).await;
    let _held = storage.block(&id).await;
    let client = world(&storage, "two").stranger();
    for what in ["hint?ply=0", "review"] {
        let answer = client.get(&format!("/api/v1/games/{id}/{what}")).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{what}");
        assert!(answer.text.contains("this took too long"), "{what}: {}", answer.text);
    }
}

#[tokio::test(start_paused = true)]
async fn the_storage_is_asked_once_a_second_at_the_most_whether_it_is_there() {
    let storage = FakeStorage::new();
    let client = world(&storage, "one").stranger();
    let ready = async || client.get("/readyz").await.status == StatusCode::OK;
    assert!(ready().await);
    storage.set_unreachable(true);
    tokio::time::advance(Duration::from_millis(998)).await;
    assert!(ready().await);
    assert_eq!(storage.pings(), 1);
    tokio::time::advance(Duration::from_millis(2)).await;
    assert!(!ready().await);
    storage.set_unreachable(false);
    tokio::time::advance(Duration::from_millis(998)).await;
    assert!(!ready().await);
    tokio::time::advance(Duration::from_millis(2)).await;
    assert!(ready().await);
    assert_eq!(storage.pings(), 3);
}

#[tokio::test]
async fn viewers_share_one_snapshot_and_each_player_has_another() {
    let world = world(&FakeStorage::new(), "one");
    let (host, friend, id) = friends(&world).await;
    let _present = (host.stream(&id, None).await, friend.stream(&id, None).await);
    let clients = [world.stranger(), world.stranger(), host, friend];
    let mut streams = Vec::new();
    for client in &clients {
        streams.push((client.stream(&id, None).await, client.stream(&id, None).await));
    }
    for version in [1, 2] {
        let mut places = Vec::new();
        for ((one, other), seats) in streams.iter_mut().zip(["[]", "[]", "[1]", "[2]"]) {
            let sent = one.bytes().await;
            let text = std::str::from_utf8(&sent).unwrap();
            assert!(text.contains(&format!("\"you\":{{\"seats\":{seats}")), "{text}");
            assert!(text.contains(&format!("\nid: {version}\n")), "{text}");
            assert_eq!(other.bytes().await.as_ptr(), sent.as_ptr());
            // Kept, so that no other takes its place in memory.
            places.push(sent);
        }
        let [watching, too, host, friend] = [0, 1, 2, 3].map(|index| places[index].as_ptr());
        assert_eq!(watching, too);
        assert!(watching != host && host != friend && friend != watching);
        assert_eq!(play(&clients[2], &id, 6, 0).await.status.is_success(), version == 1);
    }
}

#[tokio::test]
async fn concurrent_requests_for_a_game_share_one_load() {
    let storage = FakeStorage::new();
    let (_, id) = local_game(&world(&storage, "one")).await;
    let client = world(&storage, "two").stranger();
    let path = format!("/api/v1/games/{id}");
    let found = join_all((0..50).map(|_| client.get(&path))).await;
    assert!(found.iter().all(|answer| answer.status == StatusCode::OK));
    assert_eq!(storage.loads(), 1);
    // A failed load is not cached.
    let unknown = format!("/api/v1/games/{}", "x".repeat(GameId::LENGTH));
    for _ in 0..2 {
        assert_eq!(client.get(&unknown).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(storage.loads(), 3);
}

#[tokio::test]
async fn a_game_whose_storage_is_slow_does_not_delay_notifications_of_others() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let ((_, slow), (_, quick)) = (local_game(&world).await, local_game(&world).await);
    let mut slow_stream = watch(&world, &slow).await;
    let mut quick_stream = watch(&world, &quick).await;
    append(&storage, &slow, 1, MOVES[0]).await;
    append(&storage, &quick, 1, MOVES[0]).await;
    let held = storage.block(&slow).await;
    storage.notify(Notification::Changed(vec![slow.clone(), quick.clone()]));
    assert_eq!(quick_stream.next_state().await.data["version"], 1);
    assert!(slow_stream.next_state().now_or_never().is_none());
    drop(held);
    assert_eq!(slow_stream.next_state().await.data["version"], 1);
}

/// As many games as are refreshed at once, and one more.
#[tokio::test(start_paused = true)]
async fn a_game_that_waits_to_be_refreshed_can_be_read_and_changed() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let mut held = Vec::new();
    for _ in 0..8 {
        let (_, id) = local_game(&world).await;
        held.push(storage.block(&id).await);
        storage.notify(changed(&id));
    }
    wait_until(|| storage.event_reads() == 8).await;
    let (client, id) = local_game(&world).await;
    let mut stream = watch(&world, &id).await;
    storage.notify(changed(&id));
    notified(&storage, &id, &mut stream).await;
    let soon = Duration::from_secs(5);
    let moved = tokio::time::timeout(soon, play(&client, id.as_str(), 6, 0)).await;
    assert_eq!(moved.expect("in time").status, StatusCode::OK);
    let read = tokio::time::timeout(soon, client.get(&format!("/api/v1/games/{id}"))).await;
    assert_eq!(read.expect("in time").body["ply"], 1);
    drop(held);
}

/// The answer does not depend on how long the game took to be loaded.
#[tokio::test(start_paused = true)]
async fn a_body_that_never_arrives_is_a_bad_request() {
    for seconds in [0, 1, 3] {
        let storage = FakeStorage::new();
        let (_, id) = local_game(&world(&storage, "one")).await;
        let world = world(&storage, "two");
        let held = storage.block(&id).await;
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            drop(held);
        });
        let body = Body::from_stream(futures_util::stream::pending::<Result<Bytes, Infallible>>());
        let request = Request::post(format!("/api/v1/games/{id}/move"))
            .header("content-type", "application/json")
            .body(body);
        let answer = world.send(request.unwrap()).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, "bad_request"));
    }
}

#[tokio::test]
async fn a_notification_during_a_refresh_is_not_lost() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let (_, id) = local_game(&world).await;
    let mut stream = watch(&world, &id).await;
    let held = storage.block(&id).await;
    append(&storage, &id, 1, MOVES[0]).await;
    storage.notify(changed(&id));
    wait_until(|| storage.event_reads() > 0).await;
    // The refresh has read the first and not returned yet.
    append(&storage, &id, 2, MOVES[1]).await;
    storage.notify(changed(&id));
    notified(&storage, &id, &mut stream).await;
    drop(held);
    while stream.next_state().await.data["version"] != 2 {}
}

#[tokio::test]
async fn a_notification_during_a_load_is_not_lost() {
    let storage = FakeStorage::new();
    let (_, id) = local_game(&world(&storage, "one")).await;
    for (version, notification) in [(1, changed(&id)), (2, Notification::Missed)] {
        let world = world(&storage, "two");
        let (_, other) = local_game(&world).await;
        let mut other_stream = watch(&world, &other).await;
        let held = storage.block(&id).await;
        let loads = storage.loads();
        let loading = tokio::spawn({
            let (client, path) = (world.stranger(), format!("/api/v1/games/{id}"));
            async move { client.get(&path).await }
        });
        wait_until(|| storage.loads() > loads).await;
        // The game has been read and is not in memory yet.
        append(&storage, &id, version, MOVES[version as usize - 1]).await;
        storage.notify(notification);
        notified(&storage, &other, &mut other_stream).await;
        drop(held);
        assert_eq!(loading.await.unwrap().status, StatusCode::OK);
        world.stranger().wait(id.as_str(), |state| state["version"] == version).await;
    }
}

#[tokio::test]
async fn a_write_that_failed_and_is_stored_later_reaches_subscribers() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let (client, id) = local_game(&world).await;
    let mut stream = watch(&world, &id).await;
    storage.set_unreachable(true);
    let failed = play(&client, id.as_str(), 6, 0).await;
    assert_eq!(failed.status, StatusCode::SERVICE_UNAVAILABLE);
    storage.set_unreachable(false);
    // The refresh finds nothing new.
    let reads = storage.event_reads();
    wait_until(|| storage.event_reads() > reads).await;
    assert!(stream.next_state().now_or_never().is_none());
    append(&storage, &id, 1, MOVES[0]).await;
    storage.notify(changed(&id));
    assert_eq!(stream.next_state().await.data["version"], 1);
}

#[tokio::test]
async fn a_game_that_turns_out_to_be_damaged_is_closed() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let (client, id) = local_game(&world).await;
    let mut stream = watch(&world, &id).await;
    append(&storage, &id, 1, "nonsense").await;
    storage.notify(changed(&id));
    stream.until("reconnect").await;
    assert!(stream.ends().await);
    assert_eq!(client.get(&format!("/api/v1/games/{id}")).await.code(), "damaged");
}

#[tokio::test]
async fn processes_broadcast_presence_and_answer_a_new_peer() {
    let storage = FakeStorage::new();
    let mut messages = storage.messages();
    let world = world(&storage, "one");
    let (host, id, _) = begin(&world, json!({"game": "sequence-duel", "mode": "friend"})).await;
    let mut stream = host.stream(&id, None).await;
    stream.next_state().await;
    let said = |number| presence("one", number, &id, [true, false]);
    assert_eq!(Notification::Message(messages.recv().await.unwrap()), said(0));
    let say = |number, here| storage.notify(presence("two", number, &id, here));
    say(7, [false, true]);
    assert_eq!(stream.next_presence().await, json!([true, true]));
    // The new peer was answered; a known one is not, and a message that was overtaken changes nothing.
    assert_eq!(Notification::Message(messages.recv().await.unwrap()), said(1));
    say(6, [false; 2]);
    say(8, [false; 2]);
    assert_eq!(stream.next_presence().await, json!([true, false]));
    say(7, [false, true]);
    say(9, [false, true]);
    assert_eq!(stream.next_presence().await, json!([true, true]));
    drop(stream);
    let left = presence("one", 2, &id, [false; 2]);
    assert_eq!(Notification::Message(messages.recv().await.unwrap()), left);
}

#[tokio::test(start_paused = true)]
async fn processes_repeat_presence_and_remove_dead_peers() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let (host, friend, id) = friends(&world).await;
    let mut stream = host.stream(&id, None).await;
    stream.next_state().await;
    storage.notify(presence("dead", 1, &id, [false, true]));
    assert_eq!(stream.next_presence().await, json!([true, true]));
    let mut messages = storage.messages();
    // The clock runs on by itself.
    for number in 1..=6 {
        assert!(messages.recv().await.unwrap().contains(&format!("[\"{id}\",[true,false]]")));
        storage.notify(presence("alive", number, &id, [true, false]));
    }
    assert_eq!(stream.next_presence().await, json!([true, false]));
    // The page here is closed; it is still open through the process that repeats itself.
    drop(stream);
    let state = friend.get(&format!("/api/v1/games/{id}")).await.body;
    assert_eq!(
        (&state["players"][0]["here"], &state["players"][1]["here"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test(start_paused = true)]
async fn a_win_is_claimed_from_a_friend_who_stays_away() {
    let storage = FakeStorage::new();
    let world = world(&storage, "one");
    let (host, friend, id) = friends(&world).await;
    let claim = async |client: &Client, ply| {
        client.post(&format!("/api/v1/games/{id}/claim"), json!({"ply": ply})).await
    };
    let minutes = async |count: u64| tokio::time::advance(Duration::from_mins(count)).await;
    minutes(9).await;
    assert!(claim(&host, 0).await.text.contains("whose turn it is"), "it is the host's own turn");
    assert_eq!(claim(&world.stranger(), 0).await.status, StatusCode::FORBIDDEN);

    // A page that is open is a friend who thinks.
    let page = friend.stream(&id, None).await;
    play(&host, &id, 6, 0).await;
    minutes(9).await;
    let early = claim(&host, 1).await;
    assert_eq!((early.status, early.code()), (StatusCode::UNPROCESSABLE_ENTITY, "refused"));
    assert!(early.text.contains("after 5 minutes"), "{}", early.text);
    drop(page);
    host.wait(&id, |state| state["players"][1]["here"] == false).await;
    minutes(4).await;
    assert_eq!(claim(&host, 1).await.code(), "refused");
    minutes(1).await;
    assert_eq!(claim(&host, 0).await.status, StatusCode::CONFLICT, "of another position");
    let won = claim(&host, 1).await;
    assert_eq!((&won.body["winner"], &won.body["end"]["kind"]), (&json!(1), &json!("forfeited")));
    assert_eq!(claim(&host, 1).await.code(), "refused");
}

//! Registries on a storage that tests control.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::time::Duration;

use divvy_match::{Event, Names, Occupant, Plan, Seat};
use divvy_rules::Rules;
use futures_util::future::join_all;
use tokio::sync::watch::Receiver;

use super::*;
use crate::game::Mode;
use crate::game::token::random_game_id;
use crate::storage::Notification;
use crate::storage::fake::FakeStorage;

/// Nothing that must happen takes as long.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A game of two people, each with a token.
fn setup(tokens: [&SeatToken; 2]) -> GameSetup {
    GameSetup {
        rules: Rules::default(),
        mode: Mode::Friend,
        players: [Occupant::Human, Occupant::Human],
        names: Names::default(),
        first: Seat::One,
        plan: Plan::Single,
        seed: 0,
        salt: "salt".to_owned(),
        holders: tokens.map(|token| Some(token.hash("salt"))),
        invite: None,
    }
}

async fn create(games: &Arc<GameRegistry>) -> (Arc<GameHandle>, [SeatToken; 2]) {
    let tokens = [SeatToken::random().unwrap(), SeatToken::random().unwrap()];
    let handle = games.create(random_game_id().unwrap(), setup(tokens.each_ref())).await.unwrap();
    (handle, tokens)
}

async fn play(
    games: &Arc<GameRegistry>,
    handle: &Arc<GameHandle>,
    number: u32,
) -> Result<Updated, ApiError> {
    games.update(handle, None, |_| Ok(Some(GameEvent::Match(Event::Moved { number })))).await
}

/// An event as another process appends it.
fn moved(handle: &GameHandle, number: u32, at: u32) -> Write {
    let text = serde_json::to_string(&GameEvent::Match(Event::Moved { number })).unwrap();
    Write::Append { id: handle.id.clone(), event: StoredEvent { number: at, at: 0, text } }
}

async fn until(revision: &mut Receiver<Revision>, holds: impl FnMut(&Revision) -> bool) {
    tokio::time::timeout(TIMEOUT, revision.wait_for(holds)).await.expect("in time").unwrap();
}

#[tokio::test]
async fn viewers_share_one_snapshot_and_each_player_has_another() {
    let games = GameRegistry::new(FakeStorage::new(), "one".to_owned());
    let (handle, tokens) = create(&games).await;
    let place = async |token: Option<&SeatToken>| handle.snapshot(token).await.event().as_ptr();
    let _watching = handle.subscribe();
    let stranger = SeatToken::random().unwrap();
    let watcher = handle.snapshot(None).await;
    assert_eq!(place(None).await, watcher.event().as_ptr());
    assert_eq!(place(Some(&stranger)).await, watcher.event().as_ptr());
    for (token, seat) in tokens.iter().zip(Seat::BOTH) {
        let player = handle.snapshot(Some(token)).await;
        assert_eq!(player.value()["you"]["seats"], serde_json::json!([seat]));
        assert_eq!(place(Some(token)).await, player.event().as_ptr());
    }
    // Events and presence are in the next one.
    let Ok(Updated::Applied(moved)) = play(&games, &handle, 6).await else { panic!("not made") };
    assert_eq!((moved.version, &moved.value()["ply"]), (1, &serde_json::json!(1)));
    assert_eq!(place(None).await, moved.event().as_ptr());
    let _present = games.connect(&handle, vec![Seat::Two]);
    assert_eq!(handle.snapshot(None).await.value()["players"][1]["here"], true);
}

#[tokio::test]
async fn concurrent_requests_for_a_game_share_one_load() {
    let storage = FakeStorage::new();
    let (handle, _) = create(&GameRegistry::new(storage.clone(), "one".to_owned())).await;
    let games = GameRegistry::new(storage.clone(), "two".to_owned());
    let found = join_all((0..50).map(|_| games.get(&handle.id))).await;
    assert!(found.iter().all(Result::is_ok));
    assert_eq!(storage.loads(), 1);
    // A failed load is not cached.
    let unknown = random_game_id().unwrap();
    for _ in 0..2 {
        assert!(matches!(games.get(&unknown).await, Err(ApiError::NotFound(_))));
    }
    assert_eq!(storage.loads(), 3);
}

#[tokio::test]
async fn a_game_whose_storage_is_slow_does_not_delay_notifications_of_others() {
    let storage = FakeStorage::new();
    let games = GameRegistry::new(storage.clone(), "one".to_owned());
    let ((slow, _), (quick, _)) = (create(&games).await, create(&games).await);
    let (mut slow_revision, mut quick_revision) = (slow.subscribe(), quick.subscribe());
    storage.write(vec![moved(&slow, 6, 1), moved(&quick, 6, 1)]).await.unwrap();
    let held = storage.block(&slow.id).await;
    storage.notify(Notification::Changed(vec![slow.id.clone(), quick.id.clone()]));
    until(&mut quick_revision, |revision| revision.version == 1).await;
    assert_eq!(slow_revision.borrow().version, 0);
    drop(held);
    until(&mut slow_revision, |revision| revision.version == 1).await;
}

#[tokio::test]
async fn a_notification_during_a_refresh_is_not_lost() {
    let storage = FakeStorage::new();
    let games = GameRegistry::new(storage.clone(), "one".to_owned());
    let (handle, _) = create(&games).await;
    let mut revision = handle.subscribe();
    let held = storage.block(&handle.id).await;
    storage.write(vec![moved(&handle, 6, 1)]).await.unwrap();
    storage.notify(Notification::Changed(vec![handle.id.clone()]));
    while storage.event_reads() == 0 {
        tokio::task::yield_now().await;
    }
    // The refresh has read the first and not returned yet.
    storage.write(vec![moved(&handle, 3, 2)]).await.unwrap();
    storage.notify(Notification::Changed(vec![handle.id.clone()]));
    while !handle.stale.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
    drop(held);
    until(&mut revision, |revision| revision.version == 2).await;
}

#[tokio::test]
async fn a_notification_during_a_load_is_not_lost() {
    let storage = FakeStorage::new();
    let (began, _) = create(&GameRegistry::new(storage.clone(), "one".to_owned())).await;
    let games = GameRegistry::new(storage.clone(), "two".to_owned());
    for (version, notification) in
        [(1, Notification::Changed(vec![began.id.clone()])), (2, Notification::Missed)]
    {
        let held = storage.block(&began.id).await;
        let loads = storage.loads();
        let loading = tokio::spawn({
            let (games, id) = (Arc::clone(&games), began.id.clone());
            async move { games.get(&id).await }
        });
        while storage.loads() == loads {
            tokio::task::yield_now().await;
        }
        // The game has been read and is not in the registry yet.
        storage.write(vec![moved(&began, [6, 3][version as usize - 1], version)]).await.unwrap();
        storage.notify(notification);
        let marked = |loading: &Loading| loading.stale.load(Ordering::SeqCst);
        while !lock(&games.loading).values().any(marked) {
            tokio::task::yield_now().await;
        }
        drop(held);
        let handle = loading.await.unwrap().unwrap();
        until(&mut handle.subscribe(), |revision| revision.version == version).await;
        drop(handle);
        lock(&games.games).clear();
    }
}

#[tokio::test]
async fn a_write_that_failed_and_is_stored_later_reaches_subscribers() {
    let storage = FakeStorage::new();
    let games = GameRegistry::new(storage.clone(), "one".to_owned());
    let (handle, _) = create(&games).await;
    let mut revision = handle.subscribe();
    storage.set_unreachable(true);
    assert!(matches!(play(&games, &handle, 6).await, Err(ApiError::Unavailable(_))));
    storage.set_unreachable(false);
    // The refresh finds nothing new.
    while handle.stale.load(Ordering::SeqCst) || handle.refreshing.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
    assert_eq!(revision.borrow().version, 0);
    storage.write(vec![moved(&handle, 6, 1)]).await.unwrap();
    storage.notify(Notification::Changed(vec![handle.id.clone()]));
    until(&mut revision, |revision| revision.version == 1).await;
}

#[tokio::test]
async fn a_game_that_turns_out_to_be_damaged_is_closed() {
    let storage = FakeStorage::new();
    let games = GameRegistry::new(storage.clone(), "one".to_owned());
    let (handle, _) = create(&games).await;
    let mut revision = handle.subscribe();
    let event = StoredEvent { number: 1, at: 0, text: "nonsense".to_owned() };
    storage.write(vec![Write::Append { id: handle.id.clone(), event }]).await.unwrap();
    storage.notify(Notification::Changed(vec![handle.id.clone()]));
    until(&mut revision, |revision| revision.closed).await;
    assert!(matches!(games.get(&handle.id).await, Err(ApiError::Damaged)));
}

#[tokio::test]
async fn processes_broadcast_presence_and_answer_a_new_peer() {
    let storage = FakeStorage::new();
    let mut messages = storage.messages();
    let games = GameRegistry::new(storage.clone(), "one".to_owned());
    let (handle, _) = create(&games).await;
    let id = handle.id.clone();
    let mut revision = handle.subscribe();
    let presence = games.connect(&handle, vec![Seat::One]);
    assert_eq!(messages.recv().await.unwrap(), format!("one 0 {id}=10"));
    let before = revision.borrow_and_update().presence;
    storage.notify(Notification::Message(format!("two 7 {id}=01")));
    until(&mut revision, |revision| revision.presence != before).await;
    assert_eq!(handle.present_seats(), [true, true]);
    // The new peer was answered; a known one is not.
    assert_eq!(messages.recv().await.unwrap(), format!("one 1 {id}=10"));
    storage.notify(Notification::Message(format!("two 6 {id}=00")));
    let before = revision.borrow_and_update().presence;
    storage.notify(Notification::Message(format!("two 8 {id}=00")));
    until(&mut revision, |revision| revision.presence != before).await;
    assert_eq!(handle.present_seats(), [true, false]);
    drop(presence);
    assert_eq!(messages.recv().await.unwrap(), format!("one 2 {id}=00"));
}

#[tokio::test(start_paused = true)]
async fn processes_repeat_presence_and_remove_dead_peers() {
    let storage = FakeStorage::new();
    let games = GameRegistry::new(storage.clone(), "one".to_owned());
    let (handle, _) = create(&games).await;
    let id = handle.id.clone();
    let mut revision = handle.subscribe();
    storage.notify(Notification::Message(format!("two 1 {id}=01")));
    revision.wait_for(|revision| revision.presence == 1).await.unwrap();
    let _presence = games.connect(&handle, vec![Seat::One]);
    revision.wait_for(|revision| revision.presence == 2).await.unwrap();
    let mut messages = storage.messages();
    // The clock runs on by itself.
    for _ in 0..3 {
        assert!(messages.recv().await.unwrap().ends_with(&format!(" {id}=10")));
    }
    revision.wait_for(|revision| revision.presence == 3).await.unwrap();
    assert_eq!(handle.present_seats(), [true, false]);
}

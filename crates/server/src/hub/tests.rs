//! Hubs on a storage that does what a test wants.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::time::Duration;

use divvy_play::{Names, Occupant, Plan, Seat};
use divvy_rules::Rules;
use futures_util::future::join_all;
use tokio::sync::watch::Receiver;

use super::*;
use crate::game::Mode;
use crate::storage::Notice;
use crate::storage::fake::Fake;
use crate::token::fresh_id;

/// Nothing that must happen takes as long.
const PATIENCE: Duration = Duration::from_secs(20);

/// A game of two people, each with a token.
fn setup(tokens: [&Token; 2]) -> Setup {
    Setup {
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

async fn begin(hub: &Arc<Hub>) -> (Arc<Live>, [Token; 2]) {
    let tokens = [Token::fresh().unwrap(), Token::fresh().unwrap()];
    let live = hub.begin(fresh_id().unwrap(), setup(tokens.each_ref())).await.unwrap();
    (live, tokens)
}

async fn play(hub: &Arc<Hub>, live: &Arc<Live>, number: u32) -> Result<Changed, ApiError> {
    hub.change(live, None, |_| Ok(Some(Event::Moved { number }))).await
}

/// An event as another process adds it.
fn moved(live: &Live, number: u32, at: u32) -> Write {
    let event = serde_json::to_string(&Event::Moved { number }).unwrap();
    Write::Add { id: live.id.clone(), entry: Entry { number: at, at: 0, event } }
}

async fn until(beat: &mut Receiver<Beat>, holds: impl FnMut(&Beat) -> bool) {
    tokio::time::timeout(PATIENCE, beat.wait_for(holds)).await.expect("in time").unwrap();
}

#[tokio::test]
async fn all_who_watch_are_told_from_one_text_and_players_from_their_own() {
    let hub = Hub::new(Fake::new(), "one".to_owned());
    let (live, tokens) = begin(&hub).await;
    let place = async |token: Option<&Token>| live.state(token).await.event().as_ptr();
    let _watching = live.watch();
    let stranger = Token::fresh().unwrap();
    let watcher = live.state(None).await;
    assert_eq!(place(None).await, watcher.event().as_ptr());
    assert_eq!(place(Some(&stranger)).await, watcher.event().as_ptr());
    for (token, seat) in tokens.iter().zip(Seat::BOTH) {
        let player = live.state(Some(token)).await;
        assert_eq!(player.value()["you"]["seats"], serde_json::json!([seat]));
        assert_eq!(place(Some(token)).await, player.event().as_ptr());
    }
    // Whatever happens, and whoever comes, is in the next one.
    let Ok(Changed::Yes(moved)) = play(&hub, &live, 6).await else { panic!("not made") };
    assert_eq!((moved.version, &moved.value()["ply"]), (1, &serde_json::json!(1)));
    assert_eq!(place(None).await, moved.event().as_ptr());
    let _present = hub.arrive(&live, vec![Seat::Two]);
    assert_eq!(live.state(None).await.value()["players"][1]["here"], true);
}

#[tokio::test]
async fn those_who_ask_for_a_game_together_wait_for_one_load() {
    let storage = Fake::new();
    let (live, _) = begin(&Hub::new(storage.clone(), "one".to_owned())).await;
    let hub = Hub::new(storage.clone(), "two".to_owned());
    let found = join_all((0..50).map(|_| hub.game(&live.id))).await;
    assert!(found.iter().all(Result::is_ok));
    assert_eq!(storage.loads(), 1);
    // What failed is tried again.
    let unknown = fresh_id().unwrap();
    for _ in 0..2 {
        assert!(matches!(hub.game(&unknown).await, Err(ApiError::NotFound(_))));
    }
    assert_eq!(storage.loads(), 3);
}

#[tokio::test]
async fn a_game_whose_storage_is_slow_does_not_hold_up_news_of_others() {
    let storage = Fake::new();
    let hub = Hub::new(storage.clone(), "one".to_owned());
    let ((slow, _), (quick, _)) = (begin(&hub).await, begin(&hub).await);
    let (mut slow_beat, mut quick_beat) = (slow.watch(), quick.watch());
    storage.write(vec![moved(&slow, 6, 1), moved(&quick, 6, 1)]).await.unwrap();
    let held = storage.hold_up(&slow.id).await;
    storage.notify(Notice::Changed(vec![slow.id.clone(), quick.id.clone()]));
    until(&mut quick_beat, |beat| beat.version == 1).await;
    assert_eq!(slow_beat.borrow().version, 0);
    drop(held);
    until(&mut slow_beat, |beat| beat.version == 1).await;
}

#[tokio::test]
async fn news_that_come_while_a_game_catches_up_are_not_lost() {
    let storage = Fake::new();
    let hub = Hub::new(storage.clone(), "one".to_owned());
    let (live, _) = begin(&hub).await;
    let mut beat = live.watch();
    let held = storage.hold_up(&live.id).await;
    storage.write(vec![moved(&live, 6, 1)]).await.unwrap();
    storage.notify(Notice::Changed(vec![live.id.clone()]));
    while storage.looks() == 0 {
        tokio::task::yield_now().await;
    }
    // It has seen the first and has no answer yet.
    storage.write(vec![moved(&live, 3, 2)]).await.unwrap();
    storage.notify(Notice::Changed(vec![live.id.clone()]));
    while !live.behind.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
    drop(held);
    until(&mut beat, |beat| beat.version == 2).await;
}

#[tokio::test]
async fn news_that_come_while_a_game_is_loaded_are_not_lost() {
    let storage = Fake::new();
    let (began, _) = begin(&Hub::new(storage.clone(), "one".to_owned())).await;
    let hub = Hub::new(storage.clone(), "two".to_owned());
    for (version, notice) in [(1, Notice::Changed(vec![began.id.clone()])), (2, Notice::Missed)] {
        let held = storage.hold_up(&began.id).await;
        let loads = storage.loads();
        let loading = tokio::spawn({
            let (hub, id) = (Arc::clone(&hub), began.id.clone());
            async move { hub.game(&id).await }
        });
        while storage.loads() == loads {
            tokio::task::yield_now().await;
        }
        // It has been read and is not there yet.
        storage.write(vec![moved(&began, [6, 3][version as usize - 1], version)]).await.unwrap();
        storage.notify(notice);
        let marked = |loading: &Loading| loading.behind.load(Ordering::SeqCst);
        while !lock(&hub.loading).values().any(marked) {
            tokio::task::yield_now().await;
        }
        drop(held);
        let live = loading.await.unwrap().unwrap();
        until(&mut live.watch(), |beat| beat.version == version).await;
        drop(live);
        lock(&hub.games).clear();
    }
}

#[tokio::test]
async fn a_write_that_failed_and_is_kept_later_reaches_whoever_watches() {
    let storage = Fake::new();
    let hub = Hub::new(storage.clone(), "one".to_owned());
    let (live, _) = begin(&hub).await;
    let mut beat = live.watch();
    storage.lose_answers(true);
    assert!(matches!(play(&hub, &live, 6).await, Err(ApiError::Unavailable(_))));
    storage.lose_answers(false);
    // The hub looks, finds nothing, and is content.
    while live.behind.load(Ordering::SeqCst) || live.catching_up.load(Ordering::SeqCst) {
        tokio::task::yield_now().await;
    }
    assert_eq!(beat.borrow().version, 0);
    storage.write(vec![moved(&live, 6, 1)]).await.unwrap();
    storage.notify(Notice::Changed(vec![live.id.clone()]));
    until(&mut beat, |beat| beat.version == 1).await;
}

#[tokio::test]
async fn a_game_that_turns_out_to_be_damaged_is_let_go() {
    let storage = Fake::new();
    let hub = Hub::new(storage.clone(), "one".to_owned());
    let (live, _) = begin(&hub).await;
    let mut beat = live.watch();
    let entry = Entry { number: 1, at: 0, event: "nonsense".to_owned() };
    storage.write(vec![Write::Add { id: live.id.clone(), entry }]).await.unwrap();
    storage.notify(Notice::Changed(vec![live.id.clone()]));
    until(&mut beat, |beat| beat.gone).await;
    assert!(matches!(hub.game(&live.id).await, Err(ApiError::Damaged)));
}

#[tokio::test]
async fn processes_tell_each_other_who_is_here_and_introduce_themselves_to_newcomers() {
    let storage = Fake::new();
    let mut said = storage.said();
    let hub = Hub::new(storage.clone(), "one".to_owned());
    let (live, _) = begin(&hub).await;
    let id = live.id.clone();
    let mut beat = live.watch();
    let presence = hub.arrive(&live, vec![Seat::One]);
    assert_eq!(said.recv().await.unwrap(), format!("one 0 {id}=10"));
    let before = beat.borrow_and_update().presence;
    storage.notify(Notice::Said(format!("two 7 {id}=01")));
    until(&mut beat, |beat| beat.presence != before).await;
    assert_eq!(live.here(), [true, true]);
    // Who was new has been told who is here, and the one who is known is not told again.
    assert_eq!(said.recv().await.unwrap(), format!("one 1 {id}=10"));
    storage.notify(Notice::Said(format!("two 6 {id}=00")));
    let before = beat.borrow_and_update().presence;
    storage.notify(Notice::Said(format!("two 8 {id}=00")));
    until(&mut beat, |beat| beat.presence != before).await;
    assert_eq!(live.here(), [true, false]);
    drop(presence);
    assert_eq!(said.recv().await.unwrap(), format!("one 2 {id}=00"));
}

#[tokio::test(start_paused = true)]
async fn processes_repeat_who_is_here_and_forget_those_that_do_not() {
    let storage = Fake::new();
    let hub = Hub::new(storage.clone(), "one".to_owned());
    let (live, _) = begin(&hub).await;
    let id = live.id.clone();
    let mut beat = live.watch();
    storage.notify(Notice::Said(format!("two 1 {id}=01")));
    beat.wait_for(|beat| beat.presence == 1).await.unwrap();
    let _presence = hub.arrive(&live, vec![Seat::One]);
    beat.wait_for(|beat| beat.presence == 2).await.unwrap();
    let mut said = storage.said();
    // The clock runs on by itself.
    for _ in 0..3 {
        assert!(said.recv().await.unwrap().ends_with(&format!(" {id}=10")));
    }
    beat.wait_for(|beat| beat.presence == 3).await.unwrap();
    assert_eq!(live.here(), [true, false]);
}

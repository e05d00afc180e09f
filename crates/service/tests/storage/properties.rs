//! What every storage promises.

use std::sync::Arc;
use std::time::Duration;

use divvy_service::storage::{
    CleanUp, GameId, GameWrite, NewGame, Storage, StorageError, StoredEvent, WriteQueue, clean_up,
};
use futures_util::future::{BoxFuture, join_all};
use tokio::time::timeout;

use crate::WriteOutcome::{Conflict, Stored};
use crate::{add, add_text, at, begin, name, numbers};

/// The address of an empty storage.
pub(crate) type Address = String;

/// A property of every storage.
pub(crate) type Property = fn(Address) -> BoxFuture<'static, ()>;

/// Names and bodies of all properties.
pub(crate) const PROPERTIES: &[(&str, Property)] = &[
    ("a game comes back as it was kept", |at| Box::pin(round_trip(at))),
    ("events are kept without gaps", |at| Box::pin(gaps(at))),
    ("nothing is kept twice", |at| Box::pin(duplicates(at))),
    ("a call does what its writes would do one by one", |at| {
        Box::pin(crate::model::one_by_one(at))
    }),
    ("of many who want the same, one gets it", |at| Box::pin(contest(at))),
    ("a thousand writes make one call", |at| Box::pin(thousand(at))),
    ("any text is kept but NUL", |at| Box::pin(text(at))),
    ("old games are forgotten, others are not", |at| Box::pin(forgetting(at))),
    ("large games are forgotten a few at a time", |at| Box::pin(large_games(at))),
    ("more than a tenth of all games is not forgotten", |at| Box::pin(too_many(at))),
    ("forgetting and adding do not meet", |at| Box::pin(forgetting_while_adding(at))),
    ("what was acknowledged is there later", |at| Box::pin(later(at))),
    ("many writers share a step", |at| Box::pin(queues(at))),
];

async fn round_trip(address: Address) {
    let storage = at(&address).await;
    storage.check_writable().await.unwrap();
    let (id, other) = (name(), name());
    assert_eq!(storage.load(&id).await, Ok(None));
    assert_eq!(storage.events_after(&id, 0).await, Ok(vec![]));
    assert_eq!(storage.write(vec![]).await, Ok(vec![]));
    // Both games at once, mixed, and the events of one in one call with its beginning.
    let writes = vec![begin(&id), begin(&other), add(&id, 1), add(&id, 2), add(&other, 1)];
    assert_eq!(storage.write(writes).await, Ok(vec![Stored; 5]));
    assert_eq!(storage.write(vec![add(&id, 3)]).await, Ok(vec![Stored]));
    let kept = storage.load(&id).await.unwrap().unwrap();
    assert_eq!((kept.at, kept.setup), (1_000, format!("setup of {id}")));
    let entry = |number| StoredEvent {
        number,
        at: 1_000 + i64::from(number),
        text: format!("event {number}"),
    };
    assert_eq!(kept.events, [entry(1), entry(2), entry(3)]);
    assert_eq!(storage.events_after(&id, 0).await, Ok(kept.events));
    assert_eq!(storage.events_after(&id, 2).await, Ok(vec![entry(3)]));
    assert_eq!(storage.events_after(&id, 3).await, Ok(vec![]));
    assert_eq!(storage.events_after(&id, u32::MAX).await, Ok(vec![]));
    assert_eq!(numbers(&storage, &other).await, [1]);
}

async fn gaps(address: Address) {
    let storage = at(&address).await;
    let (id, unknown) = (name(), name());
    assert_eq!(storage.write(vec![add(&unknown, 1)]).await, Ok(vec![Conflict]));
    assert_eq!(storage.write(vec![add(&id, 1), begin(&id)]).await, Ok(vec![Conflict, Stored]));
    for number in [0, 2, 7, u32::MAX] {
        assert_eq!(storage.write(vec![add(&id, number)]).await, Ok(vec![Conflict]), "{number}");
    }
    // In one call the order counts, and what does not fit hinders nothing else.
    let writes = [2, 1, 3, 2, 4, 3, 5].map(|number| add(&id, number)).to_vec();
    let answers = vec![Conflict, Stored, Conflict, Stored, Conflict, Stored, Conflict];
    assert_eq!(storage.write(writes).await, Ok(answers));
    assert_eq!(numbers(&storage, &id).await, [1, 2, 3]);
    assert_eq!(storage.load(&unknown).await, Ok(None));
}

async fn duplicates(address: Address) {
    let storage = at(&address).await;
    let id = name();
    let second = GameWrite::Create(NewGame { id: id.clone(), at: 5, setup: "another".to_owned() });
    assert_eq!(storage.write(vec![begin(&id), second.clone()]).await, Ok(vec![Stored, Conflict]));
    assert_eq!(storage.write(vec![second]).await, Ok(vec![Conflict]));
    let writes = vec![add_text(&id, 1, "first"), add_text(&id, 1, "second"), add(&id, 2)];
    assert_eq!(storage.write(writes).await, Ok(vec![Stored, Conflict, Stored]));
    let writes = vec![add_text(&id, 1, "third"), add_text(&id, 2, "third")];
    assert_eq!(storage.write(writes).await, Ok(vec![Conflict, Conflict]));
    let kept = storage.load(&id).await.unwrap().unwrap();
    assert_eq!(kept.setup, format!("setup of {id}"));
    let events: Vec<_> = kept.events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(events, ["first", "event 2"]);
}

/// Two instances, as in two processes, directly and through queues.
async fn contest(address: Address) {
    let storages = [at(&address).await, at(&address).await];
    let queues = storages.clone().map(WriteQueue::new);
    let games: Vec<_> = (0..4).map(|_| name()).collect();
    let begun: Vec<_> = games.iter().map(begin).collect();
    assert_eq!(storages[0].write(begun).await, Ok(vec![Stored; 4]));
    for number in 1..=3 {
        let tries = (0..200).map(|who| {
            let (storage, queue) = (storages[who % 2].clone(), queues[who % 2].clone());
            let mut writes: Vec<_> =
                games.iter().map(|id| add_text(id, number, &who.to_string())).collect();
            writes.rotate_left(who % 4);
            tokio::spawn(async move {
                let answers = if who < 100 {
                    storage.write(writes.clone()).await.unwrap()
                } else {
                    let answers = writes.iter().map(|write| queue.write(write.clone()));
                    join_all(answers).await.into_iter().map(Result::unwrap).collect()
                };
                let all = writes.into_iter().zip(answers);
                let won = all.filter(|(_, answer)| *answer == Stored);
                let game = |write| match write {
                    GameWrite::Append { id, .. } => (id, who.to_string()),
                    GameWrite::Create(_) => unreachable!(),
                };
                won.map(|(write, _)| game(write)).collect::<Vec<_>>()
            })
        });
        let tries: Vec<_> = tries.collect();
        let mut won = Vec::new();
        for one in tries {
            won.append(&mut one.await.unwrap());
        }
        won.sort();
        let mut kept = Vec::new();
        for id in &games {
            let entries = storages[0].events_after(id, number - 1).await.unwrap();
            assert_eq!(entries.len(), 1);
            kept.push((id.clone(), entries[0].text.clone()));
        }
        kept.sort();
        assert_eq!(won, kept, "one winner for each game, and it is the winner's event");
    }
}

async fn thousand(address: Address) {
    let storage = at(&address).await;
    let games: Vec<_> = (0..1_000).map(|_| name()).collect();
    let all = |write: fn(&GameId) -> GameWrite| games.iter().map(write).collect::<Vec<_>>();
    assert_eq!(storage.write(all(begin)).await, Ok(vec![Stored; 1_000]));
    assert_eq!(storage.write(all(|id| add(id, 1))).await, Ok(vec![Stored; 1_000]));
    assert_eq!(storage.write(all(|id| add(id, 1))).await, Ok(vec![Conflict; 1_000]));
    for id in [&games[0], &games[999]] {
        assert_eq!(numbers(&storage, id).await, [1]);
    }
    let long: Vec<_> = (2..=1_000).map(|number| add(&games[7], number)).collect();
    assert_eq!(storage.write(long).await, Ok(vec![Stored; 999]));
    assert_eq!(numbers(&storage, &games[7]).await, (1..=1_000).collect::<Vec<_>>());
}

async fn text(address: Address) {
    let storage = at(&address).await;
    let long = "12 \\u0000 é 🦀 ".repeat(5_000);
    let texts = [
        "",
        " ",
        "'",
        "\"",
        "\\",
        "{}",
        "null",
        "[1]",
        "1e3",
        "'; DROP TABLE games; --",
        "%s ? $1 :a",
        "\r\n\t\u{1}\u{7f}",
        "🦀 é e\u{301} \u{202e} \u{feff} \u{ffff}",
        &long,
    ];
    for text in texts {
        let id = name();
        let writes = vec![
            GameWrite::Create(NewGame { id: id.clone(), at: i64::MIN, setup: text.to_owned() }),
            GameWrite::Append {
                id: id.clone(),
                event: StoredEvent { number: 1, at: i64::MAX, text: text.to_owned() },
                begins: None,
            },
        ];
        assert_eq!(storage.write(writes).await, Ok(vec![Stored, Stored]), "{text:?}");
        let kept = storage.load(&id).await.unwrap().unwrap();
        assert_eq!((kept.at, kept.setup.as_str()), (i64::MIN, text));
        assert_eq!((kept.events[0].at, kept.events[0].text.as_str()), (i64::MAX, text));
    }
    // Refused as a whole; through a queue, nobody else is affected.
    let (id, other) = (name(), name());
    let nul = add_text(&id, 1, "a\0b");
    let outcome = storage.write(vec![begin(&id), nul.clone(), begin(&other)]).await;
    assert!(matches!(outcome, Err(StorageError::Invalid(_))), "{outcome:?}");
    assert_eq!(storage.load(&other).await, Ok(None));
    let queue = WriteQueue::new(storage.clone());
    let outcomes = tokio::spawn(async move {
        join_all([begin(&id), nul, begin(&other)].map(|write| queue.write(write))).await
    });
    let outcomes = outcomes.await.unwrap();
    assert_eq!((&outcomes[0], &outcomes[2]), (&Ok(Stored), &Ok(Stored)));
    assert!(matches!(outcomes[1], Err(StorageError::Invalid(_))));
}

/// Deletes all games in which nothing has happened since this time, step by step.
async fn delete_all(storage: &Arc<dyn Storage>, since: i64) -> u64 {
    let mut deleted = 0;
    loop {
        match storage.delete_inactive(since).await.unwrap() {
            0 => return deleted,
            step => deleted += step,
        }
    }
}

/// However many events the games have, a step takes little time: writers wait for it, and PostgreSQL gives it up.
async fn large_games(address: Address) {
    let storage = at(&address).await;
    for _ in 0..3 {
        let id = name();
        let writes: Vec<_> =
            std::iter::once(begin(&id)).chain((1..=6_000).map(|number| add(&id, number))).collect();
        assert!(storage.write(writes).await.is_ok());
    }
    assert_eq!(storage.delete_inactive(50_000).await, Ok(2), "as many as have 10,000 events");
    assert_eq!(storage.delete_inactive(50_000).await, Ok(1));
    assert_eq!(storage.delete_inactive(50_000).await, Ok(0));
}

/// A clock that is wrong does not delete everything; a small database is cleaned up all the same.
async fn too_many(address: Address) {
    let storage = at(&address).await;
    let queue = WriteQueue::new(storage.clone());
    let begin_at = |at: i64| GameWrite::Create(NewGame { id: name(), at, setup: String::new() });
    storage.write(vec![begin_at(1_000), begin_at(5_000), begin_at(5_000)]).await.unwrap();
    let clean_up = async |since| clean_up(&*storage, &queue, since).await;
    assert_eq!(clean_up(2_000).await, Ok(CleanUp::Deleted(1)));
    for _ in 0..2 {
        assert_eq!(clean_up(9_000).await, Ok(CleanUp::Refused { inactive: 2, all: 2 }));
    }
    storage.write((0..21).map(|_| begin_at(1_000)).collect()).await.unwrap();
    storage.write((0..177).map(|_| begin_at(5_000)).collect()).await.unwrap();
    for _ in 0..2 {
        assert_eq!(clean_up(2_000).await, Ok(CleanUp::Refused { inactive: 21, all: 200 }));
        assert_eq!(clean_up(9_000).await, Ok(CleanUp::Refused { inactive: 200, all: 200 }));
    }
    storage.write((0..10).map(|_| begin_at(5_000)).collect()).await.unwrap();
    assert_eq!(clean_up(2_000).await, Ok(CleanUp::Deleted(21)), "a tenth of 210");
    assert_eq!(clean_up(2_000).await, Ok(CleanUp::Deleted(0)));
}

async fn forgetting(address: Address) {
    let storage = at(&address).await;
    // Many old ones, so that they are forgotten in several steps.
    let old: Vec<_> = (0..450).map(|_| name()).collect();
    let (touched, new) = (name(), name());
    let mut writes: Vec<_> =
        old.iter().flat_map(|id| [begin(id), add(id, 1), add(id, 2)]).collect();
    writes.extend([begin(&touched), add(&touched, 1)]);
    let late = StoredEvent { number: 2, at: 5_000, text: String::new() };
    writes.push(GameWrite::Append { id: touched.clone(), event: late, begins: None });
    writes.push(GameWrite::Create(NewGame { id: new.clone(), at: 5_000, setup: String::new() }));
    let count = writes.len();
    assert_eq!(storage.write(writes).await, Ok(vec![Stored; count]));

    assert_eq!(storage.delete_inactive(1_002).await, Ok(0), "something happened at this very time");
    assert_eq!(storage.count_inactive(1_002).await, Ok([0, 452]));
    assert_eq!(storage.count_inactive(5_000).await, Ok([450, 452]));
    assert_eq!(delete_all(&storage, 5_000).await, 450);
    for id in [&old[0], &old[449]] {
        assert_eq!(storage.load(id).await, Ok(None));
        assert_eq!(storage.events_after(id, 0).await, Ok(vec![]));
        assert_eq!(storage.write(vec![add(id, 3)]).await, Ok(vec![Conflict]));
    }
    assert_eq!(numbers(&storage, &touched).await, [1, 2]);
    assert!(storage.load(&new).await.unwrap().is_some());
    // A name that was forgotten is a new game, without the old events.
    assert_eq!(
        storage.write(vec![begin(&old[0]), add(&old[0], 1)]).await,
        Ok(vec![Stored, Stored])
    );
    assert_eq!(numbers(&storage, &old[0]).await, [1]);
}

/// A game either goes or is added to: an acknowledged event is never gone a moment later.
async fn forgetting_while_adding(address: Address) {
    let (storage, other) = (at(&address).await, at(&address).await);
    for _ in 0..5 {
        let games: Vec<_> = (0..100).map(|_| name()).collect();
        storage.write(games.iter().map(begin).collect()).await.unwrap();
        let forget = tokio::spawn({
            let other = other.clone();
            async move { delete_all(&other, 5_000).await }
        });
        let adding = games.iter().map(|id| {
            let entry = StoredEvent { number: 1, at: 9_000, text: String::new() };
            let (id, storage) = (id.clone(), storage.clone());
            tokio::spawn(async move {
                let answer = storage
                    .write(vec![GameWrite::Append { id, event: entry, begins: None }])
                    .await
                    .unwrap();
                answer[0] == Stored
            })
        });
        let adding: Vec<_> = adding.collect();
        let mut gone = 0;
        for (id, adding) in games.iter().zip(adding) {
            let kept = adding.await.unwrap();
            let found = storage.load(id).await.unwrap();
            match found {
                Some(found) => assert_eq!(found.events.len(), usize::from(kept)),
                None => assert!(!kept, "an acknowledged event is gone"),
            }
            gone += u64::from(!kept);
        }
        assert_eq!(forget.await.unwrap(), gone);
    }
}

async fn later(address: Address) {
    let mut games = Vec::new();
    for _ in 0..3 {
        let storage = at(&address).await;
        let id = name();
        assert_eq!(storage.write(vec![begin(&id), add(&id, 1)]).await, Ok(vec![Stored, Stored]));
        assert_eq!(storage.write(vec![add(&id, 2)]).await, Ok(vec![Stored]));
        games.push(id);
        drop(storage);
        let storage = at(&address).await;
        for id in &games {
            assert_eq!(numbers(&storage, id).await, [1, 2]);
        }
    }
}

async fn queues(address: Address) {
    let storage = at(&address).await;
    let queue = WriteQueue::new(storage.clone());
    let players: Vec<_> = (0..300)
        .map(|_| {
            let queue = queue.clone();
            tokio::spawn(async move {
                let id = name();
                assert_eq!(queue.write(begin(&id)).await, Ok(Stored));
                for number in 1..=5 {
                    assert_eq!(queue.write(add(&id, number)).await, Ok(Stored));
                    assert_eq!(queue.write(add(&id, number)).await, Ok(Conflict));
                }
                // Several of one game at once keep their order; and what nobody waits for is written all the same.
                let answers = join_all((6..=8).map(|number| queue.write(add(&id, number)))).await;
                assert_eq!(answers, [Ok(Stored), Ok(Stored), Ok(Stored)]);
                let _ = timeout(Duration::ZERO, queue.write(add(&id, 9))).await;
                assert_eq!(queue.write(add(&id, 10)).await, Ok(Stored));
                id
            })
        })
        .collect();
    for player in players {
        let id = player.await.unwrap();
        assert_eq!(numbers(&storage, &id).await, (1..=10).collect::<Vec<_>>());
    }
}

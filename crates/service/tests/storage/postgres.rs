//! What is special about PostgreSQL: several processes form one service, and the database may be gone for a while.

use std::time::{Duration, Instant};

use divvy_service::storage::{
    GameId, Notification, OpenError, StorageError, WriteOutcome, WriteQueue,
};
use divvy_testing::Cluster;
use futures_util::future::join_all;
use sqlx::{Connection, PgConnection};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use crate::WriteOutcome::{Conflict, Stored};
use crate::{SOON, add, at, begin, name, numbers, refusal, run, run_all};

pub(crate) fn postgres_has_every_property() {
    let cluster = Cluster::shared();
    run_all(|| cluster.database());
}

async fn next(notifications: &mut Receiver<Notification>) -> Notification {
    timeout(SOON, notifications.recv()).await.expect("a notice").unwrap()
}

/// All games that are said to have changed until this is said.
async fn changed_until(notifications: &mut Receiver<Notification>, word: &str) -> Vec<GameId> {
    let mut changed = Vec::new();
    loop {
        match next(notifications).await {
            Notification::Changed(mut games) => changed.append(&mut games),
            Notification::Message(words) if words == word => break,
            other => panic!("{other:?}"),
        }
    }
    changed.sort();
    changed
}

pub(crate) fn processes_hear_of_each_other_and_not_of_themselves() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    run(async {
        // All at once: the tables are made once.
        let processes = join_all((0..4).map(|_| at(&address))).await;
        let mut notifications: Vec<_> =
            processes.iter().map(|one| one.subscribe().unwrap()).collect();
        let mut games: Vec<_> = (0..1_000).map(|_| name()).collect();
        games.sort();

        processes[0].write(games.iter().map(begin).collect()).await.unwrap();
        let writes = vec![add(&games[0], 1), add(&games[1], 1), add(&games[2], 2)];
        assert_eq!(processes[1].write(writes.clone()).await, Ok(vec![Stored, Stored, Conflict]));
        assert_eq!(processes[1].write(writes).await, Ok(vec![Conflict; 3]));
        let longest = "é".repeat(3_950);
        processes[1].broadcast("x".repeat(7_901)).await;
        processes[1].broadcast(longest.clone()).await;
        processes[2].broadcast("end".to_owned()).await;

        let added = games[..2].to_vec();
        assert_eq!(changed_until(&mut notifications[0], &longest).await, added);
        assert_eq!(changed_until(&mut notifications[0], "end").await, []);
        assert_eq!(changed_until(&mut notifications[1], "end").await, games);
        let mut all = [games, added].concat();
        all.sort();
        assert_eq!(changed_until(&mut notifications[2], &longest).await, all);
        assert_eq!(changed_until(&mut notifications[3], &longest).await, all);
        assert_eq!(changed_until(&mut notifications[3], "end").await, []);
    });
}

pub(crate) fn a_write_that_was_given_up_and_is_kept_all_the_same_is_heard_of() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    run(async {
        let storage = at(&address).await;
        let mut notifications = storage.subscribe().unwrap();
        let (id, other) = (name(), name());
        storage.write(vec![begin(&id), begin(&other)]).await.unwrap();
        // Whatever holds the database up lasts longer than a write is waited for, and not as long as it takes.
        let mut blocking = PgConnection::connect(&address).await.unwrap();
        let mut step = blocking.begin().await.unwrap();
        sqlx::query("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
            .execute(&mut *step)
            .await
            .unwrap();
        let written = storage.write(vec![add(&id, 1)]).await;
        assert!(matches!(written, Err(StorageError::Unavailable(_))), "{written:?}");
        step.rollback().await.unwrap();
        assert_eq!(next(&mut notifications).await, Notification::Changed(vec![id.clone()]));
        assert_eq!(numbers(&storage, &id).await, [1]);
        // Of writes that were answered nothing is heard.
        storage.write(vec![add(&other, 1)]).await.unwrap();
        at(&address).await.broadcast("end".to_owned()).await;
        assert_eq!(next(&mut notifications).await, Notification::Message("end".to_owned()));
    });
}

pub(crate) fn whoever_lost_the_connection_may_have_missed_something() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    let database = address.rsplit_once('/').unwrap().1;
    run(async {
        let (one, two) = (at(&address).await, at(&address).await);
        let (mut heard_by_one, mut heard_by_two) =
            (one.subscribe().unwrap(), two.subscribe().unwrap());
        let id = name();
        one.write(vec![begin(&id)]).await.unwrap();
        assert_eq!(next(&mut heard_by_two).await, Notification::Changed(vec![id.clone()]));
        cluster.ask(
            "postgres",
            &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"),
        );
        assert_eq!(next(&mut heard_by_one).await, Notification::Missed);
        assert_eq!(next(&mut heard_by_two).await, Notification::Missed);
        // A write may find its connection dead; the one after it gets a new one.
        let mut written = one.write(vec![add(&id, 1)]).await;
        if written.is_err() {
            written = one.write(vec![add(&id, 1)]).await;
        }
        assert_eq!(written, Ok(vec![Stored]));
        assert_eq!(next(&mut heard_by_two).await, Notification::Changed(vec![id.clone()]));
        assert_eq!(numbers(&two, &id).await, [1]);
    });
}

pub(crate) fn a_database_that_is_gone_is_noticed_and_one_that_is_back_is_used() {
    let cluster = Cluster::new();
    let address = cluster.database();
    run(async {
        let storage = at(&address).await;
        let mut notifications = storage.subscribe().unwrap();
        let queue = WriteQueue::new(storage.clone());
        let id = name();
        assert_eq!(queue.write(begin(&id)).await, Ok(Stored));
        let mut kept = 0;
        for _ in 0..2 {
            // In the middle of writing, so that what is acknowledged is not only what was long done.
            let writing = {
                let (queue, id) = (queue.clone(), id.clone());
                tokio::spawn(async move { write_on(&queue, &id, kept + 1).await })
            };
            while storage.events_after(&id, kept).await.unwrap().len() < 20 {}
            cluster.stop();
            let acknowledged = writing.await.unwrap();
            // The twentieth may be seen before its writer hears of it.
            assert!(acknowledged + 1 >= kept + 20, "{acknowledged} {kept}");

            let begun = Instant::now();
            let unavailable = |outcome| matches!(outcome, Err(StorageError::Unavailable(_)));
            assert!(unavailable(storage.check_writable().await));
            assert!(unavailable(storage.load(&id).await.map(|_| ())));
            assert!(unavailable(storage.delete_inactive(0).await.map(|_| ())));
            assert!(unavailable(queue.write(begin(&name())).await.map(|_| ())));
            storage.broadcast("nobody hears this".to_owned()).await;
            assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
            let message = refusal(&address).await.to_string();
            assert!(message.starts_with("cannot reach PostgreSQL database "), "{message}");

            cluster.start();
            // Before that there may be news of the write that was cut off.
            while next(&mut notifications).await != Notification::Missed {}
            let found = numbers(&storage, &id).await;
            // What was not acknowledged may be there: whether it was kept is not known.
            kept = u32::try_from(found.len()).unwrap();
            assert!(kept == acknowledged || kept == acknowledged + 1, "{kept} {acknowledged}");
            assert_eq!(queue.write(add(&id, kept + 1)).await, Ok(Stored));
            kept += 1;
        }
    });
}

pub(crate) fn a_database_that_does_not_answer_is_not_waited_for() {
    let cluster = Cluster::new();
    let address = cluster.database();
    run(async {
        let storage = at(&address).await;
        let queue = WriteQueue::new(storage.clone());
        let id = name();
        assert_eq!(queue.write(begin(&id)).await, Ok(Stored));
        let frozen = cluster.freeze();
        let begun = Instant::now();
        let writing = tokio::spawn({
            let queue = queue.clone();
            async move { queue.write(add(&name(), 1)).await }
        });
        // More than there are connections, so that some have to wait for one.
        for pinged in join_all((0..20).map(|_| storage.check_writable())).await {
            assert!(matches!(pinged, Err(StorageError::Unavailable(_))), "{pinged:?}");
        }
        let written = writing.await.unwrap();
        assert!(matches!(written, Err(StorageError::Unavailable(_))), "{written:?}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        drop(frozen);
        assert_eq!(queue.write(add(&id, 1)).await, Ok(Stored));
        assert_eq!(numbers(&storage, &id).await, [1]);
    });
}

/// Adds events from this number on until that fails, and says the number of the last that was acknowledged.
async fn write_on(queue: &WriteQueue, id: &GameId, from: u32) -> u32 {
    for number in from.. {
        match queue.write(add(id, number)).await {
            Ok(written) => assert_eq!(written, WriteOutcome::Stored),
            Err(_) => return number - 1,
        }
    }
    unreachable!("the database is stopped at some time")
}

pub(crate) fn another_schema_is_refused() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    let database = address.rsplit_once('/').unwrap().1;
    run(async {
        drop(at(&address).await);
        for (schema, age) in [(99, "a newer"), (1, "an older")] {
            cluster.ask(database, &format!("UPDATE schema SET version = {schema}"));
            let message = refusal(&address).await.to_string();
            let begin = format!("PostgreSQL database {database} at ");
            assert!(message.starts_with(&begin), "{message}");
            let end =
                format!("has schema {schema}, which {age} divvy made; this one uses schema 2");
            assert!(message.ends_with(&end), "{message}");
        }
    });
}

/// The database tells with which setting each game was stored.
pub(crate) fn commits_are_durable_whatever_the_settings_of_the_database_are() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    let database = address.rsplit_once('/').unwrap().1;
    run(async {
        drop(at(&address).await);
        cluster.ask(
            database,
            "CREATE TABLE noted (setting TEXT);
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO noted VALUES (current_setting('synchronous_commit'));
                RETURN NEW;
            END $$;
            CREATE TRIGGER note AFTER INSERT ON games FOR EACH ROW EXECUTE FUNCTION note();",
        );
        for (setting, expected) in [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")] {
            let set = format!("ALTER DATABASE {database} SET synchronous_commit = {setting}");
            cluster.ask(database, &set);
            let storage = at(&address).await;
            assert_eq!(storage.write(vec![begin(&name())]).await, Ok(vec![Stored]));
            let noted = cluster.ask(database, "SELECT setting FROM noted; DELETE FROM noted;");
            assert!(noted.lines().any(|line| line.trim() == expected), "{setting}: {noted}");
        }
    });
}

pub(crate) fn a_database_that_cannot_be_reached_is_told_from_one_that_refuses() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    run(async {
        let away = refusal("postgres://me:sesame@127.0.0.1:1/games").await;
        assert!(matches!(away, OpenError::Unreachable(..)), "{away}");
        let unknown = refusal(&format!("{address}_that_is_not_there")).await;
        assert!(matches!(unknown, OpenError::Failed(..)), "{unknown}");
    });
}

//! What is special about SQLite.

use std::sync::atomic::{AtomicU32, Ordering};

use divvy_service::storage::WriteQueue;
use sqlx::{Connection, SqliteConnection};

use crate::{add, at, begin, name, numbers, refusal, run, run_all};

pub(crate) fn sqlite_has_every_property() {
    let folder = tempfile::tempdir().unwrap();
    let files = AtomicU32::new(0);
    run_all(|| {
        let file = format!("not/there/yet/{}.db", files.fetch_add(1, Ordering::Relaxed));
        format!("sqlite:{}", folder.path().join(file).display())
    });
}

pub(crate) fn what_is_not_ours_is_refused_and_left_alone() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = |file: &str| folder.path().join(file).display().to_string();

        std::fs::write(path("text"), "This is a letter and no database. ".repeat(100)).unwrap();
        let message = refusal(&format!("sqlite:{}", path("text"))).await.to_string();
        assert_eq!(
            message,
            format!("{} is not a database of divvy: it is no database", path("text"))
        );

        let message = refusal(&format!("sqlite:{}", path(""))).await.to_string();
        assert!(message.starts_with("cannot open "), "{message}");

        let make = async |file: &str, statement: &str| {
            let options = format!("sqlite:{}?mode=rwc", path(file));
            let mut connection = SqliteConnection::connect(&options).await.unwrap();
            sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned()))
                .execute(&mut connection)
                .await
                .unwrap();
            connection.close().await.unwrap();
        };
        make("other", "CREATE TABLE recipes (cake TEXT)").await;
        let message = refusal(&format!("sqlite:{}", path("other"))).await.to_string();
        assert_eq!(
            message,
            format!("{} is not a database of divvy: it has other tables", path("other"))
        );

        let another = format!("sqlite:{}", path("another"));
        at(&another).await.write(vec![begin(&name())]).await.unwrap();
        for (schema, age) in [(99, "a newer"), (1, "an older")] {
            make("another", &format!("UPDATE schema SET version = {schema}")).await;
            let message = refusal(&another).await.to_string();
            let expected = format!(
                "{} has schema {schema}, which {age} divvy made; this one uses schema 2",
                path("another")
            );
            assert_eq!(message, expected);
        }
    });
}

pub(crate) fn a_file_that_was_closed_is_whole_without_its_wal() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let address = format!("sqlite:{}", path.display());
        let (storage, id) = (at(&address).await, name());
        let queue = WriteQueue::new(storage.clone());
        for write in [begin(&id), add(&id, 1), add(&id, 2)] {
            queue.write(write).await.unwrap();
        }
        storage.load(&id).await.unwrap();
        queue.close().await.unwrap();
        let wal = std::fs::metadata(folder.path().join("games.db-wal"));
        assert!(wal.map_or(true, |wal| wal.len() == 0));
        std::fs::copy(&path, folder.path().join("copy.db")).unwrap();
        let copy = at(&format!("sqlite:{}", folder.path().join("copy.db").display())).await;
        assert_eq!(numbers(&copy, &id).await, [1, 2]);
    });
}

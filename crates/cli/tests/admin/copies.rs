//! Copies of databases, and putting them back.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

use divvy_testing::Cluster;
use serde_json::{Value, json};

use crate::common::World;
use crate::http::{Connection, Service};
use crate::{act, admin, done, play, wait_for_status};

/// Changes a text of the same length wherever the file has it.
fn replace(path: &Path, old: &str, new: &str) {
    let mut bytes = fs::read(path).unwrap();
    let places: Vec<usize> =
        (0..bytes.len()).filter(|&place| bytes[place..].starts_with(old.as_bytes())).collect();
    assert_eq!(places.len(), 1, "{old}");
    bytes[places[0]..][..new.len()].copy_from_slice(new.as_bytes());
    fs::write(path, bytes).unwrap();
}

pub(crate) fn a_copy_is_made_while_the_server_runs_and_a_changed_byte_of_it_is_found() {
    let world = World::new();
    let service = Service::start(&world, None);
    let mut connection = Connection::open(service.port, 7).unwrap();
    let id = play(&mut connection, &[6, 3, 9]);
    play(&mut connection, &[2, 4]);
    let copy = world.path().join("copy.sqlite");
    let name = copy.to_str().unwrap();
    let said = done(&world, None, &["backup", name]);
    assert_eq!(said, format!("{name} is a copy of 2 games, and was checked.\n"));
    let again = admin(&world, None, &["backup", name]);
    assert_eq!(
        again.stderr,
        format!("divvy admin backup: cannot write {name}: it exists already\n")
    );
    let files = fs::read_dir(world.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let beside: Vec<_> =
        files.filter(|file| file.to_string_lossy().starts_with("copy.sqlite")).collect();
    assert_eq!(beside, ["copy.sqlite"], "nothing is left beside it");
    drop(service);

    let database = format!("sqlite:{name}");
    let bytes = fs::read(&copy).unwrap();
    let whole = done(&world, Some(&database), &["check"]);
    assert_eq!(whole, "Checked 2 games with 5 events: everything is whole.\n");
    assert!(fs::read(&copy).unwrap() == bytes, "a check changes nothing");
    // A legal move, so that only the checksum tells.
    replace(&copy, r#""number":9}"#, r#""number":1}"#);
    let damaged = admin(&world, Some(&database), &["check"]);
    assert_eq!((damaged.code, damaged.stderr.as_str()), (Some(1), ""));
    let expected = format!(
        "Game {id} (row 1), event 3: its checksum is wrong\n\
         Checked 2 games with 2 whole events: 1 damage.\n"
    );
    assert_eq!(damaged.stdout, expected);
    let data = admin(&world, Some(&database), &["check", "--json"]);
    let data: Value = serde_json::from_str(&data.stdout).unwrap();
    let cause = "its checksum is wrong";
    assert_eq!(data["damaged"], json!([{"game": id, "row": 1, "event": 3, "cause": cause}]));

    // The server does not show it, and the operator can delete it.
    let service = Service::start(&world, Some(&database));
    let mut connection = Connection::open(service.port, 7).unwrap();
    let (status, body) = connection.get(&format!("/api/v1/games/{id}")).unwrap();
    assert_eq!((status, &body["error"]["code"]), (500, &json!("damaged")));
    done(&world, Some(&database), &["delete", &id]);
    wait_for_status(&mut connection, &format!("/api/v1/games/{id}"), 404);
    drop(service);
    let whole = done(&world, Some(&database), &["check"]);
    assert_eq!(whole, "Checked 1 game with 2 events: everything is whole.\n");
}

/// What a copy of the game's state says about its moves.
fn moves(service: &Service, id: &str) -> usize {
    let mut connection = Connection::open(service.port, 7).unwrap();
    let (status, state) = connection.get(&format!("/api/v1/games/{id}")).unwrap();
    assert_eq!(status, 200, "{state}");
    state["moves"].as_array().unwrap().len()
}

pub(crate) fn a_backup_is_put_back_and_what_was_there_is_kept() {
    let world = World::new();
    let file = world.path().join("divvy/server.sqlite");
    let copy = world.path().join("copy.sqlite");
    let name = copy.to_str().unwrap();
    let service = Service::start(&world, None);
    let mut connection = Connection::open(service.port, 7).unwrap();
    let id = play(&mut connection, &[6, 3]);
    done(&world, None, &["backup", name]);
    let (status, _) = act(&mut connection, &id, 9, 2);
    assert_eq!(status, 200);
    let refused = admin(&world, None, &["restore", name]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains(" is in use by another divvy serve (process "),
        "{}",
        refused.stderr
    );
    // It leaves its WAL behind, which has the last move.
    service.kill();
    assert!(file.with_extension("sqlite-wal").metadata().unwrap().len() > 0);

    let bytes = fs::read(&copy).unwrap();
    let place = bytes.windows(10).position(|bytes| bytes == b"\"number\":3").unwrap();
    let mut damaged = bytes.clone();
    damaged[place + 9] = b'2';
    fs::write(&copy, damaged).unwrap();
    let refused = admin(&world, None, &["restore", name]);
    assert_eq!(refused.code, Some(1));
    let why = "is damaged and was not restored; nothing has changed";
    let expected = format!("divvy admin restore: {name} {why}\n");
    assert_eq!(refused.stderr, expected);
    assert!(refused.stdout.contains("event 2: its checksum is wrong"), "{}", refused.stdout);
    let service = Service::start(&world, None);
    assert_eq!(moves(&service, &id), 3);
    service.kill();

    fs::write(&copy, &bytes).unwrap();
    let said = done(&world, None, &["restore", name]);
    let begin = format!(
        "{0} holds the copy now, which was checked: 1 game.\nWhat was there before: {0}.before-",
        file.display()
    );
    assert!(said.starts_with(&begin), "{said}");
    assert_eq!(fs::read(&copy).unwrap(), bytes, "the copy stays as it is");
    let service = Service::start(&world, None);
    assert_eq!(moves(&service, &id), 2);
    service.stop();
    let kept = said.trim_end().rsplit(' ').next().unwrap();
    let service = Service::start(&world, Some(&format!("sqlite:{kept}")));
    assert_eq!(moves(&service, &id), 3, "with what was in its WAL");
    service.stop();

    // A stopped server's file, copied as it is.
    fs::copy(kept, world.path().join("cold.sqlite")).unwrap();
    done(&world, None, &["restore", "cold.sqlite"]);
    let service = Service::start(&world, None);
    assert_eq!(moves(&service, &id), 3);
    service.stop();
}

/// Where there is no database yet, and as root, whose files the server could not write.
pub(crate) fn what_is_restored_belongs_to_the_owner_of_the_folder() {
    let world = World::new();
    Service::start(&world, None).stop();
    done(&world, None, &["backup", "copy.sqlite"]);
    let new = world.path().join("new");
    fs::create_dir(&new).unwrap();
    let _ = std::os::unix::fs::chown(&new, Some(65_534), Some(65_534));
    let place = format!("sqlite:{}", new.join("games.sqlite").display());
    let said = done(&world, Some(&place), &["restore", "copy.sqlite"]);
    assert!(said.ends_with("holds the copy now, which was checked: 0 games.\n"), "{said}");
    for file in fs::read_dir(&new).unwrap() {
        let file = file.unwrap().metadata().unwrap();
        assert_eq!(file.uid(), new.metadata().unwrap().uid());
    }
}

/// The user of the service can put links in its folder, and `divvy admin` is run as root.
pub(crate) fn links_in_the_folder_lead_nowhere() {
    let world = World::new();
    Service::start(&world, None).stop();
    done(&world, None, &["backup", "copy.sqlite"]);
    let file = world.path().join("divvy/server.sqlite");
    let (lock, part) = (file.with_extension("sqlite.lock"), file.with_extension("sqlite.part"));
    let other = world.path().join("other");
    fs::write(&other, "of root").unwrap();
    for link in [symlink::<&Path, &Path>, fs::hard_link] {
        assert!(!lock.exists(), "a lock does not stay behind");
        link(&other, &lock).unwrap();
        let run = admin(&world, None, &["restore", "copy.sqlite"]);
        assert_eq!(run.code, Some(1), "{}", run.stdout);
        assert_eq!(fs::read_to_string(&other).unwrap(), "of root");
        fs::remove_file(&lock).unwrap();
    }
    symlink(world.path().join("new"), &part).unwrap();
    done(&world, None, &["restore", "copy.sqlite"]);
    assert!(!world.path().join("new").exists());
}

pub(crate) fn a_file_that_is_no_database_is_not_restored() {
    let world = World::new();
    Service::start(&world, None).stop();
    let other = world.path().join("other");
    fs::write(&other, "This is a letter and no database. ".repeat(100)).unwrap();
    for (file, why) in
        [(&other, "is not a database of divvy"), (&world.path().join("none"), "cannot open")]
    {
        let run = admin(&world, None, &["restore", file.to_str().unwrap()]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
    done(&world, None, &["check"]);
}

pub(crate) fn nothing_but_a_database_is_replaced_and_the_backup_stays() {
    let world = World::new();
    Service::start(&world, None).stop();
    done(&world, None, &["backup", "copy.sqlite"]);
    let other = world.path().join("app.conf");
    fs::write(&other, "port = 1").unwrap();
    let place = format!("sqlite:{}", other.display());
    let run = admin(&world, Some(&place), &["restore", "copy.sqlite"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("it is no SQLite database"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&other).unwrap(), "port = 1");
    let part = world.path().join("app.conf.part");
    assert!(!part.exists());
    fs::rename(world.path().join("copy.sqlite"), &part).unwrap();
    fs::write(&other, "").unwrap();
    let run = admin(&world, Some(&place), &["restore", "app.conf.part"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("it is the file to restore"), "{}", run.stderr);
    assert!(part.exists());
    fs::rename(&part, world.path().join("copy.sqlite")).unwrap();
    // As when a disk was full.
    done(&world, Some(&place), &["restore", "copy.sqlite"]);
}

pub(crate) fn postgresql_is_backed_up_by_its_own_tools() {
    let (world, cluster) = (World::new(), Cluster::shared());
    let database = cluster.database();
    let copy = world.path().join("copy");
    for command in ["backup", "restore"] {
        let run = admin(&world, Some(&database), &[command, copy.to_str().unwrap()]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains("pg_dump"), "{}", run.stderr);
    }
    assert!(!copy.exists());
}

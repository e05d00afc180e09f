//! Nothing that was accepted is lost: `kill -9`, damage, a full disk, two windows.

use std::fs;
use std::io::{BufReader, Read, Write};
use std::time::{Duration, SystemTime};

use crate::common::World;

/// A whole game, and how it ends.
const MOVES: [&str; 12] = ["6", "3", "9", "18", "2", "10", "5", "15", "1", "4", "8", "16"];
const END: &str = "Player 1 has no valid moves.\nPlayer 2 wins the game!\n";
const PROMPT: &str = "Select a number to remove: ";

/// Reads until the prompt has come `count` times.
fn await_prompts(reader: &mut impl Read, count: usize) {
    let (mut text, mut byte) = (Vec::new(), [0]);
    while text.windows(PROMPT.len()).filter(|part| *part == PROMPT.as_bytes()).count() < count {
        reader.read_exact(&mut byte).unwrap();
        text.push(byte[0]);
    }
}

#[test]
fn what_was_accepted_survives_kill_9_at_any_move() {
    for attempt in 0..60 {
        // Every move in turn is the last one acknowledged; half of the time more are on their way.
        let acknowledged = attempt % MOVES.len();
        let sent = if attempt % 2 == 0 { acknowledged } else { MOVES.len() - 1 };
        let world = World::new();
        let mut child = world.divvy(&["play", "multiple-madness"]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{}", MOVES[..sent].join("\n")).unwrap();
        await_prompts(&mut BufReader::new(child.stdout.take().unwrap()), acknowledged + 1);
        child.kill().unwrap();
        child.wait().unwrap();

        // Where the game stands is told by the moves that go on: `Going on after 6 3 9.`
        let run = world.run(&["play", "--resume"], "");
        let going_on = run.stdout.lines().next().unwrap_or_default();
        let done: Vec<&str> = going_on
            .strip_prefix("Going on after ")
            .and_then(|rest| rest.strip_suffix('.'))
            .map_or_else(Vec::new, |moves| moves.split(' ').collect());
        assert!(done.len() >= acknowledged, "{acknowledged} acknowledged: {}", run.stdout);
        assert_eq!(done, MOVES[..done.len()]);

        let run = world.run(&["play", "--resume"], MOVES[done.len()..].join("\n") + "\n");
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.ends_with(END), "{}", run.stdout);
    }
}

#[test]
fn a_series_goes_on_with_its_score_names_and_turn() {
    let world = World::new();
    let args = "play chain-reaction --size 3 --opening even --rounds 3 --names Red,Blue --first 2";
    world.run(&args.split(' ').collect::<Vec<_>>(), "2\n1\n3\n2\n");
    let listed = world.run(&["saved"], "").stdout;
    assert!(listed.starts_with(
        "Chain Reaction, 1-3, first number even, round 2 of 3, 1 move, Blue to play, just now\n"
    ));
    let run = world.run(&["play", "--resume"], "1\n3\n2\n1\n3\n");
    assert!(run.stdout.starts_with("Round 2 of 3. Red begins.\n\nGoing on after 2.\n\nBlue, it's"));
    assert!(run.stdout.ends_with("Blue is the champion, 2 to 1.\n"), "{}", run.stdout);
}

#[test]
fn games_whose_files_are_older_than_1970_are_listed() {
    let world = World::new();
    world.run(&["play", "trap-avoidance"], "7\n");
    let path = listed(&world)["saved"][0]["path"].as_str().unwrap().to_owned();
    let time = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    assert_eq!(listed(&world)["saved"][0]["changed"], "1970-01-01T00:00:00Z");
    assert_eq!(world.run(&["saved"], "").code, Some(0));
}

#[test]
fn several_games_wait_side_by_side_newest_first() {
    let world = World::new();
    world.run(&["play", "trap-avoidance"], "7\n");
    world.run(&["play", "multiple-madness"], "6\n");
    world.run(&["play", "multiple-madness", "--size", "30"], "6\n12\n");
    let listed = world.run(&["saved"], "").stdout;
    let games: Vec<&str> = listed.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        games,
        [
            "Multiple Madness, 1-30, 2 moves, Player 1 to play, just now",
            "Multiple Madness, 1-20, 1 move, Player 2 to play, just now",
            "Trap Avoidance, 1-20, 1 move, Player 2 to play, just now",
        ]
    );
    // Each can be taken up by the command that the list shows.
    for line in listed.lines().filter(|line| line.starts_with(' ')) {
        let run = world.shell(&format!("{} </dev/null", line.trim()));
        assert!(run.stdout.starts_with("Going on after "), "{line}: {}", run.stderr);
    }
    let run = world.run(&["play", "trap-avoidance", "--resume"], "");
    assert!(run.stdout.contains("Previous Number: 7\n"), "the newest of one game: {}", run.stdout);
    for name in ["multiple-madness-1", "multiple-madness-1.divvy"] {
        let run = world.run(&["play", "--resume", name], "");
        assert!(run.stdout.starts_with("Going on after 6.\n"), "by its name: {}", run.stderr);
    }
}

/// The list as data.
fn listed(world: &World) -> serde_json::Value {
    serde_json::from_str(&world.run(&["saved", "--json"], "").stdout).unwrap()
}

#[test]
fn the_list_is_data_too() {
    let world = World::new();
    assert_eq!(world.run(&["saved", "--json"], "").stdout, "{\"saved\":[],\"unreadable\":[]}\n");
    world.run(&["play", "trap-avoidance"], "7\n9\n");
    let args = "play cr --size 3 --opening even --rounds 3 --names Red,Blue --p1 easy --first 2";
    world.run(&args.split(' ').collect::<Vec<_>>(), "resign\n");
    fs::write(world.games().join("broken.divvy"), "no match").unwrap();
    let listed = listed(&world);
    let [series, single] = &listed["saved"].as_array().unwrap()[..] else { panic!("{listed}") };
    assert_eq!(single["path"], world.games().join("trap-avoidance-1.divvy").to_str().unwrap());
    for (key, value) in [
        ("game", serde_json::json!("trap-avoidance")),
        ("notation", "trap-avoidance:7,9".into()),
        ("moves", 2.into()),
        ("to_move", 1.into()),
        ("over", false.into()),
        ("round", 1.into()),
        ("rounds", 1.into()),
        ("in_use", false.into()),
    ] {
        assert_eq!(single[key], value, "{key}");
    }
    let changed = single["changed"].as_str().unwrap();
    let form: String = changed.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(form, "0000-00-00T00:00:00Z");
    // Red, the bot, opens the second round; the one with the first move comes first.
    assert_eq!((&series["round"], &series["rounds"]), (&2.into(), &3.into()));
    let players = serde_json::json!([
        {"name": "Red", "who": "easy"}, {"name": "Blue", "who": "human"}
    ]);
    assert_eq!(series["players"], players);
    let unreadable = &listed["unreadable"][0];
    assert_eq!(unreadable["path"], world.games().join("broken.divvy").to_str().unwrap());
    assert!(unreadable["error"].as_str().unwrap().ends_with("it is not a saved divvy match"));
}

#[test]
fn a_game_is_deleted_by_its_path_or_its_name_and_nothing_else_is() {
    let world = World::new();
    world.run(&["play", "mm"], "6\n");
    world.run(&["play", "mm"], "8\n");
    world.run(&["play", "ta"], "7\nsave copy.divvy\n");
    let delete = |file: &str| world.run(&["saved", "--delete", file, "--yes"], "");
    let outside = ["copy.divvy", "nowhere.divvy", "../games", "mm", "last-finished", "/dev/null"];
    for file in outside {
        let run = delete(file);
        assert_eq!(run.code, Some(1), "{file}");
        let why = "is not one of the saved games; 'divvy saved' lists them";
        assert_eq!(run.stderr, format!("divvy saved: {file} {why}\n"));
    }
    assert!(world.path().join("copy.divvy").exists());
    let deleted = "Deleted: Multiple Madness, 1-20, 1 move, Player 2 to play\n";
    assert_eq!(delete("multiple-madness-1").stdout, deleted);
    assert_eq!(delete("multiple-madness-2.divvy").code, Some(0));
    let path = world.games().join("trap-avoidance-1.divvy");
    fs::write(&path, "damaged").unwrap();
    assert_eq!(delete(path.to_str().unwrap()).code, Some(0));
    assert_eq!(world.run(&["saved"], "").stdout, "No unfinished games.\n");
    assert_eq!(world.run(&["saved", "--yes"], "").code, Some(2));
    assert_eq!(world.run(&["saved", "--json", "--delete", "x"], "").code, Some(2));
}

#[test]
fn on_a_terminal_deleting_asks_first() {
    let world = World::new();
    world.run(&["play", "mm"], "6\n");
    for (answer, left) in [("no\r", true), ("\r", true), ("yes\r", false)] {
        let args = ["saved", "--delete", "multiple-madness-1"];
        let mut screen = crate::common::screen::Screen::open(&world, &args);
        screen.expect("Multiple Madness, 1-20, 1 move, Player 2 to play");
        screen.expect("Delete this game? (yes or no): ");
        screen.press(answer);
        assert_eq!(screen.exit_code(), 0);
        assert_eq!(world.games().join("multiple-madness-1.divvy").exists(), left, "{answer:?}");
    }
}

#[test]
fn a_copy_is_saved_and_opened_and_stays_as_it_was() {
    let world = World::new();
    world.run(&["play", "multiple-madness"], "6\nsave my game.divvy\n3\n");
    let copy = world.path().join("my game.divvy");
    let before = fs::read(&copy).unwrap();
    let run = world.run(&["play", "--resume", "my game.divvy"], "12\n4\nquit\n");
    assert!(run.stdout.starts_with("Going on after 6.\n\n"), "{}", run.stdout);
    assert_eq!(fs::read(&copy).unwrap(), before);
    let run = world.run(&["play", "--resume"], "");
    assert!(run.stdout.starts_with("Going on after 6 12 4.\n\n"), "{}", run.stdout);
}

#[test]
fn a_copy_never_replaces_anything() {
    let world = World::new();
    world.run(&["play", "multiple-madness"], "6\n");
    let running = world.games().join("multiple-madness-1.divvy");
    let before = fs::read(&running).unwrap();
    fs::write(world.path().join("letter.txt"), "Dear friend").unwrap();
    world.shell("mkfifo pipe");
    let input = format!(
        "20\nsave {}\nsave letter.txt\nsave pipe\nsave /dev/zero\nsave no/such/folder/x\nsave /\nsave \u{1b}[2J/x\n\
         save it's here\nsave ~/at home\n",
        running.display()
    );
    let run = world.run(&["play", "chain-reaction"], input);
    assert_eq!(fs::read(&running).unwrap(), before, "another match is not touched");
    assert_eq!(fs::read_to_string(world.path().join("letter.txt")).unwrap(), "Dear friend");
    for expected in [
        &*format!("Not saved: {} exists; choose another name\n", running.display()),
        "Not saved: letter.txt exists; choose another name\n",
        "Not saved: pipe exists; choose another name\n",
        "Not saved: /dev/zero exists; choose another name\n",
        "Not saved: cannot save the game to no/such/folder/x: there is no folder no/such/folder\n",
        "Not saved: cannot save the game to \\u{1b}[2J/x: there is no folder \\u{1b}[2J\n",
        "Saved. To go on from there: divvy play --resume 'it'\\''s here'\n",
        &*format!(
            "Saved. To go on from there: divvy play --resume '{}/at home'\n",
            world.path().display()
        ),
    ] {
        assert!(run.stdout.contains(expected), "lacks {expected:?}:\n{}", run.stdout);
    }
    // What it says can be pasted.
    let run = world.shell("divvy play --resume 'it'\\''s here' </dev/null");
    assert!(run.stdout.starts_with("Going on after 20.\n"), "{}", run.stderr);
    // Nothing is left lying about but what was asked for.
    let left = world.shell("ls").stdout;
    assert_eq!(
        left.lines().collect::<Vec<_>>(),
        ["at home", "divvy", "it's here", "letter.txt", "pipe"]
    );
}

#[test]
fn damaged_and_foreign_files_get_a_clear_error_and_stay_untouched() {
    let world = World::new();
    world.run(&["play", "multiple-madness"], "6\n");
    let path = world.games().join("multiple-madness-1.divvy");
    let good = fs::read(&path).unwrap();
    for (contents, expected) in [
        (
            &good[..good.len() / 2],
            "it is damaged: its contents do not match the checksum in its first line",
        ),
        (&good[..15], "it is damaged: its first line is cut"),
        (b"\x00\xff\x00", "it is not a saved divvy match"),
        (b"", "it is not a saved divvy match"),
        (
            b"divvy-match 9 00000000\n{}",
            "it has format 9, and this divvy reads format 2: a newer divvy is needed",
        ),
    ] {
        fs::write(&path, contents).unwrap();
        let run = world.run(&["play", "--resume", path.to_str().unwrap()], "3\n");
        assert_eq!(run.code, Some(1), "{expected}");
        assert_eq!(run.stderr, format!("divvy play: cannot open {}: {expected}\n", path.display()));
        assert_eq!(fs::read(&path).unwrap(), contents);
        // The list tells of it, and resuming passes it over.
        let listed = world.run(&["saved"], "");
        assert_eq!(listed.code, Some(0));
        assert!(listed.stdout.contains(expected), "{}", listed.stdout);
        assert_eq!(world.run(&["play", "--resume"], "").code, Some(1));
    }
}

#[test]
fn a_file_cut_or_changed_at_any_byte_is_refused_and_left_alone() {
    let world = World::new();
    world.run(&["play", "number-maze"], "11\nsave it.divvy\n");
    let path = world.path().join("it.divvy");
    let good = fs::read(&path).unwrap();
    for index in 0..good.len() {
        let mut flipped = good.clone();
        flipped[index] ^= 1 << (index % 8);
        for bad in [&good[..index], &flipped] {
            fs::write(&path, bad).unwrap();
            let run = world.run(&["play", "--resume", "it.divvy"], "2\n");
            assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "byte {index}");
            assert!(run.stderr.contains(": cannot open it.divvy: it "), "{}", run.stderr);
            assert_eq!(fs::read(&path).unwrap(), bad);
        }
    }
}

#[test]
fn a_full_disk_costs_nothing_that_was_accepted() {
    let world = World::new();
    world.run(&["play", "multiple-madness"], "6\n3\n");
    let path = world.games().join("multiple-madness-1.divvy");
    let before = fs::read(&path).unwrap();
    // No file may grow, and the signal about it is ignored: writes fail as on a full disk.
    let full = "trap '' XFSZ; ulimit -f 0; echo 9 | divvy play --resume";
    let run = world.shell(full);
    assert_eq!(run.code, Some(1));
    let why = "the file would be too large; everything before the last move is safe\n";
    assert!(run.stderr.ends_with(&format!("{}: {why}", path.display())), "{}", run.stderr);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(world.run(&["play", "--resume"], "9\n").stdout.contains("opponent: 9\n"));
}

#[test]
fn where_no_game_can_be_begun_or_gone_on_with_one_line_says_so() {
    let world = World::new();
    let fails = |args: &[&str], why: &str| {
        let run = world.run(args, "6\n");
        assert_eq!((run.code, run.stderr), (Some(1), format!("divvy play: {why}\n")), "{args:?}");
    };
    fails(&["play", "--resume"], "there is no unfinished game to go on with; see 'divvy saved'");
    fails(&["play", "--resume", "/dev/zero"], "cannot read /dev/zero: not a file");
    let folder = world.games().display().to_string();
    for (file, why) in [
        ("nowhere.divvy", "there is no such file"),
        (&*format!("{folder}/nope.divvy"), &*format!("there is no folder {folder}")),
    ] {
        fails(&["play", "--resume", file], &format!("cannot read {file}: {why}"));
    }
    assert!(!world.games().exists(), "a look leaves no trace");
    fs::write(world.path().join("divvy"), "a file where a folder should be").unwrap();
    let why = "a folder of its path is a file";
    fails(&["play", "multiple-madness"], &format!("cannot save the game to {folder}: {why}"));
}

#[test]
fn resume_goes_on_with_the_first_game_of_the_list() {
    let world = World::new();
    world.run(&["play", "multiple-madness"], "6\n");
    // Also with one in which no move was made: it is what was left last.
    world.run(&["play", "trap-avoidance"], "");
    let first = |list: &str| list.lines().next().unwrap_or_default().to_owned();
    let listed = first(&world.run(&["saved"], "").stdout);
    assert!(listed.starts_with("Trap Avoidance, 1-20, 0 moves"), "{listed}");
    let run = world.run(&["play", "--resume"], "");
    assert!(run.stdout.starts_with("Available Numbers: 1-20\n"), "{}", run.stdout);
    let run = world.run(&["play", "--resume", "multiple-madness"], "");
    assert!(run.stdout.starts_with("Going on after 6.\n"), "by its name: {}", run.stdout);
    // Those without a move are cleared away when another begins.
    world.run(&["play", "sequence-duel"], "");
    let listed = world.run(&["saved"], "").stdout;
    assert_eq!(listed.lines().filter(|line| line.contains("0 moves")).count(), 1, "{listed}");
}

#[test]
fn a_game_open_in_one_window_is_not_taken_up_in_another() {
    let world = World::new();
    let mut child = world.divvy(&["play", "multiple-madness"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"6\n").unwrap();
    await_prompts(&mut child.stdout.take().unwrap(), 2);

    let path = world.games().join("multiple-madness-1.divvy");
    let delete = ["saved", "--delete", "multiple-madness-1", "--yes"];
    for args in [&["play", "--resume", path.to_str().unwrap()][..], &delete] {
        let run = world.run(args, "3\n");
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains("is being played in another window"), "{}", run.stderr);
    }
    let run = world.run(&["play", "--resume"], "");
    let why = "divvy play: every unfinished game is open in another window; see 'divvy saved'\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), why));
    assert!(world.run(&["saved"], "").stdout.contains("just now, open in another window\n"));
    assert_eq!(listed(&world)["saved"][0]["in_use"], true);
    // A second game gets a place of its own.
    world.run(&["play", "multiple-madness"], "8\n");
    assert!(world.games().join("multiple-madness-2.divvy").exists());

    drop(stdin);
    child.wait().unwrap();
    let run = world.run(&["play", "--resume", path.to_str().unwrap()], "");
    assert!(run.stdout.starts_with("Going on after 6.\n"), "{}", run.stdout);
    assert_eq!(world.shell("ls divvy/games/*.lock").stdout, "", "no lock stays behind");
}

#[test]
fn a_finished_match_opened_again_shows_its_end() {
    let world = World::new();
    // As it is when the program is killed between the last move and its clearing up.
    let over = r#"divvy-match 2 c67d9b32
{"setup":{"rules":{"game":"multiple-madness","options":{"size":20}},"names":["A","B"],"first":1,"plan":"single"},"events":[{"kind":"moved","number":11},{"kind":"moved","number":1},{"kind":"moved","number":13}]}
"#;
    fs::create_dir_all(world.games()).unwrap();
    let path = world.games().join("multiple-madness-1.divvy");
    fs::write(&path, over).unwrap();
    assert_eq!(world.run(&["saved"], "").stdout, "No unfinished games.\n");
    let run = world.run(&["play", "--resume", path.to_str().unwrap()], "");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.ends_with("B has no valid moves.\nA wins the game!\n"), "{}", run.stdout);
    assert!(!path.exists(), "and it is cleared away");
}

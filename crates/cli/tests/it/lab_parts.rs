//! Long work in parts: together they are what one run gives, and parts of other work are refused.

use serde_json::Value;

use crate::common::{Run, World};

fn run_in(world: &World, args: &str) -> Run {
    world.run(&args.split(' ').collect::<Vec<_>>(), "")
}

/// Commands that can be done in parts.
const IN_PARTS: [&str; 5] = [
    "census multiple-madness --sizes 1..5000 --opening even --csv",
    "census trap-avoidance --sizes 3..40 --json",
    "count multiple-madness --size 24 --json",
    "longest chain-reaction --sizes 1..40 --csv",
    "longest multiple-madness --sizes 1..30 --json",
];

/// Runs a command in parts.
fn in_parts(world: &World, command: &str, of: u32) {
    for part in 1..=of {
        let run = run_in(world, &format!("{command} --part {part}/{of}"));
        assert_eq!(run.code, Some(0), "{command}: {}", run.stderr);
        std::fs::write(world.path().join(format!("{part}.part")), run.stdout).unwrap();
    }
}

#[test]
fn parts_together_are_what_one_run_gives() {
    for command in IN_PARTS {
        let world = World::new();
        in_parts(&world, command, 4);
        let joined = run_in(&world, "join 4.part 2.part 1.part 3.part");
        assert_eq!((joined.code, joined.stderr.as_str()), (Some(0), ""), "{command}");
        assert_eq!(joined.stdout, run_in(&world, command).stdout, "{command}");
    }
}

#[test]
fn parts_of_a_tournament_are_that_tournament() {
    let world = World::new();
    let command =
        "arena multiple-madness --games 20 --player random --player easy --player hard --json";
    in_parts(&world, command, 3);
    let report = |args: &str| {
        let mut report: Value = serde_json::from_str(&run_in(&world, args).stdout).unwrap();
        // How long players thought is never the same twice.
        for player in report["players"].as_array_mut().unwrap() {
            player["seconds_a_move"].take();
        }
        report
    };
    assert_eq!(report("join 1.part 2.part 3.part"), report(command));
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let world = World::new();
    let refused_with = |code: i32, args: &str, message: &str| {
        let run = run_in(&world, args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{args}");
        assert!(run.stderr.contains(message), "{args}: {}", run.stderr);
    };
    let refused = |args: &str, message: &str| refused_with(2, args, message);
    in_parts(&world, "census multiple-madness --sizes 1..9", 2);
    refused("join 1.part", "these parts are missing: 2/2");
    refused("join 1.part 2.part 1.part", "are the same part");
    let other = run_in(&world, "census multiple-madness --sizes 1..8 --part 2/2").stdout;
    std::fs::write(world.path().join("other"), other).unwrap();
    refused("join 1.part other", "are not parts of the same work");
    let whole = std::fs::read_to_string(world.path().join("2.part")).unwrap();
    // Without its last line; the end of that line says nothing.
    let last = whole.trim_end().rfind('\n').unwrap();
    std::fs::write(world.path().join("cut"), &whole[..=last]).unwrap();
    refused_with(1, "join 1.part cut", "was cut off: run part 2/2 again");
    std::fs::write(world.path().join("cut"), whole.trim_end()).unwrap();
    assert_eq!(run_in(&world, "join 1.part cut").code, Some(0));
    std::fs::write(world.path().join("none"), "size,winner\n").unwrap();
    refused_with(1, "join none", "is not a part that --part wrote");
    refused("census multiple-madness --sizes 1..8 --part 3/2", "takes K/M with K from 1 to M");
}

/// All parts keep what they work out in one place; a part takes only its own rows from there.
#[test]
fn a_part_that_is_gone_on_with_has_its_own_sizes_only() {
    let world = World::new();
    let census = "census multiple-madness --sizes 1..3000 --opening even --csv";
    let first = run_in(&world, &format!("{census} --part 1/2"));
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    for part in ["1/2", "2/2"] {
        let fresh = run_in(&world, &format!("{census} --part {part}"));
        let resumed = run_in(&world, &format!("{census} --part {part} --resume"));
        assert_eq!((resumed.code, resumed.stderr.as_str()), (Some(0), ""), "{part}");
        assert!(resumed.stdout == fresh.stdout, "{part}");
    }
}

#[test]
fn a_part_with_games_of_another_tournament_is_refused() {
    let world = World::new();
    let arena = "arena multiple-madness --games 4 --p1 random --p2 easy --json";
    let part = run_in(&world, &format!("{arena} --part 1/1")).stdout;
    for foreign in [
        part.replace(r#""players":[0,1]"#, r#""players":[0,7]"#),
        part.replace(r#""position":"multiple-madness"#, r#""position":"sequence-duel"#),
    ] {
        assert_ne!(foreign, part);
        std::fs::write(world.path().join("1.part"), foreign).unwrap();
        let joined = run_in(&world, "join 1.part");
        assert_eq!((joined.code, joined.stdout.as_str()), (Some(1), ""), "{}", joined.stderr);
        assert!(joined.stderr.contains("that is not of the tournament"), "{}", joined.stderr);
    }
}

#[test]
fn counts_that_do_not_add_up_or_are_too_large_are_refused() {
    let world = World::new();
    in_parts(&world, "count multiple-madness --size 4", 1);
    let part = std::fs::read_to_string(world.path().join("1.part")).unwrap();
    let mut lines: Vec<&str> = part.lines().collect();
    let most = (u128::MAX - 1).to_string();
    let large = |number: u32| {
        format!(
            r#"{{"move":{number},"games":"{most}","first_player_wins":"{most}","second_player_wins":"0"}}"#
        )
    };
    let [one, two] = [large(1), large(2)];
    (lines[1], lines[2]) = (&one, &two);
    let unequal = part.replacen(r#""second_player_wins":""#, r#""second_player_wins":"1"#, 1);
    for (text, why) in [
        (lines.join("\n"), "--size: this board has more than 10 to the power of 38 games"),
        (unequal, "a part has "),
    ] {
        std::fs::write(world.path().join("1.part"), text).unwrap();
        let joined = run_in(&world, "join 1.part");
        assert_eq!((joined.code, joined.stdout.as_str()), (Some(1), ""), "{}", joined.stderr);
        assert!(joined.stderr.contains(why), "{}", joined.stderr);
    }
}

#[test]
fn positions_that_no_game_can_begin_from_are_named_by_their_line() {
    let world = World::new();
    let moves = ["2,2,4,4,1,1"; 167].join(",");
    let lines = format!("number-maze:2\n\nnumber-maze:{moves}\n");
    std::fs::write(world.path().join("positions"), lines).unwrap();
    let refused = run_in(&world, "arena number-maze --p1 easy --p2 hard --positions positions");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    let why =
        "--positions: the position in line 3 is over, has had 1000 turns, or is not of number-maze";
    assert!(refused.stderr.contains(why), "{}", refused.stderr);
}

#[test]
fn a_log_of_another_tournament_says_what_else_differs() {
    let world = World::new();
    let arena = "arena sequence-duel --p1 easy --p2 hard --games 2 --log games.jsonl";
    assert_eq!(run_in(&world, arena).code, Some(0));
    let other = run_in(&world, &format!("{arena} --resume --random-plies 2"));
    assert_eq!(other.code, Some(1));
    let message = "--seed and --reskin, --random-plies must be the same, and --games not less";
    assert!(other.stderr.contains(message), "{}", other.stderr);
    let named = arena.replace("--p1 easy", "--p1 Ann=easy");
    let other = run_in(&world, &format!("{named} --resume"));
    assert!(other.stderr.contains("--reskin, the players' names must be"), "{}", other.stderr);
}

#[test]
fn parts_of_machines_with_different_memory_and_cores_belong_together() {
    let world = World::new();
    for (command, differing) in [
        ("count multiple-madness --size 8", ["--max-memory 1", "--max-memory=2"]),
        ("longest multiple-madness --sizes 1..8", ["--max-memory=1", "--max-memory 2"]),
        ("arena multiple-madness --p1 easy --p2 random --games 4", ["--jobs 1", "--jobs=2"]),
    ] {
        for (part, option) in (1..).zip(differing) {
            let run = world.shell(&format!("divvy {command} {option} --part {part}/2"));
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            std::fs::write(world.path().join(format!("{part}.part")), run.stdout).unwrap();
        }
        let joined = world.run(&["join", "1.part", "2.part"], "");
        assert_eq!(joined.code, Some(0), "{command}: {}", joined.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_command_line_that_no_part_can_hold_is_refused_before_the_work() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let world = World::new();
    let mut command = world.divvy(&["census", "multiple-madness", "--sizes", "1..9", "--plot"]);
    let output = command.arg(OsStr::from_bytes(b"\xff.svg")).args(["--part", "1/2"]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--part: the command line goes into the part"), "{said}");
    assert!(output.stdout.is_empty());
}

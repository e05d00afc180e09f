//! The laboratory as a user meets it: `census`, `count`, `longest`, `fair`, `puzzle`.

use crate::common::{Run, World};
use serde_json::{Value, json};

pub(crate) fn run_in(world: &World, args: &str) -> Run {
    world.run(&args.split(' ').collect::<Vec<_>>(), "")
}

pub(crate) fn run(args: &str) -> Run {
    run_in(&World::new(), args)
}

pub(crate) fn json_of(run: &Run) -> Value {
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 1);
    serde_json::from_str(&run.stdout).unwrap()
}

pub(crate) fn refused(args: &str, code: i32, message: &str) {
    let run = run(args);
    assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{args}");
    assert!(run.stderr.contains(message), "{args}: {}", run.stderr);
}

#[test]
fn the_count_has_the_promised_keys_and_its_numbers_are_text() {
    let run = run("count multiple-madness --size 8 --opening even --json");
    let promised = concat!(
        r#"{"game":"multiple-madness","size":8,"games":"147","first_player_wins":"69","#,
        r#""second_player_wins":"78","by_opening":["#,
        r#"{"move":2,"games":"33","first_player_wins":"14","second_player_wins":"19"},"#,
        r#"{"move":4,"games":"39","first_player_wins":"18","second_player_wins":"21"},"#,
        r#"{"move":6,"games":"36","first_player_wins":"19","second_player_wins":"17"},"#,
        r#"{"move":8,"games":"39","first_player_wins":"18","second_player_wins":"21"}]}"#,
        "\n"
    );
    assert_eq!(run.stdout, promised);
    // The example of the contract.
    assert_eq!(json_of(&self::run("count multiple-madness --json"))["games"], "1157683");
}

#[test]
fn a_count_that_cannot_be_made_says_why() {
    refused("count number-maze", 2, "takes a removal game");
    refused("count trap-avoidance --size 59", 2, "boards of up to 58 numbers");
    refused("count multiple-madness --size 1000000", 2, "boards of up to 200 numbers");
    refused("count multiple-madness --max-memory much", 2, "takes GiB");
    refused("count trap-avoidance --memory 2", 2, "--memory: games with a memory of 2 are not");
    refused("longest trap-avoidance --memory 2", 2, "--memory: the longest game with a memory of");
    let message = "counting needs more than 1 MiB of memory";
    refused("count multiple-madness --size 44 --max-memory 0.001", 1, message);
}

#[test]
fn the_longest_game_has_the_promised_keys_and_can_be_reviewed() {
    let world = World::new();
    let found =
        json_of(&run_in(&world, "longest multiple-madness --size 12 --opening even --json"));
    let notation = found["example"].as_str().unwrap();
    let figures = ["size", "length", "left_out", "proved"].map(|key| found[key].clone());
    assert_eq!(figures, [json!(12), json!(10), json!(2), json!(true)]);
    assert_eq!(run_in(&world, &format!("review {notation} --json")).code, Some(0));
    let text = run_in(&world, "longest multiple-madness --size 100").stdout;
    assert!(text.contains("The longest game takes 77 of 100 numbers:"), "{text}");
    assert!(text.contains("searched for in vain"), "{text}");
    refused("longest number-maze", 2, "a game of Number Maze can go on for ever");
    refused("longest multiple-madness --sizes 1..9 --size 3", 2, "--sizes and --size do");
    refused("longest multiple-madness --size 1000000", 2, "boards of up to 1000 numbers");
    refused("longest trap-avoidance --size 1000000", 2, "boards of up to 10000 numbers");
    refused("longest multiple-madness --size 150 --max-memory 0.001", 1, "needs more than 1 MiB");
}

#[test]
fn longest_games_of_many_sizes_are_a_table_and_a_picture() {
    let world = World::new();
    let census = "census chain-reaction --sizes 1..60 --plot share.SVG";
    assert_eq!(run_in(&world, census).code, Some(0));
    assert!(std::fs::read(world.path().join("share.SVG")).unwrap().starts_with(b"<svg"));
    let csv = run_in(&world, "longest sequence-duel --sizes 1..60 --csv --plot long.svg").stdout;
    assert_eq!(csv.lines().count(), 61);
    let head = "size,length,left_out,bound,game\n1,1,0,0,\"sequence-duel;size=1:1\"\n";
    assert!(csv.starts_with(head), "{csv}");
    assert!(csv.lines().last().unwrap().starts_with("60,49,11,"));
    assert!(std::fs::read(world.path().join("long.svg")).unwrap().starts_with(b"<svg"));
}

#[test]
fn the_census_has_the_promised_keys_for_every_size() {
    let run = run("census multiple-madness --sizes 19..20 --json");
    let promised = concat!(
        r#"{"game":"multiple-madness","sizes":["#,
        r#"{"size":19,"winner":1,"openings":19,"winning_openings":4},"#,
        r#"{"size":20,"winner":1,"openings":20,"winning_openings":18}]}"#,
        "\n"
    );
    assert_eq!(run.stdout, promised);
    let lines = self::run("census trap-avoidance --sizes 15..16 --csv").stdout;
    assert_eq!(lines, "size,winner,openings,winning_openings\n15,1,15,1\n16,1,16,16\n");
    // Sizes without a game are named and left out.
    let run = self::run("census number-maze --sizes 1..3 --csv");
    assert_eq!(run.stdout, "size,winner,openings,winning_openings\n2,1,1,1\n3,1,2,1\n");
    assert_eq!(run.stderr, "divvy census: these options make no game on size 1\n");
}

#[test]
fn a_census_that_makes_no_sense_is_refused() {
    refused("census multiple-madness --sizes 9..3", 2, "takes the smaller size first: 3..9");
    refused("census multiple-madness --sizes 0..3", 2, "takes two sizes from 1 to 1000000");
    refused("census multiple-madness --sizes 1..3 --size 3", 2, "--sizes A..B takes");
    refused("census number-maze --sizes 2..9 --opening even", 2, "--opening is not an option");
    refused("census multiple-madness --sizes 1..3 --plot a.png", 2, "ends in .svg, not a.png");
    let plot = "census multiple-madness --sizes 1..3 --plot no/such/folder.svg";
    refused(plot, 1, "cannot write no/such/folder.svg");
}

/// The file that a census keeps its rows in.
fn kept_rows(world: &World, name: &str) -> std::path::PathBuf {
    world.path().join(format!(".cache/divvy/census/{name}.jsonl"))
}

#[test]
fn resume_takes_what_an_earlier_census_worked_out() {
    let world = World::new();
    let args = "census multiple-madness --sizes 1..9 --opening even --csv";
    let whole = run_in(&world, args).stdout;
    let file = kept_rows(&world, "multiple-madness;opening=even");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 9);
    // A row that only the log can know, one that cannot be, one that is missing, and one that was cut off.
    let eight = r#"{"size":8,"winner":1,"openings":4,"winning_openings":3}"#;
    assert!(kept.contains(eight), "{kept}");
    let changed = kept
        .replace(eight, &eight.replace(":3}", ":2}"))
        .replace(r#"{"size":5,"winner":2,"openings":2"#, r#"{"size":5,"winner":2,"openings":6"#)
        .replace(r#"{"size":3,"#, r#"{"size":300,"#);
    std::fs::write(&file, format!("{changed}{{\"size\":3,")).unwrap();
    let resumed = run_in(&world, &format!("{args} --resume")).stdout;
    assert_eq!(resumed, whole.replace("8,1,4,3", "8,1,4,2"));
    let again = std::fs::read_to_string(&file).unwrap();
    assert!(again.starts_with(&changed), "what was there is as it was");
    assert_eq!(run_in(&world, &format!("{args} --resume")).stdout, resumed);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), again, "nothing is worked out twice");
    assert_eq!(run_in(&world, args).stdout, whole, "without --resume nothing is believed");
}

#[cfg(unix)]
#[test]
fn a_census_that_is_interrupted_leaves_what_is_done() {
    use nix::sys::signal::{Signal, kill};

    let world = World::new();
    let args = ["census", "multiple-madness", "--sizes", "1..100000", "--csv"];
    let mut child = world.divvy(&args).spawn().unwrap();
    let file = kept_rows(&world, "multiple-madness");
    while std::fs::metadata(&file).map_or(0, |file| file.len()) == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended without keeping anything");
        std::thread::yield_now();
    }
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    kill(pid, Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("of 100000 sizes; to go on, add --resume"), "{stderr}");
    let kept = std::fs::read_to_string(&file).unwrap();
    let rows = kept.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut sizes: Vec<u64> = rows.map(|row| row["size"].as_u64().unwrap()).collect();
    sizes.sort_unstable();
    let printed = String::from_utf8(output.stdout).unwrap();
    let printed =
        printed.lines().skip(1).map(|line| line.split(',').next().unwrap().parse::<u64>());
    // Not shown if they differ: they may be long.
    assert!(sizes == printed.collect::<Result<Vec<u64>, _>>().unwrap());
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_what_is_no_file_is_written_to_as_it_is() {
    let world = World::new();
    let [target, link] = ["target.svg", "link.svg"].map(|name| world.path().join(name));
    std::fs::write(&target, "before").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let args = "census sequence-duel --sizes 1..4 --plot";
    assert_eq!(run_in(&world, &format!("{args} link.svg")).code, Some(0));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().starts_with("<svg "));
    let pipe = world.path().join("pipe.svg");
    std::os::unix::fs::symlink("/dev/stdout", &pipe).unwrap();
    assert!(world.shell(&format!("divvy {args} pipe.svg")).stdout.contains("<svg "));
}

#[test]
fn fair_boards_come_with_a_command_that_plays_them() {
    let answer = json_of(&run("fair multiple-madness --sizes 8..30 --count 4 --json"));
    let boards = answer["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 4);
    for board in boards {
        let command = board["command"].as_str().unwrap();
        let started = World::new().shell(&format!("{command} </dev/null"));
        // The game begins, and its input has ended.
        assert_eq!(started.code, Some(1), "{command}: {}", started.stderr);
        assert!(started.stdout.starts_with("Numbers available: "), "{command}");
    }
    let text = run("fair multiple-madness --sizes 8..30 --count 1").stdout;
    assert!(text.contains(boards[0]["command"].as_str().unwrap()), "{text}");
    refused("fair multiple-madness --sizes 8..3000", 2, "--sizes");
    refused("fair multiple-madness --block", 2, "--block is not an option");
    refused("fair multiple-madness --size 2", 1, "board");
}

#[test]
fn a_puzzle_is_asked_until_it_is_solved() {
    let world = World::new();
    let args = ["puzzle", "multiple-madness", "--seed", "5"];
    let puzzle = json_of(&world.run(&[&args[..], &["--json"]].concat(), ""));
    let puzzle = &puzzle["puzzles"][0];
    let answer = puzzle["answer"].as_u64().unwrap();
    let legal = puzzle["legal"].as_array().unwrap();
    let wrong = legal.iter().filter_map(Value::as_u64).find(|&n| n != answer).unwrap();
    let run = world.run(&args, format!("what\n99\n{wrong}\n{answer}\n"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for expected in [
        "Which number wins?".to_owned(),
        "Invalid choice: \"what\" is not a number".to_owned(),
        "Invalid choice: 99 is outside 1-20".to_owned(),
        format!("Wrong: {wrong} does not win."),
        format!("Right: {answer} wins."),
    ] {
        assert!(run.stdout.contains(&expected), "{expected}: {}", run.stdout);
    }
    assert!(world.run(&args, "answer\n").stdout.contains(&format!("The answer is {answer}.")));
    assert_eq!(world.run(&args, "quit\n").code, Some(0));
    let ended = world.run(&args, "");
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("the input ended before the puzzle was solved"));
}

#[test]
fn a_day_has_a_puzzle_that_is_the_engines_too() {
    let world = World::new();
    let puzzle = json_of(&run("puzzle --date 2026-11-22 --json"));
    assert_eq!(puzzle["date"], "2026-11-22");
    let asked = world.run(&["puzzle", "--date", "2026-11-22"], "quit\n").stdout;
    assert!(asked.contains("Grade 5 of 5.") && asked.contains("--date 2026-11-22)"), "{asked}");
    let engine =
        world.run(&["engine"], "{\"command\":\"puzzle\",\"date\":\"2026-11-22\"}\n").stdout;
    let engine: Value = serde_json::from_str(&engine).unwrap();
    assert_eq!(engine["result"]["position"], puzzle["puzzles"][0]["position"]);
    assert!(json_of(&run("puzzle --date today --json"))["puzzles"][0]["answer"].is_u64());
}

#[test]
fn a_sheet_of_puzzles_has_its_answers_on_another_page() {
    let world = World::new();
    let args = "puzzle trap-avoidance --seed 3 --count 4";
    let sheet = run_in(&world, args).stdout;
    let (questions, answers) = sheet.split_once('\x0c').unwrap();
    assert_eq!(questions.matches("Which number wins?").count(), 4);
    assert!(!questions.contains("stuck.") && !answers.contains("Which number"));
    assert_eq!(answers.matches("Puzzle ").count(), 4);
    assert_eq!(run_in(&world, args).stdout, sheet, "a seed repeats the sheet");
    let graded = json_of(&run("puzzle multiple-madness --seed 3 --count 5 --grade 3..4 --json"));
    let grades = graded["puzzles"].as_array().unwrap().iter().map(|puzzle| &puzzle["grade"]);
    assert_eq!(grades.filter(|&grade| *grade == 3 || *grade == 4).count(), 5);
    refused("puzzle multiple-madness --grade 6", 2, "takes grades from 1 to 5");
    refused("puzzle --size 30", 2, "rule options go with a GAME");
    refused("puzzle multiple-madness --size 20000", 2, "--size");
    refused("puzzle multiple-madness --size 2", 1, "multiple-madness;size=2");
}

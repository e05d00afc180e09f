//! What people and programs rely on: exit codes, reasons, options, and how input of any kind is met. The texts of `games`,
//! `rules` and of more refused options are in `fixtures/rc1`.

use std::fs;

use crate::common::World;
use divvy_rules::Game;
use divvy_words as words;

fn assert_has(text: &str, expected: &[&str]) {
    for part in expected {
        assert!(text.contains(part), "lacks {part:?}:\n{text}");
    }
}

/// The last `Invalid choice` line of a game with these lines typed.
fn reason(args: &str, lines: &str) -> String {
    let args: Vec<&str> = ["play"].into_iter().chain(args.split(' ')).collect();
    let run = World::new().run(&args, lines.replace(' ', "\n") + "\n");
    let found = run.stdout.lines().rfind(|line| line.starts_with("Invalid choice: "));
    found.unwrap_or_else(|| panic!("nothing refused:\n{}", run.stdout)).to_owned()
}

#[test]
fn every_reason_names_the_number_and_says_what_holds() {
    for (args, lines, expected) in [
        ("multiple-madness", "x", "x is not a number"),
        ("multiple-madness", "7.0", "7.0 is not a number"),
        ("multiple-madness", "seven", "seven is not a number"),
        ("multiple-madness", "0", "0 is outside 1-20"),
        ("multiple-madness", "-3", "-3 is outside 1-20"),
        ("multiple-madness", "21", "21 is outside 1-20"),
        ("multiple-madness --without-one", "1", "1 is outside 2-20"),
        ("multiple-madness", "6 6", "6 is already taken"),
        ("multiple-madness", "6 8", "8 is not a factor or multiple of 6"),
        ("chain-reaction", "8 20", "20 is not a factor or multiple of 8"),
        ("sequence-duel", "8 20", "20 is not a factor or multiple of 8"),
        ("trap-avoidance", "6 12", "12 is a factor or multiple of 6"),
        ("trap-avoidance", "6 1", "1 is a factor or multiple of 6"),
        ("multiple-madness --opening even", "7", "7 is not an even number"),
        ("trap-avoidance --opening even", "7", "7 is not an even number"),
        ("chain-reaction --opening even-below-half", "10", "10 is not less than half of 20"),
        ("number-maze", "5 2 1", "1 is the node you were on last turn"),
        ("number-maze", "1", "1 is where you already are"),
        ("number-maze", "5 2 7", "7 is not a factor or multiple of 5"),
        ("number-maze --block", "5 5", "5 is taken by your opponent's token"),
    ] {
        assert_eq!(reason(args, lines), format!("Invalid choice: {expected}"), "{args}: {lines}");
    }
}

#[test]
fn whatever_is_typed_the_game_goes_on() {
    let world = World::new();
    let digits = "9".repeat(10_000);
    let mut input: Vec<u8> = Vec::new();
    for line in [
        &b"  6  "[..],
        b"+3",
        b"9\r",
        b"",
        b"\xff\xfe\x00",
        b"1\x002",
        b"\x1b[2J",
        digits.as_bytes(),
        "七".as_bytes(),
        "7\u{202e}8".as_bytes(),
        b"-7",
        b"undo now",
        b"save",
        b"HINT",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(&vec![b'7'; 1 << 20]);
    input.extend_from_slice(b"\n18");
    let run = world.run(&["play", "multiple-madness"], input);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_has(
        &run.stdout,
        &[
            "Select a number to remove: +3\n\n",
            "Select a number to remove: 9\n\n",
            "Invalid choice: an empty line is not a number\n",
            "Invalid choice: \u{fffd}\u{fffd}\\u{0} is not a number\n",
            "Invalid choice: 1\\u{0}2 is not a number\n",
            "Invalid choice: \\u{1b}[2J is not a number\n",
            "Invalid choice: 9999999999999999999999999999999999999999... is outside 1-20\n",
            "Invalid choice: 七 is not a number\n",
            "Invalid choice: 7\\u{202e}8 is not a number\n",
            "Invalid choice: -7 is outside 1-20\n",
            "Invalid choice: undo now is not a number\n",
            "save takes a file name, for example: save game.divvy\n",
            "You lose from here, unless your opponent slips.\n",
            "Last number removed by opponent: 18\n",
        ],
    );
    assert!(run.stdout.len() < 10_000, "a long line is not repeated at length");
    assert!(!run.stdout.contains('\x1b') && !run.stdout.contains('\0'));
}

#[test]
fn every_way_to_leave_has_its_exit_code_and_keeps_what_was_played() {
    let ended = "divvy play: the input ended before the game did; to go on: divvy play --resume\n";
    let none = "No unfinished games.\n";
    for (game, input, code, said, saved) in [
        ("number-maze", "20\n", 0, "", none),
        ("multiple-madness", "quit\n", 0, "", none),
        (
            "multiple-madness",
            "6\nQuit\n",
            0,
            "",
            "Multiple Madness, 1-20, 1 move, Player 2 to play",
        ),
        ("trap-avoidance", "7\n", 1, ended, "Trap Avoidance, 1-20, 1 move, Player 2 to play"),
        ("multiple-madness", "", 1, ended, "Multiple Madness, 1-20, 0 moves, Player 1 to play"),
        ("chain-reaction", "", 1, ended, "Chain Reaction, 1-20, 0 moves, Player 1 to play"),
        ("sequence-duel", "", 1, ended, "Sequence Duel, 1-20, 0 moves, Player 1 to play"),
        ("number-maze", "", 1, ended, "Number Maze, 1-20, 0 moves, Player 1 to play"),
    ] {
        let world = World::new();
        let run = world.run(&["play", game], input);
        assert_eq!((run.code, &*run.stderr), (Some(code), said), "{game}: {input}");
        let listed = world.run(&["saved"], "").stdout;
        assert!(listed.starts_with(saved), "{game}: {listed}");
        let farewell = "The game is saved. To go on: divvy play --resume\n";
        assert_eq!(run.stdout.ends_with(farewell), code == 0 && saved != none, "{}", run.stdout);
    }
}

#[test]
fn without_a_terminal_divvy_alone_prints_help_and_exits_with_2() {
    let run = World::new().run(&[], "");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("divvy: the full-screen board needs a terminal; "));
    assert!(run.stderr.contains("Usage: divvy"), "{}", run.stderr);
    assert!(run.stderr.contains("divvy play --resume"), "examples: {}", run.stderr);
}

#[test]
fn a_closed_pipe_is_met_without_a_panic() {
    let world = World::new();
    let run = world.shell("yes 0 | divvy play multiple-madness | head -1");
    assert_eq!(run.code, Some(0), "head is content");
    assert!(!run.stderr.contains("panic"), "{}", run.stderr);
    // Reading from a pipe whose reader is gone before anything is written.
    let run = world.shell("(divvy games; echo $? >&2) | true");
    assert!(run.stderr == "0\n", "{}", run.stderr);
    let run = world.shell("(yes 0 | divvy play multiple-madness; echo $? >&2) | head -1");
    let why =
        "divvy play: cannot write the output: its reader has left; to go on: divvy play --resume";
    assert_eq!(run.stderr, format!("{why}\n1\n"));
    let run = world.shell("(divvy play number-maze --first random </dev/null; echo $? >&2) | true");
    assert_eq!(run.stderr, format!("{why}\n1\n"));
}

#[test]
fn a_stopped_program_exits_with_the_signal_s_code() {
    use std::io::{BufRead, BufReader};
    let world = World::new();
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut child = world.divvy(&["play", "multiple-madness"]).spawn().unwrap();
        // Both pipes stay open, so that nothing but the signal ends the program.
        let _stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        let kill = world.shell(&format!("kill -{signal} {}", child.id()));
        assert_eq!(kill.code, Some(0), "{}", kill.stderr);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "SIG{signal}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "The game is saved. To go on: divvy play --resume\n", "SIG{signal}");
    }
}

#[test]
fn colour_goes_where_it_is_wanted() {
    let world = World::new();
    let plays = |args: &str, env: &[(&str, &str)]| {
        let mut line: String = env.iter().map(|(key, value)| format!("{key}={value} ")).collect();
        line += &format!("divvy play multiple-madness {args} </dev/null 2>/dev/null");
        world.shell(&line).stdout.contains('\x1b')
    };
    assert!(!plays("", &[]), "no escape codes into a pipe");
    assert!(plays("--color always", &[]));
    assert!(plays("--color always", &[("NO_COLOR", "1")]), "asked for on the command line");
    assert!(!plays("--color never", &[("CLICOLOR_FORCE", "1")]));
    assert!(plays("", &[("CLICOLOR_FORCE", "1")]));
    assert!(!plays("", &[("NO_COLOR", "1")]));
    // Help and errors follow it too.
    let coloured = |line: &str| {
        let run = world.shell(line);
        run.stdout.contains('\x1b') || run.stderr.contains('\x1b')
    };
    assert!(coloured("divvy --color always --help"));
    assert!(coloured("divvy --color=always play chess"));
    assert!(!coloured("CLICOLOR_FORCE=1 divvy --color never --help"));
    assert!(!coloured("CLICOLOR_FORCE=1 divvy play chess --color never"));
    // The words are the same with colour and without.
    let plain = world.run(&["play", "chain-reaction"], "8\n").stdout;
    let colored = world.run(&["--color", "always", "play", "chain-reaction"], "8\n").stdout;
    assert_ne!(plain, colored);
    assert_eq!(plain, anstream::adapter::strip_str(&colored).to_string());
}

#[test]
fn large_boards_are_listed_as_shortened_ranges() {
    let world = World::new();
    let run = world.run(&["play", "trap-avoidance", "--size", "1000000"], "6\n");
    assert!(run.stdout.starts_with("Available Numbers: 1-1000000\nPlayer 1, select"));
    assert!(run.stdout.contains(
        "Invalid Numbers: 1-3, 6, 12, 18, 24, 30, 36, 42, ..., 999978, 999984, 999990, 999996\n"
    ));
    assert!(run.stdout.contains("Available Numbers: 4, 5, 7-11, 13-17, 19-23, 25-29,"));
    assert!(run.stdout.len() < 1_000, "{} bytes", run.stdout.len());

    let run = world.run(&["play", "chain-reaction", "--size", "201"], "100\n");
    assert!(run.stdout.contains("Number Pool: 1-201\n"));
    assert!(run.stdout.contains("Available Numbers: 1-99 101-201\n"), "{}", run.stdout);
    let run = world.run(&["play", "chain-reaction", "--size", "200"], "100\n");
    assert!(run.stdout.contains(" 98 99 101 102 "), "up to 200 every number is listed");
}

#[test]
fn names_stand_wherever_the_players_stand() {
    let run =
        World::new().run(&["play", "multiple-madness", "--names", "Red, Blue Jay"], "11\n1\n13\n");
    assert!(!run.stdout.contains("Player"), "{}", run.stdout);
    assert!(run.stdout.ends_with("Blue Jay has no valid moves.\nRed wins the game!\n"));
}

#[test]
fn the_first_move_can_be_given_or_tossed_for() {
    let world = World::new();
    let first = |args: &[&str]| {
        let args = [&["play", "multiple-madness"], args].concat();
        world.run(&args, "").stdout
    };
    assert!(first(&["--first", "2"]).contains("Player 2's turn."));
    let mut seen = Vec::new();
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        let toss = first(&["--first", "random", "--seed", seed]);
        assert_eq!(toss, first(&["--first", "random", "--seed", seed]), "reproducible");
        let line = toss.lines().next().unwrap().to_owned();
        let winner = line.strip_prefix("Coin toss: ").and_then(|l| l.strip_suffix(" begins."));
        assert!(toss.contains(&format!("\n{}'s turn.", winner.unwrap())), "{toss}");
        seen.push(line);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 2, "both sides of the coin");
    assert!(first(&["--first", "random"]).starts_with("Coin toss: Player "));
}

#[test]
fn a_series_counts_alternates_and_names_a_champion() {
    let world = World::new();
    // On 1 to 3 with an even opening the first player wins every round by 2, 1, 3.
    let play = |plan: &str, rounds: &[&str]| {
        let args = format!("play multiple-madness --size 3 --opening even {plan}");
        let run = world.run(&args.split(' ').collect::<Vec<_>>(), rounds.concat());
        assert_eq!(run.code, Some(0), "{}", run.stdout);
        run.stdout
    };
    let won = "2\n1\n3\n";
    let tied = play("--rounds 2", &[won, won]);
    let expected = [
        "Round 1 of 2. Player 1 begins.\n\n",
        "\nScore after round 1 of 2: Player 1: 1, Player 2: 0\n\nRound 2 of 2. Player 2 begins.\n\n",
        "\nScore after round 2 of 2: Player 1: 1, Player 2: 1\nThe match is tied, 1 to 1.\n",
    ];
    assert_has(&tied, &expected);
    let best = play("--best-of 3", &[won, won, won]);
    assert!(best.ends_with("Player 1 is the champion, 2 to 1.\n"), "{best}");
    // Player 1 resigns round 1; Player 2 wins round 2: decided, the third is not played.
    let decided = play("--best-of 3", &["resign\n", won]);
    assert_has(&decided, &["\nPlayer 1 resigns. Player 2 wins!\n"]);
    assert!(decided.ends_with("Player 2 is the champion, 2 to 0.\n"), "{decided}");
}

#[test]
fn undo_takes_back_one_move_and_its_skips() {
    let world = World::new();
    let run = world.run(&["play", "number-maze"], "undo\n11\n2\nundo\n5\n");
    assert!(run.stdout.contains("There is no move to take back.\n"));
    assert!(run.stdout.contains("Taken back: 2.\n\nPlayer 2 Turn:\nCurrent Node: 1\n"));
    let after = run.stdout.rsplit("Taken back").next().unwrap();
    assert!(after.contains("skips the turn"), "11 is still a dead end: {after}");
}

#[test]
fn help_and_rules_are_about_the_game_and_the_board_at_hand() {
    let world = World::new();
    for game in Game::ALL {
        let help = world.run(&["play", game.id()], "help\n").stdout;
        assert_has(&help, &[&words::brief(game.id().parse().unwrap())]);
        for word in ["help", "hint", "hint move", "undo", "resign", "save FILE", "quit"] {
            assert_has(&help, &[&format!("\n  {word} ")]);
        }
    }
    let options = ["--size", "30", "--opening", "even"];
    let help = world.run(&[&["play", "mm"], &options[..]].concat(), "help\n").stdout;
    assert_has(
        &help,
        &[
            "Multiple Madness on 1-30: the first number is even.\n",
            "All the rules: divvy rules multiple-madness --size 30 --opening even\n",
        ],
    );
    let blocked = world.run(&["play", "nm", "--block"], "help\n").stdout;
    assert_has(&blocked, &["Number Maze on 1-20: no entering the opponent's node.\n"]);
    assert!(blocked.is_ascii(), "{blocked}");
    let rules = world.run(&[&["rules", "mm"], &options[..]].concat(), "").stdout;
    assert_has(
        &rules,
        &[
            "The numbers 1 to 30 stand in a list.",
            "The first move\n  removes an even number.",
            "\nWHO WINS\n  With these options on 1-30: the ",
        ],
    );
    assert!(!rules.contains("1 to 20") && !rules.contains("1-20"), "{rules}");
}

#[test]
fn help_completions_and_manual_pages_are_printed() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(world.run(&["completions", shell], "").stdout.contains("completions"), "{shell}");
    }
    assert_eq!(world.run(&["man", "--out", "pages/man1"], "").code, Some(0));
    let page = |name: &str| fs::read_to_string(world.path().join("pages/man1").join(name)).unwrap();
    for (args, name, text) in [
        (&["man"][..], "divvy.1", "trap\\-avoidance"),
        (&["man", "play"], "divvy-play.1", "\\-\\-without\\-one"),
    ] {
        assert_has(&world.run(args, "").stdout, &[text]);
        assert_has(&page(name), &[text]);
    }
    fs::write(world.path().join("file"), "").unwrap();
    let run = world.run(&["man", "--out", "file"], "");
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert_has(&run.stderr, &["divvy man: the manual pages cannot be written to file: "]);
    for command in
        ["play", "games", "rules", "solve", "verify", "review", "saved", "completions", "man"]
    {
        let run = world.run(&[command, "--help"], "");
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains(&format!("Usage: divvy {command}")), "{}", run.stdout);
    }
}

#[test]
fn the_version_names_the_commit() {
    let world = World::new();
    let version = world.run(&["--version"], "").stdout;
    let rest = version.strip_prefix(concat!("divvy ", env!("CARGO_PKG_VERSION"))).unwrap();
    // Without the commit where the source is not in a repository.
    let commit = rest.trim_end().strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |text: &str| text.len() == 9 && text.bytes().all(|b| b.is_ascii_hexdigit());
    assert!(rest == "\n" || commit.is_some_and(is_commit), "{version}");
}

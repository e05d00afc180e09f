//! Perfect play as a user meets it: `solve`, `review`, `rules`, hints, bots and programs at the table.

use crate::common::World;
use serde_json::{Value, json};

fn run(args: &str) -> crate::common::Run {
    World::new().run(&args.split(' ').collect::<Vec<_>>(), "")
}

fn solve(args: &str) -> Value {
    let run = run(&format!("solve {args} --json"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args}");
    serde_json::from_str(&run.stdout).unwrap()
}

/// Text without its line breaks, which fall wherever a line is full.
fn unwrapped(text: &str) -> String {
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_json_answer_has_the_promised_keys_in_the_promised_order() {
    let text = run("solve multiple-madness --moves 6,3 --json").stdout;
    let mut rest = text.as_str();
    for key in [
        "game", "size", "moves", "to_move", "last", "over", "winner", "legal", "winning", "best",
        "depth",
    ] {
        let at = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} in {text}"));
        rest = &rest[at..];
    }
    assert_eq!(text.lines().count(), 1);
    let answer = solve("multiple-madness --moves 6,3");
    assert_eq!(answer["game"], "multiple-madness");
    assert_eq!((&answer["size"], &answer["moves"]), (&json!(20), &json!([6, 3])));
    assert_eq!((&answer["to_move"], &answer["last"]), (&json!(1), &json!(3)));
    assert_eq!(answer["legal"], json!([1, 9, 12, 15, 18]));
    assert_eq!(answer["over"], false);
}

#[test]
fn the_known_answers_come_out() {
    let answer = solve("multiple-madness");
    let all_but: Vec<u32> = (2..=20).filter(|n| *n != 14).collect();
    assert_eq!((&answer["winner"], &answer["winning"]), (&json!(1), &json!(all_but)));
    assert_eq!((&answer["last"], &answer["depth"]), (&Value::Null, &json!(3)));

    let answer = solve("multiple-madness --size 10");
    assert_eq!((&answer["winner"], &answer["winning"]), (&json!(2), &json!([])));
    assert!(answer["best"].is_number(), "a lost player still has a best move");

    let answer = solve("trap-avoidance");
    assert_eq!(answer["winning"], json!((1..=20).collect::<Vec<_>>()));
    assert_eq!(solve("trap-avoidance --size 15")["winning"], json!([1]));

    let answer = solve("number-maze");
    assert_eq!((&answer["winner"], &answer["winning"]), (&json!(1), &json!([20])));
    assert_eq!((&answer["best"], &answer["depth"]), (&json!(20), &json!(1)));
    assert_eq!(solve("number-maze --start 14 --target 15 --without-one --block")["winner"], 1);

    let lost = [1, 2, 4, 5, 6, 7, 9, 10, 11, 15, 18, 19, 21, 22, 23, 25, 26, 28, 29];
    for size in 1..=30 {
        let winner = if lost.contains(&size) { 2 } else { 1 };
        assert_eq!(
            solve(&format!("chain-reaction --opening even --size {size}"))["winner"],
            winner
        );
    }
}

#[test]
fn a_finished_game_says_who_has_won() {
    let answer = solve("sequence-duel --size 10 --moves 6,3,9,1,8,2,10,5");
    assert_eq!((&answer["over"], &answer["winner"]), (&json!(true), &json!(2)));
    assert_eq!((&answer["legal"], &answer["winning"]), (&json!([]), &json!([])));
    assert_eq!((&answer["best"], &answer["depth"]), (&Value::Null, &json!(0)));
    let answer = solve("number-maze --moves 20");
    assert_eq!((&answer["over"], &answer["winner"]), (&json!(true), &json!(1)));
    let text = run("solve number-maze --moves 20").stdout;
    assert!(text.ends_with("The game is over: Player 1 has won.\n"), "{text}");
}

#[test]
fn an_illegal_move_is_named_with_its_place_and_reason() {
    for (moves, why) in [
        ("6,8", "move 2 cannot be played: 8 is not a factor or multiple of 6"),
        ("6,3,6", "move 3 cannot be played: 6 is already taken"),
        ("21", "move 1 cannot be played: 21 is outside 1-20"),
        ("6,x", "move 2 is not a number: \"x\""),
    ] {
        let run = run(&format!("solve multiple-madness --moves {moves}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains(why), "{moves}: {}", run.stderr);
    }
    assert_eq!(run("solve multiple-madness --block").code, Some(2));
    let large = run("solve number-maze --size 201 --without-one --start 2 --target 201 --block");
    assert_eq!(large.code, Some(1));
    assert_eq!(
        large.stderr,
        "divvy solve: a race with blocking and without 1 is solved up to size 200, and this board has size 201\n"
    );
}

#[test]
fn the_answer_in_words_is_a_recipe() {
    let text = run("solve multiple-madness").stdout;
    assert!(
        text.starts_with(
            "Multiple Madness on 1-20, Player 1 to move.\n\nPlayer 1 wins, in 3 moves"
        )
    );
    assert!(text.contains("Winning moves: 2-13, 15-20\n"));
    let text = unwrapped(&text);
    assert!(text.contains("Remove 11. Whatever Player 2 removes, remove its partner ("), "{text}");
    assert!(text.contains(", until Player 2 is stuck."), "{text}");
    let text = unwrapped(&run("solve multiple-madness --size 10").stdout);
    assert!(text.contains("Player 2 wins, whatever Player 1 does"), "{text}");
    assert!(text.contains("Whatever you remove, Player 2 removes its partner ("), "{text}");
    assert!(text.contains(": Player 2 must find "), "{text}");
    let text = unwrapped(&run("solve trap-avoidance").stdout);
    assert!(text.contains("Take 1. Then no number can follow, and Player 2 is stuck."), "{text}");
    let text = unwrapped(&run("solve number-maze --without-one --start 14 --target 15").stdout);
    assert!(
        text.contains("Move to 2. The target is 4 turns away, and Player 2 needs 4 turns too"),
        "{text}"
    );
    // Each pair is said once.
    let text = unwrapped(&run("solve multiple-madness --size 10").stdout);
    let pairs = text.split("its partner (").nth(1).unwrap();
    let (pairs, rest) = pairs.split_once(')').unwrap();
    assert_eq!(rest.trim(), ", to the end.");
    let numbers = pairs.split(|c: char| !c.is_ascii_digit());
    let mut numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
}

#[test]
fn rules_say_who_wins_under_the_options_given() {
    let tail = |args: &str| run(args).stdout.lines().last().unwrap().to_owned();
    assert_eq!(
        tail("rules multiple-madness"),
        "  With these options on 1-20: the first player. 18 of 20 openings win."
    );
    assert_eq!(
        tail("rules sequence-duel --size 10"),
        "  With these options on 1-10: the second player. None of 10 openings wins."
    );
    assert_eq!(run("rules sequence-duel --block").code, Some(2));
}

#[test]
fn a_hint_tells_won_or_lost_first_and_the_move_only_on_request() {
    let world = World::new();
    let run = world.run(&["play", "multiple-madness"], "hint\nhint move\n1\nhint\n13\n");
    assert!(run.stdout.contains("remove: hint\nYou can win from here.\nSelect"), "{}", run.stdout);
    assert!(
        run.stdout.contains(
            "remove: hint move\nYou can win from here.\nTake 11. If your opponent takes "
        )
    );
    let text = unwrapped(&run.stdout);
    assert!(text.contains("until your opponent is stuck."), "{text}");
    let run = world.run(&["play", "multiple-madness", "--size", "10"], "hint\n");
    assert!(run.stdout.contains("You lose from here, unless your opponent slips.\n"));
    let run = world.run(
        &["play", "number-maze", "--size", "400", "--without-one", "--start", "2", "--block"],
        "hint\n",
    );
    assert!(
        run.stdout.contains("No hint: a race with blocking and without 1 is solved up to size 200")
    );
}

#[test]
fn a_bot_s_choice_stands_after_the_prompt_as_if_typed() {
    let world = World::new();
    let run = world.run(&["play", "multiple-madness", "--p1", "perfect"], "1\n");
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Player 1's turn.\nSelect a number to remove: 11\n\nNumbers"));
    assert!(run.stdout.ends_with("Player 2 has no valid moves.\nPlayer 1 wins the game!\n"));
}

#[test]
fn bots_play_whole_matches_and_a_seed_repeats_them() {
    let world = World::new();
    for game in divvy_rules::Game::ALL {
        let play = |seed: &str| {
            let args = [
                "play",
                game.id(),
                "--p1",
                "easy",
                "--p2",
                "random",
                "--rounds",
                "2",
                "--seed",
                seed,
            ];
            let run = world.run(&args, "");
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
            run.stdout
        };
        assert_eq!(play("5"), play("5"), "{game}");
        let others: Vec<String> = ["6", "7", "8", "9"].into_iter().map(play).collect();
        assert!(others.iter().any(|other| *other != play("5")), "{game}");
    }
}

#[test]
fn a_match_against_a_bot_is_resumed_with_the_bot_in_its_seat() {
    let world = World::new();
    let args = ["play", "chain-reaction", "--p2", "perfect", "--seed", "3"];
    let whole = world.run(&args, "6\nundo\n8\n");
    assert!(whole.stdout.contains("Player 2 selected "), "{}", whole.stdout);
    assert!(whole.stdout.contains("Taken back: "), "his move and the reply: {}", whole.stdout);
    let run = world.run(&["play", "--resume"], "");
    assert!(run.stdout.starts_with("Going on after 8 "), "{}", run.stdout);
    assert!(run.stdout.contains("Player 1, it's your turn.\n"), "{}", run.stdout);
}

#[test]
fn a_program_that_misbehaves_forfeits_and_the_match_goes_on() {
    let world = World::new();
    let args =
        ["play", "number-maze", "--p1", "cmd:no-such-program", "--p2", "greedy", "--rounds", "2"];
    let run = world.run(&args, "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("Player 1 forfeits the game: it did not start ("),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains(").\nPlayer 2 wins!\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("Player 2 is the champion, 2 to 0.\n"), "{}", run.stdout);

    let args = ["play", "multiple-madness", "--p2", "cmd:sh -c 'while read s; do echo 7; done'"];
    let run = world.run(&args, "6\n");
    assert!(run.stdout.ends_with(
        "Player 2 forfeits the game: after 3 tries, its answer 7 is not a factor or multiple of 6.\n\
         Player 1 wins!\n"
    ));
    let args = ["play", "number-maze", "--p1", "cmd:sleep 1000", "--move-time", "0.01"];
    let run = world.run(&args, "");
    assert!(run.stdout.contains("forfeits the game: it gave no answer within 0.01 s.\n"));
}

#[test]
fn a_file_from_elsewhere_starts_no_program_unless_asked_to() {
    let world = World::new();
    let program = "cmd:sh -c 'touch ran; read s; echo 3; cat >/dev/null'";
    world.run(&["play", "multiple-madness", "--p2", program], "save it.divvy\n");
    let other = World::new();
    std::fs::copy(world.path().join("it.divvy"), other.path().join("it.divvy")).unwrap();
    let run = other.run(&["play", "--resume", "it.divvy"], "6\n");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.contains("it.divvy seats a program, cmd:sh -c 'touch ran"),
        "{}",
        run.stderr
    );
    assert!(!other.path().join("ran").exists());
    let run = other.run(&["play", "--resume", "it.divvy", "--allow-programs"], "6\n");
    assert!(run.stdout.contains("opponent: 3\n"), "{}{}", run.stdout, run.stderr);
    // One's own games go on without asking.
    let run = other.run(&["play", "--resume"], "");
    assert!(run.stdout.starts_with("Going on after 6 3.\n"), "{}", run.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_ends_with_divvy_and_one_that_never_stops_talking_fills_no_memory() {
    use std::io::{BufRead, BufReader};
    let world = World::new();
    let program = "cmd:sh -c 'echo $$ >pid; read s; echo 2; yes 99999'";
    let args = ["play", "number-maze", "--p1", program, "--move-time", "20"];
    let mut child = world.divvy(&args).spawn().unwrap();
    let _stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The person's turn comes, while the program goes on talking.
    assert!(lines.any(|line| line.unwrap() == "Player 2 Turn:"));
    let pid = std::fs::read_to_string(world.path().join("pid")).unwrap();
    assert_eq!(world.shell(&format!("kill -TERM {}", child.id())).code, Some(0));
    assert_eq!(child.wait().unwrap().code(), Some(143));
    // A killed process may take a moment to be gone, and stays as a zombie where its parent does not wait for it.
    let dead = |_| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.map_or(true, |stat| stat.contains(") Z ") || stat.contains(") X "))
    };
    assert!((0..100_000).any(dead), "the program is still there");
}

#[test]
fn a_bot_that_cannot_play_a_board_is_refused_before_anything_starts() {
    let world = World::new();
    let args =
        "play number-maze --block --without-one --size 1000 --start 14 --target 15 --p1 easy";
    let run = world.run(&args.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.contains("choose size 200 or less, or the bots random and greedy"),
        "{}",
        run.stderr
    );
    assert!(!world.games().exists());
}

#[test]
fn a_perfect_player_ends_the_game_when_it_can() {
    let answer = solve("multiple-madness --size 100 --moves 53,1");
    assert_eq!(answer["depth"], 1, "on boards too large for a search as well");
    // 2 wins too, only later: the opponent has to come out of a dead end first.
    let race = solve("number-maze --size 100000 --moves 8,99991");
    assert!(race["winning"].as_array().unwrap().len() > 1);
    assert_eq!((&race["best"], &race["depth"]), (&json!(100_000), &json!(1)));
    let best = answer["best"].as_u64().unwrap();
    assert_eq!(solve(&format!("multiple-madness --size 100 --moves 53,1,{best}"))["over"], true);
}

#[test]
fn a_wrong_player_is_named_with_the_right_ones() {
    let run = run("play number-maze --p1 genius");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains(
            "takes human, random, greedy, easy, medium, hard, perfect, or cmd:PROGRAM ARGS"
        )
    );
}

#[test]
fn a_review_tells_of_skipped_turns() {
    let review = World::new().run(&["review", "number-maze:11,2,4"], "").stdout;
    let (_, after) = review.split_once("   2. ").unwrap_or_else(|| panic!("{review}"));
    let mut lines = after.lines().skip_while(|line| !line.starts_with("      Player 1 has"));
    assert_eq!(lines.next(), Some("      Player 1 has no move and skips the turn."), "{review}");
    assert!(lines.next().unwrap().starts_with("   3. Player 2 moves to 4."), "{review}");
}

#[test]
fn a_review_goes_through_a_game_from_moves_notation_file_or_memory() {
    let world = World::new();
    let by_moves = run("review sequence-duel --size 10 --moves 6,3,9,1,8,2,10,5");
    assert_eq!(by_moves.code, Some(0), "{}", by_moves.stderr);
    assert!(
        by_moves.stdout.starts_with("Sequence Duel on 1-10, 8 moves\n\nBefore the first move ")
    );
    assert_eq!(by_moves.stdout, run("review sequence-duel;size=10:6,3,9,1,8,2,10,5").stdout);

    assert_eq!(world.run(&["review"], "").code, Some(1), "nothing has been played yet");
    world.run(
        &["play", "sequence-duel", "--size", "10"],
        "6\nsave half.divvy\n3\n9\n1\n8\n2\n10\n5\n",
    );
    assert_eq!(world.run(&["review"], "").stdout, by_moves.stdout);
    let half = world.run(&["review", "half.divvy"], "");
    assert!(half.stdout.contains("1 moves") || half.stdout.contains("ahead."), "{}", half.stdout);

    let run = world.run(&["review", "multiple-madness:1,13", "--json"], "");
    let review: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&review["decisive"], &review["winner"]), (&json!(1), &json!(2)));
    assert_eq!(review["moves"][0]["slip"], true);
    assert_eq!(
        (&review["moves"][0]["before"], &review["moves"][0]["after"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(review["moves"][0]["winning"].as_array().unwrap().len(), 18);
    // Names, seats and the ending are those of the match.
    let args = ["play", "multiple-madness", "--names", "Red,Blue", "--first", "2"];
    world.run(&args, "11\n1\n13\n");
    let text = world.run(&["review"], "").stdout;
    assert!(
        text.contains("   1. Blue removes 11.\n")
            && text.contains("   3. Blue removes 13 and wins.\n"),
        "{text}"
    );
    world.run(&["play", "multiple-madness", "--rounds", "1"], "11\nresign\n");
    let text = world.run(&["review"], "").stdout;
    assert!(text.starts_with("Round 1 of 1: Multiple Madness on 1-20, 1 move\n"), "{text}");
    assert!(text.contains("Player 2 resigned. On the board Player 1 is ahead.\n"), "{text}");
    // To give a won game up is a slip.
    world.run(&["play", "multiple-madness"], "11\n1\nresign\n");
    let text = world.run(&["review"], "").stdout;
    assert!(text.ends_with("\nOne slip. Player 1 resigned a won game.\n"), "{text}");
    for (args, code) in [
        ("review nowhere", 2),
        ("review chess --moves 1", 2),
        ("review multiple-madness --size 10", 2),
        ("review multiple-madness:6 --opening even", 2),
    ] {
        assert_eq!(world.run(&args.split(' ').collect::<Vec<_>>(), "").code, Some(code), "{args}");
    }
}

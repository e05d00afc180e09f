//! How arguments are understood: numbers, names of games and players, places to listen at; and what shells complete.

use crate::common::World;
use divvy_match::Bot;
use divvy_rules::Game;

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn every_number_that_is_none_or_out_of_range_is_told_what_would_be_right() {
    let world = World::new();
    let seed = "takes 0 to 18446744073709551615";
    let seconds = "takes seconds from 0.001 to 86400, such as 10 or 0.5";
    for (args, expected) in [
        ("play mm --seed", seed),
        ("tui mm --seed", seed),
        ("arena mm --p1 easy --p2 hard --seed", seed),
        ("puzzle --seed", seed),
        ("play mm --rounds", "takes 1 to 1000"),
        ("play mm --best-of", "takes 1 to 1000"),
        ("play mm --size", "takes 1 to 1000000"),
        ("play mm --from", "takes 1 to 1000000"),
        ("play mm --move-time", seconds),
        ("arena mm --start-time", seconds),
        ("arena mm --games", "takes 1 to 1000000"),
        ("arena mm --jobs", "takes 1 to 1024"),
        ("fair mm --count", "takes 1 to 100"),
        ("fair mm --sizes", "takes two sizes from 1 to 1000000, such as 1..400, both included"),
        ("census mm --sizes", "takes two sizes from 1 to 1000000, such as 1..400, both included"),
        ("count mm --max-memory", "takes GiB, such as 8 or 0.5"),
        ("puzzle --count", "takes 1 to 200"),
        ("puzzle --grade", "takes grades from 1 to 5, such as 3 or 2..4"),
        ("serve --max-size", "takes 1 to 1000000"),
        ("serve --keep-days", "takes 1 to 36500"),
        ("serve --rate", "takes 0 to 4294967295"),
        ("serve --connections", "takes 0 to 4294967295"),
    ] {
        for value in ["x", "-1", "1e99", "99999999999999999999999"] {
            let args: Vec<&str> = words(args).into_iter().chain([value]).collect();
            let run = world.run(&args, "");
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
            let (command, option) = (args[0], args[args.len() - 2]);
            let help = format!("See divvy {command} --help\n");
            assert_eq!(
                run.stderr,
                format!("divvy {command}: {option} {expected}, not {value}. {help}")
            );
        }
    }
    let run = world.run(&words("arena mm --p1 easy --p2 hard --games 0"), "");
    assert!(run.stderr.contains("--games takes 1 to 1000000, not 0. "), "{}", run.stderr);
    assert!(!world.games().exists(), "nothing was started");
}

#[test]
fn a_game_is_known_by_its_name_in_any_case_its_initials_and_its_beginning() {
    let world = World::new();
    for (typed, game) in [
        ("ta", Game::TrapAvoidance),
        ("mm", Game::MultipleMadness),
        ("cr", Game::ChainReaction),
        ("nm", Game::NumberMaze),
        ("sd", Game::SequenceDuel),
        ("MM", Game::MultipleMadness),
        ("Multiple-Madness", Game::MultipleMadness),
        ("Number Maze", Game::NumberMaze),
        ("seq", Game::SequenceDuel),
    ] {
        for command in ["rules", "solve"] {
            let run = world.run(&[command, typed], "");
            let name = divvy_words::name(game);
            assert!(run.stdout.starts_with(name), "{command} {typed}: {}", run.stderr);
        }
    }
    let review = world.run(&words("review SD --size 10 --moves 6,3"), "").stdout;
    assert!(review.starts_with("Sequence Duel on 1-10, 2 moves\n"), "{review}");
    assert_eq!(review, world.run(&["review", "sd;size=10:6,3"], "").stdout);
    world.run(&["play", "cr"], "8\n");
    world.run(&["play", "ta"], "7\n");
    let run = world.run(&["play", "--resume", "CR"], "");
    assert!(run.stdout.starts_with("Going on after 8.\n"), "{}", run.stderr);
    let run = world.run(&["play", "cr", "--resume"], "");
    assert!(run.stdout.starts_with("Going on after 8.\n"), "{}", run.stderr);
}

#[test]
fn players_are_known_in_any_case() {
    let run = World::new().run(&words("play mm --p1 Perfect --p2 HUMAN"), "");
    assert!(run.stdout.contains("opponent: "), "the bot has moved: {}{}", run.stdout, run.stderr);
}

#[test]
fn what_is_no_game_is_answered_with_the_names_of_the_games() {
    let world = World::new();
    for args in ["play chess", "solve mx", "rules -", "arena multiply", "review chess --moves 6"] {
        let run = world.run(&words(args), "");
        assert_eq!(run.code, Some(2), "{args}");
        for game in Game::ALL {
            assert!(run.stderr.contains(game.id()), "{args} lacks {game}: {}", run.stderr);
        }
    }
}

#[test]
fn shells_complete_the_names_of_games_and_bots() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        // Elvish and PowerShell complete names of options and commands only.
        let values = !["elvish", "powershell"].contains(&shell);
        let script = world.run(&["completions", shell], "").stdout;
        for name in Bot::NAMES.iter().chain(Game::NAMES) {
            assert!(!values || script.contains(name), "{shell} lacks {name}");
        }
    }
    // As bash asks for it.
    let complete = |line: &str| {
        let count = line.split(' ').count();
        let script = format!(
            "source <(divvy completions bash); COMP_WORDS=({line} ''); COMP_CWORD={count}; \
             _divvy divvy '' {}; echo \"${{COMPREPLY[@]}}\"",
            line.split(' ').next_back().unwrap()
        );
        let run = world.shell(&format!("bash -c '{}'", script.replace('\'', "'\\''")));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    assert_eq!(complete("divvy play mm --p2"), "human random greedy easy medium hard perfect\n");
    assert_eq!(complete("divvy arena mm --player"), "random greedy easy medium hard perfect\n");
    assert!(complete("divvy solve").contains("trap-avoidance multiple-madness chain-reaction"));
    // The help explains them in its own words.
    let help = world.run(&["play", "--help"], "").stdout;
    assert!(help.contains("Bots: random;") && !help.contains("[possible values: human"), "{help}");
}

#[test]
fn a_place_to_listen_at_can_have_a_name() {
    use std::io::{BufRead, BufReader};
    let world = World::new();
    let mut child =
        world.divvy(&["serve", "--addr", "localhost:0", "--log", "off"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("divvy is at http://127.0.0.1:"), "{line}");

    for place in ["localhost", "8020", ":8020", "localhost:http", "localhost:99999", "::1:80"] {
        let run = world.run(&["serve", "--addr", place], "");
        assert_eq!(run.code, Some(2), "{place}");
        let expected = "takes a host and a port, such as 127.0.0.1:8020 or localhost:8020";
        assert!(run.stderr.contains(expected), "{place}: {}", run.stderr);
    }
    let run = world.run(&["serve", "--addr", "no-such-host.invalid:8020"], "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.starts_with("divvy serve: cannot listen at no-such-host.invalid:8020: "),
        "{}",
        run.stderr
    );
}

#[test]
fn with_a_size_or_nothing_the_game_is_as_specified() {
    for game in Game::ALL.map(|game| game.id()) {
        for (size, notation) in [("20", game.to_owned()), ("9", format!("{game};size=9"))] {
            let world = World::new();
            let run = |command: &str, input: &str| {
                let args: Vec<&str> = match size {
                    "20" => command.split(' ').collect(),
                    size => command.split(' ').chain(["--size", size]).collect(),
                };
                world.run(&args, input).stdout
            };
            let solved = run(&format!("solve {game} --json"), "");
            assert!(solved.contains(&format!("\"position\":\"{notation}\"")), "{solved}");
            let help = run(&format!("play {game}"), "help\n");
            let board = format!("{} on 1-{size}.\n", divvy_words::name(game.parse().unwrap()));
            assert!(help.contains(&board), "{help}");
            let options = if size == "20" { "{}" } else { "{\"size\":9}" };
            let new =
                format!("{{\"command\":\"new\",\"game\":\"{game}\",\"options\":{options}}}\n");
            let engine = world.run(&["engine"], &new).stdout;
            assert!(engine.contains(&format!("\"position\":\"{notation}\"")), "{engine}");
        }
    }
    let counted = World::new().run(&["count", "mm", "--size", "9"], "").stdout;
    assert!(counted.starts_with("Multiple Madness on 1-9\n"), "{counted}");
}

//! Fair boards: their numbers are the solver's, their commands make their rules, and no two are much the same.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::{contest, proposals};
use divvy_lab::fair::{FairBoard, LARGEST, NoFairBoard, SIZES, fair, measured, proposed};
use divvy_rules::{
    Game, Number, OptionProblem, Options, Position, Record, RuleOption, Rules, RulesError,
};
use divvy_solver::Solver;

/// Fewer sizes than usual, for the sake of time; on more than twelve numbers two traps take long.
fn boards(game: Game, given: &Options, count: usize) -> Vec<FairBoard> {
    let last = match game {
        Game::TrapAvoidance => 11,
        Game::NumberMaze => 24,
        _ => 18,
    };
    fair(game, given, 8..=last, count, |_, _| true).unwrap().unwrap()
}

fn only(size: u32) -> Options {
    format!("size={size};opening=any").parse().unwrap()
}

/// Whether the player to move wins, by trying everything.
fn wins(position: &Position) -> bool {
    position.legal().iter().any(|number| wins_with(position, number))
}

fn wins_with(position: &Position, number: Number) -> bool {
    let mut next = position.clone();
    next.play(number).unwrap();
    !wins(&next)
}

#[test]
fn the_numbers_are_those_of_a_plain_search() {
    let mut searched = 0;
    for game in Game::ALL.into_iter().filter(|&game| game != Game::NumberMaze) {
        let boards = fair(game, &Options::default(), 5..=11, 12, |_, _| true).unwrap().unwrap();
        for board in boards {
            let (start, numbers) = (board.rules.start(), board.rules.board().numbers());
            let openings: Vec<Number> = numbers.filter(|&n| start.check(n).is_ok()).collect();
            assert_eq!(board.openings as usize, openings.len(), "{}", board.rules);
            let winning = openings.into_iter().filter(|&n| wins_with(&start, n)).count();
            assert_eq!(board.winning as usize, winning, "{}", board.rules);
            searched += 1;
        }
    }
    assert!(searched > 20, "{searched}");
}

#[test]
fn the_length_is_that_of_the_solvers_search_and_tells_who_wins() {
    for game in Game::ALL {
        for board in boards(game, &Options::default(), 12) {
            let mut solver = Solver::new(Record::new(board.rules)).unwrap();
            // Up to here the solver's own search is quick.
            if board.exact
                && board.rules.board().size() <= 16
                && let Some(depth) = solver.solution().depth
            {
                assert_eq!(board.moves, depth, "{}", board.rules);
            }
            // The player who makes the last move has won.
            let first_wins = board.winning > 0;
            assert!(
                game == Game::NumberMaze || first_wins == (board.moves % 2 == 1),
                "{}",
                board.rules
            );
        }
    }
}

#[test]
fn the_length_is_exact_on_small_boards() {
    let mut exact = 0;
    for size in 3..=10 {
        for game in [Game::MultipleMadness, Game::TrapAvoidance] {
            let given = format!("size={size}").parse().unwrap();
            let Ok(boards) = fair(game, &given, SIZES, 20, |_, _| true) else { continue };
            for board in boards.unwrap().iter().filter(|board| board.exact) {
                let solution = Solver::new(Record::new(board.rules)).unwrap().solution();
                assert_eq!(Some(board.moves), solution.depth, "{}", board.rules);
                exact += 1;
            }
        }
    }
    assert!(exact > 50, "{exact}");
}

#[test]
fn known_boards_have_their_known_numbers() {
    let madness = |size| boards(Game::MultipleMadness, &only(size), 8);
    let twenty = madness(20).into_iter().find(|board| board.rules.board().has_one()).unwrap();
    assert_eq!((twenty.openings, twenty.winning), (20, 18));
    assert!((twenty.evenness() - 0.2).abs() < 1e-9);
    let ten = madness(10).into_iter().find(|board| board.rules.board().has_one()).unwrap();
    assert_eq!((ten.openings, ten.winning), (10, 0));
    assert!(ten.score() == 0.0 && ten.sentence().contains("none of the 10 first moves wins"));
}

#[test]
fn boards_are_ranked_and_differ() {
    for game in Game::ALL {
        let boards = boards(game, &Options::default(), 10);
        assert!(boards.len() >= 4, "{game}");
        let tenths = |board: &FairBoard| (board.simple_share() * 10.0).round();
        let rank = |board: &FairBoard| (tenths(board), -board.score());
        assert!(boards.is_sorted_by(|a, b| rank(a) <= rank(b)), "{game}");
        for (index, board) in boards.iter().enumerate() {
            assert!(board.openings >= 3 && (0.0..=1.0).contains(&board.score()));
            let options = |board: &FairBoard| {
                let mut options = board.rules.options();
                for number in [RuleOption::Size, RuleOption::Start, RuleOption::Target] {
                    options.set(number, None);
                }
                options
            };
            for other in boards[index + 1..].iter().filter(|other| options(other) == options(board))
            {
                let apart = other.rules.board().size().abs_diff(board.rules.board().size());
                assert!(apart > 2, "{} {}", board.rules, other.rules);
            }
        }
    }
}

/// Trap Avoidance was searched up to 24 once; from 14 on a rule of thumb wins six games of ten.
#[test]
fn the_proposed_boards_are_the_best_of_12_to_24() {
    for (game, last) in
        [(Game::TrapAvoidance, 13), (Game::ChainReaction, 24), (Game::NumberMaze, 24)]
    {
        let best = fair(game, &Options::default(), 12..=last, 1, |_, _| true).unwrap().unwrap();
        assert_eq!(best[0].rules, Rules::new(game, &contest(game)).unwrap());
    }
}

/// `DIVVY_BLESS=1` writes the kept figures anew.
#[test]
fn the_proposed_boards_have_the_figures_that_are_kept() {
    let boards: Vec<String> = Game::ALL
        .into_iter()
        .flat_map(|game| measured(game).unwrap())
        .map(|board| serde_json::to_string(&board).unwrap())
        .collect();
    if std::env::var_os("DIVVY_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/fair/proposed.json");
        return std::fs::write(path, format!("[\n{}\n]\n", boards.join(",\n"))).unwrap();
    }
    let kept: Vec<&str> = proposed(None, u32::MAX).into_iter().map(|board| board.get()).collect();
    assert_eq!(kept, boards);
    for game in Game::ALL {
        let boards = measured(game).unwrap();
        assert!((3..=5).contains(&boards.len()), "{game}");
        assert_eq!(proposed(Some(game), u32::MAX).len(), boards.len(), "{game}");
        assert!(boards.iter().all(|one| one.board.simple_share() < 0.3), "{game}: {boards:?}");
        let recommended = boards.iter().find(|one| one.name == "Recommended").unwrap();
        assert_eq!(recommended.board.rules, Rules::new(game, &contest(game)).unwrap());
        let sizes = boards.iter().map(|one| one.board.rules.board().size());
        assert!(sizes.is_sorted(), "{game}: the quickest first");
    }
    assert_eq!(proposed(Some(Game::NumberMaze), 15).len(), 2, "up to this size");
}

/// Each is the first that a search among sizes near its own finds, with what sets it apart given.
#[test]
fn every_proposed_board_is_found() {
    let found = |game: Game, name: &str, given: &str, sizes| {
        let proposal = proposals(game).into_iter().find(|proposal| proposal.name == name).unwrap();
        let best = fair(game, &given.parse().unwrap(), sizes, 1, |_, _| true).unwrap().unwrap();
        let rules = Rules::new(game, &proposal.options).unwrap();
        assert_eq!(best[0].rules, rules, "{game} {name}");
    };
    found(Game::TrapAvoidance, "Quick", "", 8..=9);
    found(Game::TrapAvoidance, "Second player’s choice", "opening=even", 11..=12);
    found(Game::TrapAvoidance, "Long", "", 13..=13);
    // The other games by factors and multiples have the same boards and figures.
    found(Game::ChainReaction, "Quick", "", 8..=11);
    found(Game::ChainReaction, "Long", "", 20..=30);
    found(Game::ChainReaction, "Very long", "", 31..=38);
    found(Game::NumberMaze, "Quick", "", 8..=11);
    found(Game::NumberMaze, "Longer", "", 20..=22);
    found(Game::NumberMaze, "With blocking", "block", 23..=26);
    found(Game::NumberMaze, "Large", "", 34..=36);
}

#[test]
fn options_that_are_given_stay() {
    for (game, given) in [
        (Game::ChainReaction, "opening=even;without-one"),
        (Game::NumberMaze, "size=30;start=8;block"),
        (Game::SequenceDuel, "from=12"),
    ] {
        let given: Options = given.parse().unwrap();
        for board in boards(game, &given, 6) {
            let options = board.rules.options();
            assert!(given.given().all(|(option, value)| options.get(option) == Some(value)));
        }
    }
}

#[test]
fn sentences_and_data_say_the_same() {
    let given = "size=16".parse().unwrap();
    let board = &boards(Game::MultipleMadness, &given, 1)[0];
    assert_eq!(
        board.sentence(),
        "Multiple Madness on 2-16, the first number even: 5 of 8 first moves win; best play lasts 7 moves. Of rules of thumb \
         “odd” gets furthest: it wins 12 of 100 games from the winning seat."
    );
    let data = serde_json::to_value(board).unwrap();
    assert_eq!(data["winning_openings"], 5);
    assert_eq!(data["openings"], 8);
    assert_eq!(data["simple_rules"][0]["rule"], "odd");
    assert_eq!(data["simple_rules"].as_array().unwrap().len(), 8);
    assert_eq!(data["simple_share"], data["simple_rules"][0]["share"]);
    assert_eq!(data["sentence"], board.sentence());
    let given = "size=15;start=3;target=7;without-one".parse().unwrap();
    assert_eq!(
        boards(Game::NumberMaze, &given, 1)[0].sentence(),
        "Number Maze on 2-15 from 3 to 7: 2 of 4 first moves keep the shortest way; it takes 4 turns. Of rules of thumb \
         “random” gets furthest: it wins 5 of 100 games from the winning seat."
    );
}

#[test]
fn what_cannot_be_is_an_error_that_says_so() {
    for (given, option, problem) in [
        ("opening=even", RuleOption::Opening, OptionProblem::NotOf(Game::NumberMaze)),
        ("start=7;target=7", RuleOption::Target, OptionProblem::IsStart(7)),
    ] {
        let given = given.parse().unwrap();
        let error = fair(Game::NumberMaze, &given, SIZES, 3, |_, _| true);
        assert_eq!(error, Err(NoFairBoard::Rules(RulesError { option, problem })));
    }
    for (first, last) in [(0, 5), (9, 8), (8, LARGEST + 1)] {
        let error = fair(Game::SequenceDuel, &Options::default(), first..=last, 3, |_, _| true);
        assert_eq!(error, Err(NoFairBoard::Sizes { first, last }));
    }
    let error = fair(Game::SequenceDuel, &Options::default(), 1..=2, 3, |_, _| true);
    assert_eq!(error, Err(NoFairBoard::NoneFound));
    let memory = "memory=2".parse().unwrap();
    let error = fair(Game::TrapAvoidance, &memory, 30..=40, 3, |_, _| true);
    assert!(matches!(error, Err(NoFairBoard::TooLarge(_))), "{error:?}");
}

#[test]
fn it_tells_how_far_it_is_and_stops_when_told() {
    for stop in [30, 300, 800, 1_000] {
        let mut heard = Vec::new();
        let watch = |done, total| {
            heard.push((done, total));
            done < stop
        };
        let boards = fair(Game::MultipleMadness, &Options::default(), 8..=10, 3, watch);
        assert_eq!(boards, Ok(None));
        assert!(heard.is_sorted() && heard.iter().all(|(_, total)| *total == 1_000));
        let last = heard.len() - 1;
        assert!(heard[last].0 >= stop && heard[..last].iter().all(|(done, _)| *done < stop));
    }
}

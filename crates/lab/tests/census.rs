//! The census against the facts that are known, and against solving each board by itself.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use divvy_lab::{Census, CensusError, Part, Row, plot_census};
use divvy_rules::{
    Game, OptionProblem, OptionValue, Options, Record, RuleOption, Rules, RulesError,
};
use divvy_solver::Solver;

fn rows(game: Game, options: &Options, sizes: std::ops::RangeInclusive<u32>) -> BTreeMap<u32, Row> {
    Census::new(game, options, sizes).unwrap().rows([], |_| true)
}

fn even() -> Options {
    "opening=even".parse().unwrap()
}

fn second_player_wins(rows: &BTreeMap<u32, Row>) -> Vec<u32> {
    rows.values().filter(|row| row.winner == Some(2)).map(|row| row.size).collect()
}

#[test]
fn the_facts_of_the_theory_come_out() {
    let free = rows(Game::MultipleMadness, &Options::default(), 1..=400);
    assert_eq!(second_player_wins(&free), [2, 4, 6, 10]);
    assert_eq!((free[&20].openings, free[&20].winning_openings), (20, 18));

    let lost = [1, 2, 4, 5, 6, 7, 9, 10, 11, 15, 18, 19, 21, 22, 23, 25, 26, 28, 29];
    assert_eq!(second_player_wins(&rows(Game::SequenceDuel, &even(), 1..=30)), lost);

    let traps = rows(Game::TrapAvoidance, &Options::default(), 15..=20);
    assert_eq!([15, 16, 20].map(|size| traps[&size].winning_openings), [1, 16, 20]);
}

#[test]
fn a_row_is_what_solving_that_board_alone_gives() {
    let trap_options = ["", "opening=even;one=free", "without-one", "from=12"];
    let related_options = ["opening=even", "opening=even-below-half", "without-one", "from=28"];
    let race_options = ["", "block", "without-one;start=14;target=15"];
    let cases = trap_options
        .map(|options| (Game::TrapAvoidance, options))
        .into_iter()
        .chain(related_options.map(|options| (Game::ChainReaction, options)))
        .chain(race_options.map(|options| (Game::NumberMaze, options)));
    for (game, options) in cases {
        let options: Options = options.parse().unwrap();
        let mut compared: Vec<Row> = rows(game, &options, 28..=200).into_values().collect();
        // 1,024 sizes are worked out in one go; the rows on both sides of the seam are looked at too.
        if game != Game::NumberMaze {
            compared.extend(rows(game, &options, 28..=1_055).range(1_047..).map(|(_, row)| row));
        }
        for row in compared {
            let size = OptionValue::Number(row.size);
            let options = options.clone().with(RuleOption::Size, size);
            let solver = Solver::new(Record::new(Rules::new(game, &options).unwrap())).unwrap();
            let expected = (
                solver.winner().map(|player| player.number()),
                solver.record().legal().len(),
                solver.winning().len() as u32,
            );
            let found = (row.winner, row.openings, row.winning_openings);
            assert_eq!(found, expected, "{}", solver.record());
        }
    }
}

#[test]
fn rows_that_are_known_are_not_worked_out_again() {
    let census = Census::new(Game::MultipleMadness, &even(), 10..=100).unwrap();
    let all = census.rows([], |_| true);
    let known: Vec<Row> = all.values().copied().filter(|row| row.size % 7 != 0).collect();
    let mut new = Vec::new();
    let again = census.rows(known.iter().copied(), |row| {
        new.push(row.size);
        true
    });
    new.sort_unstable();
    assert_eq!(new, (10..=100).filter(|size| size % 7 == 0).collect::<Vec<_>>());
    assert_eq!(again, all);
}

#[test]
fn a_part_leaves_out_known_rows_of_other_parts() {
    let census = Census::new(Game::MultipleMadness, &even(), 1..=3_000).unwrap();
    let all = census.rows([], |_| true);
    let parts = [1, 2].map(|number| census.clone().part(Part::new(number, 2)));
    let rows = parts.map(|part| (part.count(), part.rows(all.values().copied(), |_| false)));
    for (count, rows) in &rows {
        assert_eq!(rows.len(), *count);
    }
    let [(_, first), (_, second)] = rows;
    assert_eq!(first.into_iter().chain(second).collect::<BTreeMap<_, _>>(), all);
}

#[test]
fn a_census_that_is_stopped_leaves_what_is_done() {
    let census = Census::new(Game::MultipleMadness, &even(), 1..=3_000).unwrap();
    let mut told = 0;
    let rows = census.rows([], |_| {
        told += 1;
        told < 10
    });
    assert!((10..3_000).contains(&rows.len()), "{}", rows.len());
}

#[test]
fn sizes_without_a_game_are_left_out_and_impossible_options_refused() {
    let census = Census::new(Game::NumberMaze, &Options::default(), 1..=4).unwrap();
    assert_eq!(census.without_game(), [1]);
    assert_eq!(census.rows([], |_| true).len(), census.count());

    let problem = |game, options: &str| match Census::new(game, &options.parse().unwrap(), 2..=20) {
        Err(CensusError::Rules(RulesError { problem, .. })) => problem,
        other => panic!("{other:?}"),
    };
    let off_board = problem(Game::NumberMaze, "target=30");
    assert!(matches!(off_board, OptionProblem::OffBoard { value: 30, .. }), "{off_board}");
    let not_of = problem(Game::NumberMaze, "opening=even");
    assert_eq!(not_of, OptionProblem::NotOf(Game::NumberMaze));
    let struck = Census::new(Game::SequenceDuel, &"from=6".parse().unwrap(), 2..=20).unwrap();
    assert_eq!(struck.without_game(), [2, 3, 4, 5]);
    let slow = "without-one;block;start=2".parse().unwrap();
    let refused = Census::new(Game::NumberMaze, &slow, 20..=300).unwrap_err();
    assert!(matches!(refused, CensusError::TooLarge(_)), "{refused}");
    let memory = "memory=2".parse().unwrap();
    let refused = Census::new(Game::TrapAvoidance, &memory, 12..=19).unwrap_err();
    assert!(matches!(refused, CensusError::TooLarge(_)), "{refused}");
}

#[test]
fn a_memory_of_two_is_searched_size_by_size() {
    let found = rows(Game::TrapAvoidance, &"memory=2;without-one".parse().unwrap(), 8..=13);
    assert_eq!((found[&12].winner, found[&12].openings), (Some(1), 11));
    assert_eq!(found[&12].winning_openings, 3);
    let even = rows(Game::TrapAvoidance, &"memory=2;opening=even".parse().unwrap(), 12..=12);
    assert_eq!((found.len(), even[&12].winner), (6, Some(2)));
}

#[test]
fn the_name_tells_different_rules_apart() {
    let name = |game, options: &Options| Census::new(game, options, 20..=40).unwrap().name();
    assert_eq!(name(Game::MultipleMadness, &even()), "multiple-madness;opening=even");
    assert_eq!(name(Game::NumberMaze, &Options::default()), "number-maze");
    let target = "target=20".parse().unwrap();
    assert_eq!(name(Game::NumberMaze, &target), "number-maze;target=20");
}

#[test]
fn the_picture_has_a_mark_for_every_size() {
    let rows: Vec<Row> = rows(Game::MultipleMadness, &even(), 1..=100).into_values().collect();
    let svg = plot_census("Openings <even> & more", &rows);
    let lost = rows.iter().filter(|row| row.winner == Some(2)).count();
    // One more of each stands in the legend.
    assert_eq!(svg.matches("<circle").count(), rows.len() - lost + 1);
    assert_eq!(svg.matches("<path").count(), lost + 1);
    assert!(svg.contains("Openings &lt;even&gt; &amp; more") && !svg.contains("<even"));
}

#[test]
fn a_picture_of_few_sizes_is_one_too() {
    for sizes in [1..=1, 5..=5, 999..=1_001] {
        let rows: Vec<Row> =
            rows(Game::TrapAvoidance, &Options::default(), sizes).into_values().collect();
        assert_eq!(plot_census("Few", &rows).matches("<circle").count(), rows.len() + 1);
    }
    assert!(plot_census("None", &[]).ends_with("</svg>\n"));
}

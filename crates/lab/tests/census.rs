//! The census against the facts that are known, and against solving each board by itself.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use divvy_lab::{Census, CensusError, Plot, Row};
use divvy_rules::{Game, One, Opening, Options, Record, Rules, RulesError};
use divvy_solver::Solver;

fn rows(game: Game, options: &Options, sizes: std::ops::RangeInclusive<u32>) -> BTreeMap<u32, Row> {
    Census::new(game, options, sizes).unwrap().rows([], |_| true)
}

fn even() -> Options {
    Options { opening: Some(Opening::Even), ..Options::default() }
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
    let trap_options = [
        Options::default(),
        Options { one: Some(One::Free), ..even() },
        Options { without_one: true, ..Options::default() },
    ];
    let related_options = [
        even(),
        Options { opening: Some(Opening::EvenBelowHalf), ..Options::default() },
        Options { without_one: true, ..Options::default() },
    ];
    let race_options = [
        Options::default(),
        Options { block: true, ..Options::default() },
        Options { without_one: true, start: Some(14), target: Some(15), ..Options::default() },
    ];
    let cases = trap_options
        .map(|options| (Game::TrapAvoidance, options))
        .into_iter()
        .chain(related_options.map(|options| (Game::ChainReaction, options)))
        .chain(race_options.map(|options| (Game::NumberMaze, options)));
    for (game, options) in cases {
        // More than one piece of work, so that their seams are looked at too.
        for row in rows(game, &options, 28..=200).values() {
            let options = Options { size: Some(row.size), ..options.clone() };
            let solver = Solver::new(Record::new(Rules::new(game, &options).unwrap())).unwrap();
            let expected = (
                solver.winner().map(|player| player.number()),
                solver.record().position().legal().len(),
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

    let nowhere = Options { target: Some(30), ..Options::default() };
    let refused = Census::new(Game::NumberMaze, &nowhere, 2..=20).unwrap_err();
    assert!(matches!(refused, CensusError::Rules(RulesError::OffBoard { .. })), "{refused}");
    let refused = Census::new(Game::NumberMaze, &even(), 2..=20).unwrap_err();
    assert!(matches!(refused, CensusError::Rules(RulesError::NotAnOption { .. })), "{refused}");
    let slow = Options { without_one: true, block: true, start: Some(2), ..Options::default() };
    let refused = Census::new(Game::NumberMaze, &slow, 20..=300).unwrap_err();
    assert!(matches!(refused, CensusError::TooLarge(_)), "{refused}");
}

#[test]
fn the_name_tells_different_rules_apart() {
    let name = |game, options: &Options| Census::new(game, options, 20..=40).unwrap().name();
    assert_eq!(name(Game::MultipleMadness, &even()), "multiple-madness;opening=even");
    assert_eq!(name(Game::NumberMaze, &Options::default()), "number-maze");
    let target = Options { target: Some(20), ..Options::default() };
    assert_eq!(name(Game::NumberMaze, &target), "number-maze;target=20");
}

#[test]
fn the_picture_has_a_mark_for_every_size() {
    let rows: Vec<Row> = rows(Game::MultipleMadness, &even(), 1..=100).into_values().collect();
    let plot = Plot::of("Openings <even> & more", &rows);
    let mut svg = Vec::new();
    plot.write_svg(&mut svg).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    let lost = rows.iter().filter(|row| row.winner == Some(2)).count();
    // One more of each stands in the legend.
    assert_eq!(svg.matches("<circle").count(), rows.len() - lost + 1);
    assert_eq!(svg.matches("<path").count(), lost + 1);
    assert!(svg.contains("Openings &lt;even&gt; &amp; more") && !svg.contains("<even"));

    let mut picture = Vec::new();
    plot.write_png(&mut picture).unwrap();
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn a_picture_of_few_sizes_is_one_too() {
    for sizes in [1..=1, 5..=5, 999..=1_001] {
        let rows: Vec<Row> =
            rows(Game::TrapAvoidance, &Options::default(), sizes).into_values().collect();
        Plot::of("Few", &rows).write_svg(&mut Vec::new()).unwrap();
        Plot::of("Few", &rows).write_png(&mut Vec::new()).unwrap();
    }
    Plot::of("None", &[]).write_png(&mut Vec::new()).unwrap();
}

//! Counts against playing every game, against other programs, and against what others have published.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_paths::{CountError, Counting, Counts};
use divvy_rules::{Family, Number, RemovalPosition, RemovalRules, Rules};

fn rules(text: &str) -> RemovalRules {
    match text.parse::<Rules>().unwrap().family() {
        Family::Removal(rules) => rules,
        Family::Race(_) => unreachable!(),
    }
}

fn counts(text: &str) -> Counts {
    Counts::of(rules(text), 1 << 32, |_| true).unwrap()
}

fn games(game: &str, size: usize) -> u64 {
    counts(&format!("{game};size={size}")).total.games().try_into().unwrap()
}

#[test]
fn games_with_an_even_opening_are_those_of_oeis_a348842() {
    let published = [
        0, 1, 1, 6, 10, 35, 47, 147, 216, 452, 512, 3055, 3365, 5602, 12160, 35951, 37959, 147889,
        154998, 703094, 1178850, 1467813,
    ];
    for (index, expected) in published.into_iter().enumerate() {
        assert_eq!(games("multiple-madness;opening=even", index + 1), expected, "{}", index + 1);
    }
}

/// Plays every game, one move at a time, by the rules alone.
fn played(position: &RemovalPosition, wins: &mut [u128; 2]) {
    let legal = position.legal();
    if let Some(winner) = position.winner() {
        wins[winner.index()] += 1;
    }
    for number in &legal {
        let mut next = position.clone();
        next.play(number).unwrap();
        played(&next, wins);
    }
}

#[test]
fn games_of_trap_avoidance_are_what_playing_every_game_gives() {
    for one in ["", ";one=free", ";without-one", ";from=4", ";from=7;without-one"] {
        for opening in ["any", "even", "even-below-half"] {
            for size in 7..=9 {
                let opening =
                    if one.contains("from") { "" } else { &format!(";opening={opening}") };
                let text = format!("trap-avoidance;size={size}{opening}{one}");
                let (start, counts) = (rules(&text).start(), counts(&text));
                let openings: Vec<Number> = counts.by_opening.iter().map(|o| o.0).collect();
                assert_eq!(openings, start.legal().iter().collect::<Vec<_>>());
                for (opening, wins) in &counts.by_opening {
                    let (mut position, mut expected) = (start.clone(), [0; 2]);
                    position.play(*opening).unwrap();
                    played(&position, &mut expected);
                    assert_eq!([wins.first, wins.second], expected, "{text}, opening {opening}");
                }
            }
        }
    }
}

#[test]
fn some_openings_have_the_games_that_they_have_among_all() {
    for text in ["multiple-madness;size=28;opening=even", "trap-avoidance;size=12"] {
        let (rules, all) = (rules(text), counts(text).by_opening);
        let some: Vec<_> = all.into_iter().step_by(3).collect();
        let openings: Vec<Number> = some.iter().map(|opening| opening.0).collect();
        let part = Counts::of_openings(rules, &openings, 1 << 30, |_| true).unwrap();
        assert_eq!(part.by_opening, some, "{text}");
    }
}

#[test]
fn a_count_tells_how_far_it_is_and_can_be_stopped() {
    for (text, limit) in
        [("multiple-madness;size=44", 2 << 20), ("trap-avoidance;size=30", 8 << 20)]
    {
        assert_eq!(Counts::of(rules(text), 1 << 30, |_| false), Err(CountError::Stopped));
        let mut most = 0;
        let error = Counts::of(rules(text), limit, |counting| {
            most = most.max(counting.bytes);
            true
        });
        let error = error.unwrap_err();
        assert!(matches!(error, CountError::Memory { .. }), "{error}");
        assert!(error.to_string().contains(&format!("more than {} MiB", limit >> 20)));
        assert!((1..=limit).contains(&most), "{text}: {most}");
    }
    let mut before = 0.0;
    let watcher = |counting: Counting| {
        assert!((before..=1.0).contains(&counting.done), "{} after {before}", counting.done);
        before = counting.done;
        true
    };
    Counts::of(rules("multiple-madness;size=36"), 1 << 30, watcher).unwrap();
    assert!(before > 0.9, "{before}");
}

#[test]
fn boards_that_are_too_large_are_refused_at_once() {
    for (text, most, found) in
        [("trap-avoidance;size=59", 58, 59), ("multiple-madness;size=1000000", 200, 1_000_000)]
    {
        let refused = Counts::of(rules(text), u64::MAX, |_| true);
        assert_eq!(refused, Err(CountError::TooManyNumbers { most, found }));
    }
}

#[test]
fn games_by_opening_and_winner_are_those_of_oeis_a348844() {
    // For each first move 2, 4, 6 and so on: games of odd length, which the first player wins, and of even length.
    let published: [&[[u128; 2]]; 13] = [
        &[[0, 1]],
        &[[1, 0]],
        &[[2, 1], [2, 1]],
        &[[3, 2], [3, 2]],
        &[[6, 6], [7, 4], [6, 6]],
        &[[8, 8], [9, 6], [8, 8]],
        &[[14, 19], [18, 21], [19, 17], [18, 21]],
        &[[25, 24], [31, 27], [30, 21], [31, 27]],
        &[[36, 36], [51, 52], [49, 39], [51, 52], [43, 43]],
        &[[41, 41], [59, 59], [54, 44], [59, 59], [48, 48]],
        &[[189, 190], [286, 283], [253, 268], [307, 309], [266, 262], [222, 220]],
        &[[209, 211], [315, 313], [282, 296], [340, 342], [287, 282], [245, 243]],
        &[[257, 257], [462, 459], [433, 448], [489, 488], [394, 391], [372, 367], [394, 391]],
    ];
    for (index, expected) in published.into_iter().enumerate() {
        let size = index + 2;
        let counts = counts(&format!("multiple-madness;size={size};opening=even"));
        let found: Vec<(u32, [u128; 2])> = counts
            .by_opening
            .iter()
            .map(|(opening, wins)| {
                let split = [wins.first, wins.second];
                (opening.get(), split)
            })
            .collect();
        let expected: Vec<(u32, [u128; 2])> =
            (2..).step_by(2).zip(expected.iter().copied()).collect();
        assert_eq!(found, expected, "size {size}");
    }
}

#[test]
fn counts_are_those_that_a_search_of_positions_found() {
    // A line for each board up to 30 numbers with every option: the rules, the games that each player wins, and the same
    // for each opening unless a number is struck.
    for line in include_str!("data/counts.txt").lines() {
        let mut words = line.split(' ');
        let rules = words.next().unwrap();
        let found = counts(rules);
        assert_eq!(found.total.first.to_string(), words.next().unwrap(), "{rules}");
        assert_eq!(found.total.second.to_string(), words.next().unwrap(), "{rules}");
        if rules.contains("from") {
            continue;
        }
        let by_opening = found.by_opening.iter();
        let by_opening: Vec<String> =
            by_opening.map(|(n, wins)| format!("{n}:{}:{}", wins.first, wins.second)).collect();
        assert_eq!(by_opening, words.collect::<Vec<_>>(), "{rules}");
    }
}

#[test]
fn a_memory_of_two_is_not_counted() {
    let memory = rules("trap-avoidance;size=8;memory=2");
    assert_eq!(Counts::of(memory, 1 << 30, |_| true), Err(CountError::NoPaths));
    assert_eq!(counts("trap-avoidance;size=8;memory=1"), counts("trap-avoidance;size=8"));
}

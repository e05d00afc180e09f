//! The bots, and reviews.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_analysis::{Computer, Review};
use divvy_match::Bot;
use divvy_rules::{Game, Player, Record, Rules, TURN_LIMIT};

/// Plays a game out and says who won.
fn play_out(
    rules: Rules,
    bots: [Bot; 2],
    seed: u64,
    computers: &mut [Computer; 2],
) -> Option<Player> {
    let mut record = Record::new(rules).limited(Some(TURN_LIMIT));
    while !record.is_over() {
        let mover = record.to_move().index();
        let chance = seed.wrapping_mul(1_000_003).wrapping_add(record.moves().len() as u64);
        let number = computers[mover].choose(bots[mover], &record, chance).unwrap().unwrap();
        record.play(number).unwrap();
    }
    record.winner()
}

#[test]
fn perfect_never_loses_a_won_seat() {
    let boards: Vec<Rules> = Game::ALL
        .iter()
        .flat_map(|&game| match game {
            Game::NumberMaze => vec![
                "number-maze",
                "number-maze;without-one;start=14;target=15",
                "number-maze;without-one;start=14;target=15;block",
                "number-maze;size=60;start=59;target=53;block",
            ],
            Game::TrapAvoidance => vec![
                "trap-avoidance;size=12",
                "trap-avoidance;size=15;without-one",
                "trap-avoidance;size=40;one=free",
            ],
            Game::MultipleMadness => {
                vec!["multiple-madness;size=10", "multiple-madness;size=50;opening=even"]
            }
            Game::ChainReaction => vec!["chain-reaction", "chain-reaction;size=35;opening=even"],
            Game::SequenceDuel => {
                vec!["sequence-duel;size=16;without-one", "sequence-duel;size=33"]
            }
        })
        .map(|notation| notation.parse().unwrap())
        .collect();
    let mut games = 0;
    for rules in boards {
        let start = Record::new(rules);
        let mut computers = [Computer::default(), Computer::default()];
        let Some(winner) = computers[0].solver(&start).unwrap().winner() else { continue };
        for other in Bot::ALL.into_iter().filter(|&bot| bot != Bot::Perfect) {
            let bots = match winner {
                Player::First => [Bot::Perfect, other],
                Player::Second => [other, Bot::Perfect],
            };
            for seed in 0..80 {
                let won = play_out(rules, bots, seed, &mut computers);
                assert_eq!(won, Some(winner), "{rules}: {bots:?}, seed {seed}");
                games += 1;
            }
        }
    }
    assert!(games >= 5_000, "{games}");
}

#[test]
fn the_same_chance_gives_the_same_move_and_another_chance_another() {
    let record = Record::new("multiple-madness;size=40;opening=even".parse().unwrap());
    for bot in Bot::ALL {
        let choose = |chance| Computer::default().choose(bot, &record, chance).unwrap();
        let choices: Vec<_> = (0..40).map(choose).collect();
        assert_eq!(choices, (0..40).map(choose).collect::<Vec<_>>(), "{bot}");
        let varied = choices.iter().any(|choice| *choice != choices[0]);
        assert_eq!(varied, bot.slips() > 0 || matches!(bot, Bot::Random | Bot::Greedy), "{bot}");
    }
}

#[test]
fn slips_are_as_frequent_as_stated() {
    let record = Record::new("multiple-madness;size=24;opening=even".parse().unwrap());
    let mut computer = Computer::default();
    let winning = computer.solver(&record).unwrap().winning();
    assert!(winning.len() > 3 && winning.len() < 12);
    for bot in [Bot::Easy, Bot::Medium, Bot::Hard] {
        let mut choose = |chance| computer.choose(bot, &record, chance).unwrap().unwrap();
        let wrong = (0..2_000).filter(|&chance| !winning.contains(&choose(chance))).count() as u32;
        let percent = wrong / 20;
        assert!(percent.abs_diff(bot.slips()) <= 3, "{bot}: {percent} of 100");
    }
}

#[test]
fn a_win_in_one_is_never_passed_over() {
    // The target is next to the start; 13 leaves nothing to take.
    for (notation, number) in [("number-maze;size=21", 21), ("multiple-madness:11,1", 13)] {
        let record: Record = notation.parse().unwrap();
        let mut computer = Computer::default();
        for bot in Bot::ALL.into_iter().filter(|bot| bot.needs_solver()) {
            let ends = |chance| {
                let number = computer.choose(bot, &record, chance).unwrap().unwrap();
                record.position().ends_with(number)
            };
            assert!((0..200).all(ends), "{bot}: {notation}, such as {number}");
        }
    }
}

#[test]
fn a_perfect_player_makes_the_move_that_the_solver_calls_best() {
    let mut computer = Computer::default();
    let mut lost = 0;
    for notation in
        ["trap-avoidance", "multiple-madness;size=30", "number-maze;without-one;start=3;target=7"]
    {
        let rules: Rules = notation.parse().unwrap();
        for first in Record::new(rules).legal().iter() {
            let mut record = Record::new(rules);
            record.play(first).unwrap();
            let solution = computer.solver(&record).unwrap().solution();
            lost += u32::from(solution.winning.is_empty() && solution.best.is_some());
            let chosen = computer.choose(Bot::Perfect, &record, u64::from(lost)).unwrap();
            assert_eq!(chosen, solution.best, "{record}");
        }
    }
    assert!(lost > 30, "{lost}");
}

/// On the board of the spec every opening wins, and whoever takes at random used to win every game.
#[test]
fn a_lost_perfect_player_sets_problems() {
    let rules: Rules = "trap-avoidance".parse().unwrap();
    let mut computers = [Computer::default(), Computer::default()];
    let winner = computers[0].solver(&Record::new(rules)).unwrap().winner().unwrap();
    let mut bots = [Bot::Perfect; 2];
    bots[winner.index()] = Bot::Random;
    let won = (0..200).filter(|&seed| play_out(rules, bots, seed, &mut computers) == Some(winner));
    let won = won.count();
    assert!((1..180).contains(&won), "{won} of 200");
}

#[test]
fn greedy_leaves_the_fewest_replies() {
    let choose = |notation: &str| {
        let record: Record = notation.parse().unwrap();
        Computer::default().choose(Bot::Greedy, &record, 1).unwrap().unwrap().get()
    };
    assert!([11, 13, 17, 19].contains(&choose("multiple-madness")));
    assert_eq!(choose("multiple-madness:6"), 18);
    assert_eq!(choose("number-maze"), 20);
}

#[test]
fn a_review_marks_who_gave_what_away() {
    // 1 gives the win away, 2 gives it back, 4 throws it away again.
    let record: Record = "multiple-madness:1,2,4".parse().unwrap();
    let review = Review::of(&record).unwrap();
    let told: Vec<_> = review.moves.iter().map(|m| (m.before, m.after, m.slip)).collect();
    assert_eq!(told[0], (Some(Player::First), Some(Player::Second), true));
    for (index, reviewed) in review.moves.iter().enumerate() {
        assert_eq!(reviewed.ply, index + 1);
        let mover = Player::BOTH[index % 2];
        assert_eq!(reviewed.player, mover);
        assert_eq!(reviewed.slip, reviewed.before == Some(mover) && reviewed.after != Some(mover));
        assert_eq!(reviewed.winning.is_empty(), !reviewed.slip);
    }
    let last = review.moves.iter().rfind(|m| m.slip).map(|m| m.ply);
    assert_eq!(review.decisive, last);
}

/// The specs' own sample games, as far as they are legal: who slipped first, where, and what decided.
#[test]
fn the_sample_games_are_reviewed() {
    for (notation, first, decisive) in [
        ("trap-avoidance:7,9,10,13,6,11,8,14,15,17,18,19,5,12", (13, 1), 13),
        ("multiple-madness:6,3,9,18,2,10,5,15,1,4,8,16", (7, 1), 11),
        ("chain-reaction:8,4,2,6,3,9,18,1,5,10,20", (3, 1), 10),
        ("number-maze:5,2,10,4,20", (1, 1), 4),
        ("sequence-duel;size=10:6,3,9,1,8,2,10,5", (2, 2), 7),
    ] {
        let record: Record = notation.parse().unwrap();
        let review = Review::of(&record).unwrap();
        let slip = review.moves.iter().find(|reviewed| reviewed.slip).unwrap();
        assert_eq!((slip.ply, slip.player.number()), first, "{notation}");
        assert_eq!(review.decisive, Some(decisive), "{notation}");
        assert!(review.moves[decisive..].iter().all(|m| m.after == review.winner), "{notation}");
    }
}

//! Sentences that a board shows where there is little room, and reviews that speak to a player.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::Review;
use divvy_match::{Match, Seat};
use divvy_rules::Record;
use divvy_words::Audience;

fn game(notation: &str) -> Match {
    Match::from_record(notation.parse::<Record>().unwrap())
}

#[test]
fn answers_are_counted_where_they_cannot_be_listed() {
    let game = game("chain-reaction:12");
    let to = Audience::of(&game, Some(Seat::Two));
    let number = game.rules().board().number(6).unwrap();
    let whole = "If you take 6, Player 1 can answer 1, 2, 3 or 18.";
    assert_eq!(to.if_played(game.round(), number, false), whole);
    let short = "If you take 6, Player 1 has 4 answers.";
    assert_eq!(to.if_played(game.round(), number, true), short);
}

#[test]
fn a_review_speaks_to_the_player_who_reads_it() {
    let game = game("multiple-madness:11,1,13");
    let review = Review::of(game.round().record()).unwrap();
    let told = |you: Option<Seat>| {
        let to = Audience::of(&game, you);
        [to.start(&review), to.reviewed(&review.moves[0], &review)].map(|told| told.to_string())
    };
    let yours = ["Before the first move you stand to win.", "You play 11. You stand to win."];
    assert_eq!(told(Some(Seat::One)), yours);
    let theirs = [
        "Before the first move Player 1 stands to win.",
        "Player 1 plays 11. Player 1 stands to win.",
    ];
    assert_eq!(told(Some(Seat::Two)), theirs);
    assert_eq!(told(None), theirs);
}

#[test]
fn a_review_speaks_to_the_player_who_slipped() {
    // 10 gives away what 1 had given to the first player.
    let game = game("chain-reaction;size=10:6,1,10");
    let review = Review::of(game.round().record()).unwrap();
    for (you, by) in [(Some(Seat::One), "by you,"), (Some(Seat::Two), "by Player 1,")] {
        let summary = Audience::of(&game, you).summary(&review).to_string();
        assert!(summary.contains(by), "{summary}");
    }
}

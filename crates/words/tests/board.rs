//! Sentences that a board shows where there is little room, and reviews that speak to a player.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::Review;
use divvy_match::{Match, Seat};
use divvy_rules::Record;
use divvy_words::{Audience, ReviewAudience, list};

fn game(notation: &str) -> Match {
    Match::from_record(notation.parse::<Record>().unwrap())
}

#[test]
fn counts_beside_numbers_are_words() {
    assert_eq!(list::in_words(4), "four");
    assert_eq!(list::in_words(12), "twelve");
    assert_eq!(list::in_words(13), "13");
}

#[test]
fn answers_are_counted_where_they_cannot_be_listed() {
    let game = game("chain-reaction:12");
    let reader = Audience { names: game.names(), you: Some(Seat::Two) };
    let number = game.rules().board().number(6).unwrap();
    let whole = "If you take 6, Player 1 can answer 1, 2, 3 or 18.";
    assert_eq!(reader.prospect(game.round(), number), whole);
    let short = "If you take 6, Player 1 has 4 answers.";
    assert_eq!(reader.prospect_in_short(game.round(), number), short);
}

#[test]
fn a_review_speaks_to_the_player_who_reads_it() {
    let game = game("multiple-madness:11,1,13");
    let review = Review::of(game.round().record()).unwrap();
    let told = |you: Option<Seat>| {
        let reader = ReviewAudience::to(&game, you);
        [reader.start(&review), reader.reviewed(&review.moves[0], &review)]
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

//! Sentences that a board shows where there is little room, and reviews that speak to a player.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::Review;
use divvy_match::{Event, Match, Names, Seat};
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
    let whole = "If you select 6, Player 1 can answer 1, 2, 3 or 18.";
    assert_eq!(to.if_played(game.round(), number, false), whole);
    let short = "If you select 6, Player 1 has 4 answers.";
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
    let yours = ["Before the first move you are ahead.", "You remove 11."];
    assert_eq!(told(Some(Seat::One)), yours);
    let theirs = ["Before the first move Player 1 is ahead.", "Player 1 removes 11."];
    assert_eq!(told(Some(Seat::Two)), theirs);
    assert_eq!(told(None), theirs);
}

#[test]
fn a_review_speaks_to_the_player_who_slipped() {
    // 10 gives away what 1 had given to the first player.
    let game = game("chain-reaction;size=10:6,1,10");
    let review = Review::of(game.round().record()).unwrap();
    for (you, whose) in [(Some(Seat::One), "Your"), (Some(Seat::Two), "Player 1's")] {
        let to = Audience::of(&game, you);
        let summary = format!("2 slips. {whose} 10 (move 3) decided the game.");
        assert_eq!(to.summary(&review).to_string(), summary);
        let slipped = to.slipped(&review.moves[2], &review).to_string();
        let start = format!("{whose} 10 was the slip that decided the game: ");
        assert!(slipped.starts_with(&start) && slipped.ends_with(" would have won."), "{slipped}");
    }
    let [_, did] = Audience::of(&game, Some(Seat::Two)).after(3, &review, &game);
    assert!(did.to_string().ends_with("would have won. You are ahead."), "{did}");
}

#[test]
fn a_review_tells_the_end_once_and_calls_a_resigned_win_a_slip() {
    let mut game = game("chain-reaction;size=10:6,1");
    let unresigned = Review::of(game.round().record()).unwrap();
    game.apply(Event::Resigned { by: Some(Seat::One) }).unwrap();
    let review = unresigned.clone().of_round(game.round());
    assert_eq!((unresigned.resigned, unresigned.decisive), (None, Some(2)));
    assert_eq!((review.resigned.map(|by| by.number()), review.decisive), (Some(1), None));
    let to = |you| Audience::of(&game, you);
    let summary = to(Some(Seat::One)).summary(&review).to_string();
    assert_eq!(summary, "2 slips. You resigned a won game.");
    let [_, told] = to(None).after(2, &review, &game);
    assert!(
        told.to_string().ends_with("Player 1 is ahead. Player 1 resigned a won game."),
        "{told}"
    );
    // What is lost may be given up.
    let mut lost = self::game("chain-reaction;size=10:6,1");
    let review = Review::of(lost.round().record()).unwrap();
    lost.apply(Event::Resigned { by: Some(Seat::Two) }).unwrap();
    assert_eq!(review.clone().of_round(lost.round()), review);

    let won = self::game("multiple-madness:11,1,13");
    let review = Review::of(won.round().record()).unwrap();
    let told = |you| Audience::of(&won, you).after(3, &review, &won).map(|told| told.to_string());
    let stuck = "stuck: 13 only goes with 1, and 1 is gone.";
    assert_eq!(told(Some(Seat::One)), ["You remove 13 and win.", &format!("Player 2 is {stuck}")]);
    assert_eq!(
        told(Some(Seat::Two)),
        ["Player 1 removes 13 and wins.", &format!("You are {stuck}")]
    );
}

#[test]
fn the_computer_is_no_name() {
    let mut game = game("multiple-madness:11,1,13");
    let names = Names::new("Ada", "Computer").unwrap();
    game.apply(Event::Renamed { names }).unwrap();
    let to = |you| Audience::of(&game, you);
    let ending = |you| to(you).ending(&game).unwrap().to_string();
    assert_eq!(ending(None), "Ada wins: the computer has no move left.");
    assert_eq!(ending(Some(Seat::One)), "You win: the computer has no move left.");
    assert_eq!(ending(Some(Seat::Two)), "Ada wins: you have no move left.");
    let headline = to(None).headline(game.round()).joined().to_string();
    assert!(headline.starts_with("Ada wins! The computer is stuck: "), "{headline}");
}

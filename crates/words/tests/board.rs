//! Sentences that a board shows where there is little room, and reviews that speak to a player.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::Review;
use divvy_match::{Bot, Event, Match, Occupant, Seat, Setup};
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

#[test]
fn no_turn_is_told_that_was_skipped_after_the_turn_limit() {
    let mut cut = 0;
    for seed in 0..20_u64 {
        let players = [Occupant::Bot(Bot::Random), Occupant::Human];
        let mut game = Match::new(Setup { players, ..Setup::new("number-maze".parse().unwrap()) });
        let mut chance = seed;
        while !game.round().is_over() {
            // From 1 half of the moves go into the dead end 11, so that there are many skips; none goes to the target.
            let choices: Vec<_> = game.round().legal().iter().filter(|n| n.get() != 20).collect();
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let place = (chance >> 33) as usize;
            let dead_end = choices.iter().find(|n| n.get() == 11 && place.is_multiple_of(2));
            let number = dead_end.unwrap_or(&choices[place / 2 % choices.len()]).get();
            game.apply(Event::Moved { number }).unwrap();
        }
        let round = game.round();
        let last = round.record().moves().len();
        let skipped = round.skipped_after(last).next().is_some();
        let told = Audience::everybody(&game).happened(game.round());
        assert_eq!(told.ends_with("skipped a turn."), skipped, "{told}");
        cut += usize::from(!skipped && round.record().skipped_after(last).next().is_some());
    }
    assert!(cut > 0, "some of these games would have gone on with a skipped turn");
}

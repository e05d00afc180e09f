//! What a hint says, in the verb of its game.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::{Advice, Refutation, Review};
use divvy_match::{Match, Seat};
use divvy_rules::Record;
use divvy_solver::Solver;
use divvy_words::{
    Audience, Drawn, Partners, advice, advice_in_pipe, advice_in_steps, advice_on_board, goal,
    nudge,
};

fn hint(notation: &str) -> Advice {
    Advice::of(&mut Solver::new(notation.parse::<Record>().unwrap()).unwrap())
}

#[test]
fn each_game_has_its_verb() {
    for (notation, plays, played) in [
        ("trap-avoidance:7", "take", "took"),
        ("multiple-madness:7", "remove", "removed"),
        ("chain-reaction:7", "select", "selected"),
        ("sequence-duel:7", "strike", "struck"),
        ("number-maze:7", "move to", "moved to"),
    ] {
        let game = Match::from_record(notation.parse::<Record>().unwrap());
        let so_far = Audience::of(&game, Some(Seat::Two)).so_far(game.round()).to_string();
        let said = format!("Player 1 {played} 7. You can {plays} ");
        assert!(so_far.starts_with(&said), "{so_far}");
        let goal = goal(game.rules());
        let cannot = format!("The player who cannot {plays} a number loses.");
        assert!(goal == cannot || goal == "The first on 20 wins.", "{goal}");
        let review = Review::of(game.round().record()).unwrap();
        let reviewed = Audience::of(&game, Some(Seat::One)).played(&review.moves[0], &review);
        assert_eq!(reviewed.to_string(), format!("You {plays} 7."));
    }
}

#[test]
fn pairs_that_can_come_up_next_are_told_before_the_others() {
    // After 4 only 2, 8 and 16 can be struck; 7 and 14 cannot come up at all.
    let lost = hint("sequence-duel;size=16;without-one:6,12,4");
    assert_eq!(
        advice_in_steps(&lost, "Ada"),
        [
            "Try 2: Ada must find the only good reply among four.",
            "Whatever you strike, Ada strikes its partner (2-10, 8-16; later also 3-9, 5-15), to the end.",
        ]
    );
    assert_eq!(
        advice_on_board(&lost, "Ada", Drawn::Letters),
        "Try 2: Ada must find the only good reply among four. Partners have the same letter. Whatever you strike, Ada strikes the partner, to the end."
    );
    let won = hint("sequence-duel;size=16;without-one:6,12");
    assert_eq!(
        advice(&won, "Ada"),
        "Strike 4. Whatever Ada strikes, strike its partner (2-10, 8-16; later also 3-9, 5-15), until Ada is stuck."
    );
    assert_eq!(
        advice_in_pipe(&won, "Ada"),
        "Take 4. If Ada takes 2, take 10; if 3, take 9; if 5, take 15; if 8, take 16; and the other way round, until Ada is stuck."
    );
}

#[test]
fn a_nudge_asks_for_a_choice_only_where_there_is_one() {
    for (notation, said) in [
        ("multiple-madness:11", "You have only one move."),
        ("trap-avoidance:7", "Against perfect play you cannot win from here."),
        (
            "sequence-duel;size=10",
            "Ada can win, but may go wrong. Which move sets the hardest problem?",
        ),
    ] {
        assert_eq!(nudge(&hint(notation), "Ada"), said, "{notation}");
    }
}

/// Why a move wins or does not, to the player who makes it, to the opponent and to everybody.
#[test]
fn a_proof_speaks_to_you_where_you_are_one_of_the_players() {
    let game = Match::from_record("sequence-duel;size=16;without-one:6,12".parse().unwrap());
    let mut solver = Solver::new(game.round().record().clone()).unwrap();
    let winning = Advice::of(&mut solver);
    let number = game.rules().board().number(3).unwrap();
    let losing = Refutation::of(&mut solver, number).unwrap();
    for (you, wins, refuted) in [
        (
            Some(Seat::One),
            "Whatever Player 2 strikes, you strike its partner, until Player 2 is stuck.",
            "Player 2 strikes 9. Then no number can follow, and you are stuck.",
        ),
        (
            Some(Seat::Two),
            "Whatever you strike, Player 1 strikes its partner, until you are stuck.",
            "You strike 9. Then no number can follow, and Player 1 is stuck.",
        ),
        (
            None,
            "Whatever Player 2 strikes, Player 1 strikes its partner, until Player 2 is stuck.",
            "Player 2 strikes 9. Then no number can follow, and Player 1 is stuck.",
        ),
    ] {
        let to = Audience::of(&game, you);
        assert_eq!(to.wins(&winning, Seat::One, Partners::Listed).to_string(), wins);
        assert_eq!(to.refuted(&losing, Seat::One, Partners::Listed).to_string(), refuted);
    }
    let to = Audience::everybody(&game);
    assert_eq!(
        to.wins(&winning, Seat::One, Partners::Told).to_string(),
        "Whatever Player 2 strikes, Player 1 strikes its partner (2-10, 8-16; later also 3-9, 5-15), until Player 2 is stuck."
    );
    assert_eq!(
        to.wins(&winning, Seat::One, Partners::Each { sign: ">", whole: true }).to_string(),
        "After 4, whatever Player 2 strikes, Player 1 strikes its partner:\n8>16 forces 2\n16>8 forces 2\n2>10 forces 5\nLater:\n5>15 forces 3\n3>9 wins"
    );
}

/// A reply that is the only one, and the way of a race, also of a move that wins but is not the quickest.
#[test]
fn a_proof_is_as_short_as_it_can_be() {
    let maze = "number-maze;size=40;without-one;start=15;target=9:5";
    for (notation, number, you, said) in [
        (
            "multiple-madness:18,3",
            9,
            Seat::One,
            "Player 2 can only remove 1. You remove 19, and Player 2 is stuck.",
        ),
        (maze, 3, Seat::Two, "You reach the target in 2 turns: 3, 9. Player 1 needs 3 turns."),
        (
            maze,
            30,
            Seat::Two,
            "You reach the target in 3 turns: 30, 3, 9. Player 1 needs 3 turns too, but comes second.",
        ),
    ] {
        let game = Match::from_record(notation.parse().unwrap());
        let mut solver = Solver::new(game.round().record().clone()).unwrap();
        let number = game.rules().board().number(number).unwrap();
        assert!(solver.winning().contains(&number), "{notation}");
        let advice = Advice::with_best(&mut solver, Some(number));
        let told = Audience::of(&game, Some(you)).wins(&advice, you, Partners::Listed);
        assert_eq!(told.to_string(), said, "{notation}");
    }
}

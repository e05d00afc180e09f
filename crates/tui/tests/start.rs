//! The start screen and the form: contests, saved games, choices that are remembered.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Console;
use divvy_match::{Occupant, Seat};
use divvy_rules::{Game, Options, Rules};
use divvy_tui::Input;
use divvy_words::Variant;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

#[test]
fn a_digit_chooses_a_game_and_enter_begins_it() {
    let mut console = Console::new();
    assert!(console.says("↑↓ or 1-6 choose"), "{}", console.text());
    console.press("3");
    assert!(console.app.game().is_none());
    console.press("enter");
    assert!(console.game().is_untouched());
    assert_eq!(console.game().rules().game(), Game::ChainReaction);
    console.press("enter");
    assert!(!console.game().round().record().moves().is_empty());
}

#[test]
fn what_was_chosen_last_is_chosen_again() {
    let mut console = Console::new();
    // Chain Reaction, both people, 1-30, first number even.
    console.press(
        "down down right o down left left left down down down right right down down right enter",
    );
    let rules = console.game().rules().to_string();
    assert_eq!(rules, "chain-reaction;size=30;opening=even");
    console.press("10 enter 5 enter n");
    let mut console = console.restarted();
    let kept = "Continue Chain Reaction between two people, just now: 1-30, 2 moves";
    assert!(console.says(kept), "{}", console.text());
    console.press("3 enter");
    assert_eq!(console.game().rules().to_string(), rules);
    assert_eq!(*console.game().occupant(Seat::Two), Occupant::Human);
}

#[test]
fn an_unfinished_game_is_offered_first_and_goes_on() {
    let mut console = Console::new();
    console.press("down right o down left left left enter 6 enter 3 enter q");
    assert!(console.app.exit().is_some_and(|exit| exit.kept_a_game));
    let mut console = console.restarted();
    assert!(console.says("Continue"), "{}", console.text());
    console.press("enter");
    assert_eq!(console.game().round().record().to_string(), "multiple-madness:6,3");
    // Finished games and games that were never begun are not offered.
    console.press("1 enter 13 enter");
    assert!(console.game().is_finished());
    console.press("q");
    let mut console = console.restarted();
    assert!(!console.says("Continue"), "{}", console.text());
    assert!(console.store().last_finished().unwrap().is_some());
    console.press("2 enter q");
    let console = console.restarted();
    assert!(!console.says("Continue"), "{}", console.text());
}

#[test]
fn a_number_struck_already_is_chosen_in_the_form_and_answered_first() {
    let mut console = Console::new();
    // Multiple Madness, two people; the line of the number that is struck already.
    console.press("down right o down left left left down down down down down down");
    assert!(console.says("‹ none ›"), "{}", console.text());
    console.press("left");
    assert!(console.says("‹ none ›"), "{}", console.text());
    console.press("right right left 99");
    assert!(
        console.says("Struck already takes a number on the board, 1-20, not 99."),
        "{}",
        console.text()
    );
    // An empty line and 0 are none.
    for keys in ["delete", "0"] {
        console.press("up down 7");
        console.act(Input::Erase);
        console.press(keys);
        assert!(!console.says("Struck already takes"), "{}", console.text());
    }
    console.press("up right down up down 6");
    assert!(
        console.says("Struck already does not go together with First number"),
        "{}",
        console.text()
    );
    console.press("enter up left down enter");
    assert_eq!(console.game().rules().to_string(), "multiple-madness;from=6");
    assert!(
        console.says("Player 1’s turn: remove a factor or multiple of 6"),
        "{}",
        console.text()
    );
    console.press("8 enter");
    assert!(
        console.says("Invalid choice: 8 is not a factor or multiple of 6"),
        "{}",
        console.text()
    );
    console.press("3 enter");
    assert!(!console.game().is_untouched());
}

#[test]
fn how_long_traps_last_is_chosen_in_the_form() {
    let mut console = Console::new();
    // Trap Avoidance as specified, two people; the line of the traps.
    console.press("right o down left left left down down down down down down down");
    assert!(console.says("‹ one turn ›"), "{}", console.text());
    console.press("right enter");
    assert_eq!(console.game().rules().to_string(), "trap-avoidance;memory=2");
    assert!(console.says("traps for two turns"), "{}", console.text());
}

#[test]
fn what_is_typed_into_the_form_is_checked_and_not_lost_to_the_mouse() {
    let mut console = Console::new();
    // Rounds that cannot be.
    console.press("o down down down 5000 enter");
    assert!(console.app.game().is_none());
    assert!(console.says("Rounds takes a number from 1 to 1000."), "{}", console.text());
    // Nor can the game begin from another line.
    console.press("down enter");
    assert!(console.says("Rounds takes a number from 1 to 1000."), "{}", console.text());
    // A long name is cut, with a sign that something is missing.
    console.press("esc o up up");
    "Ada ".repeat(10).chars().for_each(|c| console.act(Input::Text(c)));
    assert!(console.says(" Ada Ada Ada Ada Ada Ada Ada A… "), "{}", console.text());
    // The mouse passes over other lines while a name is typed.
    console.press("esc o up A");
    console.mouse(MouseEventKind::Moved, 5, 6);
    console.press("n n");
    assert!(console.says("Ann_"), "{}", console.text());
    console.press("enter");
    assert_eq!(console.game().name(Seat::Two), "Ann");
}

#[test]
fn a_game_starts_as_a_contest_and_as_specified_is_one_key_away() {
    for (index, game) in Game::ALL.into_iter().enumerate() {
        let mut console = Console::new();
        (0..index).for_each(|_| console.press("down"));
        let contest = Rules::new(game, &divvy_analysis::contest(game)).unwrap();
        let proposed = Variant::Contest.describe(contest);
        let proposed = proposed.trim_end_matches('.');
        assert!(console.says(proposed), "{proposed}\n{}", console.text());
        console.press("right");
        let said = format!("Original rules: 1-20. The first player wins with {}", wins(game));
        assert!(console.says(&said), "{said}\n{}", console.text());
        console.press("left enter");
        assert_eq!(console.game().rules(), contest);
        assert!(console.says(divvy_words::name(game)), "{}", console.text());
        // What was chosen last is chosen the next time.
        let mut console = console.restarted();
        console.press("right enter");
        let specified = Rules::new(game, &Options::default()).unwrap();
        assert_eq!(console.game().rules(), specified);
        console.press("n");
        assert!(console.says(&said), "{}", console.text());
    }
}

/// The first move that wins on 1 to 20.
fn wins(game: Game) -> u32 {
    match game {
        Game::TrapAvoidance => 1,
        Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => 11,
        Game::NumberMaze => 20,
    }
}

#[test]
fn every_saved_game_can_be_reached_and_deleted() {
    let mut console = Console::new();
    for _ in 0..6 {
        console.press("home end up up up 3 enter tab enter n");
    }
    let mut console = console.restarted();
    assert_eq!(console.store().list().unwrap().len(), 6);
    assert!(console.says("3 more unfinished games"), "{}", console.text());
    console.press("down down down enter");
    assert!(console.app.game().is_none() && !console.says("more unfinished"), "{}", console.text());
    // The cursor is on the fourth; the key asks once.
    console.press("d");
    assert!(console.says("Delete this game?"), "{}", console.text());
    console.press("up down d");
    assert_eq!(console.store().list().unwrap().len(), 6);
    console.press("d");
    assert_eq!(console.store().list().unwrap().len(), 5);
    // The fifth can be gone on with.
    console.press("home down down down enter down enter");
    assert!(!console.game().is_untouched());
}

/// What a person does at the screen.
type Act = fn(&mut Console);

#[test]
fn deleting_asks_again_after_anything_else() {
    let mut console = Console::new();
    for _ in 0..2 {
        console.press("home end up up up 3 enter tab enter n");
    }
    let others: [(_, Act); 5] = [
        ("scrolling", |console| {
            console.act(Input::Scroll(1));
            console.act(Input::Scroll(-1));
        }),
        ("a digit", |console| console.press("9")),
        ("a letter erased", |console| console.act(Input::Erase)),
        ("the mouse", |console| {
            console.mouse(MouseEventKind::Down(MouseButton::Left), 0, 0);
        }),
        ("help", |console| console.press("? esc")),
    ];
    for (what, act) in others {
        console.press("home d");
        assert!(console.says("Delete this game?"), "{what}: {}", console.text());
        act(&mut console);
        assert!(!console.says("Delete this game?"), "{what}: {}", console.text());
        console.press("d");
        assert_eq!(console.store().list().unwrap().len(), 2, "{what}");
    }
    console.press("d");
    assert_eq!(console.store().list().unwrap().len(), 1);
}

#[test]
fn the_usual_size_typed_in_is_as_specified() {
    let mut console = Console::new();
    console.press("down right o down left left left down down down 20 enter");
    assert_eq!(console.game().rules().to_string(), "multiple-madness");
    console.press("n");
    assert!(console.says("Original rules: 1-20."), "{}", console.text());
    for _ in 0..3 {
        assert!(!console.says("As last time"), "{}", console.text());
        console.press("right");
    }
}

#[test]
fn the_computer_keeps_its_name_beside_a_player_who_has_one() {
    let mut console = Console::new();
    console.press("o up up A");
    console.press("n n");
    assert!(console.says("Name of player 1 Ann_"), "{}", console.text());
    assert!(console.says("Name of player 2 Computer"), "{}", console.text());
    console.press("enter");
    assert_eq!(Seat::BOTH.map(|seat| console.game().name(seat)), ["Ann", "Computer"]);
    let mut console = console.restarted();
    assert!(console.says("Ann against the computer (easy); Ann begins."), "{}", console.text());
    // A person at the second seat is not the computer any more.
    console.press("o down left left left enter");
    assert_eq!(Seat::BOTH.map(|seat| console.game().name(seat)), ["Ann", "Player 2"]);
}

#[test]
fn a_player_may_be_called_computer() {
    let mut console = Console::new();
    console.press("o up up");
    "Computer".chars().for_each(|c| console.act(Input::Text(c)));
    console.press("enter");
    assert_eq!(Seat::BOTH.map(|seat| console.game().name(seat)), ["Computer", "The computer"]);
}

#[test]
fn a_small_window_tells_the_whole_of_the_selected_game() {
    let mut console = Console::new();
    console.act(Input::Resize(common::SIZES[0]));
    for game in Game::ALL {
        assert!(console.says(divvy_words::summary(game)), "{}", console.text());
        for other in Game::ALL {
            assert!(console.says(divvy_words::name(other)), "{}", console.text());
        }
        assert!(console.says("o options") && !console.text().contains('…'), "{}", console.text());
        console.press("down");
    }
}

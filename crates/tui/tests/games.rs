//! Whole games by keys only and by the mouse only: what is asserted is the match, not the picture.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Console;
use divvy_analysis::{Computer, Review};
use divvy_match::{Bot, Occupant, Proposal, Seat};
use divvy_rules::{Game, Number};
use divvy_store::{Session, Store};
use divvy_tui::{Command, Input};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Size;

/// How a person makes a move.
#[derive(Clone, Copy, Debug)]
enum Hand {
    Arrows,
    Typing,
    Mouse,
}

const HANDS: [Hand; 3] = [Hand::Arrows, Hand::Typing, Hand::Mouse];

fn place(game: Game) -> usize {
    Game::ALL.iter().position(|one| *one == game).unwrap()
}

/// Chooses a game against a bot on the start screen and in the form; `second` lets the bot begin.
fn choose(console: &mut Console, game: Game, bot: Bot, second: bool, hand: Hand) {
    let steps = Bot::ALL.iter().position(|one| *one == bot).unwrap();
    let easy = Bot::ALL.iter().position(|one| *one == Bot::Easy).unwrap();
    match hand {
        Hand::Mouse => {
            // The mouse on a card selects it, and the word in the bottom line opens its form.
            console.hover(divvy_words::name(game));
            console.click("options");
            (easy..steps).for_each(|_| console.click("Player 2  "));
            if second {
                console.click("First move");
            }
            console.click("enter play");
        }
        Hand::Arrows | Hand::Typing => {
            console.press("home");
            (0..place(game)).for_each(|_| console.press("down"));
            console.press("o down");
            (easy..steps).for_each(|_| console.press("right"));
            if second {
                console.press("down right");
            }
            console.press("enter");
        }
    }
    let begins = if second { Seat::Two } else { Seat::One };
    assert_eq!(console.game().round().first(), begins);
    assert_eq!(*console.game().occupant(Seat::Two), Occupant::Bot(bot));
}

fn play(console: &mut Console, number: Number, hand: Hand) {
    match hand {
        Hand::Mouse => console.click_number(number),
        Hand::Typing => console.press(&format!("{number} enter")),
        Hand::Arrows => {
            let columns = 10;
            loop {
                let (at, to) = (console.app.cursor().unwrap().get() - 1, number.get() - 1);
                let key = match () {
                    () if at == to => break,
                    () if at / columns < to / columns => "down",
                    () if at / columns > to / columns => "k",
                    () if at < to => "l",
                    () => "left",
                };
                let before = console.app.cursor();
                console.press(key);
                assert_ne!(console.app.cursor(), before, "{key} does nothing at {before:?}");
            }
            console.press("space");
        }
    }
}

/// Plays to the end, the person by this choice.
fn play_out(console: &mut Console, hand: Hand, mut choice: impl FnMut(&Console) -> Number) {
    let mut moves = 0;
    while !console.game().round().is_over() {
        assert!(console.is_persons_turn(), "bots have answered");
        let number = choice(console);
        play(console, number, hand);
        moves += 1;
        assert!(moves < 500);
    }
    assert!(Review::of(console.game().round().record()).is_ok());
}

#[test]
fn every_game_is_won_against_easy_by_keys_and_by_the_mouse() {
    for game in Game::ALL {
        for hand in HANDS {
            let mut console = Console::new();
            choose(&mut console, game, Bot::Easy, false, hand);
            let mut computer = Computer::default();
            play_out(&mut console, hand, |console| {
                let record = console.game().round().record();
                computer.choose(Bot::Perfect, record, 0).unwrap().unwrap()
            });
            // All five are won by the first player, with best play.
            assert_eq!(console.game().round().winner(), Some(Seat::One), "{game} {hand:?}");
            assert!(console.says("Player 1 has won"), "{}", console.text());
        }
    }
}

#[test]
fn every_game_is_lost_against_perfect_by_keys_and_by_the_mouse() {
    for game in Game::ALL {
        for hand in HANDS {
            let mut console = Console::new();
            choose(&mut console, game, Bot::Perfect, true, hand);
            if !console.game().round().is_over() {
                play_out(&mut console, hand, |console| {
                    console.game().round().record().position().legal().iter().last().unwrap()
                });
            }
            assert_eq!(console.game().round().winner(), Some(Seat::Two), "{game} {hand:?}");
        }
    }
}

#[test]
fn two_key_presses_lead_to_the_first_move() {
    let mut console = Console::new();
    console.press("3");
    assert!(console.game().is_untouched());
    console.press("enter");
    assert!(!console.game().round().record().moves().is_empty());
}

#[test]
fn what_was_chosen_last_is_chosen_again() {
    let mut console = Console::new();
    // Chain Reaction, both people, 1-30, first number even.
    console.press("down down o down left left left down down down right right down right enter");
    let rules = console.game().rules().to_string();
    assert_eq!(rules, "chain-reaction;size=30;opening=even");
    console.press("10 enter 5 enter n");
    let mut console = console.restarted();
    assert!(console.says("Chain Reaction, 1-30, opening=even, 2 moves, Player 1 to play"));
    console.press("3");
    assert_eq!(console.game().rules().to_string(), rules);
    assert_eq!(*console.game().occupant(Seat::Two), Occupant::Human);
}

#[test]
fn an_unfinished_game_is_offered_first_and_goes_on() {
    let mut console = Console::new();
    console.press("down o down left left left enter 6 enter 3 enter q");
    assert!(console.app.departure().is_some() && console.app.has_kept_a_game());
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
    console.press("2 q");
    let console = console.restarted();
    assert!(!console.says("Continue"), "{}", console.text());
}

#[test]
fn refusals_have_the_words_of_line_mode_and_cost_nothing() {
    let mut console = Console::new();
    console.press("down o down left left left enter 6 enter");
    let before = console.game().clone();
    for (typed, words) in [
        ("8", "Invalid choice: 8 is not a factor or multiple of 6"),
        ("6", "Invalid choice: 6 is already taken"),
        ("99", "Invalid choice: 99 is outside 1-20"),
        ("0", "Invalid choice: 0 is outside 1-20"),
        ("999999999999", "Invalid choice: 99999999 is outside 1-20"),
    ] {
        console.press(&format!("{typed} enter"));
        assert_eq!(console.app.message(), Some(words));
        assert_eq!(console.game(), &before);
    }
    console.click_number(before.rules().board().number(7).unwrap());
    assert_eq!(console.app.message(), Some("Invalid choice: 7 is not a factor or multiple of 6"));
    assert_eq!(console.game(), &before);
}

#[test]
fn undo_against_a_bot_takes_back_two_moves_and_redo_plays_them_again() {
    let mut console = Console::new();
    console.press("2 6 enter");
    let moves = console.game().round().record().moves().to_vec();
    assert_eq!(moves.len(), 2, "the bot has answered");
    console.press("u");
    assert!(console.game().is_untouched());
    assert!(console.app.message().unwrap().starts_with("Taken back: "));
    console.press("r");
    assert_eq!(console.game().round().record().moves(), moves);
    console.press("r");
    assert_eq!(console.app.message(), Some("There is no move to play again."));
    // Also after the end.
    let mut console = Console::new();
    console.press("2 11 enter");
    while !console.game().round().is_over() {
        console.press("tab enter");
    }
    console.press("u");
    assert!(!console.game().round().is_over());
    assert!(console.says("enter play"), "{}", console.text());
}

#[test]
fn the_board_offers_no_undo_of_the_bots_opening() {
    let mut console = Console::new();
    // Multiple Madness against easy, which begins.
    console.press("down o down down right enter");
    assert_eq!(console.game().round().first(), Seat::Two);
    let opened = console.game().clone();
    assert_eq!(opened.round().record().moves().len(), 1);
    assert!(console.says("i hint") && !console.says("u undo"), "{}", console.text());
    console.press("u");
    assert_eq!(console.app.message(), Some("There is no move to take back."));
    assert_eq!(console.game(), &opened);
    // One's own move and the reply can be taken back, down to that opening.
    console.press("tab enter");
    assert!(console.says("u undo"), "{}", console.text());
    console.press("u");
    assert_eq!(console.game().round().record(), opened.round().record());
    assert!(!console.says("u undo") && console.says("r redo"), "{}", console.text());
}

#[test]
fn undo_and_redo_are_offered_exactly_when_they_do_something() {
    for (bot, first) in [("left left", ""), ("left left", "right"), ("left", "right")] {
        let mut console = Console::new();
        console.press(&format!("down o down {bot} down {first} enter"));
        while !console.game().round().is_over() {
            let before = console.game().clone();
            let offered = console.says("u undo");
            console.press("u");
            assert_eq!(offered, *console.game() != before, "{}", console.text());
            assert_eq!(offered, console.says("r redo"), "{}", console.text());
            console.press("r");
            assert_eq!(*console.game(), before);
            console.press("tab enter");
        }
    }
}

#[test]
fn a_match_between_bots_is_watched() {
    let mut console = Console::new();
    console.press("down o right right right down down down right enter");
    assert!(console.game().round().is_over(), "the bots have played");
    assert!(console.says("enter next round  v review  m rematch  n new  s save"));
    console.press("u");
    assert!(console.app.message().unwrap().contains("No person takes part"));
    console.press("enter");
    assert_eq!(console.game().round_number(), 2);
}

#[test]
fn the_help_line_keeps_its_shape_while_a_bot_thinks() {
    let mut console = Console::new();
    console.press("2 6 enter");
    let last = |console: &Console| console.text().lines().last().map(str::to_owned);
    let before = last(&console);
    let input = console.app.key("tab".parse().unwrap()).unwrap();
    console.app.apply(input);
    console.app.apply(Input::Command(Command::Choose));
    assert!(console.app.is_waiting() && console.app.take_job().is_some());
    assert_eq!(last(&console), before);
}

#[test]
fn a_number_struck_already_is_chosen_in_the_form_and_answered_first() {
    let mut console = Console::new();
    // Multiple Madness, two people; the line of the number that is struck already.
    console.press("down o down left left left down down down down down down");
    assert!(console.says("‹ none ›"), "{}", console.text());
    console.press("left");
    assert!(console.says("‹ none ›"), "{}", console.text());
    console.press("right right left 99");
    assert!(console.says("From takes a number on the board, 1-20, not 99."), "{}", console.text());
    // An empty line and 0 are none.
    for keys in ["delete", "0"] {
        console.press("up down 7");
        console.act(Input::Erase);
        console.press(keys);
        assert!(!console.says("From takes"), "{}", console.text());
    }
    console.press("up up right down down up down 6");
    assert!(console.says("From does not go together with opening"), "{}", console.text());
    console.press("enter up up left down down enter");
    assert_eq!(console.game().rules().to_string(), "multiple-madness;from=6");
    assert!(console.says("Last number 6"), "{}", console.text());
    console.press("8 enter");
    assert_eq!(console.app.message(), Some("Invalid choice: 8 is not a factor or multiple of 6"));
    console.press("3 enter");
    assert!(!console.game().is_untouched());
}

#[test]
fn a_series_goes_on_round_by_round_and_a_rematch_swaps_the_first_move() {
    let mut console = Console::new();
    // Multiple Madness, two people, best of 3.
    console.press("down o down left left left down down right enter");
    for round in 1..=2 {
        assert_eq!(console.game().round_number(), round);
        console.press("11 enter 1 enter 13 enter");
        assert!(console.game().round().is_over());
        if round == 1 {
            console.press("enter");
        }
    }
    // The first move alternates, and so does the winner of this opening.
    assert_eq!(console.game().score(), [1, 1]);
    assert!(console.says("Round 2, best of 3   Player 1 1 : 1 Player 2"), "{}", console.text());
    console.press("enter 11 enter 1 enter 13 enter");
    assert!(console.game().is_finished());
    assert!(console.says("Player 1 wins the match, 2 to 1."), "{}", console.text());
    // A key pressed too often does not throw the result away.
    console.press("enter enter");
    assert!(console.game().is_finished());
    console.press("m");
    assert!(console.game().is_untouched());
    assert_eq!(console.game().round().first(), Seat::Two);
    assert_eq!(console.game().plan().rounds(), 3);
}

#[test]
fn a_hint_comes_in_two_parts_and_its_pairs_are_on_the_board() {
    let mut console = Console::new();
    console.press("down o down left left left enter i");
    assert!(console.says("You can win from here."), "{}", console.text());
    assert!(!console.says("Take "), "{}", console.text());
    console.press("i");
    assert!(console.says("You can win from here. Take 1"), "{}", console.text());
    assert!(console.says("Partners have the same letter."), "{}", console.text());
    let best =
        Computer::default().choose(Bot::Perfect, console.game().round().record(), 0).unwrap();
    assert_eq!(console.app.cursor(), best, "the cursor is on the move");
    assert!(console.text().contains('★'), "{}", console.text());
    let letters = console.text().matches("a┆").count() + console.text().matches("a┃").count();
    assert_eq!(letters, 2, "{}", console.text());
    console.press("esc");
    assert!(!console.text().contains('★'));
}

#[test]
fn a_skipped_turn_is_announced() {
    let mut console = Console::new();
    console.press("down down down o down left left left enter 11 enter 2 enter");
    assert_eq!(console.app.message(), Some("Player 1 has no valid moves and skips the turn."));
    assert!(console.says("● 1 11 -"), "{}", console.text());
    assert_eq!(console.game().round().to_move(), Seat::Two);

    // A bot that moves at once does not cover it.
    let mut seen = 0;
    for seed in 0..20 {
        let mut console = Console::new();
        let players = [Occupant::Human, Occupant::Bot(Bot::Random)];
        let game = Proposal { players, ..Proposal::new(Game::NumberMaze) };
        let game = divvy_analysis::begin(&game, Some(seed));
        console.sit_down(Session::unsaved(game.unwrap()));
        console.press("13 enter");
        if !console.game().round().is_over() {
            let message = console.app.message().unwrap();
            assert!(
                message.contains("Player 1 has no valid moves and skips the turn."),
                "{message}"
            );
            assert!(message.contains("Player 2 moves to "), "{message}");
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn resigning_asks_once() {
    let mut console = Console::new();
    console.press("2 x");
    assert!(!console.game().round().is_over());
    // Something else in between, whatever it is, and it asks again.
    for other in ["esc", "7", "tab", "t", "? esc", "i"] {
        console.press(other);
        console.press("x");
        assert!(!console.game().round().is_over(), "{other}");
        assert!(console.says("Resign?"), "{other}: {}", console.text());
    }
    console.press("x");
    assert_eq!(console.app.message(), Some("Player 1 resigns. Player 2 wins!"));
}

#[test]
fn a_copy_is_written_where_it_is_asked_for() {
    let mut console = Console::new();
    console.press("2 6 enter s");
    assert!(console.says("Save a copy as: multiple-madness.divvy_"), "{}", console.text());
    let path = console.folder.path().join("copy.divvy");
    (0..30).for_each(|_| console.act(Input::Erase));
    path.to_str().unwrap().chars().for_each(|c| console.act(Input::Text(c)));
    console.press("enter");
    assert_eq!(Store::read(&path).unwrap(), *console.game());
    // A second copy does not replace the first.
    console.press("s");
    (0..30).for_each(|_| console.act(Input::Erase));
    path.to_str().unwrap().chars().for_each(|c| console.act(Input::Text(c)));
    console.press("enter");
    assert!(console.app.message().unwrap().contains("exists; choose another name"));
}

#[test]
fn a_board_of_ten_thousand_scrolls_and_typing_goes_there() {
    let mut console =
        Console::with(Size { width: 300, height: 60 }, divvy_tui::ThemeName::Dark, false);
    console.press("down o down left left left down down down");
    console.press("10000 enter");
    assert_eq!(console.game().rules().board().size(), 10_000);
    assert!(console.says("shown; type a number to go there"), "{}", console.text());
    console.press("7919");
    assert!(console.says("[7919]"), "{}", console.text());
    console.press("enter pageup pagedown home end");
    assert_eq!(console.app.cursor().map(Number::get), Some(10_000));
    assert_eq!(console.game().round().record().to_string(), "multiple-madness;size=10000:7919");
    // The whole of a large window and of a small one can be drawn.
    for size in [Size { width: 60, height: 20 }, Size { width: 500, height: 200 }] {
        console.act(Input::Resize(size));
        assert!(console.says("Multiple Madness"), "{}", console.text());
    }
}

#[test]
fn a_bot_that_cannot_be_waited_for_can_be_left() {
    let mut console = Console::new();
    // The person moves, and the reply is not worked out.
    console.press("2");
    let key = "enter".parse().unwrap();
    let action = console.app.key(key).unwrap();
    console.app.apply(action);
    let job = console.app.take_job().unwrap();
    assert!(console.app.is_waiting());
    assert!(console.says("Player 2 (easy) thinks"), "{}", console.text());
    // Moves are refused, undo is not, and the answer that comes late is of no interest.
    console.app.apply(Input::Command(Command::Choose));
    assert_eq!(console.app.message(), Some("It is not your turn."));
    console.app.apply(Input::Command(Command::Undo));
    assert!(console.game().is_untouched() && !console.app.is_waiting());
    let mut thinker = divvy_tui::Thinker::default();
    let ticket = job.ticket;
    let result = thinker.work(job, |_| true).unwrap();
    console.app.apply(Input::Done { ticket, result });
    assert!(console.game().is_untouched());
}

#[test]
fn a_review_walks_through_the_game_by_keys_and_by_the_mouse() {
    let mut console = Console::new();
    console
        .press("down o down left left left enter 1 enter 4 enter 2 enter 16 enter 8 enter x x v");
    assert!(console.says("tab next slip"), "{}", console.text());
    console.press("home");
    assert!(console.says("Before the first move Player 1 stands to win."), "{}", console.text());
    console.press("tab");
    let text = console.text();
    assert!(
        console.says("Move 1 of 5: Player 1 plays 1. A slip: 2-13 or 15-20 would have won."),
        "{text}"
    );
    console.press("right right left");
    assert!(console.says("Move 2 of 5"), "{}", console.text());
    console.press("end");
    assert!(console.says("Move 5 of 5"), "{}", console.text());
    // The strip: the arrow stands under the last move; two places to the left is the third.
    let row = console.text().lines().position(|line| line.contains('▲')).unwrap();
    let column = console.text().lines().nth(row).unwrap().chars().position(|c| c == '▲').unwrap();
    let down = MouseEventKind::Down(MouseButton::Left);
    console.mouse(down, column as u16 - 2, row as u16 - 2);
    assert!(console.says("Move 3 of 5"), "{}", console.text());
    console.press("esc");
    assert!(console.says("v review"), "{}", console.text());
}

#[test]
fn what_is_typed_into_the_form_is_checked_and_not_lost_to_the_mouse() {
    let mut console = Console::new();
    // Rounds that cannot be.
    console.press("o down down down 5000 enter");
    assert!(console.app.game().is_none());
    assert!(console.says("Rounds takes a number from 1 to 1000."), "{}", console.text());
    // The mouse passes over other lines while a name is typed.
    console.press("esc o up A");
    console.mouse(MouseEventKind::Moved, 5, 6);
    console.press("n n");
    assert!(console.says("Ann_"), "{}", console.text());
    console.press("enter");
    assert_eq!(console.game().name(Seat::Two), "Ann");
}

#[test]
fn a_finished_game_keeps_its_result_whatever_is_pressed() {
    let mut console = Console::new();
    console.press("down o down left left left enter 11 enter 1 enter 13 enter");
    let result = "Player 2 has no valid moves. Player 1 wins!";
    assert!(console.says(result));
    console.click_number(console.game().rules().board().number(7).unwrap());
    for key in ["t", "r", "enter", "space", "5", "tab"] {
        console.press(key);
        assert!(console.says(result), "{key}: {}", console.text());
    }
}

#[test]
fn a_review_of_a_large_board_follows_the_game() {
    let mut console = Console::new();
    let rules: divvy_rules::Rules = "multiple-madness;size=10000".parse().unwrap();
    let proposal = Proposal { options: rules.options(), ..Proposal::new(Game::MultipleMadness) };
    console.sit_down(Session::unsaved(divvy_analysis::begin(&proposal, None).unwrap()));
    console.press("9000 enter 2 enter 9998 enter x x v");
    for (key, number) in [("home right", "(9000)"), ("right", "(2)"), ("right", "(9998)")] {
        console.press(key);
        assert!(console.says(number), "{number}:\n{}", console.text());
    }
}

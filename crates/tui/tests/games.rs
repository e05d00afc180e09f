//! Whole games by keys only and by the mouse only: what is asserted is the match, not the picture.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Seat;
use divvy_play::{Bot, Computer, Occupant, Proposal, Review, Session};
use divvy_rules::{Game, Number};
use divvy_tui::{Action, Command, Room};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Size;

/// How somebody makes a move.
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
fn choose(seat: &mut Seat, game: Game, bot: Bot, second: bool, hand: Hand) {
    let steps = Bot::ALL.iter().position(|one| *one == bot).unwrap();
    let easy = Bot::ALL.iter().position(|one| *one == Bot::Easy).unwrap();
    match hand {
        Hand::Mouse => {
            // The mouse on a card selects it, and the word in the bottom line opens its form.
            seat.act(Action::Select(place(game)));
            seat.click("options");
            (easy..steps).for_each(|_| seat.click("Player 2  "));
            if second {
                seat.click("First move");
            }
            seat.click("enter play");
        }
        Hand::Arrows | Hand::Typing => {
            seat.press("home");
            (0..place(game)).for_each(|_| seat.press("down"));
            seat.press("o down");
            (easy..steps).for_each(|_| seat.press("right"));
            if second {
                seat.press("down right");
            }
            seat.press("enter");
        }
    }
    let begins = if second { divvy_play::Seat::Two } else { divvy_play::Seat::One };
    assert_eq!(seat.game().round().first(), begins);
    assert_eq!(*seat.game().player(divvy_play::Seat::Two), Occupant::Bot(bot));
}

fn play(seat: &mut Seat, number: Number, hand: Hand) {
    match hand {
        Hand::Mouse => seat.click_number(number),
        Hand::Typing => seat.press(&format!("{number} enter")),
        Hand::Arrows => {
            let columns = 10;
            loop {
                let (at, to) = (seat.app.cursor().unwrap().get() - 1, number.get() - 1);
                let key = match () {
                    () if at == to => break,
                    () if at / columns < to / columns => "down",
                    () if at / columns > to / columns => "k",
                    () if at < to => "l",
                    () => "left",
                };
                let before = seat.app.cursor();
                seat.press(key);
                assert_ne!(seat.app.cursor(), before, "{key} does nothing at {before:?}");
            }
            seat.press("space");
        }
    }
}

/// Plays to the end, the person by this choice.
fn play_out(seat: &mut Seat, hand: Hand, mut choice: impl FnMut(&Seat) -> Number) {
    let mut moves = 0;
    while !seat.game().round().is_over() {
        assert!(seat.is_persons_turn(), "bots have answered");
        let number = choice(seat);
        play(seat, number, hand);
        moves += 1;
        assert!(moves < 500);
    }
    assert_eq!(seat.app.room(), Room::Over);
    assert!(Review::of(seat.game().round().record()).is_ok());
}

#[test]
fn every_game_is_won_against_easy_by_keys_and_by_the_mouse() {
    for game in Game::ALL {
        for hand in HANDS {
            let mut seat = Seat::new();
            choose(&mut seat, game, Bot::Easy, false, hand);
            let mut computer = Computer::default();
            play_out(&mut seat, hand, |seat| {
                let record = seat.game().round().record();
                computer.choose(Bot::Perfect, record, 0).unwrap().unwrap()
            });
            // All five are won by whoever moves first and knows how.
            assert_eq!(
                seat.game().round().winner(),
                Some(divvy_play::Seat::One),
                "{game} {hand:?}"
            );
            assert!(seat.says("Player 1 has won"), "{}", seat.text());
        }
    }
}

#[test]
fn every_game_is_lost_against_perfect_by_keys_and_by_the_mouse() {
    for game in Game::ALL {
        for hand in HANDS {
            let mut seat = Seat::new();
            choose(&mut seat, game, Bot::Perfect, true, hand);
            if !seat.game().round().is_over() {
                play_out(&mut seat, hand, |seat| {
                    seat.game().round().record().position().legal().iter().last().unwrap()
                });
            }
            assert_eq!(
                seat.game().round().winner(),
                Some(divvy_play::Seat::Two),
                "{game} {hand:?}"
            );
        }
    }
}

#[test]
fn two_key_presses_lead_to_the_first_move() {
    let mut seat = Seat::new();
    seat.press("3");
    assert_eq!(seat.app.room(), Room::Board);
    seat.press("enter");
    assert!(!seat.game().round().record().moves().is_empty());
}

#[test]
fn what_was_chosen_last_is_chosen_again() {
    let mut seat = Seat::new();
    // Chain Reaction, both people, 1-30, first number even.
    seat.press("down down o down left left left down down down right right down right enter");
    let rules = seat.game().rules().to_string();
    assert_eq!(rules, "chain-reaction;size=30;opening=even");
    seat.press("10 enter 5 enter n");
    let mut seat = seat.restarted();
    assert!(seat.says("Chain Reaction, 1-30, opening=even, 2 moves, Player 1 to play"));
    seat.press("3");
    assert_eq!(seat.game().rules().to_string(), rules);
    assert_eq!(*seat.game().player(divvy_play::Seat::Two), Occupant::Human);
}

#[test]
fn an_unfinished_game_is_offered_first_and_goes_on() {
    let mut seat = Seat::new();
    seat.press("down o down left left left enter 6 enter 3 enter q");
    assert!(seat.app.departure().is_some() && seat.app.has_kept_a_game());
    let mut seat = seat.restarted();
    assert!(seat.says("Continue"), "{}", seat.text());
    seat.press("enter");
    assert_eq!(seat.game().round().record().to_string(), "multiple-madness:6,3");
    // Finished games and games that were never begun are not offered.
    seat.press("1 enter 13 enter");
    assert_eq!(seat.app.room(), Room::Over);
    seat.press("q");
    let mut seat = seat.restarted();
    assert!(!seat.says("Continue"), "{}", seat.text());
    assert!(seat.store().last_finished().unwrap().is_some());
    seat.press("2 q");
    let seat = seat.restarted();
    assert!(!seat.says("Continue"), "{}", seat.text());
}

#[test]
fn refusals_have_the_words_of_line_mode_and_cost_nothing() {
    let mut seat = Seat::new();
    seat.press("down o down left left left enter 6 enter");
    let before = seat.game().clone();
    for (typed, words) in [
        ("8", "Invalid choice: 8 is not a factor or multiple of 6"),
        ("6", "Invalid choice: 6 is already taken"),
        ("99", "Invalid choice: 99 is outside 1-20"),
        ("0", "Invalid choice: 0 is outside 1-20"),
        ("999999999999", "Invalid choice: 99999999 is outside 1-20"),
    ] {
        seat.press(&format!("{typed} enter"));
        assert_eq!(seat.app.message(), Some(words));
        assert_eq!(seat.game(), &before);
    }
    seat.click_number(before.rules().board().number(7).unwrap());
    assert_eq!(seat.app.message(), Some("Invalid choice: 7 is not a factor or multiple of 6"));
    assert_eq!(seat.game(), &before);
}

#[test]
fn undo_against_a_bot_takes_back_two_moves_and_redo_plays_them_again() {
    let mut seat = Seat::new();
    seat.press("2 6 enter");
    let moves = seat.game().round().record().moves().to_vec();
    assert_eq!(moves.len(), 2, "the bot has answered");
    seat.press("u");
    assert!(seat.game().is_untouched());
    assert!(seat.app.message().unwrap().starts_with("Taken back: "));
    seat.press("r");
    assert_eq!(seat.game().round().record().moves(), moves);
    seat.press("r");
    assert_eq!(seat.app.message(), Some("There is no move to play again."));
    // Also after the end.
    let mut seat = Seat::new();
    seat.press("2 11 enter");
    while !seat.game().round().is_over() {
        seat.press("tab enter");
    }
    seat.press("u");
    assert!(!seat.game().round().is_over());
    assert_eq!(seat.app.room(), Room::Board);
}

#[test]
fn a_series_goes_on_round_by_round_and_a_rematch_swaps_the_first_move() {
    let mut seat = Seat::new();
    // Multiple Madness, two people, best of 3.
    seat.press("down o down left left left down down right enter");
    for round in 1..=2 {
        assert_eq!(seat.game().round_number(), round);
        seat.press("11 enter 1 enter 13 enter");
        assert_eq!(seat.app.room(), Room::Over);
        if round == 1 {
            seat.press("enter");
        }
    }
    // The first move alternates, and so does the winner of this opening.
    assert_eq!(seat.game().score(), [1, 1]);
    assert!(seat.says("Round 2, best of 3   Player 1 1 : 1 Player 2"), "{}", seat.text());
    seat.press("enter 11 enter 1 enter 13 enter");
    assert!(seat.game().is_finished());
    assert!(seat.says("Player 1 wins the match, 2 to 1."), "{}", seat.text());
    // A key pressed too often does not throw the result away.
    seat.press("enter enter");
    assert!(seat.game().is_finished());
    seat.press("m");
    assert!(seat.game().is_untouched());
    assert_eq!(seat.game().round().first(), divvy_play::Seat::Two);
    assert_eq!(seat.game().plan().rounds(), 3);
}

#[test]
fn a_hint_comes_in_two_parts_and_its_pairs_are_on_the_board() {
    let mut seat = Seat::new();
    seat.press("down o down left left left enter i");
    assert!(seat.says("You can win from here."), "{}", seat.text());
    assert!(!seat.says("Take "), "{}", seat.text());
    seat.press("i");
    assert!(seat.says("You can win from here. Take 1"), "{}", seat.text());
    assert!(seat.says("Partners have the same letter."), "{}", seat.text());
    let best = Computer::default().choose(Bot::Perfect, seat.game().round().record(), 0).unwrap();
    assert_eq!(seat.app.cursor(), best, "the cursor is on the move");
    assert!(seat.text().contains('★'), "{}", seat.text());
    let letters = seat.text().matches("a┆").count() + seat.text().matches("a┃").count();
    assert_eq!(letters, 2, "{}", seat.text());
    seat.press("esc");
    assert!(!seat.text().contains('★'));
}

#[test]
fn a_skipped_turn_is_announced() {
    let mut seat = Seat::new();
    seat.press("down down down o down left left left enter 11 enter 2 enter");
    assert_eq!(seat.app.message(), Some("Player 1 has no valid moves and skips the turn."));
    assert!(seat.says("● 1 11 -"), "{}", seat.text());
    assert_eq!(seat.game().round().to_move(), divvy_play::Seat::Two);

    // A bot that moves at once does not cover it.
    let mut seen = 0;
    for seed in 0..20 {
        let mut seat = Seat::new();
        let players = [Occupant::Human, Occupant::Bot(Bot::Random)];
        let game = Proposal { players, ..Proposal::new(Game::NumberMaze) }.begin(Some(seed));
        seat.sit_down(Session::unsaved(game.unwrap()));
        seat.press("13 enter");
        if !seat.game().round().is_over() {
            let message = seat.app.message().unwrap();
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
    let mut seat = Seat::new();
    seat.press("2 x");
    assert!(!seat.game().round().is_over());
    // Something else in between, whatever it is, and it asks again.
    for other in ["esc", "7", "tab", "t", "? esc", "i"] {
        seat.press(other);
        seat.press("x");
        assert!(!seat.game().round().is_over(), "{other}");
        assert!(seat.says("Resign?"), "{other}: {}", seat.text());
    }
    seat.press("x");
    assert_eq!(seat.app.message(), Some("Player 1 resigns. Player 2 wins!"));
}

#[test]
fn a_copy_is_written_where_it_is_asked_for() {
    let mut seat = Seat::new();
    seat.press("2 6 enter s");
    assert!(seat.says("Save a copy as: multiple-madness.divvy_"), "{}", seat.text());
    let path = seat.folder.path().join("copy.divvy");
    (0..30).for_each(|_| seat.act(Action::Erase));
    path.to_str().unwrap().chars().for_each(|c| seat.act(Action::Type(c)));
    seat.press("enter");
    assert_eq!(divvy_play::Store::read(&path).unwrap(), *seat.game());
    // A second copy does not replace the first.
    seat.press("s");
    (0..30).for_each(|_| seat.act(Action::Erase));
    path.to_str().unwrap().chars().for_each(|c| seat.act(Action::Type(c)));
    seat.press("enter");
    assert!(seat.app.message().unwrap().contains("exists; choose another name"));
}

#[test]
fn a_board_of_ten_thousand_scrolls_and_typing_goes_there() {
    let mut seat = Seat::with(Size { width: 300, height: 60 }, divvy_tui::ThemeName::Dark, false);
    seat.press("down o down left left left down down down");
    seat.press("10000 enter");
    assert_eq!(seat.game().rules().board().size(), 10_000);
    assert!(seat.says("shown; type a number to go there"), "{}", seat.text());
    seat.press("7919");
    assert!(seat.says("[7919]"), "{}", seat.text());
    seat.press("enter pageup pagedown home end");
    assert_eq!(seat.app.cursor().map(Number::get), Some(10_000));
    assert_eq!(seat.game().round().record().to_string(), "multiple-madness;size=10000:7919");
    // The whole of a large window and of a small one can be drawn.
    for size in [Size { width: 60, height: 20 }, Size { width: 500, height: 200 }] {
        seat.act(Action::Resize(size));
        assert!(seat.says("Multiple Madness"), "{}", seat.text());
    }
}

#[test]
fn a_bot_that_cannot_be_waited_for_can_be_left() {
    let mut seat = Seat::new();
    // The person moves, and nobody works on the answer.
    seat.press("2");
    let key = "enter".parse().unwrap();
    let action = seat.app.key(key).unwrap();
    seat.app.apply(action);
    let job = seat.app.take_job().unwrap();
    assert!(seat.app.is_waiting());
    assert!(seat.says("Player 2 (easy) thinks"), "{}", seat.text());
    // Moves are refused, undo is not, and the answer that comes late is of no interest.
    seat.app.apply(Action::Do(Command::Choose));
    assert_eq!(seat.app.message(), Some("It is Player 2's turn."));
    seat.app.apply(Action::Do(Command::Undo));
    assert!(seat.game().is_untouched() && !seat.app.is_waiting());
    let mut thinker = divvy_tui::Thinker::default();
    let ticket = job.ticket;
    let answer = thinker.work(job, |_| true).unwrap();
    seat.app.apply(Action::Answered { ticket, answer });
    assert!(seat.game().is_untouched());
}

#[test]
fn a_review_walks_through_the_game_by_keys_and_by_the_mouse() {
    let mut seat = Seat::new();
    seat.press("down o down left left left enter 1 enter 4 enter 2 enter 16 enter 8 enter x x v");
    assert_eq!(seat.app.room(), Room::Review);
    seat.press("home");
    assert!(seat.says("Before the first of 5 moves: Player 1 stands to win."));
    seat.press("tab");
    let text = seat.text();
    assert!(
        seat.says("Move 1 of 5: Player 1 plays 1. A slip: Player 2 stands to win now."),
        "{text}"
    );
    seat.press("right right left");
    assert!(seat.says("Move 2 of 5"), "{}", seat.text());
    seat.press("end");
    assert!(seat.says("Move 5 of 5"), "{}", seat.text());
    // The strip: the arrow stands under the last move; two places to the left is the third.
    let row = seat.text().lines().position(|line| line.contains('▲')).unwrap();
    let column = seat.text().lines().nth(row).unwrap().chars().position(|c| c == '▲').unwrap();
    let down = MouseEventKind::Down(MouseButton::Left);
    seat.mouse(down, column as u16 - 2, row as u16 - 2);
    assert!(seat.says("Move 3 of 5"), "{}", seat.text());
    seat.press("esc");
    assert_eq!(seat.app.room(), Room::Over);
}

#[test]
fn what_is_typed_into_the_form_is_checked_and_not_lost_to_the_mouse() {
    let mut seat = Seat::new();
    // Rounds that cannot be.
    seat.press("o down down down 5000 enter");
    assert_eq!(seat.app.room(), Room::Setup);
    assert!(seat.says("Rounds takes a number from 1 to 1000."), "{}", seat.text());
    // The mouse passes over other lines while a name is typed.
    seat.press("esc o up A");
    seat.mouse(MouseEventKind::Moved, 5, 6);
    seat.press("n n");
    assert!(seat.says("Ann_"), "{}", seat.text());
    seat.press("enter");
    assert_eq!(seat.game().name(divvy_play::Seat::Two), "Ann");
}

#[test]
fn a_finished_game_keeps_its_result_whatever_is_pressed() {
    let mut seat = Seat::new();
    seat.press("down o down left left left enter 11 enter 1 enter 13 enter");
    let result = "Player 2 has no valid moves. Player 1 wins!";
    assert!(seat.says(result));
    seat.click_number(seat.game().rules().board().number(7).unwrap());
    for key in ["t", "r", "enter", "space", "5", "tab"] {
        seat.press(key);
        assert!(seat.says(result), "{key}: {}", seat.text());
    }
}

#[test]
fn a_review_of_a_large_board_follows_the_game() {
    let mut seat = Seat::new();
    let rules: divvy_rules::Rules = "multiple-madness;size=10000".parse().unwrap();
    let proposal = Proposal { options: rules.options(), ..Proposal::new(Game::MultipleMadness) };
    seat.sit_down(Session::unsaved(proposal.begin(None).unwrap()));
    seat.press("9000 enter 2 enter 9998 enter x x v");
    for (key, number) in [("home right", "(9000)"), ("right", "(2)"), ("right", "(9998)")] {
        seat.press(key);
        assert!(seat.says(number), "{number}:\n{}", seat.text());
    }
}

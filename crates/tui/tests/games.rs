//! Whole games by keys only and by the mouse only: what is asserted is the match, not the picture.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Console;
use divvy_analysis::{Computer, Review};
use divvy_match::{Bot, Occupant, Seat};
use divvy_rules::{Game, Number};

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
            // As specified, not as a contest.
            console.click("←→ rules");
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
            console.press("right o down");
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
            let columns = console.columns();
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
            assert!(console.says("You win!"), "{}", console.text());
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
                    console.game().round().record().legal().iter().last().unwrap()
                });
            }
            assert_eq!(console.game().round().winner(), Some(Seat::Two), "{game} {hand:?}");
        }
    }
}

#[test]
fn a_match_between_bots_is_watched() {
    let mut console = Console::new();
    console.press("down o right right right down down down right enter");
    assert!(console.game().round().is_over(), "the bots have played");
    assert!(console.says("enter next round  v review  m rematch  n another game"));
    console.press("u");
    assert!(console.says("No person takes part"), "{}", console.text());
    console.press("enter");
    assert_eq!(console.game().round_number(), 2);
}

#[test]
fn a_series_goes_on_round_by_round_and_a_rematch_swaps_the_first_move() {
    let mut console = Console::new();
    // Multiple Madness, two people, best of 3.
    console.press("down right o down left left left down down right enter");
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
    assert!(console.says("Round 2, best of 3   ● Player 1 1 : 1 Player 2 ◆"), "{}", console.text());
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

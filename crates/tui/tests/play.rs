//! Moves at the board: refusals, undo and redo, skipped turns, resigning, copies, and what is said about them.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::time::Duration;

use common::Console;
use divvy_match::{Bot, Occupant, Proposal, Seat, Setup};
use divvy_rules::Game;
use divvy_store::{Session, Store};
use divvy_tui::{Colours, Command, Input, Job, Look, Memory, Task, ThemeName};

#[test]
fn refusals_have_the_words_of_line_mode_and_cost_nothing() {
    let mut console = Console::new();
    console.press("down right o down left left left enter 6 enter");
    let before = console.game().clone();
    for (typed, words) in [
        ("8", "Invalid choice: 8 is not a factor or multiple of 6"),
        ("6", "Invalid choice: 6 is already taken"),
        ("99", "Invalid choice: 99 is outside 1-20"),
        ("0", "Invalid choice: 0 is outside 1-20"),
        // A third digit begins another number.
        ("458", "Invalid choice: 8 is not a factor or multiple of 6"),
    ] {
        console.press(&format!("{typed} enter"));
        assert!(console.says(words), "{}", console.text());
        assert_eq!(console.game(), &before);
    }
    console.click_number(before.rules().board().number(7).unwrap());
    assert!(
        console.says("Invalid choice: 7 is not a factor or multiple of 6"),
        "{}",
        console.text()
    );
    assert_eq!(console.game(), &before);
}

#[test]
fn undo_against_a_bot_takes_back_two_moves_and_redo_plays_them_again() {
    let mut console = Console::new();
    console.press("2 enter 6 enter");
    let moves = console.game().round().record().moves().to_vec();
    assert_eq!(moves.len(), 2, "the bot has answered");
    console.press("u");
    assert!(console.game().is_untouched());
    assert!(console.says("Taken back:"), "{}", console.text());
    console.press("r");
    assert_eq!(console.game().round().record().moves(), moves);
    console.press("r");
    assert!(console.says("There is no move to play again."), "{}", console.text());
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
    assert!(console.says("There is no move to take back."), "{}", console.text());
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
fn the_help_line_keeps_its_places_while_a_bot_thinks() {
    let mut console = Console::new();
    console.press("2 enter 6 enter");
    let last = |console: &Console| console.text().lines().last().map(str::to_owned);
    let before = last(&console);
    let input = console.app.key("tab".parse().unwrap()).unwrap();
    console.app.apply(input);
    console.app.apply(Input::Command(Command::Choose));
    assert!(console.app.is_waiting() && console.app.take_job().is_some());
    // What has to wait is not offered, and the rest keeps its place.
    let (before, now) = (before.unwrap(), last(&console).unwrap());
    assert!(!now.contains("enter play") && before.contains("enter play"), "{now}");
    assert!(now.contains("? help") && now.find("? help") == before.find("? help"), "{now}");
}

#[test]
fn a_skipped_turn_is_announced() {
    let mut console = Console::new();
    console.two_people("number-maze:11,2");
    let skipped = "Player 2 moved to 2. Player 1 had no move and skipped a turn.";
    assert!(console.says(skipped), "{}", console.text());
    assert!(console.says("1──11── skip"), "{}", console.text());
    assert_eq!(console.game().round().to_move(), Seat::Two);
    // It stands out; a hint in its place does not.
    let style = |console: &Console, text: &str| {
        let at = console.find(text).unwrap_or_else(|| panic!("{text}:\n{}", console.text()));
        console.buffer()[at].style()
    };
    let told = "Player 2 moved to 2.";
    let mut unskipped = Console::new();
    unskipped.two_people("number-maze:5,2");
    assert_ne!(style(&console, told), style(&unskipped, told));
    console.press("i");
    unskipped.press("i");
    let nudge = "You can win";
    assert!(console.says(nudge) && unskipped.says("can win"), "{}", console.text());
    assert_eq!(style(&console, nudge), style(&unskipped, "can win"));

    // A bot that moves at once does not cover it.
    let mut seen = 0;
    for seed in 0..20 {
        let mut console = Console::new();
        let players = [Occupant::Human, Occupant::Bot(Bot::Random)];
        let game = Proposal { players, ..Proposal::new(Game::NumberMaze) };
        console.sit_down(Session::unsaved(divvy_tui::begin(&game, Some(seed)).unwrap()));
        console.press("13 enter");
        if !console.game().round().is_over() {
            // The bot may have had none either.
            let skipped = ["You had no move and", "You and the computer had no move and"];
            assert!(skipped.iter().any(|said| console.says(said)), "{}", console.text());
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn after_a_resignation_the_panel_lists_nothing_as_barred() {
    for (notation, barred) in
        [("trap-avoidance:7", "Traps set by 7"), ("number-maze:2,4", "not back to 1")]
    {
        let mut console = Console::new();
        console.two_people(notation);
        assert!(console.says(barred), "{}", console.text());
        console.press("x x");
        assert!(console.says("resigned") && !console.says(barred), "{}", console.text());
    }
}

#[test]
fn traps_of_two_turns_are_all_shown() {
    let mut console = Console::new();
    console.two_people("trap-avoidance;size=12;memory=2:4,5");
    assert!(console.says("Traps set by 4 and 5"), "{}", console.text());
    assert!(console.says("no factor and no multiple of 4 or 5"), "{}", console.text());
    console.press("8 enter");
    assert!(console.says("Invalid choice: 8 is a factor or multiple of 4"), "{}", console.text());
    console.press("10 enter");
    assert!(console.says("Invalid choice: 10 is a factor or multiple of 5"), "{}", console.text());
    console.press("i i i");
    console.think();
    assert!(console.says("you have an answer"), "{}", console.text());
}

#[test]
fn resigning_asks_once() {
    let mut console = Console::new();
    console.press("2 enter x");
    assert!(!console.game().round().is_over());
    // Something else in between, whatever it is, and it asks again.
    for other in ["esc", "7", "tab", "t", "? esc", "i"] {
        console.press(other);
        console.press("x");
        assert!(!console.game().round().is_over(), "{other}");
        assert!(console.says("Resign?"), "{other}: {}", console.text());
    }
    console.press("x");
    assert!(console.says("You lose. You resigned."), "{}", console.text());
}

#[test]
fn a_copy_is_written_where_it_is_asked_for() {
    let mut console = Console::new();
    console.press("2 enter 6 enter s");
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
    assert!(console.says("exists; choose another name"), "{}", console.text());
}

#[test]
fn a_bot_that_cannot_be_waited_for_can_be_left() {
    let mut console = Console::new();
    // The person moves, and the reply is not worked out.
    console.press("2 enter");
    let key = "enter".parse().unwrap();
    let action = console.app.key(key).unwrap();
    console.app.apply(action);
    let job = console.app.take_job().unwrap();
    assert!(console.app.is_waiting());
    assert!(console.says("You removed 2. ⠋ The computer thinks"), "{}", console.text());
    // Moves are refused, undo is not, and the answer that comes late is of no interest.
    console.app.apply(Input::Command(Command::Choose));
    assert!(console.says("It is not your turn."), "{}", console.text());
    console.app.apply(Input::Command(Command::Undo));
    assert!(console.game().is_untouched() && !console.app.is_waiting());
    let mut thinker = divvy_tui::Thinker::default();
    let ticket = job.ticket;
    let result = thinker.work(job, |_| true).unwrap();
    console.app.apply(Input::Done { ticket, result });
    assert!(console.game().is_untouched());
}

#[test]
fn a_finished_game_keeps_its_result_whatever_is_pressed() {
    let mut console = Console::new();
    console.press("down right o down left left left enter 11 enter 1 enter 13 enter");
    let result = "Player 1 wins! Player 2 is stuck: 13 only goes with 1, and 1 is gone.";
    assert!(console.says(result));
    console.click_number(console.game().rules().board().number(7).unwrap());
    for key in ["t", "r", "enter", "space", "5", "tab"] {
        console.press(key);
        assert!(console.says(result), "{key}: {}", console.text());
    }
}

#[test]
fn after_the_reply_the_cursor_is_on_a_number_that_can_be_played() {
    for game in ["1", "2", "3", "4", "5"] {
        let mut console = Console::new();
        console.press(&format!("{game} tab enter"));
        let round = console.game().round();
        let cursor = console.app.cursor().unwrap();
        assert!(round.legal().contains(cursor), "{game}: {}", console.text());
        assert!(!console.says("already taken"), "{game}: {}", console.text());
    }
}

#[test]
fn the_reply_comes_after_a_beat_and_lights_up() {
    let mut console = Console::with_pause(Duration::from_millis(700));
    console.press("3 enter");
    console.app.apply(Input::Command(Command::Choose));
    let Job { ticket, board, task } = console.app.take_job().unwrap();
    let Task::Move(game, pause) = task else { panic!("a move is asked for") };
    assert_eq!(pause, Duration::from_millis(700));
    let job = Job { ticket, board, task: Task::Move(game, Duration::ZERO) };
    let result = divvy_tui::Thinker::default().work(job, |_| true).unwrap();
    console.app.apply(Input::Done { ticket, result });
    // Light and dark by turns, and then as ever.
    let mut pictures = vec![console.buffer()];
    while console.app.wants_ticks() {
        console.app.apply(Input::Tick);
        pictures.push(console.buffer());
        assert!(pictures.len() < 20);
    }
    assert!(pictures.len() > 3 && pictures[0] != pictures[1], "{}", console.text());
    console.app.apply(Input::Tick);
    assert_eq!(pictures.last(), Some(&console.buffer()));
}

#[test]
fn without_colours_the_key_for_colours_says_so_and_changes_nothing() {
    let mut console = Console::new();
    let colourless = Look { theme: ThemeName::Dark, ascii: false, colours: Colours::None };
    let rules = "chain-reaction".parse().unwrap();
    console.sit_down_as(Session::unsaved(Setup::new(rules)), colourless);
    console.press("t");
    let said = "Colours are off: NO_COLOR is set, or --color never.";
    assert!(console.says(said), "{}", console.text());
    let choices = console.folder.path().join("choices.json");
    assert_eq!(Memory::new(Some(choices), Default::default()).theme(), None);
}

#[test]
fn what_would_follow_is_told_and_can_be_switched_off() {
    let mut console = Console::new();
    console.press("3 enter 2 esc");
    assert!(
        console.says("If you select 2, the computer can answer 4, 6, 8, 10, 12, 14 or 16."),
        "{}",
        console.text()
    );
    console.press("p");
    assert!(!console.says("If you select"), "{}", console.text());
    // It stays off.
    let mut console = console.restarted();
    console.press("3 enter");
    assert!(!console.says("If you select"), "{}", console.text());
    console.press("p");
    assert!(console.says("If you select"), "{}", console.text());
}

#[test]
fn the_end_says_who_won_and_why_and_a_rematch_counts_on() {
    let mut console = Console::new();
    // As specified, against easy: 11 leaves 1 only, and 13 or another prime leaves nothing.
    console.press("down right enter 11 enter 13 enter");
    let why = "You win! The computer is stuck: 13 only goes with 1, and 1 is gone.";
    assert!(console.says(why) && !console.says("Games: "), "{}", console.text());
    assert!(console.says("The computer begins the next game."), "{}", console.text());
    let keys = console.text().lines().last().unwrap().to_owned();
    assert!(keys.starts_with(" m play again  v review  o new opponent  n another game"), "{keys}");
    console.press("m");
    assert!(console.says("● You 1 : 0 The computer (easy) ◆"), "{}", console.text());
    assert!(console.says("Your turn") || console.game().round().is_over(), "{}", console.text());
}

#[test]
fn a_review_counts_the_games_before_the_rematch() {
    let mut console = Console::new();
    console.two_people("multiple-madness:11,1,13");
    console.press("m 11 enter 1 enter 13 enter");
    let score = "● Player 1 1 : 1 Player 2 ◆";
    assert!(console.says(score), "{}", console.text());
    console.press("v");
    assert!(
        console.says("Review: after 3 moves. No slips:") && console.says(score),
        "{}",
        console.text()
    );
}

#[test]
fn a_review_marks_the_traps_of_the_position_it_shows() {
    let mut console = Console::new();
    console.two_people("trap-avoidance;size=100:60,7");
    // 60 has trapped 30, 7 traps 1 and its multiples.
    let trapped = |console: &Console, number: u32| console.text().contains(&format!("×{number} "));
    assert!(trapped(&console, 14) && !trapped(&console, 30), "{}", console.text());
    console.press("x x");
    assert!(trapped(&console, 14) && !trapped(&console, 30), "{}", console.text());
    assert!(!trapped(&console, 11), "{}", console.text());
    console.press("e");
    assert!(trapped(&console, 1) && !trapped(&console, 30), "{}", console.text());
    // Before 60 every number can be played.
    console.press("u u");
    assert!(!console.text().contains('×'), "{}", console.text());
}

#[test]
fn what_can_be_played_can_be_left_to_be_found() {
    let mut console = Console::new();
    console.two_people("trap-avoidance;size=12;memory=2:4,5");
    let told = ["Player 1 can take", "Traps set by", "░", "If Player 1 takes"];
    assert!(told.iter().all(|told| console.text().contains(told)), "{}", console.text());
    let before = console.app.cursor();
    console.press("w");
    let shown = |console: &Console| told.into_iter().find(|told| console.text().contains(told));
    assert_eq!(shown(&console), None, "{}", console.text());
    assert!(console.says("What can be played is hidden."), "{}", console.text());
    console.press("tab");
    assert_eq!(console.app.cursor(), before);
    assert!(console.says("What can be played is hidden: w shows it."), "{}", console.text());
    // The cursor does not tell either, and what is wrong is still said.
    console.press("7 enter");
    assert_eq!(console.app.cursor().unwrap().get(), 7);
    console.press("7 enter");
    assert!(console.says("Invalid choice: 7"), "{}", console.text());
    let mut console = console.restarted();
    console.press("1 enter");
    assert!(!console.text().contains("You can take"), "{}", console.text());
    console.press("w");
    assert!(console.text().contains("What can be played is shown."), "{}", console.text());
}

//! Line mode and the full-screen board are two faces of one match: the same moves through either end in the same
//! match, undo and refused moves included.

use divvy::line::{self, Piped};
use divvy_match::{Event, Match, Setup};
use divvy_rules::Rules;
use divvy_store::{Session, Store};
use divvy_tui::{App, BoardSettings, Colours, Input, Key, Look, Memory, ThemeName};
use ratatui::layout::{Position, Size};

const RULES: [&str; 9] = [
    "trap-avoidance",
    "trap-avoidance;size=30;opening=even;one=free",
    "multiple-madness",
    "multiple-madness;size=60;opening=even",
    "chain-reaction;size=25;without-one",
    "number-maze",
    "number-maze;size=40;target=37",
    "number-maze;size=30;without-one;start=14;target=15;block",
    "sequence-duel;size=10",
];

/// What a player enters: numbers, legal or not, and `undo`.
fn script(rules: Rules, mut chance: u64) -> Vec<String> {
    let mut next = || {
        chance =
            chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as u32
    };
    let mut game = Match::new(Setup::new(rules));
    let mut entries = Vec::new();
    while !game.round().is_over() && entries.len() < 400 {
        let legal = game.round().record().legal();
        match next() % 8 {
            0 => {
                entries.push("undo".to_owned());
                let _ = game.apply(Event::Undone { plies: None });
            }
            1 => {
                let value = next() % (rules.board().size() + 3);
                entries.push(value.to_string());
                let _ = game.apply(Event::Moved { number: value });
            }
            _ => {
                let number = legal.nth(next() % legal.len()).unwrap();
                entries.push(number.to_string());
                game.apply(Event::Moved { number: number.get() }).unwrap();
            }
        }
    }
    entries
}

/// The match after these entries in line mode.
fn in_line_mode(rules: Rules, entries: &[String]) -> Match {
    let mut session = Session::unsaved(Setup::new(rules));
    let text = entries.join("\n") + "\n";
    let mut input = Piped::new(text.as_bytes(), true);
    line::play(&mut session, &mut input, &mut Vec::new(), Default::default()).unwrap();
    session.game().clone()
}

/// The match after the same entries as keys on the board.
fn on_the_board(rules: Rules, entries: &[String], folder: &std::path::Path) -> Match {
    let settings = BoardSettings::default();
    let memory = Memory::new(None, settings.seats.clone());
    let look = Look { theme: ThemeName::Dark, ascii: false, colours: Colours::True };
    let size = Size { width: 80, height: 24 };
    let store = Store::new(folder.to_owned());
    let app = App::new(store, memory, &settings, look, size);
    let mut app = app.at_board(Session::unsaved(Setup::new(rules)));
    let mut press = |key: Key| {
        if let Some(action) = app.key(key) {
            app.apply(action);
        }
    };
    for entry in entries {
        match entry.as_str() {
            "undo" => press("u".parse().unwrap()),
            digits => {
                digits.chars().for_each(|digit| press(digit_key(digit)));
                press("enter".parse().unwrap());
            }
        }
    }
    app.game().unwrap().clone()
}

fn digit_key(digit: char) -> Key {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    Key::from(KeyEvent::new(KeyCode::Char(digit), KeyModifiers::NONE))
}

#[test]
fn the_same_entries_end_in_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    for rules in RULES {
        for seed in 0..20 {
            let rules: Rules = rules.parse().unwrap();
            let entries = script(rules, seed);
            let line = in_line_mode(rules, &entries);
            let board = on_the_board(rules, &entries, folder.path());
            assert_eq!(line.round().record().to_string(), board.round().record().to_string());
            assert_eq!(line, board, "{rules} {entries:?}");
            assert!(line.round().is_over() || entries.len() == 400, "played to the end: {rules}");
        }
    }
}

#[test]
fn an_input_that_means_nothing_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let rules: Rules = "multiple-madness".parse().unwrap();
    let settings = BoardSettings::default();
    let memory = Memory::new(None, settings.seats.clone());
    let look = Look { theme: ThemeName::Mono, ascii: true, colours: Colours::None };
    let store = Store::new(folder.path().to_owned());
    let app = App::new(store, memory, &settings, look, Size { width: 80, height: 24 });
    let mut app = app.at_board(Session::unsaved(Setup::new(rules)));
    let nowhere = Position { x: 300, y: 300 };
    for input in [Input::Tick, Input::Press(nowhere), Input::Hover(nowhere), Input::Scroll(-5)] {
        app.apply(input);
    }
    app.apply(Input::Erase);
    app.apply(Input::Progress { ticket: 7, done: 1 });
    assert!(app.game().unwrap().is_untouched());
}

//! Exploring a position.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Console, LOOK, SIZES};
use divvy_match::Match;
use divvy_rules::Record;
use divvy_tui::{Colours, Command, Input, Look};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

/// A game explored by its notation.
fn exploring(notation: &str) -> Console {
    let mut console = Console::new();
    let record: Record = notation.parse().unwrap();
    console.app = console.fresh(LOOK).exploring(Match::from_record(record));
    console.think();
    console
}

/// What stands in the corner of a number's card, above the number and to the left.
fn tag(console: &Console, number: u32) -> String {
    let text = console.text();
    // Not in the heading.
    let lines: Vec<Vec<char>> =
        text.lines().skip(4).map(|line| format!("{line} ").chars().collect()).collect();
    let sought: Vec<char> = format!("  {number} ").chars().collect();
    let place = lines.windows(2).find_map(|rows| {
        let at = rows[1].windows(sought.len()).position(|part| part == sought)?;
        Some(
            rows[0]
                .get(at.saturating_sub(2)..at + 2)
                .unwrap_or_default()
                .iter()
                .collect::<String>(),
        )
    });
    place.unwrap_or_else(|| panic!("{number}:\n{text}")).trim().to_owned()
}

#[test]
fn every_number_shows_what_it_is_worth_and_the_one_under_the_cursor_why() {
    let mut console = exploring("multiple-madness:18,3");
    let text = console.text();
    assert!(
        console.says("Exploring: after 2 moves. Player 1’s turn: remove a factor or multiple of 3. Player 1 wins with 9. Player 2 removed 3. Player 1 can remove"),
        "{text}"
    );
    for worth in ["✓3", "✗2", "✗8", "✗10"] {
        assert!(text.contains(worth), "{worth}:\n{text}");
    }
    console.press("12");
    let why = "12 loses in 8 moves. Player 2 removes 4. After 4, Player 2 answers:";
    assert!(console.says(why), "{}", console.text());
    // Partners after it are of a board that is not shown yet.
    assert_eq!(tag(&console, 4), "★");
    assert!(!console.text().contains('⇄') && console.says("★ the reply"), "{}", console.text());
    console.press("enter enter");
    assert!(console.says("Why 4 wins:"), "{}", console.text());
    assert_eq!([8, 20, 10].map(|number| tag(&console, number)), ["⇄16", "⇄10", "⇄20"]);
    // Every number loses, which stands in the other corner.
    assert!(console.says("⇄16 ✗") && console.says("✗ loses ⇄ its partner"), "{}", console.text());
    // The cursor is on the last number, and what is typed is another one.
    console.press("enter");
    assert!(console.says("Go to a number first."), "{}", console.text());
    console.press("8");
    assert!(console.says("8 loses in"), "{}", console.text());
    console.press("esc u u 12");
    console.press("esc 9");
    assert!(
        console.says("9 wins in 3 moves.") && console.says("and Player 2 is stuck."),
        "{}",
        console.text()
    );
    // Of what cannot be played, the reason; it is refused in the words of the board.
    console.press("esc 7");
    let why = "7 cannot be played. It is not a factor or multiple of 3.";
    assert!(console.says(why), "{}", console.text());
    console.press("enter");
    assert!(console.says("Invalid choice: 7 is"), "{}", console.text());
}

#[test]
fn a_reason_that_comes_late_is_not_told_of_another_position() {
    // Why the number wins or not is asked for with its digit, and there when it is played already.
    let hasty = |moves: &str, digit| {
        let mut console = exploring("chain-reaction;size=16;without-one;opening=even:");
        console.press(moves);
        console.app.apply(Input::Text(digit));
        console.app.apply(Input::Command(Command::Choose));
        console.think();
        console
    };
    let console = hasty("12 enter 4 enter", '8');
    assert!(
        !console.says("Why 8 wins:") && console.says("Player 2 wins with"),
        "{}",
        console.text()
    );
    let mut console = hasty("12 enter", '4');
    assert!(console.says("Why 4 wins:"), "{}", console.text());
    // Each exchange has a line, with more words where there is room for them.
    let told = "partner: 8→16 forces 2 16→8 forces 2 2→10 forces 5 Later: 5→15 forces 3 3→9 wins";
    assert!(console.says(told), "{}", console.text());
    console.act(Input::Resize(SIZES[2]));
    assert!(console.says("partner: 8 → 16 forces 2 16 → 8"), "{}", console.text());
    // Without reasons nothing is said of the last number, where the cursor is.
    console.press("i");
    assert!(!console.says("4 cannot be played."), "{}", console.text());
}

#[test]
fn side_lines_are_kept_and_changed_between() {
    let mut console = exploring("multiple-madness:18,3,12,4");
    console.press("u u 9 enter 1 enter");
    assert!(console.says("Exploring: after 4 moves, on a side line"), "{}", console.text());
    let moves = |console: &Console, row: &str| {
        let line = console.text().lines().find(|line| line.starts_with(row)).unwrap().to_owned();
        line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(&console, " Moves"), "- 18 3 9 1", "{}", console.text());
    assert_eq!(moves(&console, " Instead"), "12");
    // The line of the game is as it was, with its slip, and stands at the move that was played instead.
    console.press("o");
    assert_eq!(moves(&console, " Moves"), "- 18 3 12✗ 4", "{}", console.text());
    assert_eq!(moves(&console, " Instead"), "9");
    assert!(console.says("Exploring: before move 4 of 4"), "{}", console.text());
    // The only slip is behind: it is not the next one.
    console.press("v");
    assert!(console.says("No further slip is known on this line."), "{}", console.text());
    assert!(!console.says("v next slip"), "{}", console.text());
    console.press("u");
    assert!(console.says("Exploring: before move 3 of 4"), "{}", console.text());
    // From the move before both, the next one changes; the keys beside those of undo and redo do the same.
    console.press("o ] ] [ ]");
    assert_eq!(moves(&console, " Moves"), "- 18 3 9 1", "{}", console.text());
    console.press("y");
    assert!(console.says("multiple-madness:18,3,9,1"), "{}", console.text());
    assert!(console.says("esc goes back to the board."), "{}", console.text());
    console.press("esc");
    // A press on the line goes there.
    let row = console.text().lines().position(|line| line.starts_with(" Moves")).unwrap();
    console.mouse(MouseEventKind::Down(MouseButton::Left), 10 + 5, row as u16);
    assert!(console.says("Exploring: before move 2 of 4"), "{}", console.text());
}

#[test]
fn what_goes_on_from_the_end_is_no_side_line() {
    for size in SIZES {
        let mut console = exploring("multiple-madness:18,3");
        console.act(Input::Resize(size));
        console.press("12 enter 4 enter");
        assert!(!console.says("side line"), "{}", console.text());
        console.press("u u o");
        assert!(console.says("There is no side line yet"), "{}", console.text());
        // Once there is one, the footer offers to go there, and what the signs mean is said all the same.
        console.press("9 enter u");
        for said in ["o side line", "Instead", "✓3 wins in 3", "u back"] {
            assert!(console.says(said), "{said}:\n{}", console.text());
        }
        console.press("r");
        assert!(console.says("o next line") && console.says("✗2 loses"), "{}", console.text());
        assert!(console.says("on a side line") || size.width == 60, "{}", console.text());
    }
}

#[test]
fn every_game_of_the_start_screen_can_be_explored() {
    let mut console = Console::new();
    console.press("down e");
    assert!(console.says("Exploring: before the first move"), "{}", console.text());
    for size in SIZES {
        console.act(Input::Resize(size));
        // At first what to do, where there is room for it, and what each number is worth.
        let said = "Try moves for both players: type a number, enter plays it.";
        assert!(console.says(said), "{}", console.text());
        let why = [
            "After 10, Player 1 answers",
            "After 10, whatever Player 2",
            "Whatever Player 2 removes",
        ];
        let told = why.map(|why| console.says(&format!("10 wins in 7 moves. {why}")));
        assert!(told.contains(&true), "{}", console.text());
        console.press("i");
        assert!(console.says("10 wins in 7 moves. i shows why."), "{}", console.text());
        console.press("i");
    }
    console.press("enter");
    // With it, why it wins; then of any number why it does not.
    assert!(
        console.says(
            "Why 10 wins: After 10, whatever Player 2 removes, Player 1 removes its partner:"
        ),
        "{}",
        console.text()
    );
    assert!(!console.says("the reply"), "{}", console.text());
    console.press("tab");
    assert!(console.says("2 loses in 6 moves. Player 1 removes 4."), "{}", console.text());
    console.press("esc 6 e");
    assert!(console.says("Choose one of the five games to explore."), "{}", console.text());
}

#[test]
fn the_cursor_goes_to_what_wins_soonest_unless_it_was_moved() {
    let mut console = exploring("multiple-madness;size=16;without-one;opening=even:");
    assert!(console.says("before the first move"), "{}", console.text());
    assert!(console.says("10 wins in 7 moves. After 10, Player 1 answers"), "{}", console.text());
    // The reply that refutes a losing move is what the proof of that move has named.
    console.press("2");
    assert!(console.says("2 loses in 6 moves. Player 2 removes 4."), "{}", console.text());
    console.press("enter");
    assert!(console.says("Why 2 loses: 4 wins in 5 moves. After 4,"), "{}", console.text());
    console.press("4");
    assert!(!console.says("Why 2 loses:"), "{}", console.text());
    console.press("esc");
    // One that was moved before the worth was known stays.
    let record: Record = "multiple-madness;size=16;without-one;opening=even:".parse().unwrap();
    console.app = console.fresh(LOOK).exploring(Match::from_record(record));
    console.app.apply(Input::Command(Command::Right));
    console.app.apply(Input::Command(Command::Right));
    console.think();
    assert!(console.says("4 wins in"), "{}", console.text());
    // On the way back it shows what was played.
    console.press("2 enter");
    console.press("u");
    assert!(console.says("2 loses in 6 moves. Player 2 removes 4."), "{}", console.text());
}

#[test]
fn what_was_typed_is_forgotten_when_it_is_refused() {
    let mut console = Console::new();
    console.press("6 enter 12 enter 5 enter 7");
    assert!(console.says("Number: 7_"), "{}", console.text());
    // At the end of a chain and beside an example nothing is typed.
    console.press("enter 1 enter 97 enter 6");
    assert!(console.says("None can follow") && !console.says("Number:"), "{}", console.text());
    console.press("i 9 i");
    assert!(!console.says("Number:"), "{}", console.text());
    // While the opponent thinks, a number is refused too.
    let mut console = Console::new();
    console.press("down right enter");
    let choose = || Input::Command(Command::Choose);
    for input in [choose(), Input::Text('1'), Input::Text('2'), choose(), Input::Text('9')] {
        console.app.apply(input);
    }
    assert!(console.says("Number: 9_"), "{}", console.text());
}

#[test]
fn a_letter_of_a_pair_stands_apart_from_the_word_slip() {
    for size in SIZES {
        let mut console = Console::new();
        console.two_people("multiple-madness;size=16;without-one;opening=even:12,6");
        console.act(Input::Resize(size));
        console.press("x x v");
        let text = console.text();
        assert!(console.says("slip"), "{text}");
        let glued = |line: &str| {
            let mut words = line.split_whitespace();
            words.any(|word| word.contains(['✗', '✓']) && word.chars().any(char::is_alphabetic))
        };
        assert!(!text.lines().any(glued), "{text}");
    }
}

#[test]
fn what_is_explored_leaves_the_game_as_it_was() {
    let mut console = Console::new();
    console.two_people("multiple-madness:18,3");
    console.press("e 9 enter 1 enter esc");
    // What was tried is there again when one comes back, at the position of the game.
    assert!(console.says("What you tried is kept"), "{}", console.text());
    console.press("e");
    assert!(
        console.says("Exploring: before move 3 of 4. Player 1’s turn. Player 1 wins"),
        "{}",
        console.text()
    );
    console.press("r r");
    assert!(console.says("Exploring: after 4 moves"), "{}", console.text());
    console.press("esc");
    assert_eq!(console.game().round().record().to_string(), "multiple-madness:18,3");
    assert!(console.says("Player 1’s turn"), "{}", console.text());
    // Esc first drops what was typed.
    console.press("e 9 esc");
    assert!(console.says("Exploring"), "{}", console.text());
    // What was named when the program began cannot be come back to, so that leaving asks once; any other key stays.
    let mut console = exploring("multiple-madness:18,3");
    let asked = "once more leaves; the moves that you tried are lost.";
    for keys in ["9 enter esc", "u esc"] {
        console.press(keys);
        assert!(console.says(asked), "{}", console.text());
    }
    console.press("esc");
    assert!(console.app.exit().is_some(), "{}", console.text());
    // Not while the opponent thinks: its move must not be lost.
    let mut console = Console::new();
    console.press("down right enter");
    console.app.apply(console.app.key("enter".parse().unwrap()).unwrap());
    assert!(!console.is_persons_turn());
    console.app.apply(Input::Command(Command::Explore));
    assert!(!console.says("Exploring"), "{}", console.text());
}

#[test]
fn a_game_goes_on_from_what_is_explored_with_a_person_to_move() {
    let mut console = exploring("multiple-madness:18,3,12");
    console.press("u c");
    let (game, moves) = (console.game(), |game: &Match| game.round().record().to_string());
    assert_eq!(moves(game), "multiple-madness:18,3");
    let person = game.only_person().unwrap();
    assert_eq!(game.round().to_move(), person);
    console.press("9 enter u");
    assert_eq!(moves(console.game()), "multiple-madness:18,3");
    // Once more: every game after it begins there too, with the other player to move.
    console.press("x x m");
    assert_eq!(&moves(console.game())[..21], "multiple-madness:18,3");
    assert_eq!(console.game().round().record().moves().len(), 3, "the bot has moved");
    // One move later the other player is the first.
    let mut console = exploring("multiple-madness:18,3,12");
    console.press("c");
    assert_eq!(console.game().round().to_move(), console.game().only_person().unwrap());
    // Where nothing can be played, nothing can go on.
    let mut console = exploring("multiple-madness:11,1,13");
    console.press("c");
    assert!(console.says("Nothing can be played here: go back first."), "{}", console.text());
}

#[test]
fn what_takes_time_is_not_waited_for() {
    let mut console = Console::new();
    console.two_people("multiple-madness:11,1,13");
    console.app.apply(Input::Command(Command::Review));
    let job = console.app.take_job().unwrap();
    console.app.apply(Input::Progress { ticket: job.ticket, done: 2 });
    assert!(console.says("Going through the game: 2 of 3 moves"), "{}", console.text());
    // One job at a time, however many keys are pressed.
    console.app.apply(Input::Command(Command::Undo));
    console.app.apply(Input::Command(Command::Undo));
    assert!(console.app.take_job().is_none() && console.app.is_waiting());
    assert!(console.says("before move 2 of 3"), "{}", console.text());
}

#[test]
fn a_large_board_is_explored_with_its_pairs_listed() {
    let mut console = exploring("multiple-madness;size=10000;opening=even:9000,2,9998");
    for number in ["▸9998", "▸2", "▸9000"] {
        console.press("u");
        assert!(console.says(number), "{number}:\n{}", console.text());
    }
    console.press("r 4500");
    assert!(console.says("4500 loses."), "{}", console.text());
    let mut console = exploring("multiple-madness;size=1000;opening=even:60");
    console.press("30");
    let listed =
        console.says("Whatever Player 1 removes, Player 2 removes its partner (1-997, 2-662,");
    assert!(listed, "{}", console.text());
    console.press("enter");
    assert!(console.text().contains("61⇄"), "{}", console.text());
}

#[test]
fn what_cannot_be_worked_out_can_be_explored_without() {
    let mut console = exploring("trap-avoidance;size=100;memory=2:60");
    assert!(console.says("Who wins is not known:"), "{}", console.text());
    console.press("7 enter");
    assert!(console.says("Exploring: after 2 moves"), "{}", console.text());
}

#[test]
fn worth_is_told_without_colours_and_in_ascii() {
    let mut console = Console::new();
    console.two_people_as(
        "multiple-madness;size=100;opening=even:60",
        Look { ascii: true, colours: Colours::None, ..LOOK },
    );
    console.press("e 2");
    let text = console.text();
    assert!(text.is_ascii(), "{text}");
    assert!(console.says("2 loses.") && text.contains("-30"), "{text}");
}

#[test]
fn digits_are_as_large_explored_as_they_are_played() {
    let large = |console: &Console| ['▀', '█'].iter().any(|sign| console.text().contains(*sign));
    let mut played = 0;
    for (width, height) in [(90, 30), (100, 30), (110, 32), (120, 30), (120, 34), (160, 45)] {
        let mut console = Console::new();
        console.two_people("multiple-madness:18,3");
        console.act(Input::Resize(ratatui::layout::Size { width, height }));
        let before = large(&console);
        console.press("e");
        assert_eq!(large(&console), before, "{width}x{height}:\n{}", console.text());
        played += u32::from(before);
    }
    assert!(played > 3, "{played}");
}

//! A sheet of puzzles as plain text: the questions, a form feed, the answers.

use divvy_rules::{Game, Rules};
use divvy_words as game_words;
use divvy_words::list::wrapped;

use super::{Plausible, Puzzle};

/// Lines fit a page as well as a terminal.
const WIDTH: usize = 78;
/// What a printer takes for the end of a page.
const FORM_FEED: char = '\u{c}';

/// The questions on one page, the answers with their reasons on the next; a form feed stands between the two.
pub fn text_sheet(puzzles: &[Puzzle]) -> String {
    let mut page = title(puzzles);
    page.push('\n');
    for sentence in introduction(puzzles) {
        page.push('\n');
        push_wrapped(&mut page, &sentence, "");
    }
    for (index, puzzle) in puzzles.iter().enumerate() {
        page.push_str(&format!("\nPuzzle {}, grade {}\n", index + 1, puzzle.grade));
        for line in puzzle.question().lines() {
            push_wrapped(&mut page, line, "  ");
        }
        page.push_str("  Answer: ______\n");
    }
    page.push('\n');
    page.push(FORM_FEED);
    page.push_str("Answers\n");
    for (index, puzzle) in puzzles.iter().enumerate() {
        page.push_str(&format!("\nPuzzle {}: {}\n", index + 1, puzzle.answer));
        push_wrapped(&mut page, &puzzle.why, "  ");
        if let Some(line) = near_misses(puzzle) {
            push_wrapped(&mut page, &line, "  ");
        }
    }
    page
}

fn push_wrapped(page: &mut String, text: &str, indent: &str) {
    for line in wrapped(text, WIDTH - indent.len()) {
        page.push_str(indent);
        page.push_str(&line);
        page.push('\n');
    }
}

/// `Multiple Madness puzzles`, or just `Puzzles` for several games.
fn title(puzzles: &[Puzzle]) -> String {
    match (&games(puzzles)[..], puzzles.len()) {
        ([rules], 1) => format!("{} puzzle", game_words::name(rules.game())),
        ([rules], _) => format!("{} puzzles", game_words::name(rules.game())),
        _ => "Puzzles".to_owned(),
    }
}

/// The rules of every game on the sheet in brief, and what the question is.
fn introduction(puzzles: &[Puzzle]) -> Vec<String> {
    let games = games(puzzles);
    let name = |rules: Rules| match games.len() {
        1 => String::new(),
        _ => format!("{}: ", game_words::name(rules.game())),
    };
    let mut sentences: Vec<String> =
        games.iter().map(|&rules| name(rules) + &game_words::brief(rules)).collect();
    let one = if puzzles.len() == 1 { "Exactly" } else { "In every position exactly" };
    sentences.push(format!("{one} one move wins. Find it."));
    sentences
}

/// The games on the sheet, each once, by the rules of its first puzzle.
fn games(puzzles: &[Puzzle]) -> Vec<Rules> {
    let first_of = |game| puzzles.iter().map(|one| one.record.rules()).find(|it| it.game() == game);
    Game::ALL.into_iter().filter_map(first_of).collect()
}

const SHOWN: usize = 8;

/// The plausible moves and what refutes them, in a sentence; nothing where there are none.
fn near_misses(puzzle: &Puzzle) -> Option<String> {
    let refuted = |plausible: &Plausible| match plausible.reply {
        Some(reply) => format!("{} fails to {reply}", plausible.number),
        None => format!("{} does not win", plausible.number),
    };
    let shown: Vec<String> = puzzle.plausible.iter().take(SHOWN).map(refuted).collect();
    let more = match puzzle.plausible.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    (!shown.is_empty()).then(|| format!("Near misses: {}{more}.", shown.join(", ")))
}

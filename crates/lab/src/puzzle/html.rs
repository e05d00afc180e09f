//! A sheet of puzzles as a page to print: black on white, the questions first, the answers on a page of their own.

use divvy_rules::{Number, Player, Position};
use divvy_words::list;

use super::text::{introduction, near_misses, title};
use super::{Grade, Puzzle, words};
use crate::plot::escaped;

/// What is taken is crossed out, and what matters has a shape, never a colour alone. All marks are borders, because
/// browsers print no backgrounds.
const STYLE: &str = include_str!("sheet.css");
/// Larger boards are described, not drawn.
const DRAWN: u32 = 200;
/// Rows of ten: what people count by.
const COLUMNS: u32 = 10;

/// One page of HTML, for A4 paper. A browser prints it.
pub fn html_sheet(puzzles: &[Puzzle]) -> String {
    let title = escaped(&title(puzzles));
    // What all puzzles have in common is said once, in the head.
    let uniform = puzzles.windows(2).all(|two| two[0].record.rules() == two[1].record.rules());
    let mut sentences = introduction(puzzles);
    if let (true, Some(puzzle), Some(last)) = (uniform, puzzles.first(), sentences.last_mut()) {
        let rules = puzzle.record.rules();
        let note = words::rule_note(rules).map_or_else(String::new, |note| format!("{note} "));
        *last = format!("The board is {}. {note}{last}", rules.board());
    }
    let introduction: String = sentences.iter().map(|text| paragraph(text)).collect();
    let numbered = || (1..).zip(puzzles);
    let questions: String =
        numbered().map(|(number, puzzle)| question(number, puzzle, uniform)).collect();
    let answers: String = numbered().map(|(number, puzzle)| answer(number, puzzle)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{title}</title>\n\
         <style>{STYLE}</style></head>\n<body><h1>{title}</h1><p class=\"name\">Name</p>\n{introduction}{}\
         <main>\n{questions}</main>\n<section><h1>Answers</h1>\n{answers}</section></body></html>\n",
        legend(puzzles)
    )
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// What the marks mean.
fn legend(puzzles: &[Puzzle]) -> String {
    let races = puzzles.iter().filter(|puzzle| is_race(puzzle)).count();
    let taken = [("taken", "taken"), ("last", "last number")];
    let tokens = [("one", "Player 1"), ("two", "Player 2"), ("target", "target")];
    let taken = taken.iter().filter(|_| races < puzzles.len());
    let tokens = tokens.iter().filter(|_| races > 0);
    let marks = taken.chain(tokens).filter(|_| puzzles.iter().any(is_drawn));
    let marks: String =
        marks.map(|(class, meaning)| format!("<i class=\"{class}\"></i> {meaning} ")).collect();
    format!("<p class=\"legend\">{marks}{} the more, the harder</p>\n", dots(Grade::of(2)))
}

fn is_race(puzzle: &Puzzle) -> bool {
    matches!(puzzle.record.position(), Position::Race(_))
}

fn is_drawn(puzzle: &Puzzle) -> bool {
    puzzle.record.rules().board().size() <= DRAWN
}

/// As many dots as there are grades, those reached filled.
fn dots(grade: Grade) -> String {
    let dot = |place| if place < grade.get() { '●' } else { '○' };
    (0..*Grade::ALL.end()).map(dot).collect()
}

/// The board, what is to know, and the question with a line for the answer.
fn question(number: u32, puzzle: &Puzzle, uniform: bool) -> String {
    let (record, position) = (&puzzle.record, puzzle.record.position());
    let mover = words::player(position.to_move());
    let mut lines: Vec<String> = Vec::new();
    if is_drawn(puzzle) {
        let rule = words::rule_note(record.rules()).filter(|_| !uniform);
        lines.extend(rule.into_iter().chain(words::opening_note(record)).map(str::to_owned));
    } else {
        lines.extend(words::known(record));
    }
    let to_move = match position {
        Position::Removal(removal) if is_drawn(puzzle) => match removal.last() {
            Some(_) => {
                format!("After {}: {mover} to move", list::and_of(removal.previous()))
            }
            None => format!("Nothing is taken yet: {mover} to move"),
        },
        Position::Race(race) if is_drawn(puzzle) => {
            lines.extend(Player::BOTH.map(|player| words::token(race, player)));
            format!("{mover} to move")
        }
        Position::Removal(_) | Position::Race(_) => format!("{mover} to move"),
    };
    lines.push(to_move);
    let heading = if uniform { String::new() } else { words::heading(record.rules()) };
    let lines: String = lines.iter().map(|line| paragraph(line)).collect();
    format!(
        "<article><h2>{number} <small>{} {}</small></h2>\n{}{lines}<p class=\"ask\">{}</p></article>\n",
        dots(puzzle.grade),
        escaped(&heading),
        board(puzzle),
        escaped(words::ask(position))
    )
}

fn board(puzzle: &Puzzle) -> String {
    if !is_drawn(puzzle) {
        return String::new();
    }
    let board = puzzle.record.rules().board();
    // A board without 1 leaves its cell out, so that the others stand where they always do.
    let cells = (1..=board.size()).map(|place| match board.number(place) {
        Ok(number) => format!("<i class=\"{}\">{number}</i>", marks(puzzle, number)),
        Err(_) => "<b></b>".to_owned(),
    });
    let columns = COLUMNS.min(board.size());
    let cells: String = cells.collect();
    format!("<div class=\"board\" style=\"--columns:{columns}\">{cells}</div>\n")
}

fn marks(puzzle: &Puzzle, number: Number) -> String {
    let marks = match puzzle.record.position() {
        Position::Removal(removal) => {
            let last = removal.previous().any(|previous| previous == number);
            [(last, "last"), (!last && !removal.free().contains(number), "taken"), (false, "")]
        }
        Position::Race(race) => [
            (race.token(Player::First).at == number, "one"),
            (race.token(Player::Second).at == number, "two"),
            (race.rules().target() == number, "target"),
        ],
    };
    marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| *mark).collect::<Vec<_>>().join(" ")
}

fn answer(number: u32, puzzle: &Puzzle) -> String {
    let near_misses = near_misses(puzzle).map_or_else(String::new, |text| paragraph(&text));
    let why = paragraph(&puzzle.why);
    format!(
        "<div class=\"answer\"><h2>{number}: {}</h2>\n{why}{near_misses}</div>\n",
        puzzle.answer
    )
}

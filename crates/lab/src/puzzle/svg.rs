//! A sheet of puzzles as SVG: A4 pages, black on white, the questions first and the answers on pages of their own.

mod board;
mod canvas;
mod layout;

use divvy_words::list::wrapped;

use super::text::{introduction, near_misses, title};
use super::{Grade, Puzzle, words};
use crate::svg::Anchor;
use board::{dots, draw_board, legend};
use canvas::{Canvas, PAGE_HEIGHT, PAGE_WIDTH, characters};
use layout::{Layout, Place};

/// The margin on every side, in millimetres like all lengths here.
const MARGIN: f64 = 12.0;
const WIDTH: f64 = PAGE_WIDTH - 2.0 * MARGIN;
/// Where the last line of a page may stand; the page number is below.
const BOTTOM: f64 = PAGE_HEIGHT - MARGIN - 4.0;
/// The sizes of letters, and the distance of lines of the usual size.
const SMALL: f64 = 2.7;
const TEXT: f64 = 3.3;
const LINE: f64 = 4.5;
const HEADING: f64 = 4.2;
const TITLE: f64 = 6.5;
/// From the top of a puzzle to its board, and from the board to the lines below it.
const ABOVE: f64 = HEADING + 2.5;
const BELOW: f64 = 2.0;

/// One drawing with all pages below each other. A browser prints it page by page.
pub fn svg_sheet(puzzles: &[Puzzle]) -> String {
    canvas::document(&pages(puzzles))
}

/// The same with a drawing for every page: first the questions, then the answers.
pub fn svg_pages(puzzles: &[Puzzle]) -> Vec<String> {
    pages(puzzles).iter().map(|page| canvas::document(std::slice::from_ref(page))).collect()
}

fn pages(puzzles: &[Puzzle]) -> Vec<Canvas> {
    let mut pages = questions(puzzles);
    pages.extend(answers(puzzles));
    let count = pages.len();
    for (index, page) in pages.iter_mut().enumerate() {
        let number = format!("Page {} of {count}", index + 1);
        page.text(PAGE_WIDTH - MARGIN, PAGE_HEIGHT - MARGIN, SMALL, Anchor::End, &number);
    }
    pages
}

fn questions(puzzles: &[Puzzle]) -> Vec<Canvas> {
    // What all puzzles have in common is said once, in the head.
    let uniform = puzzles.windows(2).all(|two| two[0].record.rules() == two[1].record.rules());
    let mut first = Canvas::default();
    let top = header(&mut first, puzzles, uniform);
    let layout = Layout::of(puzzles, uniform, top);
    let mut pages = vec![first];
    for (index, puzzle) in puzzles.iter().enumerate() {
        let (page, place) = layout.place(index);
        while pages.len() <= page {
            let mut next = Canvas::default();
            next.bold(MARGIN, MARGIN + HEADING, HEADING, &title(puzzles));
            pages.push(next);
        }
        let sheet = &mut pages[page];
        sheet.bold(place.x, place.y + HEADING, HEADING, &(index + 1).to_string());
        question(sheet, puzzle, uniform, &layout, place);
    }
    pages
}

/// The head of the first page; gives the height at which the puzzles begin.
fn header(page: &mut Canvas, puzzles: &[Puzzle], uniform: bool) -> f64 {
    let mut y = MARGIN + TITLE;
    page.bold(MARGIN, y, TITLE, &title(puzzles));
    let right = PAGE_WIDTH - MARGIN;
    page.text(right - 58.0, y, TEXT, Anchor::End, "Name");
    page.line((right - 56.0, y + 0.8), (right, y + 0.8), 0.2);
    y += 3.0;
    let mut sentences = introduction(puzzles);
    if let (true, Some(puzzle), Some(last)) = (uniform, puzzles.first(), sentences.last_mut()) {
        let rules = puzzle.record.rules();
        let note = words::rule_note(rules).map_or_else(String::new, |note| format!("{note} "));
        *last = format!("The board is {}. {note}{last}", rules.board());
    }
    for sentence in sentences {
        for line in wrapped(&sentence, characters(WIDTH, TEXT)) {
            y += LINE;
            page.text(MARGIN, y, TEXT, Anchor::Start, &line);
        }
    }
    y += LINE + 2.5;
    legend(page, puzzles, MARGIN, y);
    y + 7.0
}

/// One puzzle but for its number: its grade, the board, what is to know, and the question with a line for the answer.
fn question(page: &mut Canvas, puzzle: &Puzzle, uniform: bool, layout: &Layout, place: Place) {
    let Place { x, y, width, .. } = place;
    let baseline = y + HEADING;
    dots(page, puzzle.grade, x + 8.0, baseline - 1.4);
    if !uniform {
        let heading = words::heading(puzzle.record.rules());
        page.text(x + 23.0, baseline, SMALL, Anchor::Start, &heading);
    }
    let drawn = layout.cell.is_some();
    let mut y = draw_board(page, puzzle, layout, Place { y: y + ABOVE, ..place });
    y += BELOW - LINE / 3.0;
    for line in layout::captions(puzzle, drawn, uniform, width) {
        y += LINE;
        page.text(x, y, TEXT, Anchor::Start, &line);
    }
    y += LINE;
    page.text(x, y, TEXT, Anchor::Start, words::ask(puzzle.record.position()));
    page.line((x + 37.0, y + 0.8), (x + 55.0, y + 0.8), 0.25);
}

fn answers(puzzles: &[Puzzle]) -> Vec<Canvas> {
    let mut pages = Vec::new();
    let mut page = Canvas::default();
    let mut y = MARGIN + TITLE;
    page.bold(MARGIN, y, TITLE, "Answers");
    y += 2.0;
    for (index, puzzle) in puzzles.iter().enumerate() {
        let sentences = [Some(puzzle.why.clone()), near_misses(puzzle)];
        let lines: Vec<String> = sentences
            .iter()
            .flatten()
            .flat_map(|text| wrapped(text, characters(WIDTH - 10.0, TEXT)))
            .collect();
        if y + LINE * (lines.len() + 1) as f64 + 3.0 > BOTTOM {
            pages.push(std::mem::take(&mut page));
            y = MARGIN;
        }
        y += LINE + 3.0;
        page.bold(MARGIN, y, HEADING, &(index + 1).to_string());
        page.bold(MARGIN + 10.0, y, HEADING, &puzzle.answer.to_string());
        for line in lines {
            y += LINE;
            page.text(MARGIN + 10.0, y, TEXT, Anchor::Start, &line);
        }
    }
    pages.push(page);
    pages
}

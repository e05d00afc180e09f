//! A terminal screen as an SVG picture that looks the same whatever fonts a reader has.

use std::fmt::Write;

use vt100::{Cell, Color};

/// A cell, in pixels. Six tenths of the size of the letters is the width that most monospaced fonts have.
const WIDE: u16 = 9;
const HIGH: u16 = 20;
const LETTERS: u16 = 15;
/// From the top of a cell to the line that letters stand on.
const BASE: u16 = 15;
const MARGIN: u16 = 14;
const TITLE: u16 = 32;

const BACKGROUND: &str = "#14171b";
const TITLE_BAR: &str = "#232a39";
const FOREGROUND: &str = "#dce1ea";
/// The sixteen colours, which a terminal may show as it likes.
const PALETTE: [&str; 16] = [
    "#161b26", "#f2777a", "#7fd687", "#ecc65f", "#74a9f5", "#d896f2", "#5fd0d9", "#c3c9d6",
    "#6f7b91", "#ff9a9c", "#a2ecaa", "#ffdf85", "#9cc4ff", "#ecb9ff", "#8eebf2", "#ffffff",
];

/// How a cell looks.
#[derive(Clone, PartialEq, Eq)]
struct Style {
    ink: String,
    paper: Option<String>,
    bold: bool,
    dim: bool,
    underline: bool,
}

/// Draws the screen, in a window with this title.
pub fn svg(screen: &vt100::Screen, title: &str) -> String {
    let (rows, cols) = screen.size();
    let (rows, cols) = (rows.get(), cols.get());
    let (wide, high) = (cols * WIDE + 2 * MARGIN, TITLE + rows * HIGH + 2 * MARGIN);
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img" font-family="ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="{LETTERS}">
<title>{title}</title>
<rect width="{wide}" height="{high}" rx="9" fill="{BACKGROUND}"/>
<path d="M0 {TITLE}V9a9 9 0 0 1 9-9H{right}a9 9 0 0 1 9 9V{TITLE}z" fill="{TITLE_BAR}"/>"#,
        right = wide - 9,
        title = escape(title),
    );
    for (place, ink) in [(20, PALETTE[1]), (38, PALETTE[3]), (56, PALETTE[2])] {
        let _ = writeln!(out, r#"<circle cx="{place}" cy="{}" r="5.5" fill="{ink}"/>"#, TITLE / 2);
    }
    let _ = writeln!(
        out,
        r#"<text x="{}" y="{}" fill="{}" text-anchor="middle">{}</text>"#,
        wide / 2,
        TITLE / 2 + 5,
        PALETTE[7],
        escape(title)
    );
    let _ = writeln!(out, r#"<g transform="translate({MARGIN} {})">"#, TITLE + MARGIN);
    for row in 0..rows {
        draw_row(&mut out, screen, row, cols);
    }
    out += "</g>\n</svg>\n";
    out
}

/// One row: first what lies behind the letters, then lines, then letters.
fn draw_row(out: &mut String, screen: &vt100::Screen, row: u16, cols: u16) {
    let cells: Vec<(&str, Style)> = (0..cols)
        .filter_map(|col| screen.cell(row, col))
        .map(|cell| (if cell.has_contents() { cell.contents() } else { " " }, style(cell)))
        .collect();
    let (top, base) = (row * HIGH, row * HIGH + BASE);
    let mut text = String::new();
    let mut from = 0;
    for run in cells.chunk_by(|(_, one), (_, other)| one == other) {
        let style = &run[0].1;
        if let Some(paper) = &style.paper {
            let (x, wide) = (from * WIDE, run.len() as u16 * WIDE);
            let _ = writeln!(
                out,
                r#"<rect x="{x}" y="{top}" width="{wide}" height="{HIGH}" fill="{paper}"/>"#
            );
        }
        let mut lines = String::new();
        let mut word = String::new();
        let mut words = String::new();
        // Every word begins at its own column, and is as wide as it is in the terminal.
        for (col, (symbol, _)) in (from..).zip(run.iter().chain([&(" ", style.clone())])) {
            let piece = symbol.chars().next().and_then(Piece::of);
            if let Some(piece) = piece {
                piece.draw(&mut lines, col * WIDE, top);
            }
            if piece.is_none() && *symbol != " " {
                word += symbol;
                continue;
            }
            let count = word.chars().count() as u16;
            if count > 0 {
                let x = (col - count) * WIDE;
                let length = count * WIDE;
                let stretch =
                    if count > 1 { format!(r#" textLength="{length}""#) } else { String::new() };
                let _ = write!(words, r#"<tspan x="{x}"{stretch}>{}</tspan>"#, escape(&word));
                word.clear();
            }
        }
        let dim = if style.dim { r#" opacity="0.6""# } else { "" };
        if !lines.is_empty() {
            let ink = &style.ink;
            let _ = writeln!(out, r#"<path d="{lines}" fill="{ink}"{dim}/>"#);
        }
        if !words.is_empty() {
            let bold = if style.bold { r#" font-weight="bold""# } else { "" };
            let under = if style.underline { r#" text-decoration="underline""# } else { "" };
            let _ =
                write!(text, r#"<tspan fill="{}"{bold}{under}{dim}>{words}</tspan>"#, style.ink);
        }
        from += run.len() as u16;
    }
    if !text.is_empty() {
        let _ = writeln!(out, r#"<text y="{base}">{text}</text>"#);
    }
}

fn style(cell: &Cell) -> Style {
    let ink = colour(cell.fgcolor()).unwrap_or(FOREGROUND.to_owned());
    let paper = colour(cell.bgcolor());
    let (ink, paper) = match cell.inverse() {
        true => (paper.unwrap_or(BACKGROUND.to_owned()), Some(ink)),
        false => (ink, paper),
    };
    Style { ink, paper, bold: cell.bold(), dim: cell.dim(), underline: cell.underline() }
}

fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Default => None,
        Color::Idx(index) => Some(PALETTE[usize::from(index)].to_owned()),
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A piece of a box. Boxes are drawn, not written: as letters they would have gaps wherever a font is lower than
/// a row.
#[derive(Clone, Copy)]
struct Piece {
    shape: Shape,
    stroke: Stroke,
}

#[derive(Clone, Copy)]
enum Shape {
    Across,
    Along,
    /// Which way it leads from the middle: 1 to the right or down, -1 to the left or up.
    Corner(i32, i32),
    /// Along the bottom.
    Edge,
}

#[derive(Clone, Copy)]
enum Stroke {
    Light,
    Dashed,
    Heavy,
    Double,
}

impl Piece {
    fn of(c: char) -> Option<Self> {
        const SHAPES: [Shape; 6] = [
            Shape::Across,
            Shape::Along,
            Shape::Corner(1, 1),
            Shape::Corner(-1, 1),
            Shape::Corner(1, -1),
            Shape::Corner(-1, -1),
        ];
        const STROKES: [(Stroke, &str); 4] = [
            (Stroke::Light, "─│┌┐└┘"),
            (Stroke::Dashed, "┄┆"),
            (Stroke::Heavy, "━┃┏┓┗┛"),
            (Stroke::Double, "═║╔╗╚╝"),
        ];
        if c == '▁' {
            return Some(Self { shape: Shape::Edge, stroke: Stroke::Light });
        }
        STROKES.into_iter().find_map(|(stroke, signs)| {
            let place = signs.chars().position(|sign| sign == c)?;
            Some(Self { shape: SHAPES[place], stroke })
        })
    }

    /// Adds filled bars to a path; the cell begins at x and y. Everything is in tenths of a pixel.
    fn draw(self, path: &mut String, x: u16, y: u16) {
        let (wide, high) = (i32::from(WIDE) * 10, i32::from(HIGH) * 10);
        let mut bar = |one: (i32, i32), other: (i32, i32)| {
            let pixels = |tenths: i32| f64::from(tenths) / 10.0;
            let (left, top) = (one.0.min(other.0), one.1.min(other.1));
            let (across, along) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
            let _ = write!(
                path,
                "M{} {}h{across}v{along}h-{across}z",
                f64::from(x) + pixels(left),
                f64::from(y) + pixels(top),
                across = pixels(across),
                along = pixels(along),
            );
        };
        // Where the middle is, half of the thickness, and how far the lines are from the middle: such that
        // edges fall between two pixels and are sharp.
        let ((middle, centre), half, lines): (_, i32, &[i32]) = match self.stroke {
            Stroke::Light | Stroke::Dashed => ((45, 95), 5, &[0]),
            Stroke::Heavy => ((50, 100), 10, &[0]),
            Stroke::Double => ((45, 95), 5, &[-20, 20]),
        };
        let dashes = match self.stroke {
            Stroke::Dashed => 3,
            Stroke::Light | Stroke::Heavy | Stroke::Double => 1,
        };
        // Two thirds line and one third gap, in whole pixels; what is not dashed has no gap.
        let dash = |length: i32, index: i32| match dashes {
            1 => (0, length),
            _ => {
                let from = length * index / 30 * 10;
                (from, from + length / 45 * 10)
            }
        };
        for line in lines {
            match self.shape {
                Shape::Across => (0..dashes).for_each(|index| {
                    let (from, to) = dash(wide, index);
                    bar((from, centre + line - half), (to, centre + line + half));
                }),
                Shape::Along => (0..dashes).for_each(|index| {
                    let (from, to) = dash(high, index);
                    bar((middle + line - half, from), (middle + line + half, to));
                }),
                Shape::Edge => bar((0, high - 20), (wide, high)),
                Shape::Corner(across, along) => {
                    let (at_x, at_y) = (middle + line * across, centre + line * along);
                    let end_x = if across > 0 { wide } else { 0 };
                    let end_y = if along > 0 { high } else { 0 };
                    bar((at_x - half * across, at_y - half), (end_x, at_y + half));
                    bar((at_x - half, at_y - half * along), (at_x + half, end_y));
                }
            }
        }
    }
}

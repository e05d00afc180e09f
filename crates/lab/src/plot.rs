//! A census as a picture: the share of winning openings against the size; or that of the numbers in the longest game.
//!
//! The picture is made once, of marks; `svg.rs` and `png.rs` write them down.

mod png;
mod svg;

use std::io::{self, Write};

use crate::svg::Anchor;
use crate::{Length, Row};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 86.0;
const BOTTOM: f64 = 64.0;

/// Sizes on each side that the line averages over.
const REACH: usize = 10;

/// What a line is for, which decides its colour.
#[derive(Clone, Copy, Debug)]
enum Role {
    Ink,
    Grid,
    Mean,
}

type Point = (f64, f64);

/// One thing on the picture. Coordinates are from the top left corner.
#[derive(Clone, Debug)]
enum Mark {
    Line {
        role: Role,
        points: Vec<Point>,
        width: f64,
    },
    /// A dot for a size that the first player wins.
    Won(Point),
    /// A cross for a size that the second player wins.
    Lost(Point),
    Text {
        at: Point,
        anchor: Anchor,
        large: bool,
        text: String,
    },
}

/// The picture of a census.
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    marks: Vec<Mark>,
}

impl Plot {
    /// Draws the rows of a census, in the order of their sizes, under a title.
    pub fn of(title: &str, rows: &[Row]) -> Self {
        let legend = ["openings that win", "none wins: the second player's board"];
        let points = rows.iter().map(|row| (row.size, row.share(), row.winner == Some(2)));
        Self::of_points(title, &legend, &points.collect::<Vec<_>>())
    }

    /// Draws which share of its numbers the longest game of each size takes, in the order of the sizes, under a title.
    pub fn of_lengths(title: &str, rows: &[Length]) -> Self {
        let share =
            |row: &Length| f64::from(row.length) / f64::from(row.length + row.left_out).max(1.0);
        let points = rows.iter().map(|row| (row.size, Some(share(row)), false));
        Self::of_points(
            title,
            &["numbers that the longest game takes"],
            &points.collect::<Vec<_>>(),
        )
    }

    /// Draws a share for each size, and whether it is a cross.
    fn of_points(title: &str, legend: &[&str], points: &[(u32, Option<f64>, bool)]) -> Self {
        let mut plot = Self { title: title.to_owned(), marks: Vec::new() };
        let first = points.first().map_or(1, |point| point.0);
        let last = points.last().map_or(first, |point| point.0);
        let scale = Scale { first, last };
        plot.axes(scale);
        for &(size, share, is_cross) in points {
            let at = scale.at(size.into(), share.unwrap_or(0.0));
            plot.marks.push(if is_cross { Mark::Lost(at) } else { Mark::Won(at) });
        }
        let shares: Vec<(u32, f64)> =
            points.iter().filter_map(|&(size, share, _)| Some((size, share?))).collect();
        if shares.len() > 4 * REACH {
            plot.marks.push(mean(&shares, scale));
        }
        plot.legend(legend, shares.len() > 4 * REACH);
        plot
    }

    /// Writes it as SVG, which follows the reader's light or dark scheme.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_svg(&self, out: &mut dyn Write) -> io::Result<()> {
        svg::write(self, out)
    }

    /// Writes it as PNG, dark on white.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_png(&self, out: &mut dyn Write) -> io::Result<()> {
        png::write(self, out)
    }

    fn axes(&mut self, scale: Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for percent in [0, 25, 50, 75, 100] {
            let y = scale.at(0.0, f64::from(percent) / 100.0).1;
            let role = if percent == 0 { Role::Ink } else { Role::Grid };
            self.line(role, vec![(LEFT, y), (right, y)]);
            self.text((LEFT - 10.0, y + 5.0), Anchor::End, format!("{percent}%"));
        }
        self.line(Role::Ink, vec![(LEFT, TOP), (LEFT, bottom)]);
        for size in scale.ticks() {
            let x = scale.at(size.into(), 0.0).0;
            self.line(Role::Ink, vec![(x, bottom), (x, bottom + 6.0)]);
            self.text((x, bottom + 23.0), Anchor::Middle, size.to_string());
        }
        let middle = f64::midpoint(LEFT, right);
        self.text((middle, HEIGHT - 14.0), Anchor::Middle, "size of the board".to_owned());
        let (at, text) = ((LEFT, 32.0), self.title.clone());
        self.marks.push(Mark::Text { at, anchor: Anchor::Start, large: true, text });
    }

    /// Says what dots, crosses and the line mean.
    fn legend(&mut self, texts: &[&str], with_mean: bool) {
        const LETTER: f64 = 9.0;
        let (mut x, y) = (LEFT + 4.0, 60.0);
        let mean = format!("mean of {} sizes", 2 * REACH + 1);
        let marks = [Mark::Won((0.0, 0.0)), Mark::Lost((0.0, 0.0))];
        let texts = texts.iter().zip(marks.map(Some)).map(|(text, mark)| (*text, mark));
        let texts = texts.chain(with_mean.then_some((mean.as_str(), None)));
        for (text, mark) in texts.collect::<Vec<_>>() {
            self.marks.push(match mark {
                Some(Mark::Won(_)) => Mark::Won((x, y)),
                Some(_) => Mark::Lost((x, y)),
                None => mean_line(vec![(x - 9.0, y), (x + 9.0, y)]),
            });
            self.text((x + 14.0, y + 5.0), Anchor::Start, text.to_owned());
            x += LETTER * text.len() as f64 + 46.0;
        }
    }

    fn line(&mut self, role: Role, points: Vec<Point>) {
        self.marks.push(Mark::Line { role, points, width: 1.0 });
    }

    fn text(&mut self, at: Point, anchor: Anchor, text: String) {
        self.marks.push(Mark::Text { at, anchor, large: false, text });
    }
}

#[derive(Clone, Copy, Debug)]
struct Scale {
    first: u32,
    last: u32,
}

impl Scale {
    fn at(self, size: f64, share: f64) -> Point {
        let span = f64::from((self.last - self.first).max(1));
        let across = (size - f64::from(self.first)) / span;
        let x = LEFT + 8.0 + across * (WIDTH - LEFT - RIGHT - 16.0);
        (x, HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))
    }

    /// Round sizes, at most about ten.
    fn ticks(self) -> Vec<u32> {
        let span = (self.last - self.first).max(1);
        let steps = (0..7).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)));
        let step = steps.into_iter().find(|step| span / step <= 10).unwrap_or(span);
        let multiples = (self.first.div_ceil(step)..=self.last / step).map(|k| k * step);
        // A first size that no number stands near is worth one of its own.
        let mut ticks: Vec<u32> = multiples.collect();
        if ticks.first().is_none_or(|&tick| tick - self.first > step / 2) {
            ticks.insert(0, self.first);
        }
        ticks
    }
}

/// The mean share around every size.
fn mean(shares: &[(u32, f64)], scale: Scale) -> Mark {
    let around = |place: usize| {
        let window = &shares[place - REACH..=place + REACH];
        window.iter().map(|(_, share)| share).sum::<f64>() / window.len() as f64
    };
    // More points than the picture is wide cannot be told apart.
    let every = (shares.len() / WIDTH as usize).max(1);
    let places = (REACH..shares.len().saturating_sub(REACH)).step_by(every);
    mean_line(places.map(|place| scale.at(shares[place].0.into(), around(place))).collect())
}

fn mean_line(points: Vec<Point>) -> Mark {
    Mark::Line { role: Role::Mean, points, width: 1.4 }
}

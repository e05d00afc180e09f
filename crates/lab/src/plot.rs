//! A census as a picture: the share of winning openings against the size; or that of the numbers in the longest game.
//!
//! The pictures are SVG and follow the reader's light or dark scheme.

use crate::{LongestRow, Row};

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 86.0;
const BOTTOM: f64 = 64.0;

/// Sizes on each side that the line averages over.
const REACH: usize = 10;

/// Both schemes have a ground of their own, so that the picture can stand on any page.
const STYLE: &str = "\
svg{background:#fff;font:14px system-ui,sans-serif}\
.large{font-size:19px;font-weight:600}text{fill:#1d2733}\
.ink{stroke:#1d2733}.grid{stroke:#d5dbe1}.won{fill:#1f6fb2;fill-opacity:.65}.lost{stroke:#c4490c;stroke-width:1.6}\
.mean{stroke:#1d2733;stroke-width:1.4}polyline,path{fill:none}\
@media(prefers-color-scheme:dark){svg{background:#14181d}text{fill:#e4e9ee}.ink{stroke:#e4e9ee}.grid{stroke:#38424c}\
.won{fill:#6cb4f0}.lost{stroke:#ff9a5c}.mean{stroke:#e4e9ee}}";

type Point = (f64, f64);

/// A share for one size, and whether it is a cross.
type Mark = (u32, Option<f64>, bool);

/// Draws the rows of a census, in the order of their sizes, under a title.
pub fn plot_census(title: &str, rows: &[Row]) -> String {
    let legend = ["openings that win", "none wins: the second player's board"];
    let marks = rows.iter().map(|row| (row.size, row.share(), row.winner == Some(2)));
    plot(title, &legend, &marks.collect::<Vec<Mark>>())
}

/// Draws which share of its numbers the longest game of each size takes, in the order of the sizes, under a title.
pub fn plot_lengths(title: &str, rows: &[LongestRow]) -> String {
    let share =
        |row: &LongestRow| f64::from(row.length) / f64::from(row.length + row.left_out).max(1.0);
    let marks = rows.iter().map(|row| (row.size, Some(share(row)), false));
    plot(title, &["numbers that the longest game takes"], &marks.collect::<Vec<Mark>>())
}

fn plot(title: &str, legend: &[&str], marks: &[Mark]) -> String {
    let first = marks.first().map_or(1, |mark| mark.0);
    let scale = Scale { first, last: marks.last().map_or(first, |mark| mark.0) };
    let mut elements = axes(title, scale);
    for &(size, share, is_cross) in marks {
        elements.push(mark(scale.at(size.into(), share.unwrap_or(0.0)), is_cross));
    }
    let shares: Vec<(u32, f64)> =
        marks.iter().filter_map(|&(size, share, _)| Some((size, share?))).collect();
    let has_mean = shares.len() > 4 * REACH;
    if has_mean {
        elements.push(mean(&shares, scale));
    }
    elements.extend(explained(legend, has_mean));
    let (title, elements) = (escaped(title), elements.concat());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"100%\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n{elements}</svg>\n"
    )
}

fn axes(title: &str, scale: Scale) -> Vec<String> {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut elements = vec![line("ink", &[(LEFT, TOP), (LEFT, bottom)])];
    for percent in [0, 25, 50, 75, 100] {
        let y = scale.at(0.0, f64::from(percent) / 100.0).1;
        let class = if percent == 0 { "ink" } else { "grid" };
        elements.push(line(class, &[(LEFT, y), (right, y)]));
        elements.push(text((LEFT - 10.0, y + 5.0), "end", &format!("{percent}%")));
    }
    for size in scale.ticks() {
        let x = scale.at(size.into(), 0.0).0;
        elements.push(line("ink", &[(x, bottom), (x, bottom + 6.0)]));
        elements.push(text((x, bottom + 23.0), "middle", &size.to_string()));
    }
    let middle = f64::midpoint(LEFT, right);
    elements.push(text((middle, HEIGHT - 14.0), "middle", "size of the board"));
    elements.push(text((LEFT, 32.0), "start\" class=\"large", title));
    elements
}

/// Says what dots, crosses and the line mean.
fn explained(texts: &[&str], has_mean: bool) -> Vec<String> {
    const LETTER: f64 = 9.0;
    let (mut x, y) = (LEFT + 4.0, 60.0);
    let mean = format!("mean of {} sizes", 2 * REACH + 1);
    let texts = texts.iter().copied().zip([Some(false), Some(true)]);
    let texts = texts.chain(has_mean.then_some((mean.as_str(), None)));
    let explain = |(meaning, is_cross): (&str, Option<bool>)| {
        let sign = match is_cross {
            Some(is_cross) => mark((x, y), is_cross),
            None => line("mean", &[(x - 9.0, y), (x + 9.0, y)]),
        };
        let words = text((x + 14.0, y + 5.0), "start", meaning);
        x += LETTER * meaning.len() as f64 + 46.0;
        sign + &words
    };
    texts.map(explain).collect()
}

/// A dot for a size that the first player wins, a cross for one that the second player wins.
fn mark((x, y): Point, is_cross: bool) -> String {
    if !is_cross {
        return format!("<circle class=\"won\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\"/>\n");
    }
    let (left, top) = (x - 3.5, y - 3.5);
    format!("<path class=\"lost\" d=\"M{left:.1} {top:.1}l7 7m0 -7l-7 7\"/>\n")
}

fn line(class: &str, points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polyline class=\"{class}\" points=\"{}\"/>\n", points.join(" "))
}

fn text((x, y): Point, anchor: &str, text: &str) -> String {
    let text = escaped(text);
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n")
}

/// Text that stands in an element or an attribute.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// The mean share around every size.
fn mean(shares: &[(u32, f64)], scale: Scale) -> String {
    let around = |place: usize| {
        let window = &shares[place - REACH..=place + REACH];
        window.iter().map(|(_, share)| share).sum::<f64>() / window.len() as f64
    };
    // More points than the picture is wide cannot be told apart.
    let every = (shares.len() / WIDTH as usize).max(1);
    let places = (REACH..shares.len().saturating_sub(REACH)).step_by(every);
    let points = places.map(|place| scale.at(shares[place].0.into(), around(place)));
    line("mean", &points.collect::<Vec<_>>())
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

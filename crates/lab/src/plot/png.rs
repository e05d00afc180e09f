//! Marks as pixels.

use std::io::{self, Write};

use crate::plot::{HEIGHT, Mark, Plot, Role, WIDTH};
use crate::svg::Anchor;

/// Pixels for one unit of the picture.
const ZOOM: f64 = 2.0;

const LOST: [u8; 3] = [0xc4, 0x49, 0x0c];
const WON: [u8; 3] = [0x5f, 0x9a, 0xca];

/// Letters for pictures that cannot ask for a typeface: in each line a letter, then its rows of dots from the top. The
/// last two rows are below the line that letters stand on.
const FONT: &str = include_str!("font.txt");
/// Rows above that line.
const GLYPH_HEIGHT: usize = 7;
/// Columns from one letter to the next.
const ADVANCE: usize = 6;

/// The row and the column of each dot of a letter; none for a letter that the font does not have.
fn dots(letter: char) -> impl Iterator<Item = (usize, usize)> {
    let glyph = FONT.lines().find_map(|line| line.strip_prefix(letter)).unwrap_or_default();
    let rows = glyph.split_whitespace().enumerate();
    rows.flat_map(|(row, dots)| dots.match_indices('#').map(move |(column, _)| (row, column)))
}

/// A picture in shades of red, green and blue, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

pub(super) fn write(plot: &Plot, out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = ((WIDTH * ZOOM) as usize, (HEIGHT * ZOOM) as usize);
    let mut canvas = Canvas { width, height, pixels: vec![255; width * height * 3] };
    for mark in &plot.marks {
        canvas.draw(mark);
    }
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    Ok(writer.finish()?)
}

fn colour(role: Role) -> [u8; 3] {
    match role {
        Role::Ink | Role::Mean => [0x1d, 0x27, 0x33],
        Role::Grid => [0xd5, 0xdb, 0xe1],
    }
}

impl Canvas {
    fn draw(&mut self, mark: &Mark) {
        match mark {
            Mark::Line { role, points, width } => {
                for ends in points.windows(2) {
                    self.stroke(ends[0], ends[1], *width, colour(*role));
                }
            }
            // A line of no length is a dot.
            Mark::Won(at) => self.stroke(*at, *at, 5.2, WON),
            Mark::Lost((x, y)) => {
                let [a, b, c, d] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5];
                self.stroke((a, c), (b, d), 1.6, LOST);
                self.stroke((a, d), (b, c), 1.6, LOST);
            }
            Mark::Text { at, anchor, large, text } => self.text(*at, *anchor, *large, text),
        }
    }

    /// A line with round ends. How much of a pixel is covered follows from its distance to the line.
    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: [u8; 3]) {
        let [from, to] = [from, to].map(|(x, y)| (x * ZOOM, y * ZOOM));
        let half = width * ZOOM / 2.0;
        let reach = half + 1.0;
        let (left, right) = (from.0.min(to.0) - reach, from.0.max(to.0) + reach);
        let (top, bottom) = (from.1.min(to.1) - reach, from.1.max(to.1) + reach);
        let along = (to.0 - from.0, to.1 - from.1);
        let length = along.0 * along.0 + along.1 * along.1;
        for y in top.max(0.0) as usize..=bottom.max(0.0) as usize {
            for x in left.max(0.0) as usize..=right.max(0.0) as usize {
                let off = (x as f64 + 0.5 - from.0, y as f64 + 0.5 - from.1);
                let place = (off.0 * along.0 + off.1 * along.1) / length.max(f64::MIN_POSITIVE);
                let place = place.clamp(0.0, 1.0);
                let distance = (off.0 - place * along.0).hypot(off.1 - place * along.1);
                self.blend(x, y, (half + 0.5 - distance).clamp(0.0, 1.0), colour);
            }
        }
    }

    /// Letters of dots, their lower edge at the given height.
    fn text(&mut self, at: (f64, f64), anchor: Anchor, large: bool, text: &str) {
        let dot = if large { 4 } else { 3 };
        let width = (text.chars().count() * ADVANCE).saturating_sub(1) * dot;
        let shift = match anchor {
            Anchor::Start => 0,
            Anchor::Middle => width / 2,
            Anchor::End => width,
        };
        let left = ((at.0 * ZOOM) as usize).saturating_sub(shift);
        let top = ((at.1 * ZOOM) as usize).saturating_sub(GLYPH_HEIGHT * dot);
        for (place, letter) in text.chars().enumerate() {
            for (row, column) in dots(letter) {
                let x = left + (place * ADVANCE + column) * dot;
                let y = top + row * dot;
                for (dx, dy) in (0..dot * dot).map(|i| (i % dot, i / dot)) {
                    self.blend(x + dx, y + dy, 1.0, colour(Role::Ink));
                }
            }
        }
    }

    fn blend(&mut self, x: usize, y: usize, cover: f64, colour: [u8; 3]) {
        if x >= self.width || y >= self.height {
            return;
        }
        let start = 3 * (y * self.width + x);
        for (pixel, colour) in self.pixels[start..start + 3].iter_mut().zip(colour) {
            let mixed = f64::from(*pixel) * (1.0 - cover) + f64::from(colour) * cover;
            *pixel = mixed.round() as u8;
        }
    }
}

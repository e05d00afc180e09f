//! The few shapes that a sheet is made of, in millimetres, and the document around them.

use std::fmt::Write;

use crate::svg::{Anchor, escaped};

/// A4, upright.
pub(super) const PAGE_WIDTH: f64 = 210.0;
pub(super) const PAGE_HEIGHT: f64 = 297.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Canvas(String);

/// How many letters of a size fit a width, taking the average letter of the widest usual typeface: SVG does not break
/// lines, and which typeface a machine has is not known here.
pub(super) fn characters(width: f64, size: f64) -> usize {
    (width / (size * 0.54)) as usize
}

impl Canvas {
    pub(super) fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, text: &str) {
        self.element(x, y, size, anchor, "", text);
    }

    pub(super) fn bold(&mut self, x: f64, y: f64, size: f64, text: &str) {
        self.element(x, y, size, Anchor::Start, " font-weight=\"bold\"", text);
    }

    /// A number in the middle of its place.
    pub(super) fn number(&mut self, (x, y): (f64, f64), size: f64, grey: bool, text: &str) {
        let more = if grey { " fill=\"#777\"" } else { "" };
        // Digits have no descenders: a third of their size below the middle centres them.
        self.element(x, y + size * 0.36, size, Anchor::Middle, more, text);
    }

    fn element(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, more: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => String::new(),
            anchor => format!(" text-anchor=\"{}\"", anchor.name()),
        };
        let text = escaped(text);
        self.push(format_args!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\"{anchor}{more}>{text}</text>"
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), thick: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.push(format_args!(
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"#000\" stroke-width=\"{thick:.2}\"/>"
        ));
    }

    /// A square by its middle and its side.
    pub(super) fn square(&mut self, (x, y): (f64, f64), side: f64, thick: f64) {
        let (x, y) = (x - side / 2.0, y - side / 2.0);
        self.push(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{side:.2}\" height=\"{side:.2}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{thick:.2}\"/>"
        ));
    }

    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, thick: f64, filled: bool) {
        let fill = if filled { "#000" } else { "none" };
        self.push(format_args!(
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"{thick:.2}\"/>"
        ));
    }

    /// A square that stands on a corner, by its middle and half its width.
    pub(super) fn diamond(&mut self, (x, y): (f64, f64), half: f64, thick: f64) {
        let (left, right, top, bottom) = (x - half, x + half, y - half, y + half);
        self.push(format_args!(
            "<path d=\"M{left:.2} {y:.2} L{x:.2} {top:.2} L{right:.2} {y:.2} L{x:.2} {bottom:.2} Z\" fill=\"none\" stroke=\"#000\" stroke-width=\"{thick:.2}\"/>"
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{element}");
    }
}

/// A drawing with these pages below each other.
pub(super) fn document(pages: &[Canvas]) -> String {
    let height = PAGE_HEIGHT * pages.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{PAGE_WIDTH}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {PAGE_WIDTH} {height}\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n\
         <style>@page {{ size: A4 portrait; margin: 0 }}</style>\n\
         <rect width=\"{PAGE_WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (index, page) in pages.iter().enumerate() {
        let top = PAGE_HEIGHT * index as f64;
        text.push_str(&format!("<g transform=\"translate(0 {top})\">\n{}</g>\n", page.0));
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut canvas = Canvas::default();
        canvas.text(0.0, 0.0, 3.0, Anchor::Start, "a < b & \"c\" > 'd'");
        assert!(canvas.0.contains(">a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;</text>"));
    }
}

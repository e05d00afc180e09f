//! Lines that are too long for a window, broken between words so that no number is cut in two.

use std::io::{self, Write};

use divvy_words::list::columns;

/// Passes text on, with long lines broken at spaces. Words longer than a line stay whole.
#[derive(Debug)]
pub(crate) struct Wrapping<W> {
    out: W,
    /// How many columns there are now; none where lines are not to be broken.
    width: fn() -> Option<usize>,
    /// How many columns of the line are used.
    column: usize,
    /// Spaces that stand before the word, and the word itself as far as it has come.
    spaces: usize,
    word: Vec<u8>,
}

impl<W: Write> Wrapping<W> {
    pub(crate) const fn new(out: W, width: fn() -> Option<usize>) -> Self {
        Self { out, width, column: 0, spaces: 0, word: Vec::new() }
    }

    /// Writes the word, in the next line if there is no room for it.
    fn finish_word(&mut self) -> io::Result<()> {
        let word = std::mem::take(&mut self.word);
        let wide = columns(&String::from_utf8_lossy(&word));
        let needed = self.column + self.spaces + wide;
        if self.column > 0 && wide > 0 && (self.width)().is_some_and(|width| needed > width) {
            self.out.write_all(b"\n")?;
            (self.column, self.spaces) = (0, 0);
        }
        write!(self.out, "{:1$}", "", self.spaces)?;
        self.out.write_all(&word)?;
        self.column += self.spaces + wide;
        self.spaces = 0;
        Ok(())
    }
}

impl<W: Write> Write for Wrapping<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for &byte in text {
            match byte {
                b' ' => {
                    if !self.word.is_empty() {
                        self.finish_word()?;
                    }
                    self.spaces += 1;
                }
                b'\n' => {
                    self.finish_word()?;
                    self.out.write_all(b"\n")?;
                    self.column = 0;
                }
                byte => self.word.push(byte),
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.finish_word()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: fn() -> Option<usize>) -> String {
        let mut out = Vec::new();
        let mut wrapping = Wrapping::new(&mut out, width);
        // In pieces, as formatting writes it.
        for piece in text.as_bytes().chunks(3) {
            wrapping.write_all(piece).unwrap();
        }
        wrapping.flush().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_broken_at_spaces_and_codes_take_no_room() {
        let ten = || Some(10);
        assert_eq!(wrapped("1 2 3 14 15 16 17\n", ten), "1 2 3 14\n15 16 17\n");
        assert_eq!(wrapped("exactly 10\nnext\n", ten), "exactly 10\nnext\n");
        let green = "\x1b[1m\x1b[32m14\x1b[0m";
        let text = format!("1 2 3 {green} {green} 16\n");
        assert_eq!(wrapped(&text, ten), format!("1 2 3 {green}\n{green} 16\n"));
        assert_eq!(wrapped("a longer-than-the-line b\n", ten), "a\nlonger-than-the-line\nb\n");
        assert_eq!(wrapped("  help  so\n\n  it is  ", ten), "  help  so\n\n  it is  ");
    }

    #[test]
    fn without_a_width_everything_stays_as_it_is() {
        let text = "1 2  3 \n\n 4 ".repeat(100);
        assert_eq!(wrapped(&text, || None), text);
    }
}

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

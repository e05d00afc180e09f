//! Where the lines come from.

use std::io::{self, BufRead, Read, Write};

use super::LineError;
use super::entry::echoed;

/// What a prompt brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end. Bytes that are no text have become U+FFFD.
    Text(String),
    /// There is no more input.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Where lines come from.
pub trait Input {
    /// Prints the prompt and waits for a line.
    ///
    /// # Errors
    /// When reading or writing fails.
    fn read(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Line, LineError>;
}

/// Input that is not a terminal: lines as they come, echoed after the prompt so that the output reads
/// like a transcript.
#[derive(Debug)]
pub struct Piped<R> {
    reader: R,
    echo: bool,
}

impl<R: BufRead> Piped<R> {
    /// The longest line that is kept whole. No line that means anything comes near it.
    const LONGEST: u64 = 64 * 1024;

    /// Lines of this reader.
    pub const fn new(reader: R, echo: bool) -> Self {
        Self { reader, echo }
    }

    /// The next line as bytes, the part beyond [`Self::LONGEST`] read and dropped.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(Self::LONGEST).read_until(b'\n', &mut line)?;
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            self.reader.skip_until(b'\n')?;
        }
        Ok((read > 0).then_some(line))
    }
}

impl<R: BufRead> Input for Piped<R> {
    fn read(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Line, LineError> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let Some(line) = self.next().map_err(LineError::Input)? else {
            writeln!(out)?;
            return Ok(Line::End);
        };
        let line = String::from_utf8_lossy(&line).into_owned();
        if self.echo {
            writeln!(out, "{}", echoed(line.trim_end_matches('\r')))?;
        }
        Ok(Line::Text(line))
    }
}

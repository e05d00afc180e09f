//! A table of sizes, one row for each: as text, as data, as a picture.

use std::io::{self, BufWriter, Write};

use divvy_rules::Game;
use serde::Serialize;

use crate::args::TableArgs;
use crate::failure::Failure;
use crate::{file, output};

#[derive(Serialize)]
struct Answer<'a, R> {
    game: Game,
    sizes: &'a [R],
}

impl TableArgs {
    /// Refuses a picture that could not be written, before the work.
    pub(crate) fn check_plot(&self) -> Result<(), Failure> {
        let Some(path) = &self.plot else { return Ok(()) };
        if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("svg")) {
            let name = path.display();
            let why = format!("--plot takes a file that ends in .svg, not {name}");
            return Err(Failure::Usage(why));
        }
        file::check(path)
    }

    /// Gives out the rows in the form that is asked for.
    pub(crate) fn present<R: Serialize>(
        &self,
        game: Game,
        rows: &[R],
        picture: impl FnOnce() -> String,
        out: &mut dyn Write,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.json {
            output::json(out, &Answer { game, sizes: rows })?;
        } else {
            let mut out = BufWriter::new(out);
            text(&mut out)?;
            out.flush()?;
        }
        self.plot.as_ref().map_or(Ok(()), |path| file::write(path, picture().as_bytes()))
    }
}

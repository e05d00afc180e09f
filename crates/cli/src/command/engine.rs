//! `divvy engine`

use std::io::{BufWriter, Write, stdin};

use crate::failure::Failure;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    Ok(divvy_lab::engine::run(stdin().lock(), BufWriter::new(out))?)
}

//! `divvy engine`

use std::io::{BufWriter, Write, stdin};
use std::process::ExitCode;

use crate::failure::Failure;

pub(crate) fn run(out: &mut dyn Write) -> Result<ExitCode, Failure> {
    divvy_lab::engine::run(stdin().lock(), BufWriter::new(out))?;
    Ok(ExitCode::SUCCESS)
}

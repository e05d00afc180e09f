//! `divvy rules`

use std::io::Write;
use std::process::ExitCode;

use divvy_play::words;

use crate::args::RulesArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    write!(out, "{}", words::rules(args.game))?;
    Ok(ExitCode::SUCCESS)
}

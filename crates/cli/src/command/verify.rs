//! `divvy verify`

use std::io::Write;
use std::process::ExitCode;

use crate::args::VerifyArgs;
use crate::failure::{Failure, RUNNING};

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let contents = std::fs::read(&args.file).map_err(|error| {
        Failure::Running(anyhow::anyhow!("cannot read {}: {error}", args.file.display()))
    })?;
    match divvy_verifier::verify(&contents) {
        Ok(verified) => {
            writeln!(out, "verified")?;
            let winner = match verified.winner {
                Some(winner) => format!("player {winner} wins"),
                None => "nobody wins: the game never ends".to_owned(),
            };
            writeln!(out, "{}: {winner}", verified.position)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(failed) => {
            writeln!(out, "not verified: {failed}")?;
            Ok(ExitCode::from(RUNNING))
        }
    }
}

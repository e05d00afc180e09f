//! `divvy verify`

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::args::VerifyArgs;
use crate::failure::{Failure, RUNNING};

/// The proof for a board of a million numbers has 17 MB.
const LARGEST: u64 = 1 << 30;

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let contents = read(&args.file).map_err(|error| {
        Failure::Running(anyhow::anyhow!("cannot read {}: {error}", args.file.display()))
    })?;
    match divvy_verifier::verify(&contents) {
        Ok(_) => {
            writeln!(out, "verified")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(failed) => {
            writeln!(out, "not verified: {failed}")?;
            Ok(ExitCode::from(RUNNING))
        }
    }
}

/// Devices and pipes may never end, and are not asked.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a file of a certificate's size",
        ));
    }
    std::fs::read(path)
}

//! `divvy verify`

use std::io::{self, Write};
use std::path::Path;

use crate::failure::{Failure, RUNNING};

/// The proof for a board of a million numbers has 17 MB.
const LARGEST: u64 = 1 << 30;

pub(crate) fn run(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let contents = read(file).map_err(|error| Failure::file("read", file, error))?;
    match divvy_verifier::verify(&contents) {
        Ok(_) => Ok(writeln!(out, "verified")?),
        Err(failed) => {
            writeln!(out, "not verified: {failed}")?;
            Err(Failure::Exit(RUNNING))
        }
    }
}

/// Devices and pipes may never end, and are not asked.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(io::Error::other("not a file of a certificate's size"));
    }
    std::fs::read(path)
}

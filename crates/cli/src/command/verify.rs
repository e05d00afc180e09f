//! `divvy verify`

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use divvy_verifier::Verified;
use divvy_words as words;

use crate::failure::{Failure, RUNNING};
use crate::line::fitted;

/// The proof for a board of a million numbers has 17 MB.
const LARGEST: u64 = 1 << 30;

pub(crate) fn run(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let contents = read(file).map_err(|error| Failure::system("read", file, &error))?;
    match divvy_verifier::verify(&contents) {
        // A program reads one word, a person what it is that is proved.
        Ok(verified) if io::stdout().is_terminal() => {
            Ok(writeln!(out, "{}", fitted(&format!("verified: {}", statement(&verified))))?)
        }
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

/// What is proved: `Player 1 wins Multiple Madness on 1-5, by 3 or 5`.
fn statement(Verified { position, winner, winning }: &Verified) -> String {
    let played = position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let after = if played.is_empty() { played } else { format!(" after {played}") };
    let board = format!("{}{after}", words::titled(position.rules()));
    let winning: Vec<String> = winning.iter().map(u32::to_string).collect();
    let by = if winning.is_empty() {
        String::new()
    } else {
        format!(", by {}", words::list::or(&winning))
    };
    match winner {
        Some(winner) => format!("Player {winner} wins {board}{by}"),
        None => format!("neither player wins {board}"),
    }
}

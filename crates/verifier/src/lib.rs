//! Checks a certificate: a file that proves who wins a position, and by which moves.
//!
//! It knows the rules and nothing of how the answer was found: no code is shared with the solver. The form
//! of the file, and why these checks are enough, is in `docs/certificates.md`.

use divvy_rules::{Number, Position, Record};
use serde::Deserialize;

/// Stops at the first point that does not hold.
macro_rules! ensure {
    ($holds:expr, $($point:tt)+) => {
        if !$holds {
            return Err($crate::Failed(format!($($point)+)));
        }
    };
}

mod matching;
mod states;

const FORMAT: &str = "divvy-certificate";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    format: String,
    version: u32,
    position: String,
    // Null has a meaning here; `deserialize_with` makes serde insist on the key.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<u8>,
    winning: Vec<u32>,
    #[serde(deserialize_with = "Option::deserialize")]
    best: Option<u32>,
    proof: Proof,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Proof {
    Matching(matching::Matching),
    States(states::States),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub position: Record,
    /// Who wins with best play, 1 or 2; none for a draw by endless play.
    pub winner: Option<u8>,
    /// The moves that win, ascending.
    pub winning: Vec<u32>,
}

/// The first point at which a certificate fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(String);

/// Every legal move, ascending, with its worth to the player to move: 1 wins, -1 loses, 0 draws.
type Moves = Vec<(Number, i64)>;

pub fn verify(contents: &[u8]) -> Result<Verified, Failed> {
    let Certificate { format, version, position, winner, winning, best, proof } =
        serde_json::from_slice(contents).map_err(|error| bad_form(contents, &error))?;
    ensure!(format == FORMAT && version == 1, "form: not a certificate of version 1");
    let record: Record = position.parse().map_err(|error| Failed(format!("position: {error}")))?;
    let moves = match (&proof, record.position()) {
        // What a matching proves is about which number may follow which.
        (_, Position::Removal(position)) if !position.rules().is_walk() => {
            return Err(Failed(
                "position: no certificate proves a game with a memory of 2".to_owned(),
            ));
        }
        (Proof::Matching(proof), Position::Removal(position)) => proof.check(position, best)?,
        (Proof::States(proof), Position::Race(position)) => proof.check(position)?,
        _ => return Err(Failed("proof: of another kind than this game needs".to_owned())),
    };
    let wins = moves.iter().filter(|(_, worth)| *worth > 0).map(|(number, _)| number.get());
    ensure!(winning.iter().copied().eq(wins), "winning: not the moves that win by the proof");
    let worth = moves.iter().map(|(_, worth)| *worth).max();
    let as_good = |n| moves.iter().any(|&(number, its)| number.get() == n && Some(its) == worth);
    ensure!(best.map_or(moves.is_empty(), as_good), "best: not a legal move, or a worse one");
    let mover = record.to_move();
    let proved = match worth {
        None => record.winner(),
        Some(0) => None,
        Some(worth) => Some(if worth > 0 { mover } else { mover.other() }),
    };
    ensure!(winner == proved.map(|player| player.number()), "winner: not who wins by the proof");
    Ok(Verified { position: record, winner, winning })
}

/// The message may quote the file, so it is kept short and to one line.
fn bad_form(contents: &[u8], error: &serde_json::Error) -> Failed {
    if !contents.windows(FORMAT.len()).any(|window| window == FORMAT.as_bytes()) {
        return Failed("form: this is not a certificate of divvy".to_owned());
    }
    let why: String = error.to_string().chars().filter(|c| !c.is_control()).take(200).collect();
    Failed(format!("form: {why}"))
}

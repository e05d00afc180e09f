//! Checks a certificate: a file that proves who wins a position, and by which moves.
//!
//! It knows the rules and elementary graph theory, and nothing of how the answer was found: no code is
//! shared with the solver, and there is no search here that could go wrong in the same way. The form of the
//! file, and why these checks are enough, is in `docs/certificates.md`.

mod matching;
mod states;

use divvy_rules::{Position, Record};
use serde::Deserialize;

/// Boards up to this size must prove every winning move they list, larger ones at least the best.
pub const ALL_PATHS: u32 = 10_000;

/// What a certificate says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    format: String,
    version: u32,
    /// The position in notation: game, options, moves.
    position: String,
    /// Who wins with best play, 1 or 2; null for a draw by endless play.
    winner: Option<u8>,
    /// The moves that win, ascending.
    winning: Vec<u32>,
    /// The move to make; null when the game is over.
    best: Option<u32>,
    proof: Proof,
}

/// Why it is so.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Proof {
    /// For a removal game.
    Matching(matching::Matching),
    /// For a race.
    States(states::States),
}

/// What has been proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position.
    pub position: Record,
    /// Who wins, 1 or 2; none for a draw by endless play.
    pub winner: Option<u8>,
    /// The moves that win. On boards over [`ALL_PATHS`] no other move wins, and the best of these does.
    pub winning: Vec<u32>,
}

/// The first point at which a certificate fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(String);

impl Failed {
    fn at<T>(point: impl Into<String>) -> Result<T, Failed> {
        Err(Failed(point.into()))
    }
}

/// Checks the contents of a certificate file.
///
/// # Errors
/// The first point that fails.
pub fn verify(contents: &[u8]) -> Result<Verified, Failed> {
    let certificate: Certificate = serde_json::from_slice(contents)
        .map_err(|error| Failed(format!("form: not a divvy certificate ({error})")))?;
    let Certificate { format, version, position, winner, winning, best, proof } = certificate;
    if (format.as_str(), version) != ("divvy-certificate", 1) {
        return Failed::at("form: not a divvy certificate of version 1");
    }
    let record: Record = position.parse().map_err(|error| Failed(format!("position: {error}")))?;
    let position = record.position();
    let legal = position.legal();
    if !winning.is_sorted_by(|a, b| a < b) {
        return Failed::at("winning: not in ascending order");
    }
    let board = record.rules().board();
    let mut moves = Vec::with_capacity(winning.len());
    for &value in &winning {
        match board.number(value) {
            Ok(number) if legal.contains(number) => moves.push(number),
            _ => return Failed::at(format!("winning: {value} is not a legal move")),
        }
    }
    match best {
        Some(best) if !winning.is_empty() && winning.binary_search(&best).is_err() => {
            return Failed::at(format!("best: {best} is not one of the winning moves"));
        }
        Some(best) if !board.number(best).is_ok_and(|number| legal.contains(number)) => {
            return Failed::at(format!("best: {best} is not a legal move"));
        }
        None if !legal.is_empty() => return Failed::at("best: there are moves, and none is given"),
        _ => {}
    }
    let mover = position.to_move().number();
    let proved = match (&proof, position) {
        _ if position.is_over() => position.winner().map(|player| player.number()),
        (Proof::Matching(matching), Position::Removal(position)) => {
            matching.check(position, &moves, best)?;
            Some(if moves.is_empty() { 3 - mover } else { mover })
        }
        (Proof::States(states), Position::Race(position)) => {
            match states.check(position, &moves)? {
                0 => None,
                worth => Some(if worth > 0 { mover } else { 3 - mover }),
            }
        }
        _ => return Failed::at("proof: of another kind than this game needs"),
    };
    if winner != proved {
        let name =
            |player: Option<u8>| player.map_or("nobody".to_owned(), |n| format!("player {n}"));
        return Failed::at(format!(
            "winner: {} is claimed, {} is proved",
            name(winner),
            name(proved)
        ));
    }
    Ok(Verified { position: record, winner, winning })
}

//! The boards that are offered by a name. Working them out takes longer than a page waits, so their figures are kept:
//! `DIVVY_BLESS=1 cargo test -p divvy-lab --test fair proposed` writes `proposed.json` anew.

use divvy_analysis::{GAMES, Proposal, proposals, simple_rules};
use divvy_rules::{Game, Rules};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{FairBoard, NoFairBoard};

/// A list of boards, each on a line of its own.
const KEPT: &str = include_str!("proposed.json");

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proposed {
    pub name: &'static str,
    #[serde(flatten)]
    pub board: FairBoard,
}

/// The boards that are offered for a game, worked out.
pub fn measured(game: Game) -> Result<Vec<Proposed>, NoFairBoard> {
    let measured = |Proposal { name, options }| {
        let rules = Rules::new(game, &options)?;
        let board = FairBoard::of(rules).ok_or(NoFairBoard::NoneFound)?;
        let simple = simple_rules(rules, GAMES, 1.0)?;
        Ok(Proposed { name, board: FairBoard { simple, ..board } })
    };
    proposals(game).into_iter().map(measured).collect()
}

/// The kept boards of a game, or of all, up to a size, as JSON.
pub fn proposed(game: Option<Game>, largest: u32) -> Vec<&'static RawValue> {
    #[derive(Deserialize)]
    struct Key {
        game: Game,
        size: u32,
    }
    let mut boards: Vec<&RawValue> = serde_json::from_str(KEPT).unwrap_or_default();
    boards.retain(|board| {
        let key: Option<Key> = serde_json::from_str(board.get()).ok();
        key.is_some_and(|key| key.size <= largest && game.is_none_or(|game| game == key.game))
    });
    boards
}

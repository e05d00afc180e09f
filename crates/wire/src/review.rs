//! A review as data.

use divvy_analysis::{Review, ReviewedMove};
use divvy_rules::{Game, Number, Player, Record};
use serde::Serialize;

/// A reviewed move.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMoveData<'a> {
    ply: usize,
    player: u8,
    #[serde(rename = "move")]
    number: Number,
    before: Option<u8>,
    after: Option<u8>,
    slip: bool,
    winning: &'a [Number],
}

impl<'a> From<&'a ReviewedMove> for ReviewedMoveData<'a> {
    fn from(reviewed: &'a ReviewedMove) -> Self {
        Self {
            ply: reviewed.ply,
            player: reviewed.player.number(),
            number: reviewed.number,
            before: reviewed.before.map(Player::number),
            after: reviewed.after.map(Player::number),
            slip: reviewed.slip,
            winning: &reviewed.winning,
        }
    }
}

/// A review.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewData<'a> {
    moves: Vec<ReviewedMoveData<'a>>,
    winner: Option<u8>,
    decisive: Option<usize>,
}

impl<'a> From<&'a Review> for ReviewData<'a> {
    fn from(review: &'a Review) -> Self {
        Self {
            moves: review.moves.iter().map(Into::into).collect(),
            winner: review.winner.map(Player::number),
            decisive: review.decisive,
        }
    }
}

/// A game with its review.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedData<'a> {
    game: Game,
    size: u32,
    position: String,
    /// What the players are called, where they have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<&'a [String; 2]>,
    over: bool,
    /// How the game ended, where the players are known; null if it ended by play or not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Option<&'a str>>,
    #[serde(flatten)]
    review: ReviewData<'a>,
}

impl<'a> ReviewedData<'a> {
    /// A game between nameless players.
    pub fn new(record: &Record, review: &'a Review) -> Self {
        Self {
            game: record.rules().game(),
            size: record.rules().board().size(),
            position: record.to_string(),
            players: None,
            over: record.is_over(),
            ending: None,
            review: review.into(),
        }
    }

    /// The same between these players, the one with the first move first; `ending` tells of an end other than by play.
    pub fn between(self, players: &'a [String; 2], ending: Option<&'a str>) -> Self {
        let over = self.over || ending.is_some();
        Self { players: Some(players), ending: Some(ending), over, ..self }
    }
}

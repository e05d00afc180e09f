//! A game with its review as data.

use divvy_analysis::Review;
use divvy_rules::Record;
use serde::Serialize;

use crate::position::GameData;

#[derive(Clone, Debug, Serialize)]
pub struct ReviewedData<'a> {
    #[serde(flatten)]
    game: GameData,
    /// What the players are called, where they have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[&'a str; 2]>,
    over: bool,
    /// How the game ended, where the players are known; null if it ended by play or not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Option<&'a str>>,
    #[serde(flatten)]
    review: &'a Review,
}

impl<'a> ReviewedData<'a> {
    /// A game between nameless players.
    pub fn new(record: &Record, review: &'a Review) -> Self {
        let over = record.is_over();
        Self { game: record.into(), players: None, over, ending: None, review }
    }

    /// The same between these players, the one with the first move first; `ending` tells of an end other than by play.
    pub fn between(self, players: [&'a str; 2], ending: Option<&'a str>) -> Self {
        let over = self.over || ending.is_some();
        Self { players: Some(players), ending: Some(ending), over, ..self }
    }
}

//! What the operator decides.

use divvy_match::{Bot, Seat};
use divvy_rules::Rules;

/// What the operator who starts the server decides for all games.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the model is called in the log.
    pub player: String,
    /// The game that is played; none if the model may choose.
    pub rules: Option<Rules>,
    /// The opponent; none if the model may choose, and then `medium` unless it does.
    pub opponent: Option<Bot>,
    /// Where the model sits: first or second; none for first and second in turn, unless it chooses where it chooses the game.
    pub seat: Option<Seat>,
    /// Makes opponents repeatable: the seed of each game is a hash of this one and of the number of the game.
    pub seed: Option<u64>,
    /// Whether the tools hint, solve and review are there.
    pub hints: bool,
    /// Whether moves can be taken back.
    pub undo: bool,
    /// Whether positions list the legal moves.
    pub legal: bool,
    /// Games that may be open at the same time, where they are counted.
    pub games: usize,
    /// The largest board that a model may ask for.
    pub size: u32,
}

impl Settings {
    pub(crate) const fn may_choose_seat(&self) -> bool {
        self.seat.is_none() && self.rules.is_none()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            player: "model".to_owned(),
            rules: None,
            opponent: None,
            seat: None,
            seed: None,
            hints: true,
            undo: true,
            legal: true,
            games: 100,
            size: 10_000,
        }
    }
}

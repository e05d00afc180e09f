//! What a review says about a game and about each of its moves.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::{Match, Seat};
use divvy_rules::Player;

use crate::options::besides_size;
use crate::{Audience, capitalized, given, list, puzzle, uncapitalized};

/// For whom a review is: the players by name, the one with the first move first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewAudience {
    /// The names.
    pub players: [String; 2],
    /// The one of them who reads it and is addressed, if there is one.
    pub you: Option<Player>,
}

impl Default for ReviewAudience {
    fn default() -> Self {
        Self { players: Player::BOTH.map(puzzle::player), you: None }
    }
}

impl ReviewAudience {
    /// The names of a match, for the round at hand.
    pub fn of(game: &Match) -> Self {
        let name = |player| game.name(game.round().seat_of(player)).to_owned();
        Self { players: Player::BOTH.map(name), you: None }
    }

    /// The same for the player of this seat, if there is one: `You play 12. You stand to win.`
    pub fn to(game: &Match, you: Option<Seat>) -> Self {
        let is_you = |player: &Player| you == Some(game.round().seat_of(*player));
        Self { you: Player::BOTH.into_iter().find(is_you), ..Self::of(game) }
    }

    /// What a player is called.
    pub fn name(&self, player: Player) -> &str {
        match self.you == Some(player) {
            true => "You",
            false => &self.players[player.index()],
        }
    }

    /// A player and the verb that goes with that player: `You play`, `Ada plays`.
    fn does(&self, player: Player, [you, other]: [&str; 2]) -> String {
        let verb = if self.you == Some(player) { you } else { other };
        format!("{} {verb}", self.name(player))
    }

    /// Who stands to win: `Ada stands to win.`
    pub fn stands(&self, winner: Option<Player>) -> String {
        match winner {
            Some(winner) => format!("{} to win.", self.does(winner, ["stand", "stands"])),
            None => "Neither player can force a win.".to_owned(),
        }
    }

    /// How the game stood before the first move.
    pub fn start(&self, review: &Review) -> String {
        let start = review.moves.first().map_or(review.winner, |first| first.before);
        let stands = self.stands(start);
        match self.you.is_some() && start == self.you {
            true => format!("Before the first move {}", uncapitalized(&stands)),
            false => format!("Before the first move {stands}"),
        }
    }

    /// Who stands to win after a move, or has won by it.
    pub fn standing(&self, reviewed: &ReviewedMove, review: &Review) -> String {
        match reviewed.after {
            Some(winner) if review.over && reviewed.ply == review.moves.len() => {
                format!("{} won.", self.does(winner, ["have", "has"]))
            }
            after => self.stands(after),
        }
    }

    /// A move and what it did: `Ada plays 12. A slip: 4 or 8 would have won. Ben stands to win.`
    pub fn reviewed(&self, reviewed: &ReviewedMove, review: &Review) -> String {
        let ReviewedMove { ply, player, number, slip, winning, .. } = reviewed;
        let slip = match (*slip, winning.is_empty()) {
            (false, _) => String::new(),
            (true, true) => format!(" {}: it gave the draw away.", self.slip(*ply, review)),
            (true, false) => {
                format!(" {}: {} would have won.", self.slip(*ply, review), list::either(winning))
            }
        };
        let stands = self.standing(reviewed, review);
        let plays = self.does(*player, ["play", "plays"]);
        format!("{plays} {number}.{slip} {stands}")
    }

    /// The turns of these players that were skipped after a move.
    pub fn skipped(&self, players: impl Iterator<Item = Player>) -> impl Iterator<Item = String> {
        let verbs = ["have no move and skip the turn", "has no move and skips the turn"];
        let sentence = move |player| format!("{}.", self.does(player, verbs));
        players.map(sentence)
    }

    /// How the round at hand stood after so many moves: what the last of them did, after all of them also how the round
    /// ended.
    pub fn after(&self, ply: usize, review: &Review, game: &Match) -> String {
        let reviewed = ply.checked_sub(1).and_then(|index| review.moves.get(index));
        let said = match reviewed {
            Some(reviewed) => self.reviewed(reviewed, review),
            None => self.start(review),
        };
        let you = self.you.map(|you| game.round().seat_of(you));
        let ending =
            (ply == review.moves.len()).then(|| Audience { names: game.names(), you }.result(game));
        match ending.flatten() {
            Some(ending) => format!("{said} {ending}"),
            None => said,
        }
    }

    /// What was played, in phrases: `Ada and Ben`, `Numbers 1-30`, `The first number is even`.
    pub fn details(&self, game: &Match) -> Vec<String> {
        let rules = game.rules();
        let board = format!("Numbers {}", rules.board());
        let options = given(&besides_size(rules)).into_iter().map(|option| capitalized(&option));
        [self.players.join(" and "), board].into_iter().chain(options).collect()
    }

    fn slip(&self, ply: usize, review: &Review) -> &'static str {
        if review.decisive == Some(ply) { "The slip that decided the game" } else { "A slip" }
    }

    /// The whole game: `2 slips. Move 3, 12 by Ada, decided the game.`
    pub fn summary(&self, review: &Review) -> String {
        let slips = match review.moves.iter().filter(|reviewed| reviewed.slip).count() {
            0 => "No slips.".to_owned(),
            1 => "One slip.".to_owned(),
            slips => format!("{slips} slips."),
        };
        match review.decisive.and_then(|ply| review.moves.get(ply - 1)) {
            Some(ReviewedMove { ply, player, number, .. }) => {
                let name = self.name(*player);
                format!("{slips} Move {ply}, {number} by {name}, decided the game.")
            }
            None => slips,
        }
    }
}

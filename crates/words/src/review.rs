//! What a review says about a game and about each of its moves.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::Match;
use divvy_rules::{Player, Record, RuleOption};

use crate::{Audience, capitalized, given, list, puzzle};

/// For whom a review is: the players by name, the one with the first move first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewAudience {
    /// The names.
    pub players: [String; 2],
}

impl Default for ReviewAudience {
    fn default() -> Self {
        Self { players: Player::BOTH.map(puzzle::player) }
    }
}

impl ReviewAudience {
    /// The names of a match, for the round at hand.
    pub fn of(game: &Match) -> Self {
        let name = |player| game.name(game.round().seat_of(player)).to_owned();
        Self { players: Player::BOTH.map(name) }
    }

    fn name(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    /// Who stands to win: `Ada stands to win.`
    pub fn stands(&self, winner: Option<Player>) -> String {
        match winner {
            Some(winner) => format!("{} stands to win.", self.name(winner)),
            None => "Neither player can force a win.".to_owned(),
        }
    }

    /// How the game stood before the first move.
    pub fn start(&self, review: &Review) -> String {
        let start = review.moves.first().map_or(review.winner, |first| first.before);
        format!("Before the first move {}", self.stands(start))
    }

    /// Who stands to win after a move, or has won by it.
    pub fn standing(&self, reviewed: &ReviewedMove, review: &Review) -> String {
        match reviewed.after {
            Some(winner) if review.over && reviewed.ply == review.moves.len() => {
                format!("{} has won.", self.name(winner))
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
        format!("{} plays {number}.{slip} {stands}", self.name(*player))
    }

    /// The turns that were skipped after a move, which is named by its place, counted from 1.
    pub fn skipped(&self, record: &Record, place: usize) -> impl Iterator<Item = String> {
        let sentence = |player| format!("{} has no move and skips the turn.", self.name(player));
        record.skipped_after(place).map(sentence)
    }

    /// How the round at hand stood after so many moves: what the last of them did, after all of them also how the round
    /// ended.
    pub fn after(&self, ply: usize, review: &Review, game: &Match) -> String {
        let reviewed = ply.checked_sub(1).and_then(|index| review.moves.get(index));
        let said = match reviewed {
            Some(reviewed) => self.reviewed(reviewed, review),
            None => self.start(review),
        };
        let ending = Audience::everybody(game).result(game);
        match ending.filter(|_| ply == review.moves.len()) {
            Some(ending) => format!("{said} {ending}"),
            None => said,
        }
    }

    /// What was played, in phrases: `Ada and Ben`, `Numbers 1-30`, `The first number is even`.
    pub fn details(&self, game: &Match) -> Vec<String> {
        let rules = game.rules();
        let mut options = rules.options();
        options.set(RuleOption::Size, None);
        let board = format!("Numbers {}", rules.board());
        let options = given(&options).into_iter().map(|option| capitalized(&option));
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

//! What a review says about a game and about each of its moves.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::Match;
use divvy_rules::Player;

use crate::options::{besides_size, given};
use crate::sentence::say;
use crate::{Audience, Sentence, capitalized, list};

impl Audience<'_> {
    /// Who stands to win: `Ada stands to win.`
    pub fn stands(self, winner: Option<Player>) -> Sentence {
        match winner {
            Some(winner) => {
                say![self.does(self.first.seat_of(winner), ["stand", "stands"]), " to win."]
            }
            None => "Neither player can force a win.".into(),
        }
    }

    /// How the game stood before the first move.
    pub fn start(self, review: &Review) -> Sentence {
        let start = review.moves.first().map_or(review.winner, |first| first.before);
        match start.map(|player| self.first.seat_of(player)) {
            Some(seat) if self.you == Some(seat) => {
                "Before the first move you stand to win.".into()
            }
            _ => say!["Before the first move ", self.stands(start)],
        }
    }

    /// Who stands to win after a move, or has won by it.
    pub fn stands_after(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        match reviewed.after {
            Some(winner) if review.over && reviewed.ply == review.moves.len() => {
                say![self.does(self.first.seat_of(winner), ["have", "has"]), " won."]
            }
            after => self.stands(after),
        }
    }

    /// A move and what it did: `Ada plays 12. A slip: 4 or 8 would have won. Ben stands to win.`
    pub fn reviewed(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        let ReviewedMove { ply, player, number, slip, winning, leaves, .. } = reviewed;
        let kind = match review.decisive == Some(*ply) {
            true => "The slip that decided the game",
            false => "A slip",
        };
        let slip = match (*slip, winning.is_empty()) {
            (false, _) => String::new(),
            (true, true) => format!(" {kind}: it gave the draw away."),
            (true, false) => {
                let leaves = match leaves.is_empty() {
                    true => String::new(),
                    false => format!(" now {} wins, and", list::either(leaves)),
                };
                format!(" {kind}:{leaves} {} would have won.", list::either(winning))
            }
        };
        let plays = self.does(self.first.seat_of(*player), ["play ", "plays "]);
        say![plays, *number, ".", slip, " ", self.stands_after(reviewed, review)]
    }

    /// The turns of these players that were skipped after a move.
    pub fn skipped(self, players: impl Iterator<Item = Player>) -> impl Iterator<Item = Sentence> {
        let verbs = ["have no move and skip the turn.", "has no move and skips the turn."];
        players.map(move |player| self.does(self.first.seat_of(player), verbs))
    }

    /// How the round at hand stood after `ply` moves: what the last of them did, after all of them also how the round
    /// ended.
    pub fn after(self, ply: usize, review: &Review, game: &Match) -> Sentence {
        let reviewed = ply.checked_sub(1).and_then(|index| review.moves.get(index));
        let said = match reviewed {
            Some(reviewed) => self.reviewed(reviewed, review),
            None => self.start(review),
        };
        let ending = (ply == review.moves.len()).then(|| self.result(game)).flatten();
        Sentence::joined([said].into_iter().chain(ending))
    }

    /// Who plays, the player with the first move first: `Ada and Ben`.
    pub fn players(self) -> Sentence {
        say![self.name(self.first), " and ", self.name(self.first.other())]
    }

    /// What was played, in phrases: `Ada and Ben`, `Numbers 1-30`, `The first number is even`.
    pub fn details(self, game: &Match) -> Vec<String> {
        let rules = game.rules();
        let board = format!("Numbers {}", rules.board());
        let options = given(&besides_size(rules)).into_iter().map(|option| capitalized(&option));
        [self.players().to_string(), board].into_iter().chain(options).collect()
    }

    /// The whole game: `2 slips. Move 3, 12 by Ada, decided the game.`
    pub fn summary(self, review: &Review) -> Sentence {
        let slips = match review.moves.iter().filter(|reviewed| reviewed.slip).count() {
            0 => "No slips.".to_owned(),
            1 => "One slip.".to_owned(),
            slips => format!("{slips} slips."),
        };
        match review.decisive.and_then(|ply| review.moves.get(ply - 1)) {
            Some(ReviewedMove { ply, player, number, .. }) => {
                let seat = self.first.seat_of(*player);
                let by = if self.you == Some(seat) { "you".into() } else { self.name(seat) };
                say![format!("{slips} Move {ply}, {number} by "), by, ", decided the game."]
            }
            None => slips.into(),
        }
    }
}

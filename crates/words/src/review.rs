//! What a review says about a game and about each of its moves.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::{Ending, Match, Seat};
use divvy_rules::{PlayEnding, Player};

use crate::options::{besides_size, given};
use crate::sentence::say;
use crate::{Audience, Sentence, capitalized, list};

/// The words of exploring, each with what it means.
pub const EXPLORE_WORDS: [[&str; 2]; 4] = [
    ["wins in 3", "3 more moves: yours, theirs, yours"],
    ["slip", "a move that gave a win or a draw away"],
    ["Ahead", "who wins from there if both play well"],
    ["side line", "tried instead: go back, play another one"],
];

/// Which position of a line of moves is shown, and whether that is the first line: `before move 3 of 4, on a side line`.
pub fn position_of(ply: usize, all: usize, is_first: bool) -> String {
    let at = match all.saturating_sub(ply) {
        0 if ply == 0 => "before the first move".to_owned(),
        0 => format!("after {}", crate::moves(ply)),
        _ => format!("before move {} of {all}", ply + 1),
    };
    at + if is_first { "" } else { ", on a side line" }
}

impl Audience<'_> {
    /// Who stands to win: `Ada is ahead.`
    pub fn stands(self, winner: Option<Player>) -> Sentence {
        match winner {
            Some(winner) => {
                say![self.does(self.first.seat_of(winner), ["are", "is"]), " ahead."]
            }
            None => "Neither player can force a win.".into(),
        }
    }

    /// How the game stood before the first move.
    pub fn start(self, review: &Review) -> Sentence {
        let start = review.moves.first().map_or(review.winner, |first| first.before);
        match start.map(|player| self.first.seat_of(player)) {
            Some(seat) if self.you == Some(seat) => "Before the first move you are ahead.".into(),
            _ => say!["Before the first move ", self.stands(start)],
        }
    }

    /// Who stands to win after a move, where it changed that; who has won by it.
    pub fn stands_after(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        match reviewed.after {
            Some(winner) if review.ends_with(reviewed) => {
                say![self.does(self.first.seat_of(winner), ["win", "wins"]), "."]
            }
            after if after == reviewed.before => Sentence::default(),
            after => self.stands(after),
        }
    }

    /// A move: `Ada strikes 12.`, the last one of a game `Ada strikes 12 and wins.`
    pub fn played(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        let seat = self.first.seat_of(reviewed.player);
        let and = match (review.ends_with(reviewed), self.you == Some(seat)) {
            (true, true) => " and win",
            (true, false) => " and wins",
            (false, _) => "",
        };
        let verb = self.verb();
        say![self.does(seat, [verb.play, verb.plays]), " ", reviewed.number, and, "."]
    }

    /// What a move did: `A slip: 4 or 8 would have won. Ben is ahead.` Nothing for a move that changed nothing.
    pub fn did(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        let slip = if reviewed.slip { capitalized(&slip(reviewed, review)) } else { String::new() };
        let stands = match review.ends_with(reviewed) {
            true => Sentence::default(),
            false => self.stands_after(reviewed, review),
        };
        Sentence::joined([slip.into(), stands])
    }

    /// A slip, with what would have been better: `Your 12 was the slip that decided the game: 4 or 8 would have won.`
    pub fn slipped(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        let was = format!(" {} was {}", reviewed.number, slip(reviewed, review));
        self.whose(reviewed.player).and(was)
    }

    fn whose(self, player: Player) -> Sentence {
        match self.first.seat_of(player) {
            seat if self.you == Some(seat) => "Your".into(),
            seat => say![self.name(seat), "'s"],
        }
    }

    /// Both: `Ada strikes 12. A slip: 4 or 8 would have won. Ben is ahead.`
    pub fn reviewed(self, reviewed: &ReviewedMove, review: &Review) -> Sentence {
        Sentence::joined([self.played(reviewed, review), self.did(reviewed, review)])
    }

    /// How the round ended, after its last move has been told: why, and the series with it.
    pub fn closing(self, review: &Review, game: &Match) -> Sentence {
        let round = game.round();
        let why = match round.ending() {
            None | Some(Ending::Play(PlayEnding::Reached { .. })) => Sentence::default(),
            Some(Ending::Resigned { by }) if review.resigned.is_some() => self.gave_up(by, review),
            Some(ending) => self.ended(round, &ending).task,
        };
        Sentence::joined([why].into_iter().chain(self.standing(game)))
    }

    /// A resignation that was a slip: `Ada resigned a won game.`
    fn gave_up(self, by: Seat, review: &Review) -> Sentence {
        let game = if review.winner.is_some() { "won" } else { "drawn" };
        say![self.who(by), " resigned a ", game, " game."]
    }

    /// The turns of these players that were skipped after a move.
    pub fn skipped(self, players: impl Iterator<Item = Player>) -> impl Iterator<Item = Sentence> {
        let verbs = ["have no move and skip the turn.", "has no move and skips the turn."];
        players.map(move |player| self.does(self.first.seat_of(player), verbs))
    }

    /// How the round at hand stood after `ply` moves: what the last of them was, and what it did; after all of them also
    /// how the round ended.
    pub fn after(self, ply: usize, review: &Review, game: &Match) -> [Sentence; 2] {
        let reviewed = ply.checked_sub(1).and_then(|index| review.moves.get(index));
        let [played, did] = match reviewed {
            Some(reviewed) => [self.played(reviewed, review), self.did(reviewed, review)],
            None => [self.start(review), Sentence::default()],
        };
        let closing = (ply == review.moves.len()).then(|| self.closing(review, game));
        [played, Sentence::joined([did].into_iter().chain(closing))]
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

    /// The whole game: `2 slips. Ada's 12 (move 3) decided the game.`
    pub fn summary(self, review: &Review) -> Sentence {
        let slips = review.moves.iter().filter(|reviewed| reviewed.slip).count();
        let slips = match slips + usize::from(review.resigned.is_some()) {
            0 => self.without_slips(review),
            1 => "One slip.".into(),
            slips => format!("{slips} slips.").into(),
        };
        let decided = match review.decisive.and_then(|ply| review.moves.get(ply - 1)) {
            Some(ReviewedMove { ply, player, number, .. }) => {
                say![self.whose(*player), format!(" {number} (move {ply}) decided the game.")]
            }
            None => {
                let by = review.resigned.map(|player| self.first.seat_of(player));
                by.map_or_else(Sentence::default, |by| self.gave_up(by, review))
            }
        };
        Sentence::joined([slips, decided])
    }

    /// A game without slips, in which the player who wins could do so from the beginning.
    fn without_slips(self, review: &Review) -> Sentence {
        let Some(winner) = review.moves.first().and_then(|first| first.before) else {
            return "No slips.".into();
        };
        let was = self.form(self.first.seat_of(winner), ["were", "was"]);
        say![
            "No slips: ",
            self.within(self.first.seat_of(winner)),
            " ",
            was,
            " ahead from the beginning."
        ]
    }
}

/// A slip, with what would have been better: `a slip: 4 or 8 would have won.`
fn slip(reviewed: &ReviewedMove, review: &Review) -> String {
    let ReviewedMove { ply, winning, leaves, .. } = reviewed;
    let kind = match review.decisive == Some(*ply) {
        true => "the slip that decided the game",
        false => "a slip",
    };
    if winning.is_empty() {
        return format!("{kind}: it gave the draw away.");
    }
    let now = match leaves.is_empty() {
        true => String::new(),
        false => format!("; now the reply {} wins", list::either(leaves)),
    };
    format!("{kind}: {} would have won{now}.", list::either(winning))
}

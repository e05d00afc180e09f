//! What is said about a position that is explored, to everybody or to one of its players.

use divvy_analysis::{Advice, Proof, Refutation};
use divvy_match::Seat;
use divvy_rules::Number;
use divvy_solver::Value;

use crate::games::Verb;
use crate::puzzle::{refutation, refutation_in_short};
use crate::{Audience, advice, capitalized, standing, to_you};

/// Which position of a line of moves is shown, and whether that is the game: `before move 3 of 4, on a side line`.
pub fn position_of(ply: usize, all: usize, is_game: bool) -> String {
    let at = match all.saturating_sub(ply) {
        0 => format!("after {}", crate::moves(ply)),
        _ => format!("before move {} of {all}", ply + 1),
    };
    at + if is_game { "" } else { ", on a side line" }
}

impl Audience<'_> {
    /// What the players are called within a sentence, the one at this seat first: `you`, `the computer`.
    fn within(self, seat: Seat) -> [String; 2] {
        [seat, seat.other()].map(|seat| match self.you == Some(seat) {
            true => "you".to_owned(),
            false => self.called(seat),
        })
    }

    /// Who wins with best play, and by what; `values` are those of the legal moves of the player at `mover`, ascending.
    pub fn outlook(self, mover: Seat, values: &[(Number, Value)]) -> String {
        let names = self.within(mover);
        to_you(&standing(names.each_ref().map(String::as_str), values), self.game)
    }

    /// Why a move of the player at `mover` wins or does not, beside a board that shows partners by letters, if there are any,
    /// or without them; and the same in short, if it does not win.
    pub fn proof(self, mover: Seat, proof: &Proof, letters: bool) -> [String; 2] {
        let names = self.within(mover);
        let [me, opponent] = names.each_ref().map(String::as_str);
        let reply = |reply: &Refutation, [loser, winner]: [&str; 2]| match letters {
            true => refutation_in_short(reply, loser, winner, true),
            false => refutation(reply, loser, winner),
        };
        let (full, short) = match proof {
            // To the opponent, a move that wins is told as a reply is.
            Proof::Wins(wins) if self.you == Some(mover.other()) => {
                (reply(&Refutation::Reply(wins.clone()), [opponent, me]), String::new())
            }
            Proof::Wins(Advice { best: Some(best), ends: false, .. }) if letters => {
                let Verb { play, plays, .. } = self.verb();
                let full = format!(
                    "{} {best}. Whatever {opponent} {plays} then has a partner with the same letter: {play} that, until \
                     {opponent} is stuck.",
                    capitalized(play)
                );
                (full, String::new())
            }
            Proof::Wins(wins) => (advice(wins, opponent), String::new()),
            Proof::Fails(why) => {
                (reply(why, [me, opponent]), refutation_in_short(why, me, opponent, false))
            }
        };
        [full, short].map(|text| to_you(&text, self.game))
    }
}

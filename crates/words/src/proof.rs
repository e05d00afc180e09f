//! Why a move wins or does not, about both players: to one of them, who is called "you", or to everybody.

use divvy_analysis::{Advice, Exchange, Reason, Refutation};
use divvy_match::Seat;
use divvy_rules::Number;
use divvy_solver::{Outcome, Value};

use crate::advice::{answers_in_words, pairs_in_words, partners as told_partners, turns};
use crate::sentence::say;
use crate::{Audience, Sentence, list};

/// Where a reader finds the partners that a proof speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partners {
    /// In the sentence.
    Told,
    /// In sight, on the board or beside the sentence.
    Shown,
    /// In a list beside the sentence.
    Listed,
    /// Below a sentence, the `whole` one or a brief one, each on a line with this sign between the two, and what comes of both,
    /// where that is known.
    Each { sign: &'static str, whole: bool },
    /// Nowhere: that there are answers says enough.
    Unsaid,
}

impl Audience<'_> {
    /// Who wins with best play, and by what: `Ada wins with 4, 8 or 10.`; `values` are those of the legal moves of the player to
    /// move, ascending.
    pub fn outlook(self, mover: Seat, values: &[(Number, Value)]) -> Sentence {
        let with = |outcome| {
            let these = values.iter().filter(move |(_, value)| value.outcome == outcome);
            these.map(|(number, _)| *number).collect::<Vec<_>>()
        };
        let wins = |seat| self.does(seat, ["win", "wins"]);
        match (&with(Outcome::Win)[..], &with(Outcome::Draw)[..]) {
            ([], []) => {
                let plays = self.form(mover, ["play", "plays"]);
                say![wins(mover.other()), ", whatever ", self.within(mover), " ", plays, "."]
            }
            ([], drawn) => {
                let keeps = self.form(mover, ["keep", "keeps"]);
                let with = list::either(drawn);
                say!["Neither wins: ", self.within(mover), " ", keeps, " the draw with ", with, "."]
            }
            (won, _) if won.len() == values.len() && won.len() > 1 => {
                say![wins(mover), " with every move."]
            }
            (won, _) => say![wins(mover), " with ", list::either(won), "."],
        }
    }

    /// Why the best move of an advice wins for the player of this seat.
    pub fn wins(self, advice: &Advice, winner: Seat, partners: Partners) -> Sentence {
        let loser = winner.other();
        let verb = self.verb();
        let plays = |seat| self.form(seat, [verb.play, verb.plays]);
        let [mine, theirs] = [winner, loser].map(plays);
        let them = self.within(loser);
        let stuck = say![them.clone(), " ", self.form(loser, ["are", "is"]), " stuck."];
        let whatever = say!["Whatever ", them.clone(), " ", theirs, " then"];
        match &advice.reason {
            Reason::Pairing { .. } | Reason::Answers(_) if advice.ends => {
                say!["Then no number can follow, and ", stuck]
            }
            _ if advice.ends => "That is the target.".into(),
            Reason::Pairing { .. } | Reason::Answers(_) if partners == Partners::Unsaid => {
                say![whatever, " has an answer, until ", stuck]
            }
            Reason::Pairing { next, .. } if next.len() == 1 && advice.pairs().len() == 1 => {
                let (one, two) = advice.pairs()[0];
                let (now, later) = if next.contains(one) { (one, two) } else { (two, one) };
                let only = say![self.who(loser), " can only ", verb.play, format!(" {now}. ")];
                say![only, self.who(winner), " ", mine, format!(" {later}, and "), stuck]
            }
            Reason::Pairing { next, exchanges, .. } => {
                let is_one = advice.pairs().len() == 1;
                let answer = say![them.clone(), " ", theirs, ", ", self.within(winner), " ", mine];
                match partners {
                    Partners::Shown if !is_one => {
                        say!["Then numbers go in pairs: whatever ", answer, " its partner, until ", stuck]
                    }
                    Partners::Listed if !is_one => say!["Whatever ", answer, " its partner, until ", stuck],
                    Partners::Each { sign, whole } if !is_one && !exchanges.is_empty() => {
                        let lines = exchange_lines(exchanges, advice.pairs(), sign).join("\n");
                        let after = advice.best.map_or_else(String::new, |best| format!("After {best}, "));
                        let answers = say![self.within(winner), " ", self.form(winner, ["answer", "answers"])];
                        let all = say!["whatever ", answer, " its partner"];
                        say![after, if whole { all } else { answers }, ":\n", lines]
                    }
                    // A single pair is told wherever more would be found.
                    _ => {
                        let pairs = told_partners(advice.pairs(), next);
                        say!["Whatever ", answer, " its partner (", pairs, "), until ", stuck]
                    }
                }
            }
            Reason::Answers(answers) => {
                let have = self.form(winner, ["have", "has"]);
                let answer = say![self.within(winner), " ", have, " an answer: "];
                say![whatever, ", ", answer, answers_in_words(answers), "."]
            }
            Reason::Turns { mine, theirs, way } => self.reaches(winner, *mine, *theirs, way),
            Reason::Backwards | Reason::Over => {
                "Every answer has been followed from the target backwards, and none of them stops it."
                    .into()
            }
        }
    }

    /// That the player of this seat comes first to the target, on this way if it is known.
    fn reaches(self, winner: Seat, mine: u32, theirs: u32, way: &[Number]) -> Sentence {
        let loser = winner.other();
        // A move that wins need not be the quickest.
        let mine = way.len().try_into().unwrap_or(0).max(mine);
        let reaches = self.does(winner, ["reach", "reaches"]);
        let way = if way.is_empty() { String::new() } else { format!(": {}", list::listed(way)) };
        let needs = self.does(loser, ["need", "needs"]);
        let second = [" too, but come second", " too, but comes second"];
        let late = if mine == theirs { self.form(loser, second) } else { "" };
        let way = say![reaches, " the target in ", turns(mine), way, ". "];
        say![way, needs, " ", turns(theirs), late, "."]
    }

    /// Why a move by the player of this seat does not win: what the opponent makes of it.
    pub fn refuted(self, refutation: &Refutation, mover: Seat, partners: Partners) -> Sentence {
        let opponent = mover.other();
        match refutation {
            Refutation::Draws => {
                "Neither player can force the way to the target then: with best play the game never ends."
                    .into()
            }
            Refutation::Skipped => {
                let skipped = ["have no move and are skipped", "has no move and is skipped"];
                let [skipped, first] = [skipped, ["are", "is"]].map(|of| self.form(opponent, of));
                let who = self.who(opponent);
                say![who, " ", skipped, ", and ", first, " first at the target all the same."]
            }
            Refutation::Reply(advice) => {
                let verb = self.verb();
                let reply = advice.best.map_or_else(String::new, |best| format!(" {best}."));
                let does = self.does(opponent, [verb.play, verb.plays]);
                Sentence::joined([say![does, reply], self.wins(advice, opponent, partners)])
            }
        }
    }
}

/// `8→16 forces 2`, then those that come up later, and at last such pairs alone: `3-9, 5-15`.
fn exchange_lines(exchanges: &[Exchange], pairs: &[(Number, Number)], sign: &str) -> Vec<String> {
    let line = |Exchange { number, answer, then, .. }: &Exchange| {
        let numbers: Vec<Number> = then.iter().collect();
        let outcome = match numbers[..] {
            [] => "wins".to_owned(),
            [only] => format!("forces {only}"),
            [_, _] | [_, _, _] => format!("leaves {}", list::listed(&numbers)),
            _ => format!("leaves {} choices", numbers.len()),
        };
        format!("{number}{sign}{answer} {outcome}")
    };
    let is_told = |(one, two): &(Number, Number)| {
        exchanges.iter().any(|exchange| [*one, *two].contains(&exchange.number))
    };
    let others: Vec<_> = pairs.iter().copied().filter(|pair| !is_told(pair)).collect();
    let (later, now): (Vec<_>, Vec<_>) = exchanges.iter().partition(|exchange| exchange.later);
    let rest = (!others.is_empty()).then(|| pairs_in_words(&others));
    let later: Vec<String> = later.into_iter().map(line).chain(rest).collect();
    let heading = (!later.is_empty()).then(|| "Later:".to_owned());
    now.into_iter().map(line).chain(heading).chain(later).collect()
}

//! What the moves of a round make up in views, kept as JSON. A move appends to it and an undo cuts it: written anew for each
//! version, a long game would take longer with every move.

use std::fmt::Write as _;

use divvy_match::Round;
use divvy_rules::Position;

const MOVES: usize = 0;
const NOTATION: usize = 1;
/// The walk of the first seat; that of the second follows.
const WALKS: usize = 2;

/// The moves of the round at hand.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The number of the round; 0 before [`Transcript::follow`] was called.
    round: usize,
    /// The elements of `moves`, the notation, and the elements of the two walks.
    texts: [String; 4],
    /// How long the texts were before each move.
    before: Vec<[usize; 4]>,
}

impl Transcript {
    /// Brings the texts up to date with a round, which has this number. Must be called after each event.
    pub fn follow(&mut self, number: usize, round: &Round) {
        if self.round != number {
            *self = Self { round: number, ..Self::default() };
            self.begin(round);
        }
        let plies = round.record().moves().len();
        if let Some(&lengths) = self.before.get(plies) {
            self.texts.iter_mut().zip(lengths).for_each(|(text, length)| text.truncate(length));
            self.before.truncate(plies);
        }
        for ply in self.before.len()..plies {
            self.append(round, ply);
        }
    }

    fn begin(&mut self, round: &Round) {
        let rules = round.record().rules();
        self.texts[NOTATION] = rules.to_string();
        if let Position::Race(race) = round.record().position() {
            let start = race.rules().start_node();
            self.texts[WALKS..].fill(start.to_string());
        }
    }

    /// Adds a move and the turns that were skipped after it. Writing into a string cannot fail.
    fn append(&mut self, round: &Round, ply: usize) {
        self.before.push(self.texts.each_ref().map(String::len));
        let (record, number) = (round.record(), round.record().moves()[ply]);
        let seat = round.seat_of(record.mover(ply));
        let [comma, separator] = if ply == 0 { ["", ":"] } else { [","; 2] };
        let moves = &mut self.texts[MOVES];
        let _ = write!(moves, r#"{comma}{{"seat":{},"number":{number}}}"#, seat.number());
        for skipped in record.skipped_after(ply + 1) {
            let seat = round.seat_of(skipped).number();
            let _ = write!(moves, r#",{{"seat":{seat},"number":null}}"#);
        }
        let _ = write!(self.texts[NOTATION], "{separator}{number}");
        if let Position::Race(_) = record.position() {
            let _ = write!(self.texts[WALKS + seat.index()], ",{number}");
        }
    }

    /// The members `notation` and `moves` of a view.
    pub(crate) fn moves(&self) -> [&str; 5] {
        [r#""notation":""#, &self.texts[NOTATION], r#"","moves":["#, &self.texts[MOVES], "]"]
    }

    /// The member `walks` of a race.
    pub(crate) fn walks(&self) -> [&str; 5] {
        [r#""walks":[["#, &self.texts[WALKS], "],[", &self.texts[WALKS + 1], "]]"]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_match::{Bot, Event, Match, Occupant, Plan, SeriesLength, Setup};
    use divvy_rules::{Record, Rules};
    use serde_json::{Value, json};

    use super::*;

    /// What the texts say, and what the round says itself.
    fn compared(transcript: &Transcript, round: &Round) -> [Value; 2] {
        let [moves, walks] = [transcript.moves(), transcript.walks()].map(|parts| parts.concat());
        let written = serde_json::from_str(&format!("{{{moves},{walks}}}")).unwrap();
        let seated = |turn: divvy_rules::Turn| (round.seat_of(turn.player).number(), turn.number);
        let turns: Vec<_> = round.record().turns().map(seated).collect();
        let walk = |seat: u8| -> Vec<u32> {
            let Position::Race(race) = round.record().position() else { return Vec::new() };
            let own = turns.iter().filter(|turn| turn.0 == seat).filter_map(|turn| turn.1);
            std::iter::once(race.rules().start_node()).chain(own).map(|node| node.get()).collect()
        };
        let moves: Vec<Value> = turns
            .iter()
            .map(
                |(seat, number)| json!({"seat": seat, "number": number.map(|number| number.get())}),
            )
            .collect();
        let notation = round.record().to_string();
        [written, json!({"notation": notation, "moves": moves, "walks": [walk(1), walk(2)]})]
    }

    #[test]
    fn the_texts_say_what_the_round_does_after_every_event() {
        for notation in ["number-maze;size=14;target=13", "trap-avoidance;size=30;from=6"] {
            let rules: Rules = notation.parse::<Record>().unwrap().rules();
            let mut setup = Setup::new(rules);
            setup.plan = Plan::BestOf(SeriesLength::new(9).unwrap());
            // With a computer a race ends at the turn limit.
            setup.players[1] = Occupant::Bot(Bot::Easy);
            let (mut match_, mut transcript) = (Match::new(setup), Transcript::default());
            transcript.follow(match_.round_number(), match_.round());
            for step in 0_usize..1_500 {
                let legal: Vec<_> = match_.round().legal().iter().collect();
                let event = match legal.get(step * 7 % legal.len().max(1)) {
                    None if match_.is_finished() => break,
                    None => Event::NextRound,
                    Some(_) if step % 5 == 4 && step < 200 => Event::Undone { plies: None },
                    Some(number) => Event::Moved { number: number.get() },
                };
                // An undo without a move is refused.
                let _ = match_.apply(event);
                transcript.follow(match_.round_number(), match_.round());
                if step < 100 || step % 50 == 0 || match_.round().is_over() {
                    let [written, round] = compared(&transcript, match_.round());
                    assert_eq!(written, round);
                }
            }
            assert!(match_.round_number() > 1, "{notation}");
        }
    }
}

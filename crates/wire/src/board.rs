//! A board as a page shows it: a position with what is said about it, in seats. It knows no table: no tokens, no series, no
//! requests.

use divvy_match::{Ending, Round, Seat};
use divvy_rules::{Game, Number, NumberSet, Options, PlayEnding, Position, Record, Token};
use divvy_words::{self as words, Audience, Headline, Sentence};
use serde::Serialize;

use crate::{PartsData, Transcript, sentence, tokens};

/// A board. [`BoardData::write`] adds what grows with the moves.
#[derive(Debug, Serialize)]
pub struct BoardData {
    game: Game,
    name: &'static str,
    size: u32,
    first_number: u32,
    options: Options,
    first: Seat,
    to_move: Option<Seat>,
    ply: usize,
    legal: Vec<[Number; 2]>,
    /// What the last number bars, or the last two, taken ones among them, where a game calls it a trap.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    barred: Vec<[Number; 2]>,
    /// The numbers that bar them: see [`setters`].
    #[serde(skip_serializing_if = "Option::is_none")]
    setters: Option<Vec<Number>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<Vec<[u32; 2]>>,
    last: Option<Number>,
    over: bool,
    winner: Option<Seat>,
    end: Option<EndData>,
    /// What the player to move is to do, or how the round ended and why.
    #[serde(serialize_with = "sentence::headline")]
    pub headline: Headline,
    /// The last turns, and what can be played.
    #[serde(serialize_with = "sentence::text")]
    pub so_far: Sentence,
    /// The sentences that name players once more, for a page.
    parts: PartsData,
    goal: String,
    about: Vec<String>,
    /// Written by [`BoardData::write`].
    #[serde(skip)]
    race: Option<RaceBoard>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct EndData {
    kind: &'static str,
    loser: Option<Seat>,
}

impl EndData {
    fn of(round: &Round) -> Option<Self> {
        let kind = match round.ending()? {
            Ending::Play(PlayEnding::Stuck { .. }) => "stuck",
            Ending::Play(PlayEnding::Reached { .. }) => "reached",
            Ending::Play(PlayEnding::Abandoned { .. }) => "abandoned",
            Ending::Resigned { .. } => "resigned",
            Ending::Forfeited { .. } => "forfeited",
        };
        Some(Self { kind, loser: round.winner().map(Seat::other) })
    }
}

/// A race without the walks.
#[derive(Clone, Debug, Serialize)]
struct RaceBoard {
    /// Where both tokens begin.
    start: Number,
    target: Number,
    tokens: [Token; 2],
}

impl BoardData {
    /// The board of a round, with sentences for this audience.
    pub fn new(round: &Round, to: Audience<'_>) -> Self {
        let (record, over) = (round.record(), round.is_over());
        let rules = record.rules();
        let (taken, last, race) = on_board(round);
        let given_up = round.given_up().is_some();
        Self {
            game: rules.game(),
            name: words::name(rules.game()),
            size: rules.board().size(),
            first_number: rules.board().first(),
            options: rules.options(),
            first: round.first(),
            to_move: (!over).then(|| round.to_move()),
            ply: record.moves().len(),
            legal: runs(&round.legal()),
            barred: if given_up { Vec::new() } else { barred(record) },
            setters: if given_up { None } else { setters(record) },
            taken,
            last,
            over,
            winner: round.winner(),
            end: EndData::of(round),
            headline: to.headline(round),
            so_far: to.so_far(round),
            parts: PartsData::default(),
            goal: words::goal(rules),
            about: words::in_full(rules),
            race,
        }
    }

    /// The same board with its sentences in parts, and with these: to be called when all is said.
    pub fn with_parts(mut self, more: impl IntoIterator<Item = (&'static str, Sentence)>) -> Self {
        let own = [("headline", self.headline.clone().joined()), ("so_far", self.so_far.clone())];
        self.parts = PartsData(own.into_iter().chain(more).collect());
        self
    }

    /// The same board, on which nothing can be played any more.
    pub fn closed(self) -> Self {
        Self { to_move: None, legal: Vec::new(), barred: Vec::new(), setters: None, ..self }
    }

    /// Writes an object that has the members of this board among its own, on one line, with what grows with the moves:
    /// `notation`, `moves`, and `race` with its walks.
    pub fn write(&self, object: &impl Serialize, transcript: &Transcript, text: &mut Vec<u8>) {
        write_with(text, object, &transcript.moves());
        if let Some(race) = &self.race {
            text.pop();
            text.extend_from_slice(br#","race":"#);
            write_with(text, race, &transcript.walks());
            text.push(b'}');
        }
    }
}

/// The board of a position without a table, complete, for this audience.
pub fn board_json(record: &Record, to: Audience<'_>) -> String {
    let round = Round::of(record.clone(), to.first);
    let board = BoardData::new(&round, to).with_parts([]);
    let (mut transcript, mut text) = (Transcript::default(), Vec::new());
    transcript.follow(1, &round);
    board.write(&board, &transcript, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes an object with further members, which are JSON already.
fn write_with(text: &mut Vec<u8>, object: &impl Serialize, members: &[&str]) {
    // A board always has a JSON form, on one line: a line break in a string is an escape.
    let _ = serde_json::to_writer(&mut *text, object);
    // The closing brace.
    text.pop();
    text.push(b',');
    members.iter().for_each(|part| text.extend_from_slice(part.as_bytes()));
    text.push(b'}');
}

/// What is on the board of a round: the numbers that are taken and the last of them, or the race.
fn on_board(round: &Round) -> (Option<Vec<[u32; 2]>>, Option<Number>, Option<RaceBoard>) {
    let record = round.record();
    match record.position() {
        Position::Removal(removal) => {
            let board = record.rules().board();
            (Some(gaps(board.first(), board.size(), removal.free())), removal.last(), None)
        }
        Position::Race(race) => {
            let (start, target) = (race.rules().start_node(), race.rules().target());
            let tokens = tokens(race, Seat::BOTH.map(|seat| round.player_at(seat)));
            (None, None, Some(RaceBoard { start, target, tokens }))
        }
    }
}

/// The numbers that set traps, the older one first, where the last one is not the only one that can.
fn setters(record: &Record) -> Option<Vec<Number>> {
    match record.position() {
        Position::Removal(removal) if !removal.rules().is_walk() => {
            Some(removal.setters().collect())
        }
        Position::Removal(_) | Position::Race(_) => None,
    }
}

fn barred(record: &Record) -> Vec<[Number; 2]> {
    match record.position() {
        Position::Removal(removal) => runs(&removal.barred()),
        Position::Race(_) => Vec::new(),
    }
}

/// A set as runs of consecutive numbers.
pub(crate) fn runs(set: &NumberSet) -> Vec<[Number; 2]> {
    set.runs().map(|(from, to)| [from, to]).collect()
}

/// The runs of what is not in the set.
fn gaps(first: u32, last: u32, set: &NumberSet) -> Vec<[u32; 2]> {
    let mut gaps = Vec::new();
    let mut next = first;
    for (from, to) in set.runs() {
        if from.get() > next {
            gaps.push([next, from.get() - 1]);
        }
        next = to.get() + 1;
    }
    if next <= last {
        gaps.push([next, last]);
    }
    gaps
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_match::{Event, Match, Names};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_board_without_a_table_is_complete_and_knows_the_turn_limit() {
        let record: Record = "number-maze:2,4".parse().unwrap();
        let json = |record: &Record| -> Value {
            serde_json::from_str(&board_json(
                record,
                Audience {
                    game: record.rules().game(),
                    names: &Names::default(),
                    first: Seat::One,
                    you: None,
                },
            ))
            .unwrap()
        };
        let board = json(&record);
        assert_eq!(board["notation"], "number-maze:2,4");
        assert_eq!(board["parts"]["headline"][0]["name"], "Player 1");
        assert_eq!((&board["moves"][0]["number"], &board["over"]), (&json!(2), &json!(false)));
        let over = json(&record.limited(Some(2)));
        assert_eq!(over["end"], json!({ "kind": "abandoned", "loser": null }));
    }

    fn board(game: &Match, change: impl FnOnce(BoardData) -> BoardData) -> Value {
        let board = change(BoardData::new(game.round(), Audience::everybody(game)));
        let (mut transcript, mut text) = (Transcript::default(), Vec::new());
        transcript.follow(1, game.round());
        board.write(&board, &transcript, &mut text);
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn traps_and_endings_come_with_the_board() {
        let game = |notation: &str| Match::from_record(notation.parse().unwrap());
        let mut trap = game("trap-avoidance;size=6:4,5");
        let open = board(&trap, |board| board);
        assert_eq!((&open["barred"], &open["end"]), (&json!([[1, 1], [5, 5]]), &json!(null)));
        assert_eq!(open["moves"][1], json!({ "seat": 2, "number": 5 }));
        assert_eq!(open.get("setters"), None);
        let mut two_turns = game("trap-avoidance;size=6;memory=2:4,5");
        let two = board(&two_turns, |board| board);
        assert_eq!((&two["barred"], &two["setters"]), (&json!([[1, 2], [4, 5]]), &json!([4, 5])));
        let closed = board(&two_turns, BoardData::closed);
        assert_eq!((closed.get("barred"), &closed["legal"]), (None, &json!([])));
        assert_eq!(closed.get("setters"), None);
        two_turns.apply(Event::Resigned { by: None }).unwrap();
        assert_eq!(board(&two_turns, |board| board).get("setters"), None);
        trap.apply(Event::Resigned { by: None }).unwrap();
        let resigned = board(&trap, |board| board);
        assert_eq!((resigned.get("barred"), &resigned["end"]["kind"]), (None, &json!("resigned")));
        // They say why the player to move is stuck.
        let stuck = board(&game("trap-avoidance;size=3:1"), |board| board);
        assert_eq!(stuck["barred"], json!([[1, 3]]));
        assert_eq!(stuck["end"], json!({ "kind": "stuck", "loser": 2 }));
        let race = board(&game("number-maze;size=20:20"), |board| board);
        assert_eq!(race["end"], json!({ "kind": "reached", "loser": 2 }));
        assert_eq!((race.get("barred"), &race["race"]["walks"][0]), (None, &json!([1, 20])));
        assert!(board(&game("chain-reaction:6"), |board| board).get("barred").is_none());
    }
}

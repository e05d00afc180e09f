//! One game of a tournament.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use divvy_analysis::Computer;
use divvy_match::{Choice, Event, Forfeit, Match, PlayerMaker, Players, Seat, Setup};
use divvy_rules::{Game, Number, Player, Record, Rules};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};

use crate::arena::{Arena, is_default};
use crate::score::{Decision, Judged, judge};

/// A game that was played, as the log has it: enough to go on with the tournament later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Its number in the tournament, counted from 0.
    pub number: u64,
    /// Who played, by their places among the players, the one with the first move first.
    pub players: [usize; 2],
    pub position: String,
    /// How many of its moves were given before the players were asked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub given: usize,
    /// The place of the winner among the players; none if the game was abandoned.
    pub winner: Option<usize>,
    /// What cost a player the game, if that was not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<ForfeitedGame>,
    /// What the two did, in the order of `players`.
    pub turns: [Turns; 2],
    /// Where a choice depended on the wording.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<Differing>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForfeitedGame {
    /// The place of the loser among the players.
    pub by: usize,
    pub kind: ForfeitKind,
    pub reason: String,
}

/// How a program can lose without being beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForfeitKind {
    NotStarted,
    TooSlow,
    Ended,
    Illegal,
}

impl From<&Forfeit> for ForfeitKind {
    fn from(forfeit: &Forfeit) -> Self {
        match forfeit {
            Forfeit::NotStarted(_) | Forfeit::Unable(_) => ForfeitKind::NotStarted,
            Forfeit::TooSlow(_) => ForfeitKind::TooSlow,
            Forfeit::Ended(_) => ForfeitKind::Ended,
            Forfeit::Illegal { .. } => ForfeitKind::Illegal,
        }
    }
}

/// What one player did in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    pub moves: u32,
    /// Positions that could be won and in which the player was asked.
    pub won_positions: u32,
    /// Those of them that it kept won.
    pub won_kept: u32,
    /// Positions with a choice between winning and losing, and whether the answer was right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    /// Answers that were no legal moves, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub illegal: Vec<String>,
    /// Time for each move, to the microsecond; an answer that did not come in time counts too.
    pub seconds: Vec<f64>,
    /// How long a program took to start and give its first answer, or was waited for, which is not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<f64>,
    /// What came of asking in other words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<Wording>,
}

impl Turns {
    /// Writes down what the moves were worth.
    pub fn judge(&mut self, judged: Judged) {
        self.won_positions = judged.won_positions;
        self.won_kept = judged.won_kept;
        self.decisions = judged.decisions;
    }

    /// Notes how long an answer took, or its absence: with the start of the program, or without.
    fn took(&mut self, with_start: bool, seconds: f64) {
        if with_start { &mut self.starts } else { &mut self.seconds }.push(seconds);
    }
}

/// How much a player's choices depended on what the game was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// Positions asked about under all names.
    pub asked: u32,
    /// Positions with another choice when asked again under the same name: what chance alone does.
    pub again: u32,
    /// Positions with another choice under another name.
    pub differing: u32,
    /// Of those, positions in which one choice won and another did not.
    pub decisive: u32,
    /// Positions without a choice under some other name: the program forfeited there.
    pub failed: u32,
}

/// A position in which the same player chose differently when the game was called differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differing {
    pub player: usize,
    /// The position in notation, in the wording of the tournament.
    pub position: String,
    /// What was chosen in each wording; none where the program forfeited.
    pub choices: Vec<(Game, Option<u32>)>,
    pub winning: Vec<u32>,
}

/// Plays games one after the other; programs stay for the next game of the same pair.
pub(super) struct Worker<'a> {
    arena: &'a Arena,
    maker: Arc<PlayerMaker>,
    wordings: Vec<Rules>,
    /// The players, for each wording.
    players: Vec<Players>,
    pair: Option<[usize; 2]>,
    computer: Computer,
}

/// What is found out while a game is played, by seat.
#[derive(Default)]
struct Watched {
    turns: [Turns; 2],
    /// The moves before each turn in which an answer was not legal, or none came.
    failed: Vec<usize>,
    forfeit: Option<(Seat, Forfeit)>,
    differing: Vec<Differing>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(arena: &'a Arena, maker: Arc<PlayerMaker>) -> Self {
        let (wordings, computer) = (arena.wordings(), Computer::default());
        Self { arena, maker, wordings, players: Vec::new(), pair: None, computer }
    }

    /// Plays the game of that number. None if there is none such, or if the flag was raised before it was over.
    pub(super) fn play(&mut self, number: u64, stopped: &AtomicBool) -> Option<Played> {
        let players @ [first, second] = self.arena.pair(number)?;
        // Seats belong to the pair, so that each program stays at its own.
        let seats @ [one, two] = [first.min(second), first.max(second)];
        if self.pair.replace(seats) != Some(seats) {
            let players = |_: &Rules| Players::new(Arc::clone(&self.maker));
            self.players = self.wordings.iter().map(players).collect();
        }
        let begins = if first == one { Seat::One } else { Seat::Two };
        let occupants = [one, two].map(|place| self.arena.players[place].clone());
        let begin = |rules: &Rules| {
            let (players, seed) = (occupants.clone(), self.arena.seed_of(number));
            Match::new(Setup { players, first: begins, seed, ..Setup::new(*rules) })
        };
        let mut games: Vec<Match> = self.wordings.iter().map(begin).collect();
        let opening = self.arena.opening(number);
        for given in &opening {
            let moved = Event::Moved { number: given.get() };
            games.iter_mut().try_for_each(|game| game.apply(moved.clone()).ok().map(drop))?;
        }
        self.players.iter_mut().for_each(|players| players.begin(number + 1));
        let mut watched = Watched::default();
        while !games.first()?.round().is_over() {
            self.turn(&mut games, &mut watched, seats)?;
            // A program that was ended because of it has forfeited nothing.
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
        }
        let game = games.first()?;
        let round = game.round();
        for (players, game) in self.players.iter_mut().zip(&games) {
            players.end(game);
        }
        // On boards too large to be solved nothing is said about the moves.
        let judged = judge(round.record(), opening.len(), &watched.failed).into_iter().flatten();
        for (player, judged) in Player::BOTH.into_iter().zip(judged) {
            watched.turns[round.seat_of(player).index()].judge(judged);
        }
        if begins == Seat::Two {
            watched.turns.reverse();
        }
        let forfeit = watched.forfeit.map(|(seat, forfeit)| ForfeitedGame {
            by: seats[seat.index()],
            kind: ForfeitKind::from(&forfeit),
            reason: forfeit.to_string(),
        });
        Some(Played {
            number,
            players,
            position: round.record().to_string(),
            given: opening.len(),
            winner: round.winner().map(|seat| seats[seat.index()]),
            forfeit,
            turns: watched.turns,
            differing: watched.differing,
        })
    }

    /// Asks the player to move, in every wording, and plays the choice made in the first.
    fn turn(
        &mut self,
        games: &mut [Match],
        watched: &mut Watched,
        seats: [usize; 2],
    ) -> Option<()> {
        let seat = games.first()?.round().to_move();
        let mut choices = Vec::with_capacity(games.len());
        let begun = Instant::now();
        let mut micros = 0;
        for (place, (game, players)) in games.iter().zip(&mut self.players).enumerate() {
            choices.push(players.choose(game));
            if place == 0 {
                micros = begun.elapsed().as_micros();
            }
        }
        if let [first, again, others @ ..] = &choices[..]
            && let Some(choice) = number(first)
        {
            let others: Vec<Option<Number>> = others.iter().map(number).collect();
            let record = games.first()?.round().record();
            let player = seats[seat.index()];
            let differing = self.compare(player, record, choice, &others);
            let wording = watched.turns[seat.index()].wording.get_or_insert_default();
            wording.asked += 1;
            wording.again += u32::from(number(again).is_some_and(|again| again != choice));
            wording.failed += u32::from(number(again).is_none() || others.contains(&None));
            if let Some(differing) = differing {
                wording.differing += 1;
                wording.decisive += u32::from(differing.is_decisive());
                watched.differing.push(differing);
            }
        }
        let players = self.players.first_mut()?;
        let (started, refused) = (players.take_start(seat).is_some(), players.take_refused(seat));
        if !refused.is_empty() || matches!(choices.first(), Some(Choice::Forfeit(_))) {
            watched.failed.push(games.first()?.round().record().moves().len());
        }
        watched.turns[seat.index()].illegal.extend(refused);
        let seconds = micros as f64 / 1e6;
        match choices.into_iter().next()? {
            Choice::Number(number) => {
                let turns = &mut watched.turns[seat.index()];
                turns.moves += 1;
                turns.took(started, seconds);
                let moved = Event::Moved { number: number.get() };
                games.iter_mut().try_for_each(|game| game.apply(moved.clone()).ok().map(drop))
            }
            Choice::Forfeit(forfeit) => {
                if matches!(forfeit, Forfeit::TooSlow(_)) {
                    watched.turns[seat.index()].took(started, seconds);
                }
                let forfeited = Event::Forfeited { reason: forfeit.to_string() };
                watched.forfeit = Some((seat, forfeit));
                games.iter_mut().try_for_each(|game| game.apply(forfeited.clone()).ok().map(drop))
            }
            Choice::None => None,
        }
    }

    /// Where choices in other words than the first are other choices.
    fn compare(
        &mut self,
        player: usize,
        record: &Record,
        choice: Number,
        others: &[Option<Number>],
    ) -> Option<Differing> {
        if others.iter().flatten().all(|&other| other == choice) {
            return None;
        }
        let winning = self.computer.solver(record).ok()?.winning();
        // The second was the first once more.
        let names = self.wordings.iter().map(|rules| rules.game());
        let names = names.clone().take(1).chain(names.skip(2));
        let choices = std::iter::once(Some(choice)).chain(others.iter().copied());
        Some(Differing {
            player,
            position: record.to_string(),
            choices: names.zip(choices.map(|choice| choice.map(Number::get))).collect(),
            winning: winning.into_iter().map(Number::get).collect(),
        })
    }
}

impl Differing {
    /// Whether one choice wins and another does not.
    fn is_decisive(&self) -> bool {
        let numbers = || self.choices.iter().filter_map(|(_, number)| *number);
        let wins = |number: u32| self.winning.contains(&number);
        numbers().any(wins) && !numbers().all(wins)
    }
}

fn number(choice: &Choice) -> Option<Number> {
    match choice {
        Choice::Number(number) => Some(*number),
        Choice::Forfeit(_) | Choice::None => None,
    }
}

/// Plays random moves, the same for the same seed. None of them ends the game: that would leave nothing to ask.
pub fn play_randomly(record: &mut Record, plies: u32, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..plies {
        let position = record.position();
        let legal = record.legal();
        let going_on: Vec<Number> = legal.iter().filter(|&n| !position.ends_with(n)).collect();
        let Some(&number) = going_on.choose(&mut random) else { break };
        if record.play(number).is_err() {
            break;
        }
        if record.is_over() {
            // The turn limit ended it.
            record.undo();
            break;
        }
    }
}

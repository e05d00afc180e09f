//! A match: one game or a series of rounds between the same two seats.
//!
//! The rounds' moves are all that is kept. Whose turn it is, the score and the champion follow from them.

use divvy_rules::{IllegalMove, Number, Position, Record, Refusal, Rules, Skips};
use serde::{Deserialize, Serialize};

use crate::{Names, Occupant, Seat};

/// How many rounds a match has.
///
/// ```
/// use divvy_play::{Length, Plan};
///
/// assert_eq!(Plan::BestOf(Length::new(3).unwrap()).rounds(), 3);
/// assert_eq!(Length::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// One game, without talk of rounds and scores.
    #[default]
    Single,
    /// All of so many rounds.
    Rounds(Length),
    /// So many rounds at the most: it stops when nobody can catch up.
    BestOf(Length),
}

/// The length of a series: 1 to [`Length::MOST`] rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub struct Length(u32);

impl Length {
    /// The longest series.
    pub const MOST: u32 = 1_000;

    /// So many rounds, if that is a length.
    #[must_use]
    pub fn new(rounds: u32) -> Option<Self> {
        (1..=Self::MOST).contains(&rounds).then_some(Self(rounds))
    }
}

impl From<Length> for u32 {
    fn from(length: Length) -> u32 {
        length.0
    }
}

impl TryFrom<u32> for Length {
    type Error = String;

    fn try_from(rounds: u32) -> Result<Self, String> {
        Self::new(rounds).ok_or_else(|| format!("a series has 1 to {} rounds", Self::MOST))
    }
}

impl Plan {
    /// The most rounds this match can have.
    #[must_use]
    pub const fn rounds(self) -> u32 {
        match self {
            Plan::Single => 1,
            Plan::Rounds(length) | Plan::BestOf(length) => length.0,
        }
    }
}

/// Turns after which a game that a program takes part in is abandoned (ruling Z3).
pub const TURN_LIMIT: u32 = 1_000;

/// Why somebody lost without having been beaten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenUp {
    /// Who lost.
    pub by: Seat,
    /// What a program did that cost it the round; none for a player who resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    first: Seat,
    record: Record,
    given_up: Option<GivenUp>,
    /// Between people there is none.
    turn_limit: Option<u32>,
}

impl Round {
    fn new(rules: Rules, first: Seat, turn_limit: Option<u32>) -> Self {
        Self { first, record: Record::new(rules), given_up: None, turn_limit }
    }

    /// Who made, or makes, the first move.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The moves and the position.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Who gave the round up, if somebody did.
    #[must_use]
    pub const fn given_up(&self) -> Option<&GivenUp> {
        self.given_up.as_ref()
    }

    /// Whether the round was stopped without a winner, because a program might wander for ever.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        let turns = match self.record.position() {
            Position::Race(race) => race.turns(),
            Position::Removal(_) => 0,
        };
        self.winner().is_none() && self.turn_limit.is_some_and(|limit| turns >= limit)
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.seat_of(self.record.position().to_move())
    }

    /// Where a player of the rules sits.
    #[must_use]
    pub const fn seat_of(&self, player: divvy_rules::Player) -> Seat {
        Seat::of(player, self.first)
    }

    /// Who has won the round, once it is over.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        match &self.given_up {
            Some(given_up) => Some(given_up.by.other()),
            None => self.record.position().winner().map(|player| self.seat_of(player)),
        }
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.is_abandoned()
    }
}

/// A round that is over and will not be looked at move by move: what happened, without the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    first: Seat,
    moves: Vec<Number>,
    given_up: Option<GivenUp>,
    winner: Option<Seat>,
}

impl PastRound {
    /// Who made the first move.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The numbers played.
    #[must_use]
    pub fn moves(&self) -> &[Number] {
        &self.moves
    }

    /// Who won; none if it was abandoned.
    #[must_use]
    pub const fn winner(&self) -> Option<Seat> {
        self.winner
    }
}

/// How a finished match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// This seat won more rounds.
    Champion(Seat),
    /// Both won as many.
    Tied,
}

/// One game or a series between two seats.
///
/// ```
/// use divvy_play::{Match, Names, Plan, Seat, Standing};
/// use divvy_rules::Rules;
///
/// let mut game = Match::new(Rules::default(), Names::default(), Seat::One, Plan::Single);
/// for value in [11, 1, 13] {
///     game.play(game.rules().board().number(value)?)?;
/// }
/// assert_eq!(game.standing(), Some(Standing::Champion(Seat::One)));
/// # Ok::<(), divvy_rules::Refusal>(())
/// ```
///
/// As data it is what happened and nothing that follows from it; reading plays it again, so that no
/// state can be read that play could not reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "MatchData", try_from = "MatchData")]
pub struct Match {
    rules: Rules,
    names: Names,
    players: [Occupant; 2],
    /// What the programs' chances are drawn from.
    seed: u64,
    plan: Plan,
    past: Vec<PastRound>,
    /// The round at hand; over only while the next has not begun or the match has ended.
    round: Round,
}

impl Match {
    /// A match between two people, before its first move.
    #[must_use]
    pub fn new(rules: Rules, names: Names, first: Seat, plan: Plan) -> Self {
        let players = [Occupant::Human, Occupant::Human];
        let round = Round::new(rules, first, None);
        Self { rules, names, players, seed: 0, plan, past: Vec::new(), round }
    }

    /// The same match with these players, whose chances follow from the seed.
    #[must_use]
    pub fn with_players(self, players: [Occupant; 2], seed: u64) -> Self {
        let with_program = players.iter().any(|player| *player != Occupant::Human);
        let turn_limit = with_program.then_some(TURN_LIMIT);
        let round = Round { turn_limit, ..self.round };
        Self { players, seed, round, ..self }
    }

    /// Who sits there.
    #[must_use]
    pub const fn player(&self, seat: Seat) -> &Occupant {
        &self.players[seat.index()]
    }

    /// What the chances of the move at hand are drawn from: another number for every move of every round, the
    /// same ones when the match is taken up again.
    #[must_use]
    pub fn chance(&self) -> u64 {
        let ply = self.round.record.moves().len() as u64;
        let round = self.past.len() as u64;
        // Large odd factors keep the moves of different rounds apart.
        self.seed
            .wrapping_add(round.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_add(ply.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    /// The rules of every round.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What the players are called.
    #[must_use]
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// The name of the player at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.names.of(seat)
    }

    /// How many rounds there are.
    #[must_use]
    pub const fn plan(&self) -> Plan {
        self.plan
    }

    /// The round at hand.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// Which round it is, counted from 1.
    #[must_use]
    pub fn round_number(&self) -> usize {
        self.past.len() + 1
    }

    /// The rounds before it.
    #[must_use]
    pub fn past(&self) -> &[PastRound] {
        &self.past
    }

    /// Whether nothing has happened yet.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.past.is_empty() && self.round.record.moves().is_empty() && !self.round.is_over()
    }

    /// Plays a number for whoever is to move.
    ///
    /// # Errors
    /// When the rules refuse it, or the round is over; nothing has changed then.
    pub fn play(&mut self, number: Number) -> Result<Skips, Refusal> {
        if self.round.given_up.is_some() || self.round.is_abandoned() {
            return Err(Refusal::GameOver);
        }
        self.round.record.play(number)
    }

    /// Takes moves back until a person is to move again, and says which, the last one first: one move between
    /// people, a person's own move and the reply against a program. Without such a move nothing changes.
    pub fn undo(&mut self) -> Vec<Number> {
        let mut before = self.round.record.clone();
        let mut undone = Vec::new();
        while let Some(number) = before.undo() {
            undone.push(number);
            let to_move = self.round.seat_of(before.position().to_move());
            if *self.player(to_move) == Occupant::Human && self.round.given_up.is_none() {
                self.round.record = before;
                return undone;
            }
        }
        Vec::new()
    }

    /// Gives the round up for whoever is to move. A round that is over stays as it is.
    pub fn resign(&mut self) {
        self.give_up(None);
    }

    /// Takes the round from the program to move, for this reason.
    pub fn forfeit(&mut self, reason: String) {
        self.give_up(Some(reason));
    }

    fn give_up(&mut self, forfeit: Option<String>) {
        if !self.round.is_over() {
            self.round.given_up = Some(GivenUp { by: self.round.to_move(), forfeit });
        }
    }

    /// Rounds won by each seat.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        let mut score = [0; 2];
        let past = self.past.iter().filter_map(PastRound::winner);
        for winner in past.chain(self.round.winner()) {
            score[winner.index()] += 1;
        }
        score
    }

    /// Whether the last round is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let [one, two] = self.score();
        let played = self.past.len() as u32 + u32::from(self.round.is_over());
        let open = self.plan.rounds().saturating_sub(played);
        match self.plan {
            Plan::Single | Plan::Rounds(_) => open == 0,
            // The one behind cannot draw level any more, or nothing is left to play.
            Plan::BestOf(_) => one.abs_diff(two) > open || open == 0,
        }
    }

    /// How the match ended, once it has.
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        let [one, two] = self.score();
        self.is_finished().then(|| match one.cmp(&two) {
            std::cmp::Ordering::Greater => Standing::Champion(Seat::One),
            std::cmp::Ordering::Less => Standing::Champion(Seat::Two),
            std::cmp::Ordering::Equal => Standing::Tied,
        })
    }

    /// Begins the next round, which the other seat opens. Says whether there is one.
    pub fn next_round(&mut self) -> bool {
        if !self.round.is_over() || self.is_finished() {
            return false;
        }
        let next = Round::new(self.rules, self.round.first.other(), self.round.turn_limit);
        let round = std::mem::replace(&mut self.round, next);
        self.past.push(PastRound {
            first: round.first,
            moves: round.record.moves().to_vec(),
            winner: round.winner(),
            given_up: round.given_up,
        });
        true
    }
}

/// How a match travels as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchData {
    rules: Rules,
    names: Names,
    #[serde(default, skip_serializing_if = "both_human")]
    players: [Occupant; 2],
    #[serde(default, skip_serializing_if = "is_zero")]
    seed: u64,
    #[serde(default)]
    plan: Plan,
    first: Seat,
    rounds: Vec<RoundData>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundData {
    moves: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given_up: Option<GivenUp>,
}

fn both_human(players: &[Occupant; 2]) -> bool {
    players.iter().all(|player| *player == Occupant::Human)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

/// Why data is not a match.
#[derive(Debug, thiserror::Error)]
enum MatchDataError {
    #[error("in round {round}, {error}")]
    Illegal { round: usize, error: IllegalMove },
    #[error("in round {round}, a player gives up whose turn it is not")]
    GivenUp { round: usize },
    #[error("it has {0} rounds, which its series cannot have")]
    Rounds(usize),
}

impl From<Match> for MatchData {
    fn from(game: Match) -> Self {
        let data = |moves: &[Number], given_up: &Option<GivenUp>| RoundData {
            moves: moves.iter().map(|number| number.get()).collect(),
            given_up: given_up.clone(),
        };
        let past = game.past.iter().map(|round| data(&round.moves, &round.given_up));
        let round = data(game.round.record.moves(), &game.round.given_up);
        let rounds = past.chain([round]).collect();
        let first = game.past.first().map_or(game.round.first, PastRound::first);
        let Match { rules, names, players, seed, plan, .. } = game;
        Self { rules, names, players, seed, plan, first, rounds }
    }
}

impl TryFrom<MatchData> for Match {
    type Error = MatchDataError;

    fn try_from(data: MatchData) -> Result<Self, MatchDataError> {
        let MatchData { rules, names, players, seed, plan, first, rounds } = data;
        let count = rounds.len();
        let mut game = Match::new(rules, names, first, plan).with_players(players, seed);
        if count == 0 {
            return Err(MatchDataError::Rounds(count));
        }
        for (index, RoundData { moves, given_up }) in rounds.into_iter().enumerate() {
            let round = index + 1;
            if index > 0 && !game.next_round() {
                return Err(MatchDataError::Rounds(count));
            }
            game.round.record = Record::with_moves(rules, moves)
                .map_err(|error| MatchDataError::Illegal { round, error })?;
            if let Some(given_up) = given_up {
                game.give_up(given_up.forfeit.clone());
                if game.round.given_up != Some(given_up) {
                    return Err(MatchDataError::GivenUp { round });
                }
            }
        }
        Ok(game)
    }
}

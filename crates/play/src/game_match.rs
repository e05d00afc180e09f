//! A match: one game or a series of rounds between the same two seats.
//!
//! The rounds' moves are all that is kept. Whose turn it is, the score and the champion follow from them.

use divvy_rules::{IllegalMove, Number, Record, Refusal, Rules, Skips};
use serde::{Deserialize, Serialize};

use crate::{Names, Seat};

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

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    first: Seat,
    record: Record,
    resigned: Option<Seat>,
}

impl Round {
    fn new(rules: Rules, first: Seat) -> Self {
        Self { first, record: Record::new(rules), resigned: None }
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
    pub const fn resigned(&self) -> Option<Seat> {
        self.resigned
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
        match self.resigned {
            Some(seat) => Some(seat.other()),
            None => self.record.position().winner().map(|player| self.seat_of(player)),
        }
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.winner().is_some()
    }
}

/// A round that is over and will not be looked at move by move: what happened, without the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    first: Seat,
    moves: Vec<Number>,
    resigned: Option<Seat>,
    winner: Seat,
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

    /// Who won.
    #[must_use]
    pub const fn winner(&self) -> Seat {
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
    plan: Plan,
    past: Vec<PastRound>,
    /// The round at hand; over only while the next has not begun or the match has ended.
    round: Round,
}

impl Match {
    /// A match before its first move.
    #[must_use]
    pub fn new(rules: Rules, names: Names, first: Seat, plan: Plan) -> Self {
        Self { rules, names, plan, past: Vec::new(), round: Round::new(rules, first) }
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
        if self.round.resigned.is_some() {
            return Err(Refusal::GameOver);
        }
        self.round.record.play(number)
    }

    /// Takes the last move of the round back and says which it was.
    pub fn undo(&mut self) -> Option<Number> {
        if self.round.resigned.is_some() { None } else { self.round.record.undo() }
    }

    /// Gives the round up for whoever is to move. A round that is over stays as it is.
    pub fn resign(&mut self) {
        if !self.round.is_over() {
            self.round.resigned = Some(self.round.to_move());
        }
    }

    /// Rounds won by each seat.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        let mut score = [0; 2];
        let past = self.past.iter().map(PastRound::winner);
        for winner in past.chain(self.round.winner()) {
            score[winner.index()] += 1;
        }
        score
    }

    /// Whether the last round is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let [one, two] = self.score();
        let played = one + two;
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
        let Some(winner) = self.round.winner().filter(|_| !self.is_finished()) else {
            return false;
        };
        let Round { first, ref record, resigned } = self.round;
        self.past.push(PastRound { first, moves: record.moves().to_vec(), resigned, winner });
        self.round = Round::new(self.rules, first.other());
        true
    }
}

/// How a match travels as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchData {
    rules: Rules,
    names: Names,
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
    resigned: Option<Seat>,
}

/// Why data is not a match.
#[derive(Debug, thiserror::Error)]
enum MatchDataError {
    #[error("in round {round}, {error}")]
    Illegal { round: usize, error: IllegalMove },
    #[error("in round {round}, a player resigns whose turn it is not")]
    Resigned { round: usize },
    #[error("it has {0} rounds, which its series cannot have")]
    Rounds(usize),
}

impl From<Match> for MatchData {
    fn from(game: Match) -> Self {
        let data = |moves: &[Number], resigned| RoundData {
            moves: moves.iter().map(|number| number.get()).collect(),
            resigned,
        };
        let past = game.past.iter().map(|round| data(&round.moves, round.resigned));
        let round = data(game.round.record.moves(), game.round.resigned);
        let rounds = past.chain([round]).collect();
        let first = game.past.first().map_or(game.round.first, PastRound::first);
        Self { rules: game.rules, names: game.names, plan: game.plan, first, rounds }
    }
}

impl TryFrom<MatchData> for Match {
    type Error = MatchDataError;

    fn try_from(data: MatchData) -> Result<Self, MatchDataError> {
        let MatchData { rules, names, plan, first, rounds } = data;
        let count = rounds.len();
        let mut game = Match::new(rules, names, first, plan);
        if count == 0 {
            return Err(MatchDataError::Rounds(count));
        }
        for (index, RoundData { moves, resigned }) in rounds.into_iter().enumerate() {
            let round = index + 1;
            if index > 0 && !game.next_round() {
                return Err(MatchDataError::Rounds(count));
            }
            game.round.record = Record::with_moves(rules, moves)
                .map_err(|error| MatchDataError::Illegal { round, error })?;
            if resigned.is_some() {
                game.resign();
                if game.round.resigned != resigned {
                    return Err(MatchDataError::Resigned { round });
                }
            }
        }
        Ok(game)
    }
}

//! A match: one game or a series of rounds between the same two seats.
//!
//! The rounds' moves are all that is kept. Whose turn it is, the score and the champion follow from them.

use divvy_rules::{Number, Refusal, Rules, Skips};
use serde::{Deserialize, Serialize};

use crate::match_data::MatchData;
use crate::{GivenUp, Names, Occupant, PastRound, Plan, Round, Seat, TURN_LIMIT, chance};

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
    pub(crate) rules: Rules,
    pub(crate) names: Names,
    pub(crate) players: [Occupant; 2],
    /// What the programs' chances are drawn from.
    pub(crate) seed: u64,
    pub(crate) plan: Plan,
    pub(crate) past: Vec<PastRound>,
    /// The round at hand; over only while the next has not begun or the match has ended.
    pub(crate) round: Round,
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
        chance(self.seed, self.past.len() as u64, ply)
    }

    /// The same match with other names: somebody has come who has one.
    pub fn rename(&mut self, names: Names) {
        self.names = names;
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
        self.resign_as(self.round.to_move());
    }

    /// Gives the round up for this seat, whoever is to move. A round that is over stays as it is.
    pub fn resign_as(&mut self, by: Seat) {
        self.give_up(GivenUp { by, forfeit: None });
    }

    /// Takes the round from the program to move, for this reason.
    pub fn forfeit(&mut self, reason: String) {
        self.give_up(GivenUp { by: self.round.to_move(), forfeit: Some(reason) });
    }

    fn give_up(&mut self, given_up: GivenUp) {
        if !self.round.is_over() {
            self.round.given_up = Some(given_up);
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

    /// The same match anew, with the first move for the seat that did not have it when this one began. The seed
    /// is for the programs' chances.
    #[must_use]
    pub fn rematch(&self, seed: u64) -> Self {
        let first = self.past.first().map_or(self.round.first, |round| round.first).other();
        Self::new(self.rules, self.names.clone(), first, self.plan)
            .with_players(self.players.clone(), seed)
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

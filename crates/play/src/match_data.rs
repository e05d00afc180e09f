//! A match as data: what happened, and nothing that follows from it.

use divvy_rules::{IllegalMove, Number, Record, Rules};
use serde::{Deserialize, Serialize};

use crate::{GivenUp, Match, Names, Occupant, PastRound, Plan, Seat};

/// How a match travels as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchData {
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
pub(crate) enum MatchDataError {
    #[error("in round {round}, {error}")]
    Illegal { round: usize, error: IllegalMove },
    #[error("in round {round}, a player gives up who cannot")]
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
                // A player may resign at any time; a program loses by what it does in its turn.
                match given_up.forfeit.clone() {
                    None => game.resign_as(given_up.by),
                    Some(reason) => game.forfeit(reason),
                }
                if game.round.given_up != Some(given_up) {
                    return Err(MatchDataError::GivenUp { round });
                }
            }
        }
        Ok(game)
    }
}

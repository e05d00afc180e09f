//! Advice to a player, and why a number cannot be played.

use divvy_analysis::Advice;
use divvy_match::{Event, EventError, Seat};
use divvy_rules::Record;
use divvy_wire::HintData;
use divvy_words::{Audience, web};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{GameAction, GameError, GameState, speaking_to};

/// What a hint is asked about: a position of the round at hand, and what the player who is not to move there is called.
#[derive(Debug)]
pub struct HintQuestion {
    pub record: Record,
    opponent: String,
}

#[derive(Debug, Serialize)]
struct Hint {
    ply: usize,
    #[serde(flatten)]
    hint: HintData,
}

impl HintQuestion {
    /// The question of a viewer with these seats; `None` if it refers to an older position.
    pub fn new(state: &GameState, seats: &[Seat], ply: usize) -> Result<Option<Self>, GameError> {
        let round = state.game().round();
        let record = round.record().at(ply);
        if !round.is_over() {
            state.may(GameAction::Hint, seats)?;
            if state.ply() != ply {
                return Ok(None);
            }
        } else if record.moves().len() < ply || record.is_over() {
            // After the end all viewers may see hints for every position.
            return Err(GameError::now(web::NOTHING_TO_ADVISE));
        }
        let opponent = round.seat_of(record.to_move().other());
        let opponent = Audience::everybody(state.game()).called(opponent);
        Ok(Some(Self { record, opponent }))
    }

    /// The answer as JSON: who wins, by which move, and why.
    pub fn answer(&self, advice: &Advice) -> impl Serialize + use<> {
        let ply = self.record.moves().len();
        Hint { ply, hint: HintData::new(advice, &self.opponent) }
    }
}

/// Why a viewer with these seats cannot play a number now, with the message that the move would get.
pub fn why(state: &GameState, seats: &[Seat], number: u32) -> Value {
    let refused = match state.may(GameAction::Move, seats) {
        Ok(()) => state.game().check(&Event::Moved { number }).err(),
        Err(error) => return told(number, Some(error), [None, None]),
    };
    let sentences = match refused {
        Some(EventError::IllegalMove { number, refusal }) => {
            let to = speaking_to(state, seats);
            let [reason, instead] = to.refusal(state.game().round(), number, refusal);
            [Some(format!("{reason} {instead}")), Some(reason)]
        }
        Some(EventError::Denied(_)) | None => [None, None],
    };
    told(number, refused.map(GameError::from), sentences)
}

fn told(number: u32, why: Option<GameError>, sentences: [Option<String>; 2]) -> Value {
    let [sentence, reason] = sentences;
    let (legal, why) = (why.is_none(), why.map(|error| error.to_string()));
    json!({ "number": number, "legal": legal, "why": why, "sentence": sentence, "reason": reason })
}

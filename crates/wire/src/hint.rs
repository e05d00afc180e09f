//! What to do in a position and why, or what a move is worth and why.

use divvy_analysis::{Advice, Exchange, Proof, Reason, Refutation};
use divvy_rules::Number;
use divvy_solver::{Outcome, Solver};
use divvy_words::{self as words, Audience, Partners, Sentence};
use serde::Serialize;

use crate::board::runs;

#[derive(Clone, Debug, Serialize)]
pub struct HintData {
    /// How the game ends with best play, for the player to move, after the move that was asked about if there was one.
    outcome: Outcome,
    verdict: String,
    /// The move to make, or the one that was asked about.
    best: Option<Number>,
    /// What the opponent wins with if that move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Number>,
    text: String,
    /// Why the move is worth that, in short.
    #[serde(skip_serializing_if = "Option::is_none")]
    brief: Option<String>,
    /// A question that leads to the move, the move, the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<[String; 3]>,
    /// Partners that prove it, after the move and the reply.
    pairs: Vec<(Number, Number)>,
    /// What the loser can play next, and later, where that is not much.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exchanges: Vec<ExchangeData>,
    /// Best play of both to the end, from the move to make or from the reply, where it is known and short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<Number>,
}

/// A number of the loser, its partner, and what the loser can play then, as runs.
#[derive(Clone, Debug, Serialize)]
struct ExchangeData {
    number: Number,
    answer: Number,
    then: Vec<[Number; 2]>,
    /// Whether others must come before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    later: bool,
}

fn exchanges(advice: &Advice) -> Vec<ExchangeData> {
    let Reason::Pairing { exchanges, .. } = &advice.reason else { return Vec::new() };
    let data = |exchange: &Exchange| {
        let &Exchange { number, answer, ref then, later } = exchange;
        ExchangeData { number, answer, then: runs(then), later }
    };
    exchanges.iter().map(data).collect()
}

impl HintData {
    /// About a position; `opponent` is what the player is called who is not to move.
    pub fn new(advice: &Advice, opponent: &str) -> Self {
        let [what, why] = words::advice_in_steps(advice, opponent);
        Self {
            outcome: advice.outcome,
            verdict: words::verdict(advice.outcome).to_owned(),
            best: advice.best,
            reply: None,
            text: words::advice(advice, opponent),
            brief: None,
            steps: Some([words::nudge(advice, opponent), what, why]),
            pairs: advice.pairs().to_vec(),
            exchanges: exchanges(advice),
            line: advice.line.clone(),
        }
    }

    /// About a move, where the solver stands; none if the rules refuse it.
    pub fn of_move(solver: &mut Solver, number: Number, to: Audience<'_>) -> Option<Self> {
        let mover = to.first.seat_of(solver.record().to_move());
        let said = |outcome, reply, [why, brief]: [Sentence; 2], advice: Option<&Advice>| {
            let verdict = words::worth(number, outcome);
            let text = format!("{verdict} {why}").trim().to_owned();
            let pairs = advice.map_or_else(Vec::new, |advice| advice.pairs().to_vec());
            let exchanges = advice.map_or_else(Vec::new, exchanges);
            let line = advice.map_or_else(Vec::new, |advice| advice.line.clone());
            let (best, brief) = (Some(number), Some(brief.to_string()));
            Self { outcome, verdict, best, reply, text, brief, steps: None, pairs, exchanges, line }
        };
        let lengths = [Partners::Listed, Partners::Shown];
        solver.record().check(number).ok()?;
        let refutation = match Proof::of(solver, number)? {
            Proof::Wins(advice) => {
                let why = lengths.map(|length| to.wins(&advice, mover, length));
                return Some(said(Outcome::Win, None, why, Some(&advice)));
            }
            Proof::Fails(refutation) => refutation,
        };
        let why = lengths.map(|length| to.refuted(&refutation, mover, length));
        Some(match &refutation {
            Refutation::Draws => said(Outcome::Draw, None, why, None),
            Refutation::Skipped => said(Outcome::Loss, None, why, None),
            Refutation::Reply(advice) => said(Outcome::Loss, advice.best, why, Some(advice)),
        })
    }
}

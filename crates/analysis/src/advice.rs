//! What a player should do in a position, and why.

use std::cmp::Reverse;
use std::collections::HashSet;

use divvy_rules::{Game, Number, NumberSet, Player, Position, Record, Relation, RemovalPosition};
use divvy_solver::{Outcome, Pairing, Replies, Solution, Solver, Value};

/// What there is to say about a position to the player to move.
#[derive(Clone, Debug)]
pub struct Advice {
    pub game: Game,
    /// How it ends with best play, seen by the player to move.
    pub outcome: Outcome,
    /// The move to make; none once the game is over.
    pub best: Option<Number>,
    /// How many moves there are to choose among.
    pub choices: usize,
    /// After that move.
    pub replies: Replies,
    pub ends: bool,
    /// Whether that move was compared with all others.
    pub compared: bool,
    pub reason: Reason,
    /// If it wins, the moves of both from it to the end, the quickest against the longest defence, where they are known and
    /// not many.
    pub line: Vec<Number>,
}

/// Why a position is won or lost.
#[derive(Clone, Debug)]
pub enum Reason {
    Over,
    /// Partners to answer with.
    Pairing {
        pairing: Pairing,
        /// What the loser can play next: now, or after the best move if that wins.
        next: NumberSet,
        /// All that can come next, and after that, in an order of play; only next, or nothing, where that is much.
        exchanges: Vec<Exchange>,
    },
    /// What can be taken next, after the best move if that wins, each with the answer that it leaves the winner.
    Answers(Vec<(Number, Number)>),
    /// Turns to the target.
    Turns {
        /// Of the player to move.
        mine: u32,
        /// Of the opponent.
        theirs: u32,
        /// The steps of a player who wins, where they are few: not always the shortest way.
        way: Vec<Number>,
    },
    /// Every line was followed back from the target.
    Backwards,
}

/// A number of the loser, its partner, and what the loser can play then, whatever was played before.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub number: Number,
    pub answer: Number,
    pub then: NumberSet,
    /// Whether others must come before it.
    pub later: bool,
}

impl Advice {
    /// Looks at the position a solver stands at.
    pub fn of(solver: &mut Solver) -> Self {
        let Solution { best, depth, winning, .. } = solver.solution();
        let is_near = depth.is_some_and(|depth| depth as usize <= MOST_NUMBERS);
        let first = best.filter(|_| is_near && !winning.is_empty());
        let known = first.map_or_else(Vec::new, |first| line(solver, first, longest));
        let line = known.into_iter().map(|(_, number)| number).collect();
        Self { line, ..Self::with_best(solver, best) }
    }

    /// The same, where the best move is known already.
    pub fn with_best(solver: &mut Solver, best: Option<Number>) -> Self {
        let outcome = solver.outcome();
        let ends = best.is_some_and(|best| solver.record().position().ends_with(best));
        let reason = match (best, solver.record().position()) {
            (None, _) => Reason::Over,
            (Some(_), Position::Removal(removal)) => {
                let relation = removal.rules().relation();
                let mut anew = anew(removal, solver.record());
                let pairing = anew.as_mut().unwrap_or(solver).pairing(best);
                let pairing =
                    pairing.map(|pairing| explained(solver.record().clone(), pairing, relation));
                let answers = || solver.answers(best).map(Reason::Answers);
                pairing.or_else(answers).unwrap_or(Reason::Over)
            }
            (Some(best), Position::Race(_)) => match solver.turns() {
                Some([mine, theirs]) => {
                    let won = outcome == Outcome::Win && mine <= MOST_TURNS;
                    let way = if won { way(solver, best) } else { Vec::new() };
                    Reason::Turns { mine, theirs, way }
                }
                None => Reason::Backwards,
            },
        };
        let replies = best.map_or_else(Replies::default, |best| solver.replies(best));
        let compared = solver.tries_all();
        let (game, choices) = (solver.record().rules().game(), solver.record().legal().len());
        let choices = choices as usize;
        Self { game, outcome, best, choices, replies, ends, compared, reason, line: Vec::new() }
    }

    /// Partners to answer with, the number to take now not among them; none where no pairing decides.
    pub fn pairs(&self) -> &[(Number, Number)] {
        match &self.reason {
            Reason::Pairing {
                pairing: Pairing::Won { pairs, .. } | Pairing::Lost { pairs },
                ..
            } => pairs,
            Reason::Over | Reason::Answers(_) | Reason::Turns { .. } | Reason::Backwards => &[],
        }
    }
}

/// A solver that has looked at nothing yet, so that a move has the same partners whatever was looked at before; none where there
/// are no partners, or too many numbers.
fn anew(position: &RemovalPosition, record: &Record) -> Option<Solver> {
    let rules = position.rules();
    let is_small = rules.is_walk() && rules.board().count() <= 2_000;
    is_small.then(|| Solver::new(record.clone()).ok()).flatten()
}

/// A longer way is too long to tell.
const MOST_TURNS: u32 = 8;

/// The steps of the player to move, from this one to the target.
fn way(solver: &mut Solver, best: Number) -> Vec<Number> {
    let mover = solver.record().to_move();
    let line = line(solver, best, Solver::best).into_iter();
    line.filter(|(player, _)| *player == mover).map(|(_, number)| number).collect()
}

/// The quickest win, or else the longest defence; the move of perfect play may be a shorter one that is harder to answer.
fn longest(solver: &mut Solver) -> Option<Number> {
    let values = solver.values().into_iter();
    let rank = |(number, Value { outcome, depth }): &(Number, Value)| {
        let depth = i64::from(depth.unwrap_or(0));
        let is_win = *outcome == Outcome::Win;
        (is_win, if is_win { -depth } else { depth }, Reverse(*number))
    };
    values.max_by_key(rank).map(|(number, _)| number)
}

/// The moves of both from a first one on.
fn line(
    solver: &mut Solver,
    best: Number,
    choose: impl Fn(&mut Solver) -> Option<Number>,
) -> Vec<(Player, Number)> {
    let (mut line, mut next) = (Vec::new(), Some(best));
    while let Some(number) = next {
        line.push((solver.record().to_move(), number));
        if solver.play(number).is_err() {
            line.pop();
            break;
        }
        next = choose(solver);
    }
    for _ in &line {
        solver.undo();
    }
    line
}

/// A longer line convinces nobody.
const MOST_NUMBERS: usize = 12;
/// More exchanges are not read.
const MOST_EXCHANGES: u32 = 8;
/// More lines than this are not followed.
const MOST_LINES: usize = 200;

fn explained(mut record: Record, mut pairing: Pairing, relation: Relation) -> Reason {
    if let Pairing::Won { take, .. } = pairing {
        // A move that the rules refuse leaves the position as it is.
        let _ = record.play(take);
    }
    let next = record.legal();
    let (Pairing::Won { pairs, .. } | Pairing::Lost { pairs }) = &mut pairing;
    keep_reachable(pairs, &next, relation);
    let exchanges = exchanges(&record, &next, pairs);
    Reason::Pairing { pairing, next, exchanges }
}

fn exchanges(record: &Record, next: &NumberSet, pairs: &[(Number, Number)]) -> Vec<Exchange> {
    // Each with how many can come before it.
    let mut all: Vec<(usize, Exchange)> = Vec::new();
    let mut records = Vec::from_iter((next.len() <= MOST_EXCHANGES).then(|| record.clone()));
    for before in 0.. {
        let found = exchanged(&records, pairs);
        for (_, exchange) in &found {
            match all.iter_mut().find(|(_, known)| known.number == exchange.number) {
                Some((most, known)) => {
                    *most = before;
                    known.then.extend(&exchange.then);
                }
                None => all.push((before, Exchange { later: before > 0, ..exchange.clone() })),
            }
        }
        if all.len() > MOST_EXCHANGES as usize || found.len() > MOST_LINES {
            all.retain(|(_, exchange)| !exchange.later);
            all.sort_by_key(|(_, exchange)| exchange.number);
            break;
        }
        if found.is_empty() {
            all.sort_by_key(|(before, _)| *before);
            break;
        }
        records = found.into_iter().map(|(record, _)| record).collect();
    }
    all.into_iter().map(|(_, exchange)| exchange).collect()
}

/// Each number that the loser can play in these positions, with its partner, and the position after both.
fn exchanged(records: &[Record], pairs: &[(Number, Number)]) -> Vec<(Record, Exchange)> {
    let mut exchanged = Vec::new();
    for before in records {
        for number in &before.legal() {
            let pair = pairs.iter().find(|(one, two)| [*one, *two].contains(&number));
            let Some(&(one, two)) = pair else { continue };
            let answer = if one == number { two } else { one };
            let mut record = before.clone();
            if record.play(number).and_then(|()| record.play(answer)).is_ok() {
                let then = record.legal();
                exchanged.push((record, Exchange { number, answer, then, later: false }));
            }
        }
    }
    exchanged
}

/// More pairs than this are too many to tell, and are kept as they are.
const MOST_PAIRS: usize = 1_000;
/// Of so few it is looked at, too, whether a way to them needs a number twice.
const FEW_PAIRS: usize = 52;

/// Keeps the pairs that can come up: the loser plays what can follow, the winner answers with its partner, and so on.
fn keep_reachable(pairs: &mut Vec<(Number, Number)>, next: &NumberSet, relation: Relation) {
    if pairs.len() > MOST_PAIRS {
        return;
    }
    let answers: Vec<_> = pairs.iter().flat_map(|&(one, two)| [(one, two), (two, one)]).collect();
    let mut left = reached(&answers, next, relation);
    let mut before = usize::MAX;
    while pairs.len() <= FEW_PAIRS && left.len() < before {
        before = left.len();
        // No way leads to a number over its partner: both are gone then.
        let is_reached = |&(played, answer): &_| {
            let ways: Vec<_> =
                left.iter().copied().filter(|&way| way != (answer, played)).collect();
            reached(&ways, next, relation).contains(&(played, answer))
        };
        left = left.iter().copied().filter(is_reached).collect();
    }
    let left: HashSet<Number> = left.into_iter().map(|(played, _)| played).collect();
    pairs.retain(|(one, two)| left.contains(one) || left.contains(two));
}

/// Those of some answers that can come up, if there are only these.
fn reached(
    answers: &[(Number, Number)],
    next: &NumberSet,
    relation: Relation,
) -> Vec<(Number, Number)> {
    let (mut reached, mut rest): (Vec<_>, Vec<_>) =
        answers.iter().partition(|(played, _)| next.contains(*played));
    let mut looked_at = 0;
    while let Some(&(_, answer)) = reached.get(looked_at) {
        looked_at += 1;
        let (more, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|&(played, _)| relation.allows(answer, played));
        reached.extend(more);
        rest = others;
    }
    reached
}

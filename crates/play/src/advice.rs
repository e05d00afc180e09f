//! Why a position is won or lost, in sentences that a twelve-year-old can follow.

use divvy_rules::{Number, Position};
use divvy_solver::{Outcome, Pairing, Solution, Solver};

use crate::words;

/// What there is to say about a position to the player to move.
#[derive(Clone, Debug)]
pub struct Advice {
    /// How it ends with best play, seen by the player to move.
    pub outcome: Outcome,
    /// The move to make; none once the game is over.
    pub best: Option<Number>,
    /// How many replies win after that move.
    replies: usize,
    /// Whether it ends the game.
    ends: bool,
    /// Whether it was compared with all others.
    compared: bool,
    reason: Reason,
}

#[derive(Clone, Debug)]
enum Reason {
    /// The game is over.
    Over,
    /// Partners to answer with.
    Pairing(Pairing),
    /// Turns to the target: of the player to move, and of the opponent.
    Turns(u32, u32),
    /// Every line was followed back from the target.
    Backwards,
}

/// The most pairs that are listed.
const PAIRS: usize = 20;

impl Advice {
    /// Looks at the position a solver stands at.
    #[must_use]
    pub fn of(solver: &mut Solver) -> Self {
        let Solution { best, .. } = solver.solution();
        Self::with_best(solver, best)
    }

    /// The same, where the best move is known already.
    #[must_use]
    pub fn with_best(solver: &mut Solver, best: Option<Number>) -> Self {
        let outcome = solver.outcome();
        let ends = best.is_some_and(|best| {
            let mut next = solver.record().position().clone();
            next.play(best).is_ok() && next.is_over()
        });
        let reason = match (best, solver.record().position()) {
            (None, _) => Reason::Over,
            (Some(_), Position::Removal(_)) => {
                solver.pairing(best).map_or(Reason::Over, Reason::Pairing)
            }
            (Some(_), Position::Race(_)) => solver
                .turns()
                .map_or(Reason::Backwards, |[mine, theirs]| Reason::Turns(mine, theirs)),
        };
        let replies = best.map_or(0, |best| solver.winning_replies(best));
        let compared = solver.tries_all();
        Self { outcome, best, replies, ends, compared, reason }
    }

    /// Partners to answer with, the number to take now not among them; none in a race.
    #[must_use]
    pub fn pairs(&self) -> &[(Number, Number)] {
        match &self.reason {
            Reason::Pairing(Pairing::Won { pairs, .. } | Pairing::Lost { pairs }) => pairs,
            Reason::Over | Reason::Turns(..) | Reason::Backwards => &[],
        }
    }

    /// What to do and why. `opponent` is what the other player is called: "Player 2", "your opponent".
    #[must_use]
    pub fn text(&self, opponent: &str) -> String {
        let Some(best) = self.best else { return "The game is over.".to_owned() };
        match (&self.reason, self.outcome) {
            (Reason::Over, _) => "The game is over.".to_owned(),
            (Reason::Pairing(Pairing::Won { take, .. }), _) if self.ends => {
                format!("Take {take}: then no number can follow, and {opponent} is stuck.")
            }
            (Reason::Pairing(Pairing::Won { take, pairs }), _) => format!(
                "Take {take}, and pair the other numbers: {}. Whatever {opponent} takes has a partner \
                 here. Take the partner, every time, until {opponent} is stuck.",
                pairs_in_words(pairs)
            ),
            (Reason::Pairing(Pairing::Lost { pairs }), _) => format!(
                "Pair the numbers: {}. Every number that can be taken now has a partner here. Whatever is \
                 taken, {opponent} takes the partner, every time, to the end. {}",
                pairs_in_words(pairs),
                self.hardest("Taking", opponent)
            ),
            (Reason::Turns(..) | Reason::Backwards, Outcome::Win) if self.ends => {
                format!("Move to {best}: that is the target.")
            }
            (Reason::Turns(mine, theirs), Outcome::Win) => format!(
                "Move to {best}. The target is {} away, and {opponent} needs {}{}.",
                turns(*mine),
                turns(*theirs),
                if mine == theirs { " too, but moves second" } else { "" }
            ),
            (Reason::Turns(mine, theirs), _) => format!(
                "{} is {} from the target, and from here it takes {}. {}",
                words::capitalized(opponent),
                turns(*theirs),
                turns(*mine),
                self.hardest("Moving to", opponent)
            ),
            (Reason::Backwards, Outcome::Win) => format!(
                "Move to {best}. Every answer has been followed from the target backwards, and none of \
                 them stops it."
            ),
            (Reason::Backwards, Outcome::Loss) => format!(
                "Every move has been followed from the target backwards, and each of them loses. {}",
                self.hardest("Moving to", opponent)
            ),
            (Reason::Backwards, Outcome::Draw) => format!(
                "Nobody can force the way to the target: with best play the game never ends. Moving to \
                 {best} keeps it so."
            ),
        }
    }

    /// The last hope.
    fn hardest(&self, how: &str, opponent: &str) -> String {
        let best = self.best.map_or_else(String::new, |best| best.to_string());
        let replies = match self.replies {
            0 => return String::new(),
            1 => "only one reply wins".to_owned(),
            replies => format!("{replies} replies win"),
        };
        match self.compared {
            true => format!("{how} {best} sets {opponent} the hardest problem: {replies}."),
            false => format!("{how} {best} is as good as any other tried: {replies}."),
        }
    }
}

fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}

/// `4-8, 5-15, 6-12`, those beyond the first twenty only counted.
#[must_use]
pub fn pairs_in_words(pairs: &[(Number, Number)]) -> String {
    let shown: Vec<String> = pairs.iter().take(PAIRS).map(|(a, b)| format!("{a}-{b}")).collect();
    match pairs.len().saturating_sub(PAIRS) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

//! Why a position is won or lost, in sentences that a twelve-year-old can follow.

use std::collections::BTreeMap;

use divvy_analysis::{Advice, Reason};
use divvy_rules::{Board, Number};
use divvy_solver::{Outcome, Pairing, Replies, TooLarge};

use crate::{capitalized, list};

/// The most pairs that are listed.
const PAIRS: usize = 20;

/// How the position stands, to the player to move, and nothing about what to do.
pub const fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "You can win from here.",
        Outcome::Loss => "You lose from here, unless your opponent slips.",
        Outcome::Draw => "Neither player can force a win from here.",
    }
}

/// Who wins on a board from the first move on: `With these options on 1-30: the first player. 13 of 15 openings win.`
pub fn who_wins(board: Board, outcome: Outcome, openings: usize, winning: usize) -> String {
    let on = format!("With these options on {board}");
    match outcome {
        Outcome::Win if winning == 1 => {
            format!("{on}: the first player. 1 of {openings} openings wins.")
        }
        Outcome::Win => format!("{on}: the first player. {winning} of {openings} openings win."),
        Outcome::Loss if openings == 0 => {
            format!("{on}: the second player, as no opening is allowed.")
        }
        Outcome::Loss => format!("{on}: the second player. None of {openings} openings wins."),
        Outcome::Draw => format!("{on}: neither player, with best play it never ends."),
    }
}

/// A board on which a bot cannot play that has to know who wins.
pub fn too_large_for_bots(error: &TooLarge) -> String {
    format!("{error}; choose size {} or less, or the bots random and greedy", error.limit)
}

/// What to do and why. `opponent` is what the other player is called: "Player 2", "your opponent".
pub fn advice(advice: &Advice, opponent: &str) -> String {
    let Some(best) = advice.best else { return "The game is over.".to_owned() };
    match (&advice.reason, advice.outcome) {
        (Reason::Over, _) => "The game is over.".to_owned(),
        (Reason::Pairing(pairing), _) => by_pairing(advice, pairing, opponent),
        (Reason::Answers(_), Outcome::Win) if advice.ends => ends(best, opponent),
        (Reason::Answers(answers), Outcome::Win) => format!(
            "Take {best}. Whatever {opponent} takes then leaves an answer that wins: {}.",
            answers_in_words(answers)
        ),
        (Reason::Answers(answers), _) => {
            format!("{} {}", all_lose(answers, opponent), hardest(advice, "Taking", opponent))
        }
        (Reason::Turns { .. } | Reason::Backwards, Outcome::Win) if advice.ends => {
            format!("Move to {best}: that is the target.")
        }
        (Reason::Turns { mine, theirs }, Outcome::Win) => format!(
            "Move to {best}. The target is {} away, and {opponent} needs {}{}.",
            turns(*mine),
            turns(*theirs),
            if mine == theirs { " too, but moves second" } else { "" }
        ),
        (Reason::Turns { mine, theirs }, _) => format!(
            "{} is {} from the target, and from here it takes {}. {}",
            capitalized(opponent),
            turns(*theirs),
            turns(*mine),
            hardest(advice, "Moving to", opponent)
        ),
        (Reason::Backwards, Outcome::Win) => format!(
            "Move to {best}. Every answer has been followed from the target backwards, and none of \
             them stops it."
        ),
        (Reason::Backwards, Outcome::Loss) => format!(
            "Every move has been followed from the target backwards, and each of them loses. {}",
            hardest(advice, "Moving to", opponent)
        ),
        (Reason::Backwards, Outcome::Draw) => format!(
            "Neither player can force the way to the target: with best play the game never ends. Moving \
             to {best} keeps it so."
        ),
    }
}

/// The same beside a board that shows which numbers are partners: by letters, or else by the sign `=`.
pub fn advice_on_board(advice: &Advice, opponent: &str, letters: bool) -> String {
    let shown = match letters {
        true => "Partners have the same letter",
        false => "Numbers with a partner are marked =",
    };
    match &advice.reason {
        Reason::Pairing(Pairing::Won { take, .. }) if !advice.ends => format!(
            "Take {take}. {shown}: whatever {opponent} takes has one. Take the partner, every time, \
             until {opponent} is stuck."
        ),
        // What to do stands first: the reason may not fit.
        Reason::Pairing(Pairing::Lost { .. }) => format!(
            "{} {shown}, and every number you can take has one. Whatever you take, {opponent} takes \
             the partner, to the end.",
            hardest(advice, "Taking", opponent)
        ),
        Reason::Answers(answers) if advice.outcome != Outcome::Win => {
            format!("{} {}", hardest(advice, "Taking", opponent), all_lose(answers, opponent))
        }
        _ => self::advice(advice, opponent),
    }
}

fn by_pairing(advice: &Advice, pairing: &Pairing, opponent: &str) -> String {
    match pairing {
        Pairing::Won { take, .. } if advice.ends => ends(*take, opponent),
        Pairing::Won { take, pairs } => format!(
            "Take {take}, and pair the other numbers: {}. Whatever {opponent} takes has a partner \
             here. Take the partner, every time, until {opponent} is stuck.",
            pairs_in_words(pairs)
        ),
        Pairing::Lost { pairs } => format!(
            "Pair the numbers: {}. Every number that can be taken now has a partner here. Whatever is \
             taken, {opponent} takes the partner, every time, to the end. {}",
            pairs_in_words(pairs),
            hardest(advice, "Taking", opponent)
        ),
    }
}

/// A move that no number can follow.
fn ends(take: Number, opponent: &str) -> String {
    format!("Take {take}: then no number can follow, and {opponent} is stuck.")
}

/// Why no move wins, where no pairing says so.
fn all_lose(answers: &[(Number, Number)], opponent: &str) -> String {
    format!(
        "Whatever is taken now leaves {opponent} an answer that wins: {}.",
        answers_in_words(answers)
    )
}

/// The move after which the smallest share of replies wins.
fn hardest(advice: &Advice, how: &str, opponent: &str) -> String {
    let best = advice.best.map_or_else(String::new, |best| best.to_string());
    let Replies { winning, all } = advice.replies;
    let [some, all] = [winning, all].map(list::in_words);
    let replies = match (winning, advice.replies.all) {
        (0, _) => return String::new(),
        (_, 1) => "the only reply wins".to_owned(),
        (1, _) => format!("only one of {all} replies wins"),
        _ => format!("{some} of {all} replies win"),
    };
    match advice.compared {
        true => format!("{how} {best} sets {opponent} the hardest problem: {replies}."),
        false => format!("{how} {best} is as good as any other tried: {replies}."),
    }
}

pub(crate) fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}

/// `9 after 4; 10 after 7 or 8`. The boards on which this is said have few numbers.
pub(crate) fn answers_in_words(answers: &[(Number, Number)]) -> String {
    let mut taken: BTreeMap<Number, Vec<Number>> = BTreeMap::new();
    for &(number, answer) in answers {
        taken.entry(answer).or_default().push(number);
    }
    let after = |(answer, numbers): (Number, Vec<Number>)| {
        format!("{answer} after {}", list::or_of(numbers.into_iter()))
    };
    taken.into_iter().map(after).collect::<Vec<_>>().join("; ")
}

/// `4-8, 5-15, 6-12`, those beyond the first twenty only counted.
pub fn pairs_in_words(pairs: &[(Number, Number)]) -> String {
    let shown: Vec<String> = pairs.iter().take(PAIRS).map(|(a, b)| format!("{a}-{b}")).collect();
    match pairs.len().saturating_sub(PAIRS) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

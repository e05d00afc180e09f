//! Why a position is won or lost, in sentences that a twelve-year-old can follow.

use std::collections::BTreeMap;

use divvy_analysis::{Advice, Reason};
use divvy_rules::{Board, Number};
use divvy_solver::{Outcome, Pairing, Replies, TooLarge, Value};

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

/// What a move is worth to the player who makes it.
pub fn worth(number: Number, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win => format!("{number} wins."),
        Outcome::Loss => format!("{number} loses."),
        Outcome::Draw => format!("{number} draws."),
    }
}

/// Who wins with best play, and by what: `Ada wins with 4, 8 or 10.`; `values` are those of the legal moves of the first of
/// the two, ascending.
pub fn standing(names: [&str; 2], values: &[(Number, Value)]) -> String {
    let [mover, opponent] = names;
    let with = |outcome| {
        let these = values.iter().filter(move |(_, value)| value.outcome == outcome);
        these.map(|(number, _)| *number).collect::<Vec<_>>()
    };
    match (&with(Outcome::Win)[..], &with(Outcome::Draw)[..]) {
        ([], []) => format!("{opponent} wins, whatever {mover} plays."),
        ([], drawn) => {
            format!("Neither wins: {mover} keeps the draw with {}.", list::either(drawn))
        }
        (won, _) if won.len() == values.len() => format!("{mover} wins with every move."),
        (won, _) => format!("{mover} wins with {}.", list::either(won)),
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

/// What to do and why. `opponent` is what the other player is called within a sentence: "Player 2", "the computer".
pub fn advice(advice: &Advice, opponent: &str) -> String {
    let [what, why] = advice_in_steps(advice, opponent);
    format!("{what} {why}").trim().to_owned()
}

/// A question that leads to the move and does not tell it.
pub fn nudge(advice: &Advice, opponent: &str) -> String {
    match (&advice.reason, advice.outcome) {
        (Reason::Over, _) => "The game is over.".to_owned(),
        (Reason::Turns { .. } | Reason::Backwards, Outcome::Win) if advice.ends => {
            "You can win with this move. Can you see the target?".to_owned()
        }
        (_, Outcome::Win) if advice.ends => {
            format!("You can win with this move. Which number leaves {opponent} no reply?")
        }
        (Reason::Pairing(_), Outcome::Win) => format!(
            "You can win. Which number leaves the rest in pairs, with an answer to whatever {opponent} takes?"
        ),
        (Reason::Answers(_), Outcome::Win) => {
            format!(
                "You can win. After which number do you have an answer to every reply of {opponent}?"
            )
        }
        (Reason::Turns { .. }, Outcome::Win) => {
            "You can win. Which is the shortest way to the target?".to_owned()
        }
        (Reason::Backwards, Outcome::Win) => {
            "You can win. Go back from the target: from where can it not be stopped?".to_owned()
        }
        (_, Outcome::Loss) => format!(
            "{} can win, but may go wrong. Which move leaves few good replies?",
            capitalized(opponent)
        ),
        (_, Outcome::Draw) => "Neither player can force a win. Which move keeps it so?".to_owned(),
    }
}

/// What to do, and then why.
pub fn advice_in_steps(advice: &Advice, opponent: &str) -> [String; 2] {
    let Some(best) = advice.best else { return ["The game is over.".to_owned(), String::new()] };
    let (take, go) = (format!("Take {best}."), format!("Move to {best}."));
    match (&advice.reason, advice.outcome) {
        (Reason::Over, _) => ["The game is over.".to_owned(), String::new()],
        (Reason::Pairing(_) | Reason::Answers(_), Outcome::Win) if advice.ends => {
            [take, format!("Then no number can follow, and {opponent} is stuck.")]
        }
        (Reason::Pairing(Pairing::Won { pairs, .. }), _) => [take, pairs_won(pairs, opponent)],
        (Reason::Pairing(Pairing::Lost { pairs }), _) => {
            [hardest(advice, opponent), pairs_lost(pairs, opponent)]
        }
        (Reason::Answers(answers), Outcome::Win) => [
            take,
            format!(
                "Whatever {opponent} takes then leaves an answer that wins: {}.",
                answers_in_words(answers)
            ),
        ],
        (Reason::Answers(answers), _) => [hardest(advice, opponent), all_lose(answers, opponent)],
        (Reason::Turns { .. } | Reason::Backwards, Outcome::Win) if advice.ends => {
            [go, "That is the target.".to_owned()]
        }
        (Reason::Turns { mine, theirs }, Outcome::Win) => [
            go,
            format!(
                "The target is {} away, and {opponent} needs {}{}.",
                turns(*mine),
                turns(*theirs),
                if mine == theirs { " too, but moves second" } else { "" }
            ),
        ],
        (Reason::Turns { mine, theirs }, _) => [
            hardest(advice, opponent),
            format!(
                "{} is {} from the target, and from here it takes {}.",
                capitalized(opponent),
                turns(*theirs),
                turns(*mine)
            ),
        ],
        (Reason::Backwards, Outcome::Win) => [
            go,
            "Every answer has been followed from the target backwards, and none of them stops it."
                .to_owned(),
        ],
        (Reason::Backwards, Outcome::Loss) => [
            hardest(advice, opponent),
            "Every move has been followed from the target backwards, and each of them loses."
                .to_owned(),
        ],
        (Reason::Backwards, Outcome::Draw) => [
            go,
            "Neither player can force the way to the target: with best play the game never ends."
                .to_owned(),
        ],
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
        Reason::Pairing(Pairing::Lost { .. }) => format!(
            "{} {shown}, and every number you can take has one. Whatever you take, {opponent} takes \
             the partner, to the end.",
            hardest(advice, opponent)
        ),
        _ => self::advice(advice, opponent),
    }
}

/// How to answer: `If Ada takes 3, take 4; if 5, take 6; and the other way round, until Ada is stuck.`
fn pairs_won(pairs: &[(Number, Number)], opponent: &str) -> String {
    format!(
        "If {opponent} takes {}; and the other way round, until {opponent} is stuck.",
        by_pairs(pairs, "take")
    )
}

/// How the opponent answers: `If you take 3, Ada takes 4; if 5, Ada takes 6; and the other way round, to the end.`
fn pairs_lost(pairs: &[(Number, Number)], opponent: &str) -> String {
    let answers = by_pairs(pairs, &format!("{opponent} takes"));
    format!(
        "Every number you can take has a partner. If you take {answers}; and the other way round, to the end."
    )
}

/// `3, take 4; if 5, take 6`, those beyond the first twenty only counted.
fn by_pairs(pairs: &[(Number, Number)], takes: &str) -> String {
    let shown = pairs.iter().take(PAIRS).map(|(one, two)| format!("{one}, {takes} {two}"));
    let shown = shown.collect::<Vec<_>>().join("; if ");
    match pairs.len().saturating_sub(PAIRS) {
        0 => shown,
        more => format!("{shown}; and so on for {more} more pairs"),
    }
}

/// Why no move wins, where no pairing says so.
fn all_lose(answers: &[(Number, Number)], opponent: &str) -> String {
    format!(
        "Whatever is taken now leaves {opponent} an answer that wins: {}.",
        answers_in_words(answers)
    )
}

/// The move after which the smallest share of replies wins: `Try 4: Ada must find one of three good replies among nine.`
fn hardest(advice: &Advice, opponent: &str) -> String {
    let best = advice.best.map_or_else(String::new, |best| best.to_string());
    let Replies { winning, all } = advice.replies;
    let tried = if advice.compared { "" } else { ", as good as any other that was tried" };
    let [some, all_in_words] = [winning, all].map(list::in_words);
    let replies = match (winning, all) {
        (0, _) => return format!("Try {best}{tried}."),
        (_, 1) => format!("{opponent} has only one reply, and it wins"),
        (winning, all) if winning == all => format!("{opponent} has {some} replies, and all win"),
        (1, _) => format!("{opponent} must find the only good reply among {all_in_words}"),
        _ => format!("{opponent} must find one of {some} good replies among {all_in_words}"),
    };
    format!("Try {best}{tried}: {replies}.")
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
pub(crate) fn pairs_in_words(pairs: &[(Number, Number)]) -> String {
    let shown: Vec<String> = pairs.iter().take(PAIRS).map(|(a, b)| format!("{a}-{b}")).collect();
    match pairs.len().saturating_sub(PAIRS) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

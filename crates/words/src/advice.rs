//! Why a position is won or lost, in sentences that a twelve-year-old can follow.

use std::collections::BTreeMap;

use divvy_analysis::{Advice, Reason};
use divvy_rules::{Board, Game, Number, NumberSet};
use divvy_solver::{Outcome, Pairing, Replies, TooLarge, Value};

use crate::games::{Verb, verb};
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

/// Above the reason of a move that was made: `Why 4 wins:`
pub fn why(number: Number, outcome: Outcome) -> String {
    format!("Why {}", worth(number, outcome).replace('.', ":"))
}

/// What a number is worth with how soon the game ends, where that is known: `9 wins in 3 moves.`
pub fn worth_in_moves(number: Number, Value { outcome, depth }: Value) -> String {
    let moves = |depth| format!(" in {}.", crate::moves(depth as usize));
    worth(number, outcome).replace('.', &depth.map_or_else(|| ".".to_owned(), moves))
}

/// Beside a number that wins: that these few do, too.
pub fn win_too(numbers: &[Number]) -> String {
    match numbers {
        [] => String::new(),
        [one] => format!(" {one} wins, too."),
        _ => format!(
            " {} win, too.",
            list::and(&numbers.iter().map(Number::to_string).collect::<Vec<_>>())
        ),
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

/// The same to a program that reads line mode, in words that stay as they are.
pub fn advice_in_pipe(advice: &Advice, opponent: &str) -> String {
    let verb = match advice.game {
        Game::NumberMaze => verb(Game::NumberMaze),
        _ => verb(Game::TrapAvoidance),
    };
    let [what, why] = Speaker { advice, opponent, verb, is_pipe: true }.steps();
    format!("{what} {why}").trim().to_owned()
}

/// What to do, and then why.
pub fn advice_in_steps(advice: &Advice, opponent: &str) -> [String; 2] {
    Speaker::new(advice, opponent).steps()
}

/// A question that leads to the move and does not tell it.
pub fn nudge(advice: &Advice, opponent: &str) -> String {
    let plays = verb(advice.game).plays;
    let Replies { winning, all } = advice.replies;
    match (&advice.reason, advice.outcome) {
        (Reason::Over, _) => "The game is over.".to_owned(),
        (_, Outcome::Win) if advice.choices == 1 => {
            "You have only one move, and it wins.".to_owned()
        }
        _ if advice.choices == 1 => "You have only one move.".to_owned(),
        (Reason::Turns { .. } | Reason::Backwards, Outcome::Win) if advice.ends => {
            "You can win with this move. Can you see the target?".to_owned()
        }
        (_, Outcome::Win) if advice.ends => {
            format!("You can win with this move. Which number leaves {opponent} no reply?")
        }
        (Reason::Pairing { .. } | Reason::Answers(_), Outcome::Win) => {
            format!("You can win. After which number can you answer whatever {opponent} {plays}?")
        }
        (Reason::Turns { .. }, Outcome::Win) => {
            "You can win. Which is the shortest way to the target?".to_owned()
        }
        (Reason::Backwards, Outcome::Win) => {
            "You can win. Go back from the target: from where can it not be stopped?".to_owned()
        }
        (_, Outcome::Loss) if winning == all => {
            "Against perfect play you cannot win from here.".to_owned()
        }
        (_, Outcome::Loss) => format!(
            "{} can win, but may go wrong. Which move sets the hardest problem?",
            capitalized(opponent)
        ),
        (_, Outcome::Draw) => "Neither player can force a win. Which move keeps it so?".to_owned(),
    }
}

/// How a board shows partners: each with the number of the other behind a sign, both by one letter, or only by a sign.
#[derive(Clone, Copy, Debug)]
pub enum Drawn {
    Numbers(&'static str),
    Letters,
    Signs(&'static str),
}

/// What to do and why, beside a board that shows which numbers are partners.
pub fn advice_on_board(advice: &Advice, opponent: &str, drawn: Drawn) -> String {
    let shown = match drawn {
        Drawn::Numbers(sign) => format!("Partners stand behind {sign}"),
        Drawn::Letters => "Partners have the same letter".to_owned(),
        Drawn::Signs(sign) => format!("Numbers with a partner are marked {sign}"),
    };
    let speaker = Speaker::new(advice, opponent);
    let Verb { play, plays, .. } = speaker.verb;
    match &advice.reason {
        Reason::Pairing { pairing: Pairing::Won { .. }, .. } if !advice.ends => format!(
            "{} {shown}: whatever {opponent} {plays} has one. {} the partner, every time, until {opponent} is stuck.",
            speaker.play(),
            capitalized(play)
        ),
        Reason::Pairing { pairing: Pairing::Lost { .. }, .. } => format!(
            "{} {shown}. Whatever you {play}, {opponent} {plays} the partner, to the end.",
            speaker.hardest()
        ),
        _ => self::advice(advice, opponent),
    }
}

struct Speaker<'a> {
    advice: &'a Advice,
    opponent: &'a str,
    verb: Verb,
    is_pipe: bool,
}

impl<'a> Speaker<'a> {
    const fn new(advice: &'a Advice, opponent: &'a str) -> Self {
        Self { advice, opponent, verb: verb(advice.game), is_pipe: false }
    }

    fn steps(&self) -> [String; 2] {
        let Self { advice, opponent, .. } = self;
        match (&advice.reason, advice.outcome) {
            (Reason::Over, _) => ["The game is over.".to_owned(), String::new()],
            (Reason::Pairing { .. } | Reason::Answers(_), Outcome::Win) if advice.ends => {
                [self.play(), format!("Then no number can follow, and {opponent} is stuck.")]
            }
            (Reason::Pairing { pairing, next, .. }, _) => match pairing {
                Pairing::Won { pairs, .. } => [self.play(), self.pairs_won(pairs, next)],
                Pairing::Lost { pairs } => [self.hardest(), self.pairs_lost(pairs, next)],
            },
            (Reason::Answers(answers), Outcome::Win) => [
                self.play(),
                format!(
                    "Whatever {opponent} {} then, you have an answer: {}.",
                    self.verb.plays,
                    answers_in_words(answers)
                ),
            ],
            (Reason::Answers(answers), _) => [
                self.hardest(),
                format!(
                    "Whatever is taken now leaves {opponent} an answer that wins: {}.",
                    answers_in_words(answers)
                ),
            ],
            (Reason::Turns { .. } | Reason::Backwards, Outcome::Win) if advice.ends => {
                [self.play(), "That is the target.".to_owned()]
            }
            (Reason::Turns { mine, theirs, .. }, outcome) => self.race(outcome, *mine, *theirs),
            (Reason::Backwards, outcome) => self.backwards(outcome),
        }
    }

    fn race(&self, outcome: Outcome, mine: u32, theirs: u32) -> [String; 2] {
        let opponent = self.opponent;
        match outcome {
            Outcome::Win => [
                self.play(),
                format!(
                    "The target is {} away, and {opponent} needs {}{}.",
                    turns(mine),
                    turns(theirs),
                    if mine == theirs { " too, but moves second" } else { "" }
                ),
            ],
            Outcome::Loss | Outcome::Draw => [
                self.hardest(),
                format!(
                    "{} is {} from the target, and from here it takes {}.",
                    capitalized(opponent),
                    turns(theirs),
                    turns(mine)
                ),
            ],
        }
    }

    fn backwards(&self, outcome: Outcome) -> [String; 2] {
        let (what, why) = match outcome {
            Outcome::Win => (
                self.play(),
                "Every answer has been followed from the target backwards, and none of them stops it.",
            ),
            Outcome::Loss => (
                self.hardest(),
                "Every move has been followed from the target backwards, and each of them loses.",
            ),
            Outcome::Draw => (
                self.play(),
                "Neither player can force the way to the target: with best play the game never ends.",
            ),
        };
        [what, why.to_owned()]
    }

    /// `Strike 10.`
    fn play(&self) -> String {
        let best = self.advice.best.map_or_else(String::new, |best| best.to_string());
        format!("{} {best}.", capitalized(self.verb.play))
    }

    /// How to answer, first with what can come up next.
    fn pairs_won(&self, pairs: &[(Number, Number)], next: &NumberSet) -> String {
        let Self { opponent, verb: Verb { play, plays, .. }, .. } = self;
        if self.is_pipe {
            let answers = by_pairs(pairs, "take");
            return format!(
                "If {opponent} takes {answers}; and the other way round, until {opponent} is stuck."
            );
        }
        let partners = partners(pairs, next);
        format!(
            "Whatever {opponent} {plays}, {play} its partner ({partners}), until {opponent} is stuck."
        )
    }

    /// How the opponent answers, first to what can be played now.
    fn pairs_lost(&self, pairs: &[(Number, Number)], next: &NumberSet) -> String {
        let Self { opponent, verb: Verb { play, plays, .. }, .. } = self;
        if self.is_pipe {
            let answers = by_pairs(pairs, &format!("{opponent} takes"));
            return format!(
                "Every number you can take has a partner. If you take {answers}; and the other way round, to the end."
            );
        }
        let partners = partners(pairs, next);
        format!("Whatever you {play}, {opponent} {plays} its partner ({partners}), to the end.")
    }

    /// The move after which the smallest share of replies wins: `Try 4: Ada must find one of three good replies among nine.`
    fn hardest(&self) -> String {
        let Self { advice, opponent, .. } = self;
        let Replies { winning, all } = advice.replies;
        let [some, all_in_words] = [winning, all].map(list::in_words);
        let best = advice.best.map_or_else(String::new, |best| best.to_string());
        let tried = match (advice.choices, advice.compared) {
            (1, _) if !self.is_pipe => format!("{best} is your only move"),
            (_, true) => format!("Try {best}"),
            (_, false) => format!("Try {best}, as good as any other that was tried"),
        };
        let replies = match (winning, all) {
            (0, _) => return format!("{tried}."),
            (_, 1) => format!("{opponent} has only one reply, and it wins"),
            (winning, all) if winning == all => {
                format!("{opponent} has {some} replies, and all win")
            }
            (1, _) => format!("{opponent} must find the only good reply among {all_in_words}"),
            _ => format!("{opponent} must find one of {some} good replies among {all_in_words}"),
        };
        format!("{tried}: {replies}.")
    }
}

/// The pairs that can come up next, each with what can be played first, and after them the others: `8-16, 20-10; later also 3-9`.
pub(crate) fn partners(pairs: &[(Number, Number)], next: &NumberSet) -> String {
    let (mut now, later): (Vec<(Number, Number)>, Vec<_>) =
        pairs.iter().partition(|&&(one, two)| next.contains(one) || next.contains(two));
    for (one, two) in &mut now {
        if !next.contains(*one) {
            std::mem::swap(one, two);
        }
    }
    let also = if later.is_empty() { "" } else { "; later also " };
    [&pairs_in_words(&now), also, &pairs_in_words(&later)].concat()
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

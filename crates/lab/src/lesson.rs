//! Lessons that are played: what a step shows, and what is said to a number. Nothing is kept from one question to the next. The
//! texts are in `divvy-words`.

use std::sync::LazyLock;

use divvy_analysis::{Advice, Refutation};
use divvy_match::{Names, Round, Seat};
use divvy_rules::{IllegalMove, Number, Player, Record};
use divvy_solver::{Outcome, Solver, TooLarge};
use divvy_wire::board_json;
use divvy_words::lessons::{Right, Step};
use divvy_words::{Audience, Partners};
use serde::Serialize;

/// Where a learner is in a lesson.
#[derive(Debug)]
pub struct Place<'a> {
    step: &'a Step,
    solver: Solver,
    pairs: Vec<(Number, Number)>,
}

/// Why a game does not get there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlace {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    pub verdict: Kind,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<Slip>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Refused,
    Wrong,
    Right,
    GoesOn,
    /// The game goes on, but the computer can win it now.
    Slip,
    Won,
    Lost,
}

/// The learner's first move in a game that let the computer win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slip {
    pub number: Number,
    /// The moves of the game before it.
    pub moves: Vec<Number>,
    #[serde(skip)]
    why: String,
}

/// The learner sits in the first seat, and may begin or not.
static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new("You", "Computer").unwrap_or_default());

/// How the learner's moves in a game are called.
const NTH: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

impl<'a> Place<'a> {
    /// A step, in a game after these moves. Where the computer is to move, it has moved.
    pub fn new(step: &'a Step, moves: &[u32]) -> Result<Self, NoPlace> {
        let before = step.position.moves().iter().map(|number| number.get());
        let all = before.chain(moves.iter().copied());
        let record = Record::with_moves(step.position.rules(), all).map_err(|error| {
            IllegalMove { place: error.place - step.position.moves().len(), ..error }
        })?;
        let mut place = Self { step, solver: Solver::new(record)?, pairs: step.pairs.clone() };
        place.reply();
        Ok(place)
    }

    pub const fn step(&self) -> &'a Step {
        self.step
    }

    pub const fn record(&self) -> &Record {
        self.solver.record()
    }

    /// The moves of the game that is played in this step.
    pub fn moves(&self) -> &[Number] {
        self.record().moves().get(self.step.position.moves().len()..).unwrap_or_default()
    }

    /// The partners that the board shows: those of the step, or those that show why a number was right. Whole pairs may be gone.
    pub fn pairs(&self) -> &[(Number, Number)] {
        &self.pairs
    }

    /// The board as a page shows it.
    pub fn board(&self) -> String {
        board_json(self.record(), self.audience())
    }

    /// What has just happened, and what can be played now; at the end who has won and why.
    pub fn said(&self) -> String {
        let round = self.round();
        match round.is_over() {
            true => self.audience().headline(&round).joined().to_string(),
            false => self.audience().so_far(&round).to_string(),
        }
    }

    const fn learner(&self) -> Player {
        self.step.position.to_move()
    }

    fn round(&self) -> Round {
        let first = match self.learner() {
            Player::First => Seat::One,
            Player::Second => Seat::Two,
        };
        Round::of(self.record().clone(), first)
    }

    fn audience(&self) -> Audience<'static> {
        let (game, first) = (self.record().rules().game(), self.round().first());
        Audience { game, names: &NAMES, first, you: Some(Seat::One) }
    }

    /// Plays for the computer until the learner is to move.
    fn reply(&mut self) {
        while self.record().to_move() != self.learner() {
            let Some(best) = self.solver.best() else { return };
            if self.solver.play(best).is_err() {
                return;
            }
        }
    }

    /// Judges a number, and plays it if it is right; in a game whatever it is.
    pub fn judge(&mut self, value: u32) -> Verdict {
        let say = |verdict, text| Verdict { verdict, text, slip: None };
        let number = self.record().rules().board().number(value);
        let checked = number.and_then(|number| self.record().check(number).map(|()| number));
        let number = match checked {
            Ok(number) => number,
            Err(refusal) => {
                let why = self.audience().refusal(&self.round(), value, refusal).join(" ");
                return say(Kind::Refused, why.trim().to_owned());
            }
        };
        if self.step.right == Right::Game {
            // It is legal.
            let _ = self.solver.play(number);
            self.reply();
            return self.standing();
        }
        if !right_numbers(self.step, &self.solver).contains(&number) {
            let to = self.audience();
            let said = self.step.answer(number).or_else(|| self.other_partner(number));
            let why =
                || format!("{number} does not win. {}", refuted(to, &mut self.solver, number));
            return say(Kind::Wrong, said.unwrap_or_else(why));
        }
        let advice = Advice::with_best(&mut self.solver, Some(number));
        let why = self.audience().wins(&advice, Seat::One, Partners::Told);
        let _ = self.solver.play(number);
        let has_partner = |next| self.pairs.iter().any(|&(one, two)| one == next || two == next);
        let done = self.step.done();
        // Pairs that do not hold any more were there to be changed.
        if (done.is_none() || !self.pairs.is_empty())
            && !self.record().legal().iter().all(has_partner)
        {
            self.pairs = advice.pairs().to_vec();
        }
        say(Kind::Right, done.unwrap_or_else(|| format!("{number} wins. {why}")))
    }

    /// What is said to the partner of another number than the last one, where the board shows partners.
    fn other_partner(&self, number: Number) -> Option<String> {
        let of = |number| {
            let mut both = self.pairs.iter().flat_map(|&(one, two)| [(one, two), (two, one)]);
            both.find(|pair| pair.0 == number).map(|pair| pair.1)
        };
        let last = self.record().last().filter(|last| of(*last).is_some())?;
        let partner = of(number)?;
        Some(format!("{number} is the partner of {partner}. Look for the partner of {last}."))
    }

    /// How the game stands that is played in this step.
    fn standing(&self) -> Verdict {
        let slip = self.slip();
        let why = slip.as_ref().map_or_else(|| self.said(), |slip| slip.why.clone());
        let (verdict, text) = match self.record().winner() {
            Some(winner) if winner == self.learner() => {
                (Kind::Won, self.step.done().unwrap_or(why))
            }
            Some(_) => (Kind::Lost, why),
            None if slip.is_some() => (Kind::Slip, why),
            None => (Kind::GoesOn, why),
        };
        Verdict { verdict, text, slip }
    }

    /// The learner's first slip in this game.
    fn slip(&self) -> Option<Slip> {
        let mut solver = Solver::new(self.step.position.clone()).ok()?;
        let mut own = NTH.iter().chain(std::iter::repeat(&"latest"));
        for (index, &number) in self.moves().iter().enumerate() {
            if solver.record().to_move() == self.learner() {
                let nth = own.next()?;
                if solver.outcome() == Outcome::Win && !solver.winning().contains(&number) {
                    let said = self.step.answer(number);
                    let why = said.unwrap_or_else(|| refuted(self.audience(), &mut solver, number));
                    let why = format!("Your {nth} move, {number}, was a slip. {why}");
                    return Some(Slip { number, moves: self.moves()[..index].to_vec(), why });
                }
            }
            solver.play(number).ok()?;
        }
        None
    }
}

/// The numbers that are right in a step, ascending, at the position that the solver stands at.
pub fn right_numbers(step: &Step, solver: &Solver) -> Vec<Number> {
    let record = solver.record();
    let last = record.last().map_or(1, Number::get);
    let left_after = |number| {
        let mut next = record.clone();
        next.play(number).map_or_else(|_| Vec::new(), |()| next.legal().iter().collect())
    };
    let is_right = |number: &Number| match &step.right {
        Right::Any => true,
        Right::Factors => last.is_multiple_of(number.get()),
        Right::Multiples => number.get().is_multiple_of(last),
        Right::Leaving(numbers) => left_after(*number) == *numbers,
        Right::Winning | Right::Game => solver.winning().contains(number),
        Right::These(numbers) => numbers.contains(number),
    };
    record.legal().iter().filter(is_right).collect()
}

/// Why a number does not win, to the learner.
fn refuted(to: Audience<'_>, solver: &mut Solver, number: Number) -> String {
    let why = |refutation| to.refuted(&refutation, Seat::One, Partners::Told).to_string();
    Refutation::of(solver, number).map_or_else(String::new, why)
}

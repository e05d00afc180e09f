//! What happens to the match at the board: events of the person, moves of bots and programs, and hints; and what is kept of
//! them.

use std::collections::HashMap;
use std::time::Instant;

use divvy_analysis::Advice;
use divvy_match::{Change, Choice, Event};
use divvy_rules::Number;
use divvy_store::SessionError;
use divvy_words::Audience;

use super::picture::{LETTERS, audience};
use super::{BoardScreen, LIT, Pointer};
use crate::component::Effect;
use crate::terminal::TICK;
use crate::view::View;
use crate::work::{JobResult, Task};

#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) advice: Advice,
    pub(crate) shown: Step,
    /// For every number with a partner: which pair it belongs to, and the partner.
    pub(crate) pairs: HashMap<Number, (usize, Number)>,
}

impl Hint {
    pub(crate) fn new(advice: Advice, shown: Step) -> Self {
        // A move that ends the game needs no partners after it.
        let numbered = advice.pairs().iter().enumerate().filter(|_| !advice.ends);
        let pairs = numbered.flat_map(|(index, &(a, b))| [(a, (index, b)), (b, (index, a))]);
        Self { shown, pairs: pairs.collect(), advice }
    }

    /// Whether every pair has a letter of its own.
    pub(crate) fn is_lettered(&self) -> bool {
        self.advice.pairs().len() <= LETTERS
    }
}

/// How much of a hint is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Step {
    /// A question that leads to the move.
    Nudge,
    Move,
    Reason,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) ticket: u64,
    since: Instant,
    /// For a move of a bot or program, or for a review, of which so many moves are done.
    pub(crate) is_move: bool,
    pub(crate) review: Option<usize>,
}

impl Waiting {
    pub(crate) fn new(ticket: u64, task: &Task) -> Self {
        let is_move = matches!(task, Task::Move(..));
        let review = matches!(task, Task::Review(_)).then_some(0);
        Self { ticket, since: Instant::now(), is_move, review }
    }

    /// `⠋ Ada thinks… 3 s`
    pub(crate) fn text(&self, view: &View, what: &str) -> String {
        let (glyphs, past) = (view.glyphs, self.since.elapsed());
        let turns = past.as_millis() / TICK.as_millis();
        let sign = glyphs.spinner[turns as usize % glyphs.spinner.len()];
        let time = match past.as_secs() {
            0 => String::new(),
            seconds => format!(" {seconds} s"),
        };
        format!("{sign} {what}{}{time}", glyphs.ellipsis)
    }
}

/// Asked before a game is given up.
const RESIGN: &str = "Resign? The same key once more resigns, esc goes on playing.";

impl BoardScreen {
    /// Lets an event happen, or says why it cannot.
    fn apply(&mut self, event: Event, view: &mut View) -> Option<Change> {
        let problem = match self.session.apply(event) {
            Ok(change) => {
                self.pointer.note = None;
                view.waiting = None;
                self.changed();
                return Some(change);
            }
            Err(SessionError::Refused(refused)) => divvy_words::refused(refused),
            Err(SessionError::NotSaved(error)) => {
                format!("{error}. It does not count; press again to try once more.")
            }
        };
        self.pointer.fail(problem);
        None
    }

    /// Works out anew what follows from the position.
    pub(super) fn changed(&mut self) {
        let game = self.session.game();
        self.pointer.change(game.round().record());
        self.so_far = audience(game).so_far(game.round()).to_string();
        self.hint = None;
        self.stuck = false;
        self.lit = 0;
    }

    /// Plays what was typed, or else the number under the cursor.
    pub(super) fn play(&mut self, view: &mut View) {
        let number = self.pointer.take();
        if let Some(Change::Moved { number, .. }) = self.apply(Event::Moved { number }, view) {
            self.pointer.point(number);
            self.offer(view);
        }
    }

    /// Puts the cursor on a number that can be played, if a person is to move and is not to find it. What has just been
    /// played stays in sight.
    fn offer(&mut self, view: &View) {
        let helped = self.is_persons_turn() && !view.hides_playable;
        if helped && !self.pointer.legal.contains(self.pointer.cursor) {
            let in_sight = self.pointer.in_sight;
            let record = self.session.game().round().record();
            self.pointer.point_near(record, self.pointer.cursor);
            self.pointer.in_sight = in_sight;
        }
    }

    pub(super) fn go_back_or_on(&mut self, event: Event, view: &mut View) {
        if let Some(change) = self.apply(event, view) {
            let text = Audience::everybody(self.game()).change(self.game(), &change);
            self.pointer.say(text.to_string());
            self.offer(view);
        }
    }

    pub(super) fn resign(&mut self, view: &mut View) {
        if self.is_resigning() {
            self.apply(Event::Resigned { by: self.game().person() }, view);
        } else {
            self.pointer.say(RESIGN);
        }
    }

    pub(super) fn is_resigning(&self) -> bool {
        self.pointer.note.as_ref().is_some_and(|note| note.text == RESIGN)
    }

    pub(super) fn next_round(&mut self, view: &mut View) {
        if self.apply(Event::NextRound, view).is_some() {
            self.pointer = Pointer::new(self.record());
        }
    }

    /// Shows the next part of a hint, or has it worked out.
    pub(super) fn hint(&mut self, view: &View) -> Option<Effect> {
        match &mut self.hint {
            Some(hint) => {
                hint.shown = if hint.shown == Step::Nudge { Step::Move } else { Step::Reason };
                let best = hint.advice.best;
                best.into_iter().for_each(|best| self.pointer.point(best));
                None
            }
            None if view.waiting.is_some() => None,
            None => Some(Effect::Work(Task::Hint(Box::new(self.record().clone())))),
        }
    }

    /// Takes over what was worked out.
    pub(super) fn done(&mut self, result: JobResult, view: &View) {
        match result {
            JobResult::Move(Choice::Number(number)) => {
                self.answer(Event::Moved { number: number.get() }, view);
            }
            JobResult::Move(Choice::Forfeit(forfeit)) => {
                self.answer(Event::Forfeited { reason: forfeit.to_string() }, view);
            }
            JobResult::Move(Choice::None) => {}
            JobResult::Hint(Ok(advice)) => {
                self.pointer.note = None;
                self.hint = Some(Hint::new(*advice, Step::Nudge));
            }
            JobResult::Hint(Err(error)) => self.pointer.fail(format!("No hint: {error}.")),
            _ => {}
        }
    }

    /// Lets a bot or program act. Its number lights up, if bots take their time, and is brought into sight; the cursor goes
    /// to a number that can be played now.
    fn answer(&mut self, event: Event, view: &View) {
        self.pointer.note = None;
        match self.session.apply(event) {
            Ok(change) => {
                self.changed();
                let Change::Moved { number, .. } = change else { return };
                self.pointer.in_sight = number;
                self.offer(view);
                self.lit = if view.pause.is_zero() { 0 } else { LIT };
            }
            // Trying again, undo, a new game and quitting are left.
            Err(error) => {
                self.pointer.fail(format!("{error}. Nothing was played; enter tries once more."));
                self.stuck = true;
            }
        }
    }
}

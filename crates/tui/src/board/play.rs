//! What happens to the match at the board: events of the person, moves of bots and programs, hints and reviews.

use divvy_match::{Change, Choice, Event};
use divvy_store::SessionError;
use divvy_words::Audience;

use super::cursor::cursor_of;
use super::notes::{Thought, Tip, Waiting};
use super::picture::audience;
use super::{BoardScreen, LIT, listed};
use crate::component::{Effect, open};
use crate::review::ReviewScreen;
use crate::work::{Job, JobResult, Task};

impl BoardScreen {
    /// Lets an event happen, or says why it cannot.
    fn apply(&mut self, event: Event) -> Option<Change> {
        match self.session.apply(event) {
            Ok(change) => {
                self.note = None;
                self.changed();
                Some(change)
            }
            Err(SessionError::Refused(refused)) => {
                self.fail(divvy_words::refused(refused));
                None
            }
            Err(SessionError::NotSaved(error)) => {
                self.fail(format!("{error}. It does not count; press again to try once more."));
                None
            }
        }
    }

    /// Works out anew what follows from the position.
    pub(super) fn changed(&mut self) {
        let game = self.session.game();
        self.legal = game.round().legal();
        self.listed = listed(&self.legal);
        self.headline = audience(game).headline(game.round()).joined().to_string();
        self.so_far = audience(game).so_far(game.round()).to_string();
        self.tip = None;
        self.waiting = None;
        self.resigning = false;
        self.lit = 0;
        self.typed.clear();
        self.look_ahead();
    }

    /// Plays what was typed, or else the number under the cursor.
    pub(super) fn play(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let number = typed.parse().unwrap_or(self.cursor.get());
        if let Some(Change::Moved { number, .. }) = self.apply(Event::Moved { number }) {
            self.point(number);
            self.offer();
        }
    }

    /// Puts the cursor on a number that can be played, if a person is to move. What has just been played stays in sight.
    fn offer(&mut self) {
        if self.is_persons_turn() && !self.legal.contains(self.cursor) {
            let in_sight = self.in_sight;
            self.point(cursor_of(self.record(), &self.legal, self.cursor));
            self.in_sight = in_sight;
        }
    }

    pub(super) fn go_back_or_on(&mut self, event: Event) {
        if let Some(change) = self.apply(event) {
            let text = Audience::everybody(self.game()).change(self.game(), &change);
            self.say(text.to_string());
            self.offer();
        }
    }

    pub(super) fn resign(&mut self) {
        if self.resigning {
            self.apply(Event::Resigned { by: self.game().person() });
        } else {
            self.resigning = true;
            self.say("Resign? The same key once more, or any other to go on playing.");
        }
    }

    /// Asks for confirmation again the next time.
    pub(super) fn keep_playing(&mut self) {
        if std::mem::take(&mut self.resigning) {
            self.note = None;
        }
    }

    pub(super) fn next_round(&mut self) {
        if self.apply(Event::NextRound).is_some() {
            self.top = 0;
            let first = self.board().numbers().next().unwrap_or(self.cursor);
            self.point(cursor_of(self.record(), &self.legal, first));
        }
    }

    /// Shows the next part of a hint, or has it worked out.
    pub(super) fn hint(&mut self) -> Option<Effect> {
        match &mut self.tip {
            Some(tip) => {
                tip.whole = true;
                if let Some(best) = tip.advice.best {
                    self.point(best);
                }
                None
            }
            None if self.waiting.is_some() => None,
            None => Some(Effect::Work(Task::Hint(Box::new(self.record().clone())))),
        }
    }

    /// A job for this board, whose result is awaited from now on.
    pub(crate) fn job(&mut self, ticket: u64, task: Task) -> Job {
        let thought = match &task {
            Task::Move(..) => Thought::Move,
            Task::Hint(_) => Thought::Hint,
            Task::Review(_) => Thought::Review,
        };
        self.waiting = Some(Waiting::new(Some(ticket), thought));
        Job { ticket, board: self.id, task }
    }

    pub(super) fn done(&mut self, result: JobResult) -> Option<Effect> {
        self.waiting = None;
        match result {
            JobResult::Move(Choice::Number(number)) => {
                self.answer(Event::Moved { number: number.get() });
            }
            JobResult::Move(Choice::Forfeit(forfeit)) => {
                self.answer(Event::Forfeited { reason: forfeit.to_string() });
            }
            JobResult::Move(Choice::None) => {}
            JobResult::Hint(Ok(advice)) => {
                self.note = None;
                self.tip = Some(Tip::new(*advice));
            }
            JobResult::Hint(Err(error)) => self.fail(format!("No hint: {error}.")),
            JobResult::Review(Ok(review)) => {
                return open(ReviewScreen::new(self.game().clone(), *review, self.earlier));
            }
            JobResult::Review(Err(error)) => self.fail(format!("No review: {error}.")),
        }
        None
    }

    /// Lets a bot or program act. Its number lights up and is brought into sight; the cursor goes to a number that can be
    /// played now.
    fn answer(&mut self, event: Event) {
        self.note = None;
        match self.session.apply(event) {
            Ok(change) => {
                self.changed();
                let Change::Moved { number, .. } = change else { return };
                self.in_sight = number;
                self.offer();
                self.lit = if self.pause.is_zero() { 0 } else { LIT };
            }
            // Trying again, undo, a new game and quitting are left.
            Err(error) => {
                self.fail(format!("{error}. Nothing was played; enter tries once more."));
                self.waiting = Some(Waiting::new(None, Thought::Move));
            }
        }
    }
}

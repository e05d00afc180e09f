//! What happens to the match at the board: events of the person, moves of bots and programs, hints and reviews.

use divvy_match::{Change, Choice, Event};
use divvy_rules::Skips;
use divvy_store::SessionError;
use divvy_words::Audience;

use super::BoardScreen;
use super::cursor::cursor_of;
use super::focus::Focus;
use super::notes::{Note, Thought, Tip, Waiting};
use crate::component::{Effect, open};
use crate::review::ReviewScreen;
use crate::theme::Tone;
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
        self.focus = Focus::of(game.round().record(), self.cursor);
        self.ending = Audience::everybody(game).result(game);
        self.tip = None;
        self.waiting = None;
        self.resigning = false;
        self.typed.clear();
    }

    /// Plays what was typed, or else the number under the cursor.
    pub(super) fn play(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let number = typed.parse().unwrap_or(self.cursor.get());
        if let Some(Change::Moved { number, skips, .. }) = self.apply(Event::Moved { number }) {
            self.point(number);
            self.announce(Tone::Plain, Vec::new(), skips);
        }
    }

    /// Says what happened, with the turns that were skipped; those must not be missed.
    fn announce(&mut self, mut tone: Tone, mut said: Vec<String>, skips: Skips) {
        let game = self.session.game();
        for player in skips.players() {
            tone = Tone::Alert;
            said.push(Audience::everybody(game).skipped(game.round().seat_of(player)));
        }
        if !said.is_empty() {
            self.note(tone, said.join(" "));
        }
    }

    pub(super) fn go_back_or_on(&mut self, event: Event) {
        if let Some(change) = self.apply(event) {
            let text = Audience::everybody(self.game()).change(self.game(), &change);
            self.say(text);
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
            self.point(cursor_of(self.record(), &self.legal));
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
                return open(ReviewScreen::new(self.game().clone(), *review));
            }
            JobResult::Review(Err(error)) => self.fail(format!("No review: {error}.")),
        }
        None
    }

    /// Lets a bot or program act. The cursor stays with the person, but the move must not go unseen, nor a turn that the
    /// person had to skip before it.
    fn answer(&mut self, event: Event) {
        let kept = |note: &Note| matches!(note.tone, Tone::Alert | Tone::Refusal);
        let before = self.note.take().filter(kept);
        match self.session.apply(event) {
            Ok(change) => {
                self.changed();
                let Change::Moved { seat, number, skips } = change else { return };
                let tone = before.as_ref().map_or(Tone::Plain, |note| note.tone);
                let moved = Audience::everybody(self.game()).moved(self.game(), seat, number);
                let said = before.map(|note| note.text).into_iter().chain([moved]).collect();
                self.announce(tone, said, skips);
            }
            // Trying again, undo, a new game and quitting are left.
            Err(error) => {
                self.fail(format!("{error}. Nothing was played; enter tries once more."));
                self.waiting = Some(Waiting::new(None, Thought::Move));
            }
        }
    }
}

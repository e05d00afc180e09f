//! A match at the board: the session, the cursor, what was typed and what is to be said.
//!
//! All that can happen to the match happens in crate `play`; this only passes it on and keeps beside it what the
//! screen shows.

mod focus;
mod said;

use std::path::Path;
use std::time::Duration;

use divvy_play::{Advice, Choice, Match, Occupant, PlayError, SaveError, Session, Turn, words};
use divvy_rules::{Board, Number, NumberSet, Position, Record, Refusal, Skips};
use divvy_solver::TooLarge;

pub(crate) use self::focus::{After, Focus};
pub(crate) use self::said::{Note, Thought, Tip, Tone, Waiting};
use crate::work::Task;

/// A match at the board.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: u64,
    session: Session,
    cursor: Number,
    /// The first row of numbers that is shown.
    pub(crate) top: u32,
    pub(crate) typed: String,
    /// How the round ended, once it has.
    pub(crate) ending: Option<String>,
    pub(crate) note: Option<Note>,
    pub(crate) tip: Option<Tip>,
    pub(crate) waiting: Option<Waiting>,
    /// Resigning was asked for once.
    resigning: bool,
    /// What follows from the position and the cursor, worked out when they change.
    legal: NumberSet,
    turns: Vec<Turn>,
    focus: Focus,
}

impl Table {
    pub(crate) fn new(id: u64, session: Session) -> Self {
        let record = session.game().round().record();
        let legal = legal_now(session.game());
        let cursor = cursor_of(record, &legal);
        let focus = Focus::of(record, cursor);
        let turns = session.game().round().turns();
        let mut table = Self {
            id,
            session,
            cursor,
            top: 0,
            typed: String::new(),
            ending: None,
            note: None,
            tip: None,
            waiting: None,
            resigning: false,
            legal,
            turns,
            focus,
        };
        table.announce_ending();
        table
    }

    pub(crate) const fn game(&self) -> &Match {
        self.session.game()
    }

    pub(crate) fn record(&self) -> &Record {
        self.game().round().record()
    }

    pub(crate) fn board(&self) -> Board {
        self.game().rules().board()
    }

    pub(crate) const fn legal(&self) -> &NumberSet {
        &self.legal
    }

    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    pub(crate) const fn focus(&self) -> &Focus {
        &self.focus
    }

    pub(crate) const fn cursor(&self) -> Number {
        self.cursor
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.session.can_redo()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game().round().is_over()
    }

    /// Whether a person may act now.
    pub(crate) fn is_persons_turn(&self) -> bool {
        let game = self.game();
        !self.is_over() && *game.player(game.round().to_move()) == Occupant::Human
    }

    /// Puts the cursor on a number.
    pub(crate) fn point(&mut self, number: Number) {
        if self.cursor != number {
            self.cursor = number;
            self.focus = Focus::of(self.record(), number);
            // What was wrong with another number is of no interest here.
            self.note = self.note.take().filter(|note| note.tone != Tone::Refusal);
        }
    }

    /// Moves the cursor by so many numbers, as far as the board goes.
    pub(crate) fn step(&mut self, by: i64) {
        self.typed.clear();
        let board = self.board();
        let target = i64::from(self.cursor.get()) + by;
        let value = target.clamp(i64::from(board.first()), i64::from(board.size()));
        if let Ok(number) = board.number(u32::try_from(value).unwrap_or_default()) {
            self.point(number);
        }
    }

    /// Moves the cursor a row up or down, if there is one.
    pub(crate) fn step_row(&mut self, by: i64) {
        let target = i64::from(self.cursor.get()) + by;
        let board = self.board();
        if (i64::from(board.first())..=i64::from(board.size())).contains(&target) {
            self.step(by);
        }
    }

    /// Moves the cursor to the next number that can be played, round and round.
    pub(crate) fn next_legal(&mut self, forward: bool) {
        self.typed.clear();
        let cursor = self.cursor;
        let next = if forward {
            self.legal.iter().find(|&number| number > cursor).or_else(|| self.legal.iter().next())
        } else {
            let before = self.legal.iter().take_while(|&number| number < cursor).last();
            before.or_else(|| self.legal.iter().last())
        };
        if let Some(number) = next {
            self.point(number);
        }
    }

    /// Adds a digit to the number being typed; the cursor goes there if there is such a number.
    pub(crate) fn type_digit(&mut self, digit: char) {
        // One digit more than any board has is enough to be refused.
        if self.typed.len() < 8 {
            self.typed.push(digit);
        }
        self.follow_typed();
    }

    pub(crate) fn erase(&mut self) {
        self.typed.pop();
        self.follow_typed();
    }

    fn follow_typed(&mut self) {
        let number = self.typed.parse().ok().and_then(|value| self.board().number(value).ok());
        if let Some(number) = number {
            self.point(number);
        }
    }

    /// Forgets what was typed, or the hint, or the message: what is most in the way.
    pub(crate) fn dismiss(&mut self) {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.tip.is_some() {
            self.tip = None;
        } else {
            self.note = None;
        }
    }

    /// Plays what was typed, or else the number under the cursor.
    pub(crate) fn choose(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        if typed.is_empty() {
            self.play(Ok(self.cursor), &self.cursor.to_string());
        } else {
            let value = typed.parse().unwrap_or(u32::MAX);
            self.play(self.board().number(value), &typed);
        }
    }

    /// Plays a number for the person to move, if there is one.
    pub(crate) fn play(&mut self, number: Result<Number, Refusal>, typed: &str) {
        if self.is_over() {
            return;
        }
        if !self.is_persons_turn() {
            let name = self.game().name(self.game().round().to_move());
            self.note = Some(Note { tone: Tone::Refusal, text: format!("It is {name}'s turn.") });
            return;
        }
        let played = number
            .map_err(PlayError::from)
            .and_then(|number| self.session.play(number).map(|skips| (number, skips)));
        match played {
            Ok((number, skips)) => {
                self.cursor = number;
                self.note = None;
                self.moved(skips);
            }
            Err(PlayError::Refused(refusal)) => {
                self.note =
                    Some(Note { tone: Tone::Refusal, text: words::refused(typed, refusal) });
            }
            Err(PlayError::NotSaved(error)) => self.not_saved(&error),
        }
    }

    fn moved(&mut self, skips: Skips) {
        let round = self.game().round();
        let skipped: Vec<String> = skips
            .players()
            .map(|player| words::skipped(self.game().name(round.seat_of(player))))
            .collect();
        if !skipped.is_empty() {
            let said = self.note.take().map_or_else(String::new, |note| note.text + " ");
            self.note = Some(Note { tone: Tone::Alert, text: said + &skipped.join(" ") });
        }
        self.changed();
    }

    /// Works out anew what follows from the position.
    fn changed(&mut self) {
        let record = self.session.game().round().record();
        self.legal = legal_now(self.session.game());
        self.turns = self.session.game().round().turns();
        self.focus = Focus::of(record, self.cursor);
        self.tip = None;
        self.waiting = None;
        self.resigning = false;
        self.typed.clear();
        self.announce_ending();
    }

    fn announce_ending(&mut self) {
        let ending = words::ending(self.game());
        let standing = words::standing(self.game());
        self.ending = ending.map(|ending| match standing {
            Some(standing) => format!("{ending} {standing}"),
            None => ending,
        });
    }

    /// Somebody does something else than to resign.
    pub(crate) fn keep_playing(&mut self) {
        if std::mem::take(&mut self.resigning) {
            self.note = None;
        }
    }

    fn not_saved(&mut self, error: &SaveError) {
        let text = format!("{error}. It does not count; press again to try once more.");
        self.note = Some(Note { tone: Tone::Refusal, text });
    }

    /// Says why something cannot be.
    pub(crate) fn refuse(&mut self, text: &str) {
        self.waiting = None;
        self.note = Some(Note { tone: Tone::Refusal, text: text.to_owned() });
    }

    /// Whether the match can be gone on with later.
    pub(crate) fn is_kept(&self) -> bool {
        !self.game().is_finished() && !self.game().is_untouched()
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.note = Some(Note { tone: Tone::Plain, text: text.to_owned() });
    }

    pub(crate) fn undo(&mut self) {
        match self.session.undo() {
            Ok(undone) if undone.is_empty() => self.say("There is no move to take back."),
            Ok(undone) => {
                self.note = None;
                self.changed();
                self.say(&format!("Taken back: {}.", list(&undone)));
            }
            Err(error) => self.not_saved(&error),
        }
    }

    pub(crate) fn redo(&mut self) {
        match self.session.redo() {
            Ok(moves) if moves.is_empty() => self.say("There is no move to play again."),
            Ok(moves) => {
                self.say(&format!("Played again: {}.", list(&moves)));
                self.changed();
            }
            Err(error) => self.not_saved(&error),
        }
    }

    /// Gives the game up, when asked twice.
    pub(crate) fn resign(&mut self) {
        if !self.is_persons_turn() {
            return self.say("Only a player whose turn it is can resign.");
        }
        if !self.resigning {
            self.resigning = true;
            return self.say("Resign? The same key once more, or any other to go on playing.");
        }
        match self.session.resign() {
            Ok(()) => {
                self.note = None;
                self.changed();
            }
            Err(error) => self.not_saved(&error),
        }
    }

    /// Begins the next round of a series. Says whether there is one.
    pub(crate) fn next_round(&mut self) -> bool {
        match self.session.next_round() {
            Ok(true) => {
                self.note = None;
                self.top = 0;
                self.changed();
                let cursor = cursor_of(self.record(), &self.legal);
                self.point(cursor);
                true
            }
            Ok(false) => false,
            Err(error) => {
                self.not_saved(&error);
                true
            }
        }
    }

    pub(crate) fn save_copy(&mut self, path: &Path) {
        match self.session.save_copy(path) {
            Ok(()) => {
                let file = path.display();
                self.say(&format!("Saved. To go on from there: divvy play --resume {file}"));
            }
            Err(error) => {
                self.note = Some(Note { tone: Tone::Refusal, text: format!("Not saved: {error}") });
            }
        }
    }

    /// Leaves the match on disk as it should be found: a finished one is put away, one that was never begun is
    /// forgotten.
    pub(crate) fn leave(&mut self) -> Result<(), SaveError> {
        if self.game().is_finished() {
            self.session.finish()
        } else if self.game().is_untouched() {
            self.session.discard()
        } else {
            Ok(())
        }
    }

    /// What has to be thought about before anybody can go on.
    pub(crate) fn next_task(&self, pause: Duration) -> Option<Task> {
        let thinking = self.waiting.is_some() || self.is_over() || self.is_persons_turn();
        (!thinking).then(|| Task::Move(Box::new(self.game().clone()), pause))
    }

    /// Makes the move that was waited for.
    pub(crate) fn answer_move(&mut self, choice: Result<Choice, TooLarge>) {
        self.waiting = None;
        let seat = self.game().round().to_move();
        match choice {
            Ok(Choice::Number(number)) => match self.session.play(number) {
                Ok(skips) => {
                    // The cursor stays with the person, but the move must not go unseen, nor a turn that the
                    // person had to skip before it.
                    let kept = |note: &Note| matches!(note.tone, Tone::Alert | Tone::Refusal);
                    let before = self.note.take().filter(kept);
                    let text = words::moved(self.game(), seat, number);
                    self.note = Some(match before {
                        Some(Note { tone, text: before }) => {
                            Note { tone, text: before + " " + &text }
                        }
                        None => Note { tone: Tone::Plain, text },
                    });
                    self.moved(skips);
                }
                Err(PlayError::NotSaved(error)) => self.stuck(&error.to_string()),
                Err(PlayError::Refused(refusal)) => {
                    self.stuck(&words::refused(number, refusal));
                }
            },
            Ok(Choice::Forfeit(reason)) => match self.session.forfeit(reason.to_string()) {
                Ok(()) => self.changed(),
                Err(error) => self.stuck(&error.to_string()),
            },
            Ok(Choice::None) => {}
            Err(error) => {
                self.stuck(&format!("The bot cannot play this: {error}; random and greedy can"));
            }
        }
    }

    /// A program could not move. Everything is as it was; trying again, undo, a new game and quitting are left.
    fn stuck(&mut self, why: &str) {
        let text = format!("{why}. Nothing was played; enter tries once more.");
        self.note = Some(Note { tone: Tone::Refusal, text });
        self.waiting = Some(Waiting::new(None, Thought::Move));
    }

    /// Whether a program's move has failed and nothing is coming.
    pub(crate) fn is_stuck(&self) -> bool {
        self.waiting.is_some_and(|waiting| waiting.ticket.is_none())
    }

    /// Shows the next part of a hint, or says that it has to be worked out.
    pub(crate) fn hint(&mut self) -> Option<Task> {
        if self.is_over() {
            self.say("The game is over.");
            return None;
        }
        if !self.is_persons_turn() {
            self.say("A hint is for the player whose turn it is.");
            return None;
        }
        match &mut self.tip {
            Some(tip) => {
                tip.whole = true;
                if let Some(best) = tip.advice.best {
                    self.point(best);
                }
                None
            }
            None if self.waiting.is_some() => None,
            None => Some(Task::Hint(Box::new(self.record().clone()))),
        }
    }

    pub(crate) fn answer_hint(&mut self, advice: Result<Box<Advice>, TooLarge>) {
        self.waiting = None;
        match advice {
            Ok(advice) => {
                self.note = None;
                self.tip = Some(Tip::new(*advice));
            }
            Err(error) => {
                self.note = Some(Note { tone: Tone::Refusal, text: format!("No hint: {error}.") });
            }
        }
    }

    /// Who else is playing, for the sentences of a hint.
    pub(crate) fn opponent(&self) -> &str {
        self.game().name(self.game().round().to_move().other())
    }
}

/// What can be played now: nothing once the round is over, though the position may have more.
fn legal_now(game: &Match) -> NumberSet {
    if game.round().is_over() {
        NumberSet::empty(game.rules().board())
    } else {
        game.round().record().position().legal()
    }
}

/// Where the cursor is put on a board that nobody has touched: on something that can be played.
fn cursor_of(record: &Record, legal: &NumberSet) -> Number {
    let standing = match record.position() {
        Position::Removal(position) => position.last(),
        Position::Race(race) => Some(race.token(race.to_move()).at),
    };
    let first = record.rules().board().numbers().next();
    legal
        .iter()
        .next()
        .or(standing)
        .or(first)
        .unwrap_or_else(|| unreachable!("a board has a number"))
}

fn list(numbers: &[Number]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

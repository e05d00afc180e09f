//! The board: a match, the cursor on it, what was typed and what is to be said.
//!
//! What may happen to the match, `divvy-match` decides; this asks it, passes events on, and keeps beside it what the
//! screen shows. `play` and `cursor` change the state, `layout` has the places, `picture` draws the numbers
//! (`card`, `digits`), `panel` what stands beside them, `captions` has what is said.

mod captions;
mod card;
mod cursor;
mod digits;
mod layout;
mod panel;
mod picture;
mod play;

use std::path::Path;

use divvy_match::{Action, Event, Match, Occupant};
use divvy_rules::Record;
use divvy_store::{SaveError, Session};
use ratatui::buffer::Buffer;

pub(crate) use self::captions::Head;
pub(crate) use self::card::{Card, Ground};
pub(crate) use self::cursor::Pointer;
pub(crate) use self::layout::BoardLayout;
pub(crate) use self::panel::spread;
pub(crate) use self::picture::{Marks, Picture, audience, letter, sign_of};
pub(crate) use self::play::{Hint, Step, Waiting};
use crate::command::{Command, Screen};
use crate::component::{Component, Effect, Input, Unavailable, explore, open};
use crate::explore::ExploreScreen;
use crate::help::HelpPage;
use crate::save::SavePage;
use crate::view::View;
use crate::work::Task;

/// Rows below the numbers: about the number under the cursor, and of the panel if it is there.
pub(crate) const BOTTOM: [u16; 2] = [1, 3];

/// How many times the screen is drawn while a number lights up.
const LIT: u8 = 5;

#[derive(Debug)]
pub(crate) struct BoardScreen {
    session: Session,
    pub(crate) pointer: Pointer,
    /// What has just happened, and what can be played. To list that takes time on the largest boards.
    so_far: String,
    hint: Option<Hint>,
    /// A move of a bot or program could not be made, and a person has to decide what now.
    stuck: bool,
    /// How long the last number still lights up.
    pub(crate) lit: u8,
}

impl BoardScreen {
    pub(crate) fn new(session: Session) -> Self {
        let mut board = Self {
            pointer: Pointer::new(session.game().round().record()),
            session,
            so_far: String::new(),
            hint: None,
            stuck: false,
            lit: 0,
        };
        board.changed();
        board
    }

    pub(crate) const fn game(&self) -> &Match {
        self.session.game()
    }

    fn record(&self) -> &Record {
        self.game().round().record()
    }

    fn is_over(&self) -> bool {
        self.game().round().is_over()
    }

    /// Whether an action of the match is possible for the person at the keyboard: the one to move, or the only one.
    fn may(&self, action: Action) -> Result<(), Unavailable> {
        let game = self.game();
        match (game.person(), action) {
            (Some(person), _) => Ok(game.may(action, person)?),
            // A match between programs is watched.
            (None, Action::NextRound | Action::Review) => {
                Ok(game.may(action, game.round().to_move())?)
            }
            (None, _) => Err("No person takes part in this match.".into()),
        }
    }

    fn is_persons_turn(&self) -> bool {
        self.may(Action::Move).is_ok()
    }

    /// Whether the match can be gone on with later.
    pub(crate) fn is_kept(&self) -> bool {
        !self.game().is_finished() && !self.game().is_untouched()
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

    pub(crate) fn save_copy(&mut self, path: &Path) {
        match self.session.save_copy(path) {
            Ok(()) => {
                let is_finished = self.session.game().is_finished();
                self.pointer
                    .say(divvy_words::copy_is_saved(is_finished, &path.display().to_string()));
            }
            Err(error) => self.pointer.fail(format!("Not saved: {error}")),
        }
    }

    /// The hint, once so much of it is asked for.
    fn hint_from(&self, step: Step) -> Option<&Hint> {
        self.hint.as_ref().filter(|hint| hint.shown >= step)
    }

    fn layout(&self, view: &View) -> BoardLayout {
        BoardLayout::new(view, self.game().rules().board(), BOTTOM)
    }

    fn picture(&self, view: &View) -> Picture<'_> {
        Picture {
            game: self.game(),
            record: self.record(),
            pointer: &self.pointer,
            cursor: (!self.is_over()).then_some(self.pointer.cursor),
            marks: self.hint_from(Step::Move).map_or(Marks::None, Marks::Hint),
            muted: !self.is_persons_turn(),
            hidden: view.hides_playable && !self.is_over(),
            lit: self.lit % 2 == 1,
        }
    }

    fn command(&mut self, command: Command, view: &mut View) -> Option<Effect> {
        match command {
            Command::NextLegal | Command::PreviousLegal if view.hides_playable => {
                let key = view.key(Command::Hide);
                self.pointer.say(format!("What can be played is hidden: {key} shows it."));
            }
            Command::Choose if self.is_over() => self.next_round(view),
            Command::Choose if self.stuck => self.stuck = false,
            Command::Choose => self.play(view),
            Command::Undo => self.go_back_or_on(Event::Undone { plies: None }, view),
            Command::Redo => self.go_back_or_on(Event::Redone, view),
            Command::Resign => self.resign(view),
            Command::Back => self.dismiss(),
            Command::Hint => return self.hint(view),
            Command::Review => return explore(ExploreScreen::review(self.game().clone())),
            Command::Explore => return explore(ExploreScreen::new(self.game().clone())),
            Command::Save => return open(SavePage::new(self.game().rules().game())),
            Command::Help => {
                let word = self.layout(view).grid.is_word();
                return open(HelpPage::new(self.screen(), Some(self.game().rules()), word));
            }
            // Each takes what is its own.
            _ => {
                self.pointer.command(command, &self.layout(view).grid);
                return Some(Effect::Ask(command));
            }
        }
        None
    }

    /// Forgets what was typed, or the hint, or the message: what is most in the way.
    fn dismiss(&mut self) {
        if !self.pointer.typed.is_empty() {
            self.pointer.typed.clear();
        } else if self.hint.take().is_none() {
            self.pointer.note = None;
        }
    }
}

impl Component for BoardScreen {
    fn screen(&self) -> Screen {
        match self.is_over() {
            true if self.game().is_finished() => Screen::Over,
            true => Screen::RoundOver,
            false => Screen::Playing,
        }
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let action = match command {
            Command::Choose if self.is_over() => Action::NextRound,
            Command::Choose if self.stuck => return Ok(()),
            Command::Choose | Command::NextLegal | Command::PreviousLegal => Action::Move,
            Command::Undo => Action::Undo,
            Command::Redo => Action::Redo,
            Command::Resign => Action::Resign,
            Command::Hint if self.hint_from(Step::Reason).is_some() => {
                return Err("The hint has nothing more to say.".into());
            }
            Command::Hint => Action::Hint,
            Command::Review => Action::Review,
            Command::Explore if self.is_over() => Action::Review,
            Command::Explore => Action::Hint,
            // A rematch is another match, and this one is kept.
            _ => return Ok(()),
        };
        let only_looks = matches!(command, Command::NextLegal | Command::PreviousLegal);
        self.may(action).or_else(|why| if only_looks && why.passing { Ok(()) } else { Err(why) })
    }

    fn refuse(&mut self, why: Unavailable) {
        self.pointer.say(why.text);
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit() && !self.is_over()
    }

    fn handle(&mut self, input: Input, view: &mut View) -> Option<Effect> {
        match input {
            Input::Tick => {
                self.lit = self.lit.saturating_sub(1);
                return None;
            }
            Input::Done { result, .. } => {
                self.done(result, view);
                return None;
            }
            Input::Command(Command::Resign) | Input::Hover(_) => {}
            _ if self.is_resigning() => self.pointer.note = None,
            _ => {}
        }
        match input {
            Input::Command(command) => return self.command(command, view),
            Input::Press(at) => {
                let grid = self.layout(view).grid;
                grid.number_at(self.pointer.top, at)?;
                self.pointer.input(&Input::Hover(at), &grid);
                self.pointer.typed.clear();
                match self.may(Action::Move) {
                    _ if self.is_over() => {}
                    Ok(()) => self.play(view),
                    Err(why) => self.refuse(why),
                }
            }
            _ => self.pointer.input(&input, &self.layout(view).grid),
        }
        None
    }

    /// Keeps the cursor or the last move in sight, and asks for the move of a bot or program.
    fn settle(&mut self, view: &View) -> Option<Effect> {
        if !view.is_cramped() {
            self.pointer.settle(&self.layout(view).grid);
        }
        let round = self.game().round();
        let person = *self.game().occupant(round.to_move()) == Occupant::Human;
        let idle = view.waiting.is_some() || self.stuck || round.is_over() || person;
        (!idle).then(|| Effect::Work(Task::Move(Box::new(self.game().clone()), view.pause)))
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let layout = self.layout(view);
        self.picture(view).draw(buffer, view, &layout);
        self.draw_captions(buffer, view, &layout);
    }
}

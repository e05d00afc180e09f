//! What every screen is made of: the commands it has and which of them are possible now, how it reacts to input, and how
//! it is drawn. A component changes nothing but itself; what concerns the whole program it asks for with an [`Effect`].

use std::any::Any;
use std::fmt::Debug;
use std::path::PathBuf;

use divvy_match::{Denied, Proposal};
use divvy_rules::Record;
use divvy_words::capitalized;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use crate::command::{Command, Screen};
use crate::explore::ExploreScreen;
use crate::memory::KeptChain;
use crate::view::View;
use crate::work::{JobResult, Task};

/// How the program is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// By asking to.
    Quit,
    /// With Ctrl-C.
    Interrupted,
    /// Because the system asked for it, with this signal.
    Signal(i32),
    /// The terminal was gone.
    InputEnded,
}

/// Everything that can change the state.
#[derive(Debug)]
pub enum Input {
    /// A key or an entry of the help line.
    Command(Command),
    /// A letter or digit, where text or a number is typed.
    Text(char),
    /// The last letter is to go.
    Erase,
    /// The mouse is here.
    Hover(Position),
    /// The mouse was pressed here.
    Press(Position),
    /// The wheel was turned by so many rows, down if positive.
    Scroll(isize),
    /// The window has this size now.
    Resize(Size),
    /// Time has passed while a job is under way.
    Tick,
    /// A job is not done yet, but so far.
    Progress {
        /// The job.
        ticket: u64,
        /// Moves done.
        done: usize,
    },
    /// A job is done.
    Done {
        /// The job.
        ticket: u64,
        /// What was found out.
        result: JobResult,
    },
    /// The program is to end, whatever is on the screen.
    Depart(Departure),
}

#[derive(Debug)]
pub(crate) enum Effect {
    Begin(Box<Proposal>),
    /// A game that goes on from here.
    PlayOn(Box<Record>),
    Resume(PathBuf),
    /// The longest chain, on 1 to 100.
    Chain,
    /// The player's chain is kept until the next time.
    KeepChain(KeptChain),
    /// As it was left, if it was.
    Explore(Box<ExploreScreen>),
    Work(Task),
    Open(Box<dyn Component>),
    SaveCopy(PathBuf),
    /// The screen below this one.
    Close,
    /// This saved match is not wanted any more.
    Forget(PathBuf),
    /// What a command means for the whole program.
    Ask(Command),
    Depart(Departure),
}

/// Why a command is not possible now.
#[derive(Clone, Debug)]
pub(crate) struct Unavailable {
    pub(crate) text: String,
    /// It will be possible after the opponent's move.
    pub(crate) passing: bool,
}

impl From<Denied> for Unavailable {
    fn from(denied: Denied) -> Self {
        let passing = denied == Denied::NotYourTurn;
        Self { text: capitalized(divvy_words::denied(denied)) + ".", passing }
    }
}

impl From<&str> for Unavailable {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), passing: false }
    }
}

/// A screen, or a page above one.
pub(crate) trait Component: Any + Debug {
    /// What it is now. That decides what keys mean, and what the help page lists.
    fn screen(&self) -> Screen;

    /// Whether a command is possible now. The help line shows those that are.
    fn enabled(&self, _command: Command) -> Result<(), Unavailable> {
        Ok(())
    }

    fn refuse(&mut self, _why: Unavailable) {}

    /// What the help line calls a command now, given what it usually does.
    fn label(&self, _command: Command, usual: &'static str) -> &'static str {
        usual
    }

    /// Whether this character is text here, and not the key of a command.
    fn takes(&self, _c: char) -> bool {
        false
    }

    /// Reacts to an input. Commands are enabled when they arrive here.
    fn handle(&mut self, input: Input, view: &mut View) -> Option<Effect>;

    /// What has to follow after every input, whichever component it was for.
    fn settle(&mut self, _view: &View) -> Option<Effect> {
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View);
}

pub(crate) fn open(component: impl Component + 'static) -> Option<Effect> {
    Some(Effect::Open(Box::new(component)))
}

pub(crate) fn explore(screen: ExploreScreen) -> Option<Effect> {
    Some(Effect::Explore(Box::new(screen)))
}

//! Everything that can change the state.

use divvy_rules::Number;
use ratatui::layout::Size;

use crate::command::Command;
use crate::work::Answer;

/// Something that happened, understood.
#[derive(Debug)]
pub enum Action {
    /// Somebody asked for this.
    Do(Command),
    /// A letter or digit, where text or a number is typed.
    Type(char),
    /// The last letter again.
    Erase,
    /// The mouse is on a number.
    Point(Number),
    /// The mouse was pressed on a number.
    Play(Number),
    /// The mouse is on a line of a list.
    Select(usize),
    /// The mouse was pressed on a game.
    Pick(usize),
    /// The mouse was pressed on a choice.
    Change {
        /// The line of the form.
        field: usize,
        /// To the next choice, not to the one before.
        forward: bool,
    },
    /// The mouse was pressed on a move of the review.
    GoTo(usize),
    /// The wheel was turned by so many rows, down if positive.
    Scroll(i64),
    /// The window has this size now.
    Resize(Size),
    /// Time has passed while something is awaited.
    Tick,
    /// A job is not done yet, but so far.
    Progress {
        /// The job.
        ticket: u64,
        /// Moves done.
        done: usize,
    },
    /// A job is done.
    Answered {
        /// The job.
        ticket: u64,
        /// What was found out.
        answer: Answer,
    },
    /// Ctrl-C.
    Interrupt,
    /// The system asks the program to end, with this signal.
    Stop(i32),
    /// The terminal is gone.
    InputEnded,
}

//! What takes time: the moves of bots and programs, hints and reviews. It is asked for as a [`Job`] and comes
//! back as an [`Answer`]; in between the board stays alive.

use std::time::{Duration, Instant};

use divvy_play::{Advice, Choice, Match, Others, Review, TIME_LIMIT};
use divvy_rules::Record;
use divvy_solver::TooLarge;

/// Something to think about.
#[derive(Debug)]
pub struct Job {
    /// Which answer belongs to it.
    pub ticket: u64,
    /// The match it is about: programs are started anew for each.
    pub table: u64,
    /// What to find out.
    pub task: Task,
}

/// What to find out.
#[derive(Debug)]
pub enum Task {
    /// The move of whoever is to move, not sooner than after the pause.
    Move(Box<Match>, Duration),
    /// Who wins, and how.
    Hint(Box<Record>),
    /// The whole game, move by move.
    Review(Box<Record>),
}

/// What was found out.
#[derive(Debug)]
pub enum Answer {
    /// The move.
    Move(Result<Choice, TooLarge>),
    /// Who wins, and how.
    Hint(Result<Box<Advice>, TooLarge>),
    /// The game, move by move.
    Review(Result<Box<Review>, TooLarge>),
}

/// Works on jobs, one after the other, and remembers what helps with the next.
#[derive(Debug)]
pub struct Thinker {
    table: u64,
    others: Others,
}

fn nobody() -> Others {
    Others::new(TIME_LIMIT).quiet()
}

impl Default for Thinker {
    fn default() -> Self {
        Self { table: 0, others: nobody() }
    }
}

impl Thinker {
    /// The answer to a job. `go_on` hears how many moves of a review are done; once it says no, there is no
    /// answer.
    pub fn work(&mut self, job: Job, go_on: impl FnMut(usize) -> bool) -> Option<Answer> {
        if self.table != job.table {
            // The programs of the match before end here.
            *self = Self { table: job.table, others: nobody() };
        }
        match job.task {
            Task::Move(game, pause) => {
                let begun = Instant::now();
                let choice = self.others.choose(&game);
                std::thread::sleep(pause.saturating_sub(begun.elapsed()));
                Some(Answer::Move(choice))
            }
            Task::Hint(record) => {
                let solver = self.others.computer.solver(&record);
                Some(Answer::Hint(solver.map(|solver| Box::new(Advice::of(solver)))))
            }
            Task::Review(record) => {
                let review = Review::watched(&record, go_on).transpose()?;
                Some(Answer::Review(review.map(Box::new)))
            }
        }
    }
}

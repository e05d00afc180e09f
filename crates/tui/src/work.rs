//! What takes time: the moves of bots and programs, hints and reviews. The state asks for it with a [`Job`] and gets a
//! [`JobResult`] as an input; in between the board stays alive.

use std::time::{Duration, Instant};

use divvy_analysis::{Advice, Computer, Review};
use divvy_match::{Choice, Match, Players};
use divvy_rules::Record;
use divvy_solver::TooLarge;

/// Something to work out.
#[derive(Debug)]
pub struct Job {
    /// Which result belongs to it.
    pub ticket: u64,
    /// The board that asks: programs are started anew for each.
    pub board: u64,
    /// What to find out.
    pub task: Task,
}

/// What to find out.
#[derive(Debug)]
pub enum Task {
    /// The move of the bot or program to move, not sooner than after the pause.
    Move(Box<Match>, Duration),
    /// Who wins, and how.
    Hint(Box<Record>),
    /// The whole game, move by move.
    Review(Box<Record>),
}

/// What was found out.
#[derive(Debug)]
pub enum JobResult {
    /// The move.
    Move(Choice),
    /// Who wins, and how.
    Hint(Result<Box<Advice>, TooLarge>),
    /// The game, move by move.
    Review(Result<Box<Review>, TooLarge>),
}

/// Works on jobs, one after the other, and remembers what helps with the next.
#[derive(Debug)]
pub struct Thinker {
    pub(crate) board: u64,
    players: Players,
    /// For hints.
    computer: Computer,
}

impl Default for Thinker {
    fn default() -> Self {
        Self::of(0)
    }
}

impl Thinker {
    fn of(board: u64) -> Self {
        let quiet = divvy_programs::Settings { quiet: true, ..divvy_programs::Settings::default() };
        let players = Players::new(divvy_programs::player_maker(quiet));
        Self { board, players, computer: Computer::default() }
    }

    /// The result of a job. `go_on` is told how many moves of a review are done; once it returns false, there is no
    /// result.
    pub fn work(&mut self, job: Job, mut go_on: impl FnMut(usize) -> bool) -> Option<JobResult> {
        if self.board != job.board {
            // The programs of the match before end here.
            *self = Self::of(job.board);
        }
        match job.task {
            Task::Move(game, pause) => {
                let begun = Instant::now();
                let choice = self.players.choose(&game);
                std::thread::sleep(pause.saturating_sub(begun.elapsed()));
                Some(JobResult::Move(choice))
            }
            Task::Hint(record) => {
                let solver = self.computer.solver(&record);
                Some(JobResult::Hint(solver.map(|solver| Box::new(Advice::of(solver)))))
            }
            Task::Review(record) => {
                let review = Review::watched(&record, |done| go_on(done.ply)).transpose()?;
                Some(JobResult::Review(review.map(Box::new)))
            }
        }
    }
}

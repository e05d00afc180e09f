//! What takes time: the moves of bots and programs, hints, and what is explored. The state asks for it with a [`Job`] and gets a
//! [`JobResult`] as an input; in between the board stays alive.

use std::time::{Duration, Instant};

use divvy_analysis::{Advice, Computer, Proof, Review};
use divvy_match::{Choice, Match, Players};
use divvy_paths::{Longest, LongestError};
use divvy_rules::{Number, Record, RemovalRules};
use divvy_solver::{Solver, TooLarge, Value};

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
    /// What each number is worth that can be played.
    Values(Box<Record>),
    /// Why a number wins or does not.
    Proof(Box<Record>, Number),
    /// The longest game.
    Longest(RemovalRules),
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
    /// What each number is worth that can be played here, ascending by number.
    Values(Box<Record>, Result<Vec<(Number, Value)>, TooLarge>),
    /// Why the number wins from here or does not.
    Proof(Box<Record>, Number, Result<Option<Proof>, TooLarge>),
    /// The longest game.
    Longest(Result<Longest, LongestError>),
}

/// The most bytes that the search for a longest game takes.
const MEMORY: u64 = 1 << 30;

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

    /// The result of a job. `go_on` is told how far a review or search has come; once it returns false, there is no
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
            Task::Values(record) => {
                let values = self.computer.solver(&record).map(Solver::values);
                Some(JobResult::Values(record, values))
            }
            Task::Proof(record, number) => {
                let proof = self.computer.solver(&record);
                let proof = proof.map(|solver| Proof::of(solver, number));
                Some(JobResult::Proof(record, number, proof))
            }
            Task::Longest(rules) => {
                let longest = Longest::of(rules, MEMORY, |searching| go_on(searching.done));
                Some(JobResult::Longest(longest))
            }
        }
    }
}

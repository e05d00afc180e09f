//! Runs the solver on blocking threads, with a bounded number of jobs; and plays the turns of bots with it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use divvy_analysis::{Advice, Computer, Review};
use divvy_match::{Bot, Event, Occupant};
use divvy_rules::Record;
use divvy_words::web;
use tokio::sync::Semaphore;

use crate::game::{GameEvent, GameState};
use crate::http::error::ApiError;
use crate::lock;
use crate::registry::{
    Decision, FIRST_RETRY, GameHandle, GameRegistry, LONGEST_RETRY, MAX_EVENTS, Updated,
};

/// The most jobs, running or queued.
const MAX_JOBS: usize = 256;

/// The most computers that are kept for the next move of their games.
const MAX_IDLE: usize = 16;

/// Limits how many jobs run at once and how many are queued.
#[derive(Debug)]
pub(crate) struct SolverPool {
    threads: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
    computers: Arc<Computers>,
}

impl SolverPool {
    pub(crate) fn new(threads: usize) -> Arc<Self> {
        let (threads, jobs) = (Semaphore::new(threads), Semaphore::new(MAX_JOBS));
        let (threads, jobs) = (Arc::new(threads), Arc::new(jobs));
        Arc::new(Self { threads, jobs, computers: Arc::default() })
    }

    /// Runs a job as soon as a thread is free. If the caller is dropped before that, the job does not run; if later, the
    /// flag that the job gets becomes true.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        const BUSY: ApiError = ApiError::Unavailable(web::SOLVER_IS_BUSY);
        let queued = Arc::clone(&self.jobs).try_acquire_owned().map_err(|_| BUSY)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| BUSY)?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let guard = CancelOnDrop(Arc::clone(&cancelled));
        let result = tokio::task::spawn_blocking(move || {
            // The permits are held as long as the job runs, even if its caller is gone.
            let _permits = (queued, thread);
            (!cancelled.load(Ordering::Relaxed)).then(|| job(&cancelled))
        });
        let result = result.await;
        drop(guard);
        result.ok().flatten().ok_or(ApiError::Unavailable(web::NOT_WORKED_OUT))
    }

    /// How many jobs run or are queued.
    pub(crate) fn jobs(&self) -> usize {
        MAX_JOBS.saturating_sub(self.jobs.available_permits())
    }

    pub(crate) async fn advice(&self, record: Record) -> Result<Advice, ApiError> {
        let computers = Arc::clone(&self.computers);
        let advice = self.run(move |_| {
            computers.with(&record, |computer| computer.solver(&record).map(Advice::of))
        });
        Ok(advice.await??)
    }

    pub(crate) async fn review(&self, record: Record) -> Result<Review, ApiError> {
        let review = self
            .run(move |cancelled| Review::watched(&record, |_| !cancelled.load(Ordering::Relaxed)));
        review.await??.ok_or(ApiError::Unavailable(web::REVIEW_CANCELLED))
    }

    /// Starts a task that moves for the bots of a game until a person is to move. May be called at any time: each game
    /// has at most one such task.
    pub(crate) fn play_bot_turns(
        self: &Arc<Self>,
        games: &Arc<GameRegistry>,
        handle: &Arc<GameHandle>,
    ) {
        if handle.bots_running.swap(true, Ordering::AcqRel) {
            return;
        }
        let (solver, games, handle) = (Arc::clone(self), Arc::clone(games), Arc::clone(handle));
        tokio::spawn(async move {
            loop {
                let done = solver.play_until_a_person_moves(&games, &handle).await;
                handle.bots_running.store(false, Ordering::Release);
                // A move may have been made just before the flag was cleared, without starting another task.
                let again = done && handle.read(BotTurn::of).await.is_some();
                if !again || handle.bots_running.swap(true, Ordering::AcqRel) {
                    return;
                }
            }
        });
    }

    /// Returns whether nothing is left for a bot to do; false if a move failed.
    async fn play_until_a_person_moves(
        &self,
        games: &Arc<GameRegistry>,
        handle: &Arc<GameHandle>,
    ) -> bool {
        let mut delay = FIRST_RETRY;
        while let Some(turn) = handle.read(BotTurn::of).await {
            match self.play(games, handle, turn).await {
                Ok(_) => delay = FIRST_RETRY,
                // The pool is busy or the storage cannot be reached: retry as long as a client waits.
                Err(ApiError::Unavailable(_)) if handle.has_subscribers() => {
                    tokio::time::sleep(delay).await;
                    delay = (delay * 2).min(LONGEST_RETRY);
                }
                Err(_) => return false,
            }
        }
        true
    }

    async fn play(
        &self,
        games: &Arc<GameRegistry>,
        handle: &Arc<GameHandle>,
        turn: BotTurn,
    ) -> Result<Updated, ApiError> {
        let BotTurn { version, bot, record, seed } = turn;
        let computers = Arc::clone(&self.computers);
        let choice = self
            .run(move |_| computers.with(&record, |computer| computer.choose(bot, &record, seed)));
        let number = choice.await??.ok_or(ApiError::NotFound(web::NO_MOVE_TO_MAKE))?;
        let played = games.update(handle, None, |state| {
            // The game may have changed while the bot was thinking.
            Ok(match state.version == version {
                true => Decision::Apply(GameEvent::Match(Event::Moved { number: number.get() })),
                false => Decision::Stale,
            })
        });
        played.await
    }
}

/// Computers that have worked on a game and know it up to some move, the one that was used last at the end. They go on
/// from there, so that the game need not be solved anew for each move.
#[derive(Debug, Default)]
struct Computers(Mutex<Vec<(Record, Computer)>>);

impl Computers {
    /// Works on a position, with the computer that knows the game or a new one.
    fn with<T>(&self, record: &Record, work: impl FnOnce(&mut Computer) -> T) -> T {
        let known = {
            let mut idle = lock(&self.0);
            let leads_here = |known: &Record| {
                known.rules() == record.rules() && record.moves().starts_with(known.moves())
            };
            let longest = (0..idle.len())
                .filter(|&index| leads_here(&idle[index].0))
                .max_by_key(|&index| idle[index].0.moves().len());
            longest.map(|index| idle.remove(index).1)
        };
        // Not under the lock. If the work panics, the computer is dropped.
        let mut computer = known.unwrap_or_default();
        let result = work(&mut computer);
        let record = record.clone();
        let mut idle = lock(&self.0);
        idle.push((record, computer));
        if idle.len() > MAX_IDLE {
            idle.remove(0);
        }
        result
    }
}

struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a bot needs to choose a move.
struct BotTurn {
    version: u32,
    bot: Bot,
    record: Record,
    seed: u64,
}

impl BotTurn {
    /// `None` if it is not a bot's turn.
    fn of(state: &GameState) -> Option<Self> {
        let match_ = &state.match_;
        let round = match_.round();
        match match_.occupant(round.to_move()) {
            Occupant::Bot(bot) if !round.is_over() && state.version < MAX_EVENTS => Some(Self {
                version: state.version,
                bot: *bot,
                record: round.record().clone(),
                seed: match_.move_seed(),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn record(text: &str) -> Record {
        text.parse().unwrap()
    }

    /// The boards that the pool knows, with the number of moves.
    fn known(computers: &Computers) -> Vec<String> {
        lock(&computers.0).iter().map(|(record, _)| record.to_string()).collect()
    }

    #[test]
    fn a_computer_goes_on_with_its_game() {
        let computers = Computers::default();
        let choose = |text: &str| {
            let record = record(text);
            let chosen = computers.with(&record, |one| one.choose(Bot::Perfect, &record, 1));
            let alone = Computer::default().choose(Bot::Perfect, &record, 1);
            assert_eq!(chosen.unwrap(), alone.unwrap(), "{text}");
        };
        choose("multiple-madness:6,3");
        choose("multiple-madness:6,3,9,1");
        assert_eq!(known(&computers), ["multiple-madness:6,3,9,1"]);
        // Another game, and one that was taken back.
        choose("multiple-madness:11");
        choose("chain-reaction:6,3,9,1");
        assert_eq!(known(&computers).len(), 3);
        choose("multiple-madness:11,1");
        assert_eq!(known(&computers).len(), 3);
        for size in 10..40 {
            choose(&format!("sequence-duel;size={size}:6"));
        }
        assert_eq!(known(&computers).len(), MAX_IDLE);
    }
}

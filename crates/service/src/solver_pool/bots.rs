//! Plays the turns of bots.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use divvy_match::Event;
use divvy_table::{Decision, GameError, GameState, Subject};
use divvy_words::web;

use super::SolverPool;
use super::queue::JobKind;
use crate::Service;
use crate::registry::{FIRST_RETRY, Handle, LONGEST_RETRY, Registry};

impl Service {
    /// Starts a task that moves for the bots of a game until a person is to move. May be called at any time: each game
    /// has at most one such task. Its work counts for the address whose request started it.
    pub fn play_bot_turns(&self, handle: &Arc<Handle<GameState>>, address: IpAddr) {
        if handle.bots_running.swap(true, Ordering::AcqRel) {
            return;
        }
        let (solver, games) = (Arc::clone(&self.solver), Arc::clone(&self.games));
        let handle = Arc::clone(handle);
        tokio::spawn(async move {
            let mut delay = FIRST_RETRY;
            loop {
                match play_turn(&solver, &games, &handle, address).await {
                    Ok(true) => delay = FIRST_RETRY,
                    Ok(false) => {
                        handle.bots_running.store(false, Ordering::Release);
                        // A move may have been made just before the flag was cleared, without starting another task.
                        let again = handle.read(|state| state.bot_to_move().is_some()).await;
                        if !again || handle.bots_running.swap(true, Ordering::AcqRel) {
                            return;
                        }
                    }
                    // The pool is busy or the storage cannot be reached: retry as long as a client waits.
                    Err(GameError::Unavailable(_) | GameError::OverLimit(..))
                        if handle.has_subscribers() =>
                    {
                        tokio::time::sleep(delay).await;
                        delay = (delay * 2).min(LONGEST_RETRY);
                    }
                    Err(_) => return handle.bots_running.store(false, Ordering::Release),
                }
            }
        });
    }
}

/// Moves for the bot that is to move; returns whether there is one.
async fn play_turn(
    solver: &Arc<SolverPool>,
    games: &Arc<Registry<GameState>>,
    handle: &Arc<Handle<GameState>>,
    address: IpAddr,
) -> Result<bool, GameError> {
    let turn = handle.read(|state| {
        let (game, bot) = (state.game(), state.bot_to_move()?);
        Some((bot, state.version(), game.round().record().clone(), game.move_seed()))
    });
    let Some((bot, version, record, seed)) = turn.await else { return Ok(false) };
    let computers = Arc::clone(&solver.computers);
    let choice = solver.run(JobKind::Bot, address, move || {
        computers.with(&record, |computer| computer.choose(bot, &record, seed))
    });
    let number = choice.await??.ok_or(GameError::NotFound(web::NO_MOVE_TO_MAKE))?;
    let played = games.update(handle, None, |state| {
        // The game may have changed while the bot was thinking.
        Ok(match state.version() == version {
            true => Decision::Apply(Event::Moved { number: number.get() }.into()),
            false => Decision::Stale,
        })
    });
    played.await.map(|_| true)
}

//! Plays the turns of bots.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use divvy_match::{Bot, Event, Occupant};
use divvy_rules::Record;
use divvy_table::{Decision, GameError, GameState, MAX_EVENTS, Subject};
use divvy_words::web;

use super::SolverPool;
use super::queue::JobKind;
use crate::Service;
use crate::registry::{FIRST_RETRY, Handle, LONGEST_RETRY, Registry, Updated};

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
                let Some(turn) = handle.read(BotTurn::of).await else {
                    handle.bots_running.store(false, Ordering::Release);
                    // A move may have been made just before the flag was cleared, without starting another task.
                    let again = handle.read(BotTurn::of).await.is_some();
                    if !again || handle.bots_running.swap(true, Ordering::AcqRel) {
                        return;
                    }
                    continue;
                };
                match solver.play(&games, &handle, address, turn).await {
                    Ok(_) => delay = FIRST_RETRY,
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

impl SolverPool {
    async fn play(
        self: &Arc<Self>,
        games: &Arc<Registry<GameState>>,
        handle: &Arc<Handle<GameState>>,
        address: IpAddr,
        turn: BotTurn,
    ) -> Result<Updated, GameError> {
        let BotTurn { version, bot, record, seed } = turn;
        let computers = Arc::clone(&self.computers);
        let choice = self.run(JobKind::Bot, address, move || {
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
        played.await
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
        let (game, version) = (state.game(), state.version());
        let round = game.round();
        let Occupant::Bot(bot) = *game.occupant(round.to_move()) else { return None };
        let waits = !state.is_ended() && !round.is_over() && version < MAX_EVENTS;
        let (record, seed) = (round.record(), game.move_seed());
        waits.then(|| Self { version, bot, record: record.clone(), seed })
    }
}

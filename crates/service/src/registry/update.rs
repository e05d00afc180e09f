//! The one way in which a game changes: decide, store, apply, publish.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use divvy_table::{Decision, GameError, GameId, SeatToken, Subject};
use divvy_words::web;
use tokio::sync::OwnedMutexGuard;
use tracing::Instrument;

use super::{Handle, Registry, Snapshot, new_game, unavailable};
use crate::now;
use crate::storage::{GameWrite, StoredEvent, WriteOutcome};

/// The outcome of [`Registry::update`], with the state after it.
#[derive(Debug)]
pub enum Updated {
    /// What was asked for is stored and applied.
    Applied(Snapshot),
    /// Nothing was changed: the request refers to an older version of the game.
    Stale(Snapshot),
}

impl<S: Subject> Registry<S> {
    /// Changes a game as `decide` says. It sees the current state, which no other task changes before the event is applied;
    /// if another process stores an event first, it is asked again in the state after that. After an error nothing has
    /// changed, except that an event may be stored although the storage did not confirm it.
    pub async fn update(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        token: Option<&SeatToken>,
        mut decide: impl FnMut(&S) -> Result<Decision<S>, GameError> + Send,
    ) -> Result<Updated, GameError> {
        let since = Instant::now();
        let mut decide = |state: &S| {
            let decision = decide(state)?;
            if let Decision::Apply(event) | Decision::ApplyAndCreate(event, ..) = &decision {
                state.check(event)?;
            }
            Ok::<_, GameError>(decision)
        };
        loop {
            let mut state = Arc::clone(&handle.state).lock_owned().await;
            if handle.outdated.load(Ordering::SeqCst) {
                self.refresh(handle, &mut state).await?;
            }
            let mut decision = decide(&state);
            if !matches!(decision, Ok(Decision::Apply(_) | Decision::ApplyAndCreate(..))) {
                // A change finds out by its number whether the state lacks events; any other answer has to ask.
                let version = state.version();
                self.bring_up_to_date(handle, &mut state, since).await?;
                if state.version() != version {
                    decision = decide(&state);
                }
            }
            let (event, new) = match decision? {
                Decision::Apply(event) => (event, None),
                Decision::ApplyAndCreate(event, id, setup) => (event, Some((id, *setup))),
                Decision::Done => {
                    return Ok(Updated::Applied(handle.snapshot_of(&state, token)));
                }
                Decision::Stale => return Ok(Updated::Stale(handle.snapshot_of(&state, token))),
            };
            let (games, handle, token) = (Arc::clone(self), Arc::clone(handle), token.cloned());
            // In a task of its own: once the event is durable it must be applied, even if the client has disconnected.
            let store =
                async move { games.store(&handle, token.as_ref(), state, &event, new).await };
            let stored = tokio::spawn(store.in_current_span());
            let stored = stored.await.unwrap_or(Err(GameError::Unavailable(web::NOT_DONE)))?;
            if let Some(snapshot) = stored {
                return Ok(Updated::Applied(snapshot));
            }
        }
    }

    /// Stores an event that the state accepts, with the game that it begins, and applies it. The guard keeps other changes
    /// out. `None` if another process was faster; the state has its events then.
    async fn store(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        token: Option<&SeatToken>,
        mut state: OwnedMutexGuard<S>,
        event: &S::Event,
        begun: Option<(GameId, S::Setup)>,
    ) -> Result<Option<Snapshot>, GameError> {
        let text = serde_json::to_string(event)
            .map_err(|_| GameError::Unavailable(web::EVENT_HAS_NO_TEXT))?;
        let (id, number) = (handle.id.clone(), state.version() + 1);
        let stored = StoredEvent { number, at: now(), text };
        let begins = begun.as_ref().map(|(new, setup)| new_game(new, setup)).transpose()?;
        let write = GameWrite::Append { id, event: stored, begins };
        let confirmed = Instant::now();
        match self.writes.write(write).await {
            Ok(WriteOutcome::Stored) => {
                state.apply(event)?;
                if let Some((new, setup)) = begun {
                    self.insert(new, S::new(setup), confirmed);
                }
                handle.publish(&state);
                Ok(Some(handle.snapshot_of(&state, token)))
            }
            Ok(WriteOutcome::Conflict) => {
                self.refresh(handle, &mut state).await?;
                if state.version() < number {
                    // No other process was faster: the game was deleted because it had been inactive for long.
                    self.close(handle);
                    return Err(GameError::NotFound(web::GAME_IS_DELETED));
                }
                Ok(None)
            }
            Err(error) => {
                self.warn_of(&error, &handle.id, "an event could not be stored");
                // It may be stored all the same.
                self.refresh_in_background(handle);
                Err(unavailable(error))
            }
        }
    }
}

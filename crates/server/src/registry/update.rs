//! The one way in which a game changes: decide, store, apply, publish.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use divvy_match::Event;
use divvy_words::web;
use tokio::sync::OwnedMutexGuard;
use tracing::Instrument;

use super::{GameHandle, GameRegistry, Snapshot, new_game, now};
use crate::game::token::SeatToken;
use crate::game::{GameEvent, GameSetup, GameState};
use crate::http::error::ApiError;
use crate::storage::{GameId, GameWrite, StoredEvent, WriteOutcome};

/// The most events of one game. Undoing and repeating moves could otherwise go on without end, and loading a game
/// replays all of its events. A series of a thousand rounds on the default board has fewer.
pub(crate) const MAX_EVENTS: u32 = 20_000;

/// What a request does to a game, decided in its current state.
#[derive(Debug)]
pub(crate) enum Decision {
    /// It causes this event.
    Apply(GameEvent),
    /// It begins the rematch, as a game with this id and setup.
    BeginRematch(GameId, Box<GameSetup>),
    /// What it asks for is done already.
    Done,
    /// It refers to an older version of the game.
    Stale,
}

/// The outcome of [`GameRegistry::update`], with the state after it.
#[derive(Debug)]
pub(crate) enum Updated {
    /// What was asked for is stored and applied.
    Applied(Snapshot),
    /// Nothing was changed: the request refers to an older version of the game.
    Stale(Snapshot),
}

/// What became of an event that was to be stored.
enum Stored {
    Applied(Snapshot),
    /// Another process was faster. The state has its events now.
    Conflict,
}

impl GameRegistry {
    /// Changes a game as `decide` says. It sees the current state, which no other task changes before the event is applied;
    /// if another process stores an event first, it is asked again in the state after that. After an error nothing has
    /// changed, except that an event may be stored although the storage did not confirm it.
    pub(crate) async fn update(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        token: Option<&SeatToken>,
        mut decide: impl FnMut(&GameState) -> Result<Decision, ApiError> + Send,
    ) -> Result<Updated, ApiError> {
        let since = Instant::now();
        loop {
            let mut state = Arc::clone(&handle.state).lock_owned().await;
            if handle.outdated.load(Ordering::SeqCst) {
                self.refresh(handle, &mut state).await?;
            }
            let mut decision = checked(&state, decide(&state));
            if !matches!(decision, Ok(Decision::Apply(_) | Decision::BeginRematch(..))) {
                // A change finds out by its number whether the state lacks events; any other answer has to ask.
                let version = state.version;
                self.bring_up_to_date(handle, &mut state, since).await?;
                if state.version != version {
                    decision = checked(&state, decide(&state));
                }
            }
            let (event, rematch) = match decision? {
                Decision::Apply(event) => (event, None),
                Decision::BeginRematch(id, setup) => (rematched(&id), Some((id, *setup))),
                Decision::Done => {
                    return Ok(Updated::Applied(handle.snapshot_of(&state, token)));
                }
                Decision::Stale => return Ok(Updated::Stale(handle.snapshot_of(&state, token))),
            };
            let (games, handle, token) = (Arc::clone(self), Arc::clone(handle), token.cloned());
            // In a task of its own: once the event is durable it must be applied, even if the client has disconnected.
            let store =
                async move { games.store(&handle, token.as_ref(), state, &event, rematch).await };
            let stored = tokio::spawn(store.in_current_span());
            match stored.await.unwrap_or(Err(ApiError::Unavailable(web::NOT_DONE)))? {
                Stored::Applied(snapshot) => return Ok(Updated::Applied(snapshot)),
                Stored::Conflict => {}
            }
        }
    }

    /// Stores an event that the state accepts, with the rematch that it begins, and applies it if that succeeds. The guard
    /// keeps other changes out.
    async fn store(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        token: Option<&SeatToken>,
        mut state: OwnedMutexGuard<GameState>,
        event: &GameEvent,
        rematch: Option<(GameId, GameSetup)>,
    ) -> Result<Stored, ApiError> {
        let text = serde_json::to_string(event)
            .map_err(|_| ApiError::Unavailable(web::EVENT_HAS_NO_TEXT))?;
        let (id, number) = (handle.id.clone(), state.version + 1);
        let stored = StoredEvent { number, at: now(), text };
        let write = match &rematch {
            None => GameWrite::Append { id, event: stored },
            Some((new, setup)) => {
                let new = new_game(new, setup)?;
                GameWrite::AppendAndCreate { id, event: stored, new }
            }
        };
        let confirmed = Instant::now();
        match self.writes.write(write).await {
            Ok(WriteOutcome::Stored) => {
                state.apply(event)?;
                if let Some((new, setup)) = rematch {
                    self.insert(new, setup, confirmed);
                }
                handle.publish(&state);
                Ok(Stored::Applied(handle.snapshot_of(&state, token)))
            }
            Ok(WriteOutcome::Conflict) => {
                self.refresh(handle, &mut state).await?;
                if state.version < number {
                    // No other process was faster: the game was deleted because it had been inactive for long.
                    self.close(handle);
                    return Err(ApiError::NotFound(web::GAME_IS_DELETED));
                }
                Ok(Stored::Conflict)
            }
            Err(error) => {
                self.warn_of(&error, &handle.id, "an event could not be stored");
                // It may be stored all the same.
                self.refresh_in_background(handle);
                Err(error.into())
            }
        }
    }
}

/// The event that links a game to its rematch.
fn rematched(id: &GameId) -> GameEvent {
    GameEvent::Rematched { game: id.to_string() }
}

/// The decision, unless the state does not accept its event.
fn checked(state: &GameState, decision: Result<Decision, ApiError>) -> Result<Decision, ApiError> {
    let decision = decision?;
    let check = |event: &GameEvent| {
        if state.version >= MAX_EVENTS && !is_allowed_after_limit(state, event) {
            return Err(ApiError::Refused(web::most_events(MAX_EVENTS)));
        }
        Ok(state.check(event)?)
    };
    match &decision {
        Decision::Apply(event) => check(event)?,
        Decision::BeginRematch(id, _) => check(&rematched(id))?,
        Decision::Done | Decision::Stale => {}
    }
    Ok(decision)
}

/// Whether an event is accepted after the limit of events: what brings a match that has become too long to its end, and the
/// rematch after it. Each of these ends something, so that there is an end to them too: offers and refusals of a rematch
/// could follow each other for ever.
const fn is_allowed_after_limit(state: &GameState, event: &GameEvent) -> bool {
    match event {
        GameEvent::Match(Event::Resigned { .. } | Event::NextRound)
        | GameEvent::UndoDeclined
        | GameEvent::RematchDeclined
        | GameEvent::Rematched { .. }
        | GameEvent::Ended => true,
        GameEvent::RematchOffered { .. } => state.rematch.is_none(),
        GameEvent::Match(_)
        | GameEvent::Joined { .. }
        | GameEvent::Invited { .. }
        | GameEvent::UndoAsked { .. } => false,
    }
}

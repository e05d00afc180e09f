//! Work for the solver: bounded, off the threads that serve requests, and dropped when nobody waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use divvy_play::{Advice, Computer, Occupant, Review};
use divvy_rules::{Number, Record};
use divvy_solver::TooLarge;
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::game::{Event, Table};
use crate::hub::{Hub, Live};

/// How many questions may wait for a place.
const WAITING: usize = 256;

/// Places to think at.
#[derive(Debug)]
pub(crate) struct Thinking {
    places: Semaphore,
    queue: Semaphore,
}

impl Thinking {
    /// With so many places.
    pub(crate) fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { places: Semaphore::new(places), queue: Semaphore::new(WAITING) })
    }

    /// Does some work when there is a place. A caller who leaves before has asked for nothing; the flag tells the
    /// work that its caller has left.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        const BUSY: ApiError = ApiError::Unavailable("too much to think about; try again");
        let _waiting = self.queue.try_acquire().map_err(|_| BUSY)?;
        let _place = self.places.acquire().await.map_err(|_| BUSY)?;
        let left = Arc::new(AtomicBool::new(false));
        let guard = Left(Arc::clone(&left));
        let result = tokio::task::spawn_blocking(move || work(&left)).await;
        drop(guard);
        result.map_err(|_| ApiError::Unavailable("this could not be worked out"))
    }

    pub(crate) async fn advice(&self, record: Record) -> Result<Advice, ApiError> {
        let advice = self.work(move |_| {
            let mut computer = Computer::default();
            computer.solver(&record).map(Advice::of)
        });
        advice.await?.map_err(ApiError::NotSolvable)
    }

    pub(crate) async fn review(&self, record: Record) -> Result<Review, ApiError> {
        let review =
            self.work(move |left| Review::watched(&record, |_| !left.load(Ordering::Relaxed)));
        let review = review.await?.map_err(ApiError::NotSolvable)?;
        review.ok_or(ApiError::Unavailable("nobody waited for the review"))
    }

    /// Lets the bots of a game move until a person is to move. Anybody may ask for it at any time: only one answer
    /// is ever kept.
    pub(crate) fn let_bots_move(self: &Arc<Self>, hub: &Arc<Hub>, live: &Arc<Live>) {
        let (thinking, hub, live) = (Arc::clone(self), Arc::clone(hub), Arc::clone(live));
        tokio::spawn(async move {
            while let Some(question) = live.look(Question::of).await {
                let Question { version, bot, record, chance } = question;
                let choice = thinking.work(move |_| -> Result<Option<Number>, TooLarge> {
                    Computer::default().choose(bot, &record, chance)
                });
                let Ok(Ok(Some(number))) = choice.await else { return };
                let moved = hub.change(&live, None, |table| {
                    if table.version() == version {
                        Ok(Event::Moved { number: number.get() })
                    } else {
                        Err(ApiError::BadRequest(String::new()))
                    }
                });
                // Whoever was faster has moved for the bot, or something else has happened; the next look tells.
                let _ = moved.await;
            }
        });
    }
}

/// Says that whoever waited has left.
struct Left(Arc<AtomicBool>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a bot has to know.
struct Question {
    version: u32,
    bot: divvy_play::Bot,
    record: Record,
    chance: u64,
}

impl Question {
    fn of(table: &Table) -> Option<Self> {
        let game = table.game();
        let round = game.round();
        match game.player(round.to_move()) {
            Occupant::Bot(bot) if !round.is_over() => Some(Self {
                version: table.version(),
                bot: *bot,
                record: round.record().clone(),
                chance: game.chance(),
            }),
            _ => None,
        }
    }
}

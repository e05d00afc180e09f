//! Work for the solver: bounded, off the threads that serve requests, and dropped when nobody waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use divvy_play::{Advice, Computer, Occupant, Review};
use divvy_rules::Record;
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::game::{Event, Table};
use crate::hub::{Changed, Hub, LONGEST_WAIT, Live, MOST_EVENTS, SHORTEST_WAIT};

/// How many questions may wait for a place.
const WAITING: usize = 256;

/// Places to think at.
#[derive(Debug)]
pub(crate) struct Thinking {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Thinking {
    /// With so many places.
    pub(crate) fn new(places: usize) -> Arc<Self> {
        let (places, queue) = (Semaphore::new(places), Semaphore::new(WAITING));
        Arc::new(Self { places: Arc::new(places), queue: Arc::new(queue) })
    }

    /// Does some work when there is a place. A caller who leaves before has asked for nothing; the flag tells the
    /// work that its caller has left.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        const BUSY: ApiError = ApiError::Unavailable("too much to think about; try again");
        let waiting = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| BUSY)?;
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| BUSY)?;
        let left = Arc::new(AtomicBool::new(false));
        let guard = Left(Arc::clone(&left));
        let result = tokio::task::spawn_blocking(move || {
            // The place is taken as long as the work goes on, whether or not somebody still waits for it.
            let _held = (waiting, place);
            (!left.load(Ordering::Relaxed)).then(|| work(&left))
        });
        let result = result.await;
        drop(guard);
        result.ok().flatten().ok_or(ApiError::Unavailable("this could not be worked out"))
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
        if live.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (thinking, hub, live) = (Arc::clone(self), Arc::clone(hub), Arc::clone(live));
        tokio::spawn(async move {
            loop {
                let done = thinking.until_a_person_moves(&hub, &live).await;
                live.thinking.store(false, Ordering::Release);
                // Somebody may have moved just before the flag fell, and left the answer to us.
                let more = done && live.look(Question::of).await.is_some();
                if !more || live.thinking.swap(true, Ordering::AcqRel) {
                    return;
                }
            }
        });
    }

    /// Moves for the bots until a person is to move, and says whether it came to that.
    async fn until_a_person_moves(&self, hub: &Arc<Hub>, live: &Arc<Live>) -> bool {
        let mut wait = SHORTEST_WAIT;
        while let Some(question) = live.look(Question::of).await {
            match self.answer(hub, live, question).await {
                Ok(_) => wait = SHORTEST_WAIT,
                // Too much to think about, or a storage that cannot be reached: later, if anybody cares.
                Err(ApiError::Unavailable(_)) if live.is_watched() => {
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                Err(_) => return false,
            }
        }
        true
    }

    /// Makes one move for a bot.
    async fn answer(
        &self,
        hub: &Arc<Hub>,
        live: &Arc<Live>,
        question: Question,
    ) -> Result<Changed, ApiError> {
        let Question { version, bot, record, chance } = question;
        let choice = self.work(move |_| Computer::default().choose(bot, &record, chance));
        let number = choice.await?.map_err(ApiError::NotSolvable)?;
        let number = number.ok_or(ApiError::NotFound("there is no move to make"))?;
        let moved = hub.change(live, None, |table| {
            // Something else may have happened to the game in the meantime.
            Ok((table.version() == version).then(|| Event::Moved { number: number.get() }))
        });
        moved.await
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
            Occupant::Bot(bot) if !round.is_over() && table.version() < MOST_EVENTS => Some(Self {
                version: table.version(),
                bot: *bot,
                record: round.record().clone(),
                chance: game.chance(),
            }),
            _ => None,
        }
    }
}

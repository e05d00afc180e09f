//! Runs the solver on a bounded number of blocking threads: moves of bots, hints and reviews.

mod bots;
mod computers;
mod queue;
mod slot;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use divvy_analysis::Advice;
use divvy_rules::Record;
use divvy_words::web::{self, AddressLimit};

use self::computers::Computers;
pub(crate) use self::queue::Class;
use self::queue::Full;
use self::slot::Slots;
pub(crate) use self::slot::Worker;
use crate::http::error::ApiError;
use crate::http::quota::Quotas;
use crate::network::household;

/// Limits how many jobs run at once and how many are queued, for all addresses and for each.
#[derive(Debug)]
pub(crate) struct SolverPool {
    slots: Arc<Slots>,
    quotas: Arc<Quotas>,
    computers: Arc<Computers>,
}

impl SolverPool {
    pub(crate) fn new(threads: usize, quotas: Arc<Quotas>) -> Arc<Self> {
        let slots = Slots::new(threads, Arc::clone(&quotas));
        Arc::new(Self { slots, quotas, computers: Arc::default() })
    }

    /// Runs a job as soon as it is its turn; its time counts for the address. If the caller is dropped before that, the job
    /// does not run; if later, [`Worker::is_wanted`] becomes false.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        class: Class,
        address: IpAddr,
        job: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let address = household(address);
        let class = match self.quotas.has_processor(address) {
            Ok(()) => class,
            // A game must go on, but after those of other addresses.
            Err(_) if class == Class::Bot => Class::Review,
            Err(error) => return Err(error),
        };
        let slot = self.slots.acquire(class, address).await.map_err(|full| match full {
            Full::OfAddress => ApiError::RateLimited(AddressLimit::Queue, 1),
            Full::OfAll => ApiError::Unavailable(web::SOLVER_IS_BUSY),
        })?;
        let slot = slot.ok_or(ApiError::Unavailable(web::SOLVER_IS_BUSY))?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let guard = CancelOnDrop(Arc::clone(&cancelled));
        let result = tokio::task::spawn_blocking(move || {
            // The thread counts as taken as long as the job runs, even if its caller is gone.
            let mut worker = Worker::new(slot, cancelled);
            worker.is_wanted().then(|| job(&mut worker))
        });
        let result = result.await;
        drop(guard);
        result.ok().flatten().ok_or(ApiError::Unavailable(web::NOT_WORKED_OUT))
    }

    /// How many jobs run or wait.
    pub(crate) fn jobs(&self) -> usize {
        self.slots.jobs()
    }

    pub(crate) async fn advice(&self, address: IpAddr, record: Record) -> Result<Advice, ApiError> {
        let computers = Arc::clone(&self.computers);
        let advice = self.run(Class::Hint, address, move |_| {
            computers.with(&record, |computer| computer.solver(&record).map(Advice::of))
        });
        Ok(advice.await??)
    }
}

struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::mpsc;

    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;

    use super::*;
    use crate::server::Config;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn pool(config: &Config) -> Arc<SolverPool> {
        SolverPool::new(2, Arc::new(Quotas::new(config)))
    }

    /// A job that runs until it is let go.
    struct Gate {
        started: oneshot::Receiver<()>,
        go: mpsc::Sender<()>,
        done: JoinHandle<Result<(), ApiError>>,
    }

    impl Gate {
        fn new(pool: &Arc<SolverPool>, class: Class) -> Self {
            let (start, started) = oneshot::channel();
            let (go, wait) = mpsc::channel();
            let pool = Arc::clone(pool);
            let job = move |_: &mut Worker| {
                let _ = start.send(());
                let _ = wait.recv();
            };
            let done = tokio::spawn(async move { pool.run(class, HERE, job).await });
            Self { started, go, done }
        }

        async fn end(self) {
            self.go.send(()).unwrap();
            self.done.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn a_review_lets_bots_have_its_thread_and_goes_on_later() {
        let pool = pool(&Config::default());
        let (stop, stopped) = (Arc::new(AtomicBool::new(false)), Arc::clone(&pool));
        let review = {
            let stop = Arc::clone(&stop);
            let job = move |worker: &mut Worker| {
                while !stop.load(Ordering::Relaxed) && worker.goes_on() {
                    std::thread::yield_now();
                }
                worker.is_wanted()
            };
            tokio::spawn(async move { stopped.run(Class::Review, HERE, job).await })
        };
        let mut bots = [0, 1].map(|_| Gate::new(&pool, Class::Bot));
        for bot in &mut bots {
            (&mut bot.started).await.unwrap();
        }
        // All threads belong to the bots now. The review goes on when one of them has moved.
        stop.store(true, Ordering::Relaxed);
        let [one, two] = bots;
        one.end().await;
        assert!(review.await.unwrap().unwrap());
        two.end().await;
    }

    #[tokio::test]
    async fn what_no_client_waits_for_is_not_worked_out() {
        let pool = pool(&Config::default());
        let mut hint = Gate::new(&pool, Class::Hint);
        (&mut hint.started).await.unwrap();
        // This one waits, because hints leave a thread to bots.
        let mut waiting = Gate::new(&pool, Class::Hint);
        tokio::task::yield_now().await;
        waiting.done.abort();
        assert!((&mut waiting.done).await.unwrap_err().is_cancelled());
        hint.end().await;
        assert!(waiting.started.await.is_err(), "it was dropped without being started");
        // One that runs is told.
        let (end, ended) = oneshot::channel();
        let (start, started) = oneshot::channel();
        let job = move |worker: &mut Worker| {
            let _ = start.send(());
            while worker.goes_on() {
                std::thread::yield_now();
            }
            let _ = end.send(worker.is_wanted());
        };
        let review = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.run(Class::Review, HERE, job).await })
        };
        started.await.unwrap();
        review.abort();
        assert!(!ended.await.unwrap());
    }

    #[tokio::test]
    async fn an_address_without_processor_time_gets_no_hints_and_its_bots_come_last() {
        let pool = pool(&Config { processor: 5, ..Config::default() });
        pool.quotas.used_processor(HERE, std::time::Duration::from_secs(100));
        let hint = pool.run(Class::Hint, HERE, |_| ()).await;
        assert!(matches!(hint, Err(ApiError::RateLimited(AddressLimit::Processor, _))), "{hint:?}");
        let mut first = Gate::new(&pool, Class::Bot);
        (&mut first.started).await.unwrap();
        // Its second bot waits, although a thread is free for the bots of others.
        let mut second = Gate::new(&pool, Class::Bot);
        let other = IpAddr::from([192, 0, 2, 1]);
        pool.run(Class::Bot, other, |_| ()).await.unwrap();
        assert!(second.started.try_recv().is_err());
        first.end().await;
        (&mut second.started).await.unwrap();
        second.end().await;
    }
}

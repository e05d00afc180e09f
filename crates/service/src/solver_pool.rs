//! Runs the solver on a bounded number of blocking threads: moves of bots, hints and reviews.

mod bots;
mod queue;
mod slot;

use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use divvy_analysis::Computers;
use divvy_table::GameError;
use divvy_words::web;
use tokio::sync::oneshot;

pub use self::queue::JobKind;
use self::queue::JobQueue;
use self::slot::{Slot, Worker};
use crate::quota::LEAST_PROCESSOR;
use crate::{Quotas, lock, network_of};

/// Limits how many jobs run at once and how many are queued, for all addresses and for each.
#[derive(Debug)]
pub struct SolverPool {
    queue: Mutex<JobQueue<oneshot::Sender<Slot>>>,
    quotas: Arc<Quotas>,
    pub(crate) computers: Arc<Computers>,
}

impl SolverPool {
    pub fn new(threads: usize, quotas: Arc<Quotas>) -> Arc<Self> {
        let queue = Mutex::new(JobQueue::new(threads));
        Arc::new(Self { queue, quotas, computers: Arc::default() })
    }

    /// Runs a job as soon as it is its turn; its time counts for the address while it runs. It pauses at the solver's pause
    /// points while more urgent jobs or those of other addresses need its thread. If the caller is dropped, or the address has
    /// no processor time left and it is no bot's move, it ends there.
    pub async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        kind: JobKind,
        address: IpAddr,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let address = network_of(address);
        let is_bot = kind == JobKind::Bot;
        let kind = match self.quotas.processor.check(address, LEAST_PROCESSOR) {
            Ok(()) => kind,
            // A game must go on, but after those of other addresses.
            Err(_) if is_bot => JobKind::Review,
            Err(error) => return Err(error),
        };
        let slot = self.acquire(kind, address).await?;
        // Dropped with the caller.
        let client = Arc::new(());
        let waits = Arc::downgrade(&client);
        let result = tokio::task::spawn_blocking(move || {
            // The thread counts as taken as long as the job runs, even if its caller is gone.
            let mut worker = Worker::new(slot, is_bot, waits);
            worker.check()?;
            divvy_solver::paced(move || worker.yield_point(), job)
        });
        result.await.unwrap_or(Err(GameError::Unavailable(web::NOT_WORKED_OUT)))
    }

    pub fn jobs(&self) -> usize {
        lock(&self.queue).len()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::mpsc;

    use divvy_words::web::AddressLimit;
    use tokio::task::JoinHandle;

    use super::*;
    use crate::Limits;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn pool(config: &Limits) -> Arc<SolverPool> {
        SolverPool::new(2, Arc::new(Quotas::new(config)))
    }

    /// A job that runs until it is let go.
    struct Gate {
        started: oneshot::Receiver<()>,
        go: mpsc::Sender<()>,
        done: JoinHandle<Result<(), GameError>>,
    }

    impl Gate {
        /// A job without pause points, or one that is at a pause point again and again.
        fn new(pool: &Arc<SolverPool>, kind: JobKind, address: IpAddr, pauses: bool) -> Self {
            let (start, started) = oneshot::channel();
            let (go, wait) = mpsc::channel();
            let pool = Arc::clone(pool);
            let job = move || {
                let _ = start.send(());
                while pauses && wait.try_recv() == Err(mpsc::TryRecvError::Empty) {
                    divvy_solver::pause_point();
                    std::thread::yield_now();
                }
                let _ = pauses || wait.recv().is_ok();
            };
            let done = tokio::spawn(async move { pool.run(kind, address, job).await });
            Self { started, go, done }
        }

        async fn started(&mut self) {
            (&mut self.started).await.unwrap();
        }

        async fn end(self) {
            self.go.send(()).unwrap();
            self.done.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn every_long_job_lets_the_bots_of_others_have_its_thread_and_goes_on_later() {
        for kind in [JobKind::Bot, JobKind::Hint, JobKind::Review] {
            let pool = pool(&Limits::default());
            // They turn out to be long, as they never end; one of them pauses for the other.
            let mut long = [0, 1].map(|_| Gate::new(&pool, kind, HERE, true));
            long[0].started().await;
            let mut bots = [0, 1].map(|_| Gate::new(&pool, JobKind::Bot, THERE, false));
            for bot in &mut bots {
                bot.started().await;
            }
            // All threads belong to the bots now.
            let [one, two] = bots;
            one.end().await;
            long.iter().for_each(|job| job.go.send(()).unwrap());
            for job in long {
                job.done.await.unwrap().unwrap();
            }
            two.end().await;
        }
    }

    #[tokio::test]
    async fn what_no_client_waits_for_is_not_worked_out() {
        let pool = pool(&Limits::default());
        let mut hint = Gate::new(&pool, JobKind::Hint, HERE, false);
        hint.started().await;
        // This one waits, because hints leave a thread to bots.
        let mut waiting = Gate::new(&pool, JobKind::Hint, HERE, false);
        tokio::task::yield_now().await;
        waiting.done.abort();
        assert!((&mut waiting.done).await.unwrap_err().is_cancelled());
        hint.end().await;
        assert!(waiting.started.await.is_err(), "it was dropped without being started");
        // One that runs ends at its next pause point.
        let mut running = Gate::new(&pool, JobKind::Hint, HERE, true);
        running.started().await;
        running.done.abort();
        while running.go.send(()).is_ok() {
            tokio::task::yield_now().await;
        }
        Gate::new(&pool, JobKind::Hint, HERE, false).end().await;
    }

    #[tokio::test]
    async fn an_address_without_processor_time_gets_no_hints_and_its_bots_come_last() {
        let pool = pool(&Limits { processor: 5, ..Limits::default() });
        pool.quotas.processor.charge(HERE, 100.0);
        let hint = pool.run(JobKind::Hint, HERE, || ()).await;
        assert!(matches!(hint, Err(GameError::OverLimit(AddressLimit::Processor, _))), "{hint:?}");
        let mut first = Gate::new(&pool, JobKind::Bot, HERE, true);
        first.started().await;
        // Its second bot waits, although a thread is free for the bots of others.
        let mut second = Gate::new(&pool, JobKind::Bot, HERE, false);
        pool.run(JobKind::Bot, THERE, || ()).await.unwrap();
        assert!(second.started.try_recv().is_err());
        first.end().await;
        second.started().await;
        second.end().await;
    }

    #[tokio::test]
    async fn a_job_is_charged_while_it_runs_and_ends_when_nothing_is_left() {
        for kind in [JobKind::Hint, JobKind::Review] {
            let pool = pool(&Limits { processor: 5, ..Limits::default() });
            let use_up = |seconds| pool.quotas.processor.charge(HERE, seconds);
            // A little more than a job needs to begin.
            use_up(3.99);
            let mut job = Gate::new(&pool, kind, HERE, true);
            job.started().await;
            while pool.quotas.processor.check(HERE, LEAST_PROCESSOR).is_ok() {
                tokio::task::yield_now().await;
            }
            assert!(!job.done.is_finished(), "it goes on with what is left");
            use_up(100.0);
            let ended = job.done.await.unwrap();
            let over = matches!(ended, Err(GameError::OverLimit(AddressLimit::Processor, _)));
            assert!(over, "{ended:?}");
        }
    }
}

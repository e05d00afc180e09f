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
use crate::http::limits::network;
use crate::http::quota::Quotas;

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
        let address = network(address);
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

//! Work on several threads, watched from the one that asked for it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Hands the units to workers, each on a thread of its own, and returns the workers when all are done. The calling thread works too and asks the
/// watcher before each of its units whether to go on; none if it or a worker said no. A worker's panic continues here.
pub fn in_parallel<U: Send, W: Send>(
    units: Vec<U>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, U) -> bool + Sync,
    mut watcher: impl FnMut() -> bool,
) -> Option<Vec<W>> {
    let threads = threads.min(units.len()).max(1);
    let queue = Mutex::new(units.into_iter());
    let stopped = AtomicBool::new(false);
    // The lock is held while a unit is taken, not while it is worked on.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = |watcher: &mut dyn FnMut() -> bool| {
        let mut state = worker();
        while !stopped.load(Ordering::Relaxed)
            && let Some(unit) = next()
        {
            if !watcher() || !work(&mut state, unit) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        state
    };
    let workers = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| run(&mut || true))).collect();
        let mut workers = vec![run(&mut watcher)];
        let joined = others.into_iter().map(std::thread::ScopedJoinHandle::join);
        workers.extend(joined.map(|worker| worker.unwrap_or_else(|panic| resume_unwind(panic))));
        workers
    });
    (!stopped.into_inner()).then_some(workers)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::Barrier;

    use super::*;

    #[test]
    fn a_panic_of_a_worker_is_not_taken_for_a_stop() {
        let (here, both) = (std::thread::current().id(), Barrier::new(2));
        let work = |(): &mut (), _| {
            both.wait();
            if std::thread::current().id() != here {
                resume_unwind(Box::new("of the worker"));
            }
            true
        };
        let run = || in_parallel(vec![1, 2], 2, || (), work, || true);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"of the worker"));
    }
}

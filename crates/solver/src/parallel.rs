//! Work on several threads, watched from the one that asked for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// As many threads as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Hands the units to so many workers and returns the workers when all are done. The calling thread works too and asks the
/// watcher before each of its units whether to go on; none if it or a worker said no.
pub(crate) fn in_parallel<U: Send, W: Send>(
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
        workers.extend(others.into_iter().filter_map(|other| other.join().ok()));
        workers
    });
    (!stopped.into_inner() && workers.len() == threads).then_some(workers)
}

//! Work that several threads share out among themselves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};

/// Hands the items to so many threads and passes the results to `each`, one at a time. Each thread makes a worker, which
/// sends its results and returns `None` to end the thread. Once `each` returns false or the flag is raised, no further
/// item is handed out.
pub(crate) fn share_out<I: Sync, T: Send, W: FnMut(&I, &Sender<T>) -> Option<()>>(
    items: &[I],
    threads: usize,
    stopped: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut each: impl FnMut(T) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (results, received) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let results = results.clone();
            scope.spawn(|| {
                let (results, mut work) = (results, worker());
                while !stopped.load(Ordering::Relaxed)
                    && let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed))
                    && work(item, &results).is_some()
                {}
            });
        }
        drop(results);
        for result in received {
            if !each(result) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
}

//! What the queue promises, whatever the storage behind it does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use divvy_service::storage::{
    GameId, GameWrite, Storage, StorageError, StorageReads, StoredEvent, StoredGame, WriteOutcome,
    WriteQueue,
};
use futures_util::future::join_all;
use tokio::sync::Semaphore;

use crate::{add, name, run};

/// A storage that takes each step only when it is let, and can fail.
#[derive(Debug)]
struct Gate {
    steps: Semaphore,
    busy: AtomicUsize,
    calls: Mutex<Vec<Vec<GameWrite>>>,
    fails: bool,
}

impl Gate {
    fn new(fails: bool) -> Arc<Self> {
        let (steps, calls) = (Semaphore::new(0), Mutex::default());
        Arc::new(Self { steps, busy: AtomicUsize::new(0), calls, fails })
    }

    fn sizes(&self) -> Vec<usize> {
        self.calls.lock().unwrap().iter().map(Vec::len).collect()
    }
}

#[async_trait]
impl StorageReads for Gate {
    async fn load(&self, _: &GameId) -> Result<Option<StoredGame>, StorageError> {
        unimplemented!()
    }

    async fn events_after(&self, _: &GameId, _: u32) -> Result<Vec<StoredEvent>, StorageError> {
        unimplemented!()
    }
}

#[async_trait]
impl Storage for Gate {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        assert_eq!(self.busy.fetch_add(1, Ordering::SeqCst), 0, "one step after the other");
        let count = writes.len();
        self.calls.lock().unwrap().push(writes);
        self.steps.acquire().await.unwrap().forget();
        self.busy.fetch_sub(1, Ordering::SeqCst);
        if self.fails {
            return Err(StorageError::Unavailable("as it was told".to_owned()));
        }
        Ok(vec![WriteOutcome::Stored; count])
    }
}

pub(crate) fn whatever_waits_is_written_together_in_order_and_only_so_much_waits() {
    run(async {
        let gate = Gate::new(false);
        let queue = WriteQueue::new(gate.clone());
        let id = name();
        // All ask before the storage has done anything; those for whom there is no room are told at once.
        let asking = (1..=20_000).map(|number| {
            let mut asking = Box::pin(queue.write(add(&id, number)));
            let asked = asking.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            async move { if let Poll::Ready(answer) = asked { answer } else { asking.await } }
        });
        let asking: Vec<_> = asking.collect();
        gate.steps.add_permits(100);
        let answers = join_all(asking).await;
        let kept = answers.iter().filter(|answer| **answer == Ok(WriteOutcome::Stored)).count();
        let busy = Err(StorageError::Busy);
        assert!(kept >= 8_192, "{kept}");
        assert!(answers.iter().filter(|answer| **answer == busy).count() == 20_000 - kept);
        assert!(kept < 20_000, "there is an end to it");
        let sizes = gate.sizes();
        assert!(sizes.iter().all(|size| *size <= 96), "{sizes:?}");
        assert!(sizes.len() < 120, "{sizes:?}");
        let written: Vec<_> = gate.calls.lock().unwrap().concat();
        let accepted = (1..=20_000).zip(&answers).filter(|(_, answer)| answer.is_ok());
        let accepted: Vec<_> = accepted.map(|(number, _)| add(&id, number)).collect();
        assert!(written == accepted, "in the order in which they came");
        // There is room again.
        assert_eq!(queue.write(add(&id, 1)).await, Ok(WriteOutcome::Stored));
    });
}

pub(crate) fn when_the_storage_fails_everybody_is_told_and_the_next_are_tried_again() {
    run(async {
        let gate = Gate::new(true);
        let queue = WriteQueue::new(gate.clone());
        gate.steps.add_permits(1_000);
        for _ in 0..2 {
            let answers = join_all((0..100).map(|_| queue.write(add(&name(), 1)))).await;
            let expected = Err(StorageError::Unavailable("as it was told".to_owned()));
            assert!(answers.iter().all(|answer| *answer == expected), "{answers:?}");
        }
        assert_eq!(gate.sizes().iter().sum::<usize>(), 200);
    });
}

pub(crate) fn what_is_queued_is_stored_before_the_queue_closes() {
    run(async {
        let gate = Gate::new(false);
        let queue = WriteQueue::new(gate.clone());
        let id = name();
        let writing = join_all((1..=1_000).map(|number| queue.write(add(&id, number))));
        // The writes are polled first, hence queued first.
        let closing = async {
            gate.steps.add_permits(100);
            queue.close().await
        };
        let (written, closed) = tokio::join!(writing, closing);
        assert_eq!((written, closed), (vec![Ok(WriteOutcome::Stored); 1_000], Ok(())));
        assert!(queue.write(add(&id, 1_001)).await.is_err());
        assert_eq!(gate.sizes().iter().sum::<usize>(), 1_000);
    });
}

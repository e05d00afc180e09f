//! A storage that measures how long another one takes.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use tokio::sync::broadcast;

use super::{
    AdminChanges, GameId, GameWrite, Notification, Storage, StorageError, StorageReads,
    StoredEvent, StoredGame, WriteOutcome,
};

/// The upper bounds of the histogram, in seconds. A commit takes about a millisecond, and is given up after some seconds.
const SECONDS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0];

type Label = [(&'static str, &'static str); 1];

/// How long calls of the storage take, and how many fail.
#[derive(Clone, Debug)]
pub(crate) struct StorageMetrics {
    seconds: Family<Label, Histogram, fn() -> Histogram>,
    errors: Family<Label, Counter>,
}

impl Default for StorageMetrics {
    fn default() -> Self {
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        Self { seconds, errors: Family::default() }
    }
}

impl StorageMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        let seconds = "Time that the storage takes; a write is a commit of one or more events";
        registry.register("storage_seconds", seconds, self.seconds.clone());
        registry.register(
            "storage_errors",
            "Calls of the storage that failed",
            self.errors.clone(),
        );
        // From the start, so that alerts have a value to compare with.
        for operation in [
            "write",
            "load",
            "events_after",
            "check_writable",
            "count_inactive",
            "delete_inactive",
            "admin_changes",
        ] {
            drop(self.errors.get_or_create(&[("operation", operation)]));
        }
    }

    async fn measure<T>(
        &self,
        operation: &'static str,
        call: impl Future<Output = Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        let (label, begun) = ([("operation", operation)], Instant::now());
        let result = call.await;
        self.seconds.get_or_create(&label).observe(begun.elapsed().as_secs_f64());
        if result.is_err() {
            self.errors.get_or_create(&label).inc();
        }
        result
    }
}

#[derive(Debug)]
pub(crate) struct MeasuredStorage {
    storage: Arc<dyn Storage>,
    metrics: StorageMetrics,
}

impl MeasuredStorage {
    pub(crate) fn new(storage: Arc<dyn Storage>, metrics: StorageMetrics) -> Arc<Self> {
        Arc::new(Self { storage, metrics })
    }
}

#[async_trait]
impl StorageReads for MeasuredStorage {
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError> {
        self.metrics.measure("load", self.storage.load(id)).await
    }

    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        self.metrics.measure("events_after", self.storage.events_after(id, number)).await
    }

    async fn count_inactive(&self, since: i64) -> Result<[u64; 2], StorageError> {
        self.metrics.measure("count_inactive", self.storage.count_inactive(since)).await
    }

    async fn admin_changes(&self, after: Option<i64>) -> Result<AdminChanges, StorageError> {
        self.metrics.measure("admin_changes", self.storage.admin_changes(after)).await
    }

    async fn broadcast(&self, message: String) {
        self.storage.broadcast(message).await;
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        self.storage.subscribe()
    }
}

#[async_trait]
impl Storage for MeasuredStorage {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        self.metrics.measure("write", self.storage.write(writes)).await
    }

    fn max_group_bytes(&self) -> usize {
        self.storage.max_group_bytes()
    }

    async fn delete_inactive(&self, since: i64) -> Result<u64, StorageError> {
        self.metrics.measure("delete_inactive", self.storage.delete_inactive(since)).await
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        self.metrics.measure("check_writable", self.storage.check_writable()).await
    }

    async fn close(&self) -> Result<(), StorageError> {
        self.storage.close().await
    }
}

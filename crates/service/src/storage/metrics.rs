//! How long calls of a storage take, and how many fail.

use std::time::Instant;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::StorageError;

/// The upper bounds of the histogram, in seconds. A commit takes about a millisecond, and is given up after some seconds.
const SECONDS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0];

/// What is counted from the start, so that alerts have a value to compare with.
const OPERATIONS: &str =
    "write load events_after check_writable count_inactive delete_inactive admin_changes";

type Label = [(&'static str, &'static str); 1];

#[derive(Clone, Debug)]
pub struct StorageMetrics {
    seconds: Family<Label, Histogram, fn() -> Histogram>,
    errors: Family<Label, Counter>,
}

impl Default for StorageMetrics {
    fn default() -> Self {
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        let errors: Family<Label, Counter> = Family::default();
        for operation in OPERATIONS.split(' ') {
            drop(errors.get_or_create(&[("operation", operation)]));
        }
        Self { seconds, errors }
    }
}

impl StorageMetrics {
    pub fn register(&self, registry: &mut Registry) {
        let seconds = "Time that the storage takes; a write is a commit of one or more events";
        registry.register("storage_seconds", seconds, self.seconds.clone());
        let errors = "Calls of the storage that failed";
        registry.register("storage_errors", errors, self.errors.clone());
    }

    pub(super) async fn measure<T>(
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

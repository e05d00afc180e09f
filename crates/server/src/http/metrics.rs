//! What the server counts, in the OpenMetrics text format that Prometheus reads.

use std::time::Duration;

use divvy_words::web::AddressLimit;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the histogram of request times, in seconds.
const SECONDS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) games_created: Counter,
    pub(crate) moves: Counter,
    pub(crate) streams: OpenGauge,
    pub(crate) connections: OpenGauge,
    pub(crate) connections_refused: Counter,
    /// Requests over a limit of their address.
    refused: Family<[(&'static str, &'static str); 1], Counter>,
    games_in_memory: Gauge,
    /// By the first digit of the status.
    responses: [Counter; 5],
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("divvy");
        let all = &mut registry;
        let responses: Family<[(&str, &str); 1], Counter> = Family::default();
        let over_limit = "Connections over the limit of an address";
        Self {
            games_created: add(all, "games_begun", "Games created", Counter::default()),
            moves: add(all, "moves", "Moves made by clients", Counter::default()),
            streams: add(all, "streams", "Open event streams", Gauge::default()).into(),
            connections: add(all, "connections", "Open connections", Gauge::default()).into(),
            connections_refused: add(all, "connections_refused", over_limit, Counter::default()),
            refused: add(
                all,
                "refused",
                "Requests over a limit of their address",
                Family::default(),
            ),
            games_in_memory: add(all, "games_in_memory", "Games in memory", Gauge::default()),
            responses: {
                add(all, "http_requests", "Responses by class of status", responses.clone());
                CLASSES.map(|class| responses.get_or_create_owned(&[("class", class)]))
            },
            seconds: add(all, "http_request_seconds", "Time to respond", Histogram::new(SECONDS)),
            registry,
        }
    }
}

fn add<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

/// Counts what is open.
#[derive(Debug)]
pub(crate) struct OpenGauge(Gauge);

impl From<Gauge> for OpenGauge {
    fn from(gauge: Gauge) -> Self {
        Self(gauge)
    }
}

impl OpenGauge {
    /// Counts one more until the guard is dropped, also by a panic.
    pub(crate) fn count(&self) -> Counted {
        self.0.inc();
        Counted(self.0.clone())
    }
}

#[derive(Debug)]
pub(crate) struct Counted(Gauge);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(crate) fn responded(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).clamp(1, CLASSES.len());
        self.responses[class - 1].inc();
        self.seconds.observe(took.as_secs_f64());
    }

    pub(crate) fn refused(&self, limit: AddressLimit) {
        self.refused.get_or_create_owned(&[("limit", limit.name())]).inc();
    }

    pub(crate) fn text(&self, games_in_memory: usize) -> String {
        self.games_in_memory.set(i64::try_from(games_in_memory).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "tests")]

    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn what_ends_by_a_panic_is_not_counted_as_open() {
        let metrics = Metrics::default();
        let open = metrics.connections.count();
        let job = catch_unwind(AssertUnwindSafe(|| {
            let _counted = metrics.connections.count();
            panic!("as it was told");
        }));
        assert!(job.is_err());
        assert!(metrics.text(0).contains("divvy_connections 1\n"));
        drop(open);
        assert!(metrics.text(0).contains("divvy_connections 0\n"));
    }
}

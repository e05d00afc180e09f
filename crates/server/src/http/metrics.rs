//! What the server counts, in the OpenMetrics text format that Prometheus reads.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the histogram of request times, in seconds.
const SECONDS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) games_created: Counter,
    pub(crate) moves: Counter,
    pub(crate) streams: Gauge,
    pub(crate) connections: Gauge,
    pub(crate) connections_refused: Counter,
    games_in_memory: Gauge,
    /// By the first digit of the status.
    responses: [Counter; 5],
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let responses = Family::<[(&str, &str); 1], Counter>::default();
        let mut metrics = Self {
            registry: Registry::with_prefix("divvy"),
            games_created: Counter::default(),
            moves: Counter::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            connections_refused: Counter::default(),
            games_in_memory: Gauge::default(),
            responses: CLASSES.map(|class| responses.get_or_create_owned(&[("class", class)])),
            seconds: Histogram::new(SECONDS),
        };
        let registry = &mut metrics.registry;
        registry.register("games_begun", "Games created", metrics.games_created.clone());
        registry.register("moves", "Moves made by clients", metrics.moves.clone());
        registry.register("streams", "Open event streams", metrics.streams.clone());
        registry.register("connections", "Open connections", metrics.connections.clone());
        let refused = metrics.connections_refused.clone();
        registry.register(
            "connections_refused",
            "Connections over the limit of an address",
            refused,
        );
        registry.register("games_in_memory", "Games in memory", metrics.games_in_memory.clone());
        registry.register("http_requests", "Responses by class of status", responses);
        registry.register("http_request_seconds", "Time to respond", metrics.seconds.clone());
        metrics
    }
}

impl Metrics {
    pub(crate) fn responded(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).clamp(1, CLASSES.len());
        self.responses[class - 1].inc();
        self.seconds.observe(took.as_secs_f64());
    }

    pub(crate) fn text(&self, games_in_memory: usize) -> String {
        self.games_in_memory.set(i64::try_from(games_in_memory).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

//! What the server counts, in the OpenMetrics text format that Prometheus reads.

use std::time::Duration;

use axum::http::Method;
use divvy_words::web::AddressLimit;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

use super::process;
use divvy_service::ServiceMetrics;

pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the histograms of request times, in seconds.
const SECONDS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

type Label = [(&'static str, &'static str); 1];

/// What a response is counted by: its method, route and class. The route is the pattern of the path, of which there are few.
type Responded = [(&'static str, String); 3];

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) connections_refused: Counter,
    pub(crate) tls_handshakes_failed: Counter,
    pub(crate) tls_reloads_failed: Counter,
    /// Requests over a limit of their address.
    refused: Family<Label, Counter>,
    /// What there is at the moment.
    current: [Gauge; 4],
    responses: Family<Label, Counter>,
    seconds: Histogram,
    route_seconds: Family<Responded, Histogram, fn() -> Histogram>,
    /// Resident memory, open file descriptors and the most of them, under the names that all programs have for them.
    process: [Gauge; 3],
}

impl Metrics {
    /// `version` is that of the program, with the commit in brackets if it is known.
    pub(crate) fn new(version: &'static str, service: &ServiceMetrics) -> Self {
        let mut registry = Registry::default();
        let process = [
            ("process_resident_memory_bytes", "Resident memory in bytes"),
            ("process_open_fds", "Open file descriptors"),
            ("process_max_fds", "The most file descriptors"),
        ];
        let process = process.map(|(name, help)| add(&mut registry, name, help));
        let all = registry.sub_registry_with_prefix("divvy");
        service.storage.register(all);
        all.register("games_begun", "Games created", service.games_begun.clone());
        all.register("moves", "Moves made by clients", service.moves.clone());
        // `1.0.0 (0123abc)`
        let (number, commit) = version.split_once(" (").unwrap_or((version, "unknown"));
        let build = Info::new([("version", number), ("commit", commit.trim_end_matches(')'))]);
        all.register("build", "The program that serves", build);
        let histogram: fn() -> Histogram = || Histogram::new(SECONDS);
        let (seconds, route_seconds) = (histogram(), Family::new_with_constructor(histogram));
        all.register("http_request_seconds", "Time to respond", seconds.clone());
        all.register("http_route_seconds", "Time to respond, by route", route_seconds.clone());
        let responses: Family<Label, Counter> =
            add(all, "http_requests", "Responses by class of status");
        for class in CLASSES {
            drop(responses.get_or_create(&[("class", class)]));
        }
        let current = [
            ("streams", "Open event streams"),
            ("connections", "Open connections"),
            ("games_in_memory", "Games in memory"),
            ("solver_jobs", "Jobs of the solver, running or queued"),
        ];
        let current = current.map(|(name, help)| add(all, name, help));
        let bad_certificate = "Times that a changed certificate or key could not be used";
        Self {
            connections_refused: {
                add(all, "connections_refused", "Connections over the limit of an address")
            },
            tls_handshakes_failed: add(all, "tls_handshakes_failed", "Failed TLS handshakes"),
            tls_reloads_failed: add(all, "tls_reloads_failed", bad_certificate),
            refused: add(all, "refused", "Requests over a limit of their address"),
            current,
            responses,
            seconds,
            route_seconds,
            process,
            registry,
        }
    }

    /// Counts a response; `route` is the pattern of its path, not what the client sent.
    pub(crate) fn responded(&self, method: &Method, route: &str, status: u16, took: Duration) {
        let class = CLASSES[usize::from(status / 100).clamp(1, CLASSES.len()) - 1];
        let seconds = took.as_secs_f64();
        self.responses.get_or_create(&[("class", class)]).inc();
        self.seconds.observe(seconds);
        // Clients may make up methods, but not label values.
        let method = match *method {
            Method::GET => "GET",
            Method::HEAD => "HEAD",
            Method::POST => "POST",
            _ => "other",
        };
        let responded = [("method", method), ("route", route), ("class", class)];
        let responded = responded.map(|(name, value)| (name, value.to_owned()));
        self.route_seconds.get_or_create(&responded).observe(seconds);
    }

    pub(crate) fn refused(&self, limit: AddressLimit) {
        self.refused.get_or_create_owned(&[("limit", limit.name())]).inc();
    }

    /// The figures; with how many streams, connections, games in memory and jobs of the solver there are.
    pub(crate) fn text(&self, current: [usize; 4]) -> String {
        for (gauge, count) in self.current.iter().zip(current) {
            gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        }
        for (gauge, value) in self.process.iter().zip(process::figures()) {
            gauge.set(value.unwrap_or_default());
        }
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

fn add<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

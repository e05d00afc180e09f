//! What the server counts, in the OpenMetrics text format that Prometheus reads.

use std::time::Duration;

use axum::http::Method;
use divvy_words::web::AddressLimit;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

use super::process::Process;
use divvy_service::ServiceMetrics;

pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the histograms of request times, in seconds.
const SECONDS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// What a response is counted by. The route is the pattern of the path, of which there are few.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Responded {
    method: &'static str,
    route: String,
    class: &'static str,
}

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) streams: OpenGauge,
    pub(crate) connections: OpenGauge,
    pub(crate) connections_refused: Counter,
    pub(crate) tls_handshakes_failed: Counter,
    pub(crate) tls_reloads_failed: Counter,
    /// Requests over a limit of their address.
    refused: Family<[(&'static str, &'static str); 1], Counter>,
    games_in_memory: Gauge,
    solver_jobs: Gauge,
    /// By the first digit of the status.
    responses: [Counter; 5],
    seconds: Histogram,
    route_seconds: Family<Responded, Histogram, fn() -> Histogram>,
    process: ProcessGauges,
}

impl Metrics {
    /// `version` is that of the program, with the commit in brackets if it is known.
    pub(crate) fn new(version: &'static str, service: &ServiceMetrics) -> Self {
        let mut registry = Registry::default();
        let process = ProcessGauges::new(&mut registry);
        let all = registry.sub_registry_with_prefix("divvy");
        let responses: Family<[(&str, &str); 1], Counter> = Family::default();
        service.storage.register(all);
        add(all, "games_begun", "Games created", service.games_begun.clone());
        add(all, "moves", "Moves made by clients", service.moves.clone());
        let (number, commit) = split_version(version);
        let build = Info::new([("version", number), ("commit", commit)]);
        all.register("build", "The program that serves", build);
        let over_limit = "Connections over the limit of an address";
        let bad_certificate = "Times that a changed certificate or key could not be used";
        let by_route = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        Self {
            streams: add(all, "streams", "Open event streams", Gauge::default()).into(),
            connections: add(all, "connections", "Open connections", Gauge::default()).into(),
            connections_refused: add(all, "connections_refused", over_limit, Counter::default()),
            tls_handshakes_failed: {
                add(all, "tls_handshakes_failed", "Failed TLS handshakes", Counter::default())
            },
            tls_reloads_failed: add(all, "tls_reloads_failed", bad_certificate, Counter::default()),
            refused: add(
                all,
                "refused",
                "Requests over a limit of their address",
                Family::default(),
            ),
            games_in_memory: add(all, "games_in_memory", "Games in memory", Gauge::default()),
            solver_jobs: {
                add(all, "solver_jobs", "Jobs of the solver, running or queued", Gauge::default())
            },
            responses: {
                add(all, "http_requests", "Responses by class of status", responses.clone());
                CLASSES.map(|class| responses.get_or_create_owned(&[("class", class)]))
            },
            seconds: add(all, "http_request_seconds", "Time to respond", Histogram::new(SECONDS)),
            route_seconds: add(all, "http_route_seconds", "Time to respond, by route", by_route),
            process,
            registry,
        }
    }
}

fn add<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

/// `1.0.0 (0123abc)` as the version and the commit.
fn split_version(version: &'static str) -> (&'static str, &'static str) {
    let commit = version
        .split_once(" (")
        .and_then(|(number, rest)| rest.strip_suffix(')').map(|commit| (number, commit)));
    commit.unwrap_or((version, "unknown"))
}

/// Figures under the names that all programs have for them.
#[derive(Debug)]
struct ProcessGauges {
    resident_bytes: Gauge,
    open_fds: Gauge,
    max_fds: Gauge,
}

impl ProcessGauges {
    fn new(all: &mut Registry) -> Self {
        let resident = "Resident memory in bytes";
        Self {
            resident_bytes: add(all, "process_resident_memory_bytes", resident, Gauge::default()),
            open_fds: add(all, "process_open_fds", "Open file descriptors", Gauge::default()),
            max_fds: add(all, "process_max_fds", "The most file descriptors", Gauge::default()),
        }
    }

    fn set(&self, process: &Process) {
        for (gauge, value) in [
            (&self.resident_bytes, process.resident_bytes),
            (&self.open_fds, process.open_fds),
            (&self.max_fds, process.max_fds),
        ] {
            if let Some(value) = value {
                gauge.set(value);
            }
        }
    }
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
    /// Counts a response; `route` is the pattern of its path, not what the client sent.
    pub(crate) fn responded(&self, method: &Method, route: &str, status: u16, took: Duration) {
        let class = usize::from(status / 100).clamp(1, CLASSES.len()) - 1;
        let seconds = took.as_secs_f64();
        self.responses[class].inc();
        self.seconds.observe(seconds);
        let (method, route) = (name(method), route.to_owned());
        let responded = Responded { method, route, class: CLASSES[class] };
        self.route_seconds.get_or_create(&responded).observe(seconds);
    }

    pub(crate) fn refused(&self, limit: AddressLimit) {
        self.refused.get_or_create_owned(&[("limit", limit.name())]).inc();
    }

    pub(crate) fn text(&self, games_in_memory: usize, solver_jobs: usize) -> String {
        let set = |gauge: &Gauge, count| gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        set(&self.games_in_memory, games_in_memory);
        set(&self.solver_jobs, solver_jobs);
        self.process.set(&Process::current());
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Clients may make up methods, but not label values.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "tests")]

    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn what_ends_by_a_panic_is_not_counted_as_open() {
        let metrics = Metrics::new("1.0.0 (0123abc)", &ServiceMetrics::default());
        let open = metrics.connections.count();
        let job = catch_unwind(AssertUnwindSafe(|| {
            let _counted = metrics.connections.count();
            panic!("as it was told");
        }));
        assert!(job.is_err());
        assert!(metrics.text(0, 0).contains("divvy_connections 1\n"));
        drop(open);
        assert!(metrics.text(0, 0).contains("divvy_connections 0\n"));
    }
}

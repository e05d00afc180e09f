//! What the server counts, in the text form that Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A number that many may change at once.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicI64);

impl Count {
    pub(crate) fn add(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    pub(crate) fn sub(&self, by: i64) {
        self.0.fetch_sub(by, Ordering::Relaxed);
    }

    fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper ends of the histogram of request times, in seconds.
const BOUNDS: [f64; 9] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) games_created: Count,
    pub(crate) moves: Count,
    pub(crate) streams: Count,
    pub(crate) connections: Count,
    pub(crate) connections_refused: Count,
    /// By the first digit of the status.
    answers: [AtomicU64; 6],
    times: [AtomicU64; BOUNDS.len() + 1],
    time: AtomicU64,
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn responded(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).min(5);
        self.answers[class].fetch_add(1, Ordering::Relaxed);
        let seconds = took.as_secs_f64();
        let place = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        self.times[place].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.time.fetch_add(micros, Ordering::Relaxed);
    }

    /// All of it as text.
    pub(crate) fn text(&self, games: usize) -> String {
        let mut text = String::new();
        let counters = [
            ("divvy_games_begun_total", "counter", "Games begun.", self.games_created.get()),
            (
                "divvy_moves_total",
                "counter",
                "Moves made by people and programs.",
                self.moves.get(),
            ),
            ("divvy_streams", "gauge", "Event streams that are open.", self.streams.get()),
            ("divvy_connections", "gauge", "Connections that are open.", self.connections.get()),
            (
                "divvy_connections_refused_total",
                "counter",
                "Connections that were one too many of their address.",
                self.connections_refused.get(),
            ),
            ("divvy_games_in_memory", "gauge", "Games in memory.", games as i64),
        ];
        // Writing into a string cannot fail.
        for (name, kind, help, value) in counters {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        let name = "divvy_http_requests_total";
        let _ = writeln!(text, "# HELP {name} Answers by class of status.\n# TYPE {name} counter");
        for (class, count) in self.answers.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}{{class=\"{class}xx\"}} {count}");
        }
        let name = "divvy_http_request_seconds";
        let _ = writeln!(text, "# HELP {name} Time to answer.\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.times) {
            sum += count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        sum += self.times[BOUNDS.len()].load(Ordering::Relaxed);
        let seconds = self.time.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {sum}\n{name}_sum {seconds}\n{name}_count {sum}"
        );
        text
    }
}

//! A warning that is logged when it first occurs, and then from time to time with how often it has occurred since.

use std::time::{Duration, Instant};

/// When a warning was logged, and how often it has occurred since.
#[derive(Debug)]
pub struct RepeatedWarning {
    /// How often it is logged at the most.
    interval: Duration,
    logged: Option<Instant>,
    since: u64,
}

/// Every ten seconds.
impl Default for RepeatedWarning {
    fn default() -> Self {
        Self::every(Duration::from_secs(10))
    }
}

impl RepeatedWarning {
    pub fn every(interval: Duration) -> Self {
        Self { interval, logged: None, since: 0 }
    }

    /// How often it has occurred since it was logged, this time included, if it is to be logged now.
    pub fn is_due(&mut self, now: Instant) -> Option<u64> {
        self.since += 1;
        let is_recent = |at| now.saturating_duration_since(at) < self.interval;
        if self.logged.is_some_and(is_recent) {
            return None;
        }
        self.logged = Some(now);
        Some(std::mem::take(&mut self.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_that_occurs_again_and_again_is_logged_now_and_then() {
        let mut warning = RepeatedWarning::default();
        let begin = Instant::now();
        // Fifty a second for half a minute.
        let occurred = (0..1_500).map(|time| begin + Duration::from_millis(20 * time));
        let logged: Vec<u64> = occurred.filter_map(|now| warning.is_due(now)).collect();
        assert_eq!(logged, [1, 500, 500]);
    }
}

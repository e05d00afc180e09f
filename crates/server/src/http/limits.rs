//! Limits for each client address: requests a second, and open connections or streams.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};

use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::process::Process;
use divvy_service::household;
use divvy_service::lock;

/// The most connections at once, if the process may have so many file descriptors.
const MAX_CONNECTIONS: usize = 20_000;

/// How many connections the descriptors of this process are enough for: some are needed for the storage and its own.
pub(crate) fn max_connections() -> usize {
    let descriptors = Process::current().max_fds.and_then(|most| usize::try_from(most).ok());
    descriptors.map_or(MAX_CONNECTIONS, |most| MAX_CONNECTIONS.min(most - most.min(1_024) / 8))
}

/// How many connections one address may have of so many: three that take all they can must leave room for others. 0 for no
/// limit.
pub(crate) fn connections_of_address(asked: u32, max_connections: usize) -> u32 {
    asked.min(u32::try_from(max_connections / 4).unwrap_or(u32::MAX))
}

/// Limits the requests of each address; `None` for no limit.
#[derive(Debug)]
pub(crate) struct RateLimiter(Option<DefaultKeyedRateLimiter<IpAddr>>);

impl RateLimiter {
    /// `rate` requests a second and four times as many at once, at least 20; 0 for no limit.
    pub(crate) fn new(rate: u32) -> Self {
        Self(NonZeroU32::new(rate).map(|rate| {
            let burst = NonZeroU32::new(rate.get().saturating_mul(4).max(20)).unwrap_or(rate);
            DefaultKeyedRateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        }))
    }

    /// Counts a request; if it is over the limit, returns after how many seconds it would not be.
    pub(crate) fn check(&self, address: IpAddr, cost: u32) -> Result<(), u64> {
        let (Some(limiter), Some(cost)) = (&self.0, NonZeroU32::new(cost)) else { return Ok(()) };
        match limiter.check_key_n(&household(address), cost) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => {
                Err(refused.wait_time_from(limiter.clock().now()).as_secs_f64().ceil() as u64)
            }
            // Only for a cost over the burst, which no request has.
            Err(_) => Err(1),
        }
    }

    /// Forgets addresses that have sent no requests lately.
    pub(crate) fn retain_recent(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }
}

/// Limits how many connections or streams each address has open at once.
#[derive(Debug)]
pub(crate) struct ConcurrencyLimiter {
    /// 0 for no limit.
    max: usize,
    permits: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

impl ConcurrencyLimiter {
    pub(crate) fn new(max: u32) -> Self {
        Self { max: max as usize, permits: Mutex::default() }
    }

    /// A permit, if the address is below its limit; dropping it ends the count.
    pub(crate) fn acquire(&self, address: IpAddr) -> Option<ConcurrencyPermit> {
        if self.max == 0 {
            return Some(None);
        }
        let mut all = lock(&self.permits);
        let permits =
            all.entry(household(address)).or_insert_with(|| Semaphore::new(self.max).into());
        Arc::clone(permits).try_acquire_owned().ok().map(Some)
    }

    /// Forgets addresses that have nothing open.
    pub(crate) fn retain_open(&self) {
        // Each permit holds a reference.
        lock(&self.permits).retain(|_, permits| Arc::strong_count(permits) > 1);
    }
}

/// `None` where there is no limit.
pub(crate) type ConcurrencyPermit = Option<OwnedSemaphorePermit>;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn requests_beyond_the_burst_are_refused_for_that_address_only() {
        let limiter = RateLimiter::new(1);
        let [address, other] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        let accepted = (0..100).take_while(|_| limiter.check(address, 1).is_ok()).count();
        // On a slow machine one more for each second.
        assert!((20..40).contains(&accepted), "{accepted}");
        assert!(matches!(limiter.check(address, 20), Err(1..=20)));
        limiter.retain_recent();
        assert!(limiter.check(address, 20).is_err());
        assert!(limiter.check(other, 20).is_ok());
        let unlimited = RateLimiter::new(0);
        assert!((0..10_000).all(|_| unlimited.check(address, 1).is_ok()));
    }

    #[test]
    fn three_addresses_leave_room_for_others() {
        for (asked, all, one) in [(500, 20_000, 500), (500, 896, 224), (0, 896, 0)] {
            assert_eq!(connections_of_address(asked, all), one);
        }
    }

    #[test]
    fn connections_are_counted_for_each_network_until_they_end() {
        let limiter = ConcurrencyLimiter::new(2);
        let [one, neighbour, other] =
            ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"].map(|text| text.parse().unwrap());
        let first = limiter.acquire(one);
        let second = limiter.acquire(neighbour);
        assert!(first.is_some() && second.is_some());
        assert!(limiter.acquire(one).is_none());
        assert!(limiter.acquire(other).is_some());
        drop(first);
        assert!(limiter.acquire(one).is_some());
        drop(second);
        limiter.retain_open();
        assert!(lock(&limiter.permits).is_empty(), "closed connections leave nothing behind");
        let limiter = ConcurrencyLimiter::new(0);
        let many: Vec<_> = (0..10_000).map(|_| limiter.acquire(one)).collect();
        assert!(many.iter().all(Option::is_some));
    }
}

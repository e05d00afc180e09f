//! How many connections or streams each client address may have open.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::process::Process;
use crate::lock;
use crate::network::household;

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

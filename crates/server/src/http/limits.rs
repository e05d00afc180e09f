//! How much one address may ask for: so many requests at once, and so many a second after that; and how much it may
//! hold open.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The most addresses that are remembered; beyond that, those that ask least are forgotten.
const REMEMBERED: usize = 50_000;

/// A bucket that fills by so much a second, for each address.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    /// Requests a second; 0 for no limit.
    rate: f64,
    /// Requests at once.
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl RateLimiter {
    pub(crate) fn new(rate: u32) -> Self {
        let rate = f64::from(rate);
        Self { rate, burst: (rate * 4.0).max(20.0), buckets: Mutex::default() }
    }

    /// Takes something out of an address's bucket, or says how many seconds to wait.
    pub(crate) fn check(&self, address: IpAddr, cost: u32, now: Instant) -> Result<(), u64> {
        if self.rate == 0.0 {
            return Ok(());
        }
        let cost = f64::from(cost);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED {
            let full = |(left, since): &(f64, Instant)| {
                left + now.duration_since(*since).as_secs_f64() * self.rate >= self.burst
            };
            buckets.retain(|_, bucket| !full(bucket));
            if buckets.len() >= REMEMBERED {
                buckets.clear();
            }
        }
        let (left, since) = buckets.entry(network(address)).or_insert((self.burst, now));
        *left = (*left + now.duration_since(*since).as_secs_f64() * self.rate).min(self.burst);
        *since = now;
        if *left >= cost {
            *left -= cost;
            Ok(())
        } else {
            Err(((cost - *left) / self.rate).ceil() as u64)
        }
    }
}

/// So many limiter for each address.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    /// 0 for no limit.
    most: u32,
    taken: Mutex<HashMap<IpAddr, u32>>,
}

impl ConnectionLimiter {
    pub(crate) fn new(most: u32) -> Arc<Self> {
        Arc::new(Self { most, taken: Mutex::default() })
    }

    /// A place, if the address has one left. It is free again when the answer is dropped.
    pub(crate) fn acquire(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = network(address);
        if self.most > 0 {
            let mut all = self.lock();
            let taken = all.entry(address).or_insert(0);
            if *taken >= self.most {
                return None;
            }
            *taken += 1;
        }
        Some(ConnectionPermit { limiter: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        // Whoever panicked with the lock held left whole numbers.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that an address has taken.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        if self.limiter.most == 0 {
            return;
        }
        let mut all = self.limiter.lock();
        if let Some(taken) = all.get_mut(&self.address) {
            *taken -= 1;
            if *taken == 0 {
                all.remove(&self.address);
            }
        }
    }
}

/// One household has one address of version 4, and a whole network of version 6.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => {
                let mut octets = v6.octets();
                octets[8..].fill(0);
                IpAddr::V6(octets.into())
            }
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limits = RateLimiter::new(10);
        let now = Instant::now();
        let address = IpAddr::from([10, 0, 0, 1]);
        let taken = (0..100).take_while(|_| limits.check(address, 1, now).is_ok()).count();
        assert_eq!(taken, 40);
        assert_eq!(limits.check(address, 1, now), Err(1));
        assert!(limits.check(IpAddr::from([10, 0, 0, 2]), 1, now).is_ok());
        assert!(limits.check(address, 1, now + Duration::from_secs(1)).is_ok());
        let limits = RateLimiter::new(0);
        assert!((0..10_000).all(|_| limits.check(address, 1, now).is_ok()));
    }

    #[test]
    fn places_are_counted_for_each_network_and_given_back() {
        let limiter = ConnectionLimiter::new(2);
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
        assert!(limiter.lock().is_empty(), "nothing is remembered of those who left");
        let limiter = ConnectionLimiter::new(0);
        let many: Vec<_> = (0..10_000).map(|_| limiter.acquire(one)).collect();
        assert!(many.iter().all(Option::is_some));
    }
}

//! How much one address may ask for: so many requests at once, and so many a second after that.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most addresses that are remembered; beyond that, those that ask least are forgotten.
const REMEMBERED: usize = 50_000;

/// A bucket that fills by so much a second, for each address.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Requests a second; 0 for no limit.
    rate: f64,
    /// Requests at once.
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Limits {
    pub(crate) fn new(rate: u32) -> Self {
        let rate = f64::from(rate);
        Self { rate, burst: (rate * 4.0).max(20.0), buckets: Mutex::default() }
    }

    /// Takes something out of an address's bucket, or says how many seconds to wait.
    pub(crate) fn take(&self, address: IpAddr, cost: f64, now: Instant) -> Result<(), u64> {
        if self.rate == 0.0 {
            return Ok(());
        }
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limits = Limits::new(10);
        let now = Instant::now();
        let address = IpAddr::from([10, 0, 0, 1]);
        let taken = (0..100).take_while(|_| limits.take(address, 1.0, now).is_ok()).count();
        assert_eq!(taken, 40);
        assert_eq!(limits.take(address, 1.0, now), Err(1));
        assert!(limits.take(IpAddr::from([10, 0, 0, 2]), 1.0, now).is_ok());
        assert!(limits.take(address, 1.0, now + Duration::from_secs(1)).is_ok());
        let limits = Limits::new(0);
        assert!((0..10_000).all(|_| limits.take(address, 1.0, now).is_ok()));
    }
}

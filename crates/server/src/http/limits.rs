//! What each client address has at once: connections, streams, bytes that it has not read.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use super::process;
use divvy_service::{lock, network_of};

/// The most connections at once, if the process may have so many file descriptors.
const MAX_CONNECTIONS: usize = 20_000;

/// How many connections the descriptors of this process are enough for: some are needed for the storage and its own.
pub(crate) fn max_connections() -> usize {
    let [_, _, descriptors] = process::figures();
    let descriptors = descriptors.and_then(|most| usize::try_from(most).ok());
    descriptors.map_or(MAX_CONNECTIONS, |most| MAX_CONNECTIONS.min(most - most.min(1_024) / 8))
}

/// How many connections one address may have of so many: three that take all they can must leave room for others. 0 for no
/// limit.
pub(crate) fn connections_of_address(asked: u32, max_connections: usize) -> usize {
    max_connections.div_euclid(4).min(asked as usize)
}

/// Counts something for each address, up to a limit.
#[derive(Debug)]
pub(crate) struct AddressCounts {
    max: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

impl AddressCounts {
    /// 0 for no limit.
    pub(crate) fn new(max: usize) -> Arc<Self> {
        let max = if max == 0 { usize::MAX } else { max };
        Arc::new(Self { max, counts: Mutex::default() })
    }

    /// Whether the address may have so much more. An address that has nothing may have anything.
    pub(crate) fn has_room(&self, address: IpAddr, more: usize) -> bool {
        let counts = lock(&self.counts);
        counts.get(&network_of(address)).is_none_or(|count| count.saturating_add(more) <= self.max)
    }

    /// Counts so much until the guard is dropped, whether there is room or not.
    pub(crate) fn add(self: &Arc<Self>, address: IpAddr, more: usize) -> Counted {
        let address = network_of(address);
        *lock(&self.counts).entry(address).or_default() += more;
        Counted { counts: Arc::clone(self), address, count: more }
    }

    /// What all addresses have together.
    pub(crate) fn total(&self) -> usize {
        lock(&self.counts).values().sum()
    }

    /// Counts one until the guard is dropped, if there is room.
    pub(crate) fn acquire(self: &Arc<Self>, address: IpAddr) -> Option<Counted> {
        let counted = self.add(address, 1);
        self.has_room(address, 0).then_some(counted)
    }
}

#[derive(Debug)]
pub(crate) struct Counted {
    counts: Arc<AddressCounts>,
    address: IpAddr,
    count: usize,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts.counts);
        if let Some(left) = counts.get_mut(&self.address) {
            *left -= self.count;
            if *left == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_addresses_leave_room_for_others() {
        for (asked, all, one) in [(500, 20_000, 500), (500, 896, 224), (0, 896, 0)] {
            assert_eq!(connections_of_address(asked, all), one);
        }
    }
}

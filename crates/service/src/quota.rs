//! What one address may have over time: requests, games, changes, processor time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use divvy_table::GameError;
use divvy_words::web::AddressLimit;

use crate::lock;

/// Seconds of processor time that must be left for another hint or review.
const LEAST_PROCESSOR: f64 = 1.0;

/// What one address may have; 0 for no limit.
#[derive(Clone, Debug)]
pub struct Limits {
    pub max_size: u32,
    /// Requests a second.
    pub rate: u32,
    /// Games begun in an hour.
    pub games: u32,
    /// Moves and other changes in an hour.
    pub changes: u32,
    /// Seconds of processor time in a minute for bots, hints and reviews.
    pub processor: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_size: 10_000, rate: 50, games: 1_000, changes: 100_000, processor: 30 }
    }
}

/// The budgets of all addresses.
#[derive(Debug)]
pub struct Quotas {
    requests: Budget,
    games: Budget,
    changes: Budget,
    processor: Budget,
}

impl Quotas {
    /// Everything is left.
    pub fn new(limits: &Limits) -> Self {
        let (hour, minute) = (Duration::from_secs(3_600), Duration::from_secs(60));
        let rate = f64::from(limits.rate);
        // Four times as many at once as in a second.
        let burst = if limits.rate == 0 { 0.0 } else { (rate * 4.0).max(20.0) };
        Self {
            requests: Budget::new(
                AddressLimit::Requests,
                burst,
                Duration::from_secs_f64(burst / rate.max(1.0)),
            ),
            games: Budget::new(AddressLimit::Games, f64::from(limits.games), hour),
            changes: Budget::new(AddressLimit::Changes, f64::from(limits.changes), hour),
            processor: Budget::new(AddressLimit::Processor, f64::from(limits.processor), minute),
        }
    }

    /// Counts a request, or what a costly one counts for, unless the address has sent too many.
    pub fn request(&self, address: IpAddr, cost: u32) -> Result<(), GameError> {
        self.requests.spend(address, cost.into(), Instant::now())
    }

    /// Counts a game that is about to begin, unless the address has begun too many.
    pub fn begin_game(&self, address: IpAddr) -> Result<(), GameError> {
        self.games.spend(address, 1.0, Instant::now())
    }

    /// Counts a change of a game that is about to be made, unless there were too many.
    pub fn change(&self, address: IpAddr) -> Result<(), GameError> {
        self.changes.spend(address, 1.0, Instant::now())
    }

    /// Whether the address has processor time left.
    pub fn has_processor(&self, address: IpAddr) -> Result<(), GameError> {
        self.processor.check(address, LEAST_PROCESSOR, Instant::now())
    }

    /// Whether a job of the address that runs may go on.
    pub fn may_go_on(&self, address: IpAddr) -> Result<(), GameError> {
        self.processor.check(address, 0.0, Instant::now())
    }

    /// Counts processor time that a job has used, while it runs.
    pub fn used_processor(&self, address: IpAddr, time: Duration) {
        self.processor.charge(address, time.as_secs_f64(), Instant::now());
    }

    /// Forgets addresses that have all of their budgets again.
    pub fn retain_recent(&self) {
        for budget in [&self.requests, &self.games, &self.changes, &self.processor] {
            budget.retain_recent(Instant::now());
        }
    }
}

/// The address that limits count for. A household or a company has a whole network of IPv6 addresses, but one IPv4 address.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// An amount for each address, which comes back little by little. What an address has used may exceed it: a job is charged
/// after it has run for a while, and bots go on without.
#[derive(Debug)]
struct Budget {
    limit: AddressLimit,
    /// The most that an address has at once; 0 for no limit.
    amount: f64,
    /// What comes back in a second.
    per_second: f64,
    accounts: Mutex<HashMap<IpAddr, Account>>,
}

#[derive(Clone, Copy, Debug)]
struct Account {
    left: f64,
    at: Instant,
}

impl Budget {
    /// The whole amount comes back in `period`.
    fn new(limit: AddressLimit, amount: f64, period: Duration) -> Self {
        let per_second = amount / period.as_secs_f64();
        Self { limit, amount, per_second, accounts: Mutex::default() }
    }

    /// What the account has now.
    fn left(&self, account: Option<&Account>, now: Instant) -> f64 {
        account.map_or(self.amount, |account| {
            let seconds = now.saturating_duration_since(account.at).as_secs_f64();
            (account.left + seconds * self.per_second).min(self.amount)
        })
    }

    /// Whether so much is left; if not, returns after how many seconds it is.
    fn check(&self, address: IpAddr, amount: f64, now: Instant) -> Result<(), GameError> {
        let left = self.left(lock(&self.accounts).get(&network_of(address)), now);
        if self.amount == 0.0 || left >= amount {
            return Ok(());
        }
        let seconds = ((amount - left) / self.per_second).ceil().max(1.0) as u64;
        Err(GameError::OverLimit(self.limit, seconds))
    }

    /// Takes so much, whether it is left or not.
    fn charge(&self, address: IpAddr, amount: f64, now: Instant) {
        if self.amount == 0.0 {
            return;
        }
        let mut accounts = lock(&self.accounts);
        let left = self.left(accounts.get(&network_of(address)), now) - amount;
        accounts.insert(network_of(address), Account { left, at: now });
    }

    /// Takes so much if it is left; if not, returns after how many seconds it is.
    fn spend(&self, address: IpAddr, amount: f64, now: Instant) -> Result<(), GameError> {
        self.check(address, amount, now)?;
        self.charge(address, amount, now);
        Ok(())
    }

    fn retain_recent(&self, now: Instant) {
        lock(&self.accounts).retain(|_, account| self.left(Some(account), now) < self.amount);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn what_is_used_up_comes_back_little_by_little_for_each_network() {
        let after = |seconds| Err(GameError::OverLimit(AddressLimit::Games, seconds));
        let budget = Budget::new(AddressLimit::Games, 60.0, Duration::from_secs(60));
        let [one, neighbour, other] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(|text| text.parse().unwrap());
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!((0..70).filter(|_| budget.spend(one, 1.0, begin).is_ok()).count(), 60);
        assert_eq!(budget.spend(neighbour, 1.0, begin), after(1));
        assert_eq!(budget.check(other, 60.0, begin), Ok(()));
        assert_eq!(budget.check(one, 20.0, at(5)), after(15));
        assert_eq!(budget.check(one, 20.0, at(20)), Ok(()));
        // A job may cost more than was left.
        budget.charge(one, 50.0, at(20));
        assert_eq!(budget.check(one, 1.0, at(20)), after(31));
        assert_eq!(budget.check(one, 1.0, at(51)), Ok(()));
        budget.retain_recent(at(51));
        assert_eq!(lock(&budget.accounts).len(), 1);
        budget.retain_recent(at(20 + 90));
        assert!(lock(&budget.accounts).is_empty());
        // Never more than the amount.
        assert_eq!(budget.check(one, 60.0, at(10_000)), Ok(()));
        assert!(budget.check(one, 61.0, at(10_000)).is_err());
        let unlimited = Budget::new(AddressLimit::Games, 0.0, Duration::from_secs(60));
        unlimited.charge(one, 1e9, begin);
        assert_eq!(unlimited.check(one, 1e9, begin), Ok(()));
        assert!(lock(&unlimited.accounts).is_empty());
    }
}

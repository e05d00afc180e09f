//! What one address may have over time: requests, games, changes, processor time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use divvy_table::GameError;
use divvy_words::web::AddressLimit;
use tokio::time::Instant;

use crate::lock;

/// Seconds of processor time that must be left for another hint or review.
pub(crate) const LEAST_PROCESSOR: f64 = 1.0;

/// What a costly request takes of its address's rate in addition to the one that every request takes: it needs the solver,
/// begins a game or makes a long answer.
pub const COSTLY: u32 = 4;

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
    pub requests: Budget,
    pub games: Budget,
    pub changes: Budget,
    /// In seconds.
    pub processor: Budget,
}

impl Quotas {
    pub fn new(limits: &Limits) -> Self {
        let hourly = |limit, amount: u32| Budget::new(limit, amount.into(), 3_600.0);
        let rate = f64::from(limits.rate);
        // Four times as many at once as in a second.
        let burst = if limits.rate == 0 { 0.0 } else { (rate * 4.0).max(20.0) };
        Self {
            requests: Budget::new(AddressLimit::Requests, burst, burst / rate.max(1.0)),
            games: hourly(AddressLimit::Games, limits.games),
            changes: hourly(AddressLimit::Changes, limits.changes),
            processor: Budget::new(AddressLimit::Processor, limits.processor.into(), 60.0),
        }
    }

    /// Forgets addresses that have all of their budgets again.
    pub fn retain_recent(&self) {
        for budget in [&self.requests, &self.games, &self.changes, &self.processor] {
            budget.retain_recent();
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
pub struct Budget {
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
    /// The whole amount comes back in so many seconds.
    fn new(limit: AddressLimit, amount: f64, seconds: f64) -> Self {
        Self { limit, amount, per_second: amount / seconds, accounts: Mutex::default() }
    }

    /// What the account has now.
    fn left(&self, account: Option<&Account>) -> f64 {
        account.map_or(self.amount, |account| {
            let left = account.left + account.at.elapsed().as_secs_f64() * self.per_second;
            left.min(self.amount)
        })
    }

    /// Takes so much if at least `least` is left; if not, returns after how many seconds it is.
    fn take(&self, address: IpAddr, least: f64, amount: f64) -> Result<(), GameError> {
        if self.amount == 0.0 {
            return Ok(());
        }
        let mut accounts = lock(&self.accounts);
        let left = self.left(accounts.get(&network_of(address)));
        if left < least {
            let seconds = ((least - left) / self.per_second).ceil().max(1.0) as u64;
            return Err(GameError::OverLimit(self.limit, seconds));
        }
        if amount > 0.0 {
            let account = Account { left: left - amount, at: Instant::now() };
            accounts.insert(network_of(address), account);
        }
        Ok(())
    }

    /// Takes so much if it is left; if not, returns after how many seconds it is.
    pub fn spend(&self, address: IpAddr, amount: u32) -> Result<(), GameError> {
        self.take(address, amount.into(), amount.into())
    }

    /// Whether so much is left; if not, returns after how many seconds it is.
    pub(crate) fn check(&self, address: IpAddr, amount: f64) -> Result<(), GameError> {
        self.take(address, amount, 0.0)
    }

    /// Takes so much, whether it is left or not.
    pub(crate) fn charge(&self, address: IpAddr, amount: f64) {
        let _ = self.take(address, f64::NEG_INFINITY, amount);
    }

    fn retain_recent(&self) {
        lock(&self.accounts).retain(|_, account| self.left(Some(account)) < self.amount);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_used_up_comes_back_little_by_little_for_each_network() {
        let after = |seconds| Err(GameError::OverLimit(AddressLimit::Games, seconds));
        let budget = Budget::new(AddressLimit::Games, 60.0, 60.0);
        let [one, neighbour, other] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(|text| text.parse().unwrap());
        let pass = |seconds| advance(Duration::from_secs(seconds));
        assert_eq!((0..70).filter(|_| budget.spend(one, 1).is_ok()).count(), 60);
        assert_eq!(budget.spend(neighbour, 1), after(1));
        assert_eq!(budget.check(other, 60.0), Ok(()));
        pass(5).await;
        assert_eq!(budget.check(one, 20.0), after(15));
        pass(15).await;
        assert_eq!(budget.check(one, 20.0), Ok(()));
        // A job may cost more than was left.
        budget.charge(one, 50.0);
        assert_eq!(budget.check(one, 1.0), after(31));
        pass(31).await;
        assert_eq!(budget.check(one, 1.0), Ok(()));
        budget.retain_recent();
        assert_eq!(lock(&budget.accounts).len(), 1);
        pass(60).await;
        budget.retain_recent();
        assert!(lock(&budget.accounts).is_empty());
        // Never more than the amount.
        pass(10_000).await;
        assert_eq!(budget.check(one, 60.0), Ok(()));
        assert!(budget.check(one, 61.0).is_err());
        let unlimited = Budget::new(AddressLimit::Games, 0.0, 60.0);
        unlimited.charge(one, 1e9);
        assert_eq!(unlimited.check(one, 1e9), Ok(()));
        assert!(lock(&unlimited.accounts).is_empty());
    }
}

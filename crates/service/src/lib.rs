//! Stores and runs games, for every surface that serves them: it knows no HTTP.
//!
//! A game is stored as a setup and a list of events ([`storage`]); the rest is derived by replaying them (`divvy_table`). A
//! [`Registry`] holds the games in memory and is the only place that changes them; [`SolverPool`] runs what takes long;
//! [`Quotas`] count what each address uses. [`Service`] puts them together.

pub mod admin;
mod quota;
mod registry;
mod repeated_warning;
mod reviews;
mod service;
mod solver_pool;
pub mod storage;
mod upkeep;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

pub use quota::{Budget, COSTLY, Limits, Quotas, network_of};
pub use registry::{Handle, PresenceGuard, Published, Registry, Snapshot, Updated};
pub use repeated_warning::RepeatedWarning;
pub use reviews::ReviewKey;
pub use service::{Client, Service, ServiceMetrics};
pub use solver_pool::{JobKind, SolverPool};

/// Locks a mutex. Every value behind the locks here is valid even if a thread panicked while it held one.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

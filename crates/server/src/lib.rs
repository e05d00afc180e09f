//! divvy in the browser: an HTTP server that is also the whole web application.
//!
//! A game is stored as a setup and a list of events ([`storage`]); the rest is derived by replaying them (`game`).
//! `registry` holds the games in memory and is the only place that changes them; `api` and `pages` are the handlers, `http`
//! is what surrounds them. Rules, matches, bots, hints and reviews come from the crates `rules`, `match` and `analysis`.

pub mod admin;
mod api;
mod game;
mod http;
mod network;
mod pages;
mod registry;
mod repeated_warning;
mod reviews;
mod server;
mod solver_pool;
pub mod storage;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use http::forwarded::{NotANetwork, TrustedProxies};
pub use http::serve::{Listeners, serve};
pub use http::tls::{Tls, TlsError};
pub use server::{Config, Server, app};

/// Every value behind these locks is valid even if a thread panicked while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! divvy in the browser: an HTTP server that is also the whole web application.
//!
//! What is kept of a game is a setup and a list of events ([`storage`]); everything else is derived from them
//! (`game`). All rules, bots, hints and reviews come from `play` and `solver`.

mod api;
mod error;
mod game;
mod hub;
mod identity;
mod limits;
mod metrics;
mod pages;
mod readiness;
mod serve;
mod server;
pub mod storage;
mod think;
mod token;
mod view;

pub use serve::serve;
pub use server::{Config, Server, app};

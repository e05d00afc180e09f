//! divvy in the browser: an HTTP server that is also the whole web application.
//!
//! What is kept of a game is a setup and a list of events ([`storage`]); everything else is derived from them
//! ([`game`]). All rules, bots, hints and reviews come from `play` and `solver`.

mod error;
pub mod game;
mod hub;
pub mod storage;
pub mod token;
mod view;

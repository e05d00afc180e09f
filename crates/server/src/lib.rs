//! divvy in the browser: an HTTP server that is also the whole web application.
//!
//! What is kept of a game is a setup and a list of events ([`storage`]); everything else is derived from them. All
//! rules, bots, hints and reviews come from `play` and `solver`.

pub mod storage;

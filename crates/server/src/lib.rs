//! divvy in the browser: an HTTP server that is also the whole web application.
//!
//! `api` and `pages` are the handlers, `http` is what surrounds them. The games are stored and run by `divvy_service`; what a
//! request does to a game, and how a viewer sees it, is `divvy_table`'s.

mod api;
mod http;
mod pages;
mod server;

pub use http::forwarded::{NotANetwork, TrustedProxies};
pub use http::serve::{Listeners, serve};
pub use http::tls::{Tls, TlsError};
pub use pages::site;
pub use server::{Config, Server, app};

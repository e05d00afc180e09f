//! The games as tools of the Model Context Protocol, for language models.
//!
//! A client begins games, sees positions and plays; every call names its game, so nothing hangs on a connection. The
//! operator who starts the server decides what models may ask for ([`Settings`]), and every step of a game becomes a
//! [`LoggedGame`], judged move by move once it is over, which [`Summary`] adds up.

mod answer;
mod arguments;
mod games;
mod handler;
mod http;
mod log;
mod settings;
mod tool;

pub use games::Games;
pub use handler::{Handler, serve_stdio};
pub use http::{Client, HttpService, http_service};
pub use log::{LoggedGame, Row, Summary};
pub use settings::{Limits, Settings};

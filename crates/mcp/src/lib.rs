//! The games as tools of the Model Context Protocol, for language models.
//!
//! A client begins games, sees positions and plays; every call names its game, so nothing hangs on a connection. The games are
//! stored and run by `divvy_service`, like those of every other client. The operator who starts the server decides what models
//! may ask for ([`Settings`]); on standard streams every step of a game becomes a [`LoggedGame`], judged move by move once it is
//! over, which [`Summary`] adds up.

mod answer;
mod arguments;
mod handler;
mod http;
mod log;
mod play;
mod recorder;
mod settings;
mod tool;

pub use handler::{Handler, serve_stdio};
pub use http::{Caller, HttpService, http_service, serve_http};
pub use log::{LoggedGame, Summary};
pub use recorder::{GameLog, Recorder};
pub use settings::Settings;

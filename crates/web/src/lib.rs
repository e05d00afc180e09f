//! The games and the engine for a page that has no server, as one WebAssembly module.
//!
//! A request is that of the HTTP API, and so is the answer. The module stores nothing: it says which rows it needs and which
//! are to be added, and JavaScript reads and adds them. It has no clock, no chance and no thread; an id of chance comes with
//! each request.

mod exports;
mod request;
mod site;

pub use site::Site;

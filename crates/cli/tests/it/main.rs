//! Tests of the program from outside that need nothing but it: one target, because each links all that the program is made of.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

mod arena;
mod arguments;
mod bench;
#[path = "../common/mod.rs"]
mod common;
mod contract;
mod fuzz_corpus;
mod golden;
#[path = "../common/http.rs"]
mod http;
mod lab;
mod lab_parts;
mod learn;
mod mcp;
mod memory;
#[cfg(unix)]
mod progress;
mod readme;
mod same;
mod saved;
mod serve;
mod solve;
#[cfg(unix)]
mod terminal;
mod wrong;

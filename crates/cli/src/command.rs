//! One module for each command.

pub(crate) mod admin;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod census;
pub(crate) mod count;
pub(crate) mod fair;
pub(crate) mod games;
pub(crate) mod join;
pub(crate) mod learn;
pub(crate) mod longest;
pub(crate) mod manual;
pub(crate) mod mcp;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod saved;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tui;
pub(crate) mod verify;

//! One module for each command.

pub(crate) mod games;
pub(crate) mod manual;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod saved;

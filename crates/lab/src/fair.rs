//! Fair boards.

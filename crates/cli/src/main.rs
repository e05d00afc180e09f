//! The `divvy` program. Everything it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    divvy::run()
}

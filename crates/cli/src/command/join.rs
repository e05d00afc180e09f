//! `divvy join`

use std::io::Write;
use std::path::PathBuf;

use crate::args::{self, Command};
use crate::command::{arena, census, count, longest};
use crate::failure::Failure;
use crate::part::{parsed, read_all};

/// Prints what one run of the command would have printed.
pub(crate) fn run(files: &[PathBuf], out: &mut dyn Write) -> Result<(), Failure> {
    let (arguments, lines) = read_all(files)?;
    let line = std::iter::once("divvy").chain(arguments.iter().map(String::as_str));
    let args = args::parse(line)
        .map_err(|_| Failure::running("the parts are of another version of divvy"))?;
    let joined = match args.command {
        Some(Command::Census(census)) => census::join(&census, parsed(&lines)?, out),
        Some(Command::Count(count)) => count::join(&count, parsed(&lines)?, out),
        Some(Command::Longest(longest)) => longest::join(&longest, parsed(&lines)?, out),
        Some(Command::Arena(arena)) => arena::join(&arena, parsed(&lines)?, out),
        _ => Err(Failure::running("the parts are of a command that has none")),
    };
    // The line that the files hold was right once; they are what is wrong.
    joined.map_err(|failure| match failure {
        Failure::Usage(why) => Failure::Running(why),
        failure => failure,
    })
}

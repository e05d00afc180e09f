//! What the tests of several crates share: a harness that reports tests as ignored where a program they need is
//! missing, a PostgreSQL server, and lines for the engine. No part of the program.

#![allow(clippy::expect_used, clippy::panic, reason = "only tests use this crate")]

mod engine_lines;
mod postgres;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

pub use engine_lines::engine_line;
pub use postgres::{Cluster, Frozen, PASSWORD};

/// A program beyond Rust and a C compiler that a test needs.
#[derive(Clone, Copy, Debug)]
pub enum Tool {
    /// `python3`.
    Python,
    /// GNU `parallel`.
    Parallel,
    /// `chromium` and `chromedriver`.
    Chromium,
    /// The same, and axe-core, whose rules of accessibility are run in the pages.
    Axe,
    /// The server and client programs of PostgreSQL.
    PostgreSql,
}

impl Tool {
    /// What is missing of it, for people; none if it can be used.
    fn missing(self) -> Option<String> {
        let programs: &[&str] = match self {
            Tool::Python => &["python3"],
            Tool::Parallel => &["parallel"],
            Tool::Chromium | Tool::Axe => &["chromium", "chromedriver"],
            Tool::PostgreSql => &[],
        };
        let missing = match self {
            Tool::Axe if axe().is_none() => "axe-core",
            Tool::PostgreSql if postgres::binaries().is_none() => "PostgreSQL",
            _ => programs.iter().find(|program| !answers(program))?,
        };
        Some(format!("{missing} is missing"))
    }
}

/// The script of axe-core: what `DIVVY_AXE` names, or where `.ci/run` puts it.
pub fn axe() -> Option<PathBuf> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe/axe.min.js");
    let script = std::env::var_os("DIVVY_AXE").map_or(kept, PathBuf::from);
    script.is_file().then_some(script)
}

/// Whether a program can be started. A file of that name is not enough: it may be a placeholder.
fn answers(program: &str) -> bool {
    let status =
        Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// The tests of a target without libtest's harness (`harness = false`). They take the usual arguments.
///
/// ```no_run
/// use divvy_testing::{Tests, Tool, tests};
///
/// fn numbers_add_up() {}
/// fn python_agrees() {}
///
/// fn main() -> std::process::ExitCode {
///     let tests = Tests::default().with(tests![numbers_add_up]);
///     tests.needing(Tool::Python, tests![python_agrees]).run()
/// }
/// ```
#[derive(Default)]
pub struct Tests(Vec<Trial>);

/// Functions together with their names.
#[macro_export]
macro_rules! tests {
    ($($test:path),+ $(,)?) => { [$((stringify!($test), $test as fn())),+] };
}

impl Tests {
    /// Adds tests that need nothing special.
    pub fn with<F: FnOnce() + Send + 'static>(
        self,
        tests: impl IntoIterator<Item = (impl Into<String>, F)>,
    ) -> Self {
        self.needing(None, tests)
    }

    /// Adds tests that need a tool, if one is named. Where it is missing they are ignored, or fail if `CI` is `true`: a machine that
    /// checks changes must have everything.
    pub fn needing<F: FnOnce() + Send + 'static>(
        mut self,
        tool: impl Into<Option<Tool>>,
        tests: impl IntoIterator<Item = (impl Into<String>, F)>,
    ) -> Self {
        let tool = tool.into();
        // Looked for once, by the first of these tests that runs.
        let missing = Arc::new(LazyLock::new(move || tool.and_then(Tool::missing)));
        let trial = |(name, test): (_, F)| {
            let missing = Arc::clone(&missing);
            Trial::ignorable_test(name, move || match &**missing {
                None => {
                    test();
                    Ok(Completion::Completed)
                }
                Some(missing) if std::env::var("CI").as_deref() == Ok("true") => {
                    Err(Failed::from(missing))
                }
                Some(missing) => Ok(Completion::ignored_with(missing)),
            })
        };
        self.0.extend(tests.into_iter().map(trial));
        self
    }

    /// Runs those that the command line asks for.
    pub fn run(self) -> ExitCode {
        let mut arguments = Arguments::from_args();
        // They wait for other programs more than they compute.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        arguments.test_threads.get_or_insert(2 * cores);
        libtest_mimic::run(&arguments, self.0).exit_code()
    }
}

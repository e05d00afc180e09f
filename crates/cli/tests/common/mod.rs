//! What the tests of the program share: running it in a world of its own, and transcripts.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[cfg(unix)]
pub mod picture;
#[cfg(unix)]
pub mod screen;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program with an empty data folder, which goes when this does.
pub struct World {
    home: tempfile::TempDir,
}

/// What one run came to.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

impl World {
    pub fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self) -> &Path {
        self.home.path()
    }

    /// Where running matches are kept.
    pub fn games(&self) -> PathBuf {
        self.path().join("divvy/games")
    }

    /// Where programs are looked for: `divvy` first, then as usual.
    pub fn search_path(&self) -> String {
        let bin = Path::new(env!("CARGO_BIN_EXE_divvy")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        format!("{}:{path}", bin.display())
    }

    /// A command in this world: no settings from outside reach it.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", self.search_path())
            .env("HOME", self.path())
            .env("XDG_DATA_HOME", self.path())
            .current_dir(self.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn divvy(&self, args: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_divvy"));
        command.args(args);
        command
    }

    /// Runs `divvy` with this input.
    pub fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Run {
        finish(self.divvy(args), input.as_ref())
    }

    /// Runs a line of shell, with `divvy` on the path.
    pub fn shell(&self, line: &str) -> Run {
        let mut command = self.command("sh");
        command.args(["-c", line]);
        finish(command, b"")
    }
}

fn finish(mut command: Command, input: &[u8]) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // From another thread, so that neither side waits for the other; one that ends early is no error.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let Output { stdout, stderr, status } = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    Run {
        stdout: String::from_utf8(stdout).expect("text on stdout"),
        stderr: String::from_utf8(stderr).expect("text on stderr"),
        code: status.code(),
    }
}

/// Runs every `$ command` of a transcript in one world and returns the transcript as it came out.
/// An exit code other than 0 stands in a line of its own: `[exit 1]`.
pub fn replay(world: &World, transcript: &str) -> String {
    let mut result = String::new();
    for line in transcript.lines() {
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let run = world.shell(command);
        result += &format!("{line}\n{}", run.stdout);
        if run.code != Some(0) {
            result += &format!("[exit {}]\n", run.code.unwrap_or(-1));
        }
    }
    result
}

/// Compares a transcript file with what its commands print now, or writes it anew when
/// `DIVVY_BLESS` is set.
pub fn check_transcript(world: &World, path: &Path) {
    let expected = std::fs::read_to_string(path).unwrap_or_else(|error| {
        panic!("{}: {error}; see CONTRIBUTING.md, \"Adding a game\"", path.display())
    });
    let actual = replay(world, &expected);
    if is_blessing() {
        std::fs::write(path, actual).unwrap();
        return;
    }
    // Only the first difference: the files are long.
    let line =
        actual.lines().zip(expected.lines()).position(|(actual, expected)| actual != expected);
    let line = line.unwrap_or_else(|| actual.lines().count().min(expected.lines().count()));
    let from = line.saturating_sub(5);
    let part = |text: &str| text.lines().skip(from).take(15).collect::<Vec<_>>().join("\n");
    assert!(
        actual == expected,
        "{} is not what the program prints from line {} on.\n\nKept:\n{}\n\nNow:\n{}",
        path.display(),
        line + 1,
        part(&expected),
        part(&actual)
    );
}

/// Whether expectations are to be written anew instead of compared.
pub fn is_blessing() -> bool {
    std::env::var_os("DIVVY_BLESS").is_some()
}

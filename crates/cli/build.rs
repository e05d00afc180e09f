//! Sets `DIVVY_VERSION`: the version with the commit it was built from, if that is known.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DIVVY_COMMIT");
    let version = env!("CARGO_PKG_VERSION");
    // A build from an archive or in a container can name the commit; cargo writes it into published packages.
    let commit = std::env::var("DIVVY_COMMIT").ok().or_else(of_package).or_else(of_git);
    let is_known =
        |commit: &String| !commit.is_empty() && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    match commit.filter(is_known) {
        Some(commit) => {
            let short = &commit[..commit.len().min(9)];
            println!("cargo::rustc-env=DIVVY_VERSION={version} ({short})");
        }
        None => println!("cargo::rustc-env=DIVVY_VERSION={version}"),
    }
}

/// The commit in the file that `cargo package` adds.
fn of_package() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = info.split_once("\"sha1\"")?;
    after.split('"').nth(1).map(str::to_owned)
}

fn of_git() -> Option<String> {
    // Every commit, merge and checkout adds a line to this file.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    // The repository around a package that was unpacked somewhere is not the one it was built from.
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    git(&["rev-parse", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

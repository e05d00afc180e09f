//! The commands of the README and of the laboratory's page are run, and print what they say.

use std::path::{Path, PathBuf};

/// Where the README is.
fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")
}

/// The contents of the fenced blocks of one language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut current: Option<(bool, String)> = None;
    for line in text.lines() {
        match (&mut current, line.strip_prefix("```")) {
            (None, Some(tag)) => current = Some((tag == language, String::new())),
            (Some((wanted, block)), Some(_)) => {
                if *wanted {
                    blocks.push(std::mem::take(block));
                }
                current = None;
            }
            (Some((_, block)), None) => *block += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

#[test]
fn every_command_prints_what_the_readme_says() {
    replay(&readme(), 5);
}

#[test]
fn every_command_prints_what_the_page_of_the_laboratory_says() {
    replay(&readme().with_file_name("docs").join("laboratory.md"), 5);
}

fn replay(page: &Path, at_least: usize) {
    let mut text = std::fs::read_to_string(page).unwrap();
    let transcripts = blocks(&text, "console");
    assert!(transcripts.len() >= at_least);
    for transcript in transcripts {
        let actual = crate::common::replay(&crate::common::World::new(), &transcript);
        if crate::common::is_blessing() {
            text = text.replace(&transcript, &actual);
            std::fs::write(page, &text).unwrap();
        } else {
            assert_eq!(actual, transcript);
        }
    }
}

/// Running these two inside a test would run the tests for ever; `.ci/run` runs the second, and the first
/// is the program that every other test runs.
#[test]
fn the_two_commands_at_the_top_are_the_only_ones_not_run_here() {
    let text = std::fs::read_to_string(readme()).unwrap();
    assert_eq!(blocks(&text, "sh"), ["cargo run --release\ncargo test --workspace\n"]);
    let ci = std::fs::read_to_string(readme().with_file_name(".ci/run")).unwrap();
    assert!(ci.contains("\ncargo test --workspace\n"));
}

/// A unit test in one of these would never run.
#[test]
fn crates_that_are_not_compiled_for_unit_tests_have_none() {
    let crates = readme().with_file_name("crates");
    let has_tests = |folder: &Path| {
        let mut folders = vec![folder.join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if std::fs::read_to_string(path).unwrap().contains("#[test]") {
                    return true;
                }
            }
        }
        false
    };
    let mut without = 0;
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if manifest.contains("\ntest = false\n") {
            without += 1;
            assert!(!has_tests(&folder), "{}", folder.display());
        }
    }
    assert!(without > 1);
}

//! Work spread by GNU parallel, as docs/laboratory.md describes it.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs::File;
use std::process::ExitCode;

use common::World;
use divvy_testing::{Tests, Tool, tests};

/// The commands under a heading of the page, up to the end of their block.
fn recipe(heading: &str) -> String {
    let page = include_str!("../../../docs/laboratory.md");
    let section = page.split_once(&format!("\n### {heading}\n")).unwrap().1;
    let block = section.split_once("```sh\n").unwrap().1;
    block.split_once("```").unwrap().0.to_owned()
}

/// The command of the recipe without its part.
const WHOLE: &str = "census multiple-madness --sizes 1..3000 --opening even --csv";

fn file(world: &World, name: &str) -> String {
    std::fs::read_to_string(world.path().join(name)).unwrap()
}

fn four_parts_on_gnu_parallel_are_one_run_byte_for_byte() {
    let recipe = recipe("GNU parallel");
    assert!(recipe.contains(WHOLE), "{recipe}");
    let world = World::new();
    let run = world.shell(&recipe);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let whole = world.run(&WHOLE.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(file(&world, "census.csv"), whole.stdout);
}

fn a_part_that_was_killed_is_found_and_can_be_done_again() {
    let world = World::new();
    world.shell(&recipe("GNU parallel"));
    let whole = file(&world, "census.csv");
    let part: Vec<String> = format!("{WHOLE} --part 2/4").split(' ').map(str::to_owned).collect();
    let part: Vec<&str> = part.iter().map(String::as_str).collect();
    let mut command = world.divvy(&part);
    let mut child =
        command.stdout(File::create(world.path().join("2.part")).unwrap()).spawn().unwrap();
    // SIGKILL.
    child.kill().unwrap();
    child.wait().unwrap();
    let joining = ["join", "1.part", "2.part", "3.part", "4.part"];
    let refused = world.run(&joining, "");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    assert!(refused.stderr.contains("2.part is empty"), "{}", refused.stderr);
    std::fs::write(world.path().join("2.part"), world.run(&part, "").stdout).unwrap();
    assert_eq!(world.run(&joining, "").stdout, whole);
}

fn main() -> ExitCode {
    let tests = tests![
        four_parts_on_gnu_parallel_are_one_run_byte_for_byte,
        a_part_that_was_killed_is_found_and_can_be_done_again,
    ];
    Tests::default().needing(Tool::Parallel, tests).run()
}

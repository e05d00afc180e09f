//! Parts of long work: what their first line says about the command line.

use std::fs;

use crate::common::World;

#[test]
fn parts_of_machines_with_different_memory_and_cores_belong_together() {
    let world = World::new();
    for (command, differing) in [
        ("count multiple-madness --size 8", ["--memory 1", "--memory=2"]),
        ("longest multiple-madness --sizes 1..8", ["--memory=1", "--memory 2"]),
        ("arena multiple-madness --p1 easy --p2 random --games 4", ["--jobs 1", "--jobs=2"]),
    ] {
        for (part, option) in (1..).zip(differing) {
            let run = world.shell(&format!("divvy {command} {option} --part {part}/2"));
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            fs::write(world.path().join(format!("{part}.part")), run.stdout).unwrap();
        }
        let joined = world.run(&["join", "1.part", "2.part"], "");
        assert_eq!(joined.code, Some(0), "{command}: {}", joined.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_command_line_that_no_part_can_hold_is_refused_before_the_work() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let world = World::new();
    let mut command = world.divvy(&["census", "multiple-madness", "--sizes", "1..9", "--plot"]);
    let output = command.arg(OsStr::from_bytes(b"\xff.svg")).args(["--part", "1/2"]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--part: the command line goes into the part"), "{said}");
    assert!(output.stdout.is_empty());
}

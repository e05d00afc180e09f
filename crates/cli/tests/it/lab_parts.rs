//! Parts of long work that are gone on with, and parts and logs that are of something else.

use crate::common::{Run, World};

fn run_in(world: &World, args: &str) -> Run {
    world.run(&args.split(' ').collect::<Vec<_>>(), "")
}

/// All parts keep what they work out in one place; a part takes only its own rows from there.
#[test]
fn a_part_that_is_gone_on_with_has_its_own_sizes_only() {
    let world = World::new();
    let census = "census multiple-madness --sizes 1..3000 --opening even --csv";
    let first = run_in(&world, &format!("{census} --part 1/2"));
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    for part in ["1/2", "2/2"] {
        let fresh = run_in(&world, &format!("{census} --part {part}"));
        let resumed = run_in(&world, &format!("{census} --part {part} --resume"));
        assert_eq!((resumed.code, resumed.stderr.as_str()), (Some(0), ""), "{part}");
        assert!(resumed.stdout == fresh.stdout, "{part}");
    }
}

#[test]
fn a_part_with_games_of_another_tournament_is_refused() {
    let world = World::new();
    let arena = "arena multiple-madness --games 4 --p1 random --p2 easy --json";
    let part = run_in(&world, &format!("{arena} --part 1/1")).stdout;
    for foreign in [
        part.replace(r#""players":[0,1]"#, r#""players":[0,7]"#),
        part.replace(r#""position":"multiple-madness"#, r#""position":"sequence-duel"#),
    ] {
        assert_ne!(foreign, part);
        std::fs::write(world.path().join("1.part"), foreign).unwrap();
        let joined = run_in(&world, "join 1.part");
        assert_eq!((joined.code, joined.stdout.as_str()), (Some(2), ""), "{}", joined.stderr);
        assert!(joined.stderr.contains("that is not of the tournament"), "{}", joined.stderr);
    }
}

#[test]
fn a_log_of_another_tournament_says_what_else_differs() {
    let world = World::new();
    let arena = "arena sequence-duel --p1 easy --p2 hard --games 2 --log games.jsonl";
    assert_eq!(run_in(&world, arena).code, Some(0));
    let other = run_in(&world, &format!("{arena} --resume --random-plies 2"));
    assert_eq!(other.code, Some(1));
    let message = "--seed and --reskin, --random-plies must be the same, and --games not less";
    assert!(other.stderr.contains(message), "{}", other.stderr);
    let named = arena.replace("--p1 easy", "--p1 Ann=easy");
    let other = run_in(&world, &format!("{named} --resume"));
    assert!(other.stderr.contains("--reskin, the players' names must be"), "{}", other.stderr);
}

//! Work that takes more than some milliseconds can be paused and stopped.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;
use std::rc::Rc;

use divvy_solver::{PlayLength, Solver, paced, pause_point};

type Work = Box<dyn Fn()>;

/// How many pause points some work has.
fn points(work: impl FnOnce()) -> u32 {
    let count = Rc::new(Cell::new(0));
    let counted = Rc::clone(&count);
    let go_on = move || {
        counted.set(counted.get() + 1);
        Ok::<(), ()>(())
    };
    paced(go_on, work).unwrap();
    count.get()
}

fn solver(notation: &str) -> Solver {
    Solver::new(notation.parse().unwrap()).unwrap()
}

#[test]
fn everything_that_takes_long_has_pause_points() {
    let table = || drop(solver("number-maze;size=200;without-one;block;start=14;target=15"));
    let matching = || drop(solver("multiple-madness;size=10000"));
    let replay = || {
        let moves = "number-maze;size=20;block:2,3,4,9,8,1".parse::<divvy_rules::Record>().unwrap();
        solver("number-maze;size=20;block").follow(moves.moves()).unwrap();
    };
    let best = |notation| move || assert!(solver(notation).best().is_some());
    let works: [(&str, u32, Work); 7] = [
        ("the table of a race", 1_000, Box::new(table)),
        ("a matching", 20, Box::new(matching)),
        ("moves to follow", 6, Box::new(replay)),
        ("the depth of related numbers", 300, Box::new(best("multiple-madness;size=24"))),
        ("the depth of unrelated numbers", 100, Box::new(best("trap-avoidance;size=17"))),
        ("moves that all lose", 200, Box::new(best("trap-avoidance;size=10000:7"))),
        (
            "how long best play lasts",
            1_000,
            Box::new(|| {
                PlayLength::of(solver("multiple-madness;size=60;opening=even"));
            }),
        ),
    ];
    for (name, least, work) in works {
        let found = points(&work);
        assert!(found >= least, "{name}: {found}");
        assert_eq!(paced(|| Err("stopped"), &work), Err("stopped"), "{name}");
        assert_eq!(paced(|| Ok::<(), ()>(()), &work), Ok(()), "{name}, again");
    }
}

#[test]
fn a_panic_stays_one_and_the_hook_before_comes_back() {
    let inner = || {
        let caught = std::panic::catch_unwind(|| {
            paced(|| Ok::<(), &str>(()), || std::panic::resume_unwind(Box::new(7)))
        });
        let payload: Box<i32> = caught.map(|_: Result<(), _>| ()).unwrap_err().downcast().unwrap();
        assert_eq!(*payload, 7);
        pause_point();
    };
    assert_eq!(paced(|| Err("outer"), inner), Err("outer"));
    pause_point();
}

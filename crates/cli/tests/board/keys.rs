//! Keys in great numbers, most of which mean nothing.

use crate::chance::Chance;
use crate::common::screen::{SIZE, Screen};
use crate::{after_two_moves, world};

#[test]
fn a_hundred_thousand_random_keys_do_no_harm() {
    // In twenty worlds, because a start screen takes longer the more unfinished games a player has.
    let kept: usize = std::thread::scope(|scope| {
        let kept = |first: u64| {
            (first..20).step_by(4).filter(|&seed| five_thousand_random_keys(seed)).count()
        };
        let workers: Vec<_> = (0..4).map(|first| scope.spawn(move || kept(first))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(kept > 10, "{kept}");
}

/// Whether they have left games to go on with.
fn five_thousand_random_keys(seed: u64) -> bool {
    let world = world();
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("5  Sequence Duel");
    let mut chance = Chance(seed);
    let keys: Vec<u8> = (0..5_000).flat_map(|_| random_key(&mut chance)).collect();
    screen.press(keys);
    // To the start screen from wherever this is: help, a number that was typed, moves to copy and what is explored take an
    // Esc each. An Esc may swallow the key after it, hence two of each.
    screen.press("\x1b".repeat(10) + "nn");
    // A name that chance does not type shows that all the keys before it are through. It is reached by letters
    // alone: what a busy program reads may end in the middle of an arrow key.
    screen.press("jjjjjjjjjjkokZaphod");
    screen.wait_for("Zaphod");
    screen.press("\x1b");
    screen.wait_for("divvy  Five number games for two");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0, "seed {seed}");
    screen.assert_restored(&world);
    let saved = world.run(&["saved"], "");
    assert_eq!(saved.code, Some(0));
    assert!(!saved.stdout.contains("Not readable"), "{}", saved.stdout);
    saved.stdout.contains("  divvy play --resume")
}

/// A key, or something that the mouse did, as a terminal sends it. None of them leaves the program.
fn random_key(chance: &mut Chance) -> Vec<u8> {
    const SPECIAL: [&str; 20] = [
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[H",
        "\x1b[F",
        "\x1b[5~",
        "\x1b[6~",
        "\x1b[3~",
        "\x1b[Z",
        "\t",
        "\r",
        "\r",
        " ",
        "\x1b",
        "\x7f",
        "?",
        "\x1bOP",
        "é",
        "\u{1f3b2}",
    ];
    let control = || (0..32).filter(|byte| ![0x03, 0x1a].contains(byte));
    match chance.within(0..=9) {
        0..=1 => vec![b'0' + chance.within(0..=9) as u8],
        2..=4 => {
            let letters: Vec<u8> =
                (b'a'..=b'z').chain(b'A'..=b'Z').filter(|c| *c != b'q').collect();
            vec![*chance.one_of(&letters)]
        }
        5..=7 => chance.one_of(&SPECIAL).as_bytes().to_vec(),
        8 => vec![*chance.one_of(&control().collect::<Vec<u8>>())],
        _ => {
            let (cols, rows) = SIZE;
            // Pressed, dragged, moved, and the wheel both ways. The last line has a place that quits.
            let button = *chance.one_of(&[0, 0, 2, 32, 35, 35, 64, 65]);
            let (x, y) = (chance.within(1..=cols), chance.within(1..=rows - 1));
            let up_or_down = *chance.one_of(&['M', 'M', 'm']);
            format!("\x1b[<{button};{x};{y}{up_or_down}").into_bytes()
        }
    }
}

#[test]
fn more_keys_than_are_read_at_once_are_not_kept_waiting() {
    let world = world();
    let mut screen = after_two_moves(&world);
    // A held arrow key or a restless mouse while the machine is busy: several thousand bytes, all at once.
    screen.signal(&world, "STOP");
    screen.press("\x1b[C".repeat(1_000) + "9\r");
    screen.signal(&world, "CONT");
    screen.wait_for("6 3 9");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

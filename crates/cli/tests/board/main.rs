//! The full-screen board on a real (pseudo-)terminal: whole games, every way out, resizing, and a hundred
//! thousand keys that mean nothing.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod chance;
#[path = "../common/mod.rs"]
mod common;
mod keys;
mod leaving;
mod look;
mod play;
mod window;

use common::World;
use common::screen::Screen;

/// Two people at Multiple Madness, so that nothing moves unless a key is pressed.
const TWO_PEOPLE: [&str; 8] =
    ["tui", "multiple-madness", "--opening", "any", "--p1", "human", "--p2", "human"];
/// The list of moves after 6 and 3.
const AFTER_TWO: &str = "Player 2 removed 3.";
const ENTER: &str = "\r";
const LEAVING: &str = "The game is saved. To go on: divvy, or divvy play --resume";

/// A world in which bots answer at once.
fn world() -> World {
    let world = World::new();
    set(&world, "pause = 0\n");
    world
}

fn set(world: &World, settings: &str) {
    let folder = world.path().join("config/divvy");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("settings.toml"), settings).unwrap();
}

/// A game of two people after 6 and 3.
fn after_two_moves(world: &World) -> Screen {
    let mut screen = Screen::open(world, &TWO_PEOPLE);
    screen.wait_for("remove any number to begin");
    screen.press("6\r3\r");
    screen.wait_for(AFTER_TWO);
    screen
}

/// The game of `after_two_moves` is on disk, and no process holds it.
fn assert_on_disk(world: &World) {
    let saved = world.run(&["saved"], "").stdout;
    let wanted = "Multiple Madness, 1-20, 2 moves, Player 1 to play, just now\n";
    assert!(saved.starts_with(wanted), "{saved}");
}

/// Whether the bot has answered, which may be the end.
fn answered(contents: &str) -> bool {
    contents.contains("The computer removed") || contents.contains("You lose.")
}

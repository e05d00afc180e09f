//! The program on a real (pseudo-)terminal: the menu, line editing, Ctrl-C, Ctrl-D, a clean end.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::io::{Read, Write};

use common::World;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

struct Screen {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    seen: String,
}

impl Screen {
    fn open(world: &World, args: &[&str]) -> Self {
        let pty = native_pty_system().openpty(PtySize::default()).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_divvy"));
        command.args(args);
        command.env_clear();
        command.env("TERM", "xterm");
        command.env("XDG_DATA_HOME", world.path());
        command.env("HOME", world.path());
        let child = pty.slave.spawn_command(command).unwrap();
        let reader = pty.master.try_clone_reader().unwrap();
        let writer = pty.master.take_writer().unwrap();
        Self { master: pty.master, child, reader, writer, seen: String::new() }
    }

    fn type_in(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
    }

    /// Reads until this text has appeared since the last call.
    fn expect(&mut self, text: &str) {
        let mut buffer = [0; 4096];
        while !self.seen.contains(text) {
            let read = self.reader.read(&mut buffer).unwrap_or(0);
            assert!(read > 0, "ended before {text:?}:\n{}", self.seen);
            self.seen += &String::from_utf8_lossy(&buffer[..read]);
        }
        let end = self.seen.find(text).unwrap() + text.len();
        self.seen.drain(..end);
    }

    fn exit_code(&mut self) -> u32 {
        self.child.wait().unwrap().exit_code()
    }

    /// Whether the terminal works line by line and echoes, as a shell expects it.
    fn is_cooked(&self, world: &World) -> bool {
        let name = self.master.tty_name().unwrap();
        let run = world.shell(&format!("stty -a <{}", name.display()));
        let settings: Vec<&str> = run.stdout.split_whitespace().collect();
        settings.contains(&"icanon") && settings.contains(&"echo")
    }
}

#[test]
fn the_menu_offers_the_games_and_the_unfinished_one() {
    let world = World::new();
    let mut screen = Screen::open(&world, &[]);
    screen.expect("1  Trap Avoidance");
    screen.expect("5  Sequence Duel");
    screen.expect("Pick a game (1-5, or quit): ");
    screen.type_in("9\r");
    screen.expect("Invalid choice: 9 is not on the list");
    screen.type_in("2\r");
    screen.expect("Select a number to remove: ");
    screen.type_in("6\r");
    screen.expect("Last number removed by opponent: ");
    screen.expect("Select a number to remove: ");
    screen.type_in("quit\r");
    assert_eq!(screen.exit_code(), 0);

    let mut screen = Screen::open(&world, &[]);
    screen.expect("c  Continue: Multiple Madness, 1-20, 1 move, Player 2 to play");
    screen.expect("Pick a game");
    screen.type_in("c\r");
    screen.expect("Going on after 6.");
    screen.type_in("quit\r");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn lines_can_be_edited_and_legal_numbers_are_coloured() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
    screen.expect("\x1b[1m\x1b[32m20\x1b[0m");
    screen.expect("Select a number to remove: ");
    screen.type_in("17\x7f\x7f6\r");
    screen.expect("opponent: \x1b[1m\x1b[35m6");
    screen.expect("Select a number to remove: ");
    screen.type_in("quit\r");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn what_is_typed_ahead_or_pasted_is_not_lost() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
    screen.expect("Select a number to remove: ");
    screen.type_in("11\r8\r1\r13\r");
    screen.expect("Invalid choice: 8 is not a factor or multiple of 11");
    screen.expect("Player 1 wins the game!");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn ctrl_c_exits_with_130_and_ctrl_d_with_1_and_the_terminal_is_clean() {
    let world = World::new();
    for (key, code) in [("\x03", 130), ("\x04", 1)] {
        let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
        screen.expect("Select a number to remove: ");
        screen.type_in("6\r");
        screen.expect("opponent: ");
        screen.expect("Select a number to remove: ");
        screen.type_in(key);
        assert_eq!(screen.exit_code(), code);
        assert!(screen.is_cooked(&world), "after {key:?}");
    }
    let run = world.run(&["play", "--resume"], "");
    assert!(run.stdout.starts_with("Going on after 6.\n"), "{}", run.stdout);
}

#[test]
fn a_request_to_stop_leaves_the_terminal_as_it_was() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
    screen.expect("Select a number to remove: ");
    // The editor has the terminal in raw mode once it answers a key.
    screen.type_in("1");
    screen.expect("1");
    assert!(!screen.is_cooked(&world), "raw while a line is edited");
    let pid = screen.child.process_id().unwrap();
    assert_eq!(world.shell(&format!("kill -TERM {pid}")).code, Some(0));
    assert_eq!(screen.exit_code(), 143);
    assert!(screen.is_cooked(&world));
}

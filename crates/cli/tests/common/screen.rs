//! The program on a real (pseudo-)terminal: what is typed goes in, and what comes out is drawn as a terminal
//! would draw it.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::MouseProtocolMode;

use super::World;

/// Columns and rows unless a test says otherwise.
pub const SIZE: (u16, u16) = (80, 24);

/// Nothing waits that long unless it waits for ever; a test then fails and shows the screen.
const PATIENCE: Duration = Duration::from_secs(60);

/// What ends the board's hold on the terminal: an empty screen for one that has no other to go back to. All before it
/// was drawn for the player.
const LEAVES: &[u8] = b"\x1b[2J\x1b[1;1H\x1b[?1049l";

/// "Where is the cursor?", which every terminal answers.
const CURSOR_QUESTION: &[u8] = b"\x1b[6n";

/// A program in a terminal of its own.
pub struct Screen {
    master: Option<Box<dyn MasterPty + Send>>,
    /// Where keys go, and who passes them on.
    keys: Option<(Sender<Vec<u8>>, JoinHandle<()>)>,
    child: Option<Box<dyn Child + Send + Sync>>,
    reader: Option<JoinHandle<()>>,
    /// Tells the reader to let go of the terminal.
    letting_go: Arc<AtomicBool>,
    chunks: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that came out.
    output: Vec<u8>,
    /// How much of it `expect` has gone past.
    passed: usize,
}

impl Screen {
    /// `divvy` with these arguments.
    pub fn open(world: &World, args: &[&str]) -> Self {
        Self::open_with(world, args, &[])
    }

    /// `divvy` with these arguments, and variables besides or instead of the usual ones.
    pub fn open_with(world: &World, args: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::spawn(world, env!("CARGO_BIN_EXE_divvy"), args, variables)
    }

    /// A line of shell with job control, as at a prompt, with `divvy` on the path.
    pub fn shell(world: &World, line: &str) -> Self {
        Self::spawn(world, "sh", &["-m", "-c", line], &[])
    }

    fn spawn(world: &World, program: &str, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let (cols, rows) = SIZE;
        let pty = native_pty_system().openpty(pty_size(cols, rows)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.cwd(world.path());
        command.env_clear();
        command.env("PATH", world.search_path());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("HOME", world.path());
        command.env("XDG_DATA_HOME", world.path());
        command.env("XDG_CONFIG_HOME", world.path().join("config"));
        command.env("XDG_STATE_HOME", world.path().join("state"));
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pty.slave.spawn_command(command).unwrap();
        let mut from = pty.master.try_clone_reader().unwrap();
        let mut to = pty.master.take_writer().unwrap();
        let letting_go = Arc::new(AtomicBool::new(false));
        let (sender, chunks) = mpsc::channel();
        let stop = Arc::clone(&letting_go);
        // In threads of their own, so that the program never has to wait for the test, nor the test for the
        // program.
        let (keys, pressed) = mpsc::channel::<Vec<u8>>();
        let writer = std::thread::spawn(move || {
            // Keys that come after the end of the program mean nothing.
            let _ = pressed.into_iter().try_for_each(|keys| to.write_all(&keys));
        });
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() || stop.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        Self {
            master: Some(pty.master),
            keys: Some((keys, writer)),
            child: Some(child),
            reader: Some(reader),
            letting_go,
            chunks,
            parser: parser(cols, rows),
            output: Vec::new(),
            passed: 0,
        }
    }

    /// Types these keys.
    pub fn press(&mut self, keys: impl AsRef<[u8]>) {
        // An error says that the program has ended, which the next look at the screen tells better.
        let _ = self.keys.as_ref().unwrap().0.send(keys.as_ref().to_vec());
    }

    /// Makes the window larger or smaller.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        // What came before was meant for the window as it was.
        while let Ok(chunk) = self.chunks.try_recv() {
            self.take(&chunk);
        }
        self.parser.set_size(nonzero(rows), nonzero(cols));
        self.master.as_ref().unwrap().resize(pty_size(cols, rows)).unwrap();
    }

    /// Reads on until the screen shows this text.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |contents| contents.contains(text));
    }

    /// Reads on until this holds of what the screen shows.
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        while !(self.is_whole() && holds(&self.contents())) {
            self.read_on(what);
        }
    }

    /// Whether no picture is half drawn: on the board each ends by hiding the cursor.
    fn is_whole(&self) -> bool {
        !self.on_alternate_screen() || self.output.ends_with(b"\x1b[?25l")
    }

    /// Reads on until this text has come out since the last call, drawn or not.
    pub fn expect(&mut self, text: &str) {
        loop {
            let found = find(&self.output[self.passed..], text.as_bytes());
            if let Some(place) = found {
                self.passed += place + text.len();
                return;
            }
            self.read_on(text);
        }
    }

    fn read_on(&mut self, what: &str) {
        let chunk = self.chunks.recv_timeout(PATIENCE);
        match chunk {
            Ok(chunk) => self.take(&chunk),
            Err(error) => {
                let why = match error {
                    RecvTimeoutError::Disconnected => "ended before",
                    RecvTimeoutError::Timeout => "still no",
                };
                // The last words of a program may lie outside of a window that was small.
                let last = &self.output[self.output.len().saturating_sub(1_000)..];
                panic!("{why} {what:?}:\n{}\n{}", self.contents(), last.escape_ascii());
            }
        }
    }

    fn take(&mut self, chunk: &[u8]) {
        // It may have begun in the chunk before.
        let tail = self.output.len().saturating_sub(CURSOR_QUESTION.len() - 1);
        self.output.extend_from_slice(chunk);
        self.parser.process(chunk);
        if find(&self.output[tail..], CURSOR_QUESTION).is_some() {
            let (row, col) = self.parser.screen().cursor_position();
            self.press(format!("\x1b[{};{}R", row + 1, col + 1));
        }
    }

    /// What the screen shows, as text.
    pub fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// What a terminal without an alternate screen shows, such as GNU screen.
    pub fn contents_on_one_screen(&self) -> String {
        let (rows, cols) = self.parser.screen().size();
        let mut parser = parser(cols.get(), rows.get());
        let mut rest = &self.output[..];
        while let Some(place) = find(rest, b"\x1b[?1049") {
            parser.process(&rest[..place]);
            rest = rest.get(place + 8..).unwrap_or_default();
        }
        parser.process(rest);
        parser.screen().contents()
    }

    /// Everything that came out.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    pub fn on_alternate_screen(&self) -> bool {
        self.parser.screen().alternate_screen()
    }

    pub fn process_id(&self) -> u32 {
        self.child.as_ref().unwrap().process_id().unwrap()
    }

    pub fn is_running(&mut self) -> bool {
        self.child.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    /// Sends a signal to the program.
    pub fn signal(&self, world: &World, name: &str) {
        let line = format!("kill -{name} {}", self.process_id());
        assert_eq!(world.shell(&line).code, Some(0), "{line}");
    }

    /// Waits for the end, and everything that comes out before it.
    pub fn exit_code(&mut self) -> u32 {
        loop {
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => self.take(&chunk),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("does not end:\n{}", self.contents()),
            }
        }
        self.child.as_mut().unwrap().wait().unwrap().exit_code()
    }

    /// The last picture before the program left the screen. Only what it has left is complete for certain.
    pub fn last_picture(&self) -> vt100::Parser {
        let end = find(&self.output, LEAVES).expect("left the alternate screen");
        let (rows, cols) = self.parser.screen().size();
        let mut parser = parser(cols.get(), rows.get());
        parser.process(&self.output[..end]);
        parser
    }

    /// Closes the window: the terminal itself is gone, as when a connection breaks. Returns the exit code.
    pub fn hang_up(&mut self) -> u32 {
        self.letting_go.store(true, Ordering::SeqCst);
        // The reader holds the terminal too, until something comes out: here the help page. Closing sends
        // an Enter and a Ctrl-D, which then mean nothing but the end of this page.
        self.press("?");
        self.reader.take().unwrap().join().unwrap();
        let (keys, writer) = self.keys.take().unwrap();
        drop(keys);
        writer.join().unwrap();
        drop(self.master.take());
        let mut child = self.child.take().unwrap();
        let mut killer = child.clone_killer();
        let (sender, ended) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait().unwrap().exit_code()));
        ended.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            killer.kill().unwrap();
            panic!("goes on without a terminal");
        })
    }

    /// Whether the terminal works line by line and echoes, as a shell expects it.
    pub fn is_cooked(&self, world: &World) -> bool {
        let name = self.master.as_ref().unwrap().tty_name().unwrap();
        let run = world.shell(&format!("stty -a <{}", name.display()));
        let settings: Vec<&str> = run.stdout.split_whitespace().collect();
        ["icanon", "echo", "isig", "opost"].into_iter().all(|setting| settings.contains(&setting))
    }

    /// The terminal is as a shell wants it: nothing of the board is left behind.
    pub fn assert_restored(&self, world: &World) {
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "on the alternate screen");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None, "the mouse");
        assert!(!screen.hide_cursor(), "no cursor");
        assert!(!screen.bracketed_paste(), "bracketed paste");
        assert!(self.is_cooked(world), "not cooked");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A test that failed leaves nothing running.
        if let Some(child) = &mut self.child
            && let Ok(None) = child.try_wait()
        {
            let _ = child.kill();
        }
    }
}

fn parser(cols: u16, rows: u16) -> vt100::Parser {
    vt100::Parser::new(nonzero(rows), nonzero(cols), 0)
}

fn nonzero(value: u16) -> NonZeroU16 {
    NonZeroU16::new(value).expect("a window has a size")
}

fn pty_size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// Where these bytes first stand in others.
pub fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

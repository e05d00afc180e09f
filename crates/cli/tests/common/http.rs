//! A client for tests of the server: blocking, by hand, and honest about what went wrong.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::World;

/// Nothing in these tests takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server in a process of its own.
pub struct Service {
    child: Option<Child>,
    pub port: u16,
    /// Kept open: what it prints has a reader.
    _output: BufReader<ChildStdout>,
}

impl Service {
    /// Starts it on a free port and waits until it says where it is.
    pub fn start(world: &World, database: Option<&str>) -> Self {
        let mut args = vec!["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log", "off"];
        if let Some(database) = database {
            args.extend(["--database", database]);
        }
        Self::run(world.divvy(&args))
    }

    /// The same from a command of one's own.
    pub fn run(command: Command) -> Self {
        Self::run_logging(command, Stdio::inherit())
    }

    /// The same, with its log going elsewhere.
    pub fn run_logging(mut command: Command, log: Stdio) -> Self {
        let mut child = command.stderr(log).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let port =
            line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        Self { child: Some(child), port, _output: output }
    }

    fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// Memory in use, in kB.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }

    /// Returns once so many moves were made, which they must be within minutes.
    pub fn wait_for_moves(&self, count: u64) {
        let mut connection = Connection::open(self.port, 0).unwrap();
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < Duration::from_secs(300), "{count} moves were not made");
            let metrics = connection.get_text("/metrics").unwrap();
            let line =
                metrics.lines().find_map(|line| line.strip_prefix("divvy_moves_total ")).unwrap();
            if line.parse::<u64>().unwrap() >= count {
                return;
            }
        }
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        let pid = nix::unistd::Pid::from_raw(i32::try_from(self.pid()).unwrap());
        nix::sys::signal::kill(pid, signal).unwrap();
    }

    /// As a power cut would.
    pub fn kill(mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// As an administrator would; the exit code.
    pub fn stop(mut self) -> Option<i32> {
        let mut child = self.child.take().unwrap();
        let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
        child.wait().unwrap().code()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A connection that is kept open, of a client with this number for a token.
pub struct Connection {
    stream: BufReader<TcpStream>,
    token: String,
}

impl Connection {
    /// None if the server is gone.
    pub fn open(port: u16, token: usize) -> Option<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).ok()?;
        Some(Self { stream: BufReader::new(stream), token: format!("{token:032x}") })
    }

    /// None if the server is gone.
    pub fn post(&mut self, path: &str, body: &Value) -> Option<(u16, Value)> {
        let (status, text) = self.send("POST", path, &body.to_string())?;
        Some((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    pub fn get(&mut self, path: &str) -> Option<(u16, Value)> {
        let (status, text) = self.send("GET", path, "")?;
        Some((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    pub fn get_text(&mut self, path: &str) -> Option<String> {
        Some(self.send("GET", path, "")?.1)
    }

    /// The status and the text of the answer; none if the server is gone.
    pub fn send(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).ok()?;
        let (status, length) = read_head(&mut self.stream)?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        Some((status, String::from_utf8(body).unwrap()))
    }

    /// The event stream of a game.
    pub fn stream(mut self, id: &str) -> Events {
        let request = format!(
            "GET /api/v1/games/{id}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
            self.token
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        Events { stream: self.stream, seen: String::new() }
    }
}

fn read_head(stream: &mut BufReader<TcpStream>) -> Option<(u16, usize)> {
    let (mut status, mut length) = (None, 0);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            return Some((status?, length));
        }
        if status.is_none() {
            status = line.get(9..12).and_then(|status| status.parse().ok());
        } else if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
}

/// Events as they come.
pub struct Events {
    stream: BufReader<TcpStream>,
    seen: String,
}

impl Events {
    /// Reads until this text has come.
    pub fn wait_for(&mut self, text: &str) {
        let mut buffer = [0; 4096];
        let begun = Instant::now();
        while !self.seen.contains(text) {
            // A stream that has nothing to say breathes all the same.
            assert!(begun.elapsed() < PATIENCE, "{text} did not come:\n{}", self.seen);
            let read = self.stream.read(&mut buffer).unwrap_or(0);
            assert!(read > 0, "the stream ended before {text}:\n{}", self.seen);
            self.seen += &String::from_utf8_lossy(&buffer[..read]);
        }
        let end = self.seen.find(text).unwrap() + text.len();
        self.seen.drain(..end);
    }
}

/// Sends these bytes and says which status came back, if one did.
pub fn raw(port: u16, bytes: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server takes connections");
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // It may close the connection in the middle of nonsense.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.take(64).read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer);
    text.get(9..12).and_then(|status| status.parse().ok())
}

//! What honest clients notice, and what the system says about the server's process.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::connection::Connection;

/// The game that players play among themselves.
pub(crate) const WISH: &str = r#"{"game":"multiple-madness","mode":"local"}"#;

/// How long requests took, in microseconds.
pub(crate) struct Times(pub(crate) Vec<u32>);

impl Times {
    pub(crate) fn add(&mut self, since: Instant) {
        self.0.push(u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX));
    }

    /// Some of them, as milliseconds.
    pub(crate) fn percentiles(mut self) -> String {
        self.0.sort_unstable();
        let at = |share: f64| {
            let place = ((self.0.len() as f64 * share) as usize).min(self.0.len().max(1) - 1);
            f64::from(self.0.get(place).copied().unwrap_or_default()) / 1_000.0
        };
        format!("p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0))
    }
}

/// A player of both seats, who makes random moves.
pub(crate) struct Player {
    connection: Connection,
    random: ChaCha8Rng,
    id: String,
    state: Value,
}

impl Player {
    pub(crate) async fn new(from: Ipv4Addr, to: SocketAddrV4, number: u64) -> Result<Self> {
        let mut connection = Connection::open(from, to, number).await?;
        let (id, state) = connection.begin(WISH).await?;
        Ok(Self { connection, random: ChaCha8Rng::seed_from_u64(number), id, state })
    }

    /// Plays games until the end of the time, each move at least so long after the one before: how long the moves took,
    /// and how many were refused.
    pub(crate) async fn play(mut self, end: Instant, pause: Duration) -> Result<(Times, u64)> {
        let mut due = Instant::now() + pause.mul_f64(self.random.random());
        let (mut times, mut refused) = (Times(Vec::new()), 0);
        while Instant::now() < end {
            if !pause.is_zero() {
                tokio::time::sleep_until(due.into()).await;
                due += pause;
            }
            let number = choice(&self.state, &mut self.random).context("no move")?;
            let asked = Instant::now();
            let (status, state) = self.connection.choose(&self.id, &self.state, number).await?;
            match status {
                200 => times.add(asked),
                _ => refused += 1,
            }
            self.state = state;
            if self.state["over"] != false {
                (self.id, self.state) = self.connection.begin(WISH).await?;
            }
        }
        Ok((times, refused))
    }
}

/// A random number of the runs that can be played.
pub(crate) fn choice(state: &Value, random: &mut ChaCha8Rng) -> Option<u64> {
    let runs = state["legal"].as_array()?.iter();
    let runs = runs.filter_map(|run| Some(run[0].as_u64()?..=run[1].as_u64()?));
    let numbers: Vec<u64> = runs.flatten().collect();
    (!numbers.is_empty()).then(|| numbers[random.random_range(0..numbers.len())])
}

/// Ten players, each with an address of its own, make twenty moves a second.
pub(crate) async fn players(to: SocketAddrV4, end: Instant) -> Result<Times> {
    let mut playing = Vec::new();
    for last in 1..=10 {
        let player = Player::new(Ipv4Addr::new(127, 0, 5, last), to, last.into()).await?;
        playing.push(tokio::spawn(player.play(end, Duration::from_millis(50))));
    }
    let mut all = Times(Vec::new());
    for player in playing {
        let (times, refused) = player.await??;
        if refused > 0 {
            bail!("{refused} moves were refused");
        }
        all.0.extend(times.0);
    }
    Ok(all)
}

/// A player against the perfect bot: from each move to the state that shows the answer.
pub(crate) async fn bot(to: SocketAddrV4, end: Instant) -> Result<Times> {
    let mut connection = Connection::open(Ipv4Addr::LOCALHOST, to, 7).await?;
    let wish =
        r#"{"game":"multiple-madness","mode":"computer","bot":"perfect","options":{"size":60}}"#;
    let mut times = Times(Vec::new());
    while Instant::now() < end {
        let (id, mut state) = connection.begin(wish).await?;
        let mut stream = Connection::open(Ipv4Addr::LOCALHOST, to, 7).await?;
        stream.watch(&id).await?;
        while state["over"] == false && Instant::now() < end {
            // The largest number makes a long game.
            let runs = state["legal"].as_array().and_then(|runs| runs.last());
            let number = runs.and_then(|run| run[1].as_u64()).context("no move")?;
            let asked = Instant::now();
            let (status, moved) = connection.choose(&id, &state, number).await?;
            if status != 200 {
                bail!("a move was refused: {status} {moved}");
            }
            if moved["over"] == true {
                break;
            }
            state = stream.answer_to(&moved).await?;
            times.add(asked);
            // Below the rate of one address.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(times)
}

/// Hints that a player asks for.
pub(crate) async fn hints(to: SocketAddrV4, end: Instant) -> Result<Times> {
    let mut connection = Connection::open(Ipv4Addr::new(127, 0, 0, 2), to, 8).await?;
    let (id, _) = connection.begin(WISH).await?;
    let mut times = Times(Vec::new());
    while Instant::now() < end {
        let asked = Instant::now();
        let status = connection.status("GET", &format!("games/{id}/hint?ply=0"), "").await?;
        if status != 200 {
            bail!("a hint was refused: {status}");
        }
        times.add(asked);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(times)
}

/// The most memory that a process uses until the end of the time, in kB.
pub(crate) async fn most_memory(process: u32, end: Instant) -> Result<u64> {
    let mut most = 0;
    while Instant::now() < end {
        most = most.max(memory(process)?);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(most)
}

/// Memory that a process uses, in kB.
pub(crate) fn memory(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).context("no memory")?;
    Ok(number.parse()?)
}

/// Processor time of a process so far, in seconds.
pub(crate) fn seconds(process: u32) -> Result<f64> {
    let mut nanoseconds = 0;
    for task in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let text = std::fs::read_to_string(task?.path().join("schedstat"))?;
        let number = text.split_whitespace().next().context("no time")?;
        nanoseconds += number.parse::<u64>()?;
    }
    Ok(nanoseconds as f64 / 1e9)
}

//! Plays many games at once against a running server and says how fast it was.
//!
//! Both seats of every game belong to one connection, which plays random legal moves: every move is a request, kept by
//! the server before it answers. `docs/operations.md` has figures and the commands that gave them.
#![allow(clippy::print_stdout, reason = "a program that reports")]

mod connection;
mod hostile;
mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use tokio::sync::Barrier;

use crate::connection::Connection;
use crate::process::Process;

/// Plays many games at once against a divvy server, and measures it.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Where the server listens.
    #[arg(long, default_value = "127.0.0.1:8020")]
    addr: String,
    /// Games at once.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// Event streams that are open and silent meanwhile.
    #[arg(long, default_value_t = 0)]
    streams: usize,
    /// Seconds to play.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Moves a second at the most, all games together; 0 for as many as possible.
    #[arg(long, default_value_t = 0)]
    rate: u64,
    /// The server's process, to measure its memory and processor time.
    #[arg(long)]
    pid: Option<u32>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hostile(hostile::Args),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut args = Args::parse();
    match args.command.take() {
        Some(Command::Hostile(args)) => hostile::run(args).await,
        None => play_games(Arc::new(args)).await,
    }
}

async fn play_games(args: Arc<Args>) -> Result<()> {
    let process = args.pid.map(Process::new);
    let before = process.as_ref().map(Process::memory).transpose()?;
    let watchers = open_streams(&args).await?;
    if let (Some(process), Some(before)) = (&process, before) {
        let after = process.memory()?;
        let each = after.saturating_sub(before) / args.streams.max(1) as u64;
        println!(
            "{} streams: memory {} kB, before {} kB, {each} kB for each",
            args.streams, after, before
        );
    }
    let time_before = process.as_ref().map(Process::seconds).transpose()?;
    let start = Arc::new(Barrier::new(args.games + 1));
    let refused = Arc::new(AtomicU64::new(0));
    let players: Vec<_> = (0..args.games)
        .map(|index| {
            let player =
                play(Arc::clone(&args), index as u64, Arc::clone(&start), Arc::clone(&refused));
            tokio::spawn(player)
        })
        .collect();
    start.wait().await;
    let begun = Instant::now();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    let seconds = begun.elapsed().as_secs_f64();
    report(&mut times, seconds);
    println!("answers other than 200: {}", refused.load(Ordering::Relaxed));
    if let (Some(process), Some(before)) = (&process, time_before) {
        let used = process.seconds()? - before;
        let share = used / seconds * 100.0;
        println!(
            "server: {} kB, {used:.1} s of processor time ({share:.0}% of one)",
            process.memory()?
        );
    }
    watchers.into_iter().for_each(|watcher| watcher.abort());
    Ok(())
}

fn token(number: u64) -> String {
    format!("{:032x}", u128::from(number) + (1 << 100))
}

async fn begin(connection: &mut Connection) -> Result<(String, Value)> {
    let wish = r#"{"game":"multiple-madness","mode":"local"}"#;
    let (status, body) = connection.post("/api/v1/games", wish).await?;
    if status != 201 {
        bail!("a game could not begin: {status} {body}");
    }
    let id = body["game"]["id"].as_str().context("a game has an id")?.to_owned();
    Ok((id, body["game"].clone()))
}

async fn open_streams(args: &Args) -> Result<Vec<tokio::task::JoinHandle<()>>> {
    let mut watchers = Vec::new();
    if args.streams == 0 {
        return Ok(watchers);
    }
    let mut connection = Connection::open(&args.addr, token(u64::MAX)).await?;
    let mut id = String::new();
    for index in 0..args.streams {
        // Two to a game, as in a game between friends.
        if index % 2 == 0 {
            (id, _) = begin(&mut connection).await?;
        }
        let mut watcher = Connection::open(&args.addr, token(0)).await?;
        watcher.watch(&id).await?;
        watchers.push(tokio::spawn(watcher.drain()));
    }
    Ok(watchers)
}

/// Plays games until the time is over, and says how long each move took, in microseconds.
async fn play(
    args: Arc<Args>,
    index: u64,
    start: Arc<Barrier>,
    refused: Arc<AtomicU64>,
) -> Result<Vec<u32>> {
    let mut random = ChaCha8Rng::seed_from_u64(index);
    let mut connection = Connection::open(&args.addr, token(index)).await?;
    let (mut id, mut state) = begin(&mut connection).await?;
    start.wait().await;
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let pause = match args.rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(args.games as f64 / rate as f64),
    };
    let mut due = Instant::now() + pause.mul_f64(random.random());
    let mut times = Vec::new();
    while Instant::now() < end {
        if state["over"] == true {
            (id, state) = begin(&mut connection).await?;
        }
        if !pause.is_zero() {
            tokio::time::sleep_until(due.into()).await;
            due += pause;
        }
        let number = choose(&state, &mut random).context("a running game has a move")?;
        let body = format!("{{\"number\":{number},\"ply\":{}}}", state["ply"]);
        let asked = Instant::now();
        let (status, answer) = connection.post(&format!("/api/v1/games/{id}/move"), &body).await?;
        if status == 200 {
            times.push(u32::try_from(asked.elapsed().as_micros()).unwrap_or(u32::MAX));
            state = answer;
        } else {
            refused.fetch_add(1, Ordering::Relaxed);
            (id, state) = begin(&mut connection).await?;
        }
    }
    Ok(times)
}

/// A random number of the runs that can be played.
fn choose(state: &Value, random: &mut ChaCha8Rng) -> Option<u64> {
    let runs: Vec<(u64, u64)> = state["legal"]
        .as_array()?
        .iter()
        .filter_map(|run| Some((run[0].as_u64()?, run[1].as_u64()?)))
        .collect();
    let count: u64 = runs.iter().map(|(from, to)| to - from + 1).sum();
    let mut place = if count == 0 { return None } else { random.random_range(0..count) };
    for (from, to) in runs {
        if place <= to - from {
            return Some(from + place);
        }
        place -= to - from + 1;
    }
    None
}

fn report(times: &mut [u32], seconds: f64) {
    let rate = times.len() as f64 / seconds;
    println!("{} moves in {seconds:.1} s: {rate:.0} a second", times.len());
    println!("{}", percentiles(times));
}

/// Times in microseconds, as milliseconds.
fn percentiles(times: &mut [u32]) -> String {
    times.sort_unstable();
    let at = |share: f64| {
        let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        f64::from(times.get(place).copied().unwrap_or_default()) / 1_000.0
    };
    format!("p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0))
}

fn print_times(name: &str, mut times: Vec<u32>) {
    println!("{name}: {} moves, {}", times.len(), percentiles(&mut times));
}

//! Plays many games at once against a running server and says how fast it was.
//!
//! Both seats of every game belong to one connection, which plays random legal moves: every move is a request, kept by
//! the server before it answers. `docs/operations.md` has figures and the commands that gave them.
#![allow(clippy::print_stdout, reason = "a program that reports")]

mod connection;
mod explore;
mod hostile;
mod measure;

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::connection::Connection;
use crate::measure::{Player, Times, WISH, memory, seconds};

/// Plays many games at once against a divvy server, and measures it.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Where the server listens.
    #[arg(long, default_value = "127.0.0.1:8020")]
    addr: SocketAddrV4,
    /// Games at once.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// Event streams that are open and silent meanwhile.
    #[arg(long, default_value_t = 0)]
    streams: usize,
    /// People who explore positions meanwhile, each a press a second.
    #[arg(long, default_value_t = 0)]
    explorers: u8,
    /// The size of their boards.
    #[arg(long, default_value_t = 1_000)]
    explored: u32,
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
    let args = Args::parse();
    match args.command {
        Some(Command::Hostile(args)) => hostile::run(args).await,
        None => play_games(args).await,
    }
}

async fn play_games(args: Args) -> Result<()> {
    let before = args.pid.map(memory).transpose()?;
    let watchers = open_streams(&args).await?;
    if let (Some(process), Some(before)) = (args.pid, before) {
        let (count, after) = (args.streams, memory(process)?);
        let each = after.saturating_sub(before) / count.max(1) as u64;
        println!("{count} streams: memory {after} kB, before {before} kB, {each} kB for each");
    }
    let mut players = Vec::new();
    for number in 0..args.games as u64 {
        players.push(Player::new(Ipv4Addr::UNSPECIFIED, args.addr, number).await?);
    }
    let used_before = args.pid.map(seconds).transpose()?;
    let begun = Instant::now();
    let end = begun + Duration::from_secs(args.seconds);
    let pause = match args.rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(args.games as f64 / rate as f64),
    };
    let explore = |number| tokio::spawn(explore::explore(args.addr, number, args.explored, end));
    let explorers: Vec<_> = (1..=args.explorers).map(explore).collect();
    let play = |player: Player| tokio::spawn(player.play(end, pause));
    let (mut all, mut all_refused) = (Times(Vec::new()), 0);
    for player in players.into_iter().map(play).collect::<Vec<_>>() {
        let (times, refused) = player.await??;
        all.0.extend(times.0);
        all_refused += refused;
    }
    let time = begun.elapsed().as_secs_f64();
    let (moves, rate) = (all.0.len(), all.0.len() as f64 / time);
    println!("{moves} moves in {time:.1} s: {rate:.0} a second\n{}", all.percentiles());
    println!("answers other than 200: {all_refused}");
    let mut presses = Times(Vec::new());
    for explorer in explorers {
        presses.0.extend(explorer.await??.0);
    }
    if args.explorers > 0 {
        println!(
            "{} presses on {} numbers: {}",
            presses.0.len(),
            args.explored,
            presses.percentiles()
        );
    }
    if let (Some(process), Some(before)) = (args.pid, used_before) {
        let (used, memory) = (seconds(process)? - before, memory(process)?);
        let share = used / time * 100.0;
        println!("server: {memory} kB, {used:.1} s of processor time ({share:.0}% of one)");
    }
    watchers.into_iter().for_each(|watcher| watcher.abort());
    Ok(())
}

async fn open_streams(args: &Args) -> Result<Vec<tokio::task::JoinHandle<()>>> {
    let (mut watchers, mut id) = (Vec::new(), String::new());
    let open = |token| Connection::open(Ipv4Addr::UNSPECIFIED, args.addr, token);
    let mut connection = open(u64::MAX).await?;
    for index in 0..args.streams {
        // Two to a game, as in a game between friends.
        if index % 2 == 0 {
            (id, _) = connection.begin(WISH).await?;
        }
        let mut watcher = open(0).await?;
        watcher.watch(&id).await?;
        watchers.push(tokio::spawn(watcher.drain()));
    }
    Ok(watchers)
}

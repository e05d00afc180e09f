//! Clients that ask for more than their share, each kind by itself, and what honest ones notice of it.
//!
//! The attackers have addresses of their own (127.0.0.0/8), as the limits of the server are for each address; they run on
//! a thread of their own, so that the times of the honest clients are the server's.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::measure::{bot, choice, hints, memory, most_memory, players};

/// Attacks a server in several ways, and measures what honest clients notice.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Args {
    /// Where the server listens, at a loopback address.
    #[arg(long, default_value = "127.0.0.1:8020")]
    addr: SocketAddrV4,
    /// Seconds of each attack.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The server's process, to measure its memory.
    #[arg(long)]
    pid: u32,
    /// Only the attack on `/mcp`, of a server with `--mcp`.
    #[arg(long)]
    mcp: bool,
}

pub(crate) async fn run(args: Args) -> Result<()> {
    let to = args.addr;
    if args.mcp {
        let title = "five addresses that call /mcp with a new token for each game, have hard races solved and hang up:";
        return under(args, title, 20, move |number, time| call_and_leave(to, number, time)).await;
    }
    let title = "ten addresses that ask for reviews, all different, two at a time:";
    under(args, title, 20, move |number, time| async move {
        let game = circle(15_000 + u64::from(number) * 200 + time % 200);
        let from = Ipv4Addr::new(127, 0, 1, 1 + number / 2);
        Connection::open(from, to, 0).await?.status("POST", "review", &game).await
    })
    .await?;
    let title = "one address with races of 200 numbers that take long to solve:";
    under(args, title, 16, move |number, time| play_hard_race(to, u64::from(number) + 16 * time))
        .await?;
    answers_that_are_not_read(args).await?;

    let id = long_game(to, r#"{"game":"number-maze","mode":"local"}"#, 19_999).await?;
    let mut resigning = Connection::open(Ipv4Addr::LOCALHOST, to, 9).await?;
    resigning.status("POST", &format!("games/{id}/resign"), r#"{"ply":19999}"#).await?;
    let title =
        "twenty addresses that ask for a Number Maze of 20,000 moves and for hints about it:";
    // Hints need no seat in a round that is over.
    let paths = [format!("games/{id}"), format!("games/{id}/hint?ply=0")];
    under(args, title, 20, ask_again(to, 4, 1, paths.to_vec())).await?;

    let wish = r#"{"game":"number-maze","mode":"local","options":{"size":10000}}"#;
    let id = long_game(to, wish, 12_000).await?;
    let path = format!("mine?games={}", [id.as_str(); 12].join(","));
    for addresses in [1, 4] {
        let title = format!(
            "addresses that ask for a list with a Number Maze of 12,000 moves, twelve times: {addresses}"
        );
        let network = 10 + addresses;
        under(args, &title, 2 * addresses, ask_again(to, network, 2, vec![path.clone()])).await?;
    }
    streams_that_are_not_read(args, &id, 12_000).await
}

/// Has attackers on a thread of their own do something again and again, and measures honest clients alone and meanwhile.
async fn under<F>(
    args: Args,
    title: &str,
    attackers: u8,
    attack: impl Fn(u8, u64) -> F + Send + 'static,
) -> Result<()>
where
    F: Future<Output = Result<u16>> + 'static,
{
    println!("{title}");
    measure(args, "alone", args.seconds / 4).await?;
    let stop = Arc::new(AtomicBool::new(false));
    // Good ones, refusals, failures.
    let answers = Arc::new([const { AtomicU64::new(0) }; 3]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let shared = (Arc::clone(&stop), Arc::clone(&answers));
    let thread = std::thread::spawn(move || {
        let (tasks, attack) = (tokio::task::LocalSet::new(), Rc::new(attack));
        for number in 0..attackers {
            let ((stop, answers), attack) = (shared.clone(), Rc::clone(&attack));
            tasks.spawn_local(async move {
                for time in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    // Then it hangs up: the server must not go on with its work.
                    let limit = Duration::from_secs(20);
                    let kind = match tokio::time::timeout(limit, attack(number, time)).await {
                        Ok(Ok(200)) => 0,
                        Ok(Ok(_)) => 1,
                        Ok(Err(_)) | Err(_) => 2,
                    };
                    answers[kind].fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        runtime.block_on(tasks);
    });
    tokio::time::sleep(Duration::from_secs(1)).await;
    let measured = measure(args, "attacked", args.seconds).await;
    stop.store(true, Ordering::Relaxed);
    let _ = thread.join();
    let [good, refused, failed] = answers.each_ref().map(|count| count.load(Ordering::Relaxed));
    println!(
        "  attacks: {good} ended with an answer, {refused} refused, {failed} without an answer"
    );
    measured
}

/// What honest clients notice in so many seconds, and the server's memory.
async fn measure(args: Args, name: &str, seconds: u64) -> Result<()> {
    let (to, end) = (args.addr, Instant::now() + Duration::from_secs(seconds));
    let (moves, bots, hints, memory) = tokio::try_join!(
        players(to, end),
        bot(to, end),
        hints(to, end),
        most_memory(args.pid, end),
    )?;
    for (what, times) in [("moves", moves), ("bot's answers", bots), ("hints", hints)] {
        println!("  {name}, {what}: {}, {}", times.0.len(), times.percentiles());
    }
    println!("  {name}, memory: {memory} kB at most");
    Ok(())
}

/// Number Maze in which both walk in a circle.
const CIRCLE: [u32; 6] = [2, 3, 4, 9, 8, 1];

/// A wish to review such a game. A board of 10,000 numbers with blocking takes the longest.
fn circle(moves: u64) -> String {
    let walk = CIRCLE.iter().cycle().take(moves as usize).map(u32::to_string);
    let walk = walk.collect::<Vec<_>>().join(",");
    json!({ "game": format!("number-maze;size=10000;block:{walk}") }).to_string()
}

/// The options of a race that takes long to solve. Start and target are even, so there is a way.
fn hard_race(seed: u64) -> Value {
    let [start, target] = [2 + 2 * (seed % 89), 182 + 2 * (seed / 89 % 10)];
    json!({ "size": 200, "without_one": true, "block": true, "start": start, "target": target })
}

/// Begins a hard race at `/mcp` with a token that was never seen, has it solved, and hangs up meanwhile.
async fn call_and_leave(to: SocketAddrV4, number: u8, time: u64) -> Result<u16> {
    let seed = u64::from(number) + 20 * time;
    let from = Ipv4Addr::new(127, 0, 9, 1 + number / 4);
    let mut connection = Connection::open(from, to, 1_000 + seed).await?;
    let call = |tool: &str, arguments: Value| {
        let params = json!({ "name": tool, "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string()
    };
    let race = json!({
        "game": "number-maze", "opponent": "perfect", "seat": 2, "options": hard_race(seed),
    });
    let (status, begun) = connection.post("/mcp", &call("new_game", race)).await?;
    let id = &begun["result"]["structuredContent"]["game_id"];
    if status != 200 || id.is_null() {
        return Ok(429);
    }
    connection.send("POST", "/mcp", &call("solve", json!({ "game_id": id }))).await?;
    tokio::time::sleep(Duration::from_millis(30)).await;
    Ok(200)
}

/// Plays against the perfect bot; if no more games may begin, asks for a review.
async fn play_hard_race(to: SocketAddrV4, seed: u64) -> Result<u16> {
    let open = || Connection::open(Ipv4Addr::new(127, 0, 6, 1), to, 66);
    let (mut connection, mut stream) = (open().await?, open().await?);
    let options = hard_race(seed);
    let wish = json!({
        "game": "number-maze", "mode": "computer", "bot": "perfect", "options": options,
    });
    let Ok((id, mut state)) = connection.begin(&wish.to_string()).await else {
        let [start, target] = [&options["start"], &options["target"]];
        let game = format!("number-maze;size=200;without-one;block;start={start};target={target}");
        return connection.status("POST", "review", &json!({ "game": game }).to_string()).await;
    };
    stream.watch(&id).await?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..10 {
        let Some(number) = choice(&state, &mut random) else { break };
        let (status, moved) = connection.choose(&id, &state, number).await?;
        if status != 200 || moved["over"] == true {
            return Ok(status);
        }
        state = stream.answer_to(&moved).await?;
    }
    Ok(200)
}

/// Asks fifty times for these paths in turn, so many attackers at each address of a network.
fn ask_again(
    to: SocketAddrV4,
    network: u8,
    each: u8,
    paths: Vec<String>,
) -> impl Fn(u8, u64) -> std::pin::Pin<Box<dyn Future<Output = Result<u16>>>> + Send {
    move |number, _| {
        let (from, paths) = (Ipv4Addr::new(127, 0, network, 1 + number / each), paths.clone());
        Box::pin(async move {
            let (mut connection, mut status) = (Connection::open(from, to, 9).await?, 0);
            for path in paths.iter().cycle().take(50) {
                status = connection.status("GET", path, "").await?;
            }
            Ok(status)
        })
    }
}

/// 300 connections ask for a review of several megabytes and do not read it: first all for the same, then each for another.
async fn answers_that_are_not_read(args: Args) -> Result<()> {
    for (kind, last, different) in [("the same", 1, 0), ("different ones", 2, 1)] {
        let before = memory(args.pid)?;
        let mut silent = Vec::new();
        for number in 0..300 {
            let from = Ipv4Addr::new(127, 0, 2, last);
            let mut connection = Connection::open(from, args.addr, 0).await?;
            let review = circle(16_000 - different * number);
            connection.send("POST", "review", &review).await?;
            silent.push(connection);
        }
        let end = Instant::now() + Duration::from_secs(args.seconds);
        let most = most_memory(args.pid, end).await?.max(before);
        println!(
            "300 connections that do not read, {kind}: memory {before} kB before, {most} kB at most, {} kB after {} s",
            memory(args.pid)?,
            args.seconds
        );
    }
    Ok(())
}

/// 480 streams of one address are not read; between two of them a move is made in the game, which has had so many.
async fn streams_that_are_not_read(args: Args, id: &str, moves: usize) -> Result<()> {
    let before = memory(args.pid)?;
    let (mut most, mut silent) = (before, Vec::new());
    let mut players = open_many(args.addr, 7, 20).await?;
    for ply in moves..moves + 480 {
        let mut stream = Connection::open(Ipv4Addr::new(127, 0, 8, 1), args.addr, 0).await?;
        stream.send("GET", &format!("games/{id}/events"), "").await?;
        silent.push(stream);
        walk(&mut players, id, ply).await?;
        most = most.max(memory(args.pid)?);
        // Below the rate of one address.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!(
        "480 streams of a game of {moves} moves that are not read: memory {before} kB before, {most} kB at most"
    );
    Ok(())
}

/// Plays a game of so many moves.
async fn long_game(to: SocketAddrV4, wish: &str, moves: usize) -> Result<String> {
    let mut players = open_many(to, 3, 50).await?;
    let (id, _) = players[0].begin(wish).await?;
    for ply in 0..moves {
        walk(&mut players, &id, ply).await?;
    }
    Ok(id)
}

/// Connections of one player from many addresses: a single one would be over its rate.
async fn open_many(to: SocketAddrV4, network: u8, count: u8) -> Result<Vec<Connection>> {
    let mut connections = Vec::new();
    for last in 1..=count {
        connections.push(Connection::open(Ipv4Addr::new(127, 0, network, last), to, 9).await?);
    }
    Ok(connections)
}

/// Makes the next move in the circle.
async fn walk(players: &mut [Connection], id: &str, ply: usize) -> Result<()> {
    let body = json!({ "number": CIRCLE[ply % CIRCLE.len()], "ply": ply }).to_string();
    let (path, place) = (format!("games/{id}/move"), ply % players.len());
    match players[place].status("POST", &path, &body).await? {
        200 => Ok(()),
        status => bail!("move {ply} was refused: {status}"),
    }
}

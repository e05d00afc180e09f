//! Clients that ask for more than their share, each kind by itself, and what honest ones notice of it.
//!
//! The attackers have addresses of their own (127.0.0.0/8), as the limits of the server are for each address; they run on
//! a thread of their own, so that the times of the honest clients are the server's.

mod mine;
mod solver;
mod streams;

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::process::Process;
use crate::{choose, print_times, token};

/// Attacks a server in several ways, and measures what honest clients notice.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Where the server listens, at a loopback address.
    #[arg(long, default_value = "127.0.0.1:8020")]
    addr: String,
    /// Seconds of each attack.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The server's process, to measure its memory.
    #[arg(long)]
    pid: u32,
}

pub(crate) async fn run(args: Args) -> Result<()> {
    reviews_against_bots(&args).await?;
    solver::hard_races(&args).await?;
    answers_that_are_not_read(&args).await?;
    long_games(&args).await?;
    let wish = r#"{"game":"number-maze","mode":"local","options":{"size":10000}}"#;
    let id = long_game(&args, wish, 12_000).await?;
    mine::run(&args, &id).await?;
    streams::run(&args, &id, 12_000).await
}

/// Attackers on a thread of their own, until they are dropped.
struct Attack {
    stop: Arc<AtomicBool>,
    answers: Arc<Answers>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// What the attackers were answered.
#[derive(Debug, Default)]
struct Answers {
    good: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
}

impl Answers {
    fn count(&self, status: Option<u16>) {
        let counter = match status {
            Some(200) => &self.good,
            Some(_) => &self.refused,
            None => &self.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl Attack {
    /// Starts one attacker for each number. Each is called again and again.
    fn start<F>(
        numbers: std::ops::Range<u8>,
        attack: impl Fn(u8, u64) -> F + Send + 'static,
    ) -> Result<Self>
    where
        F: Future<Output = Option<u16>> + 'static,
    {
        let (stop, answers) = (Arc::new(AtomicBool::new(false)), Arc::new(Answers::default()));
        let (stopped, counted) = (Arc::clone(&stop), Arc::clone(&answers));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = std::thread::spawn(move || {
            let tasks = tokio::task::LocalSet::new();
            let attack = std::rc::Rc::new(attack);
            for number in numbers {
                let (stopped, counted) = (Arc::clone(&stopped), Arc::clone(&counted));
                let attack = std::rc::Rc::clone(&attack);
                tasks.spawn_local(async move {
                    for time in 0.. {
                        if stopped.load(Ordering::Relaxed) {
                            return;
                        }
                        let limit = Duration::from_secs(20);
                        match tokio::time::timeout(limit, attack(number, time)).await {
                            Ok(status) => counted.count(status),
                            // It hangs up: the server must not go on with its work.
                            Err(_) => counted.count(None),
                        }
                    }
                });
            }
            runtime.block_on(tasks);
        });
        Ok(Self { stop, answers, thread: Some(thread) })
    }

    fn end(mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let [good, refused, failed] =
            [&self.answers.good, &self.answers.refused, &self.answers.failed]
                .map(|counter| counter.load(Ordering::Relaxed));
        println!(
            "  attacks: {good} ended with an answer, {refused} refused, {failed} without an answer"
        );
    }
}

/// Number Maze in which both walk in a circle. A board of 10,000 numbers with blocking takes the longest to review.
fn circle(moves: u64) -> String {
    let numbers = ["2", "3", "4", "9", "8", "1"];
    let walk: Vec<&str> = numbers.into_iter().cycle().take(moves as usize).collect();
    format!("number-maze;size=10000;block:{}", walk.join(","))
}

fn review_of(game: &str) -> String {
    json!({ "game": game }).to_string()
}

/// Ten addresses send the worst reviews, all different; an honest client plays against a bot.
async fn reviews_against_bots(args: &Args) -> Result<()> {
    println!("reviews of ten addresses, a player against the perfect bot:");
    let alone = play_with_bot(args, Duration::from_secs(args.seconds / 4)).await?;
    print_times("  alone", alone);
    let addr = args.addr.clone();
    // Two for each address.
    let attack = Attack::start(0..20, move |number, time| {
        let addr = addr.clone();
        let length = 15_000 + u64::from(number) * 200 + time % 200;
        async move {
            let from = Ipv4Addr::new(127, 0, 1, 1 + number / 2);
            let mut connection = Connection::open_from(from, &addr, token(0)).await.ok()?;
            connection.post_discarding("/api/v1/review", &review_of(&circle(length))).await.ok()
        }
    })?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let attacked = play_with_bot(args, Duration::from_secs(args.seconds)).await;
    attack.end();
    print_times("  attacked", attacked?);
    Ok(())
}

/// How long the bot's moves take, from the player's move to the state that shows the answer, in microseconds.
async fn play_with_bot(args: &Args, time: Duration) -> Result<Vec<u32>> {
    let mut connection = Connection::open(&args.addr, token(7)).await?;
    let wish =
        r#"{"game":"multiple-madness","mode":"computer","bot":"perfect","options":{"size":60}}"#;
    let (mut times, end) = (Vec::new(), Instant::now() + time);
    while Instant::now() < end {
        let (status, body) = connection.post("/api/v1/games", wish).await?;
        if status != 201 {
            bail!("a game could not begin: {status} {body}");
        }
        let mut state = body["game"].clone();
        let id = state["id"].as_str().context("a game has an id")?.to_owned();
        let mut stream = Connection::open(&args.addr, token(7)).await?;
        stream.watch(&id).await?;
        while state["over"] == false && Instant::now() < end {
            // The largest number makes a long game.
            let runs = state["legal"].as_array().context("a running game has moves")?;
            let number = &runs.last().context("a running game has a move")?[1];
            let body = json!({ "number": number, "ply": state["ply"] }).to_string();
            let asked = Instant::now();
            let path = format!("/api/v1/games/{id}/move");
            let (status, moved) = connection.post(&path, &body).await?;
            if status != 200 {
                bail!("a move was refused: {status} {moved}");
            }
            // The stream begins with older states.
            let answers = |state: &Value| {
                state["ply"].as_u64() > moved["ply"].as_u64()
                    && (state["over"] == true || state["to_move"] == 1)
            };
            if moved["over"] == true {
                break;
            }
            state = stream.next_state(answers).await?;
            times.push(micros(asked));
            // Below the rate of one address.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(times)
}

fn micros(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX)
}

/// 300 connections ask for a review of several megabytes and do not read it: first all for the same, then each for another.
async fn answers_that_are_not_read(args: &Args) -> Result<()> {
    let process = Process::new(args.pid);
    for (kind, last, different) in [("the same", 1, false), ("different ones", 2, true)] {
        let before = process.memory()?;
        let from = Ipv4Addr::new(127, 0, 2, last);
        let mut silent = Vec::new();
        for number in 0..300 {
            let game = circle(16_000 - if different { number } else { 0 });
            let mut connection = Connection::open_from(from, &args.addr, token(0)).await?;
            connection.send("POST", "/api/v1/review", &review_of(&game)).await?;
            silent.push(connection);
        }
        let (mut most, end) = (before, Instant::now() + Duration::from_secs(args.seconds));
        while Instant::now() < end {
            most = most.max(process.memory()?);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let last = process.memory()?;
        println!(
            "300 connections that do not read, {kind}: memory {before} kB before, {most} kB at most \
             ({} kB more), {last} kB after {} s",
            most - before,
            args.seconds
        );
    }
    Ok(())
}

/// Twenty clients ask again and again for a game of 20,000 moves; honest ones play.
async fn long_games(args: &Args) -> Result<()> {
    println!("twenty clients that ask for a Number Maze of 20,000 moves, ten players:");
    let id = long_game(args, r#"{"game":"number-maze","mode":"local"}"#, 19_999).await?;
    let mut connection = Connection::open(&args.addr, token(9)).await?;
    let resign = json!({ "ply": 19_999 }).to_string();
    connection.post_discarding(&format!("/api/v1/games/{id}/resign"), &resign).await?;
    print_times("  alone", play_honestly(args, Duration::from_secs(args.seconds / 4)).await?);
    let addr = args.addr.clone();
    let attack = Attack::start(0..20, move |number, _| {
        let (addr, id) = (addr.clone(), id.clone());
        async move {
            let from = Ipv4Addr::new(127, 0, 4, 1 + number);
            let mut connection = Connection::open_from(from, &addr, token(9)).await.ok()?;
            let mut status = None;
            // Hints need no seat in a round that is over.
            let paths = [format!("/api/v1/games/{id}"), format!("/api/v1/games/{id}/hint?ply=0")];
            for path in paths.iter().cycle().take(50) {
                status = connection.get_discarding(path).await.ok();
            }
            status
        }
    })?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let attacked = play_honestly(args, Duration::from_secs(args.seconds)).await;
    attack.end();
    print_times("  attacked", attacked?);
    Ok(())
}

/// Plays a game of so many moves. One address alone would need minutes for it.
async fn long_game(args: &Args, wish: &str, moves: usize) -> Result<String> {
    let mut connections = Vec::new();
    for last in 1..=50 {
        let from = Ipv4Addr::new(127, 0, 3, last);
        connections.push(Connection::open_from(from, &args.addr, token(9)).await?);
    }
    let (status, body) = connections[0].post("/api/v1/games", wish).await?;
    let id = body["game"]["id"].as_str().with_context(|| format!("{status} {body}"))?.to_owned();
    let places = connections.len();
    for (ply, number) in [2, 3, 4, 9, 8, 1].into_iter().cycle().take(moves).enumerate() {
        let body = json!({ "number": number, "ply": ply }).to_string();
        let path = format!("/api/v1/games/{id}/move");
        let status = connections[ply % places].post_discarding(&path, &body).await?;
        if status != 200 {
            bail!("move {ply} was refused: {status}");
        }
    }
    Ok(id)
}

/// Ten players, each with an address of its own, make twenty moves a second; how long each took, in microseconds.
async fn play_honestly(args: &Args, time: Duration) -> Result<Vec<u32>> {
    let players: Vec<_> = (1..=10)
        .map(|last| tokio::spawn(play_one(args.addr.clone(), last, Instant::now() + time)))
        .collect();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    Ok(times)
}

async fn play_one(addr: String, last: u8, end: Instant) -> Result<Vec<u32>> {
    use rand::SeedableRng;
    let mut random = rand::rngs::ChaCha8Rng::seed_from_u64(last.into());
    let from = Ipv4Addr::new(127, 0, 5, last);
    let mut connection = Connection::open_from(from, &addr, token(last.into())).await?;
    let (mut times, mut state, mut id) = (Vec::new(), Value::Null, String::new());
    while Instant::now() < end {
        if state["over"] != false {
            (id, state) = crate::begin(&mut connection).await?;
        }
        let number = choose(&state, &mut random).context("a running game has a move")?;
        let body = json!({ "number": number, "ply": state["ply"] }).to_string();
        let asked = Instant::now();
        let (status, answer) = connection.post(&format!("/api/v1/games/{id}/move"), &body).await?;
        if status != 200 {
            bail!("a move was refused: {status} {answer}");
        }
        times.push(micros(asked));
        state = answer;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(times)
}

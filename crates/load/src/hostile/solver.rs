//! One address has bots work on the hardest races; players of other addresses move, play against a bot and ask for hints.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use super::{Args, Attack, micros, play_honestly, play_with_bot, review_of};
use crate::connection::Connection;
use crate::process::Process;
use crate::{begin, choose, print_times, token};

pub(super) async fn hard_races(args: &Args) -> Result<()> {
    println!("one address with races of 200 numbers that take long to solve, players of others:");
    measure(args, "alone", args.seconds / 4).await?;
    let addr = args.addr.clone();
    let attack = Attack::start(0..16, move |number, time| {
        let (addr, seed) = (addr.clone(), u64::from(number) + 16 * time);
        async move { play_hard_race(&addr, seed).await.ok() }
    })?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let measured = measure(args, "attacked", args.seconds).await;
    attack.end();
    measured
}

/// Plays against the perfect bot; if no more games may begin, asks for a review.
async fn play_hard_race(addr: &str, seed: u64) -> Result<u16> {
    let open = || Connection::open_from(Ipv4Addr::new(127, 0, 6, 1), addr, token(66));
    let (mut connection, mut stream) = (open().await?, open().await?);
    // Both are even, so there is a way.
    let [start, target] = [2 + 2 * (seed % 89), 182 + 2 * (seed / 89 % 10)];
    let options = json!({ "size": 200, "without_one": true, "block": true, "start": start, "target": target });
    let wish = json!({
        "game": "number-maze", "mode": "computer", "bot": "perfect", "options": options,
    });
    let (status, body) = connection.post("/api/v1/games", &wish.to_string()).await?;
    if status != 201 {
        let game = format!("number-maze;size=200;without-one;block;start={start};target={target}");
        return connection.post_discarding("/api/v1/review", &review_of(&game)).await;
    }
    let mut state = body["game"].clone();
    let id = state["id"].as_str().context("a game has an id")?.to_owned();
    stream.watch(&id).await?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..10 {
        let Some(number) = choose(&state, &mut random) else { break };
        let body = json!({ "number": number, "ply": state["ply"] }).to_string();
        let (status, moved) = connection.post(&format!("/api/v1/games/{id}/move"), &body).await?;
        if status != 200 || moved["over"] == true {
            return Ok(status);
        }
        let answered = |next: &serde_json::Value| {
            next["ply"].as_u64() > moved["ply"].as_u64() && next["to_move"] == 1
                || next["over"] == true
        };
        state = stream.next_state(answered).await?;
    }
    Ok(200)
}

/// What honest players notice in so many seconds, and the server's memory.
async fn measure(args: &Args, name: &str, seconds: u64) -> Result<()> {
    let time = Duration::from_secs(seconds);
    let (moves, bots, hints, memory) = tokio::try_join!(
        play_honestly(args, time),
        play_with_bot(args, time),
        ask_for_hints(args, time),
        most_memory(args, time),
    )?;
    print_times(&format!("  {name}, moves"), moves);
    print_times(&format!("  {name}, bot's answers"), bots);
    print_times(&format!("  {name}, hints"), hints);
    println!("  {name}, memory: {memory} kB at most");
    Ok(())
}

async fn ask_for_hints(args: &Args, time: Duration) -> Result<Vec<u32>> {
    let from = Ipv4Addr::new(127, 0, 0, 2);
    let mut connection = Connection::open_from(from, &args.addr, token(8)).await?;
    let (id, _) = begin(&mut connection).await?;
    let (mut times, end) = (Vec::new(), Instant::now() + time);
    while Instant::now() < end {
        let asked = Instant::now();
        let path = format!("/api/v1/games/{id}/hint?ply=0");
        let status = connection.get_discarding(&path).await?;
        if status != 200 {
            bail!("a hint was refused: {status}");
        }
        times.push(micros(asked));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(times)
}

async fn most_memory(args: &Args, time: Duration) -> Result<u64> {
    let (process, end) = (Process::new(args.pid), Instant::now() + time);
    let mut most = 0;
    while Instant::now() < end {
        most = most.max(process.memory()?);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(most)
}

//! People who explore: each press asks for a board, what its numbers are worth, and why the move was what it was.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::measure::{Times, choice};

/// A line gets so long before another one is begun.
const LONGEST: usize = 20;

/// Presses a number a second on a board of this size, until the end of the time: how long it took until all was answered.
pub(crate) async fn explore(
    to: SocketAddrV4,
    number: u8,
    size: u32,
    end: Instant,
) -> Result<Times> {
    let from = Ipv4Addr::new(127, 0, 6, number);
    let mut connection = Connection::open(from, to, number.into()).await?;
    let mut random = ChaCha8Rng::seed_from_u64(number.into());
    let mut moves: Vec<u64> = Vec::new();
    let mut times = Times(Vec::new());
    while Instant::now() < end {
        let asked = Instant::now();
        let mut board = Value::Null;
        for command in ["board", "values", "hint"] {
            let mut request = json!({
                "command": command,
                "game": "multiple-madness",
                "options": { "size": size },
                "moves": moves,
            });
            if let ("hint", Some((last, before))) = (command, moves.split_last()) {
                request["moves"] = json!(before);
                request["move"] = json!(last);
            }
            let (status, answer) = connection.post("engine", &request.to_string()).await?;
            if status != 200 {
                bail!("a question was refused: {status} {answer}");
            }
            if command == "board" {
                board = answer["result"].clone();
            }
        }
        times.add(asked);
        match choice(&board, &mut random) {
            Some(number) if moves.len() < LONGEST => moves.push(number),
            _ => moves.clear(),
        }
        let pause = Duration::from_secs(1).saturating_sub(asked.elapsed());
        tokio::time::sleep(pause).await;
    }
    Ok(times)
}

//! Event streams of a long game that are opened and not read, each at another version of it.

use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::json;

use super::Args;
use crate::connection::Connection;
use crate::process::Process;
use crate::token;

/// 480 streams of one address; between two of them a move is made in the game, which has had so many.
pub(super) async fn run(args: &Args, id: &str, moves: usize) -> Result<()> {
    let process = Process::new(args.pid);
    let before = process.memory()?;
    let (mut most, mut silent, mut players) = (before, Vec::new(), Vec::new());
    // One address alone would be over its rate.
    for last in 1..=20 {
        let from = Ipv4Addr::new(127, 0, 7, last);
        players.push(Connection::open_from(from, &args.addr, token(9)).await?);
    }
    let cycle = [2, 3, 4, 9, 8, 1].into_iter().cycle();
    for (ply, number) in cycle.enumerate().skip(moves).take(480) {
        let from = Ipv4Addr::new(127, 0, 8, 1);
        let mut stream = Connection::open_from(from, &args.addr, token(0)).await?;
        stream.send("GET", &format!("/api/v1/games/{id}/events"), "").await?;
        silent.push(stream);
        let body = json!({ "number": number, "ply": ply }).to_string();
        let path = format!("/api/v1/games/{id}/move");
        let status = players[ply % 20].post_discarding(&path, &body).await?;
        if status != 200 {
            bail!("move {ply} was refused: {status}");
        }
        most = most.max(process.memory()?);
        // Below the rate of one address.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!(
        "480 streams of a game of {moves} moves that are not read: memory {before} kB before, {most} kB at most"
    );
    Ok(())
}

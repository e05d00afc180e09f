//! Clients that ask for the list of their games, which names one long game twelve times.

use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::Result;

use super::{Args, Attack, play_honestly, play_with_bot};
use crate::connection::Connection;
use crate::{print_times, token};

/// Two connections of one address, then of four, ask again and again; honest clients play, ten among themselves and one
/// against a bot.
pub(super) async fn run(args: &Args, id: &str) -> Result<()> {
    println!("a list with a Number Maze of 12,000 moves, twelve times:");
    measure(args, "alone", Duration::from_secs(args.seconds / 4)).await?;
    for addresses in [1, 4] {
        let (addr, path) =
            (args.addr.clone(), format!("/api/v1/mine?games={}", [id; 12].join(",")));
        let attack = Attack::start(0..2 * addresses, move |number, _| {
            let (addr, path) = (addr.clone(), path.clone());
            async move {
                let from = Ipv4Addr::new(127, 0, 6, addresses + number / 2);
                let mut connection = Connection::open_from(from, &addr, token(9)).await.ok()?;
                let mut status = None;
                for _ in 0..50 {
                    status = connection.get_discarding(&path).await.ok();
                }
                status
            }
        })?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let name = format!("attacked by {addresses}");
        let measured = measure(args, &name, Duration::from_secs(args.seconds)).await;
        attack.end();
        measured?;
    }
    Ok(())
}

/// What honest clients notice.
async fn measure(args: &Args, name: &str, time: Duration) -> Result<()> {
    let (moves, bots) = tokio::try_join!(play_honestly(args, time), play_with_bot(args, time))?;
    print_times(&format!("  {name}, moves"), moves);
    print_times(&format!("  {name}, bots"), bots);
    Ok(())
}

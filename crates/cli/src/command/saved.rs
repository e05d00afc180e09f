//! `divvy saved`

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use divvy_play::{Match, Plan, Store, words};

use crate::failure::Failure;
use crate::line::quoted;

pub(crate) fn run(out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let list = Store::of_user()?.list()?;
    if list.is_empty() {
        writeln!(out, "No unfinished games.")?;
    }
    for saved in list {
        match saved.game {
            Ok(game) => {
                let age = SystemTime::now().duration_since(saved.modified).unwrap_or_default();
                let in_use = if saved.in_use { ", open in another window" } else { "" };
                writeln!(out, "{}, {}{in_use}", describe(&game), ago(age))?;
                writeln!(out, "  divvy play --resume {}", quoted(&saved.path))?;
            }
            Err(error) => writeln!(out, "Not readable: {error}")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A match in a line: `Multiple Madness, 1-20, opening=even, 7 moves, Player 2 to play`.
pub(crate) fn describe(game: &Match) -> String {
    let rules = game.rules();
    let round = game.round();
    let mut parts = vec![words::name(rules.game()).to_owned(), rules.board().to_string()];
    let notation = rules.to_string();
    let options = notation.split(';').skip(1).filter(|option| !option.starts_with("size="));
    parts.extend(options.map(str::to_owned));
    if game.plan() != Plan::Single {
        parts.push(format!("round {} of {}", game.round_number(), game.plan().rounds()));
    }
    parts.push(words::moves(round.record().moves().len()));
    parts.push(match round.winner() {
        None => format!("{} to play", game.name(round.to_move())),
        Some(winner) => format!("won by {}", game.name(winner)),
    });
    parts.join(", ")
}

fn ago(age: Duration) -> String {
    let seconds = age.as_secs();
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

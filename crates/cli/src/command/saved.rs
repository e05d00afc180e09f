//! `divvy saved`

use std::io::Write;
use std::time::{Duration, SystemTime};

use divvy_store::Store;
use divvy_words as words;

use crate::failure::Failure;
use crate::line::quoted;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let list = Store::of_user()?.list()?;
    if list.is_empty() {
        writeln!(out, "No unfinished games.")?;
    }
    for saved in list {
        match saved.game {
            Ok(game) => {
                let age = SystemTime::now().duration_since(saved.modified).unwrap_or_default();
                let in_use = if saved.in_use { ", open in another window" } else { "" };
                writeln!(out, "{}, {}{in_use}", words::describe(&game), ago(age))?;
                writeln!(out, "  divvy play --resume {}", quoted(&saved.path))?;
            }
            Err(error) => writeln!(out, "Not readable: {error}")?,
        }
    }
    Ok(())
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

//! `divvy games`

use std::io::Write;

use divvy_rules::Game;
use divvy_words as words;
use serde_json::json;

use crate::failure::Failure;
use crate::line::{wrapped, wrapped_after};
use crate::output;

pub(crate) fn run(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        let games = Game::ALL.map(|game| {
            json!({ "id": game, "name": words::name(game), "summary": words::summary(game) })
        });
        return Ok(output::json(out, &json!({ "games": games }))?);
    }
    for game in Game::ALL {
        let summary = wrapped_after("  ", words::summary(game));
        writeln!(out, "{} ({game})\n{summary}", words::name(game))?;
    }
    // One of the three says it for all of them.
    if let Some(text) = Game::ALL.into_iter().find_map(words::same_rules) {
        writeln!(out, "\n{}", wrapped(text))?;
    }
    Ok(())
}

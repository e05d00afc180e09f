//! The arguments of `divvy mcp`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use divvy_match::{Bot, Seat};
use divvy_rules::Game;

use super::RuleArgs;
use super::values::{Listen, bot, game, seed, whole};

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/mcp.txt").trim_end())]
pub(crate) struct McpArgs {
    /// The game to play; without one the model chooses.
    #[arg(value_parser = game())]
    pub(crate) game: Option<Game>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// The bot to play against; without one the model chooses.
    #[arg(long, value_name = "BOT", value_parser = bot(), ignore_case = true)]
    #[arg(hide_possible_values = true)]
    pub(crate) opponent: Option<Bot>,

    /// Where the model sits, 1 or 2; without it there in turn, or as it chooses if it chooses the game.
    #[arg(long, value_name = "SEAT", value_parser = seat())]
    #[arg(hide_possible_values = true)]
    pub(crate) seat: Option<Seat>,

    /// Make the opponent repeatable.
    #[arg(long, value_name = "SEED", value_parser = seed())]
    pub(crate) seed: Option<u64>,

    /// What the model is called in the log.
    #[arg(long, value_name = "NAME", default_value = "model")]
    pub(crate) player: String,

    /// Leave out the tools that know more than the model: hint, solve, review.
    #[arg(long)]
    pub(crate) no_hints: bool,

    /// Leave out the tool that takes moves back.
    #[arg(long)]
    pub(crate) no_undo: bool,

    /// Do not list the legal moves, so that the share of legal ones says something.
    #[arg(long)]
    pub(crate) hide_legal: bool,

    /// Serve clients over HTTP at this address, at /mcp, instead of one on standard input and output.
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "summary")]
    pub(crate) addr: Option<Listen>,

    /// Games open at the same time.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=100_000_usize))]
    pub(crate) games: usize,

    /// Append a line of JSON for every game that begins and for everything that the model does in it.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Add up the games of a log instead of serving.
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,

    /// With --summary: one JSON object instead of a table.
    #[arg(long, requires = "summary")]
    pub(crate) json: bool,
}

fn seat() -> impl TypedValueParser<Value = Seat> {
    let parser = PossibleValuesParser::new(["1", "2"]);
    parser.map(|seat| if seat == "1" { Seat::One } else { Seat::Two })
}

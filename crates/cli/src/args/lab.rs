//! The arguments of the laboratory's commands.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use clap::{Args as ClapArgs, Subcommand};
use divvy_lab::Part;
use divvy_lab::bench::POSITIONS;
use divvy_lab::fair::COUNT;
use divvy_lab::puzzle::{Day, Grade};
use divvy_rules::{Board, Game};

use super::values::{NamedPlayer, game, named_player, seconds, seed, whole};
use super::{GameArgs, RuleArgs};
use crate::output;

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/census.txt").trim_end())]
pub(crate) struct CensusArgs {
    /// From the first size to the last, both included.
    #[arg(long, value_name = "A..B", value_parser = parse_sizes)]
    pub(crate) sizes: RangeInclusive<u32>,

    #[command(flatten)]
    pub(crate) game: GameArgs,

    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Take the sizes that an earlier census worked out from there.
    #[arg(long)]
    pub(crate) resume: bool,
}

/// How a table of sizes is given out.
#[derive(Debug, ClapArgs)]
pub(crate) struct TableArgs {
    /// One JSON object instead of text.
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,

    /// Comma-separated values instead of a table.
    #[arg(long, requires = "sizes")]
    pub(crate) csv: bool,

    /// Draw the shares of the table: FILE ends in .svg.
    #[arg(long, value_name = "FILE", requires = "sizes")]
    pub(crate) plot: Option<PathBuf>,

    /// Do only part K of M, and write it in a form that `divvy join` reads.
    #[arg(long, value_name = "K/M", value_parser = parse_part, requires = "sizes")]
    pub(crate) part: Option<Part>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/count.txt").trim_end())]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// One JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,

    /// Stop before more memory is needed [default: three quarters of what is free].
    #[arg(long, value_name = "GIB", value_parser = parse_memory)]
    pub(crate) max_memory: Option<u64>,

    /// Do only part K of M, and write it in a form that `divvy join` reads.
    #[arg(long, value_name = "K/M", value_parser = parse_part)]
    pub(crate) part: Option<Part>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/longest.txt").trim_end())]
pub(crate) struct LongestArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// From the first size to the last, both included, instead of one.
    #[arg(long, value_name = "A..B", value_parser = parse_sizes)]
    pub(crate) sizes: Option<RangeInclusive<u32>>,

    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Stop before more memory is needed [default: three quarters of what is free].
    #[arg(long, value_name = "GIB", value_parser = parse_memory)]
    pub(crate) max_memory: Option<u64>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/arena.txt").trim_end())]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// One player: a bot or cmd:PROGRAM ARGS, with a name if you like (NAME=WHO).
    #[arg(long, value_name = "WHO", value_parser = named_player(), hide_possible_values = true)]
    pub(crate) p1: Option<NamedPlayer>,

    /// Another.
    #[arg(long, value_name = "WHO", value_parser = named_player(), hide_possible_values = true)]
    pub(crate) p2: Option<NamedPlayer>,

    /// One more, as often as needed: everybody plays everybody.
    #[arg(long = "player", value_name = "WHO", value_parser = named_player(), hide_possible_values = true)]
    pub(crate) players: Vec<NamedPlayer>,

    /// Games of each pair; the first move changes sides.
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = whole(1..=1_000_000_u32))]
    pub(crate) games: u32,

    /// Make chance repeatable.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = seed())]
    pub(crate) seed: u64,

    /// Games at a time [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = whole(1..=1_024_u16))]
    pub(crate) jobs: Option<u16>,

    /// Seconds that a program may think about one move [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) move_time: Option<Duration>,

    /// Seconds that a program may take for its first move after it was started [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) start_time: Option<Duration>,

    /// Begin every game with K random moves, so that players without chance play different games.
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole(0..=1_000_u32))]
    pub(crate) random_plies: u32,

    /// Begin games from the positions of this file, in turn: one in notation on each line.
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,

    /// Tell programs when a game begins and how it ended (see docs/programs.md).
    #[arg(long)]
    pub(crate) events: bool,

    /// Ask every player about the same positions under all three names of the game.
    #[arg(long)]
    pub(crate) reskin: bool,

    /// Write every game down, one line of JSON each.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Go on with the tournament in the log.
    #[arg(long, requires = "log")]
    pub(crate) resume: bool,

    /// Do only part K of M, and write it in a form that `divvy join` reads.
    #[arg(long, value_name = "K/M", value_parser = parse_part, conflicts_with = "log")]
    pub(crate) part: Option<Part>,

    /// One JSON object instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/fair.txt").trim_end())]
pub(crate) struct FairArgs {
    // Options that are not given are tried.
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Which sizes to try, both ends included [default: 8..60].
    #[arg(long, value_name = "A..B", value_parser = parse_sizes, conflicts_with = "size")]
    pub(crate) sizes: Option<RangeInclusive<u32>>,

    /// How many boards to propose.
    #[arg(long, value_name = "K", default_value_t = COUNT, value_parser = whole(1..=100_usize))]
    pub(crate) count: usize,

    /// One JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/puzzle.txt").trim_end())]
pub(crate) struct PuzzleArgs {
    /// Which game, by its name, its beginning or its initials; any unless given.
    #[arg(value_parser = game())]
    pub(crate) game: Option<Game>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// Make chance repeatable.
    #[arg(long, value_name = "SEED", value_parser = seed())]
    pub(crate) seed: Option<u64>,

    /// The puzzle of a day in UTC, such as 2026-11-18 or today: easy on Monday, hardest on Sunday.
    #[arg(long, value_name = "DATE", value_parser = parse_date, conflicts_with_all = ["game", "seed", "count", "grade"])]
    pub(crate) date: Option<(String, Day)>,

    /// Print a sheet of K puzzles, the answers on a page of their own.
    #[arg(long, value_name = "K", value_parser = whole(1..=200_u16))]
    pub(crate) count: Option<u16>,

    /// Only puzzles of these grades, from 1 (easy) to 5.
    #[arg(long, value_name = "A..B", value_parser = parse_grades)]
    pub(crate) grade: Option<RangeInclusive<u8>>,

    /// One JSON object, answers included, instead of asking.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/bench.txt").trim_end())]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) command: BenchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Make a set of questions, one line of JSON each; the same seed makes the same bytes.
    Make {
        /// Which set; another seed makes one that no player has seen.
        #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = seed())]
        seed: u64,

        /// Positions of each of the three kinds of rules; version 1 is the set with 450 and seed 1.
        #[arg(long, value_name = "K", default_value_t = POSITIONS)]
        #[arg(value_parser = whole(1..=10_000_usize))]
        positions: usize,

        /// Write it to this file instead of the standard output.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Score answers to a set: lines of JSON such as {"id": "race-0001/neutral", "answer": "12"}.
    Score {
        /// The set, as make wrote it.
        set: PathBuf,

        /// The answers, numbers or texts that end with one.
        answers: PathBuf,

        /// One JSON object instead of a table.
        #[arg(long)]
        json: bool,
    },
}

/// `1..400`, `1..=400`, or one size alone.
fn parse_sizes(text: &str) -> Result<RangeInclusive<u32>, String> {
    let most = Board::MAX_SIZE;
    let sizes = range(text, 1..=most).ok_or_else(|| {
        format!("takes two sizes from 1 to {most}, such as 1..400, both included")
    })?;
    match sizes.is_empty() {
        true => Err(format!("takes the smaller size first: {}..{}", sizes.end(), sizes.start())),
        false => Ok(sizes),
    }
}

/// A range whose ends are within bounds; the first may be the larger one.
fn range<T: FromStr + PartialOrd>(
    text: &str,
    within: RangeInclusive<T>,
) -> Option<RangeInclusive<T>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let last = last.strip_prefix('=').unwrap_or(last);
    let end = |text: &str| text.trim().parse().ok().filter(|n| within.contains(n));
    Some(end(first)?..=end(last)?)
}

/// A day with its date.
fn parse_date(text: &str) -> Result<(String, Day), String> {
    let now = output::time(SystemTime::now());
    let date = match (text, now.split_once('T')) {
        ("today", Some((today, _))) => today.to_owned(),
        _ => text.to_owned(),
    };
    let day = date.parse().map_err(|error| format!("{error}, or today"))?;
    Ok((date, day))
}

/// `2..4`, or one grade alone.
fn parse_grades(text: &str) -> Result<RangeInclusive<u8>, String> {
    let grades = range(text, Grade::ALL).filter(|grades| !grades.is_empty());
    grades.ok_or_else(|| "takes grades from 1 to 5, such as 3 or 2..4".to_owned())
}

/// `2/4`: the second of four.
fn parse_part(text: &str) -> Result<Part, String> {
    let numbers = text.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let part = numbers.and_then(|(number, of)| Part::new(number, of));
    part.ok_or_else(|| "takes K/M with K from 1 to M, such as 2/4".to_owned())
}

fn parse_memory(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(gib @ 0.001..=1_048_576.0) => Ok((gib * f64::from(1 << 30)) as u64),
        _ => Err("takes GiB, such as 8 or 0.5".to_owned()),
    }
}

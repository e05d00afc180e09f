//! The arguments as they are typed. What they mean together is worked out in `setup`.

mod admin;
mod lab;
mod mcp;
mod rules;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand};
use divvy_match::{First, Names, Occupant, SeriesLength};
use divvy_rules::{Board, Game, RuleOption};
use divvy_server::TrustedProxies;

pub(crate) use admin::{AdminArgs, AdminCommand, DatabaseArgs, ListArgs};
pub(crate) use lab::{
    ArenaArgs, BenchArgs, BenchCommand, CensusArgs, CountArgs, FairArgs, LongestArgs, PuzzleArgs,
    TableArgs,
};
pub(crate) use mcp::McpArgs;
pub(crate) use rules::{GameArgs, RuleArgs};
pub(crate) use values::{Listen, Moves};
use values::{game, occupant, whole};

/// Five two-player number games about factors and multiples.
#[derive(Debug, Parser)]
#[command(name = "divvy", version = env!("DIVVY_VERSION"), max_term_width = 80)]
#[command(after_help = include_str!("args/examples/divvy.txt").trim_end())]
pub(crate) struct Args {
    /// When to use colour.
    // Declared here for help and checking; `color_of` reads it.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    color: String,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The program with its commands. Every option takes a negative number: what is said against one is which values it takes.
pub(crate) fn program() -> clap::Command {
    fn negatives(command: clap::Command) -> clap::Command {
        let taken = |arg: Arg| match arg.get_long().is_some() && arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        };
        command.mut_args(taken).mut_subcommands(negatives)
    }
    negatives(Args::command())
}

/// What a command line asks for.
pub(crate) fn parse<T: Into<OsString> + Clone>(
    line: impl IntoIterator<Item = T>,
) -> Result<Args, clap::Error> {
    Args::from_arg_matches(&program().try_get_matches_from(line)?)
}

/// What `--color` says, found before the arguments are understood: help and errors have colours too.
pub(crate) fn color_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let after = |index: usize| match words[index].strip_prefix("--color")? {
        "" => words.get(index + 1).map(|word| word.to_string()),
        rest => rest.strip_prefix('=').map(str::to_owned),
    };
    match (0..words.len()).rev().find_map(after).as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game, line by line.
    Play(PlayArgs),
    /// Play on the full-screen board, as divvy alone does.
    Tui(TuiArgs),
    /// List the five games.
    Games {
        /// One JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Explain a game: its rules, how they are read, what follows from them.
    Rules(GameArgs),
    /// Learn to win, step by step: list the lessons, or play one.
    Learn {
        /// Which lesson, by its name in the list.
        lesson: Option<String>,
    },
    /// Say who wins a position, by which moves, and why.
    Solve(SolveArgs),
    /// Check a certificate that `divvy solve --certificate` wrote.
    Verify {
        /// The certificate.
        file: PathBuf,
    },
    /// Go through a game move by move: who stood to win, and where it slipped.
    Review(ReviewArgs),
    /// Serve the games to browsers, here or for others.
    Serve(ServeArgs),
    /// Look after the games of a server: list, end, delete, ban, check, back up.
    Admin(AdminArgs),
    /// Table who wins on each size of a board, and by how many openings.
    Census(CensusArgs),
    /// Count all complete games, exactly.
    Count(CountArgs),
    /// Find the longest game that a board allows, and prove it.
    Longest(LongestArgs),
    /// Put the parts of a census, a count, a tournament or of longest games together.
    #[command(after_help = include_str!("args/examples/join.txt").trim_end())]
    Join {
        /// The files that --part wrote, all of them.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Propose boards on which the first move is a real choice.
    Fair(FairArgs),
    /// Find the one winning move of a position, or print a sheet of such puzzles.
    Puzzle(PuzzleArgs),
    /// Let bots and programs play a tournament, and judge every move.
    Arena(ArenaArgs),
    /// Make a set of questions with exact answers for language models, and score answers to it.
    Bench(BenchArgs),
    /// Answer a program, one JSON line for each request (see docs/engine.md).
    Engine,
    /// Let a language model play, over the Model Context Protocol.
    Mcp(McpArgs),
    /// List unfinished games, newest first, or delete one.
    Saved(SavedArgs),
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of divvy or of one of its commands.
    Man {
        /// Which command; the whole program unless given.
        command: Option<String>,
        /// Write the pages of the program and of every command into this folder instead.
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("args/examples/play.txt").trim_end())]
pub(crate) struct PlayArgs {
    /// Which game, by its name, its beginning or its initials.
    #[arg(value_parser = game(), required_unless_present = "resume")]
    pub(crate) game: Option<Game>,

    #[command(flatten)]
    pub(crate) setup: MatchArgs,

    /// Seconds that a program (cmd:) may think about one move [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    pub(crate) move_time: Option<Duration>,

    #[command(flatten)]
    pub(crate) resume: ResumeArgs,
}

#[derive(Debug, Default, ClapArgs)]
#[command(after_help = include_str!("args/examples/tui.txt").trim_end())]
pub(crate) struct TuiArgs {
    /// Which game, by its name, its beginning or its initials; without one, a list to pick from.
    #[arg(value_parser = game())]
    pub(crate) game: Option<Game>,

    /// Explore a game from any position: in NOTATION, as `divvy review` takes it, or in a file; without it a recommended
    /// board.
    #[arg(long, value_name = "NOTATION", num_args = 0..=1, conflicts_with_all = ["game", "resume"])]
    pub(crate) explore: Option<Option<String>>,

    /// The longest chain, a game for one, on 1 to N [default: 100].
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = whole(1..=Board::MAX_SIZE))]
    #[arg(conflicts_with_all = ["game", "resume", "explore"])]
    pub(crate) chain: Option<Option<u32>>,

    /// Draw with ASCII characters only.
    #[arg(long)]
    pub(crate) ascii: bool,

    #[command(flatten)]
    pub(crate) setup: MatchArgs,

    #[command(flatten)]
    pub(crate) resume: ResumeArgs,
}

/// Whether to go on with an unfinished match, and with which.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct ResumeArgs {
    /// Go on with an unfinished game: the newest (of GAME, if given), or the one in FILE, by its path or its name.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(conflicts_with_all = RuleOption::ALL.map(RuleOption::name))]
    #[arg(conflicts_with_all = [
        "names", "first", "rounds", "best_of", "seed", "p1", "p2",
    ])]
    pub(crate) resume: Option<Option<PathBuf>>,

    /// With --resume FILE: start the programs (cmd:) that the file seats.
    #[arg(long, requires = "resume")]
    pub(crate) allow_programs: bool,
}

/// What a match can be like besides its game.
#[derive(Debug, Default, PartialEq, ClapArgs)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// Who plays the first seat: human, a bot (named at the end), or cmd:PROGRAM ARGS [default: human].
    #[arg(long, value_name = "WHO", value_parser = occupant(), hide_possible_values = true)]
    pub(crate) p1: Option<Occupant>,

    /// Who plays the second seat.
    #[arg(long, value_name = "WHO", value_parser = occupant(), hide_possible_values = true)]
    pub(crate) p2: Option<Occupant>,

    /// What the players are called.
    #[arg(long, value_name = "NAME,NAME")]
    pub(crate) names: Option<Names>,

    /// Who makes the first move [default: 1].
    #[arg(long, value_name = "WHO", value_parser = values::first())]
    pub(crate) first: Option<First>,

    /// Play so many rounds; the first move alternates.
    #[arg(long, value_name = "K", conflicts_with = "best_of", value_parser = values::rounds)]
    pub(crate) rounds: Option<SeriesLength>,

    /// Play until one player cannot be caught up with in so many rounds.
    #[arg(long, value_name = "K", value_parser = values::rounds)]
    pub(crate) best_of: Option<SeriesLength>,

    /// Make chance repeatable.
    #[arg(long, value_name = "SEED", value_parser = values::seed())]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("args/examples/solve.txt").trim_end())]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The moves played so far, such as 6,3,9.
    #[arg(long, value_name = "MOVES", default_value = "", value_parser = values::moves)]
    pub(crate) moves: Moves,

    /// One JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a proof of the answer that `divvy verify` checks.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("args/examples/review.txt").trim_end())]
pub(crate) struct ReviewArgs {
    /// A saved game, a game in notation, or with --moves the name of a game.
    #[arg(value_name = "FILE|GAME")]
    pub(crate) subject: Option<String>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// The moves played, such as 6,3,9.
    #[arg(long, value_name = "MOVES", value_parser = values::moves, requires = "subject")]
    pub(crate) moves: Option<Moves>,

    /// One JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("args/examples/saved.txt").trim_end())]
pub(crate) struct SavedArgs {
    /// One JSON object instead of text.
    #[arg(long, conflicts_with = "delete")]
    pub(crate) json: bool,

    /// Delete the game in FILE, by its path or its name, after a question.
    #[arg(long, value_name = "FILE")]
    pub(crate) delete: Option<PathBuf>,

    /// Delete without a question.
    #[arg(long, requires = "delete")]
    pub(crate) yes: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("args/examples/serve.txt").trim_end())]
pub(crate) struct ServeArgs {
    /// Where to listen, by address or name; port 0 takes any free port.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8020")]
    pub(crate) addr: Listen,

    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,

    /// The largest board.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = whole(1..=Board::MAX_SIZE))]
    pub(crate) max_size: u32,

    /// Remove games in which nothing has happened for so many days.
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = whole(1..=36_500_u32))]
    pub(crate) keep_days: u32,

    /// Requests a second from one address; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole(0..=u32::MAX))]
    pub(crate) rate: u32,

    /// Connections open at once from one address, behind a trusted proxy streams; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole(0..=u32::MAX))]
    pub(crate) connections: u32,

    /// Believe what proxies of your own at these addresses and networks say of their clients; all private networks if
    /// none are given.
    #[arg(long, value_name = "NETWORKS", num_args = 0..=1, default_missing_value = TrustedProxies::PRIVATE)]
    #[arg(value_parser = values::networks)]
    pub(crate) trust_proxy: Option<TrustedProxies>,

    /// Let language models play too, over the Model Context Protocol at /mcp.
    #[arg(long)]
    pub(crate) mcp: bool,

    /// How to log, to stderr.
    #[arg(long, value_name = "FORM", default_value = "text")]
    #[arg(value_parser = PossibleValuesParser::new(["text", "json", "off"]))]
    pub(crate) log: String,

    /// A name that people reach the server by; may be given several times.
    #[arg(long, value_name = "NAME", value_parser = values::host)]
    pub(crate) host: Vec<String>,

    /// Serve HTTPS with the certificate in this PEM file.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,

    /// The private key of the certificate, in PEM form.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,

    /// Log each request.
    #[arg(long)]
    pub(crate) access_log: bool,

    /// Serve /metrics at this place instead, with /healthz and /readyz.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) metrics_addr: Option<Listen>,

    /// Ask the server that runs at --addr or --metrics-addr whether it is ready, and end; for health checks.
    #[arg(long)]
    pub(crate) probe: bool,

    /// Games that one address may begin in an hour; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole(0..=u32::MAX))]
    pub(crate) games: u32,

    /// Moves and other changes of games that one address may make in an hour; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole(0..=u32::MAX))]
    pub(crate) changes: u32,

    /// Seconds of processor time in a minute for the bots, hints and reviews of one address; 0 for no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole(0..=u32::MAX))]
    pub(crate) processor: u32,

    /// No limits for one address: as --rate 0 --connections 0 --games 0 --changes 0 --processor 0.
    #[arg(long)]
    #[arg(conflicts_with_all = ["rate", "connections", "games", "changes", "processor"])]
    pub(crate) no_limits: bool,
}

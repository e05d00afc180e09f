//! The arguments as they are typed. What they mean together is worked out in `setup`.

use std::ffi::OsString;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand};
use divvy_play::{Length, Names, Seat, words};
use divvy_rules::{Board, Game, One, Opening, Options};

const EXAMPLES: &str = "\
Examples:
  divvy                                      pick a game and play
  divvy play multiple-madness                two people, one keyboard
  divvy play chain-reaction --size 40 --opening even --best-of 3
  divvy play number-maze --without-one --start 14 --target 15 --block
  divvy play --resume                        go on with the game left last
  divvy rules trap-avoidance                 how it is played

Exit codes: 0 finished, or left with quit; 1 the input ended too early, or something
failed; 2 wrong usage; 130 Ctrl-C. An unfinished game is always on disk.";

/// Five two-player number games about factors and multiples.
#[derive(Debug, Parser)]
#[command(name = "divvy", version, after_help = EXAMPLES, max_term_width = 90)]
pub(crate) struct Args {
    /// When to use colour.
    // Declared here for help and checking; `color_of` reads it.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    color: String,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What `--color` says, found before the arguments are understood: help and errors have colours too.
pub(crate) fn color_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let after = |index: usize| match words[index].strip_prefix("--color")? {
        "" => words.get(index + 1).map(|word| word.to_string()),
        rest => rest.strip_prefix('=').map(str::to_owned),
    };
    let last = (0..words.len()).rev().find_map(after);
    last.map_or(ColorChoice::Auto, color_choice)
}

fn color_choice(word: String) -> ColorChoice {
    match word.as_str() {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game, line by line.
    Play(PlayArgs),
    /// List the five games.
    Games(GamesArgs),
    /// Explain a game: its rules, how they are read, what follows from them.
    Rules(RulesArgs),
    /// List unfinished games, newest first.
    Saved,
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page of divvy or of one of its commands.
    Man(ManArgs),
}

const PLAY_EXAMPLES: &str = "\
Examples:
  divvy play sequence-duel --size 10
  divvy play multiple-madness --names Red,Blue --first random
  divvy play trap-avoidance --one free --rounds 4
  divvy play --resume
  printf '6\\n3\\n' | divvy play multiple-madness

At the prompt, besides a number: help, hint, undo, resign, save FILE, quit.";

#[derive(Debug, ClapArgs)]
#[command(after_help = PLAY_EXAMPLES)]
pub(crate) struct PlayArgs {
    /// Which game.
    #[arg(value_parser = game_parser(), required_unless_present = "resume")]
    pub(crate) game: Option<Game>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// What the players are called.
    #[arg(long, value_name = "NAME,NAME")]
    pub(crate) names: Option<Names>,

    /// Who makes the first move [default: 1].
    #[arg(long, value_name = "WHO")]
    #[arg(value_parser = PossibleValuesParser::new(["1", "2", "random"]).map(first))]
    pub(crate) first: Option<First>,

    /// Play so many rounds; the first move alternates.
    #[arg(long, value_name = "K", conflicts_with = "best_of", value_parser = parse_rounds, allow_negative_numbers = true)]
    pub(crate) rounds: Option<Length>,

    /// Play until one player cannot be caught up with in so many rounds.
    #[arg(long, value_name = "K", value_parser = parse_rounds, allow_negative_numbers = true)]
    pub(crate) best_of: Option<Length>,

    /// Make chance repeatable.
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Go on with an unfinished game: the newest (of GAME, if given), or the one in FILE.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[arg(conflicts_with_all = [
        "size", "opening", "without_one", "one", "start", "target", "block",
        "names", "first", "rounds", "best_of", "seed",
    ])]
    pub(crate) resume: Option<Option<PathBuf>>,
}

/// The rule options of every command that takes a game.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Rule options")]
pub(crate) struct RuleArgs {
    /// The board is 1..N, at most 1000000 [default: 20].
    #[arg(long, value_name = "N", value_parser = parse_number, allow_negative_numbers = true)]
    size: Option<u32>,

    /// What the first move may be [default: any].
    #[arg(long, value_name = "RULE", value_parser = parse_opening())]
    opening: Option<Opening>,

    /// The number 1 is not on the board.
    #[arg(long)]
    without_one: bool,

    /// Trap Avoidance: whether 1 is a trap after every number [default: trap].
    #[arg(long, value_name = "MEANING", value_parser = parse_one())]
    one: Option<One>,

    /// Number Maze: where both players begin [default: 1].
    #[arg(long, value_name = "S", value_parser = parse_number, allow_negative_numbers = true)]
    start: Option<u32>,

    /// Number Maze: where the race ends [default: N].
    #[arg(long, value_name = "T", value_parser = parse_number, allow_negative_numbers = true)]
    target: Option<u32>,

    /// Number Maze: nobody may enter the node the opponent stands on.
    #[arg(long)]
    block: bool,
}

impl From<&RuleArgs> for Options {
    fn from(args: &RuleArgs) -> Options {
        Options {
            size: args.size,
            opening: args.opening,
            without_one: args.without_one,
            one: args.one,
            start: args.start,
            target: args.target,
            block: args.block,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct GamesArgs {
    /// One JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct RulesArgs {
    /// Which game.
    #[arg(value_parser = game_parser())]
    pub(crate) game: Game,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// Which shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ManArgs {
    /// Which command; the whole program unless given.
    pub(crate) command: Option<String>,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum First {
    Seat(Seat),
    Random,
}

fn first(word: String) -> First {
    match word.as_str() {
        "1" => First::Seat(Seat::One),
        "2" => First::Seat(Seat::Two),
        _ => First::Random,
    }
}

/// Game names, with suggestions for misspelt ones and summaries in the help.
fn game_parser() -> impl TypedValueParser<Value = Game> {
    let games = Game::ALL.map(|game| PossibleValue::new(game.id()).help(words::summary(game)));
    PossibleValuesParser::new(games).try_map(|id| id.parse::<Game>())
}

fn parse_opening() -> impl TypedValueParser<Value = Opening> {
    PossibleValuesParser::new(Opening::ALL.iter().map(|v| v.word()))
        .try_map(|word| word.parse::<Opening>())
}

fn parse_one() -> impl TypedValueParser<Value = One> {
    PossibleValuesParser::new(One::ALL.iter().map(|v| v.word())).try_map(|word| word.parse::<One>())
}

/// A number that some board could have; whether this one has it is the rules' business.
fn parse_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("takes a whole number from 1 to {}", Board::MAX_SIZE))
}

fn parse_rounds(text: &str) -> Result<Length, String> {
    let length = text.parse().ok().and_then(Length::new);
    length.ok_or_else(|| format!("takes a whole number from 1 to {}", Length::MOST))
}

//! The arguments of `divvy admin`, and those that name a database.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand};
use divvy_rules::Game;

use super::values::{duration, game, whole};

/// Which database is meant.
#[derive(Debug, ClapArgs)]
pub(crate) struct DatabaseArgs {
    /// Where games are kept: sqlite:PATH or postgres://USER@HOST/DATABASE [default: a file in the data folder].
    #[arg(long, value_name = "URL", global = true)]
    pub(crate) database: Option<String>,

    /// A file that holds this URL, which may then contain a password.
    #[arg(long, value_name = "FILE", global = true, conflicts_with = "database")]
    pub(crate) database_file: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = include_str!("examples/admin.txt").trim_end())]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// List games, the one that was active last first.
    List(ListArgs),
    /// Show a game with its events.
    Show {
        /// The id of the game.
        // One in 64 begins with a hyphen.
        #[arg(allow_hyphen_values = true)]
        id: String,
        /// One JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// End a game: it can be looked at and no longer be played.
    End {
        /// The id of the game.
        // One in 64 begins with a hyphen.
        #[arg(allow_hyphen_values = true)]
        id: String,
    },
    /// Delete a game, damaged or not, or all in which nothing has happened for long.
    Delete {
        /// The id of the game.
        #[arg(required_unless_present_any = ["row", "inactive"], allow_hyphen_values = true)]
        id: Option<String>,
        /// The row of a game whose id is damaged, or of events without a game, as check names it.
        #[arg(long, value_name = "N", conflicts_with = "id")]
        #[arg(value_parser = whole(1..=i64::MAX))]
        row: Option<i64>,
        /// All games in which nothing happened for this time, such as 30days, however many they are.
        #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with_all = ["id", "row"])]
        inactive: Option<Duration>,
    },
    /// Check every game: verify every checksum, and replay every event.
    Check {
        /// One JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Copy a SQLite database to a file while it is in use, and check the copy.
    Backup {
        /// The file to write, which must not exist.
        file: PathBuf,
    },
    /// Check a copy that backup made and put it in the place of the SQLite database, which is kept beside it.
    Restore {
        /// The copy, which stays as it is.
        file: PathBuf,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ListArgs {
    /// Only this game, by its name, its beginning or its initials.
    #[arg(long, value_parser = game(), hide_possible_values = true)]
    pub(crate) game: Option<Game>,

    /// Only games in which something happened within this time, such as 1h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) active: Option<Duration>,

    /// Only games in which nothing happened for this time, such as 7days.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) inactive: Option<Duration>,

    /// So many at the most.
    #[arg(long, value_name = "N", default_value_t = 50)]
    #[arg(value_parser = whole(1..=1_000_000_000_usize))]
    pub(crate) limit: usize,

    /// One JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

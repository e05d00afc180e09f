//! `divvy count`

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use divvy_paths::{CountError, Counting, Counts, Wins};
use divvy_rules::{Family, Game, Number};
use divvy_words as words;
use serde::{Deserialize, Serialize};

use crate::args::CountArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::part::PartHead;
use crate::{output, terminal};

/// The counts as data. They outgrow every number that other languages have, so they are text.
#[derive(Serialize)]
struct Answer {
    game: Game,
    size: u32,
    #[serde(flatten)]
    total: Split,
    by_opening: Vec<Opening>,
}

/// The games of one first move.
#[derive(Serialize, Deserialize)]
pub(crate) struct Opening {
    #[serde(rename = "move")]
    number: u32,
    #[serde(flatten)]
    wins: Split,
}

#[derive(Serialize, Deserialize)]
struct Split {
    games: String,
    first_player_wins: String,
    second_player_wins: String,
}

impl From<&Wins> for Split {
    fn from(wins: &Wins) -> Self {
        Self {
            games: wins.games().to_string(),
            first_player_wins: wins.first.to_string(),
            second_player_wins: wins.second.to_string(),
        }
    }
}

impl Split {
    fn cells(&self) -> [&str; 3] {
        [&self.games, &self.first_player_wins, &self.second_player_wins]
    }

    fn wins(&self) -> Result<Wins, Failure> {
        let [games, first, second] = self.cells();
        match [games, first, second].map(str::parse::<u128>) {
            [Ok(games), Ok(first), Ok(second)] if first.checked_add(second) == Some(games) => {
                Ok(Wins { first, second })
            }
            _ => Err(Failure::Running(format!(
                "a part has {games} games, but {first} and {second} wins"
            ))),
        }
    }
}

pub(crate) fn run(args: &CountArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let part = PartHead::of(args.part)?;
    let rules = args.game.rules()?;
    let Family::Removal(removal) = rules.family() else {
        return Err(endless(rules.game()));
    };
    let stop = terminal::stop_requested()?;
    let spinner = output::spinner();
    let watcher = |Counting { done, positions, bytes }| {
        let (percent, mib) = (100.0 * done, bytes >> 20);
        spinner.set_message(format!("about {percent:.0}%, {positions} positions, {mib} MiB"));
        spinner.tick();
        !stop.load(Ordering::Relaxed)
    };
    let limit = args.max_memory.unwrap_or_else(most_of_the_memory);
    let legal = removal.start().legal();
    let mine = |place: usize| args.part.is_none_or(|part| part.has(place as u64));
    let openings = legal.iter().enumerate().filter(|(place, _)| mine(*place));
    let openings: Vec<Number> = openings.map(|(_, opening)| opening).collect();
    let counts = Counts::of_openings(removal, &openings, limit, watcher);
    spinner.finish_and_clear();
    let openings = counts?
        .by_opening
        .iter()
        .map(|(n, wins)| Opening { number: n.get(), wins: wins.into() })
        .collect::<Vec<_>>();
    match part {
        Some(part) => part.write(openings, out),
        None => join(args, openings, out),
    }
}

/// The refusal of a race.
pub(crate) fn endless(game: Game) -> Failure {
    Failure::Usage(format!("GAME takes a removal game: {}", words::endless(game)))
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        match error {
            CountError::TooManyNumbers { .. }
            | CountError::TooWide(_)
            | CountError::TooManyGames => Failure::Usage(format!("--size: {error}")),
            CountError::NoPaths => Failure::Usage(format!("--memory: {error}")),
            CountError::Memory { .. } => {
                Failure::Running(format!("{error}; --max-memory GIB allows more"))
            }
            CountError::Stopped => Failure::Exit(INTERRUPTED),
        }
    }
}

/// Prints what was counted, by all parts together.
pub(crate) fn join(
    args: &CountArgs,
    mut by_opening: Vec<Opening>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    by_opening.sort_unstable_by_key(|opening| opening.number);
    let wins: Vec<Wins> =
        by_opening.iter().map(|opening| opening.wins.wins()).collect::<Result<_, _>>()?;
    let total = Split::from(&Wins::total(&wins)?);
    let answer = Answer { game: rules.game(), size: rules.board().size(), total, by_opening };
    if args.json {
        output::json(out, &answer)?;
    } else {
        writeln!(out, "{}\n", words::titled(rules))?;
        match answer.by_opening.is_empty() {
            true => writeln!(out, "No first move is possible, so there is no game.")?,
            false => write_table(&answer, out)?,
        }
    }
    Ok(())
}

fn write_table(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    // Nothing is longer than the largest total.
    let width = answer.total.games.len().max("Player 1 wins".len());
    let mut line = |opening: &str, cells: [&str; 3]| {
        let [a, b, c] = cells;
        writeln!(out, "{opening:>7}  {a:>width$}  {b:>width$}  {c:>width$}")
    };
    line("opening", ["games", "Player 1 wins", "Player 2 wins"])?;
    for Opening { number, wins } in &answer.by_opening {
        line(&number.to_string(), wins.cells())?;
    }
    line("all", answer.total.cells())
}

/// Three quarters of the memory that is free, or a size that most machines have.
pub(crate) fn most_of_the_memory() -> u64 {
    const USUAL: u64 = 4 << 30;
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    free.map_or(USUAL, |kib| kib * 1024 / 4 * 3)
}

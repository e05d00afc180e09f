//! Puzzles on boards that take turns, and the puzzle of a day, which depends on nothing but its date.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::UNIX_EPOCH;

use divvy_rules::{Game, Rules, mixed, seed_from};

use super::{NoPuzzle, Puzzle, graded};

/// The board whose turn it is, in notation: one that has puzzles and can be looked through. A game has at least fifteen before one
/// comes back; the games that are the same in three looks share none.
fn board(game: Game, turn: u64, grades: &RangeInclusive<u8>) -> String {
    let size = |first: u64, count: u64, turn: u64| first + 7 * turn % count;
    let related = |look: u64| {
        let turn = 3 * turn + look;
        let without_one = if turn.is_multiple_of(2) { "" } else { ";without-one" };
        format!("{}{without_one}", size(20, 36, turn / 2))
    };
    let options = match game {
        Game::MultipleMadness => related(0),
        Game::ChainReaction => related(1),
        Game::SequenceDuel => related(2),
        Game::TrapAvoidance => match ["", ";without-one", ";one=free"][(turn % 3) as usize] {
            // Few are hard unless traps last. Only the end of a game has puzzles where they do not: boards are small.
            one if *grades.start() > 2 => format!("{};memory=2{one}", size(12, 5, turn / 3)),
            one => format!("{}{one}", size(14, 10, turn)),
        },
        Game::NumberMaze => {
            const WAYS: [(u32, u32); 7] =
                [(3, 11), (9, 25), (4, 22), (15, 9), (6, 25), (14, 11), (4, 14)];
            let ((start, target), size) = (WAYS[(turn % 7) as usize], size(25, 20, turn));
            // With 1 on the board every walk is short; with blocking no reason is.
            format!("{size};without-one;start={start};target={target}")
        }
    };
    format!("{game};size={options}")
}

/// How many boards are tried: chance may find no puzzle of a grade on one.
const TRIED: u64 = 8;

fn on_board(
    game: Game,
    turn: u64,
    seed: u64,
    count: usize,
    grades: &RangeInclusive<u8>,
) -> Result<Vec<Puzzle>, NoPuzzle> {
    let mut found = Err(NoPuzzle::NoneFound { rules: Rules::default() });
    for turn in turn..turn + TRIED {
        let Ok(rules) = board(game, turn, grades).parse() else { continue };
        found = graded(rules, seed, count, grades);
        if found.is_ok() {
            break;
        }
    }
    found
}

/// Finds `count` puzzles of these grades on one board of a game, or of any: the seed chooses.
pub fn on_some_board(
    game: Option<Game>,
    seed: u64,
    count: usize,
    grades: &RangeInclusive<u8>,
) -> Result<Vec<Puzzle>, NoPuzzle> {
    let any = Game::ALL[(mixed(seed) % Game::ALL.len() as u64) as usize];
    on_board(game.unwrap_or(any), mixed(mixed(seed)) >> 32, seed, count, grades)
}

/// A day in UTC, counted from 1970 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("takes a day such as 2026-11-18")]
pub struct NoDay;

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let midnight = humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).map_err(|_| NoDay)?;
        let since = midnight.duration_since(UNIX_EPOCH).map_err(|_| NoDay)?;
        Ok(Self(since.as_secs() / 86_400))
    }
}

/// From Monday to Sunday: the grade, how many days of the week have it, and a number that differs between these.
const WEEK: [(u8, u64, u64); 7] =
    [(1, 1, 0), (2, 2, 4), (2, 2, 5), (3, 2, 8), (3, 2, 9), (4, 1, 12), (5, 1, 16)];

impl Day {
    /// The puzzle of the day: the games take turns, and it is easy on Monday and hardest on Sunday. No position comes back
    /// within a year.
    pub fn puzzle(self) -> Result<Puzzle, NoPuzzle> {
        let Self(day) = self;
        let game = Game::ALL[(day % Game::ALL.len() as u64) as usize];
        // The first day of 1970 was a Thursday. Every game meets every weekday once in 35 days.
        let (grade, days, more) = WEEK[((day + 3) % 7) as usize];
        let turn = days * (day / 35) + more;
        let found = on_board(game, turn, seed_from([0, day]), 1, &(grade..=grade))?;
        found.into_iter().next().ok_or(NoPuzzle::NoneFound { rules: Rules::default() })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::collections::HashMap;
    use std::time::Duration;

    use divvy_solver::Solver;

    use super::*;
    use crate::puzzle::{Grade, key};

    /// The first of the days that are looked at, a Wednesday.
    const FIRST: u64 = 20_775;

    fn date(day: u64) -> String {
        let midnight = UNIX_EPOCH + Duration::from_secs(86_400 * day);
        humantime::format_rfc3339_seconds(midnight).to_string()[..10].to_owned()
    }

    fn of(date: &str) -> Puzzle {
        date.parse::<Day>().unwrap().puzzle().unwrap()
    }

    #[test]
    fn the_puzzles_of_a_thousand_days_have_one_answer_each_and_differ_for_a_year() {
        // The same to a player, whatever the game is called.
        let mut last = HashMap::new();
        for day in FIRST..FIRST + 1_000 {
            let puzzle = of(&date(day));
            let record = &puzzle.record;
            let mut solver = Solver::new(record.clone()).unwrap();
            assert_eq!(solver.winning(), [puzzle.answer], "{record}");
            assert!(record.legal().len() > 1, "{record}");
            solver.play(puzzle.answer).unwrap();
            assert_eq!(solver.winner(), Some(record.to_move()), "{record}");
            assert_eq!(record.rules().game(), Game::ALL[(day % 5) as usize]);
            let weekday = (day - FIRST + 2) % 7;
            assert_eq!(puzzle.grade.get(), [1, 2, 2, 3, 3, 4, 5][weekday as usize], "{record}");
            let same = (record.rules().family(), key(record.position()));
            if let Some(before) = last.insert(same, day) {
                assert!(day - before > 366, "{record} after {} days", day - before);
            }
        }
    }

    #[test]
    fn a_day_has_the_same_puzzle_on_every_machine_and_for_ever() {
        for (date, position) in PINNED {
            assert_eq!(of(date).record.to_string(), position, "{date}");
        }
    }

    const PINNED: [(&str, &str); 6] = [
        ("1970-01-02", "multiple-madness;size=39;without-one:3,12,6,36,4,8"),
        ("2026-11-22", "sequence-duel;size=46;without-one:40,4,8,2,6"),
        ("2026-11-25", "chain-reaction;size=37:3,1,33,11,22,2,36,9,18,6,30"),
        ("2026-11-28", "trap-avoidance;size=14;one=free;memory=2:14,6,1,7,11,10,9"),
        ("2028-02-29", "number-maze;size=37;without-one;start=14;target=11"),
        ("9999-12-31", "multiple-madness;size=24;without-one:15,3,6,2,4"),
    ];

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "today",
            "2026-02-29",
            "2026-13-01",
            "2026-1-1",
            "1969-12-31",
            "10000-01-01",
            "2026-11-18T00:00:00Z",
            " 2026-11-18",
            "2026-11-18 ",
            "+026-11-18",
            "\u{662}026-11-18",
        ] {
            assert_eq!(text.parse::<Day>(), Err(NoDay), "{text}");
        }
    }

    #[test]
    fn every_seed_has_a_puzzle_of_every_grade_in_every_game() {
        for grade in Grade::ALL {
            for (seed, game) in
                (100 * u64::from(grade)..).zip(Game::ALL.into_iter().cycle().take(20))
            {
                let found = on_some_board(Some(game), seed, 1, &(grade..=grade)).unwrap();
                let [puzzle] = &found[..] else { panic!("one") };
                assert_eq!((puzzle.record.rules().game(), puzzle.grade.get()), (game, grade));
            }
        }
        assert_eq!(on_some_board(None, 7, 3, &Grade::ALL), on_some_board(None, 7, 3, &Grade::ALL));
    }
}

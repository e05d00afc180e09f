//! Questions: about a position, which leave the engine's own game alone, and about what is always the same.

use divvy_analysis::{Advice, Computer, Review};
use divvy_match::{Names, Seat};
use divvy_paths::{Longest, Searching};
use divvy_rules::{Board, Family, Record, RuleOption, Rules};
use divvy_solver::{Solver, pause_point};
use divvy_wire::{
    FieldError, HintData, PositionData, ReviewedData, SolvedData, ValuesData, board_json, clip,
    legal, whole,
};
use divvy_words::{self as words, Audience};

use super::problem::{Problem, problem};
use super::request::{Command, Request};
use super::{PROTOCOL, begin, json, lesson, moves, no_game, puzzle, too_large};
use crate::LongestRow;
use crate::fair::{self, NoFairBoard};

/// Where a computer comes from that works on a position: the engine's own, or one that knows the game already.
pub trait Computers {
    fn with<T>(&mut self, record: &Record, work: impl FnOnce(&mut Computer) -> T) -> T;
}

impl Computers for Computer {
    fn with<T>(&mut self, _: &Record, work: impl FnOnce(&mut Computer) -> T) -> T {
        work(self)
    }
}

impl Computers for &divvy_analysis::Computers {
    fn with<T>(&mut self, record: &Record, work: impl FnOnce(&mut Computer) -> T) -> T {
        divvy_analysis::Computers::with(self, record, work)
    }
}

/// What a client may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest board.
    pub size: u32,
    /// The most numbers of a board whose longest game is searched for, and the bytes for the search.
    pub longest: (u32, u64),
    /// The largest board that is looked at in a search for fair ones.
    pub fair: u32,
}

impl Limits {
    /// For pages with boards of up to this size, whose next question waits for this one. The longest game is found in so many
    /// bytes, and fair boards take about two seconds for the games that need longest.
    pub const fn of_pages(size: u32) -> Self {
        Self { size, longest: (200, 64 << 20), fair: 24 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: Board::MAX_SIZE, longest: (Board::MAX_SIZE, 1 << 30), fair: fair::LARGEST }
    }
}

impl Limits {
    pub(super) fn check(&self, rules: Rules) -> Result<(), Problem> {
        let (size, most) = (rules.board().size(), self.size);
        match size > most {
            true => Err(problem!(TooLarge, "size {size} is too large here: {most} at most")),
            false => Ok(()),
        }
    }
}

const MOST_FAIR: usize = 100;

/// The answer to a question, as JSON. It is about the game that the request describes, or about the one at hand.
pub(super) fn answer(
    request: &Request<'_>,
    at_hand: Option<&Record>,
    computers: &mut impl Computers,
    limits: &Limits,
) -> Result<String, Problem> {
    match request.command {
        Command::Name => return Ok(r#"{"name":"divvy"}"#.to_owned()),
        Command::Version => {
            let version = env!("CARGO_PKG_VERSION");
            return Ok(format!(r#"{{"version":"{version}","protocol":{PROTOCOL}}}"#));
        }
        Command::ListCommands => {
            return Ok(format!(r#"{{"commands":{}}}"#, json(&Command::NAMES)));
        }
        Command::Games => return Ok(json(&divvy_wire::games(limits.size))),
        Command::Bots => return Ok(json(&divvy_wire::bots())),
        Command::Fair => return fair_boards(request, limits),
        Command::Puzzle => return puzzle::puzzle(request, limits),
        Command::Lesson => return lesson::answer(request),
        _ => {}
    }
    let described = begin::describes(request).then(|| begin::begin(request)).transpose()?;
    let record = described.as_ref().or(at_hand).ok_or_else(no_game)?;
    limits.check(record.rules())?;
    let unsolved = |error| too_large(error, "");
    match request.command {
        Command::State => Ok(json(&PositionData::from(record))),
        Command::Legal => Ok(format!(r#"{{"legal":{}}}"#, json(&legal(record)))),
        Command::Board => board(request, record),
        Command::Longest => longest(record, limits),
        Command::Review => {
            let review = Review::of(record).map_err(unsolved)?;
            Ok(json(&ReviewedData::new(record, &review)))
        }
        command => computers.with(record, |computer| {
            let solver = computer.solver(record).map_err(unsolved)?;
            match command {
                Command::Values => {
                    let values = solver.values();
                    let players = players(request)?;
                    Ok(json(&ValuesData::new(record, players.to(record), &values)))
                }
                Command::Hint => hint(request, solver),
                _ => Ok(json(&SolvedData::new(record, &solver.solution()))),
            }
        }),
    }
}

/// A board to draw, with what is said about it.
fn board(request: &Request<'_>, record: &Record) -> Result<String, Problem> {
    Ok(board_json(record, players(request)?.to(record)))
}

/// What the players are called, by seat, the seat that begins, and the one that is spoken to.
struct Players {
    names: Names,
    first: Seat,
    you: Option<Seat>,
}

impl Players {
    fn to(&self, record: &Record) -> Audience<'_> {
        let Self { names, first, you } = self;
        Audience { game: record.rules().game(), names, first: *first, you: *you }
    }
}

fn players(request: &Request<'_>) -> Result<Players, Problem> {
    const NAMES: &str = "two different names of at most 40 characters";
    const SEAT: &str = "1 or 2";
    let fields = &request.fields;
    Ok(Players {
        names: fields.optional("names", NAMES)?.unwrap_or_default(),
        first: fields.optional("first", SEAT)?.unwrap_or(Seat::One),
        you: fields.optional("you", SEAT)?,
    })
}

/// What to do and why, or what a move is worth and why.
fn hint(request: &Request<'_>, solver: &mut Solver) -> Result<String, Problem> {
    let record = solver.record();
    let players = players(request)?;
    let Some((value, text)) = request.fields.read("move", moves::TAKES, moves::number)? else {
        let opponent = players.first.seat_of(record.to_move().other());
        let opponent = players.to(record).called(opponent);
        return Ok(json(&HintData::new(&Advice::of(solver), &opponent)));
    };
    moves::ready(record)?;
    let refused = |refusal| problem!(IllegalMove, "{} is {}", clip(text), words::reason(refusal));
    let number = record.rules().board().number(value).map_err(refused)?;
    record.check(number).map_err(refused)?;
    let to = players.to(record);
    Ok(json(&HintData::of_move(solver, number, to)))
}

/// How long a game can last from the first move on, and such a game.
fn longest(record: &Record, limits: &Limits) -> Result<String, Problem> {
    let rules = record.rules();
    let (most, memory) = limits.longest;
    let Family::Removal(removal) = rules.family() else {
        return Err(problem!(InvalidField, "{}", words::endless(rules.game())));
    };
    if rules.board().count() > most {
        return Err(problem!(
            TooLarge,
            "the longest game is looked for on up to {most} numbers here"
        ));
    }
    let watcher = |_: Searching| {
        pause_point();
        true
    };
    let longest = Longest::of(removal, memory, watcher);
    let longest = longest.map_err(|error| problem!(TooLarge, "{error}"))?;
    Ok(json(&LongestRow::new(rules, &longest)))
}

/// Boards for a fair game: those that are offered by a name, or, with options or a count, the best of all.
fn fair_boards(request: &Request<'_>, limits: &Limits) -> Result<String, Problem> {
    let fields = &request.fields;
    let game = fields.text("game")?.map(|name| begin::game(&name)).transpose()?;
    if ["options", "count"].iter().all(|name| fields.get(name).is_none()) {
        return Ok(format!(r#"{{"boards":{}}}"#, json(&fair::proposed(game, limits.size))));
    }
    if limits.fair == 0 {
        return Err(problem!(
            TooLarge,
            "boards are not searched for here: fair takes \"game\" or nothing"
        ));
    }
    let missing = || problem!(MissingField, "fair takes \"options\" and \"count\" with \"game\"");
    let game = game.ok_or_else(missing)?;
    let options = fields.options("options")?;
    let takes = format!("a whole number from 1 to {MOST_FAIR}");
    let count = fields.read("count", &takes, |value| {
        whole(value)?.parse().ok().filter(|count| (1..=MOST_FAIR).contains(count))
    })?;
    let largest = limits.fair.min(limits.size);
    if let Some(size) = options.number(RuleOption::Size).filter(|&size| size > largest) {
        let why = "fair boards are looked for up to size";
        return Err(problem!(TooLarge, "{why} {largest} here, not {size}"));
    }
    let sizes = *fair::SIZES.start()..=largest.min(*fair::SIZES.end());
    let go_on = |_, _| {
        pause_point();
        true
    };
    let found = fair::fair(game, &options, sizes, count.unwrap_or(fair::COUNT), go_on);
    let boards = found.map_err(|error| match error {
        NoFairBoard::Rules(error) => FieldError::Option(error).into(),
        NoFairBoard::TooLarge(error) => too_large(error, ""),
        NoFairBoard::Sizes { .. } | NoFairBoard::NoneFound => problem!(InvalidOptions, "{error}"),
    })?;
    Ok(format!(r#"{{"boards":{}}}"#, json(&boards.unwrap_or_default())))
}

//! Boards and options on which a beginner has a real game.
//!
//! A board is worth proposing where no rule of thumb wins often, where about half of the openings win, so that the first
//! move is a choice, and where best play lasts, so that a slip can be made good. In a race the first player wins by the
//! shortest way; it is worth running where that is long, and few first moves keep to it. [`fair`] ranks boards by this.

mod candidates;
mod proposed;

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use divvy_analysis::{GAMES, RuleShare, simple_rules};
use divvy_rules::{
    Family, Game, OptionKind, OptionValue, Options, Record, RuleOption, Rules, RulesError,
};
use divvy_solver::{PlayLength, Solver, TooLarge};
use serde::ser::{Serialize, SerializeStruct, Serializer};

pub use proposed::{Proposed, measured, proposed};

/// The sizes that are looked at unless others are asked for.
pub const SIZES: RangeInclusive<u32> = 8..=60;
/// How many boards are proposed unless another number is asked for.
pub const COUNT: usize = 6;
pub const LARGEST: u32 = 200;
/// A board with fewer openings leaves nothing to choose.
pub const FEWEST_OPENINGS: u32 = 3;

/// From this many moves on a game is long enough.
const LONG: u32 = 20;
/// Where best play ends sooner, a trick wins: such boards are proposed only where there are no others, or where one size is asked for.
const SHORT: u32 = 5;
/// How rules of thumb are tried on every board: by so many games each, until one wins so large a share.
const FIRST_LOOK: (u32, f64) = (20, 0.9);
/// How many of the best boards are looked at closely.
const MEASURED: usize = 32;
/// At least this many boards of the same options may be proposed, if they are good enough.
const ALIKE: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFairBoard {
    #[error(
        "sizes takes a range from 1 to {LARGEST} with the smaller size first, not {first}..{last}"
    )]
    Sizes { first: u32, last: u32 },
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Not even the smallest can be solved.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(
        "no board among these has {FEWEST_OPENINGS} openings or more and a game that ends: take larger sizes, such as \
         8 to 60"
    )]
    NoneFound,
}

/// A board with its options, and how fair it is.
#[derive(Clone, Debug, PartialEq)]
pub struct FairBoard {
    pub rules: Rules,
    pub openings: u32,
    /// How many of them win.
    pub winning: u32,
    /// How many moves best play lasts.
    pub moves: u32,
    /// Whether that is exact (the winner hurries, the loser resists) or an estimate.
    pub exact: bool,
    /// What rules of thumb win, the best first.
    pub simple: Vec<RuleShare>,
}

impl FairBoard {
    /// How close to even the openings are: 1 where half of them win, 0 where all of them do or none.
    pub fn evenness(&self) -> f64 {
        let share = f64::from(self.winning) / f64::from(self.openings.max(1));
        1.0 - (2.0 * share - 1.0).abs()
    }

    /// How long best play lasts: from 0 for one move to 1 for twenty or more, each further move counting for less.
    pub fn lasting(&self) -> f64 {
        let moves = self.moves.clamp(1, LONG) - 1;
        (f64::from(moves) / f64::from(LONG - 1)).sqrt()
    }

    /// Evenness times lasting, in a race lasting alone: what ranks boards on which rules of thumb win as much.
    pub fn score(&self) -> f64 {
        match self.rules.family() {
            Family::Removal(_) => self.evenness() * self.lasting(),
            Family::Race(_) => self.lasting(),
        }
    }

    /// What the best rule of thumb wins.
    pub fn simple_share(&self) -> f64 {
        self.simple.first().map_or(1.0, |best| best.share)
    }

    /// The board and what makes it fair, in one sentence.
    pub fn sentence(&self) -> String {
        let &Self { rules, openings, winning, moves, exact, .. } = self;
        let board = divvy_words::fair_board(rules, openings, winning, moves, exact);
        let best = self.simple.first();
        let rule = best.map(|best| divvy_words::rule_of_thumb(best.rule.name(), best.share));
        [board].into_iter().chain(rule).collect::<Vec<_>>().join(" ")
    }

    /// What makes it fair, in words: `5 of 8 first moves win; best play lasts 7 moves.`
    fn about(&self) -> String {
        let &Self { rules, openings, winning, moves, exact, .. } = self;
        let about = divvy_words::fairness(rules, openings, winning, moves, exact);
        divvy_words::capitalized(&about)
    }

    /// Works a board out; none where there is no choice, or where best play never ends.
    fn of(rules: Rules) -> Option<Self> {
        let openings = rules.start().legal().len();
        if openings < FEWEST_OPENINGS {
            return None;
        }
        let solver = Solver::new(Record::new(rules)).ok()?;
        let winning = solver.winning().len() as u32;
        let PlayLength { moves, exact } = PlayLength::of(solver)?;
        Some(Self { rules, openings, winning, moves, exact, simple: Vec::new() })
    }

    /// The better one first: where rules of thumb win less, to a tenth, so that chance does not decide. Among equals the one with
    /// the higher score; where no board is even, the one that lasts; in a race the one with fewer winning openings; then
    /// the smaller one.
    fn rank(&self, other: &Self) -> Ordering {
        let tenths = |board: &Self| (board.simple_share() * 10.0).round();
        let winning = |board: &Self| f64::from(board.winning) / f64::from(board.openings);
        tenths(self)
            .total_cmp(&tenths(other))
            .then(other.score().total_cmp(&self.score()))
            .then(other.lasting().total_cmp(&self.lasting()))
            .then(winning(self).total_cmp(&winning(other)))
            .then(self.rules.board().size().cmp(&other.rules.board().size()))
    }
}

/// How much of the work on boards of these sizes is done after each of them, out of 1: measured between 60 and 120, the work on a
/// board grows like this or less.
fn progress(sizes: impl Iterator<Item = u32>) -> Vec<f64> {
    let work: Vec<f64> = sizes.map(|size| f64::from(size).powi(3)).collect();
    let all: f64 = work.iter().sum();
    let mut done = 0.0;
    let add = |work: f64| {
        done += work;
        done / all
    };
    work.into_iter().map(add).collect()
}

/// The best boards of a game, at most `count`, the best first. Options that are given stay as they are; all others are
/// tried, `sizes` unless a size is given. No more than a few boards have the same options, and those are of different
/// sizes.
///
/// `go_on` hears how much of the work is done, and of how much; once it says no, there is no result.
pub fn fair(
    game: Game,
    given: &Options,
    sizes: RangeInclusive<u32>,
    count: usize,
    mut go_on: impl FnMut(usize, usize) -> bool,
) -> Result<Option<Vec<FairBoard>>, NoFairBoard> {
    let sizes = given.number(RuleOption::Size).map_or(sizes, |size| size..=size);
    let (first, last) = (*sizes.start(), *sizes.end());
    if first > last || first == 0 || last > LARGEST {
        return Err(NoFairBoard::Sizes { first, last });
    }
    // All boards are solved, then looked at, then the best looked at closely: how much of the time each stage takes, as
    // measured with sizes up to 100.
    let [solving, looking, measuring] = match game {
        Game::NumberMaze => [0.7, 0.27, 0.03],
        _ => [0.15, 0.55, 0.3],
    };
    let mut go_on = |done: f64| go_on((1_000.0 * done).round() as usize, 1_000);
    let candidates = candidates::candidates(game, given, sizes)?;
    let mut boards: Vec<FairBoard> = Vec::new();
    let size = |options: &Options| options.number(RuleOption::Size).unwrap_or(0);
    for (options, done) in candidates.iter().zip(progress(candidates.iter().map(size))) {
        boards.extend(candidates::boards(game, options));
        if !go_on(solving * done) {
            return Ok(None);
        }
    }
    if first < last && boards.iter().any(|board| board.moves >= SHORT) {
        boards.retain(|board| board.moves >= SHORT);
    }
    // Rules of thumb take much of the time: a few games on every board, more on the best.
    for ((games, enough), before, stage) in
        [(FIRST_LOOK, solving, looking), ((GAMES, 1.0), solving + looking, measuring)]
    {
        let sizes: Vec<u32> = boards.iter().map(|board| board.rules.board().size()).collect();
        for (board, done) in boards.iter_mut().zip(progress(sizes.into_iter())) {
            board.simple = simple_rules(board.rules, games, enough)?;
            if !go_on(before + stage * done) {
                return Ok(None);
            }
        }
        boards.sort_by(FairBoard::rank);
        boards.truncate(MEASURED);
    }
    let chosen = varied(boards, count, first < last);
    if chosen.is_empty() { Err(NoFairBoard::NoneFound) } else { Ok(Some(chosen)) }
}

/// The best of ranked boards, without too many that are much the same.
fn varied(boards: Vec<FairBoard>, count: usize, sizes_differ: bool) -> Vec<FairBoard> {
    let mut kinds: Vec<Kind> = boards.iter().map(|board| kind(board.rules)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let most = ALIKE.max(count.div_ceil(kinds.len().max(1)));
    let mut chosen: Vec<FairBoard> = Vec::new();
    for board in boards {
        if chosen.len() == count {
            break;
        }
        let alike = chosen.iter().filter(|other| kind(other.rules) == kind(board.rules));
        let size = |board: &FairBoard| board.rules.board().size();
        let near = |other: &FairBoard| {
            sizes_differ && size(other).abs_diff(size(&board)) <= 2 + size(&board) / 10
        };
        if alike.clone().count() < most && !alike.clone().any(near) {
            chosen.push(board);
        }
    }
    chosen
}

/// What two boards have in common that differ in their numbers only: flags and choices.
type Kind = Vec<(RuleOption, OptionValue)>;

fn kind(rules: Rules) -> Kind {
    let numbers = |option: RuleOption| option.kind() == OptionKind::Number;
    rules.options().given().filter(|(option, _)| !numbers(*option)).collect()
}

impl Serialize for FairBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut board = serializer.serialize_struct("FairBoard", 15)?;
        board.serialize_field("game", &self.rules.game())?;
        board.serialize_field("size", &self.rules.board().size())?;
        board.serialize_field("options", &self.rules.options())?;
        board.serialize_field("openings", &self.openings)?;
        board.serialize_field("winning_openings", &self.winning)?;
        board.serialize_field("moves", &self.moves)?;
        board.serialize_field("exact", &self.exact)?;
        board.serialize_field("evenness", &self.evenness())?;
        board.serialize_field("lasting", &self.lasting())?;
        board.serialize_field("score", &self.score())?;
        board.serialize_field("simple_share", &self.simple_share())?;
        board.serialize_field("simple_rules", &self.simple)?;
        board.serialize_field("board", &divvy_words::in_short(self.rules).join(", "))?;
        board.serialize_field("about", &self.about())?;
        board.serialize_field("sentence", &self.sentence())?;
        board.end()
    }
}

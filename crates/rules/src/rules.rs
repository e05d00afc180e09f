//! A game with its options, checked once: an impossible combination never becomes [`Rules`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Board, Game, Number, One, Position, RaceRules, Relation, RemovalRules};

/// What the first move of a removal game may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// Any number.
    #[default]
    Any,
    /// An even number (Juniper Green).
    Even,
    /// An even number less than half the board's size (the classroom rule of NRICH).
    EvenBelowHalf,
}

/// The rule options by name, as they are typed: `--size`, `--opening` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleOption {
    /// The largest number of the board.
    Size,
    /// What the first move may be.
    Opening,
    /// The number 1 is not on the board.
    WithoutOne,
    /// What the number 1 means in Trap Avoidance.
    One,
    /// Where both players of the race begin.
    Start,
    /// Where the race ends.
    Target,
    /// A player may not enter the node that the opponent stands on.
    Block,
}

impl RuleOption {
    /// All of them.
    pub const ALL: [RuleOption; 7] = [
        RuleOption::Size,
        RuleOption::Opening,
        RuleOption::WithoutOne,
        RuleOption::One,
        RuleOption::Start,
        RuleOption::Target,
        RuleOption::Block,
    ];

    /// The option's name, without dashes in front.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleOption::Size => "size",
            RuleOption::Opening => "opening",
            RuleOption::WithoutOne => "without-one",
            RuleOption::One => "one",
            RuleOption::Start => "start",
            RuleOption::Target => "target",
            RuleOption::Block => "block",
        }
    }
}

impl fmt::Display for RuleOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Options as somebody gave them, unchecked; what was not given takes its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "snake_case")]
pub struct Options {
    /// The largest number; 20 unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// What the first move of a removal game may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// Leaves the number 1 off the board.
    #[serde(skip_serializing_if = "is_false")]
    pub without_one: bool,
    /// What 1 means in Trap Avoidance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one: Option<One>,
    /// Where the race starts; 1 unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// Where the race ends; the largest number unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
    /// Keeps a player of the race off the opponent's node.
    #[serde(skip_serializing_if = "is_false")]
    pub block: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Options {
    /// Which options were given.
    fn given(&self) -> impl Iterator<Item = RuleOption> {
        RuleOption::ALL.into_iter().filter(|option| match option {
            RuleOption::Size => self.size.is_some(),
            RuleOption::Opening => self.opening.is_some(),
            RuleOption::WithoutOne => self.without_one,
            RuleOption::One => self.one.is_some(),
            RuleOption::Start => self.start.is_some(),
            RuleOption::Target => self.target.is_some(),
            RuleOption::Block => self.block,
        })
    }
}

/// Why options do not make rules. Every message begins with the name of the option it is about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The game does not have this option.
    #[error("{option} is not an option of {game}, which takes {}", names(*game))]
    NotAnOption {
        /// The option that was given.
        option: RuleOption,
        /// The game that was asked for.
        game: Game,
    },
    /// The board would be too small or too large.
    #[error("size takes a whole number from 1 to {}, not {size}", Board::MAX_SIZE)]
    SizeOutOfRange {
        /// The size that was given.
        size: u32,
    },
    /// A board of the number 1 alone, without 1.
    #[error("without-one takes a board of size 2 or more: on size 1 no number is left")]
    EmptyBoard,
    /// A race without 1 that starts at 1.
    #[error("start takes a number from 2 to {size} on a board without 1, and must be given")]
    StartNeeded {
        /// The size of the board.
        size: u32,
    },
    /// A start or target that is not on the board.
    #[error("{option} takes a number on the board, {board}, not {value}")]
    OffBoard {
        /// `start` or `target`.
        option: RuleOption,
        /// The value that was given.
        value: u32,
        /// The board.
        board: Board,
    },
    /// A race that is over before it begins.
    #[error("target takes a number other than the start, and both are {value}")]
    StartIsTarget {
        /// Start and target.
        value: u32,
    },
    /// A race that nobody can finish.
    #[error(
        "target takes a number that can be reached: on {board} no walk leads from {start} to {target}"
    )]
    Unreachable {
        /// Where it starts.
        start: u32,
        /// Where it should end.
        target: u32,
        /// The board.
        board: Board,
    },
}

fn names(game: Game) -> String {
    game.options().iter().map(|option| option.name()).collect::<Vec<_>>().join(", ")
}

/// A game together with its options, known to fit each other.
///
/// ```
/// use divvy_rules::{Game, Opening, Options, Rules};
///
/// let juniper = Options { size: Some(40), opening: Some(Opening::Even), ..Options::default() };
/// assert!(Rules::new(Game::MultipleMadness, &juniper).is_ok());
///
/// let error = Rules::new(Game::NumberMaze, &juniper).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "opening is not an option of number-maze, which takes size, without-one, start, target, block"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: Game,
    family: Family,
}

/// The two kinds of rules behind the five games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Numbers are taken one after the other; who cannot take one loses.
    Removal(RemovalRules),
    /// Two tokens walk; who reaches the target first wins.
    Race(RaceRules),
}

impl Default for Rules {
    /// Multiple Madness as specified, on 1 to 20.
    fn default() -> Self {
        let board = Board::new(Board::DEFAULT_SIZE, false);
        let removal = RemovalRules::new(board, Relation::Related, Opening::Any);
        Self { game: Game::MultipleMadness, family: Family::Removal(removal) }
    }
}

impl Rules {
    /// Checks the options against the game and against each other.
    ///
    /// # Errors
    /// The first option that does not fit, and what it would take.
    pub fn new(game: Game, options: &Options) -> Result<Self, RulesError> {
        if let Some(option) = options.given().find(|option| !game.options().contains(option)) {
            return Err(RulesError::NotAnOption { option, game });
        }
        let size = options.size.unwrap_or(Board::DEFAULT_SIZE);
        if !(1..=Board::MAX_SIZE).contains(&size) {
            return Err(RulesError::SizeOutOfRange { size });
        }
        if options.without_one && size == 1 {
            return Err(RulesError::EmptyBoard);
        }
        let board = Board::new(size, options.without_one);
        let opening = options.opening.unwrap_or_default();
        let family = match game {
            Game::TrapAvoidance => {
                let relation = Relation::Unrelated(options.one.unwrap_or_default());
                Family::Removal(RemovalRules::new(board, relation, opening))
            }
            Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => {
                Family::Removal(RemovalRules::new(board, Relation::Related, opening))
            }
            Game::NumberMaze => Family::Race(race(board, options)?),
        };
        Ok(Self { game, family })
    }

    /// Which game this is.
    #[must_use]
    pub const fn game(self) -> Game {
        self.game
    }

    /// Which kind of rules, with its details.
    #[must_use]
    pub const fn family(self) -> Family {
        self.family
    }

    /// The board before the first move.
    #[must_use]
    pub const fn board(self) -> Board {
        match self.family {
            Family::Removal(rules) => rules.board(),
            Family::Race(rules) => rules.board(),
        }
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(self) -> Position {
        match self.family {
            Family::Removal(rules) => Position::Removal(rules.start()),
            Family::Race(rules) => Position::Race(rules.start()),
        }
    }

    /// The options that make these rules again: the size, and whatever is not the default.
    #[must_use]
    pub fn options(self) -> Options {
        let board = self.board();
        let mut options = Options {
            size: Some(board.size()),
            without_one: board.without_one(),
            ..Options::default()
        };
        match self.family {
            Family::Removal(rules) => {
                options.opening = Some(rules.opening()).filter(|&opening| opening != Opening::Any);
                if let Relation::Unrelated(One::Free) = rules.relation() {
                    options.one = Some(One::Free);
                }
            }
            Family::Race(rules) => {
                options.start = Some(rules.start_node().get()).filter(|&start| start != 1);
                options.target =
                    Some(rules.target().get()).filter(|&target| target != board.size());
                options.block = rules.block();
            }
        }
        options
    }
}

fn race(board: Board, options: &Options) -> Result<RaceRules, RulesError> {
    if board.without_one() && matches!(options.start, None | Some(1)) {
        return Err(RulesError::StartNeeded { size: board.size() });
    }
    let on_board =
        |option, value| board.find(value).ok_or(RulesError::OffBoard { option, value, board });
    let start = on_board(RuleOption::Start, options.start.unwrap_or(1))?;
    let target = on_board(RuleOption::Target, options.target.unwrap_or(board.size()))?;
    if start == target {
        return Err(RulesError::StartIsTarget { value: start.get() });
    }
    if isolated(board, start) || isolated(board, target) {
        let (start, target) = (start.get(), target.get());
        return Err(RulesError::Unreachable { start, target, board });
    }
    Ok(RaceRules::new(board, start, target, options.block))
}

/// Whether no other number of the board is a factor or multiple. Any two numbers that are not isolated
/// have a walk between them: through 1, or on a board without 1 through 2 (from a multiple down to a
/// prime factor that has room to double, from there to its double, from there to 2).
fn isolated(board: Board, number: Number) -> bool {
    crate::relation::relatives(board, number).next().is_none()
}

impl Serialize for Rules {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RulesData { game: self.game, options: self.options() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RulesData { game, options } = RulesData::deserialize(deserializer)?;
        Rules::new(game, &options).map_err(serde::de::Error::custom)
    }
}

/// How rules travel as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesData {
    game: Game,
    #[serde(default)]
    options: Options,
}

/// A word that is none of those an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("takes {0}")]
pub struct UnknownWord(&'static str);

/// The option values that are words, with their spelling in one place.
macro_rules! spelled {
    ($type:ty, $list:literal: $($value:path = $word:literal),+) => {
        impl $type {
            /// Every value, in the order in which help texts list them.
            pub const ALL: &'static [$type] = &[$($value),+];

            /// The value as it is typed.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($value => $word),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $type {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                Self::ALL.iter().copied().find(|v| v.word() == word).ok_or(UnknownWord($list))
            }
        }
    };
}

spelled!(Opening, "any, even or even-below-half":
    Opening::Any = "any", Opening::Even = "even", Opening::EvenBelowHalf = "even-below-half");
spelled!(One, "trap or free": One::Trap = "trap", One::Free = "free");

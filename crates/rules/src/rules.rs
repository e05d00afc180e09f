//! A game with its options, checked once: an impossible combination never becomes [`Rules`].

use serde::{Deserialize, Serialize};

use crate::{
    Board, Game, Memory, Number, One, Opening, OptionProblem, OptionValue, Options, Position,
    RaceRules, Relation, RemovalRules, RuleOption, RulesError,
};

/// A game together with its options, known to fit each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "RulesData", try_from = "RulesData")]
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
        let board = Board::new(Board::DEFAULT_SIZE, 1);
        let removal = RemovalRules::new(board, Relation::Related, Opening::Any, None, Memory::One);
        Self { game: Game::MultipleMadness, family: Family::Removal(removal) }
    }
}

impl Rules {
    /// Checks the options against the game and against each other. The error names the first that does not fit.
    pub fn new(game: Game, options: &Options) -> Result<Self, RulesError> {
        options.check(game)?;
        let board = board(options)?;
        let family = match game {
            Game::TrapAvoidance => {
                let one = word(options, RuleOption::One, One::named)?;
                Family::Removal(removal(board, Relation::Unrelated(one), options)?)
            }
            Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => {
                Family::Removal(removal(board, Relation::Related, options)?)
            }
            Game::NumberMaze => Family::Race(race(board, options)?),
        };
        Ok(Self { game, family })
    }

    pub const fn game(self) -> Game {
        self.game
    }

    /// Which kind of rules, with its details.
    pub const fn family(self) -> Family {
        self.family
    }

    pub const fn board(self) -> Board {
        match self.family {
            Family::Removal(rules) => rules.board(),
            Family::Race(rules) => rules.board(),
        }
    }

    pub fn start(self) -> Position {
        match self.family {
            Family::Removal(rules) => Position::Removal(rules.start()),
            Family::Race(rules) => Position::Race(rules.start()),
        }
    }

    /// The options that make these rules again: the size, and those that differ from their default.
    pub fn options(self) -> Options {
        let board = self.board();
        let mut options = Options::default();
        let number = |number: Number| OptionValue::Number(number.get());
        let flag = |on: bool| on.then_some(OptionValue::Flag);
        options.set(RuleOption::Size, OptionValue::Number(board.size()));
        options.set(RuleOption::WithoutOne, flag(!board.has_one()));
        match self.family {
            Family::Removal(rules) => {
                options.set(RuleOption::Opening, OptionValue::Choice(rules.opening().word()));
                if let Relation::Unrelated(one) = rules.relation() {
                    options.set(RuleOption::One, OptionValue::Choice(one.word()));
                    options.set(RuleOption::Memory, OptionValue::Choice(rules.memory().word()));
                }
                options.set(RuleOption::From, rules.struck().map(number));
            }
            Family::Race(rules) => {
                options.set(RuleOption::Start, number(rules.start_node()));
                options.set(RuleOption::Target, number(rules.target()));
                options.set(RuleOption::Block, flag(rules.block()));
            }
        }
        let mut short =
            Options::default().with(RuleOption::Size, OptionValue::Number(board.size()));
        for (option, value) in options.given() {
            if short.in_force(option) != Some(value) {
                short.set(option, value);
            }
        }
        short
    }
}

fn board(options: &Options) -> Result<Board, RulesError> {
    let size = options.number(RuleOption::Size).unwrap_or(Board::DEFAULT_SIZE);
    if !(1..=Board::MAX_SIZE).contains(&size) {
        return Err(RuleOption::Size.refuses(size.to_string()));
    }
    let option = RuleOption::WithoutOne;
    match options.flag(option) {
        true if size == 1 => Err(RulesError { option, problem: OptionProblem::EmptyBoard }),
        true => Ok(Board::new(size, 2)),
        false => Ok(Board::new(size, 1)),
    }
}

/// The value of an option that takes a word, the default if it is not given.
fn word<T: Default>(
    options: &Options,
    option: RuleOption,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, RulesError> {
    match options.choice(option) {
        Some(word) => read(word).ok_or_else(|| option.refuses(word)),
        None => Ok(T::default()),
    }
}

fn on_board(board: Board, option: RuleOption, value: u32) -> Result<Number, RulesError> {
    let problem = OptionProblem::OffBoard { value, board };
    board.find(value).ok_or(RulesError { option, problem })
}

fn removal(
    board: Board,
    relation: Relation,
    options: &Options,
) -> Result<RemovalRules, RulesError> {
    let opening = word(options, RuleOption::Opening, Opening::named)?;
    let option = RuleOption::From;
    let struck = options.number(option).map(|value| on_board(board, option, value)).transpose()?;
    if struck.is_some() && options.get(RuleOption::Opening).is_some() {
        let problem = OptionProblem::Excludes(RuleOption::Opening);
        return Err(RulesError { option, problem });
    }
    // A game without the option takes its default.
    let memory = word(options, RuleOption::Memory, Memory::named)?;
    Ok(RemovalRules::new(board, relation, opening, struck, memory))
}

fn race(board: Board, options: &Options) -> Result<RaceRules, RulesError> {
    let [start, target] = [RuleOption::Start, RuleOption::Target];
    let given = options.number(start);
    if !board.has_one() && given.is_none() {
        let problem = OptionProblem::StartNeeded { size: board.size() };
        return Err(RulesError { option: start, problem });
    }
    let from = on_board(board, start, given.unwrap_or(1))?;
    let to = on_board(board, target, options.number(target).unwrap_or(board.size()))?;
    let problem = if from == to {
        OptionProblem::IsStart(from.get())
    } else if isolated(board, from) || isolated(board, to) {
        OptionProblem::Unreachable { start: from.get(), target: to.get(), board }
    } else {
        return Ok(RaceRules::new(board, from, to, options.flag(RuleOption::Block)));
    };
    Err(RulesError { option: target, problem })
}

/// Whether no other number of the board is a factor or multiple. Any two numbers that are not isolated
/// have a walk between them: through 1, or on a board without 1 through 2 (from a multiple down to a
/// prime factor that has room to double, from there to its double, from there to 2).
fn isolated(board: Board, number: Number) -> bool {
    crate::relation::relatives(board, number).next().is_none()
}

/// How rules travel as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesData {
    game: Game,
    #[serde(default)]
    options: Options,
}

impl From<Rules> for RulesData {
    fn from(rules: Rules) -> Self {
        Self { game: rules.game, options: rules.options() }
    }
}

impl TryFrom<RulesData> for Rules {
    type Error = RulesError;

    fn try_from(data: RulesData) -> Result<Self, RulesError> {
        Self::new(data.game, &data.options)
    }
}

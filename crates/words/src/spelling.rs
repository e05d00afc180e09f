//! How a surface spells the names of options, and what it says about wrong ones.

use divvy_rules::{Board, OptionKind, OptionProblem, RuleOption, RulesError};

use crate::{list, option_text};

/// How a surface spells the names of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As a command-line argument: `--without-one`.
    Argument,
    /// As a key in JSON: `without_one`.
    Key,
    /// As in notation: `without-one`.
    Notation,
    /// As a form calls it: `First number`.
    Title,
}

impl Spelling {
    pub fn of(self, option: RuleOption) -> String {
        match self {
            Spelling::Argument => format!("--{option}"),
            Spelling::Key => option.key().to_owned(),
            Spelling::Notation => option.name().to_owned(),
            Spelling::Title => option_text(option).title.to_owned(),
        }
    }

    fn list(self, options: impl Iterator<Item = RuleOption>) -> String {
        options.map(|option| self.of(option)).collect::<Vec<_>>().join(", ")
    }
}

/// What an option takes: `a whole number from 1 to 1000000`, on a command line `1 to 1000000`.
pub fn takes(option: RuleOption, spelling: Spelling) -> String {
    match option.kind() {
        OptionKind::Number if spelling == Spelling::Argument => format!("1 to {}", Board::MAX_SIZE),
        OptionKind::Number => format!("a whole number from 1 to {}", Board::MAX_SIZE),
        OptionKind::Choice(words) => list::or(words),
        OptionKind::Flag if spelling == Spelling::Key => "true or false".to_owned(),
        OptionKind::Flag => "no value".to_owned(),
    }
}

/// What is wrong with an option, and what would be right. The sentence has neither a capital nor a full stop, so that
/// it can stand behind something else.
pub fn option_error(error: &RulesError, spelling: Spelling) -> String {
    let option = spelling.of(error.option);
    match &error.problem {
        OptionProblem::NotOf(game) => {
            format!(
                "{option} is not an option of {game}, which takes {}",
                spelling.list(game.options())
            )
        }
        OptionProblem::Excludes(other) => format!(
            "{option} does not go together with {}: the first move answers the number that is struck",
            spelling.of(*other)
        ),
        OptionProblem::Repeated => format!("{option} is given twice"),
        OptionProblem::Value(given) => {
            format!("{option} takes {}, not {given}", takes(error.option, spelling))
        }
        OptionProblem::EmptyBoard => {
            format!("{option} takes a board of size 2 or more: on size 1 no number is left")
        }
        OptionProblem::StartNeeded { size } => {
            format!(
                "{option} takes a number from 2 to {size} on a board without 1, and must be given"
            )
        }
        OptionProblem::OffBoard { value, board } if !board.has_one() => {
            format!("{option} takes 2 to {} on a board without 1, not {value}", board.size())
        }
        OptionProblem::OffBoard { value, board } => {
            format!("{option} takes a number on the board, {board}, not {value}")
        }
        OptionProblem::IsStart(value) => {
            format!("{option} takes a number other than the start, and both are {value}")
        }
        OptionProblem::Unreachable { start, target, board } => format!(
            "{option} takes a number that can be reached: on {board} no walk leads from {start} to {target}"
        ),
    }
}

/// A name that no option has, and those there are.
pub fn unknown_option(given: &str, spelling: Spelling) -> String {
    let all = spelling.list(RuleOption::ALL.into_iter());
    format!("\"{given}\" is not an option: the options are {all}")
}

//! The rule options in words: labels for forms, help for arguments, phrases for sentences.

use divvy_rules::{Game, OptionKind, OptionValue, Options, RuleOption, Rules};

use crate::{Spelling, name};

/// What there is to say about an option.
#[derive(Clone, Copy, Debug)]
pub struct OptionText {
    /// A short name, for a table: `First number`.
    pub title: &'static str,
    /// The beginning of a sentence that the value completes: `The first number is`.
    pub label: &'static str,
    /// What it does, for the help of an argument.
    pub help: &'static str,
    /// What stands for a value there: `N`.
    pub placeholder: &'static str,
    /// What to know before choosing.
    pub remark: &'static str,
    /// Its values: those of a choice in their order, of a flag off and on; of a number none.
    pub values: &'static [ValueText],
}

/// What there is to say about a value of an option.
#[derive(Clone, Copy, Debug)]
pub struct ValueText {
    /// In a table, behind the title.
    pub title: &'static str,
    /// In a sentence, behind the label.
    pub phrase: &'static str,
    /// What the rules say about it; empty for the default.
    pub rule: &'static str,
    /// What to know about it.
    pub remark: &'static str,
}

const fn value(title: &'static str, phrase: &'static str, rule: &'static str) -> ValueText {
    ValueText { title, phrase, rule, remark: "" }
}

const ON_BOARD: &str = "Type a number of the board.";

pub const fn option_text(option: RuleOption) -> OptionText {
    match option {
        RuleOption::Size => SIZE,
        RuleOption::Opening => OPENING,
        RuleOption::WithoutOne => WITHOUT_ONE,
        RuleOption::One => ONE,
        RuleOption::Memory => MEMORY,
        RuleOption::Start => START,
        RuleOption::Target => TARGET,
        RuleOption::Block => BLOCK,
        RuleOption::From => FROM,
    }
}

const SIZE: OptionText = OptionText {
    title: "Size",
    label: "Numbers up to",
    help: "The board is 1..N, at most 1000000 [default: 20]",
    placeholder: "N",
    remark: "Type any size up to 1000000.",
    values: &[],
};

const OPENING: OptionText = OptionText {
    title: "First number",
    label: "The first number is",
    help: "What the first move may be [default: any]",
    placeholder: "RULE",
    remark: "",
    values: &[
        ValueText {
            remark: "On most boards the first player wins at once with a large prime.",
            ..value("any", "any number", "")
        },
        ValueText {
            remark: "Juniper Green: in the divisor games a contest if 1 is left out.",
            ..value("even", "even", "the first number must be even")
        },
        ValueText {
            remark: "The classroom rule: even, and less than half the size.",
            ..value(
                "even, below half",
                "even and below half",
                "the first number must be even and less than N/2",
            )
        },
    ],
};

const WITHOUT_ONE: OptionText = OptionText {
    title: "The number 1",
    label: "Leave out the number 1",
    help: "The number 1 is not on the board",
    placeholder: "",
    remark: "1 goes with every number; without it there are more ways to be stuck.",
    values: &[
        value("on the board", "", ""),
        value("left out", "there is no 1", "the number 1 is not on the board"),
    ],
};

const ONE: OptionText = OptionText {
    title: "1 is a trap",
    label: "The number 1 is",
    help: "Trap Avoidance: whether 1 is a trap after every number [default: trap]",
    placeholder: "MEANING",
    remark: "1 divides every number: always a trap, or never one.",
    values: &[
        value("after every number", "a trap", ""),
        value("never", "never a trap", "1 is never a trap and never sets one"),
    ],
};

const MEMORY: OptionText = OptionText {
    title: "Traps last",
    label: "Traps last",
    help: "Trap Avoidance: for how many turns a number sets traps [default: 1]",
    placeholder: "TURNS",
    remark: "",
    values: &[
        ValueText {
            remark: "Only the last number sets traps: nearly everything can be taken.",
            ..value("one turn", "one turn", "")
        },
        ValueText {
            remark: "The last two numbers set traps: a contest on few numbers, such as 2 to 12.",
            ..value(
                "two turns",
                "two turns",
                "a number sets traps for two turns: avoid the factors and multiples of the last two",
            )
        },
    ],
};

const START: OptionText = OptionText {
    title: "Start",
    label: "Both start on",
    help: "Number Maze: where both players begin [default: 1]",
    placeholder: "S",
    remark: ON_BOARD,
    values: &[],
};

const TARGET: OptionText = OptionText {
    title: "Target",
    label: "The target is",
    help: "Number Maze: where the race ends [default: N]",
    placeholder: "T",
    remark: ON_BOARD,
    values: &[],
};

const BLOCK: OptionText = OptionText {
    title: "Opponent's node",
    label: "No entering the opponent’s node",
    help: "Number Maze: a player may not enter the node the opponent stands on",
    placeholder: "",
    remark: "Whether one may step where the opponent stands.",
    values: &[
        value("may be entered", "", ""),
        value(
            "is blocked",
            "no entering the opponent’s node",
            "a player may not enter the node the opponent stands on",
        ),
    ],
};

const FROM: OptionText = OptionText {
    title: "Struck already",
    label: "Struck before the first move",
    help: "The number K is struck already, and the first move answers it",
    placeholder: "K",
    remark: "Type a number of the board, or 0 for none; the first move answers it.",
    values: &[],
};

/// What there is to say about the value in force; none for a number.
pub fn value_text(option: RuleOption, options: &Options) -> Option<&'static ValueText> {
    let index = match (option.kind(), options.in_force(option)) {
        (OptionKind::Choice(words), Some(OptionValue::Choice(given))) => {
            words.iter().position(|word| *word == given)?
        }
        (OptionKind::Flag, value) => usize::from(value.is_some()),
        _ => return None,
    };
    option_text(option).values.get(index)
}

/// The options that are given, each in a few words: `the first number is even`.
pub(crate) fn given(options: &Options) -> Vec<String> {
    let phrase = |(option, value): (RuleOption, OptionValue)| {
        let label = super::uncapitalized(option_text(option).label);
        match (value, value_text(option, options)) {
            (OptionValue::Number(number), _) => format!("{label} {number}"),
            (OptionValue::Choice(_), Some(text)) => format!("{label} {}", text.phrase),
            (OptionValue::Flag, Some(text)) => text.phrase.to_owned(),
            (_, None) => label,
        }
    };
    options.given().map(phrase).collect()
}

/// The options that are not the usual ones, without the size, which is told with the board.
pub(crate) fn besides_size(rules: Rules) -> Options {
    let mut options = rules.options();
    options.set(RuleOption::Size, None);
    options
}

/// The board and what is not as usual, each in as few words as possible: `1-20`, `first number even`.
pub fn in_short(rules: Rules) -> Vec<String> {
    let options = besides_size(rules);
    let short = |(option, value): (RuleOption, OptionValue)| {
        Some(match option {
            RuleOption::Opening => {
                let title = value_text(option, &options).map_or("any", |value| value.title);
                format!("first number {title}")
            }
            // The board says so: 2-20.
            RuleOption::WithoutOne | RuleOption::Size => return None,
            RuleOption::One => "1 is never a trap".to_owned(),
            RuleOption::Memory => "traps for two turns".to_owned(),
            RuleOption::Block => "one token to a node".to_owned(),
            RuleOption::Start => match options.number(RuleOption::Target) {
                Some(target) => format!("from {value} to {target}"),
                None => format!("from {value}"),
            },
            RuleOption::Target if options.number(RuleOption::Start).is_some() => return None,
            RuleOption::Target => format!("to {value}"),
            RuleOption::From => format!("{value} struck already"),
        })
    };
    let board = std::iter::once(rules.board().to_string());
    board.chain(options.given().filter_map(short)).collect()
}

/// The board and the options in force, each in a few words: `1–20`, `the first number is even`.
pub fn in_full(rules: Rules) -> Vec<String> {
    let board = format!("{}–{}", rules.board().first(), rules.board().size());
    std::iter::once(board).chain(given(&besides_size(rules))).collect()
}

/// A game with its options in a line: `Multiple Madness on 1-20, first number even`.
pub fn titled(rules: Rules) -> String {
    format!("{} on {}", name(rules.game()), in_short(rules).join(", "))
}

/// The same in a sentence of ASCII characters: `Multiple Madness on 1-30: the first number is even.`
pub fn board_in_words(rules: Rules) -> String {
    let options = match given(&besides_size(rules)) {
        given if given.is_empty() => String::new(),
        given => format!(": {}", given.join(", ").replace('’', "'")),
    };
    format!("{} on {}{options}.", name(rules.game()), rules.board())
}

/// An option as the rules of a game list it: the value it is about, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRule {
    pub option: RuleOption,
    /// The value: a word, a letter that stands for any number, or nothing for a flag.
    pub value: &'static str,
    pub text: String,
}

impl OptionRule {
    /// As it is typed: `--opening even`.
    pub fn argument(&self) -> String {
        [Spelling::Argument.of(self.option).as_str(), self.value].join(" ").trim_end().to_owned()
    }

    /// As a form calls it: `The number 1 is never a trap`, `First number even`.
    pub fn label(&self) -> String {
        let text = option_text(self.option);
        let value = match self.option.kind() {
            OptionKind::Choice(words) => {
                words.iter().position(|word| *word == self.value).and_then(|at| text.values.get(at))
            }
            OptionKind::Number | OptionKind::Flag => None,
        };
        match (self.option, value) {
            (RuleOption::Opening, Some(value)) => format!("{} {}", text.title, value.title),
            (_, value) => {
                let value = value.map_or(self.value, |value| value.phrase);
                format!("{} {value}", text.label).trim_end().to_owned()
            }
        }
    }
}

/// The options of a game with what they do, for its rules. `most` is the largest board there is.
pub fn option_rules(game: Game, most: u32) -> Vec<OptionRule> {
    let rule = |option: RuleOption, value, text: &str| OptionRule {
        option,
        value,
        text: special(game, option, value, most).unwrap_or_else(|| text.to_owned()),
    };
    let of_option = |option: RuleOption| {
        let text = option_text(option);
        match option.kind() {
            OptionKind::Number => vec![rule(option, text.placeholder, text.help)],
            OptionKind::Flag => {
                text.values.last().map(|on| rule(option, "", on.rule)).into_iter().collect()
            }
            OptionKind::Choice(words) => std::iter::zip(words, text.values)
                .skip(1)
                .map(|(word, value)| rule(option, *word, value.rule))
                .collect(),
        }
    };
    game.options().flat_map(of_option).collect()
}

/// What an option does where the game has words of its own for it.
fn special(game: Game, option: RuleOption, value: &str, most: u32) -> Option<String> {
    let race = game == Game::NumberMaze;
    Some(match option {
        RuleOption::Size if race => format!("nodes 1 to N, up to {most}"),
        RuleOption::Size => format!("numbers 1 to N, up to {most}"),
        RuleOption::Opening if value == "even" && game != Game::TrapAvoidance => {
            "the first number must be even: the classroom game known as Juniper Green".to_owned()
        }
        RuleOption::WithoutOne if race => "there is no node 1; choose another start".to_owned(),
        RuleOption::Start => "both players begin on S instead of 1".to_owned(),
        RuleOption::Target => "the target is T instead of N".to_owned(),
        RuleOption::From => {
            "the number K is struck already, and the first move answers it".to_owned()
        }
        RuleOption::Opening
        | RuleOption::WithoutOne
        | RuleOption::One
        | RuleOption::Memory
        | RuleOption::Block => return None,
    })
}

/// An option in a form: its title, what is chosen, and what to know about the choice.
pub fn option_line(option: RuleOption, options: &Options) -> [String; 3] {
    let (text, chosen) = (option_text(option), value_text(option, options));
    let number = || options.in_force(option).map(|number| number.to_string());
    let value = chosen.map(|chosen| chosen.title.to_owned()).or_else(number);
    let remark = chosen.map(|chosen| chosen.remark).filter(|remark| !remark.is_empty());
    let value = value.unwrap_or_else(|| "none".to_owned());
    [text.title.to_owned(), value, remark.unwrap_or(text.remark).to_owned()]
}

//! The rule options as arguments, made from the list of options that there are.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use divvy_rules::{Game, OptionKind, OptionValue, Options, RuleOption, Rules, RulesError};
use divvy_words::{Spelling, option_text, takes};

use super::values::game;

/// The rule options of every command that takes a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RuleArgs(pub(crate) Options);

/// A game with its options.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// Which game, by its name, its beginning or its initials.
    #[arg(value_name = "GAME", value_parser = game())]
    pub(crate) id: Game,

    #[command(flatten)]
    options: RuleArgs,
}

impl GameArgs {
    pub(crate) const fn options(&self) -> &Options {
        &self.options.0
    }

    pub(crate) fn rules(&self) -> Result<Rules, RulesError> {
        Rules::new(self.id, &self.options.0)
    }
}

fn argument(option: RuleOption) -> Arg {
    let text = option_text(option);
    let argument =
        Arg::new(option.name()).long(option.name()).help(text.help).help_heading("Rule options");
    let parse = move |typed: &str| option.parse(Some(typed));
    match option.kind() {
        OptionKind::Flag => argument.action(ArgAction::SetTrue),
        OptionKind::Choice(words) => {
            let parser = PossibleValuesParser::new(words).try_map(move |word| parse(&word));
            argument.value_name(text.placeholder).value_parser(ValueParser::new(parser))
        }
        OptionKind::Number => {
            let refused = move || format!("takes {}", takes(option, Spelling::Argument));
            let parser = move |typed: &str| parse(typed).map_err(|_| refused());
            argument.value_name(text.placeholder).value_parser(ValueParser::new(parser))
        }
    }
}

impl Args for RuleArgs {
    fn augment_args(command: Command) -> Command {
        command.args(RuleOption::ALL.map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RuleArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for option in RuleOption::ALL {
            let value = match option.kind() {
                OptionKind::Flag => matches.get_flag(option.name()).then_some(OptionValue::Flag),
                _ => matches.get_one::<OptionValue>(option.name()).copied(),
            };
            self.0.set(option, value.or(self.0.get(option)));
        }
        Ok(())
    }
}

//! What a person can ask for, and the keys that stand for it. Each screen lists the commands it has; key map, help line
//! and help page are made from these lists.

use crate::{board, help, review, save, setup, start};

/// The commands, each with its name in the settings file and the keys it has unless they say otherwise.
macro_rules! commands {
    ($($command:ident $name:literal $keys:expr,)*) => {
        /// Something a person can ask for with a key or by pressing its name in the help line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $(#[doc = concat!("`", $name, "` in the settings file.")] $command,)*
        }

        impl Command {
            pub(crate) const ALL: &[Command] = &[$(Command::$command,)*];

            pub(crate) const fn name(self) -> &'static str {
                match self { $(Command::$command => $name,)* }
            }

            pub(crate) const fn usual_keys(self) -> &'static [&'static str] {
                match self { $(Command::$command => &$keys,)* }
            }

            /// Whether it has opposites, which the help line shows with it.
            pub(crate) const fn is_direction(self) -> bool {
                matches!(self, Command::Up | Command::Down | Command::Left | Command::Right)
            }
        }
    };
}

commands! {
    Up "up" ["up", "k"],
    Down "down" ["down", "j"],
    Left "left" ["left", "h"],
    Right "right" ["right", "l"],
    PageUp "page-up" ["pageup"],
    PageDown "page-down" ["pagedown"],
    Home "home" ["home"],
    End "end" ["end"],
    NextLegal "next-legal" ["tab"],
    PreviousLegal "previous-legal" ["backtab"],
    Choose "choose" ["enter", "space"],
    Continue "continue" ["c"],
    Options "options" ["o"],
    Undo "undo" ["u"],
    Redo "redo" ["r"],
    Hint "hint" ["i"],
    Review "review" ["v"],
    New "new" ["n"],
    Rematch "rematch" ["m"],
    Save "save" ["s"],
    Resign "resign" ["x"],
    Preview "preview" ["p"],
    Delete "delete" ["d", "delete"],
    Theme "theme" ["t"],
    Help "help" ["?", "f1"],
    Back "back" ["esc"],
    Quit "quit" ["q"],
    Suspend "suspend" ["ctrl-z"],
}

/// What commands do on one screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    /// A press on the help line asks for the first; the others do the same in other directions.
    pub(crate) commands: &'static [Command],
    /// For the help line; empty for what everybody knows.
    pub(crate) label: &'static str,
    /// For the help page.
    pub(crate) help: &'static str,
}

pub(crate) const fn spec(
    commands: &'static [Command],
    label: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec { commands, label, help }
}

/// The commands of a screen, the most important ones first.
pub(crate) type Commands = &'static [CommandSpec];

pub(crate) const HELP: CommandSpec = spec(&[Command::Help], "help", "This page");
pub(crate) const QUIT: CommandSpec = spec(&[Command::Quit], "quit", "Quit");
pub(crate) const THEME: CommandSpec = spec(&[Command::Theme], "", "The next set of colours");
pub(crate) const SUSPEND: CommandSpec =
    spec(&[Command::Suspend], "", "Back to the shell for a while (fg returns)");

/// The commands of every screen: no key may stand for two commands of one of these lists.
pub(crate) const SCREENS: [Commands; 7] = [
    start::COMMANDS,
    setup::COMMANDS,
    board::PLAYING,
    board::OVER,
    review::COMMANDS,
    help::COMMANDS,
    save::COMMANDS,
];

//! What a person can ask for, and the keys that stand for it. Each screen lists the commands it has; key map, help line
//! and help page are made from these lists.

use crate::{board, help, review, save, setup, start};

/// The commands, each with its name in the settings file and the keys it has unless they say otherwise.
macro_rules! commands {
    ($($(#[$doc:meta])* $command:ident $name:literal $keys:expr,)*) => {
        /// Something a person can ask for with a key or by pressing its name in the help line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command {
            $($(#[$doc])* $command,)*
        }

        impl Command {
            /// All of them.
            pub(crate) const ALL: &[Command] = &[$(Command::$command,)*];

            /// The name in the settings file.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Command::$command => $name,)* }
            }

            /// The keys unless the settings say otherwise.
            pub(crate) const fn usual_keys(self) -> &'static [&'static str] {
                match self { $(Command::$command => &$keys,)* }
            }
        }
    };
}

commands! {
    /// One row up.
    Up "up" ["up", "k"],
    /// One row down.
    Down "down" ["down", "j"],
    /// One number back.
    Left "left" ["left", "h"],
    /// One number on.
    Right "right" ["right", "l"],
    /// A screenful up.
    PageUp "page-up" ["pageup"],
    /// A screenful down.
    PageDown "page-down" ["pagedown"],
    /// To the first.
    Home "home" ["home"],
    /// To the last.
    End "end" ["end"],
    /// To the next number that can be played.
    NextLegal "next-legal" ["tab"],
    /// To the one before.
    PreviousLegal "previous-legal" ["backtab"],
    /// Do what the cursor is on.
    Choose "choose" ["enter", "space"],
    /// Go on with the newest unfinished game.
    Continue "continue" ["c"],
    /// Change how the game is played.
    Options "options" ["o"],
    /// Take moves back.
    Undo "undo" ["u"],
    /// Play them again.
    Redo "redo" ["r"],
    /// Won or lost; then what to do.
    Hint "hint" ["i"],
    /// Go through the game.
    Review "review" ["v"],
    /// The start screen.
    New "new" ["n"],
    /// The same again with the seats swapped.
    Rematch "rematch" ["m"],
    /// Write a copy to a file.
    Save "save" ["s"],
    /// Give the game up.
    Resign "resign" ["x"],
    /// Other colours.
    Theme "theme" ["t"],
    /// The help page.
    Help "help" ["?", "f1"],
    /// Back to the screen before.
    Back "back" ["esc"],
    /// Leave the program.
    Quit "quit" ["q"],
    /// Stop the program for now, as a shell does.
    Suspend "suspend" ["ctrl-z"],
}

/// What a command does on one screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    pub(crate) command: Command,
    /// For the help line; empty for what everybody knows.
    pub(crate) label: &'static str,
    /// For the help page.
    pub(crate) help: &'static str,
    /// Does the same in the other direction, and shares the entry in the help line.
    pub(crate) opposite: Option<Command>,
}

pub(crate) const fn spec(command: Command, label: &'static str, help: &'static str) -> CommandSpec {
    CommandSpec { command, label, help, opposite: None }
}

impl CommandSpec {
    pub(crate) const fn and(self, opposite: Command) -> Self {
        Self { opposite: Some(opposite), ..self }
    }
}

/// The commands of a screen in groups, the most important ones first.
pub(crate) type Commands = &'static [&'static [CommandSpec]];

pub(crate) const HELP: CommandSpec = spec(Command::Help, "help", "This page");
pub(crate) const QUIT: CommandSpec = spec(Command::Quit, "quit", "Leave");
pub(crate) const THEME: CommandSpec = spec(Command::Theme, "", "Other colours");
pub(crate) const SUSPEND: CommandSpec =
    spec(Command::Suspend, "", "Back to the shell for a while (fg returns)");

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_on_some_screen_and_once_on_each() {
        for command in Command::ALL {
            let mut used = SCREENS.iter().flat_map(|groups| groups.concat());
            assert!(used.any(|spec| spec.command == *command), "{command:?}");
        }
        for screen in SCREENS {
            let specs = screen.concat();
            for spec in &specs {
                let same = specs.iter().filter(|other| other.command == spec.command);
                assert_eq!(same.count(), 1, "{spec:?}");
                assert!(!spec.help.is_empty(), "{spec:?}");
            }
        }
    }
}

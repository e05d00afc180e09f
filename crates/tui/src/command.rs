//! What a person can ask for, the keys that stand for it, and which of it each screen has; key map, help line and help page
//! are made from these lists.

use self::Command::*;
use self::Screen::*;

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
    Undo "undo" ["u", "["],
    Redo "redo" ["r", "]", "ctrl-y"],
    Hint "hint" ["i"],
    Review "review" ["v"],
    Explore "explore" ["e"],
    OtherLine "other-line" ["o"],
    Notation "notation" ["y"],
    New "new" ["n"],
    Rematch "rematch" ["m"],
    Save "save" ["s"],
    Resign "resign" ["x"],
    Preview "preview" ["p"],
    Hide "hide" ["w"],
    Delete "delete" ["d", "delete"],
    Theme "theme" ["t"],
    Help "help" ["?", "f1"],
    Back "back" ["esc"],
    Quit "quit" ["q"],
    Suspend "suspend" ["ctrl-z"],
}

/// The screens that have commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Start,
    Form,
    Playing,
    /// After a round of a series.
    RoundOver,
    Over,
    Explored,
    Chain,
    /// The help page.
    Page,
    Saving,
}

impl Screen {
    pub(crate) const ALL: [Screen; 9] =
        [Start, Form, Playing, RoundOver, Over, Explored, Chain, Page, Saving];

    /// Its commands, the most important ones first. No key may stand for two of them.
    pub(crate) fn commands(self) -> impl Iterator<Item = &'static CommandSpec> {
        SPECS.iter().filter(move |spec| spec.screens.contains(&self))
    }
}

type Text = &'static str;

/// The groups of keys on the help page.
pub(crate) const GROUPS: [Text; 3] = ["Play", "Game", "More"];

/// What commands do on some screens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    screens: &'static [Screen],
    /// A press on the help line asks for the first; the others do the same in other directions.
    pub(crate) commands: &'static [Command],
    /// For the help line; empty for what everybody knows. Without commands, keys that always do the same.
    pub(crate) label: Text,
    /// For the help page: a place in [`GROUPS`] and a text; empty for the key that leads to it.
    pub(crate) group: usize,
    pub(crate) help: Text,
}

const fn spec(
    screens: &'static [Screen],
    commands: &'static [Command],
    label: Text,
    (group, help): (usize, Text),
) -> CommandSpec {
    CommandSpec { screens, commands, label, group, help }
}

const ARROWS: &[Command] = &[Left, Up, Down, Right];
const ENDED: &[Screen] = &[RoundOver, Over];
const EXPLORED: &[Screen] = &[Explored, Chain];
/// What can be quit.
const MAIN: &[Screen] = &[Start, Playing, RoundOver, Over, Explored, Chain];

const SPECS: &[CommandSpec] = &[
    spec(&[Start], &[Choose], "play", (0, "play, or go on")),
    spec(&[Form], &[Choose], "play", (0, "begin the game")),
    spec(&[Playing, Explored], &[Choose], "play", (0, "play the number")),
    spec(&[Chain], &[Choose], "add", (0, "add the number")),
    spec(&[RoundOver], &[Choose], "next round", (1, "the next round")),
    spec(&[Over], &[Rematch], "play again", (1, "play again")),
    spec(&[Saving], &[Choose], "save", (1, "")),
    spec(&[Start], &[Up, Down], "or 1-6 choose", (0, "choose a game")),
    spec(&[Form], &[Up, Down], "line", (0, "another line")),
    spec(&[Playing], ARROWS, "move", (0, "move the cursor")),
    spec(ENDED, &[Review], "review", (1, "review the game")),
    spec(&[RoundOver], &[Rematch], "rematch", (1, "the match anew")),
    spec(&[Start], &[Options], "options", (1, "players, rules")),
    spec(&[Over], &[Options], "new opponent", (1, "players, rules")),
    spec(&[Start], &[Left, Right], "rules", (0, "change the rules")),
    spec(&[Form], &[Left, Right], "change", (0, "change the choice")),
    spec(&[Playing], &[Hint], "hint", (0, "hint, in 3 steps")),
    spec(ENDED, &[New], "another game", (1, "another game")),
    spec(&[Playing], &[Undo, Redo], "undo", (0, "undo, redo")),
    spec(ENDED, &[Undo, Redo], "undo", (1, "undo, redo")),
    spec(EXPLORED, &[Undo, Redo], "back", (1, "a move back, on")),
    spec(EXPLORED, &[OtherLine], "side line", (1, "next side line")),
    spec(&[Explored], &[Review], "slip", (1, "next slip")),
    spec(EXPLORED, &[Redo], "on", (1, "")),
    spec(&[Start], &[Continue], "continue", (1, "go on, newest")),
    spec(&[Start], &[Delete], "delete", (1, "delete unfinished")),
    spec(ENDED, &[Save], "save", (1, "save a copy")),
    spec(&[Start, RoundOver, Over], &[Explore], "explore", (1, "explore")),
    spec(&[Form], &[Back], "back", (1, "back")),
    spec(EXPLORED, &[Back], "leave", (1, "leave")),
    spec(&[Page], &[Back, Help, Choose, Quit], "close", (0, "")),
    spec(&[Saving], &[Back], "cancel", (0, "")),
    spec(&[Chain], &[Hint], "example", (1, "an example")),
    spec(&[Chain], &[New], "anew", (1, "begin anew")),
    spec(&[Start, Form, Playing, RoundOver, Over, Explored, Chain], &[Help], "help", (0, "")),
    spec(&[Start, RoundOver, Over, Explored, Chain], &[Quit], "quit", (1, "quit")),
    spec(&[Playing], &[Quit], "quit", (1, "quit, game kept")),
    spec(EXPLORED, &[Notation], "copy moves", (1, "copy moves")),
    spec(&[Playing, Explored, Chain], &[NextLegal, PreviousLegal], "next", (0, "next playable")),
    spec(&[Playing], &[Redo], "redo", (0, "")),
    spec(&[Playing], &[Explore], "explore", (1, "explore")),
    spec(&[Playing], &[New], "menu", (1, "menu, game kept")),
    spec(&[Playing], &[Save], "save", (1, "save a copy")),
    spec(&[Playing], &[Resign], "resign", (1, "resign (twice)")),
    spec(&[Playing], &[Rematch], "", (1, "this game anew")),
    spec(&[RoundOver, Over, Explored, Chain], ARROWS, "", (0, "move the cursor")),
    spec(&[Playing, Explored, Chain, Form], &[], "0-9", (0, "type a number")),
    spec(&[Start], &[], "1-6", (0, "choose a game")),
    spec(&[Playing], &[Back], "", (2, "close hint")),
    spec(&[Form], &[NextLegal, PreviousLegal], "", (0, "another line")),
    spec(&[Playing], &[Preview], "", (2, "preview")),
    spec(&[Playing], &[Hide], "", (2, "hide playable")),
    spec(MAIN, &[Theme], "", (2, "colours")),
    spec(MAIN, &[Home, End], "", (2, "first, last")),
    spec(MAIN, &[PageUp, PageDown], "", (2, "")),
    spec(MAIN, &[Suspend], "", (2, "shell")),
    spec(&[Form, Page], &[Suspend], "", (2, "shell")),
    spec(&[Start], &[], "ctrl-l", (2, "redraw")),
];

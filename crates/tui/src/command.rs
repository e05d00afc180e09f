//! What a person can ask for, the keys that stand for it, and which of it each screen has; key map, help line and help page
//! are made from these lists.

use self::Command::*;

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

            /// The group on the help page that it belongs to: a place in [`GROUPS`]. Where there are lines of moves, some
            /// lead along them.
            pub(crate) const fn group(self, lines: bool) -> usize {
                use Command::*;
                match self {
                    Undo | Redo | Review if lines => 2,
                    OtherLine | Notation => 2,
                    Hint | Undo | Redo => 1,
                    Review | Explore | Options | Rematch | New | Save | Continue | Delete => 3,
                    Back | Quit => 4,
                    Preview | Hide | Resign | Theme | Suspend | Home => 5,
                    _ => 0,
                }
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

type Text = &'static str;

/// The groups of keys on the help page; the last one has what is rarely needed.
pub(crate) const GROUPS: [Text; 6] = ["Move", "Hint", "Line", "Game", "Leave", "Rare"];

/// What commands do on one screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    /// A press on the help line asks for the first; the others do the same in other directions.
    pub(crate) commands: &'static [Command],
    /// For the help line; empty for what everybody knows.
    pub(crate) label: Text,
    /// For the help page; empty for the key that leads to it.
    pub(crate) help: Text,
}

const fn spec(commands: &'static [Command], label: Text, help: Text) -> CommandSpec {
    CommandSpec { commands, label, help }
}

/// The commands of a screen, the most important ones first.
pub(crate) type Commands = &'static [CommandSpec];

const ARROWS: &[Command] = &[Left, Up, Down, Right];
const SAVE: CommandSpec = spec(&[Save], "save", "save a copy to a file");
const FAR: CommandSpec = spec(&[Home, End, PageUp, PageDown], "", "far");
const HELP: CommandSpec = spec(&[Help], "help", "");
const QUIT: CommandSpec = spec(&[Quit], "quit", "quit");
const THEME: CommandSpec = spec(&[Theme], "", "colours");
const SUSPEND: CommandSpec = spec(&[Suspend], "", "to the shell");

pub(crate) const START_SCREEN: Commands = &[
    spec(&[Choose], "play", "play, or go on"),
    spec(&[Up, Down], "or 1-6 choose", "choose a game"),
    spec(&[Options], "options", "players, board, rules"),
    spec(&[Left, Right], "other rules", "recommended or original"),
    spec(&[Continue], "continue", "go on with the newest"),
    spec(&[Delete], "delete", "delete unfinished game"),
    HELP,
    QUIT,
    spec(&[Home, End], "", "far"),
    THEME,
    SUSPEND,
];

pub(crate) const FORM: Commands = &[
    spec(&[Choose], "play", "begin the game"),
    spec(&[Up, Down], "line", "another line"),
    spec(&[Left, Right], "change", "change the choice"),
    spec(&[Back], "back", "back"),
    HELP,
    spec(&[NextLegal, PreviousLegal], "", "another line"),
    SUSPEND,
];

pub(crate) const PLAYING: Commands = &[
    spec(&[Choose], "play", "play the number"),
    spec(ARROWS, "move", "the cursor"),
    spec(&[Hint], "hint", "hint, then move, why"),
    spec(&[Undo], "undo", "undo your move; r: redo"),
    HELP,
    spec(&[Quit], "quit", "quit; the game is kept"),
    NEXT,
    spec(&[Redo], "redo", ""),
    EXPLORES,
    spec(&[New], "another game", "another game"),
    SAVE,
    spec(&[Preview], "", "answers on/off"),
    spec(&[Hide], "", "playable on/off"),
    spec(&[Resign], "resign", "resign (press twice)"),
    spec(&[Rematch], "", "the same match anew"),
    FAR,
    THEME,
    spec(&[Back], "", "close hint or message"),
    SUSPEND,
];

const REVIEWS: CommandSpec = spec(&[Review], "review", "review the game");
const EXPLORES: CommandSpec = spec(&[Explore], "explore", "explore the position");
const ANOTHER: CommandSpec = spec(&[New], "another game", "another game");
const TAKE_BACK: CommandSpec = spec(&[Undo], "undo", "undo the last move");
const AS_BEFORE: CommandSpec = spec(&[Redo], "", "redo");
const LOOK_ROUND: CommandSpec = spec(ARROWS, "", "the cursor");
const AGAIN: &str = "the same match anew";

/// After a round of a series.
pub(crate) const ROUND_OVER: Commands = &[
    spec(&[Choose], "next round", "the next round"),
    REVIEWS,
    spec(&[Rematch], "rematch", AGAIN),
    ANOTHER,
    TAKE_BACK,
    AS_BEFORE,
    SAVE,
    EXPLORES,
    HELP,
    QUIT,
    LOOK_ROUND,
    FAR,
    THEME,
    SUSPEND,
];

pub(crate) const OVER: Commands = &[
    spec(&[Rematch], "play again", AGAIN),
    REVIEWS,
    spec(&[Options], "new opponent", "players, board, rules"),
    ANOTHER,
    TAKE_BACK,
    AS_BEFORE,
    SAVE,
    EXPLORES,
    HELP,
    QUIT,
    LOOK_ROUND,
    FAR,
    THEME,
    SUSPEND,
];

const STEP_BACK: CommandSpec = spec(&[Undo], "back", "a move back");
const STEP_ON: CommandSpec = spec(&[Redo], "on", "a move on");
const OTHER_LINE: CommandSpec = spec(&[OtherLine], "other line", "the next side line");
const NEXT: CommandSpec = spec(&[NextLegal, PreviousLegal], "next", "next playable number");
const NOTATION: CommandSpec = spec(&[Notation], "notation", "the moves, to copy");

pub(crate) const EXPLORE: Commands = &[
    spec(&[Choose], "play", "play the number"),
    STEP_BACK,
    STEP_ON,
    OTHER_LINE,
    spec(&[Review], "next slip", "to the next slip"),
    spec(&[Back], "leave", "back to the game"),
    HELP,
    QUIT,
    NOTATION,
    NEXT,
    LOOK_ROUND,
    FAR,
    THEME,
    SUSPEND,
];

/// The longest chain, played alone.
pub(crate) const CHAIN: Commands = &[
    spec(&[Choose], "play", "play the number"),
    spec(&[Hint], "show one", "show a longest chain"),
    STEP_BACK,
    STEP_ON,
    OTHER_LINE,
    spec(&[Back], "leave", "back to the games"),
    HELP,
    QUIT,
    NOTATION,
    NEXT,
    LOOK_ROUND,
    FAR,
    THEME,
    SUSPEND,
];

pub(crate) const HELP_PAGE: Commands = &[
    spec(&[Up, Down], "scroll", "a line"),
    spec(&[PageDown, PageUp], "page", "a page"),
    spec(&[Home, End], "", "far"),
    spec(&[Back, Help, Choose, Quit], "close", "close this page"),
    SUSPEND,
];

pub(crate) const SAVE_PAGE: Commands =
    &[spec(&[Choose], "save", "Write the file"), spec(&[Back], "cancel", "Do not")];

/// The commands of every screen: no key may stand for two commands of one of these lists.
pub(crate) const SCREENS: [Commands; 9] =
    [START_SCREEN, FORM, PLAYING, ROUND_OVER, OVER, EXPLORE, CHAIN, HELP_PAGE, SAVE_PAGE];

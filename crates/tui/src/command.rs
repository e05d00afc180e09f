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

/// What commands do on one screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    /// A press on the help line asks for the first; the others do the same in other directions.
    pub(crate) commands: &'static [Command],
    /// For the help line; empty for what everybody knows.
    pub(crate) label: Text,
    /// For the help page.
    pub(crate) help: Text,
}

const fn spec(commands: &'static [Command], label: Text, help: Text) -> CommandSpec {
    CommandSpec { commands, label, help }
}

/// The commands of a screen, the most important ones first.
pub(crate) type Commands = &'static [CommandSpec];

const ARROWS: &[Command] = &[Left, Up, Down, Right];
const SAVE: CommandSpec = spec(&[Save], "save", "Write a copy of the game to a file");
const PAGES: CommandSpec = spec(&[PageUp, PageDown], "", "A screenful up or down");
const ENDS: CommandSpec = spec(&[Home, End], "", "The first number or the last");
const HELP: CommandSpec = spec(&[Help], "help", "This page");
const QUIT: CommandSpec = spec(&[Quit], "quit", "Quit");
const THEME: CommandSpec = spec(&[Theme], "", "The next set of colours");
const SUSPEND: CommandSpec = spec(&[Suspend], "", "Back to the shell for a while (fg returns)");

pub(crate) const START_SCREEN: Commands = &[
    spec(&[Choose], "play", "Play the game, or go on with it (1 to 6 begin at once)"),
    spec(&[Options], "options", "Choose players, board and rules first"),
    spec(&[Left, Right], "other rules", "As proposed, as specified, or as last time"),
    spec(&[Continue], "continue", "Go on with the newest unfinished game"),
    spec(&[Delete], "delete", "Delete an unfinished game (twice, to be sure)"),
    HELP,
    QUIT,
    spec(&[Up, Down], "", "The game above or below"),
    spec(&[Home, End], "", "The first or the last"),
    THEME,
    SUSPEND,
];

pub(crate) const FORM: Commands = &[
    spec(&[Choose], "play", "Begin the game"),
    spec(&[Left, Right], "change", "The choice before, or the next"),
    spec(&[Back], "back", "Back to the games"),
    HELP,
    spec(&[Up, Down, PreviousLegal, NextLegal], "", "The line above or below"),
    SUSPEND,
];

pub(crate) const PLAYING: Commands = &[
    spec(&[Choose], "play", "Play the number under the cursor, or the number typed"),
    spec(ARROWS, "move", "Move the cursor"),
    spec(&[Hint], "hint", "Hint: a question; pressed again: a good move; and again: why"),
    spec(&[Undo], "undo", "Take back your last move, and the answer to it"),
    HELP,
    spec(&[Quit], "quit", "Quit; the game is kept"),
    NEXT,
    spec(&[Redo], "redo", "Play again what was taken back"),
    EXPLORES,
    spec(&[New], "another game", "Another game; this one is kept"),
    SAVE,
    spec(
        &[Preview],
        "",
        "Show or hide the answers to the number under the cursor, in the line below the board",
    ),
    spec(&[Hide], "", "Hide or show what can be played, to find it yourself"),
    spec(&[Resign], "resign", "Give the game up (twice, to be sure)"),
    spec(&[Rematch], "", "The same match anew, the other player begins; this one is kept"),
    PAGES,
    ENDS,
    THEME,
    spec(&[Back], "", "Drop what was typed, the hint, or the message"),
    SUSPEND,
];

const REVIEWS: CommandSpec =
    spec(&[Review], "review", "Go through the game: who stood to win, and where it slipped");
const EXPLORES: CommandSpec =
    spec(&[Explore], "explore", "Explore the position: what every number is worth, and why");
const ANOTHER: CommandSpec = spec(&[New], "another game", "Another game");
const TAKE_BACK: CommandSpec =
    spec(&[Undo], "undo", "Take back: the last move, and the reply of a program");
const AS_BEFORE: CommandSpec = spec(&[Redo], "", "Play again what was taken back");
const LOOK_ROUND: CommandSpec = spec(ARROWS, "", "Move the cursor");
const AGAIN: &str = "The same match anew, the other player begins";

/// After a round of a series.
pub(crate) const ROUND_OVER: Commands = &[
    spec(&[Choose], "next round", "The next round of the series"),
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
    PAGES,
    ENDS,
    THEME,
    SUSPEND,
];

pub(crate) const OVER: Commands = &[
    spec(&[Rematch], "play again", AGAIN),
    REVIEWS,
    spec(&[Options], "opponent", "Choose players, board and rules, and play again"),
    ANOTHER,
    TAKE_BACK,
    AS_BEFORE,
    SAVE,
    EXPLORES,
    HELP,
    QUIT,
    LOOK_ROUND,
    PAGES,
    ENDS,
    THEME,
    SUSPEND,
];

const STEP_BACK: CommandSpec = spec(&[Undo], "undo", "A move back");
const STEP_ON: CommandSpec = spec(&[Redo], "redo", "A move on along the line");
const OTHER_LINE: CommandSpec =
    spec(&[OtherLine], "other line", "The next side line: what was played instead of a move");
const NEXT: CommandSpec =
    spec(&[NextLegal, PreviousLegal], "next", "To the next number that can be played, or back");
const NOTATION: CommandSpec =
    spec(&[Notation], "notation", "The moves up to here in notation, to be copied");

pub(crate) const EXPLORE: Commands = &[
    spec(&[Choose], "play", "Play the number under the cursor, or the number typed"),
    STEP_BACK,
    STEP_ON,
    OTHER_LINE,
    spec(&[Review], "next slip", "To the next slip, round and round"),
    spec(&[Back], "back", "Back to where exploring began; what was played there is as it was"),
    HELP,
    QUIT,
    NOTATION,
    NEXT,
    LOOK_ROUND,
    PAGES,
    ENDS,
    THEME,
    SUSPEND,
];

/// The longest chain, played alone.
pub(crate) const CHAIN: Commands = &[
    spec(&[Choose], "play", "Play the number under the cursor, or the number typed"),
    spec(&[Hint], "show one", "A longest chain, as a side line; your own is kept"),
    STEP_BACK,
    STEP_ON,
    OTHER_LINE,
    spec(&[Back], "back", "Back to the games"),
    HELP,
    QUIT,
    NOTATION,
    NEXT,
    LOOK_ROUND,
    PAGES,
    ENDS,
    THEME,
    SUSPEND,
];

pub(crate) const HELP_PAGE: Commands = &[
    spec(&[Up, Down], "scroll", "A line up or down"),
    spec(&[PageDown, PageUp], "page", "A screenful down or up"),
    spec(&[Home, End], "", "The beginning or the end"),
    spec(&[Back, Help, Choose, Quit], "close", "Close this page"),
    SUSPEND,
];

pub(crate) const SAVE_PAGE: Commands =
    &[spec(&[Choose], "save", "Write the file"), spec(&[Back], "cancel", "Do not")];

/// The commands of every screen: no key may stand for two commands of one of these lists.
pub(crate) const SCREENS: [Commands; 9] =
    [START_SCREEN, FORM, PLAYING, ROUND_OVER, OVER, EXPLORE, CHAIN, HELP_PAGE, SAVE_PAGE];

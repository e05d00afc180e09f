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
    Reviewed,
    Chain,
    /// One of the longest chains, gone through.
    Example,
    /// The help page.
    Page,
    Saving,
}

impl Screen {
    pub(crate) const ALL: [Screen; 11] =
        [Start, Form, Playing, RoundOver, Over, Explored, Reviewed, Chain, Example, Page, Saving];

    /// Whether something is worked out for it: for the board, or for what is explored above it. Exploring waits until a
    /// bot has moved, so that only one of them has a job.
    pub(crate) const fn has_jobs(self) -> bool {
        !matches!(self, Start | Form | Page | Saving)
    }

    /// Its commands, the most important ones first. No key may stand for two of them.
    pub(crate) fn commands(self) -> impl Iterator<Item = &'static CommandSpec> {
        SPECS.iter().filter(move |spec| spec.screens.contains(&self))
    }
}

type Text = &'static str;

/// The groups of keys on the help page, by what a person wants.
pub(crate) const GROUPS: [Text; 4] = ["Play", "Look", "Ask", "Leave"];
const PLAY: usize = 0;
const LOOK: usize = 1;
const ASK: usize = 2;
const LEAVE: usize = 3;

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

impl CommandSpec {
    /// The commands whose keys are shown: of what is no direction, the first is enough.
    pub(crate) fn shown(&self) -> &'static [Command] {
        let directed = self.commands.first().is_some_and(|first| first.is_direction());
        if directed { self.commands } else { &self.commands[..self.commands.len().min(1)] }
    }
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
const EXPLORED: &[Screen] = &[Explored, Reviewed];
/// What can be quit.
const MAIN: &[Screen] = &[Start, Playing, RoundOver, Over, Explored, Reviewed, Chain, Example];

const SPECS: &[CommandSpec] = &[
    spec(&[Reviewed], &[Left, Right], "step", (LOOK, "a move back, on")),
    spec(&[Reviewed], &[Up, Down], "number", (PLAY, "another number")),
    spec(&[Start], &[Choose], "play", (PLAY, "play, or go on")),
    spec(&[Form], &[Choose], "play", (PLAY, "begin the game")),
    spec(&[Playing, Explored, Reviewed], &[Choose], "play", (PLAY, "play the number")),
    spec(&[Chain], &[Choose], "add", (PLAY, "add the number")),
    spec(&[Example], &[Left, Right], "step", (LOOK, "a number back, on")),
    spec(&[Example], &[Up, Down], "ten", (LOOK, "ten numbers back, on")),
    spec(&[RoundOver], &[Choose], "next round", (PLAY, "the next round")),
    spec(&[Over], &[Rematch], "play again", (PLAY, "play again")),
    spec(&[Saving], &[Choose], "save", (PLAY, "")),
    spec(&[Start], &[Up, Down], "or 1-6 choose", (PLAY, "choose a game")),
    spec(&[Form], &[Up, Down], "line", (PLAY, "another line")),
    spec(&[Playing], ARROWS, "move", (PLAY, "move the cursor")),
    spec(ENDED, &[Review], "review", (LOOK, "go through it")),
    spec(&[RoundOver], &[Rematch], "rematch", (PLAY, "the match again")),
    spec(&[Start], &[Options], "options", (PLAY, "players and rules")),
    spec(&[Over], &[Options], "new opponent", (PLAY, "players and rules")),
    spec(&[Start], &[Left, Right], "rules", (PLAY, "other rules")),
    spec(&[Form], &[Left, Right], "change", (PLAY, "another choice")),
    spec(&[Playing], &[Hint], "hint", (ASK, "a hint, in 3 steps")),
    spec(ENDED, &[New], "another game", (PLAY, "another game")),
    spec(&[Playing, RoundOver, Over], &[Undo], "undo", (PLAY, "take a move back")),
    spec(ENDED, &[Redo], "", (PLAY, "redo the move")),
    spec(&[Explored], &[Undo], "back", (LOOK, "a move back")),
    spec(&[Explored], &[Redo], "on", (LOOK, "a move on")),
    spec(&[Explored], &[OtherLine], "side line", (LOOK, "next side line")),
    spec(&[Chain], &[Undo], "back", (PLAY, "take a number back")),
    spec(&[Chain], &[Redo], "redo", (PLAY, "add it again")),
    spec(&[Chain], &[OtherLine], "your longest", (PLAY, "your longest chain")),
    spec(&[Chain], &[NextLegal, PreviousLegal], "", (PLAY, "next that can follow")),
    spec(&[Reviewed], &[OtherLine], "side line", (PLAY, "next side line")),
    spec(&[Explored, Reviewed], &[Review], "slip", (LOOK, "next slip")),
    spec(&[Explored, Reviewed], &[Hint], "why", (ASK, "show or hide why")),
    spec(&[Reviewed], &[Undo, Redo], "", (LOOK, "")),
    spec(&[Start], &[Continue], "continue", (PLAY, "newest unfinished")),
    spec(&[Start], &[Delete], "delete", (PLAY, "delete unfinished")),
    spec(ENDED, &[Save], "save", (LEAVE, "save a copy")),
    spec(&[Start, RoundOver, Over], &[Explore], "explore", (ASK, "explore: try moves")),
    spec(&[Form], &[Back], "back", (LEAVE, "back")),
    spec(EXPLORED, &[Back], "leave", (LEAVE, "leave")),
    spec(&[Example], &[Hint, Back], "your chain", (LEAVE, "your own chain")),
    spec(&[Page], &[Back, Help, Choose, Quit], "close", (LEAVE, "")),
    spec(&[Saving], &[Back], "cancel", (LEAVE, "")),
    spec(&[Chain], &[Hint], "example", (ASK, "one of the longest")),
    spec(&[Chain], &[New], "anew", (PLAY, "begin again")),
    spec(MAIN, &[Help], "help", (ASK, "")),
    spec(&[Chain], &[Back], "leave", (LEAVE, "leave; it is kept")),
    spec(&[Form], &[Help], "help", (ASK, "")),
    spec(&[Start, RoundOver, Over, Explored, Reviewed], &[Quit], "quit", (LEAVE, "quit")),
    spec(&[Chain, Example], &[Quit], "quit", (LEAVE, "quit; it is kept")),
    spec(&[Chain, Example], &[Notation], "copy", (ASK, "the numbers as text")),
    spec(&[Playing], &[Quit], "quit", (LEAVE, "quit; game is kept")),
    spec(&[Explored, Reviewed], &[Continue], "play on", (PLAY, "play on from here")),
    spec(EXPLORED, &[Notation], "copy moves", (ASK, "the moves as text")),
    spec(&[Playing], &[NextLegal, PreviousLegal], "next", (PLAY, "next legal one")),
    spec(&[Explored], &[NextLegal, PreviousLegal], "next", (PLAY, "next legal one")),
    spec(&[Playing], &[Redo], "redo", (PLAY, "redo the move")),
    spec(&[Playing], &[Explore], "explore", (ASK, "explore: try moves")),
    spec(&[Playing], &[New], "menu", (LEAVE, "menu; game is kept")),
    spec(&[Playing], &[Save], "save", (LEAVE, "save a copy")),
    spec(&[Playing], &[Resign], "resign", (LEAVE, "resign (asks)")),
    spec(&[Playing], &[Rematch], "", (LEAVE, "begin it anew")),
    spec(&[Chain], ARROWS, "", (PLAY, "move the cursor")),
    spec(&[Explored], ARROWS, "", (PLAY, "choose, or type it")),
    spec(ENDED, ARROWS, "", (LOOK, "")),
    spec(&[Playing, Chain, Form], &[], "0-9", (PLAY, "type a number")),
    spec(&[Start], &[], "1-6", (PLAY, "choose a game")),
    spec(&[Playing], &[Back], "", (ASK, "")),
    spec(&[Form, Reviewed], &[NextLegal, PreviousLegal], "", (PLAY, "")),
    spec(&[Playing], &[Hide], "", (LOOK, "mark legal ones")),
    spec(&[Playing], &[Preview], "", (LOOK, "tell the replies")),
    spec(&[Reviewed], &[Home], "", (LOOK, "to the beginning")),
    spec(&[Reviewed], &[End], "", (LOOK, "to the end")),
    spec(&[Example], &[Home], "first", (LOOK, "the first number")),
    spec(&[Example], &[End], "last", (LOOK, "the last number")),
    spec(&[Example], &[Choose, Undo, Redo], "", (LOOK, "")),
    spec(&[Start, Playing, RoundOver, Over], &[Theme], "", (LOOK, "other colours")),
    spec(&[Explored, Reviewed, Chain, Example], &[Theme], "", (LOOK, "")),
    spec(MAIN, &[Home, End, PageUp, PageDown, Suspend], "", (LOOK, "")),
    spec(&[Form, Page], &[Suspend], "", (LOOK, "")),
];

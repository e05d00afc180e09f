//! What a key can do. One table gives the key map, the help line and the help page, so they cannot differ.

/// Something a person can ask for with a key or by pressing its name in the help line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One number back.
    Left,
    /// One number on.
    Right,
    /// A screenful up.
    PageUp,
    /// A screenful down.
    PageDown,
    /// To the first.
    Home,
    /// To the last.
    End,
    /// To the next number that can be played.
    NextLegal,
    /// To the one before.
    PreviousLegal,
    /// Do what the cursor is on.
    Choose,
    /// Go on with the newest unfinished game.
    Continue,
    /// Change how the game is played.
    Options,
    /// Take moves back.
    Undo,
    /// Play them again.
    Redo,
    /// Won or lost; then what to do.
    Hint,
    /// Go through the game.
    Review,
    /// The start screen.
    New,
    /// The same again with the seats swapped.
    Rematch,
    /// Write a copy to a file.
    Save,
    /// Give the game up.
    Resign,
    /// Other colours.
    Theme,
    /// The help page.
    Help,
    /// Back to where one came from.
    Back,
    /// Leave the program.
    Quit,
    /// Stop the program for now, as a shell does.
    Suspend,
}

/// Where somebody is; a key can mean something else there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    /// The list of games.
    Start,
    /// The choices for one game.
    Setup,
    /// A game in progress.
    Board,
    /// A game that is over.
    Over,
    /// A game looked at again.
    Review,
    /// The help page.
    Help,
    /// A file name is being typed.
    Save,
}

impl Room {
    /// All of them.
    pub const ALL: [Room; 7] =
        [Room::Start, Room::Setup, Room::Board, Room::Over, Room::Review, Room::Help, Room::Save];
}

/// A command with the name it has in the settings file and the keys it has unless they say otherwise.
#[derive(Debug)]
pub(crate) struct Keys {
    pub(crate) command: Command,
    pub(crate) name: &'static str,
    pub(crate) keys: &'static [&'static str],
}

/// What a command does in one room.
#[derive(Debug)]
pub(crate) struct Use {
    pub(crate) room: Room,
    pub(crate) command: Command,
    /// For the help line; what everybody knows has none.
    pub(crate) label: &'static str,
    /// For the help page.
    pub(crate) help: &'static str,
}

const fn keys(command: Command, name: &'static str, keys: &'static [&'static str]) -> Keys {
    Keys { command, name, keys }
}

/// Every command.
pub(crate) const KEYS: [Keys; 26] = [
    keys(Command::Up, "up", &["up", "k"]),
    keys(Command::Down, "down", &["down", "j"]),
    keys(Command::Left, "left", &["left", "h"]),
    keys(Command::Right, "right", &["right", "l"]),
    keys(Command::PageUp, "page-up", &["pageup"]),
    keys(Command::PageDown, "page-down", &["pagedown"]),
    keys(Command::Home, "home", &["home"]),
    keys(Command::End, "end", &["end"]),
    keys(Command::NextLegal, "next-legal", &["tab"]),
    keys(Command::PreviousLegal, "previous-legal", &["backtab"]),
    keys(Command::Choose, "choose", &["enter", "space"]),
    keys(Command::Continue, "continue", &["c"]),
    keys(Command::Options, "options", &["o"]),
    keys(Command::Undo, "undo", &["u"]),
    keys(Command::Redo, "redo", &["r"]),
    keys(Command::Hint, "hint", &["i"]),
    keys(Command::Review, "review", &["v"]),
    keys(Command::New, "new", &["n"]),
    keys(Command::Rematch, "rematch", &["m"]),
    keys(Command::Save, "save", &["s"]),
    keys(Command::Resign, "resign", &["x"]),
    keys(Command::Theme, "theme", &["t"]),
    keys(Command::Help, "help", &["?", "f1"]),
    keys(Command::Back, "back", &["esc"]),
    keys(Command::Quit, "quit", &["q"]),
    keys(Command::Suspend, "suspend", &["ctrl-z"]),
];

const fn here(room: Room, command: Command, label: &'static str, help: &'static str) -> Use {
    Use { room, command, label, help }
}

/// Every command in every room that has it, in the order of the help line.
pub(crate) const USES: &[Use] = &[
    here(
        Room::Start,
        Command::Choose,
        "play",
        "Play the game, or go on with it (1 to 5 do it at once)",
    ),
    here(Room::Start, Command::Options, "options", "Choose players, board and rules first"),
    here(Room::Start, Command::Continue, "continue", "Go on with the newest unfinished game"),
    here(Room::Start, Command::Help, "help", "This page"),
    here(Room::Start, Command::Quit, "quit", "Leave"),
    here(Room::Start, Command::Up, "", "The game above"),
    here(Room::Start, Command::Down, "", "The game below"),
    here(Room::Start, Command::Home, "", "The first"),
    here(Room::Start, Command::End, "", "The last"),
    here(Room::Start, Command::Theme, "", "Other colours"),
    here(Room::Start, Command::Suspend, "", "Back to the shell for a while (fg returns)"),
    //
    here(Room::Setup, Command::Choose, "play", "Begin the game"),
    here(Room::Setup, Command::Left, "change", "The choice before"),
    here(Room::Setup, Command::Right, "", "The next choice"),
    here(Room::Setup, Command::Back, "back", "Back to the games"),
    here(Room::Setup, Command::Help, "help", "This page"),
    here(Room::Setup, Command::Up, "", "The line above"),
    here(Room::Setup, Command::Down, "", "The line below"),
    here(Room::Setup, Command::NextLegal, "", "The line below"),
    here(Room::Setup, Command::PreviousLegal, "", "The line above"),
    here(Room::Setup, Command::Suspend, "", "Back to the shell for a while (fg returns)"),
    //
    here(
        Room::Board,
        Command::Choose,
        "play",
        "Play the number under the cursor, or the number typed",
    ),
    here(Room::Board, Command::NextLegal, "next legal", "To the next number that can be played"),
    here(Room::Board, Command::PreviousLegal, "", "To the one before"),
    here(
        Room::Board,
        Command::Undo,
        "undo",
        "Take back: your last move, and the reply of a program",
    ),
    here(Room::Board, Command::Redo, "redo", "Play again what was taken back"),
    here(Room::Board, Command::Hint, "hint", "Won or lost; once more: the move, and why"),
    here(Room::Board, Command::New, "new", "Another game; this one is kept"),
    here(Room::Board, Command::Help, "help", "This page"),
    here(Room::Board, Command::Quit, "quit", "Leave; the game is kept"),
    here(Room::Board, Command::Save, "save", "Write a copy of the game to a file"),
    here(Room::Board, Command::Resign, "resign", "Give the game up (twice, to be sure)"),
    here(Room::Board, Command::Rematch, "", "The same match anew, seats swapped; this one is kept"),
    here(Room::Board, Command::Left, "", "The number before"),
    here(Room::Board, Command::Right, "", "The next number"),
    here(Room::Board, Command::Up, "", "The number above"),
    here(Room::Board, Command::Down, "", "The number below"),
    here(Room::Board, Command::PageUp, "", "A screenful up"),
    here(Room::Board, Command::PageDown, "", "A screenful down"),
    here(Room::Board, Command::Home, "", "The first number"),
    here(Room::Board, Command::End, "", "The last number"),
    here(Room::Board, Command::Theme, "", "Other colours"),
    here(Room::Board, Command::Back, "", "Drop what was typed, the hint, or the message"),
    here(Room::Board, Command::Suspend, "", "Back to the shell for a while (fg returns)"),
    //
    here(Room::Over, Command::Choose, "next round", "The next round of a series"),
    here(
        Room::Over,
        Command::Review,
        "review",
        "Go through the game: who stood to win, and where it slipped",
    ),
    here(Room::Over, Command::Rematch, "rematch", "The same match anew, seats swapped"),
    here(Room::Over, Command::New, "new", "Another game"),
    here(Room::Over, Command::Undo, "undo", "Take back: the last move, and the reply of a program"),
    here(Room::Over, Command::Redo, "", "Play again what was taken back"),
    here(Room::Over, Command::Save, "save", "Write a copy of the game to a file"),
    here(Room::Over, Command::Help, "help", "This page"),
    here(Room::Over, Command::Quit, "quit", "Leave"),
    here(Room::Over, Command::Left, "", "The number before"),
    here(Room::Over, Command::Right, "", "The next number"),
    here(Room::Over, Command::Up, "", "The number above"),
    here(Room::Over, Command::Down, "", "The number below"),
    here(Room::Over, Command::PageUp, "", "A screenful up"),
    here(Room::Over, Command::PageDown, "", "A screenful down"),
    here(Room::Over, Command::Home, "", "The first number"),
    here(Room::Over, Command::End, "", "The last number"),
    here(Room::Over, Command::Theme, "", "Other colours"),
    here(Room::Over, Command::Suspend, "", "Back to the shell for a while (fg returns)"),
    //
    here(Room::Review, Command::Left, "back", "The move before"),
    here(Room::Review, Command::Right, "on", "The next move"),
    here(Room::Review, Command::PreviousLegal, "", "To the slip before, round and round"),
    here(Room::Review, Command::NextLegal, "next slip", "To the next slip, round and round"),
    here(Room::Review, Command::Home, "", "Before the first move"),
    here(Room::Review, Command::End, "", "After the last move"),
    here(Room::Review, Command::Back, "leave", "Back to the end of the game"),
    here(Room::Review, Command::Help, "help", "This page"),
    here(Room::Review, Command::Quit, "quit", "Leave"),
    here(Room::Review, Command::Theme, "", "Other colours"),
    here(Room::Review, Command::Suspend, "", "Back to the shell for a while (fg returns)"),
    //
    here(Room::Help, Command::Up, "scroll", "A line up"),
    here(Room::Help, Command::Down, "", "A line down"),
    here(Room::Help, Command::PageUp, "", "A screenful up"),
    here(Room::Help, Command::PageDown, "", "A screenful down"),
    here(Room::Help, Command::Home, "", "The beginning"),
    here(Room::Help, Command::End, "", "The end"),
    here(Room::Help, Command::Back, "close", "Close this page"),
    here(Room::Help, Command::Help, "", "Close this page"),
    here(Room::Help, Command::Choose, "", "Close this page"),
    here(Room::Help, Command::Quit, "", "Close this page"),
    here(Room::Help, Command::Suspend, "", "Back to the shell for a while (fg returns)"),
    //
    here(Room::Save, Command::Choose, "save", "Write the file"),
    here(Room::Save, Command::Back, "cancel", "Do not"),
];

impl Command {
    /// The name in the settings file.
    pub(crate) fn name(self) -> &'static str {
        KEYS.iter().find(|keys| keys.command == self).map_or("", |keys| keys.name)
    }
}

impl Room {
    /// What can be done here.
    pub(crate) fn uses(self) -> impl Iterator<Item = &'static Use> {
        USES.iter().filter(move |used| used.room == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_used_somewhere_and_once_a_room() {
        for keys in KEYS {
            assert!(USES.iter().any(|used| used.command == keys.command), "{}", keys.name);
        }
        for room in Room::ALL {
            let commands: Vec<Command> = room.uses().map(|used| used.command).collect();
            for command in &commands {
                assert_eq!(
                    commands.iter().filter(|other| *other == command).count(),
                    1,
                    "{command:?}"
                );
                assert!(KEYS.iter().any(|keys| keys.command == *command), "{command:?}");
            }
            assert!(room.uses().all(|used| !used.help.is_empty()));
        }
    }
}

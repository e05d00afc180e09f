//! The commands by name.

use divvy_rules::named;

named! {
    pub(super) enum Command: name {
        Name = "name",
        Version = "version",
        ListCommands = "list_commands",
        New = "new",
        State = "state",
        Legal = "legal",
        Play = "play",
        Undo = "undo",
        Genmove = "genmove",
        Solve = "solve",
        Review = "review",
        Quit = "quit",
    }
}

impl Command {
    /// The fields beside `id` and `command`.
    pub(super) const fn takes(self) -> &'static [&'static str] {
        match self {
            Command::New => &["game", "options", "moves", "position", "turn_limit", "legal"],
            Command::Play => &["move", "legal"],
            Command::Undo => &["legal"],
            Command::Genmove => &["bot", "seed", "legal"],
            _ => &[],
        }
    }
}

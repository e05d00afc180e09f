//! The commands by name.

/// What the engine can be asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Name,
    Version,
    ListCommands,
    New,
    State,
    Legal,
    Play,
    Undo,
    Genmove,
    Solve,
    Review,
    Quit,
}

impl Command {
    /// All of them, in the order in which they are listed.
    pub(super) const ALL: [Command; 12] = [
        Command::Name,
        Command::Version,
        Command::ListCommands,
        Command::New,
        Command::State,
        Command::Legal,
        Command::Play,
        Command::Undo,
        Command::Genmove,
        Command::Solve,
        Command::Review,
        Command::Quit,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Command::Name => "name",
            Command::Version => "version",
            Command::ListCommands => "list_commands",
            Command::New => "new",
            Command::State => "state",
            Command::Legal => "legal",
            Command::Play => "play",
            Command::Undo => "undo",
            Command::Genmove => "genmove",
            Command::Solve => "solve",
            Command::Review => "review",
            Command::Quit => "quit",
        }
    }

    /// The fields beside `id` and `command`.
    pub(super) const fn takes(self) -> &'static [&'static str] {
        match self {
            Command::New => &["game", "options", "moves", "position"],
            Command::Play => &["move"],
            Command::Genmove => &["bot", "seed"],
            _ => &[],
        }
    }
}

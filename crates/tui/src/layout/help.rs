//! The help line and the help page, both from the table of commands.

use divvy_play::{Occupant, Seat, words};
use divvy_rules::Game;
use ratatui::layout::Rect;

use super::{Ink, Runs, plain, width, wrap};
use crate::app::{App, Screen};
use crate::command::{Command, Room, Use};
use crate::keys::Key;
use crate::start::Entry;
use crate::table::Table;

/// One entry of the help line.
#[derive(Clone, Debug)]
pub(crate) struct HelpItem {
    pub(crate) area: Rect,
    pub(crate) command: Command,
    pub(crate) key: String,
    pub(crate) label: &'static str,
}

/// The help line: as many entries as there is room for; the key for help is always among them.
pub(crate) fn help_line(app: &App) -> Vec<HelpItem> {
    let room = app.room();
    let line = app.size.height.saturating_sub(1);
    let first = |command| app.keys.of(command).first().map_or_else(String::new, Key::to_string);
    let item = |used: &Use| {
        let key = match (room, used.command) {
            // Two keys, one line: they do the same in two directions.
            (Room::Setup, Command::Left) => first(Command::Left) + "/" + &first(Command::Right),
            (Room::Help, Command::Up) => first(Command::Up) + "/" + &first(Command::Down),
            (_, command) => first(command),
        };
        (used.command, key, used.label)
    };
    let mut items: Vec<_> = room
        .uses()
        .filter(|used| !used.label.is_empty() && makes_sense(app, used.command))
        .map(item)
        .collect();
    let needed = |items: &[(Command, String, &'static str)]| {
        items.iter().map(|(_, key, label)| width(key) + label.len() + 3).sum::<usize>()
    };
    while needed(&items) > usize::from(app.size.width) {
        // The least important ones stand last.
        let Some(last) = items.iter().rposition(|(command, ..)| {
            !matches!(command, Command::Help | Command::Quit | Command::Back)
        }) else {
            break;
        };
        items.remove(last);
    }
    let mut x = 1;
    items
        .into_iter()
        .map(|(command, key, label)| {
            let wide = (width(&key) + label.len() + 1) as u16;
            let area = Rect { x, y: line, width: wide, height: 1 };
            x += wide + 2;
            HelpItem { area, command, key, label }
        })
        .collect()
}

fn has_person(table: &Table) -> bool {
    Seat::BOTH.iter().any(|seat| *table.game().player(*seat) == Occupant::Human)
}

/// Whether a command would do anything now.
fn makes_sense(app: &App, command: Command) -> bool {
    match (&app.screen, command) {
        (Screen::Start(start), Command::Continue) => {
            matches!(start.entries.first(), Some(Entry::Continue { .. }))
        }
        (Screen::Start(start), Command::Options) => {
            matches!(start.entry(), Some(Entry::Game(_)))
        }
        (Screen::Setup(form), Command::Left | Command::Help) => !form.takes_text(),
        (Screen::Table(table), Command::Choose) if table.is_over() => !table.game().is_finished(),
        (Screen::Table(table), Command::Undo) => {
            let given_up = table.game().round().given_up().is_some();
            has_person(table) && !given_up && !table.record().moves().is_empty()
        }
        (
            Screen::Table(table),
            Command::Choose | Command::NextLegal | Command::Hint | Command::Resign,
        ) => has_person(table),
        (Screen::Table(table), Command::Redo) => table.can_redo(),
        _ => true,
    }
}

/// The help page: the rules in brief, what the signs mean, the keys of the screen below, all from the table of
/// commands.
pub(crate) fn help_lines(app: &App) -> Vec<Runs> {
    let most = usize::from(app.size.width.min(90)).saturating_sub(6);
    let glyphs = app.look.glyphs();
    let mut lines: Vec<Runs> = Vec::new();
    let game = match &app.screen {
        Screen::Start(start) => match start.entry() {
            Some(Entry::Game(game)) => Some(*game),
            _ => None,
        },
        Screen::Setup(form) => Some(form.game()),
        Screen::Table(table) | Screen::Review(table, _) => Some(table.game().rules().game()),
        Screen::Nothing => None,
    };
    if let Some(game) = game {
        lines.push(vec![(Ink::Title, words::name(game).to_owned())]);
        lines.extend(wrap(words::brief(game), most).into_iter().map(plain));
        lines.push(Vec::new());
    }
    let room = app.room_below();
    lines.push(vec![(Ink::Title, "Keys".to_owned())]);
    for used in room.uses() {
        let keys: Vec<String> = app.keys.of(used.command).iter().map(ToString::to_string).collect();
        let head = format!("{:<16}", keys.join(" "));
        let wide = width(&head);
        for (index, text) in wrap(used.help, most.saturating_sub(wide)).into_iter().enumerate() {
            let head = if index == 0 { head.clone() } else { " ".repeat(wide) };
            lines.push(vec![(Ink::Title, head), (Ink::Text, text)]);
        }
    }
    for text in [
        "A number can be typed; the mouse can press numbers, and the words of the bottom line.",
        "ctrl-c leaves at once. The game is on disk after every move.",
    ] {
        lines.extend(wrap(text, most).into_iter().map(plain));
    }
    if matches!(room, Room::Board | Room::Over | Room::Review) {
        lines.push(Vec::new());
        lines.push(vec![(Ink::Title, "Signs".to_owned())]);
        let race = game == Some(Game::NumberMaze);
        let mut signs = vec![
            ("[12]".to_owned(), "can be played now (in a thick box where there is room)"),
            (" 12 ".to_owned(), "on the board, but not now"),
        ];
        if race {
            signs.push(("(12)".to_owned(), "where the player to move stands"));
            signs.push((
                format!("{} {}", glyphs.tokens[0], glyphs.tokens[1]),
                "the players' tokens",
            ));
            signs.push((glyphs.both.to_owned(), "both tokens"));
            signs.push((glyphs.target.to_owned(), "the target"));
            signs.push((glyphs.banned.to_owned(), "the node you were on last turn"));
        } else {
            signs.push(("(12)".to_owned(), "the last number (in a double box)"));
            signs.push((glyphs.taken.to_owned(), "taken"));
        }
        signs.push((glyphs.factor.to_owned(), "a factor of the number under the cursor"));
        signs.push((glyphs.multiple.to_owned(), "a multiple of it"));
        signs
            .push((glyphs.best.to_owned(), "the move that a hint advises, or that would have won"));
        if !race {
            signs.push((
                "a b c".to_owned(),
                "partners, in a hint: who takes one is answered by the other",
            ));
        }
        for (sign, text) in signs {
            let head = format!("{sign}{}", " ".repeat(16_usize.saturating_sub(width(&sign))));
            lines.push(vec![(Ink::Title, head), (Ink::Text, text.to_owned())]);
        }
    }
    if let Some(game) = game {
        lines.push(Vec::new());
        for line in words::rules(game).lines() {
            let title = !line.is_empty() && !line.contains(char::is_lowercase);
            let ink = if title { Ink::Title } else { Ink::Text };
            match width(line) <= most {
                true => lines.push(vec![(ink, line.to_owned())]),
                false => lines.extend(wrap(line, most).into_iter().map(|line| vec![(ink, line)])),
            }
        }
    }
    lines
}

/// Lines of the help page that can be seen at once.
pub(crate) fn help_height(app: &App) -> usize {
    usize::from(app.size.height).saturating_sub(5).max(1)
}

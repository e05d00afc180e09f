//! What each command does, screen by screen.

use std::path::Path;

use divvy_play::expanded;
use divvy_rules::Game;

use crate::app::{App, Departure, Page, Screen};
use crate::command::Command;
use crate::form::Form;
use crate::keys::Key;
use crate::layout;
use crate::start::Entry;
use crate::table::Thought;
use crate::work::Task;

impl App {
    pub(super) fn do_on_page(&mut self, command: Command) {
        let lines = layout::help_lines(self).len();
        let visible = layout::help_height(self);
        match (&mut self.page, command) {
            (Some(Page::Help { top }), _) => {
                let most = lines.saturating_sub(visible);
                match command {
                    Command::Up => *top = top.saturating_sub(1),
                    Command::Down => *top = (*top + 1).min(most),
                    Command::PageUp => *top = top.saturating_sub(visible),
                    Command::PageDown => *top = (*top + visible).min(most),
                    Command::Home => *top = 0,
                    Command::End => *top = most,
                    Command::Suspend => self.suspending = true,
                    _ => self.page = None,
                }
            }
            (Some(Page::Save { file }), Command::Choose) => {
                let path = expanded(file.trim());
                let named = !file.trim().is_empty();
                self.page = None;
                if named && let Some(table) = self.table_mut() {
                    table.save_copy(&path);
                }
            }
            _ => self.page = None,
        }
    }

    pub(super) fn do_here(&mut self, command: Command) {
        match command {
            Command::Help => self.page = Some(Page::Help { top: 0 }),
            Command::Theme => {
                self.look.theme = self.look.theme.next();
                self.memory.keep_theme(self.look.theme);
                let text = match self.look.colours {
                    true => format!("Colours: {}.", self.look.theme.name()),
                    false => "Colours are off: NO_COLOR is set, or --color never.".to_owned(),
                };
                if let Some(table) = self.table_mut() {
                    table.say(&text);
                }
            }
            Command::Suspend => self.suspending = true,
            Command::Quit => self.depart(Departure::Quit),
            Command::New => self.go_to_start(),
            Command::Rematch => self.rematch(),
            _ => match &mut self.screen {
                Screen::Start(_) => self.do_at_start(command),
                Screen::Setup(_) => self.do_at_setup(command),
                Screen::Table(_) => self.do_at_table(command),
                Screen::Review(_, replay) => match command {
                    Command::Left => replay.step(-1),
                    Command::Right => replay.step(1),
                    Command::NextLegal => replay.next_slip(true),
                    Command::PreviousLegal => replay.next_slip(false),
                    Command::Home => replay.go_to(0),
                    Command::End => replay.go_to(usize::MAX),
                    Command::Back => self.leave_review(),
                    _ => {}
                },
                Screen::Nothing => {}
            },
        }
    }

    pub(super) fn do_at_start(&mut self, command: Command) {
        let Screen::Start(start) = &mut self.screen else { return };
        match command {
            Command::Up => start.step(-1),
            Command::Down => start.step(1),
            Command::Home => start.selected = 0,
            Command::End => start.step(isize::MAX),
            Command::Choose => self.begin(),
            Command::Continue => {
                if let Some(Entry::Continue { path, .. }) = start.entries.first() {
                    let path = path.clone();
                    self.resume(&path);
                } else {
                    start.problem = Some(match start.in_use {
                        0 => "There is no unfinished game.".to_owned(),
                        _ => "The unfinished game is open in another window.".to_owned(),
                    });
                }
            }
            Command::Options => match start.entry() {
                Some(Entry::Game(game)) => {
                    let proposal = self.memory.proposal(*game);
                    self.screen = Screen::Setup(Form::new(proposal));
                }
                _ => {
                    let text = "A game in progress keeps its options; choose one of the five.";
                    start.problem = Some(text.to_owned());
                }
            },
            _ => {}
        }
    }

    pub(super) fn do_at_setup(&mut self, command: Command) {
        let Screen::Setup(form) = &mut self.screen else { return };
        match command {
            Command::Up | Command::PreviousLegal => form.step(-1),
            Command::Down | Command::NextLegal => form.step(1),
            Command::Left => form.change(false),
            Command::Right => form.change(true),
            Command::Back => {
                let game = form.game();
                self.screen = Screen::Start(self.start_at(game));
            }
            Command::Choose if form.problem().is_none() => {
                let proposal = form.proposal.clone();
                self.propose(&proposal);
            }
            _ => {}
        }
    }

    pub(super) fn do_at_table(&mut self, command: Command) {
        let (columns, page) =
            self.grid().map_or((1, 1), |grid| (i64::from(grid.columns), i64::from(grid.visible())));
        let Screen::Table(table) = &mut self.screen else { return };
        match command {
            Command::Left => table.step(-1),
            Command::Right => table.step(1),
            Command::Up => table.step_row(-columns),
            Command::Down => table.step_row(columns),
            Command::PageUp => table.step(-columns * page),
            Command::PageDown => table.step(columns * page),
            Command::Home => table.step(i64::from(i32::MIN)),
            Command::End => table.step(i64::from(i32::MAX)),
            Command::NextLegal => table.next_legal(true),
            Command::PreviousLegal => table.next_legal(false),
            Command::Choose if table.is_over() => self.go_on(),
            Command::Choose if table.is_stuck() => table.waiting = None,
            Command::Choose => table.choose(),
            Command::Undo => table.undo(),
            Command::Redo => table.redo(),
            Command::Resign => table.resign(),
            Command::Back => table.dismiss(),
            Command::Save => {
                let game = table.game().rules().game();
                self.page = Some(Page::Save { file: free_name(game) });
            }
            Command::Hint => {
                if let Some(task) = table.hint() {
                    self.ask(task, Thought::Hint);
                }
            }
            Command::Review if table.is_over() && table.waiting.is_none() => {
                let task = Task::Review(Box::new(table.record().clone()));
                self.ask(task, Thought::Review);
            }
            _ => {}
        }
    }

    /// The next round of a series. After the last one nothing is begun by a key that somebody may still be
    /// pressing.
    pub(super) fn go_on(&mut self) {
        let key = |command| self.keys.of(command).first().map_or_else(String::new, Key::to_string);
        let (again, other) = (key(Command::Rematch), key(Command::New));
        if let Some(table) = self.table_mut()
            && !table.next_round()
        {
            table.say(&format!("{again} plays again, {other} is another game."));
        }
    }
}

/// A name for a copy that nothing has yet.
fn free_name(game: Game) -> String {
    let names = std::iter::once(format!("{game}.divvy"))
        .chain((2..1_000).map(|number| format!("{game}-{number}.divvy")));
    names.into_iter().find(|name| !Path::new(name).exists()).unwrap_or_default()
}

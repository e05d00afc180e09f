//! The state of the program on the screen. It changes by actions and by nothing else.

mod commands;
mod ways;

use std::time::Duration;

use divvy_play::{Proposal, Session, Store, words};
use divvy_rules::{Game, Number};
use ratatui::layout::Size;

use crate::action::Action;
use crate::command::{Command, Room};
use crate::form::Form;
use crate::grid::Grid;
use crate::keys::{Key, KeyMap};
use crate::layout;
use crate::memory::Memory;
use crate::replay::Replay;
use crate::settings::Settings;
use crate::start::{Entry, Start};
use crate::table::{Table, Thought, Waiting};
use crate::theme::Look;
use crate::work::{Answer, Job, Task};

/// What is on the screen, below a page that may cover it.
#[derive(Debug)]
pub(crate) enum Screen {
    Start(Start),
    Setup(Form),
    Table(Box<Table>),
    Review(Box<Table>, Box<Replay>),
    /// Between two screens, and never seen.
    Nothing,
}

/// A page above the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Help { top: usize },
    Save { file: String },
}

/// How somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// By asking to.
    Quit,
    /// With Ctrl-C.
    Interrupted,
    /// Because the system asked for it, with this signal.
    Signal(i32),
    /// The terminal was gone.
    InputEnded,
}

/// The program on the screen.
#[derive(Debug)]
pub struct App {
    pub(crate) screen: Screen,
    pub(crate) page: Option<Page>,
    pub(crate) size: Size,
    pub(crate) keys: KeyMap,
    pub(crate) look: Look,
    /// Counts while something is awaited, to show that it goes on.
    pub(crate) ticks: usize,
    store: Store,
    memory: Memory,
    pause: Duration,
    jobs: Vec<Job>,
    last_ticket: u64,
    last_table: u64,
    departure: Option<Departure>,
    suspending: bool,
    /// A match was left that can be gone on with.
    kept: bool,
}

impl App {
    /// The start screen, with games kept in this store and choices in this memory.
    #[must_use]
    pub fn new(store: Store, memory: Memory, settings: &Settings, look: Look, size: Size) -> Self {
        let start = Start::new(&store, memory.game());
        Self {
            screen: Screen::Start(start),
            page: None,
            size,
            keys: settings.keys.clone(),
            look,
            ticks: 0,
            store,
            memory,
            pause: settings.pause,
            jobs: Vec::new(),
            last_ticket: 0,
            last_table: 0,
            departure: None,
            suspending: false,
            kept: false,
        }
    }

    /// The board of a match, at once.
    #[must_use]
    pub fn at_table(mut self, session: Session) -> Self {
        self.sit_down(session);
        self.settle();
        self
    }

    /// Where somebody is.
    #[must_use]
    pub fn room(&self) -> Room {
        match &self.page {
            Some(Page::Help { .. }) => Room::Help,
            Some(Page::Save { .. }) => Room::Save,
            None => self.room_below(),
        }
    }

    /// Where somebody is once a page above the screen is closed.
    pub(crate) fn room_below(&self) -> Room {
        match &self.screen {
            Screen::Start(_) | Screen::Nothing => Room::Start,
            Screen::Setup(_) => Room::Setup,
            Screen::Table(table) if table.is_over() => Room::Over,
            Screen::Table(_) => Room::Board,
            Screen::Review(..) => Room::Review,
        }
    }

    /// The session of the match at the table, for tests and for whoever embeds the board.
    #[must_use]
    pub fn game(&self) -> Option<&divvy_play::Match> {
        self.table().map(Table::game)
    }

    /// The size of the window.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The number under the cursor.
    #[must_use]
    pub fn cursor(&self) -> Option<Number> {
        self.table().map(Table::cursor)
    }

    /// What is said under the board.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        let table = self.table()?;
        let note = table.note.as_ref().map(|note| note.text.as_str());
        note.or(table.ending.as_deref())
    }

    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.screen {
            Screen::Table(table) | Screen::Review(table, _) => Some(table),
            Screen::Start(_) | Screen::Setup(_) | Screen::Nothing => None,
        }
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.screen {
            Screen::Table(table) | Screen::Review(table, _) => Some(table),
            Screen::Start(_) | Screen::Setup(_) | Screen::Nothing => None,
        }
    }

    /// How a game would be played if it were picked now.
    pub(crate) fn proposal(&self, game: Game) -> Proposal {
        self.memory.proposal(game)
    }

    /// Whether something is being worked out, and time should be told.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.table().is_some_and(|table| table.waiting.is_some() && !table.is_stuck())
    }

    /// How somebody left, once they have.
    #[must_use]
    pub const fn departure(&self) -> Option<Departure> {
        self.departure
    }

    /// Whether a match was left that can be gone on with.
    #[must_use]
    pub const fn has_kept_a_game(&self) -> bool {
        self.kept
    }

    /// Whether the program is to be stopped for a while. It is asked once.
    pub fn take_suspension(&mut self) -> bool {
        std::mem::take(&mut self.suspending)
    }

    /// Something that has to be worked out, for whoever has the time. The answer comes back as an action.
    pub fn take_job(&mut self) -> Option<Job> {
        self.jobs.pop()
    }

    /// Whether the window is too small to draw in.
    pub(crate) const fn is_cramped(&self) -> bool {
        self.size.width < layout::LEAST.width || self.size.height < layout::LEAST.height
    }

    /// What a key means now.
    #[must_use]
    pub fn key(&self, key: Key) -> Option<Action> {
        if key.is_interrupt() {
            return Some(Action::Interrupt);
        }
        let command = self.keys.command(self.room(), key);
        let text = key.text();
        match self.room() {
            _ if self.is_cramped() => {
                // What cannot be seen cannot be meant, but leaving can.
                let leaving =
                    |command: &Command| matches!(command, Command::Quit | Command::Suspend);
                command.filter(leaving).map(Action::Do)
            }
            Room::Save => match text {
                Some(c) => Some(Action::Type(c)),
                None if key.is_backspace() => Some(Action::Erase),
                None => command.map(Action::Do),
            },
            Room::Setup if self.takes_text() && text.is_some() => text.map(Action::Type),
            Room::Start | Room::Setup | Room::Board if text.is_some_and(|c| c.is_ascii_digit()) => {
                text.map(Action::Type)
            }
            _ if command.is_some() => command.map(Action::Do),
            _ if key.is_backspace() => Some(Action::Erase),
            _ => None,
        }
    }

    fn takes_text(&self) -> bool {
        matches!(&self.screen, Screen::Setup(form) if form.takes_text())
    }

    /// Changes the state.
    pub fn apply(&mut self, action: Action) {
        let passive = matches!(
            action,
            Action::Resize(_) | Action::Tick | Action::Progress { .. } | Action::Answered { .. }
        );
        if let Some(table) = self.table_mut()
            && !passive
            && !matches!(action, Action::Do(Command::Resign))
        {
            table.keep_playing();
        }
        match action {
            Action::Resize(size) => self.size = size,
            Action::Tick => {
                self.ticks += 1;
                if let Some(waiting) = self.table_mut().and_then(|table| table.waiting.as_mut()) {
                    waiting.seconds = waiting.since.elapsed().as_secs();
                }
            }
            Action::Interrupt => self.depart(Departure::Interrupted),
            Action::Stop(signal) => self.depart(Departure::Signal(signal)),
            Action::InputEnded => self.depart(Departure::InputEnded),
            Action::Progress { ticket, done } => {
                if let Some(waiting) = self.awaited(ticket) {
                    waiting.done = done;
                }
            }
            Action::Answered { ticket, answer } => {
                if self.awaited(ticket).is_some() {
                    self.answered(answer);
                }
            }
            Action::Do(command) if self.page.is_some() => self.do_on_page(command),
            Action::Do(command) => self.do_here(command),
            Action::Type(c) => self.type_char(c),
            Action::Erase => self.erase(),
            Action::Point(number) => {
                if let Screen::Table(table) = &mut self.screen {
                    table.point(number);
                }
            }
            Action::Play(number) => {
                if let Screen::Table(table) = &mut self.screen {
                    table.typed.clear();
                    table.point(number);
                    table.choose();
                }
            }
            Action::Select(index) => match &mut self.screen {
                Screen::Start(start) if index < start.entries.len() => start.selected = index,
                Screen::Setup(form) => form.point(index),
                _ => {}
            },
            Action::Pick(index) => {
                if let Screen::Start(start) = &mut self.screen {
                    start.selected = index.min(start.entries.len().saturating_sub(1));
                    self.begin();
                }
            }
            Action::Change { field, forward } => {
                if let Screen::Setup(form) = &mut self.screen {
                    form.select(field);
                    form.change(forward);
                }
            }
            Action::GoTo(ply) => {
                if let Screen::Review(_, replay) = &mut self.screen {
                    replay.go_to(ply);
                }
            }
            Action::Scroll(rows) => self.scroll(rows),
        }
        self.settle();
    }

    /// What has to hold after every action: the number that it is about can be seen, and whoever is to move is asked.
    fn settle(&mut self) {
        let pause = self.pause;
        let seen = match &self.screen {
            Screen::Review(_, replay) => replay.last().map(|last| last.number),
            _ => self.cursor(),
        };
        if let (Some(grid), Some(seen)) = (self.grid(), seen)
            && let Some(table) = self.table_mut()
        {
            table.top = grid.top_for(table.top, seen.get());
        }
        let task = match &self.screen {
            Screen::Table(table) => table.next_task(pause),
            _ => None,
        };
        if let Some(task) = task {
            self.ask(task, Thought::Move);
        }
    }

    fn grid(&self) -> Option<Grid> {
        if self.is_cramped() { None } else { layout::board(self).map(|board| board.grid) }
    }

    fn awaited(&mut self, ticket: u64) -> Option<&mut Waiting> {
        let waiting = self.table_mut()?.waiting.as_mut()?;
        (waiting.ticket == Some(ticket)).then_some(waiting)
    }

    fn ask(&mut self, task: Task, thought: Thought) {
        self.last_ticket += 1;
        let ticket = self.last_ticket;
        let Some(table) = self.table_mut() else { return };
        table.waiting = Some(Waiting::new(Some(ticket), thought));
        let job = Job { ticket, table: table.id, task };
        self.ticks = 0;
        // Whatever was asked before is not awaited any more.
        self.jobs.clear();
        self.jobs.push(job);
    }

    fn answered(&mut self, answer: Answer) {
        let Some(table) = self.table_mut() else { return };
        match answer {
            Answer::Move(choice) => table.answer_move(choice),
            Answer::Hint(advice) => table.answer_hint(advice),
            Answer::Review(Ok(review)) => {
                table.waiting = None;
                let record = table.record().clone();
                self.screen = match std::mem::replace(&mut self.screen, Screen::Nothing) {
                    Screen::Table(table) => {
                        Screen::Review(table, Box::new(Replay::new(record, *review)))
                    }
                    other => other,
                };
            }
            Answer::Review(Err(error)) => table.refuse(&format!("No review: {error}.")),
        }
    }

    fn type_char(&mut self, c: char) {
        match (&mut self.page, &mut self.screen) {
            (Some(Page::Save { file }), _) => {
                file.extend(Some(c).filter(|c| !words::is_unprintable(*c)));
                *file = file.chars().take(LONGEST_FILE).collect();
            }
            (None, Screen::Setup(form)) => form.type_char(c),
            (None, Screen::Table(table)) => table.type_digit(c),
            (None, Screen::Start(start)) => {
                let place = c.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
                let game = place.and_then(|place| Game::ALL.get(place));
                let entry = game.map(|game| Entry::Game(*game));
                if let Some(index) =
                    start.entries.iter().position(|one| Some(one) == entry.as_ref())
                {
                    start.selected = index;
                    self.begin();
                }
            }
            _ => {}
        }
    }

    fn erase(&mut self) {
        match (&mut self.page, &mut self.screen) {
            (Some(Page::Save { file }), _) => drop(file.pop()),
            (None, Screen::Setup(form)) => form.erase(),
            (None, Screen::Table(table)) => table.erase(),
            _ => {}
        }
    }

    fn scroll(&mut self, rows: i64) {
        let grid = self.grid();
        match (&mut self.page, &mut self.screen) {
            (Some(Page::Help { .. }), _) => {
                let command = if rows < 0 { Command::Up } else { Command::Down };
                (0..rows.unsigned_abs()).for_each(|_| self.do_on_page(command));
            }
            (None, Screen::Table(table)) => {
                if let Some(grid) = grid.filter(Grid::scrolls) {
                    table.step(rows * i64::from(grid.columns));
                }
            }
            (None, Screen::Start(start)) => start.step(rows.signum() as isize),
            (None, Screen::Setup(form)) => form.step(rows.signum() as isize),
            (None, Screen::Review(_, replay)) => replay.step(rows.signum() as isize),
            _ => {}
        }
    }
}

/// The longest file name that is taken.
const LONGEST_FILE: usize = 1_000;

//! What the tests share: the board without a terminal, driven by keys and by the mouse.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::time::Duration;

use divvy_match::{Match, Occupant};
use divvy_rules::Number;
use divvy_store::{Session, Store};
use divvy_tui::{App, BoardSettings, Input, Key, Look, Memory, ThemeName, Thinker, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Size;

pub const USUAL: Size = Size { width: 80, height: 24 };

/// The board with an empty data folder, which goes when this does. What takes time is done at once.
pub struct Console {
    pub app: App,
    pub folder: tempfile::TempDir,
    thinker: Thinker,
}

impl Console {
    pub fn new() -> Self {
        Self::with(USUAL, ThemeName::Dark, false)
    }

    pub fn with(size: Size, theme: ThemeName, ascii: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), size, Look { theme, ascii, colours: true });
        Self { app, folder, thinker: Thinker::default() }
    }

    /// The program ended and started again.
    pub fn restarted(self) -> Self {
        let Self { app: before, folder, .. } = self;
        drop(before);
        let app =
            app(folder.path(), USUAL, Look { theme: ThemeName::Dark, ascii: false, colours: true });
        Self { app, folder, thinker: Thinker::default() }
    }

    /// Goes to the board of this match.
    pub fn sit_down(&mut self, session: Session) {
        let look = Look { theme: ThemeName::Dark, ascii: false, colours: true };
        self.app = app(self.folder.path(), USUAL, look).at_board(session);
        self.think();
    }

    pub fn store(&self) -> Store {
        Store::new(self.folder.path().join("games"))
    }

    pub fn act(&mut self, input: Input) {
        self.app.apply(input);
        self.think();
    }

    /// Works on everything that is asked for.
    pub fn think(&mut self) {
        while let Some(job) = self.app.take_job() {
            let ticket = job.ticket;
            let result = self.thinker.work(job, |_| true).unwrap();
            self.app.apply(Input::Done { ticket, result });
        }
    }

    /// Presses keys by their names, with spaces between.
    pub fn press(&mut self, keys: &str) {
        keys.split_whitespace().for_each(|name| self.press_one(name));
    }

    fn press_one(&mut self, name: &str) {
        let key = match name.parse::<Key>() {
            Ok(key) => key,
            // Digits are no names of keys.
            Err(_) => {
                for c in name.chars() {
                    if let Some(input) = self.app.key(digit(c)) {
                        self.act(input);
                    }
                }
                return;
            }
        };
        if let Some(input) = self.app.key(key) {
            self.act(input);
        }
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        if let Some(input) = self.app.mouse(event) {
            self.act(input);
        }
    }

    /// Presses the mouse where this text stands.
    pub fn click(&mut self, text: &str) {
        self.mouse_at(MouseEventKind::Down(MouseButton::Left), text);
    }

    /// Moves the mouse where this text stands.
    pub fn hover(&mut self, text: &str) {
        self.mouse_at(MouseEventKind::Moved, text);
    }

    fn mouse_at(&mut self, kind: MouseEventKind, text: &str) {
        let (x, y) = self.find(text).unwrap_or_else(|| panic!("no {text:?} in\n{}", self.text()));
        self.mouse(kind, x, y);
    }

    /// Presses the mouse on a number of the board, found by moving the mouse until the cursor is there.
    pub fn click_number(&mut self, number: Number) {
        let size = self.app.size();
        let first = number.get() == self.game().rules().board().first();
        self.press(if first { "end" } else { "home" });
        let places = (0..size.height).flat_map(|y| (0..size.width).step_by(2).map(move |x| (x, y)));
        for (x, y) in places.collect::<Vec<_>>() {
            self.mouse(MouseEventKind::Moved, x, y);
            // Outside the board the cursor stays where it is.
            if self.app.cursor() == Some(number) {
                return self.mouse(MouseEventKind::Down(MouseButton::Left), x, y);
            }
        }
        panic!("{number} is not on the screen:\n{}", self.text());
    }

    fn find(&self, text: &str) -> Option<(u16, u16)> {
        let screen = self.text();
        screen.lines().enumerate().find_map(|(y, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, y as u16))
        })
    }

    pub fn buffer(&self) -> Buffer {
        buffer(&self.app)
    }

    pub fn text(&self) -> String {
        text(&self.buffer())
    }

    /// Whether the screen says this, however its lines are broken.
    pub fn says(&self, text: &str) -> bool {
        let screen = self.text();
        // The column beside the board is broken on its own.
        let (mut left, mut right) = (String::new(), String::new());
        for line in screen.lines() {
            let (board, side) = line.split_once('│').unwrap_or((line, ""));
            left += &format!("{} ", board.trim());
            right += &format!("{} ", side.trim());
        }
        left.contains(text) || right.contains(text)
    }

    pub fn game(&self) -> &Match {
        self.app.game().unwrap()
    }

    pub fn is_persons_turn(&self) -> bool {
        let game = self.game();
        *game.occupant(game.round().to_move()) == Occupant::Human
    }
}

fn digit(c: char) -> Key {
    use ratatui::crossterm::event::{KeyCode, KeyEvent};
    Key::from(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))
}

fn app(folder: &std::path::Path, size: Size, look: Look) -> App {
    let settings = BoardSettings { pause: Duration::ZERO, ..BoardSettings::default() };
    let memory = Memory::new(Some(folder.join("choices.json")), settings.seats.clone());
    App::new(Store::new(folder.join("games")), memory, &settings, look, size)
}

pub fn buffer(app: &App) -> Buffer {
    let size = app.size();
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    terminal.draw(|frame| draw(frame, app)).unwrap();
    terminal.backend().buffer().clone()
}

pub fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        for x in 0..buffer.area.width {
            line += buffer[(x, y)].symbol();
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

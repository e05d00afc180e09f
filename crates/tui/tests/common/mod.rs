//! What the tests share: the board without a terminal, driven by keys and by the mouse.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::time::Duration;

use divvy_match::{Event, Match, Occupant, Setup};
use divvy_rules::{Number, Record};
use divvy_store::{Session, Store};
use divvy_tui::{App, BoardSettings, Colours, Input, Key, Look, Memory, ThemeName, Thinker, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Rect, Size};

/// As on a terminal with all colours.
pub const LOOK: Look = Look { theme: ThemeName::Dark, ascii: false, colours: Colours::True };

pub const USUAL: Size = Size { width: 80, height: 24 };

/// The windows that the board is made for.
pub const SIZES: [Size; 4] = [
    Size { width: 60, height: 20 },
    USUAL,
    Size { width: 120, height: 40 },
    Size { width: 200, height: 60 },
];

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

    /// With bots that take at least so long.
    pub fn with_pause(pause: Duration) -> Self {
        let mut console = Self::new();
        console.app = app_with(console.folder.path(), USUAL, LOOK, pause);
        console
    }

    pub fn with(size: Size, theme: ThemeName, ascii: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), size, Look { theme, ascii, colours: Colours::True });
        Self { app, folder, thinker: Thinker::default() }
    }

    /// The program ended and started again.
    pub fn restarted(self) -> Self {
        let Self { app: before, folder, .. } = self;
        drop(before);
        let app = app(folder.path(), USUAL, LOOK);
        Self { app, folder, thinker: Thinker::default() }
    }

    /// Goes to the board of this match.
    pub fn sit_down(&mut self, session: Session) {
        self.sit_down_as(session, LOOK);
    }

    /// Goes to the board of a game between two people, after these moves.
    pub fn two_people(&mut self, notation: &str) {
        self.two_people_as(notation, LOOK);
    }

    pub fn two_people_as(&mut self, notation: &str, look: Look) {
        let record: Record = notation.parse().unwrap();
        let setup = Setup::new(record.rules());
        let mut session = Session::unsaved(setup);
        for number in record.moves() {
            session.apply(Event::Moved { number: number.get() }).unwrap();
        }
        self.sit_down_as(session, look);
    }

    /// Goes to the board of a match, with this look.
    pub fn sit_down_as(&mut self, session: Session, look: Look) {
        self.app = self.fresh(look).at_board(session);
        self.think();
    }

    /// The start screen with this look.
    pub fn fresh(&self, look: Look) -> App {
        app(self.folder.path(), USUAL, look)
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

    /// Every other place of a line, line by line.
    fn places(&self) -> impl Iterator<Item = (u16, u16)> + use<> {
        let size = self.app.size();
        (0..size.height).flat_map(move |y| (0..size.width).step_by(2).map(move |x| (x, y)))
    }

    /// Moves the cursor off a number.
    fn leave(&mut self, number: Number) {
        let first = number.get() == self.game().rules().board().first();
        self.press(if first { "end" } else { "home" });
    }

    /// Presses the mouse on a number of the board, found by moving the mouse until the cursor is there.
    pub fn click_number(&mut self, number: Number) {
        self.leave(number);
        for (x, y) in self.places() {
            self.mouse(MouseEventKind::Moved, x, y);
            // Outside the board the cursor stays where it is.
            if self.app.cursor() == Some(number) {
                return self.mouse(MouseEventKind::Down(MouseButton::Left), x, y);
            }
        }
        panic!("{number} is not on the screen:\n{}", self.text());
    }

    /// Where a number of the board can be pressed.
    pub fn area_of(&mut self, number: u32) -> Rect {
        let number = self.game().rules().board().number(number).unwrap();
        let mut area: Option<Rect> = None;
        self.leave(number);
        for (x, y) in self.places() {
            self.mouse(MouseEventKind::Moved, x, y);
            if self.app.cursor() == Some(number) {
                let place = Rect { x, y, width: 1, height: 1 };
                area = Some(area.map_or(place, |area| area.union(place)));
                self.leave(number);
            }
        }
        area.unwrap_or_else(|| panic!("{number} is not on the screen:\n{}", self.text()))
    }

    /// The numbers of the board that can be pressed, found by moving the mouse everywhere.
    pub fn in_sight(&mut self) -> BTreeSet<u32> {
        let mut seen = BTreeSet::new();
        for (x, y) in self.places() {
            self.mouse(MouseEventKind::Moved, x, y);
            seen.extend(self.app.cursor().map(Number::get));
        }
        seen
    }

    /// The numbers that stand on the screen as text.
    pub fn written(&self) -> BTreeSet<u32> {
        let text = self.text();
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
    }

    /// Where this text begins.
    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
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

    /// Whether the screen says this, however its lines are broken: over the whole width, or in a column on the right.
    pub fn says(&self, text: &str) -> bool {
        let screen = self.text();
        let column = |from: usize| {
            let right = screen.lines().map(|line| line.chars().skip(from).collect::<String>());
            right.flat_map(|line| words(&line)).collect::<Vec<_>>().join(" ")
        };
        let text = words(text).join(" ");
        (0..usize::from(self.app.size().width)).any(|from| column(from).contains(&text))
    }

    /// How many numbers stand in a row.
    pub fn columns(&mut self) -> u32 {
        self.press("home");
        let first = self.app.cursor().unwrap().get();
        self.press("down");
        self.app.cursor().unwrap().get() - first
    }

    pub fn game(&self) -> &Match {
        self.app.game().unwrap()
    }

    pub fn is_persons_turn(&self) -> bool {
        let game = self.game();
        *game.occupant(game.round().to_move()) == Occupant::Human
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn digit(c: char) -> Key {
    use ratatui::crossterm::event::{KeyCode, KeyEvent};
    Key::from(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))
}

fn app(folder: &std::path::Path, size: Size, look: Look) -> App {
    app_with(folder, size, look, Duration::ZERO)
}

fn app_with(folder: &std::path::Path, size: Size, look: Look, pause: Duration) -> App {
    let settings = BoardSettings { pause, ..BoardSettings::default() };
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

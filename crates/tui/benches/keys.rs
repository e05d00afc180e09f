//! What a key press costs: the change and the screen drawn anew, on a board of 100 numbers and on larger ones. The
//! floor is the same screen drawn again with nothing changed.

use std::time::Duration;

use divan::Bencher;
use divvy_match::Setup;
use divvy_store::{Session, Store};
use divvy_tui::{App, BoardSettings, Colours, Key, Look, Memory, ThemeName, draw};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;
use ratatui::{TerminalOptions, Viewport};

fn main() {
    divan::main();
}

/// A board of so many numbers, on a terminal of 120 x 40 that throws away what it gets.
fn board(size: u32) -> (App, Terminal<CrosstermBackend<std::io::Sink>>) {
    let Ok(rules) = format!("multiple-madness;size={size}").parse() else { unreachable!() };
    let settings = BoardSettings { pause: Duration::ZERO, ..BoardSettings::default() };
    let memory = Memory::new(None, settings.seats.clone());
    let window = Size { width: 120, height: 40 };
    let look = Look { theme: ThemeName::Dark, ascii: false, colours: Colours::True };
    let app = App::new(Store::new("unused".into()), memory, &settings, look, window);
    let app = app.at_board(Session::unsaved(Setup::new(rules)));
    let viewport = Viewport::Fixed(ratatui::layout::Rect::new(0, 0, 120, 40));
    let backend = CrosstermBackend::new(std::io::sink());
    let terminal = Terminal::with_options(backend, TerminalOptions { viewport });
    let Ok(terminal) = terminal else { unreachable!() };
    (app, terminal)
}

const SIZES: [u32; 4] = [20, 100, 10_000, 1_000_000];

#[divan::bench(args = SIZES)]
fn cursor_key(bencher: Bencher<'_, '_>, size: u32) {
    let (mut app, mut terminal) = board(size);
    let keys: Vec<Key> =
        ["right", "down", "left", "up"].iter().filter_map(|k| k.parse().ok()).collect();
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        if let Some(input) = app.key(keys[turn % keys.len()]) {
            app.apply(input);
        }
        let _ = terminal.draw(|frame| draw(frame, &app));
    });
}

#[divan::bench(args = SIZES)]
fn nothing_changed(bencher: Bencher<'_, '_>, size: u32) {
    let (app, mut terminal) = board(size);
    bencher.bench_local(|| drop(terminal.draw(|frame| draw(frame, &app))));
}

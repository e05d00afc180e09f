//! What all components share (the window, how things look, keys and other settings) and what they draw with.

use std::time::Duration;

use divvy_match::{Match, Plan};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Widget};

use crate::board::Waiting;
use crate::command::{Command, CommandSpec};
use crate::component::Component;
use crate::glyphs::Glyphs;
use crate::keys::{Key, KeyMap};
use crate::memory::Memory;
use crate::settings::BoardSettings;
use crate::theme::{Look, Theme};

const LEAST: Size = Size { width: 60, height: 20 };

#[derive(Debug)]
pub(crate) struct View {
    pub(crate) window: Size,
    pub(crate) look: Look,
    pub(crate) theme: Theme,
    pub(crate) glyphs: &'static Glyphs,
    pub(crate) keys: KeyMap,
    /// How long a bot takes at least.
    pub(crate) pause: Duration,
    /// Whether what would follow from the number under the cursor is told.
    pub(crate) preview: bool,
    /// Whether what can be played is left to be found.
    pub(crate) hides_playable: bool,
    /// The job that is under way.
    pub(crate) waiting: Option<Waiting>,
    /// Rounds won in the matches before the one at the board.
    pub(crate) earlier: [u32; 2],
}

impl View {
    pub(crate) fn new(window: Size, look: Look, settings: &BoardSettings, memory: &Memory) -> Self {
        Self {
            window,
            look,
            theme: look.theme(),
            glyphs: look.glyphs(),
            keys: settings.keys.clone(),
            pause: settings.pause,
            preview: settings.preview.or(memory.kept.preview).unwrap_or(true),
            hides_playable: memory.kept.hides_playable,
            waiting: None,
            earlier: [0; 2],
        }
    }

    /// Rounds won, in this match and in those before it.
    pub(crate) fn won(&self, game: &Match) -> [u32; 2] {
        let [one, two] = game.score();
        [one + self.earlier[0], two + self.earlier[1]]
    }

    /// Whether games are counted: in a series, and once there was a rematch.
    pub(crate) fn counts(&self, game: &Match) -> bool {
        game.plan() != Plan::Single || self.earlier != [0; 2]
    }

    /// The window without the help line, which is the last line.
    pub(crate) const fn area(&self) -> Rect {
        let Size { width, height } = self.window;
        Rect { x: 0, y: 0, width, height: height.saturating_sub(1) }
    }

    pub(crate) const fn is_cramped(&self) -> bool {
        self.window.width < LEAST.width || self.window.height < LEAST.height
    }

    pub(crate) fn key(&self, command: Command) -> String {
        self.keys.of(command).first().map_or_else(String::new, |key| key.shown(self.look.ascii))
    }

    /// Keys, and what they do.
    pub(crate) fn keyed(&self, keys: String, does: &'static str, style: Style) -> Line<'static> {
        let keys = Span::styled(keys, self.theme.key);
        Line::from_iter([keys, " ".into(), Span::styled(does, style)])
    }

    /// Columns for a line of text, with one left free on each side.
    pub(crate) fn columns(&self) -> usize {
        usize::from(self.window.width).saturating_sub(2)
    }

    pub(crate) fn text(&self, text: &str) -> String {
        self.look.text(text)
    }

    /// A text cut to a width, with a sign that something is missing.
    pub(crate) fn cut(&self, text: &str, most: usize) -> String {
        if width(text) <= most {
            return text.to_owned();
        }
        let ellipsis = self.glyphs.ellipsis;
        let ends = text.char_indices().map(|(end, _)| &text[..end]);
        let short = ends.take_while(|short| width(short) + width(ellipsis) <= most).last();
        short.map(|short| short.to_owned() + ellipsis).unwrap_or_default()
    }

    pub(crate) fn lines(&self, buffer: &mut Buffer, area: Rect, lines: &[Line<'_>]) {
        for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
            buffer.set_line(area.x, y, line, area.width);
        }
        // Nothing is left out without a sign.
        if lines.len() > usize::from(area.height) && area.height > 0 {
            let rest = Rect { y: area.bottom() - 1, height: 1, ..area };
            self.clear(buffer, rest);
            buffer.set_string(area.x, rest.y, self.glyphs.ellipsis, self.theme.key);
        }
    }

    /// The ground of something in a list, with an edge or a frame where there is room for that.
    pub(crate) fn card(&self, buffer: &mut Buffer, area: Rect, selected: bool, edged: bool) {
        let Self { theme, glyphs, .. } = self;
        let Some(other) = theme.edge else {
            if selected && edged && area.height > 2 {
                framed(glyphs.legal, theme.key).render(area, buffer);
            }
            return;
        };
        let ground = if selected { theme.legal } else { theme.free };
        buffer.set_style(area, Style { bg: ground.bg, ..Style::new() });
        if edged && area.height > 2 {
            self.edge(buffer, area, if selected { theme.key } else { other });
        }
    }

    pub(crate) fn edge(&self, buffer: &mut Buffer, area: Rect, style: Style) {
        let edge = self.glyphs.edge.repeat(area.width.into());
        buffer.set_string(area.x, area.bottom() - 1, edge, style);
    }

    pub(crate) fn clear(&self, buffer: &mut Buffer, area: Rect) {
        Clear.render(area, buffer);
        buffer.set_style(area, self.theme.text);
    }

    /// What is said in a window that is too small for anything else.
    pub(crate) fn cramped(&self, buffer: &mut Buffer, area: Rect) {
        let text = format!(
            "This window is {} x {}. divvy needs {} x {}: make it larger, or quit with ctrl-c and use \
             divvy play.",
            area.width, area.height, LEAST.width, LEAST.height
        );
        Text::from(wrapped(self.theme.text, &text, area.width.into())).render(area, buffer);
    }

    /// The name of the program, as the page writes it.
    pub(crate) fn brand(&self) -> [Span<'static>; 2] {
        let Self { theme, glyphs, .. } = self;
        [Span::styled(glyphs.divided, theme.seats[1]), Span::styled(" divvy", theme.title)]
    }
}

pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text in lines of this width, broken between words, but not within `Player 1`; a word that is too long is broken too.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let joined = text.replace("Player ", "Player\u{a0}");
    let options =
        textwrap::Options::new(most.max(1)).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&joined, options).iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// The same, all in one style.
pub(crate) fn wrapped(style: Style, text: &str, most: usize) -> Vec<Line<'static>> {
    wrap(text, most).into_iter().map(|line| Line::styled(line, style)).collect()
}

pub(crate) fn framed(set: border::Set<'static>, style: Style) -> Block<'static> {
    Block::bordered().border_set(set).border_style(style)
}

/// The help line: the commands that are possible now, each with its place, as many as there is room for; the key for help is
/// always among them. Those that only have to wait for the opponent leave their places free, so that the line keeps its
/// shape from turn to turn.
pub(crate) fn help_items(
    component: &dyn Component,
    view: &View,
) -> Vec<(Command, Rect, Line<'static>)> {
    // A key that is text here does not do what it does elsewhere.
    let key = |&command: &Command| {
        let typed = |key: &&Key| key.text().is_some_and(|c| component.takes(c));
        view.keys.of(command).iter().find(|key| !typed(key)).copied()
    };
    let mut x = 1;
    let item = |spec: &CommandSpec| {
        let command = *spec.commands.first().filter(|&one| key(one).is_some())?;
        let label = Some(component.label(command, spec.label)).filter(|label| !label.is_empty())?;
        let keys: Vec<Key> = spec.shown().iter().filter_map(key).collect();
        let line =
            view.keyed(Key::shown_together(&keys, view.look.ascii), label, view.theme.quiet());
        match component.enabled(command) {
            Ok(()) => Some((command, line)),
            Err(why) => why.passing.then(|| (command, " ".repeat(line.width()).into())),
        }
    };
    let mut items: Vec<_> = component.screen().commands().filter_map(item).collect();
    let back = items.iter().any(|(command, _)| *command == Command::Back);
    while items.iter().map(|(_, line)| line.width() + 2).sum::<usize>() > view.window.width.into() {
        // The least important ones stand last. What can be left need not offer to quit.
        let kept = |command| match command {
            Command::Help | Command::Back => true,
            _ => command == Command::Quit && !back,
        };
        let Some(last) = items.iter().rposition(|(command, _)| !kept(*command)) else { break };
        items.remove(last);
    }
    let placed = items.into_iter().map(|(command, line)| {
        let area = Rect { x, y: view.area().bottom(), width: line.width() as u16, height: 1 };
        x += area.width + 2;
        (command, area, line)
    });
    placed.collect()
}

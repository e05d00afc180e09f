//! The help page: the rules in brief, the keys of the screen below, what the signs mean, and the complete rules.

use divvy_rules::{Board, Game, Options, Rules};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::command::{Command, Commands, SUSPEND, spec};
use crate::component::{Component, Effect, Input, common};
use crate::text::{width, wrap};
use crate::theme::{Glyphs, Theme};
use crate::view::{View, framed, wrapped};

pub(crate) const COMMANDS: Commands = &[&[
    spec(Command::Up, "scroll", "A line up").and(Command::Down),
    spec(Command::Down, "", "A line down"),
    spec(Command::PageUp, "", "A screenful up"),
    spec(Command::PageDown, "", "A screenful down"),
    spec(Command::Home, "", "The beginning"),
    spec(Command::End, "", "The end"),
    spec(Command::Back, "close", "Close this page"),
    spec(Command::Help, "", "Close this page"),
    spec(Command::Choose, "", "Close this page"),
    spec(Command::Quit, "", "Close this page"),
    SUSPEND,
]];

#[derive(Clone, Debug)]
pub(crate) struct HelpPage {
    /// What can be asked for on that screen.
    commands: Commands,
    game: Option<Game>,
    /// Whether there is a board, whose signs need an explanation.
    board: bool,
    /// The first line that is shown.
    top: usize,
}

const WIDEST: u16 = 90;

/// Columns for keys and signs.
const HEAD: usize = 16;

impl HelpPage {
    pub(crate) const fn new(commands: Commands, game: Option<Game>, board: bool) -> Self {
        Self { commands, game, board, top: 0 }
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let most = usize::from(view.area().width.min(WIDEST)).saturating_sub(6);
        let theme = view.theme;
        let title = |text: &'static str| Line::styled(text, theme.title);
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Some(game) = self.game {
            lines.push(title(divvy_words::name(game)));
            lines.extend(wrapped(theme.text, divvy_words::brief(game), most));
            lines.push(Line::default());
        }
        lines.push(title("Keys"));
        for spec in self.commands.iter().copied().flatten() {
            let keys: Vec<String> =
                view.keys.of(spec.command).iter().map(ToString::to_string).collect();
            entry(&mut lines, &theme, (&keys.join(" "), spec.help), most);
        }
        for text in [
            "A number can be typed; the mouse can press numbers, and the words of the bottom line.",
            "ctrl-c leaves at once. The game is on disk after every move.",
        ] {
            lines.extend(wrapped(theme.text, text, most));
        }
        if self.board {
            lines.extend([Line::default(), title("Signs")]);
            for (sign, text) in signs(view.glyphs, self.game == Some(Game::NumberMaze)) {
                entry(&mut lines, &theme, (&sign, text), most);
            }
        }
        if let Some(rules) = self.game.and_then(|game| Rules::new(game, &Options::default()).ok()) {
            lines.push(Line::default());
            let text = divvy_words::rule_text(rules, Board::MAX_SIZE);
            lines.extend(text.lines(most, divvy_words::OptionRule::label).into_iter().map(
                |line| {
                    let heading = !line.is_empty() && !line.contains(char::is_lowercase);
                    Line::styled(view.text(&line), if heading { theme.title } else { theme.text })
                },
            ));
        }
        lines
    }

    fn visible(view: &View) -> usize {
        usize::from(view.area().height).saturating_sub(4).max(1)
    }

    fn scroll(&mut self, rows: i64, view: &View) {
        let most = self.lines(view).len().saturating_sub(Self::visible(view));
        let rows = isize::try_from(rows).unwrap_or(isize::MAX);
        self.top = self.top.saturating_add_signed(rows).min(most);
    }
}

fn entry(lines: &mut Vec<Line<'static>>, theme: &Theme, (head, text): (&str, &str), most: usize) {
    let head = format!("{head}{}", " ".repeat(HEAD.saturating_sub(width(head))));
    let wide = width(&head);
    for (index, text) in wrap(text, most.saturating_sub(wide)).into_iter().enumerate() {
        let head = if index == 0 { head.clone() } else { " ".repeat(wide) };
        let spans = [Span::styled(head, theme.title), Span::styled(text, theme.text)];
        lines.push(Line::from_iter(spans));
    }
}

fn signs(glyphs: &Glyphs, race: bool) -> Vec<(String, &'static str)> {
    let mut signs = vec![
        ("[12]".to_owned(), "can be played now (in a thick box where there is room)"),
        (" 12 ".to_owned(), "on the board, but not now"),
    ];
    if race {
        let [one, two] = glyphs.tokens;
        signs.extend([
            ("(12)".to_owned(), "where the player to move stands"),
            (format!("{one} {two}"), "the players' tokens"),
            (glyphs.both.to_owned(), "both tokens"),
            (glyphs.target.to_owned(), "the target"),
            (glyphs.banned.to_owned(), "the node you were on last turn"),
        ]);
    } else {
        signs.extend([
            ("(12)".to_owned(), "the last number (in a double box)"),
            (glyphs.taken.to_owned(), "taken"),
        ]);
    }
    signs.extend([
        (glyphs.factor.to_owned(), "a factor of the number under the cursor"),
        (glyphs.multiple.to_owned(), "a multiple of it"),
        (glyphs.best.to_owned(), "the move that a hint advises, or that would have won"),
    ]);
    if !race {
        let text = "partners, in a hint: who takes one is answered by the other";
        signs.push(("a b c".to_owned(), text));
    }
    signs
}

impl Component for HelpPage {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        let page = Self::visible(view) as i64;
        match input {
            Input::Scroll(rows) => self.scroll(rows, view),
            Input::Press(_) => return Some(Effect::Close),
            Input::Command(command) => match command {
                Command::Up => self.scroll(-1, view),
                Command::Down => self.scroll(1, view),
                Command::PageUp => self.scroll(-page, view),
                Command::PageDown => self.scroll(page, view),
                Command::Home => self.top = 0,
                Command::End => self.scroll(i64::MAX, view),
                Command::Suspend => return common(command),
                _ => return Some(Effect::Close),
            },
            _ => {}
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let page = view.area().centered_horizontally(Constraint::Max(WIDEST));
        let lines = self.lines(view);
        let visible = Self::visible(view);
        let title = Span::styled(" Help ", view.theme.title);
        let mut block = framed(view.glyphs.legal, view.theme.dim).title(title);
        let more = match lines.len().saturating_sub(self.top + visible) {
            0 => None,
            1 => Some(" 1 more line ".to_owned()),
            more => Some(format!(" {more} more lines ")),
        };
        if let Some(more) = more {
            block = block.title_bottom(Span::styled(more, view.theme.key));
        }
        block.render(page, buffer);
        let end = lines.len().min(self.top + visible);
        let shown = lines.get(self.top..end).unwrap_or_default();
        view.lines(buffer, page.inner(Margin { horizontal: 3, vertical: 2 }), shown);
    }
}

//! The help page: the rules in brief, the keys of the screen below, what the signs mean, and the complete rules.

use divvy_rules::{Board, Family, Rules};
use divvy_words::Block;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::command::{Command, Commands, SUSPEND, spec};
use crate::component::{Component, Effect, Input, common};
use crate::keys::Key;
use crate::text::{width, wrap};
use crate::theme::Glyphs;
use crate::view::{View, framed};

pub(crate) const COMMANDS: Commands = &[&[
    spec(Command::Up, "scroll", "A line up or down").and(&[Command::Down]),
    spec(Command::Down, "", ""),
    spec(Command::PageDown, "page", "A screenful down or up"),
    spec(Command::PageUp, "", ""),
    spec(Command::Home, "", "The beginning or the end"),
    spec(Command::End, "", ""),
    spec(Command::Back, "close", "Close this page"),
    spec(Command::Help, "", ""),
    spec(Command::Choose, "", ""),
    spec(Command::Quit, "", ""),
    SUSPEND,
]];

#[derive(Clone, Debug)]
pub(crate) struct HelpPage {
    /// What can be asked for on that screen.
    commands: Commands,
    rules: Option<Rules>,
    /// Whether there is a board, whose signs need an explanation.
    signs: bool,
    /// What typing digits does there, if it does something.
    digits: Option<&'static str>,
    /// The first line that is shown.
    top: usize,
}

const WIDEST: u16 = 90;

/// Columns for keys and signs.
const HEAD: usize = 20;

impl HelpPage {
    pub(crate) const fn new(commands: Commands, rules: Option<Rules>) -> Self {
        Self { commands, rules, signs: false, digits: None, top: 0 }
    }

    pub(crate) const fn with_signs(self) -> Self {
        Self { signs: true, ..self }
    }

    pub(crate) const fn with_digits(self, digits: Option<&'static str>) -> Self {
        Self { digits, ..self }
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let mut text = HelpText { lines: Vec::new(), view, most: Self::columns(view) };
        if let Some(rules) = self.rules {
            let mut heading = vec![divvy_words::name(rules.game()).to_owned()];
            heading.extend(divvy_words::in_short(rules));
            text.title(&heading.join(", "));
            text.paragraph("", divvy_words::brief(rules.game()));
            text.gap();
        }
        text.title("Keys");
        self.keys(&mut text);
        if self.signs {
            text.gap();
            text.title("Signs");
            let race = self.rules.is_some_and(|rules| matches!(rules.family(), Family::Race(_)));
            for (sign, meaning) in signs(view.glyphs, race) {
                text.paragraph(&sign, meaning);
            }
        }
        if let Some(rules) = self.rules {
            text.rules(rules);
        }
        text.lines
    }

    fn keys(&self, text: &mut HelpText<'_>) {
        // A command without words of its own stands in the line of the one before it.
        let mut entries: Vec<(Vec<&[Key]>, &'static str)> = Vec::new();
        for spec in self.commands.iter().copied().flatten() {
            let keys = text.view.keys.of(spec.command);
            match entries.last_mut() {
                Some((before, _)) if spec.help.is_empty() => before.push(keys),
                _ => entries.push((vec![keys], spec.help)),
            }
        }
        for (keys, help) in entries {
            // All keys of one command, or the first one of each.
            let most = if keys.len() == 1 { usize::MAX } else { 1 };
            let names = keys
                .iter()
                .flat_map(|keys| keys.iter().take(most))
                .map(|key| text.view.shown(*key));
            text.paragraph(&names.collect::<Vec<_>>().join(" "), help);
        }
        if let Some(digits) = self.digits {
            text.paragraph("0-9", digits);
        }
        text.paragraph("mouse", "Click what you choose, or the words at the bottom");
        text.paragraph("ctrl-c", "Quit at once; the game is saved after every move");
    }

    /// Columns inside the frame.
    fn columns(view: &View) -> usize {
        usize::from(view.area().width.min(WIDEST)).saturating_sub(6)
    }

    fn visible(view: &View) -> usize {
        usize::from(view.area().height).saturating_sub(2).max(1)
    }

    /// Scrolls by so many rows; [`HelpPage::settle`] keeps to the page.
    fn scroll(&mut self, rows: i64) {
        let rows = isize::try_from(rows).unwrap_or(isize::MAX);
        self.top = self.top.saturating_add_signed(rows);
    }
}

/// The page while it is written.
struct HelpText<'a> {
    lines: Vec<Line<'static>>,
    view: &'a View,
    most: usize,
}

impl HelpText<'_> {
    fn title(&mut self, text: &str) {
        self.lines.push(Line::styled(self.view.text(text), self.view.theme.title));
    }

    fn gap(&mut self) {
        self.lines.push(Line::default());
    }

    /// A text behind a head, with all its lines below each other; without a head, from the edge on.
    fn paragraph(&mut self, head: &str, text: &str) {
        let theme = &self.view.theme;
        let indent = if head.is_empty() { 0 } else { HEAD };
        // A long head has a line of its own.
        let apart = width(head) >= HEAD;
        if apart {
            self.lines.push(Line::styled(head.to_owned(), theme.title));
        }
        let text = self.view.text(text);
        for (index, text) in wrap(&text, self.most.saturating_sub(indent)).into_iter().enumerate() {
            let head = if index == 0 && !apart { head } else { "" };
            let space = " ".repeat(indent.saturating_sub(width(head)));
            let head = Span::styled(format!("{head}{space}"), theme.title);
            self.lines.push(Line::from_iter([head, Span::styled(text, theme.text)]));
        }
    }

    /// The complete rules, about the board at hand.
    fn rules(&mut self, rules: Rules) {
        for section in divvy_words::rule_text(rules, Board::MAX_SIZE).sections.iter() {
            self.gap();
            self.title(section.heading);
            for block in &section.blocks {
                match block {
                    Block::Paragraph(text) => self.paragraph("", text),
                    Block::List(items) => items.iter().for_each(|item| self.item(item)),
                    Block::Options(options) => {
                        for rule in options {
                            self.item(&format!("{}: {}", rule.label(), rule.text));
                        }
                    }
                }
            }
        }
    }

    fn item(&mut self, text: &str) {
        let theme = &self.view.theme;
        let text = self.view.text(text);
        for (index, line) in wrap(&text, self.most.saturating_sub(2)).into_iter().enumerate() {
            let head = if index == 0 { "- " } else { "  " };
            self.lines.push(Line::styled(format!("{head}{line}"), theme.text));
        }
    }
}

fn signs(glyphs: &Glyphs, race: bool) -> Vec<(String, &'static str)> {
    let [one, two] = glyphs.tokens;
    let mut signs = vec![
        (
            "[12]".to_owned(),
            "can be played now (a filled card in a thick frame where there is room)",
        ),
        (" 12 ".to_owned(), "on the board, but not now"),
        (format!("{}12{}", glyphs.cursor, glyphs.cursor_end), "the cursor"),
        (format!("{one} {two}"), "the players, and the number played last, in their colours"),
    ];
    if race {
        signs.extend([
            (format!("{one}12{two}"), "both players on one number"),
            (glyphs.target.to_owned(), "the target"),
            (glyphs.banned.to_owned(), "the way back, which is not open"),
        ]);
    } else {
        signs.extend([
            (
                "(12)".to_owned(),
                "taken (struck through, with the sign of the player who took it, where there is room)",
            ),
            (format!("{}12", glyphs.trapped), "a trap, in Trap Avoidance"),
            ("a b c".to_owned(), "partners, in a hint: who takes one is answered by the other"),
            (glyphs.pair.to_owned(), "has a partner, where there are more than there are letters"),
        ]);
    }
    signs.push((glyphs.best.to_owned(), "the move that a hint advises, or that would have won"));
    signs
}

impl Component for HelpPage {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        let page = Self::visible(view) as i64;
        match input {
            Input::Scroll(rows) => self.scroll(rows),
            Input::Press(_) => return Some(Effect::Close),
            Input::Command(command) => match command {
                Command::Up => self.scroll(-1),
                Command::Down => self.scroll(1),
                Command::PageUp => self.scroll(-page),
                Command::PageDown => self.scroll(page),
                Command::Home => self.top = 0,
                Command::End => self.scroll(i64::MAX),
                Command::Suspend => return common(command),
                _ => return Some(Effect::Close),
            },
            _ => {}
        }
        None
    }

    /// Keeps the page full, also where the window has grown.
    fn settle(&mut self, view: &View) -> Option<Effect> {
        let most = self.lines(view).len().saturating_sub(Self::visible(view));
        self.top = self.top.min(most);
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
        view.lines(buffer, page.inner(Margin { horizontal: 3, vertical: 1 }), shown);
    }
}

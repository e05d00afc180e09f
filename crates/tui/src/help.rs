//! The help page: the rules in brief, the keys of the screen below, what the signs mean, and the complete rules.

use divvy_rules::{Board, Family, Rules};
use divvy_words::Block;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::command::{Command, Commands, HELP_PAGE};
use crate::component::{Component, Effect, Input, common};
use crate::proposal;
use crate::text::{width, wrap};
use crate::view::{View, framed};

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
    pub(crate) const fn new(
        commands: Commands,
        rules: Option<Rules>,
        signs: bool,
        digits: Option<&'static str>,
    ) -> Self {
        Self { commands, rules, signs, digits, top: 0 }
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let mut text = HelpText { lines: Vec::new(), view, most: Self::columns(view) };
        if let Some(rules) = self.rules {
            text.title(&proposal::title(rules, ", "));
            text.paragraph("", &divvy_words::brief(rules));
            text.gap();
        }
        text.title("Keys");
        self.keys(&mut text);
        if self.signs {
            text.signs(self.rules.is_some_and(|rules| matches!(rules.family(), Family::Race(_))));
        }
        if let Some(rules) = self.rules {
            text.rules(rules);
        }
        text.lines
    }

    fn keys(&self, text: &mut HelpText<'_>) {
        for spec in self.commands {
            // All keys of one command, or the first one of each.
            let most = if spec.commands.len() == 1 { usize::MAX } else { 1 };
            let keys =
                spec.commands.iter().flat_map(|&one| text.view.keys.of(one).iter().take(most));
            let names: Vec<String> = keys.map(|key| text.view.shown(*key)).collect();
            text.paragraph(&names.join(" "), spec.help);
        }
        if let Some(digits) = self.digits {
            text.paragraph("0-9", digits);
        }
        text.paragraph("mouse", "Click what you choose, or the words at the bottom");
        text.paragraph("ctrl-l", "Draw the screen anew");
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
    const fn scroll(&mut self, rows: isize) {
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

    /// A text behind keys or a sign, or without a head from the edge on.
    fn paragraph(&mut self, head: &str, text: &str) {
        let indent = if head.is_empty() { 0 } else { HEAD };
        // A long head has a line of its own.
        let apart = width(head) >= HEAD;
        if apart {
            self.lines.push(Line::styled(self.view.text(head), self.view.theme.key));
        }
        self.hang(if apart { "" } else { head }, self.view.theme.key, indent, text);
    }

    /// A text behind a head, with all its lines below each other.
    fn hang(&mut self, mut head: &str, style: Style, indent: usize, text: &str) {
        for text in wrap(&self.view.text(text), self.most.saturating_sub(indent)) {
            let space = " ".repeat(indent.saturating_sub(width(head)));
            let head = Span::styled(format!("{}{space}", std::mem::take(&mut head)), style);
            self.lines.push(Line::from_iter([head, Span::styled(text, self.view.theme.text)]));
        }
    }

    fn signs(&mut self, race: bool) {
        let glyphs = self.view.glyphs;
        let [one, two] = glyphs.tokens;
        self.gap();
        self.title("Signs");
        let playable = "can be played now: it stands out, on a card of its own or in a thick frame";
        self.paragraph("[12]", playable);
        self.paragraph(" 12 ", "on the board, but not now");
        self.paragraph(&format!("{}12{}", glyphs.cursor, glyphs.cursor_end), "the cursor");
        let players = "the players, and the number played last, in their colours";
        self.paragraph(&format!("{one} {two}"), players);
        if race {
            self.paragraph(&format!("{one}12{two}"), "both players on one number");
            self.paragraph(glyphs.target, "the target");
            self.paragraph(glyphs.banned, "the way back, which is not open");
        } else {
            self.paragraph(
                "(12)",
                "taken: small and struck through, with the sign of the player who took it",
            );
            self.paragraph(&format!("{}12", glyphs.trapped), "a trap, in Trap Avoidance");
            let older = "taken before the last number, and still sets traps (in a thin frame where there is room)";
            self.paragraph("{12}", older);
            let partners = "partners, in a hint: who takes one is answered by the other";
            self.paragraph("a b c", partners);
            let more = "has a partner, where there are more than there are letters";
            self.paragraph(glyphs.pair, more);
        }
        let best = "the move that a hint advises, or that answers the number under the cursor";
        self.paragraph(glyphs.best, best);
        let worth =
            "wins, with 5 moves to the end if the winner hurries, or loses; where it is known";
        self.paragraph(&format!("{0}5 {1}5", glyphs.wins, glyphs.loses), worth);
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
                            let item = format!("{}: {}", rule.label(), rule.besides_label());
                            self.item(item.trim_end_matches(": "));
                        }
                    }
                }
            }
        }
    }

    fn item(&mut self, text: &str) {
        self.hang("- ", self.view.theme.text, 2, text);
    }
}

impl Component for HelpPage {
    fn commands(&self) -> Commands {
        HELP_PAGE
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        let page = Self::visible(view) as isize;
        match input {
            Input::Scroll(rows) => self.scroll(rows),
            Input::Press(_) => return Some(Effect::Close),
            Input::Command(command) => match command {
                Command::Up => self.scroll(-1),
                Command::Down => self.scroll(1),
                Command::PageUp => self.scroll(-page),
                Command::PageDown => self.scroll(page),
                Command::Home => self.top = 0,
                Command::End => self.scroll(isize::MAX),
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
        let end = lines.len().min(self.top + visible);
        if let more @ 1.. = lines.len() - end {
            let more =
                if more == 1 { " 1 more line ".to_owned() } else { format!(" {more} more lines ") };
            block = block.title_bottom(Span::styled(more, view.theme.key));
        }
        block.render(page, buffer);
        let shown = lines.get(self.top..end).unwrap_or_default();
        view.lines(buffer, page.inner(Margin { horizontal: 3, vertical: 1 }), shown);
    }
}

//! The start screen laid out: a card for each offer that fits, and below them what is said about the selected one.

use divvy_rules::Game;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Position, Rect};
use ratatui::text::{Line, Span};

use super::{Offer, StartScreen};
use crate::view::{View, width, wrap, wrapped};

const WIDEST: u16 = 96;

/// The name of the program in large letters.
const WORDMARK: [[&str; 2]; 3] =
    [[" ▄   ", "  █ ▀"], ["▀▀▀  ", "█▀█ █ █ █ █ █ █ █"], [" ▀   ", "▀▀▀ ▀  ▀   ▀  ▄▀"]];

/// How much room there is.
#[derive(Clone, Copy)]
struct Shape {
    /// Rows above the cards.
    top: u16,
    /// A row before the title of a card, and one between two cards.
    airy: bool,
    /// An edge below a card.
    edge: bool,
    /// What the game is about, on its card: so many sentences.
    text: usize,
}

/// The first one that has room for all offers is taken, else the last.
const SHAPES: [Shape; 5] = [
    Shape { top: 7, airy: true, edge: true, text: 2 },
    Shape { top: 3, airy: false, edge: true, text: 2 },
    Shape { top: 2, airy: false, edge: true, text: 2 },
    Shape { top: 2, airy: false, edge: true, text: 1 },
    Shape { top: 2, airy: false, edge: false, text: 0 },
];

pub(super) struct Page<'a> {
    screen: &'a StartScreen,
    view: &'a View,
    /// The middle of the window, in which everything stands.
    column: Rect,
    shape: Shape,
    /// From the first that is shown on, with their indices.
    cards: Vec<Card>,
    foot: Vec<Line<'static>>,
}

struct Card {
    area: Rect,
    index: usize,
    title: String,
    /// What the game is about.
    lines: Vec<String>,
}

impl<'a> Page<'a> {
    /// The cards that fit, the selected one among them.
    pub(super) fn new(screen: &'a StartScreen, view: &'a View) -> Self {
        let column = view.area().centered_horizontally(Constraint::Max(WIDEST));
        let made = |shape: Shape| {
            let mut page =
                Self { screen, view, column, shape, cards: Vec::new(), foot: Vec::new() };
            page.cards = (0..screen.offers.len()).map(|index| page.card(index)).collect();
            page.foot = page.foot();
            page
        };
        let mut pages = SHAPES.into_iter().map(made);
        let fitting = pages.find(|page| page.tall(&page.cards) <= page.height());
        let mut page = fitting.unwrap_or_else(|| made(SHAPES[SHAPES.len() - 1]));
        let (selected, height) = (screen.selected, page.height());
        // From which card on, so that the selected one can be seen whole.
        let from = (0..=selected).find(|&from| page.tall(&page.cards[from..=selected]) <= height);
        page.cards.drain(..from.unwrap_or(selected));
        // In the middle of a high window.
        page.shape.top += if page.shape.airy { (height - page.tall(&page.cards)) / 3 } else { 0 };
        let mut y = page.shape.top;
        for card in &mut page.cards {
            card.area.y = y;
            y += card.area.height + u16::from(page.shape.airy);
        }
        let bottom = column.height.saturating_sub(page.foot.len() as u16);
        page.cards.retain(|card| card.area.bottom() <= bottom);
        page
    }

    /// Rows for the cards.
    fn height(&self) -> u16 {
        self.column.height.saturating_sub(self.shape.top + self.foot.len() as u16)
    }

    fn tall(&self, cards: &[Card]) -> u16 {
        cards.iter().map(|card| card.area.height + u16::from(self.shape.airy)).sum()
    }

    pub(super) fn index_at(&self, at: Position) -> Option<usize> {
        self.cards.iter().find(|card| card.area.contains(at)).map(|card| card.index)
    }

    fn card(&self, index: usize) -> Card {
        let inside = usize::from(self.column.width).saturating_sub(4);
        let Shape { airy, edge, text, .. } = self.shape;
        let (title, lines, around) = match &self.screen.offers[index] {
            Offer::Continue { text, .. } => {
                let text = self.view.text(&format!("Continue {text}"));
                (self.view.cut(&text, inside), Vec::new(), 0)
            }
            Offer::Chain => (format!("6  {}, for one", divvy_words::LONGEST_CHAIN), Vec::new(), 0),
            Offer::More(more) => (format!("{} more unfinished games", more.len()), Vec::new(), 0),
            Offer::Game(offer) => {
                let game = offer.proposal().game;
                let place = index - self.screen.games() + 1;
                // Of the selected game all, on the row of the edge.
                let sentences = if index == self.screen.selected && text > 0 { 2 } else { text };
                let summary = divvy_words::summary(game).split_inclusive(". ");
                let summary: String = summary.take(sentences).collect();
                let about = (text > 0).then(|| wrap(summary.trim_end(), inside));
                let title = format!("{place}  {}", divvy_words::name(game));
                (title, about.unwrap_or_default(), u16::from(airy) + u16::from(edge))
            }
        };
        let rows = if text == 1 { lines.len().min(1) } else { lines.len() };
        let height = 1 + rows as u16 + around;
        Card { area: Rect { height, ..self.column }, index, title, lines }
    }

    /// What is said about the selected game; where the cards have no room for it, also what the game is about; and in high
    /// windows what is to know about three of the games.
    fn foot(&self) -> Vec<Line<'static>> {
        let (view, View { theme, glyphs, .. }) = (self.view, self.view);
        let most = usize::from(self.column.width).saturating_sub(2);
        let mut lines = Vec::new();
        let mut say = |style, text: &str| lines.extend(wrapped(style, &view.text(text), most));
        let offer = self.screen.offer();
        if let (Offer::Game(offer), 0) = (offer, self.shape.text) {
            say(theme.text, divvy_words::summary(offer.proposal().game));
            say(theme.text, "");
        }
        if self.shape.airy {
            let same = Game::ALL.into_iter().find_map(divvy_words::same_rules);
            say(theme.dim, same.unwrap_or_default());
            say(theme.text, "");
        }
        match (&self.screen.problem, offer) {
            (Some(problem), _) => say(theme.refusal, problem),
            (None, Offer::Game(offer)) => {
                let (less, more, text) = (glyphs.less, glyphs.more, offer.text());
                say(theme.title, &format!("{less} {} {more}", text.trim_end_matches('.')));
                say(theme.text, &divvy_words::proposal::summary(offer.proposal()));
            }
            (None, Offer::Chain) => {
                let question = divvy_words::CHAIN_QUESTION;
                say(theme.text, &format!("{question} For one player, on 1 to 100."));
            }
            (None, Offer::More(_)) => say(theme.text, "Lists them all."),
            (None, Offer::Continue { .. }) => say(theme.text, "Goes on where it was left."),
        }
        // The same height for every choice, so that the cards keep their places.
        let least = if self.shape.text > 0 { 2 } else { 5 };
        lines.resize(lines.len().max(least), Line::default());
        // A row between this and the cards, and one below it where there is room.
        if self.shape.text > 1 {
            lines.insert(0, Line::default());
            lines.extend((self.shape.top > 2).then(Line::default));
        }
        lines
    }

    fn draw_head(&self, buffer: &mut Buffer) {
        let Self { view, column, shape, .. } = *self;
        let View { theme, look, .. } = view;
        let about = match column.width < 70 {
            true => "Five number games for two",
            false => "Five number games for two, with a friend or the computer",
        };
        let about = Span::styled(about, theme.quiet());
        let x = column.x + 1;
        if shape.airy && !look.ascii {
            let y = shape.top - 6;
            for ([sign, name], y) in WORDMARK.into_iter().zip(y..) {
                let line = [Span::styled(sign, theme.seats[1]), Span::styled(name, theme.title)];
                buffer.set_line(x, y, &Line::from_iter(line), column.width);
            }
            buffer.set_line(x, y + 4, &Line::from(about), column.width);
        } else {
            let mut title = Line::from_iter(view.brand());
            title.extend([Span::raw("  "), about]);
            buffer.set_line(x, shape.top - 2, &title, column.width);
        }
    }

    pub(super) fn draw(&self, buffer: &mut Buffer) {
        let Self { screen, view, column, .. } = *self;
        self.draw_head(buffer);
        // What does not fit is there all the same.
        let above = self.cards.first().map_or(0, |card| card.index);
        let below = screen.offers.len() - self.cards.last().map_or(0, |card| card.index + 1);
        let hidden = [(above, "above"), (below, "below")].into_iter().filter(|(some, _)| *some > 0);
        let hidden = hidden.map(|(some, place)| format!("{some} {place}")).collect::<Vec<_>>();
        let hidden = hidden.join(", ");
        let x = column.right().saturating_sub(hidden.len() as u16);
        buffer.set_string(x, self.shape.top - 1, hidden, view.theme.key);
        self.cards.iter().for_each(|card| self.draw_card(buffer, card));
        let height = self.foot.len() as u16;
        let foot = Rect { y: column.bottom().saturating_sub(height), height, ..column };
        view.lines(buffer, foot.inner(Margin { horizontal: 1, vertical: 0 }), &self.foot);
    }

    fn draw_card(&self, buffer: &mut Buffer, card: &Card) {
        let View { theme, glyphs, .. } = self.view;
        let Card { area, index, title, lines } = card;
        let selected = *index == self.screen.selected;
        let mark = if selected { glyphs.cursor } else { " " };
        let head = if selected { theme.key } else { theme.title };
        // Without edges the cards of a list would run together.
        if selected || (self.shape.edge && area.height > 1) {
            let edged = self.shape.edge && lines.len() + 1 < area.height.into();
            self.view.card(buffer, *area, selected, edged);
        }
        let y = area.y + u16::from(self.shape.airy && area.height > 1);
        buffer.set_string(area.x + 1, y, format!("{mark} {title}"), head);
        if let Offer::Game(offer) = &self.screen.offers[*index] {
            // The board, on the right.
            let board = offer.rules().map(divvy_words::in_short).unwrap_or_default();
            let board = board.join(&format!(" {} ", glyphs.dot));
            let x = area.right().saturating_sub(width(&board) as u16 + 2);
            if usize::from(x.saturating_sub(area.x)) > width(title) + 5 {
                buffer.set_string(x, y, board, theme.quiet());
            }
        }
        let ink = if selected { theme.ink() } else { theme.quiet() };
        for (text, y) in lines.iter().zip(y + 1..) {
            buffer.set_string(area.x + 3, y, text, ink);
        }
    }
}

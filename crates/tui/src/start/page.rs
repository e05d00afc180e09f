//! The start screen laid out: a card for each offer that fits, and below them what is said about the selected one.

use divvy_rules::Game;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Position, Rect};
use ratatui::text::{Line, Span};

use super::{Offer, StartScreen};
use crate::proposal;
use crate::text::{width, wrap};
use crate::view::{View, wrapped};

const WIDEST: u16 = 140;

/// Rows above the cards.
const TOP: u16 = 2;

pub(super) struct Page<'a> {
    screen: &'a StartScreen,
    view: &'a View,
    /// The middle of the window, in which everything stands.
    column: Rect,
    /// Whether there is room for a description of every game, and for the rules in brief.
    roomy: bool,
    tall: bool,
    /// From the first that is shown on, with their indices.
    cards: Vec<Card>,
    foot: Vec<Line<'static>>,
}

struct Card {
    area: Rect,
    index: usize,
    title: String,
    /// What the game is about, in a frame; nothing on a card without one.
    lines: Vec<String>,
}

fn tall(cards: &[Card]) -> u16 {
    cards.iter().map(|card| card.area.height).sum()
}

impl<'a> Page<'a> {
    /// The cards that fit, the selected one among them: in frames if all do, else only the names.
    pub(super) fn new(screen: &'a StartScreen, view: &'a View) -> Self {
        let column = view.area().centered_horizontally(Constraint::Max(WIDEST));
        let made = |[roomy, tall]: [bool; 2]| {
            let (cards, foot) = (Vec::new(), Vec::new());
            let mut page = Self { screen, view, column, roomy, tall, cards, foot };
            page.cards = (0..screen.offers.len()).map(|index| page.card(index)).collect();
            page.foot = page.foot();
            let height = column.height.saturating_sub(TOP + page.foot.len() as u16);
            (page, height)
        };
        let (mut page, mut height) = made([true; 2]);
        for fewer in [[true, false], [false; 2]] {
            // Framed cards have a row to spare for what is said about three of the games.
            if tall(&page.cards) > height {
                (page, height) = made(fewer);
            }
        }
        let Self { cards, .. } = &mut page;
        let selected = screen.selected;
        // From which card on, so that the selected one can be seen whole.
        let from = (0..=selected).find(|&from| tall(&cards[from..=selected]) <= height);
        cards.drain(..from.unwrap_or(selected));
        // What is left over makes framed cards taller, but for what is said about three of the games.
        let framed = cards.iter().filter(|card| card.is_framed()).count().max(1) as u16;
        let spare = (height.saturating_sub(tall(cards) + 3) / framed).min(7);
        let mut y = TOP;
        for card in &mut *cards {
            card.area.y = y;
            card.area.height += if card.is_framed() { spare } else { 0 };
            y += card.area.height;
        }
        cards.retain(|card| card.area.bottom() <= TOP + height);
        page
    }

    pub(super) fn index_at(&self, at: Position) -> Option<usize> {
        self.cards.iter().find(|card| card.area.contains(at)).map(|card| card.index)
    }

    fn card(&self, index: usize) -> Card {
        let inside = usize::from(self.column.width).saturating_sub(4);
        let (title, lines) = match &self.screen.offers[index] {
            Offer::Continue { text, .. } => {
                let text = self.view.text(&format!("Continue {text}"));
                (self.view.cut(&text, inside), Vec::new())
            }
            Offer::More(more) => (format!("{} more unfinished games", more.len()), Vec::new()),
            Offer::Game(offer) => {
                let game = offer.proposal().game;
                let place = index - self.screen.games() + 1;
                let title = format!("{place}  {}", divvy_words::name(game));
                let brief = offer.rules().map(divvy_words::brief).unwrap_or_default();
                let text = if self.tall { &brief } else { divvy_words::summary(game) };
                let about = self.roomy.then(|| wrap(text, inside));
                (title, about.unwrap_or_default())
            }
        };
        let height = if lines.is_empty() { 1 } else { lines.len() as u16 + 2 };
        Card { area: Rect { y: TOP, height, ..self.column }, index, title, lines }
    }

    /// What is said about the selected game; where the cards have no room for it, also what the game is about.
    fn foot(&self) -> Vec<Line<'static>> {
        let theme = self.view.theme;
        let mut parts = Vec::new();
        let offer = self.screen.offer();
        if let (Offer::Game(offer), false) = (offer, self.roomy) {
            let about = divvy_words::summary(offer.proposal().game).to_owned();
            parts.extend([(theme.text, about), (theme.text, String::new())]);
        }
        match (&self.screen.problem, offer) {
            (Some(problem), _) => parts.push((theme.refusal, problem.clone())),
            (None, Offer::Game(offer)) => {
                let players = proposal::summary(offer.proposal());
                parts.extend([(theme.title, offer.text()), (theme.text, players)]);
            }
            (None, Offer::More(_)) => parts.push((theme.text, "Lists them all.".to_owned())),
            (None, _) => parts.push((theme.text, "Goes on where it was left.".to_owned())),
        }
        let most = usize::from(self.column.width).saturating_sub(2);
        let lines = |(style, text): (_, String)| wrapped(style, &self.view.text(&text), most);
        let mut lines: Vec<Line<'static>> = parts.into_iter().flat_map(lines).collect();
        // The same height for every choice, so that the cards keep their places.
        let least = match (self.column.width < 80, self.roomy) {
            (true, false) => 7,
            (true, true) | (false, false) => 4,
            (false, true) => 2,
        };
        lines.resize(lines.len().max(least), Line::default());
        lines
    }

    pub(super) fn draw(&self, buffer: &mut Buffer) {
        let Self { screen, view, column, .. } = *self;
        let area = view.area();
        let mut title = Line::from_iter(view.brand());
        title.push_span(Span::styled("  number games for two", view.theme.quiet()));
        buffer.set_line(column.x + 1, 0, &title, column.width);
        // What does not fit is there all the same.
        let last = self.cards.last().map_or(0, |card| card.index + 1);
        let first = self.cards.first().map_or(0, |card| card.index);
        let hidden = match (first, screen.offers.len() - last) {
            (0, 0) => String::new(),
            (above, 0) => format!("{above} above"),
            (0, below) => format!("{below} below"),
            (above, below) => format!("{above} above, {below} below"),
        };
        let x = area.width.saturating_sub(hidden.len() as u16 + 1);
        buffer.set_string(x, 1, hidden, view.theme.key);
        self.cards.iter().for_each(|card| self.draw_card(buffer, card));
        let below = column.inner(Margin { horizontal: 1, vertical: 0 });
        let height = self.foot.len() as u16;
        let y = area.height.saturating_sub(height);
        view.lines(buffer, Rect { y, height, ..below }, &self.foot);
        // What is said about three of the games, if there is room for it.
        let same = Game::ALL.into_iter().find_map(divvy_words::same_rules).unwrap_or_default();
        let same = wrapped(view.theme.dim, same, below.width.into());
        let height = same.len() as u16;
        let bottom = self.cards.last().map_or(TOP, |card| card.area.bottom()) + height;
        if self.roomy && bottom <= y {
            // With an empty line below, if there is room for that too.
            let y = y - height - u16::from(bottom < y);
            view.lines(buffer, Rect { y, height, ..below }, &same);
        }
    }

    fn draw_card(&self, buffer: &mut Buffer, card: &Card) {
        let View { theme, glyphs, .. } = self.view;
        let Card { area, index, title, lines } = card;
        let selected = *index == self.screen.selected;
        let mark = if selected { glyphs.cursor } else { " " };
        let head = if selected { theme.selected } else { theme.title };
        let Offer::Game(offer) = &self.screen.offers[*index] else {
            self.view.card(buffer, *area, selected);
            buffer.set_string(area.x, area.y, mark, head);
            buffer.set_string(area.x + 2, area.y, title, head);
            return;
        };
        self.view.card(buffer, *area, selected);
        buffer.set_string(area.x + 1, area.y, format!("{mark}{title} "), head);
        // The board, on the right.
        let board = offer.rules().map(divvy_words::in_short).unwrap_or_default();
        let board = format!(" {} ", board.join(&format!(" {} ", glyphs.dot)));
        let x = area.right().saturating_sub(width(&board) as u16 + 1);
        if usize::from(x.saturating_sub(area.x)) > width(title) + 4 {
            buffer.set_string(x, area.y, board, theme.quiet());
        }
        // In the middle of a high card.
        let room = area.height.saturating_sub(2);
        let above = room.saturating_sub(lines.len() as u16) / 2;
        let wide = usize::from(area.width.saturating_sub(4));
        let ink = if selected { theme.ink() } else { theme.quiet() };
        for (text, y) in lines.iter().zip(area.y + 1 + above..) {
            buffer.set_stringn(area.x + 2, y, text, wide, ink);
        }
    }
}

impl Card {
    const fn is_framed(&self) -> bool {
        !self.lines.is_empty()
    }
}

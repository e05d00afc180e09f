//! The help page: the keys of the screen below in groups, what the cards on its board look like, and the rule in brief. It
//! fits a window of 60 x 20; `divvy rules` prints the complete rules.

use divvy_match::Seat;
use divvy_rules::{Family, Game, Memory, Relation, RemovalRules, Rules};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use crate::board::{Card, Ground};
use crate::command::{Command, CommandSpec, GROUPS, Screen};
use crate::component::{Component, Effect, Input, Unavailable};
use crate::text::wrap;
use crate::view::{View, wrapped};

#[derive(Clone, Debug)]
pub(crate) struct HelpPage {
    /// The screen below.
    screen: Screen,
    rules: Option<Rules>,
    /// Whether the numbers of its board stand in a row each.
    word: bool,
    /// The first line that is shown, and whether there are more than fit.
    top: usize,
    scrolls: bool,
}

const WIDEST: u16 = 100;

/// Columns for the name of a group, for an entry of it at least, for the keys in that, and for a card at least.
const HEAD: usize = 6;
const ENTRY: usize = 24;
const KEYS: usize = 5;
const CARD: usize = 8;

/// A sign or keys, and what they mean.
type Entry = Line<'static>;

impl HelpPage {
    pub(crate) const fn new(screen: Screen, rules: Option<Rules>, word: bool) -> Self {
        Self { screen, rules, word, top: 0, scrolls: false }
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let most = usize::from(Self::page(view).width);
        let wide = most - HEAD;
        let keys = |(place, name)| {
            // What is rarely needed stands close together.
            let cell = if place == 2 { 1 } else { wide / (wide / ENTRY).max(1) };
            in_columns(name, self.keys(place, view), cell, view, most)
        };
        let mut parts: Vec<_> = GROUPS.into_iter().enumerate().map(keys).collect();
        if let Some(rules) = self.rules {
            let cards = self.cards(rules, view, most);
            let beside = cards.first().is_some_and(|row| row.width() <= wide);
            parts.push(if beside { in_columns("Cards", cards, wide, view, most) } else { cards });
            let brief = match self.screen {
                Screen::Chain => divvy_words::CHAIN_RULE.to_owned(),
                _ => divvy_words::brief(rules),
            };
            let brief = wrapped(view.theme.text, &view.text(&brief), wide);
            parts.push(in_columns("Rule", brief, wide, view, most));
        }
        parts.retain(|part| !part.is_empty());
        let spread = parts.iter().map(Vec::len).sum::<usize>() + parts.len();
        if spread > Self::visible(view) {
            return parts.concat();
        }
        parts.insert(0, Vec::new());
        parts.join(&Line::default())
    }

    /// The keys of a group, with what they do.
    fn keys(&self, group: usize, view: &View) -> Vec<Entry> {
        let wide = if group == 2 { 0 } else { KEYS };
        let entry = |spec: &CommandSpec| {
            let keys = match spec.commands {
                [] => spec.label.to_owned(),
                // Of tab and shift-tab, the first says enough.
                [first @ Command::NextLegal, ..] => view.key(*first),
                all => {
                    let joint = if all[0].is_direction() && !view.look.ascii { "" } else { " " };
                    all.iter().map(|&command| view.key(command)).collect::<Vec<_>>().join(joint)
                }
            };
            view.keyed(format!("{keys:wide$}"), spec.help, view.theme.ink())
        };
        let listed = |spec: &&CommandSpec| spec.group == group && !spec.help.is_empty();
        self.screen.commands().filter(listed).map(entry).collect()
    }

    /// The cards of the board side by side, with what they mean below; behind their name if there is room.
    fn cards(&self, rules: Rules, view: &View, most: usize) -> Vec<Entry> {
        let samples = self.samples(rules, view);
        let wide = |room: usize| room / samples.len().max(1);
        let wide = if wide(most - HEAD) > CARD { wide(most - HEAD) } else { wide(most) };
        let wide = wide.min(CARD + 4) as u16;
        let card =
            Rect { height: if self.word { 1 } else { 3 }, width: (wide - 1) & !1, x: 0, y: 0 };
        let meanings = samples.iter().map(|(_, means)| wrap(means, usize::from(wide) - 1));
        let meanings: Vec<Vec<String>> = meanings.collect();
        let rows = meanings.iter().map(Vec::len).max().unwrap_or(0) as u16;
        let all = Rect { width: wide * samples.len() as u16, height: card.height + rows, ..card };
        let mut buffer = Buffer::empty(all);
        buffer.set_style(all, view.theme.text);
        for (((sample, _), lines), x) in
            samples.into_iter().zip(meanings).zip((0..).step_by(wide.into()))
        {
            Card { area: Rect { x, ..card }, ..sample }.draw(&mut buffer);
            for (line, y) in lines.into_iter().zip(card.height..) {
                buffer.set_string(x, y, line, view.theme.text);
            }
        }
        let cells = |row: &[Cell]| {
            row.iter().map(|cell| Span::styled(cell.symbol().to_owned(), cell.style())).collect()
        };
        buffer.content.chunks(all.width.max(1).into()).map(cells).collect()
    }

    /// Cards of each kind that the board may have, after 12 was played.
    fn samples<'a>(&self, rules: Rules, view: &'a View) -> Vec<(Card<'a>, String)> {
        let View { theme, glyphs, .. } = view;
        let ([one, two], [first, second]) = (glyphs.tokens, Seat::BOTH);
        let card = |number, ground| Card::sample(view, number, ground);
        let signed = |sign, number, ground| Card { signs: [sign, ""], ..card(number, ground) };
        let tagged = |tag: &str, card| Card { tag: tag.to_owned(), ..card };
        let removal = match rules.family() {
            Family::Removal(removal) => Some(removal),
            Family::Race(_) => None,
        };
        let related = removal.is_none_or(|removal| removal.relation() == Relation::Related);
        let playable = |number: u32| {
            let shown = related && self.screen != Screen::Explored;
            let relation =
                if shown { format!("{}{}", glyphs.divided, 12 / number) } else { String::new() };
            Card { relation, playable: true, ..card(number, Ground::Free) }
        };
        let worth = |sign: &'static str, depth: u32, number, tone| {
            let signs = [if self.word { sign } else { "" }, ""];
            Card { relation: format!("{sign}{depth}"), tone, signs, ..playable(number) }
        };
        let mut all = Vec::new();
        let mut add = |card: Card<'a>, means: &str| all.push((card, means.to_owned()));
        match self.screen {
            Screen::Start | Screen::Form => return all,
            Screen::Explored => {
                add(worth(glyphs.wins, 3, 6, theme.mark), "wins in 3");
                add(worth(glyphs.loses, 8, 4, theme.refusal), "loses in 8");
            }
            Screen::Over | Screen::RoundOver => {}
            _ if related => add(playable(6), "can be played"),
            _ => add(playable(7), "can be taken"),
        }
        add(card(8, Ground::Free), "not now");
        if !matches!(self.screen, Screen::Over | Screen::RoundOver) {
            add(Card { cursor: true, ..playable(3) }, "cursor");
        }
        match (removal, rules.game()) {
            (None, _) => {
                add(signed(one, 12, Ground::Of(first)), "a player");
                add(Card { signs: [one, two], ..card(10, Ground::Of(first)) }, "both");
                add(signed(glyphs.target, 20, Ground::Target), "target");
                add(signed(glyphs.banned, 5, Ground::Banned), "no way back");
            }
            _ if self.screen == Screen::Chain => {
                add(card(12, Ground::Of(first)), "last number");
                add(card(24, Ground::Taken(None)), "in the chain");
            }
            (Some(removal), game) => {
                let older = match game {
                    Game::ChainReaction => Ground::Link(Some(first)),
                    _ => Ground::Taken(Some(first)),
                };
                add(signed(two, 12, Ground::Of(second)), &format!("by {two}, last"));
                add(signed(one, 24, older), &format!("by {one}, gone"));
                if game == Game::TrapAvoidance {
                    add(card(6, Ground::Trap), "a trap");
                }
                if removal.memory() == Memory::Two {
                    add(signed(one, 9, Ground::Sets(Some(first))), "sets traps");
                }
            }
        }
        match self.screen {
            Screen::Playing => add(tagged(glyphs.best, playable(2)), "a hint"),
            Screen::Explored => add(tagged(glyphs.best, card(2, Ground::Free)), "the reply"),
            _ => return all,
        }
        if removal.is_some_and(RemovalRules::is_walk) {
            add(tagged("a", card(9, Ground::Free)), "pair a");
        }
        all
    }

    fn page(view: &View) -> Rect {
        let area = view.area().centered_horizontally(Constraint::Max(WIDEST));
        Rect { x: area.x + 1, y: 1, width: area.width - 2, height: area.height - 1 }
    }

    fn visible(view: &View) -> usize {
        Self::page(view).height.into()
    }

    /// Scrolls by so many rows; [`HelpPage::settle`] keeps to the page.
    const fn scroll(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows);
    }
}

/// A group in cells of this width, behind its name; an entry may take several. Two spaces are left between entries at least.
fn in_columns(
    name: &'static str,
    entries: Vec<Entry>,
    wide: usize,
    view: &View,
    most: usize,
) -> Vec<Entry> {
    let mut lines: Vec<Entry> = Vec::new();
    for entry in entries {
        let next = lines.last().map(|line| (line.width() + 2 - HEAD).div_ceil(wide) * wide + HEAD);
        match (lines.last_mut(), next.filter(|start| start + entry.width() <= most)) {
            (Some(line), Some(start)) => {
                line.push_span(" ".repeat(start - line.width()));
                line.extend(entry);
            }
            _ => {
                let head = if lines.is_empty() { name } else { "" };
                let mut line =
                    Line::from(Span::styled(format!("{head:HEAD$}"), view.theme.quiet()));
                line.extend(entry);
                lines.push(line);
            }
        }
    }
    lines
}

impl Component for HelpPage {
    fn screen(&self) -> Screen {
        Screen::Page
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        match command {
            Command::Up | Command::PageDown if !self.scrolls => Err("This is all.".into()),
            _ => Ok(()),
        }
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
                Command::Suspend => return Some(Effect::Ask(command)),
                _ => return Some(Effect::Close),
            },
            _ => {}
        }
        None
    }

    /// Keeps the page full, also where the window has grown.
    fn settle(&mut self, view: &View) -> Option<Effect> {
        let most = self.lines(view).len().saturating_sub(Self::visible(view));
        (self.top, self.scrolls) = (self.top.min(most), most > 0);
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let (lines, page, theme) = (self.lines(view), Self::page(view), &view.theme);
        view.clear(buffer, view.area());
        let title = match (self.screen, self.rules) {
            (Screen::Chain, Some(rules)) => {
                format!("{}, {}", divvy_words::LONGEST_CHAIN, rules.board())
            }
            (_, Some(rules)) => divvy_words::proposal::title(rules, ", "),
            _ => String::new(),
        };
        let title = Line::from_iter(view.brand().into_iter().chain([
            Span::styled("  Help  ", theme.title),
            Span::styled(view.cut(&title, usize::from(page.width) - 15), theme.quiet()),
        ]));
        buffer.set_line(page.x, 0, &title, page.width);
        let right = match (lines.len().saturating_sub(self.top + Self::visible(view)), self.rules) {
            (0, Some(rules)) if self.screen != Screen::Chain => {
                Span::styled(format!("All rules: divvy rules {}", rules.game()), theme.quiet())
            }
            (0, _) => Span::default(),
            (more, _) => Span::styled(format!("{more} more {}", view.glyphs.below), theme.key),
        };
        if title.width() + right.width() + 2 <= page.width.into() {
            let x = page.right() - right.width() as u16;
            buffer.set_span(x, 0, &right, page.width);
        }
        Paragraph::new(lines).scroll((self.top as u16, 0)).render(page, buffer);
    }
}

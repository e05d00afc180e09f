//! The help page: the keys of the screen below in groups, what the cards on its board look like, and the rule in brief. It
//! fits a window of 60 x 20; `divvy rules` prints the complete rules.

use divvy_match::Seat;
use divvy_rules::{Family, Game, Memory, Relation, Rules};
use divvy_solver::Outcome;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::board::{Card, Ground, sign_of, spread};
use crate::command::{Command, CommandSpec, GROUPS, Screen};
use crate::component::{Component, Effect, Input};
use crate::keys::Key;
use crate::view::{View, wrap, wrapped};

#[derive(Clone, Debug)]
pub(crate) struct HelpPage {
    /// The screen below.
    screen: Screen,
    rules: Option<Rules>,
    /// Whether the numbers of its board stand in a row each.
    word: bool,
}

const WIDEST: u16 = 100;

/// Columns for the name of a group, for an entry of it at least, for the keys in that, and for a card at least.
const HEAD: usize = 6;
const ENTRY: usize = 26;
const KEYS: usize = 5;
const CARD: usize = 8;

/// A sign or keys, and what they mean.
type Entry = Line<'static>;

impl HelpPage {
    pub(crate) const fn new(screen: Screen, rules: Option<Rules>, word: bool) -> Self {
        Self { screen, rules, word }
    }

    /// Whether it is about the longest chain.
    const fn is_chain(&self) -> bool {
        matches!(self.screen, Screen::Chain | Screen::Example)
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let most = usize::from(Self::page(view).width);
        let wide = most - HEAD;
        let cell = wide / (wide / ENTRY).max(1);
        let keys = |(place, name)| in_columns(name, self.keys(place, view), cell, view);
        let mut groups: Vec<_> = GROUPS.into_iter().enumerate().map(keys).collect();
        groups.retain(|group| !group.is_empty());
        let mut parts = Vec::new();
        if let Some(rules) = self.rules {
            let mut cards = self.cards(rules, view, most);
            let beside = cards.first().is_some_and(|row| row.width() <= wide);
            if self.screen == Screen::Playing {
                let ([one, two], divided) = (view.glyphs.tokens, view.glyphs.divided);
                let mut text = format!("{one} {two}: the players.");
                if rules.game() != Game::TrapAvoidance {
                    text += &format!("  {divided}2 on 6: it is 12 divided by 2.");
                }
                cards.push(Line::styled(text, view.theme.quiet()));
            }
            let name = if self.word { "Signs" } else { "Cards" };
            parts.push(if beside { in_columns(name, cards, wide, view) } else { cards });
            let explored = matches!(self.screen, Screen::Explored | Screen::Reviewed);
            let words = divvy_words::EXPLORE_WORDS.into_iter().filter(|_| explored);
            let word =
                |[word, means]: [_; 2]| view.keyed(format!("{word:10}"), means, view.theme.ink());
            parts.push(in_columns("Words", words.map(word).collect(), wide, view));
            let brief = match self.is_chain() {
                true => divvy_words::CHAIN_RULE.to_owned(),
                false => divvy_words::brief(rules),
            };
            let brief = wrapped(view.theme.text, &view.text(&brief), wide);
            parts.push(in_columns("Rule", brief, wide, view));
        }
        parts.retain(|part: &Vec<_>| !part.is_empty());
        // Empty lines between the groups of keys are the first to be left out.
        let high = usize::from(Self::page(view).height);
        if groups.iter().chain(&parts).map(|part| part.len() + 1).sum::<usize>() > high {
            groups = vec![groups.concat()];
        }
        spread([vec![Vec::new()], groups, parts].concat(), high)
    }

    /// The keys of a group, with what they do.
    fn keys(&self, group: usize, view: &View) -> Vec<Entry> {
        let entry = |spec: &CommandSpec| {
            let keys = spec.shown().iter().filter_map(|&command| view.keys.of(command).first());
            let keys =
                match Key::shown_together(&keys.copied().collect::<Vec<_>>(), view.look.ascii) {
                    none if none.is_empty() => spec.label.to_owned(),
                    keys => keys,
                };
            view.keyed(format!("{keys:KEYS$}"), spec.help, view.theme.ink())
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
        let glyphs = view.glyphs;
        let ([one, two], [first, second]) = (glyphs.tokens, Seat::BOTH);
        let (removal, race) = match rules.family() {
            Family::Removal(removal) => (Some(removal), false),
            Family::Race(_) => (None, true),
        };
        let is = |screen: Screen| self.screen == screen;
        let board = !is(Screen::Start) && !is(Screen::Form);
        let open = board && !is(Screen::Over) && !is(Screen::RoundOver);
        let explored = is(Screen::Explored) || is(Screen::Reviewed);
        let related = removal.is_none_or(|removal| removal.relation() == Relation::Related);
        let example = is(Screen::Example);
        let open = open && !example;
        let taken = board && !race && !self.is_chain();
        let links = rules.game() == Game::ChainReaction;
        let card = |number, ground| Card::sample(view, number, ground);
        let signed = |sign, number, ground| Card { signs: [sign, ""], ..card(number, ground) };
        let tagged = |tag: &str, card| Card { tag: tag.to_owned(), ..card };
        let playable = |number: u32| {
            let shown = if related && !explored { 12 / number } else { 0 };
            let relation = format!("{}{shown}", glyphs.divided);
            let relation = if shown > 0 { relation } else { String::new() };
            let sample = Card { relation, playable: true, ..card(number, Ground::Free) };
            let tone = if self.word && self.is_chain() { Style::new() } else { sample.tone };
            Card { tone, ..sample }
        };
        let worth = |outcome, depth: u32, number| {
            let (sign, tone, _) = sign_of(outcome, view);
            let signs = [if self.word { sign } else { "" }, ""];
            Card { relation: format!("{sign}{depth}"), tone, signs, ..playable(number) }
        };
        let older = if links { Ground::Link(Some(first)) } else { Ground::Taken(Some(first)) };
        let legal = if self.is_chain() { "playable" } else { "legal" };
        let partner = if self.word { "a".to_owned() } else { format!("{}3", glyphs.pair) };
        let memory = removal.is_some_and(|removal| removal.memory() == Memory::Two);
        let all = [
            (explored, worth(Outcome::Win, 3, 6), "wins"),
            (explored, worth(Outcome::Loss, 8, 4), "loses"),
            (open && !explored, playable(if related { 6 } else { 7 }), legal),
            (board && !explored && !example, card(8, Ground::Free), "not now"),
            (open && !explored, Card { cursor: true, ..playable(3) }, "cursor"),
            (race && board, signed(one, 12, Ground::Of(first)), "player"),
            (race && board, signed(glyphs.target, 20, Ground::Target), "target"),
            (race && board, signed(glyphs.banned, 5, Ground::Banned), "closed"),
            (is(Screen::Chain), card(12, Ground::Of(first)), "last"),
            (is(Screen::Chain), card(24, Ground::Link(Some(first))), "used"),
            (example, card(12, Ground::Of(first)), "you are here"),
            (example, Card { cursor: true, ..playable(3) }, "comes next"),
            (example, card(24, Ground::Link(Some(first))), "passed"),
            (taken, signed(two, 12, Ground::Of(second)), "last"),
            (taken, signed(one, 24, older), "gone"),
            (taken && !related, card(6, Ground::Trap), "a trap"),
            (taken && memory, signed(one, 9, Ground::Sets(Some(first))), "sets traps"),
            (is(Screen::Playing), tagged(glyphs.best, playable(2)), "a hint"),
            (explored, tagged(glyphs.best, card(2, Ground::Free)), "reply"),
            (taken && open && !memory, tagged(&partner, card(9, Ground::Free)), "partner"),
        ];
        let shown = all.into_iter().filter(|(shown, ..)| *shown);
        shown.map(|(_, card, means)| (card, means.to_owned())).collect()
    }

    fn page(view: &View) -> Rect {
        let area = view.area().centered_horizontally(Constraint::Max(WIDEST));
        Rect { x: area.x + 1, y: 1, width: area.width - 2, height: area.height - 1 }
    }
}

/// A group in cells of this width, behind its name; an entry may take several. Two spaces are left between entries at least.
fn in_columns(name: &'static str, entries: Vec<Entry>, wide: usize, view: &View) -> Vec<Entry> {
    let (most, mut lines) = (usize::from(HelpPage::page(view).width), Vec::<Entry>::new());
    for entry in entries {
        let next = lines.last().map(|line| (line.width() + 2 - HEAD).div_ceil(wide) * wide + HEAD);
        match (lines.last_mut(), next.filter(|start| start + entry.width() <= most)) {
            (Some(line), Some(start)) => {
                line.push_span(" ".repeat(start - line.width()));
                line.extend(entry);
            }
            _ => {
                let head = if lines.is_empty() { name } else { "" };
                let mut line = Line::from(Span::styled(format!("{head:HEAD$}"), view.theme.title));
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

    fn handle(&mut self, input: Input, _view: &mut View) -> Option<Effect> {
        match input {
            Input::Command(Command::Suspend) => Some(Effect::Ask(Command::Suspend)),
            Input::Command(_) | Input::Press(_) => Some(Effect::Close),
            _ => None,
        }
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let (lines, page, theme) = (self.lines(view), Self::page(view), &view.theme);
        view.clear(buffer, view.area());
        let title = match (self.screen, self.rules) {
            (_, Some(rules)) if self.is_chain() => {
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
        let rules = self.rules.filter(|_| !self.is_chain());
        let rules = rules.map(|rules| format!("All rules: divvy rules {}", rules.game()));
        let right = Span::styled(rules.unwrap_or_default(), theme.quiet());
        if title.width() + right.width() + 2 <= page.width.into() {
            let x = page.right() - right.width() as u16;
            buffer.set_span(x, 0, &right, page.width);
        }
        view.lines(buffer, page, &lines);
    }
}

//! The help page: the rule in brief, what the signs on the board mean, and the keys of the screen below in groups. It
//! fits a window of 80 x 24; `divvy rules` prints the complete rules.

use divvy_rules::{Family, Game, Memory, Rules};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::command::{Command, CommandSpec, Commands, GROUPS, HELP_PAGE};
use crate::component::{Component, Effect, Input, Unavailable, common};
use crate::proposal;
use crate::view::{View, framed, wrapped};

#[derive(Clone, Debug)]
pub(crate) struct HelpPage {
    /// What can be asked for on that screen.
    commands: Commands,
    rules: Option<Rules>,
    signs: Signs,
    /// The digits that do something there, and what.
    digits: Option<[&'static str; 2]>,
    /// The first line that is shown, and whether there are more than fit.
    top: usize,
    scrolls: bool,
}

/// The board whose signs need an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signs {
    None,
    Played,
    Over,
    Explored,
    Chain,
}

const WIDEST: u16 = 100;

/// Columns for the name of a group.
const HEAD: usize = 7;
/// Columns for an entry of a group, at least, and for the keys in it.
const ENTRY: usize = 31;
const KEYS: usize = 5;

/// A sign or keys, and what they mean.
type Entry = Line<'static>;

impl HelpPage {
    pub(crate) const fn new(
        commands: Commands,
        rules: Option<Rules>,
        signs: Signs,
        digits: Option<[&'static str; 2]>,
    ) -> Self {
        Self { commands, rules, signs, digits, top: 0, scrolls: false }
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let most = Self::columns(view);
        let mut lines = Vec::new();
        if let Some(rules) = self.rules {
            let (title, brief) = match self.signs {
                Signs::Chain => {
                    let title = format!("{}, {}", divvy_words::LONGEST_CHAIN, rules.board());
                    (title, divvy_words::CHAIN_RULE.to_owned())
                }
                _ => (proposal::title(rules, ", "), divvy_words::brief(rules)),
            };
            lines.push(Line::styled(view.text(&title), view.theme.title));
            lines.extend(wrapped(view.theme.text, &view.text(&brief), most));
            lines.push(Line::default());
        }
        let board = self.signs != Signs::None;
        if let Some(rules) = self.rules.filter(|_| board) {
            lines.extend(in_columns("Board", signs(rules, self.signs, view), view, most));
        }
        for (place, name) in GROUPS.into_iter().enumerate() {
            let keys = self.keys(place, view);
            let rare = place + 1 == GROUPS.len();
            let high = view.area().height > 30 && place > 0 && !keys.is_empty();
            lines.extend((place == 0 && board || rare || high).then(Line::default));
            lines.extend(match rare {
                true => in_rows(name, keys, view, most),
                false => in_columns(name, keys, view, most),
            });
        }
        lines
    }

    /// The keys of a group, with what they do.
    fn keys(&self, group: usize, view: &View) -> Vec<Entry> {
        let rare = group + 1 == GROUPS.len();
        let wide = if rare { 0 } else { KEYS };
        let entry = |keys: &str, does: &str| {
            let keys = Span::styled(format!("{keys:wide$} "), view.theme.key);
            Line::from_iter([keys, Span::styled(view.text(does), view.theme.text)])
        };
        let along = |spec: &CommandSpec| spec.commands.contains(&Command::OtherLine);
        let along = self.commands.iter().any(along);
        let own = self.commands.iter().filter_map(|spec| {
            let (&first, rest) = spec.commands.split_first()?;
            // Of tab and shift-tab, the first says enough.
            let rest = if first == Command::NextLegal { &[] } else { rest };
            let keys = [first].into_iter().chain(rest.iter().copied());
            let names: Vec<String> = keys.map(|command| view.key(command)).collect();
            let joint = if first.is_direction() && !view.look.ascii { "" } else { " " };
            let listed = first.group(along) == group && !spec.help.is_empty();
            listed.then(|| entry(&names.join(joint), spec.help))
        });
        let mut entries: Vec<Entry> = own.collect();
        if group == 0 {
            entries.extend(self.digits.map(|[keys, does]| entry(keys, does)));
        }
        if rare {
            entries.extend([entry("ctrl-l", "redraw"), entry("ctrl-c", "quit")]);
        }
        entries
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

/// A group in as many columns as have room, behind its name. Two spaces are left between entries at least.
fn in_columns(name: &'static str, entries: Vec<Entry>, view: &View, most: usize) -> Vec<Entry> {
    let count = (most.saturating_sub(HEAD) / ENTRY).max(1);
    let wide = most.saturating_sub(HEAD) / count;
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
                let mut line = Line::styled(format!("{head:HEAD$}"), view.theme.quiet());
                line.extend(entry);
                lines.push(line);
            }
        }
    }
    lines
}

/// A group one after the other, behind its name.
fn in_rows(name: &'static str, entries: Vec<Entry>, view: &View, most: usize) -> Vec<Entry> {
    let head = |name: &str| Line::styled(format!("{name:HEAD$}"), view.theme.quiet());
    let mut lines = vec![head(name)];
    for entry in entries {
        match lines.last_mut() {
            Some(line) if line.width() == HEAD => line.extend(entry),
            Some(line) if line.width() + entry.width() + 3 <= most => {
                line.push_span("   ");
                line.extend(entry);
            }
            _ => {
                lines.push(head(""));
                lines.last_mut().into_iter().for_each(|line| line.extend(entry.clone()));
            }
        }
    }
    lines
}

/// The signs on a board, as they look there.
fn signs(rules: Rules, board: Signs, view: &View) -> Vec<Entry> {
    let View { theme, glyphs, .. } = view;
    let playable = if theme.edges.is_some() { " 12 " } else { "[12]" };
    let cursor = format!("{}12{}", glyphs.cursor, glyphs.cursor_end);
    let mut signs = vec![
        sign([(playable, theme.legal)], "can be played now", view),
        sign([(" 12 ", theme.free)], "cannot be played now", view),
        sign([(&cursor, theme.here)], "the cursor", view),
    ];
    if board == Signs::Chain {
        signs.push(sign([(" 12 ", theme.filled[0])], "the last number", view));
        signs.push(sign([(" ", theme.text), ("12", theme.taken)], "in the chain", view));
        return signs;
    }
    signs.extend(played(rules, view));
    if board == Signs::Explored {
        let [wins, loses] = [glyphs.wins, glyphs.loses].map(|sign| format!("{sign}5"));
        signs.push(sign([(&wins, theme.mark)], "wins, 5 moves to go", view));
        signs.push(sign([(&loses, theme.refusal)], "loses, 5 moves to go", view));
        signs.push(sign([(glyphs.best, theme.mark)], "the move that proves it", view));
    } else {
        let relation = format!("{}2 {}3", glyphs.divided, glyphs.times);
        signs.push(sign([(&relation, theme.key)], "half, 3 times the last", view));
    }
    if board == Signs::Played {
        signs.push(sign([(glyphs.best, theme.mark)], "the move of a hint", view));
    }
    if matches!(rules.family(), Family::Removal(_)) && board != Signs::Over {
        let pairs =
            if board == Signs::Explored { "pairs that prove it" } else { "pairs of a hint" };
        signs.push(sign([("a b c", theme.mark)], pairs, view));
    }
    signs
}

/// Samples of a sign, and what it means.
fn sign<const N: usize>(samples: [(&str, Style); N], means: &'static str, view: &View) -> Entry {
    let line = Line::from_iter(samples.map(|(text, style)| Span::styled(view.text(text), style)));
    let gap = " ".repeat(9_usize.saturating_sub(line.width()));
    line + Span::raw(gap) + Span::styled(means, view.theme.text)
}

/// The signs of what was played, and of what follows from it.
fn played(rules: Rules, view: &View) -> Vec<Entry> {
    let View { theme, glyphs, .. } = view;
    let ([one, two], [blue, orange]) = (glyphs.tokens, theme.filled);
    let older = (&*format!("{one}12 "), theme.free.patch(theme.seats[0]));
    let players = [(&*format!("{one}12"), blue), (" ", theme.text), (&format!("{two}15"), orange)];
    match rules.family() {
        Family::Race(_) => vec![
            sign(players, "where the players are", view),
            sign(
                [(&format!("{one}1"), blue), (&format!("2{two}"), orange)],
                "both on one number",
                view,
            ),
            sign([(&format!(" {} 7 ", glyphs.target), theme.target)], "the target", view),
            sign(
                [(&format!("{} 3 ", glyphs.banned), theme.free.patch(theme.banned))],
                "not back there",
                view,
            ),
        ],
        Family::Removal(removal) => {
            let mut signs = vec![sign(players, "taken last, by whom", view)];
            signs.push(match rules.game() {
                Game::ChainReaction => sign([older], "in the chain, whose", view),
                _ => sign([(one, theme.seats[0]), ("12", theme.taken)], "taken, by whom", view),
            });
            if rules.game() == Game::TrapAvoidance {
                let hatch = (glyphs.trap, theme.hatch);
                signs.push(sign([hatch, ("12", theme.free), hatch], "a trap: not allowed", view));
            }
            if removal.memory() == Memory::Two {
                signs.push(sign([older], "still sets traps", view));
            }
            signs
        }
    }
}

impl Component for HelpPage {
    fn commands(&self) -> Commands {
        HELP_PAGE
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
        (self.top, self.scrolls) = (self.top.min(most), most > 0);
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let lines = self.lines(view);
        // No higher than it has to be.
        let page = view.area().centered_horizontally(Constraint::Max(WIDEST));
        let page = page.centered_vertically(Constraint::Max(lines.len() as u16 + 4));
        view.clear(buffer, view.area());
        let mut block = framed(view.glyphs.legal, view.theme.dim)
            .title(Span::styled(" Help ", view.theme.title));
        let visible = usize::from(page.height).saturating_sub(2);
        let end = lines.len().min(self.top + visible);
        if let more @ 1.. = lines.len() - end {
            let more =
                if more == 1 { " 1 more line ".to_owned() } else { format!(" {more} more lines ") };
            block = block.title_bottom(Span::styled(more, view.theme.key));
        }
        if let Some(rules) = self.rules.filter(|_| self.signs != Signs::Chain) {
            let all = format!(" all rules: divvy rules {} ", rules.game());
            block = block.title_bottom(Line::styled(all, view.theme.quiet()).right_aligned());
        }
        block.render(page, buffer);
        let shown = lines.get(self.top..end).unwrap_or_default();
        let above = u16::from(visible > lines.len());
        let mut inner = page.inner(Margin { horizontal: 3, vertical: 1 });
        (inner.y, inner.height) = (inner.y + above, inner.height - above);
        view.lines(buffer, inner, shown);
    }
}

//! The help page: the rule in brief, what the signs on the board mean, and the keys of the screen below in groups. It
//! fits a window of 80 x 24; `divvy rules` prints the complete rules.

use divvy_rules::{Family, Game, Memory, Rules};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::command::{Command, Commands, GROUPS, HELP_PAGE};
use crate::component::{Component, Effect, Input, Unavailable, common};
use crate::proposal;
use crate::view::{View, framed, wrapped};

#[derive(Clone, Debug)]
pub(crate) struct HelpPage {
    /// What can be asked for on that screen.
    commands: Commands,
    rules: Option<Rules>,
    /// Whether there is a board, whose signs need an explanation.
    signs: bool,
    /// The digits that do something there, and what.
    digits: Option<[&'static str; 2]>,
    /// The first line that is shown, and whether there are more than fit.
    top: usize,
    scrolls: bool,
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
        signs: bool,
        digits: Option<[&'static str; 2]>,
    ) -> Self {
        Self { commands, rules, signs, digits, top: 0, scrolls: false }
    }

    fn lines(&self, view: &View) -> Vec<Line<'static>> {
        let most = Self::columns(view);
        let mut lines = Vec::new();
        if let Some(rules) = self.rules {
            lines.push(Line::styled(view.text(&proposal::title(rules, ", ")), view.theme.title));
            lines.extend(wrapped(view.theme.text, &view.text(&divvy_words::brief(rules)), most));
            lines.push(Line::default());
        }
        if let Some(rules) = self.rules.filter(|_| self.signs) {
            // The board is played on where digits are typed, else it is looked at.
            let best = if self.digits.is_some() { "the move of a hint" } else { "would have won" };
            lines.extend(in_columns("Board", signs(rules, best, view), view, most));
        }
        for (place, name) in GROUPS.into_iter().enumerate() {
            let keys = self.keys(place, view);
            let rare = place + 1 == GROUPS.len();
            let high = view.area().height > 30 && place > 0 && !keys.is_empty();
            lines.extend((place == 0 && self.signs || rare || high).then(Line::default));
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
        let own = self.commands.iter().filter_map(|spec| {
            let (&first, rest) = spec.commands.split_first()?;
            // Of tab and shift-tab, the first says enough.
            let rest = if first == Command::NextLegal { &[] } else { rest };
            let keys = [first].into_iter().chain(rest.iter().copied());
            let names: Vec<String> = keys.map(|command| view.key(command)).collect();
            let joint = if first.is_direction() && !view.look.ascii { "" } else { " " };
            let listed = first.group() == group && !spec.help.is_empty();
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

/// A group in as many columns as have room, behind its name.
fn in_columns(name: &'static str, entries: Vec<Entry>, view: &View, most: usize) -> Vec<Entry> {
    let count = (most.saturating_sub(HEAD) / ENTRY).max(1);
    let wide = most.saturating_sub(HEAD) / count;
    let mut lines: Vec<Entry> = Vec::new();
    for (place, entry) in entries.into_iter().enumerate() {
        let gap = match (place % count, lines.last_mut()) {
            (column @ 1.., Some(line)) => (HEAD + column * wide).saturating_sub(line.width()),
            _ => {
                let head = if place == 0 { name } else { "" };
                lines.push(Line::styled(format!("{head:HEAD$}"), view.theme.quiet()));
                0
            }
        };
        if let Some(line) = lines.last_mut() {
            line.push_span(" ".repeat(gap));
            line.extend(entry);
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
fn signs(rules: Rules, best: &'static str, view: &View) -> Vec<Entry> {
    let View { theme, glyphs, .. } = view;
    let [one, two] = glyphs.tokens;
    let playable = if theme.edges.is_some() { " 12 " } else { "[12]" };
    let sample = |text: &str, style| Span::styled(view.text(text), style);
    let mut signs = Vec::new();
    let mut add = |samples: Vec<Span<'static>>, means: &'static str| {
        let line = Line::from_iter(samples);
        let gap = " ".repeat(9_usize.saturating_sub(line.width()));
        signs.push(line + Span::raw(gap) + Span::styled(means, theme.text));
    };
    add(vec![sample(playable, theme.legal)], "can be played now");
    add(vec![sample(" 12 ", theme.free)], "cannot be played now");
    add(
        vec![sample(&format!("{}12{}", glyphs.cursor, glyphs.cursor_end), theme.here)],
        "the cursor",
    );
    let [blue, orange] = theme.filled;
    let players = vec![
        sample(&format!("{one}12"), blue),
        Span::raw(" "),
        sample(&format!("{two}15"), orange),
    ];
    match rules.family() {
        Family::Race(_) => {
            add(players, "where the players are");
            let both = vec![sample(&format!("{one}1"), blue), sample(&format!("2{two}"), orange)];
            add(both, "both on one number");
            add(vec![sample(&format!(" {} 7 ", glyphs.target), theme.target)], "the target");
            let back = format!("{} 3 ", glyphs.banned);
            add(vec![sample(&back, theme.free.patch(theme.banned))], "not back there");
        }
        Family::Removal(removal) => {
            add(players, "taken last, by whom");
            if rules.game() == Game::ChainReaction {
                let link = theme.free.patch(theme.seats[0]);
                add(vec![sample(&format!("{one}12 "), link)], "in the chain, whose");
            } else {
                let taken = vec![sample(one, theme.seats[0]), sample("12", theme.taken)];
                add(taken, "taken, by whom");
            }
            if rules.game() == Game::TrapAvoidance {
                let trap = |text: &str| sample(text, theme.hatch);
                let number = sample("12", theme.free);
                add(vec![trap(glyphs.trap), number, trap(glyphs.trap)], "a trap: not allowed");
            }
            if removal.memory() == Memory::Two {
                let older = theme.free.patch(theme.seats[0]);
                add(vec![sample(&format!("{one}12 "), older)], "still sets traps");
            }
            add(vec![sample("a b c", theme.mark)], "pairs of a hint");
        }
    }
    let relation = format!("{}2 {}3", glyphs.divided, glyphs.times);
    add(vec![sample(&relation, theme.key)], "half, 3 times the last");
    add(vec![sample(glyphs.best, theme.mark)], best);
    signs
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
        if let Some(rules) = self.rules {
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

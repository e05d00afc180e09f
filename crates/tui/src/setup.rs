//! The form for one match: players, first move, rounds, the game's options, names.

mod ladder;

use divvy_match::{
    Bot, First, Names, Occupant, Plan, Proposal, Seat, SeriesLength, is_unprintable,
};
use divvy_rules::{Board, OptionKind, OptionValue, RuleOption, Rules};
use divvy_words::proposal::{self, named, names_problem, problem, rounds};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use self::ladder::{ROUNDS, SIZES, cycled, may_be_none, stepped};
use crate::command::{Command, Screen};
use crate::component::{Component, Effect, Input, Unavailable, open};
use crate::help::HelpPage;
use crate::view::{View, width, wrapped};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Player(Seat),
    Name(Seat),
    First,
    Rounds,
    Rule(RuleOption),
}

/// The groups of the form.
const GROUPS: [&str; 4] = ["Players", "Board", "Rules", "Names"];

impl Field {
    /// The place of its group.
    const fn group(self) -> u16 {
        use RuleOption::{Size, Start, Target, WithoutOne};
        match self {
            Field::Rule(Size | WithoutOne | Start | Target) => 1,
            Field::Rule(_) => 2,
            Field::Name(_) => 3,
            _ => 0,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SetupScreen {
    proposal: Proposal,
    fields: Vec<Field>,
    selected: usize,
    /// What is being typed into the selected line.
    typed: Option<String>,
    /// The names as they were typed; they may not do yet.
    names: [String; 2],
    /// A number of rounds that was typed and cannot be.
    bad_rounds: bool,
}

/// Rows for what the game is about.
const HEAD: u16 = 4;
/// Columns for the name of a group, and from there to the choice.
const GROUP: u16 = 10;
const LABEL: u16 = 19;

impl SetupScreen {
    pub(crate) fn new(proposal: Proposal) -> Self {
        let mut fields = Seat::BOTH.map(Field::Player).to_vec();
        fields.extend([Field::First, Field::Rounds]);
        fields.extend(Seat::BOTH.map(Field::Name));
        fields.extend(proposal.game.options().map(Field::Rule));
        fields.sort_by_key(|field| field.group());
        let names = Seat::BOTH.map(|seat| proposal.names.of(seat).to_owned());
        Self { names, proposal, fields, selected: 0, typed: None, bad_rounds: false }
    }

    fn field(&self) -> Field {
        self.fields[self.selected]
    }

    fn select(&mut self, index: usize) {
        (self.selected, self.typed) = (index, None);
    }

    fn step(&mut self, by: isize) {
        let next = (self.selected as isize + by).rem_euclid(self.fields.len() as isize);
        self.select(next as usize);
    }

    fn takes_name(&self) -> bool {
        matches!(self.field(), Field::Name(_))
    }

    fn takes_number(&self) -> bool {
        match self.field() {
            Field::Rule(option) => option.kind() == OptionKind::Number,
            field => field == Field::Rounds,
        }
    }

    /// Types a character, of which the first replaces what was there, or takes the last one away.
    fn edit(&mut self, typed: Option<char>) {
        let before = self.typed.take();
        let mut text = match (self.field(), typed) {
            _ if !self.takes_name() && !self.takes_number() => return,
            (_, Some(_)) => before.unwrap_or_default(),
            (Field::Name(seat), None) => before.unwrap_or_else(|| self.name(seat)),
            (_, None) => before.unwrap_or_else(|| self.number().to_string()),
        };
        let most = if self.takes_name() { Names::LONGEST } else { 7 };
        match typed {
            None => drop(text.pop()),
            Some(c) if text.chars().count() < most && !is_unprintable(c) => text.push(c),
            Some(_) => {}
        }
        if let Field::Name(seat) = self.field() {
            self.names[seat.index()].clone_from(&text);
            if let Ok(names) = Names::new(&self.names[0], &self.names[1]) {
                self.proposal.names = names;
            }
        } else {
            // An empty line is 0, which is either none or refused with what would be right.
            self.set_number(text.parse().unwrap_or(0));
        }
        self.typed = Some(text);
    }

    /// The number in the selected line; 0 for none.
    fn number(&self) -> u32 {
        match self.field() {
            Field::Rounds => self.proposal.plan.rounds(),
            Field::Rule(option) => match self.proposal.options.in_force(option) {
                Some(OptionValue::Number(number)) => number,
                _ => 0,
            },
            _ => 0,
        }
    }

    fn set_number(&mut self, value: u32) {
        match self.field() {
            Field::Rounds => {
                let length = SeriesLength::new(value);
                self.bad_rounds = length.is_none();
                let series = if value == 1 { Some(Plan::Single) } else { length.map(Plan::BestOf) };
                self.proposal.plan = series.unwrap_or(self.proposal.plan);
            }
            Field::Rule(option) => {
                let none = value == 0 && may_be_none(option);
                self.proposal.options.set(option, (!none).then_some(OptionValue::Number(value)));
            }
            _ => {}
        }
    }

    /// The next choice of the selected line, or the one before.
    fn change(&mut self, forward: bool) {
        self.typed = None;
        let proposal = &mut self.proposal;
        match self.fields[self.selected] {
            Field::Player(seat) => {
                let player = &mut proposal.players[seat.index()];
                let bots = Bot::ALL.map(Occupant::Bot);
                let all: Vec<_> = std::iter::once(Occupant::Human).chain(bots).collect();
                *player = cycled(&all, player, forward);
            }
            Field::First => {
                let all = [First::One, First::Two, First::Random];
                proposal.first = cycled(&all, &proposal.first, forward);
            }
            Field::Rounds => self.set_number(stepped(&ROUNDS, self.number(), forward)),
            Field::Rule(option) => self.change_option(option, forward),
            Field::Name(_) => {}
        }
    }

    fn change_option(&mut self, option: RuleOption, forward: bool) {
        let options = &mut self.proposal.options;
        match option.kind() {
            OptionKind::Flag => {
                options.set(option, (!options.flag(option)).then_some(OptionValue::Flag));
            }
            OptionKind::Choice(words) => {
                let usual = words.first().copied().unwrap_or_default();
                let next = cycled(words, &options.choice(option).unwrap_or(usual), forward);
                // The default is left out, as options that exclude each other must not both be given.
                options.set(option, (next != usual).then_some(OptionValue::Choice(next)));
            }
            OptionKind::Number if option == RuleOption::Size => {
                self.set_number(stepped(&SIZES, self.number(), forward));
            }
            OptionKind::Number => {
                let most = options.number(RuleOption::Size).unwrap_or(Board::DEFAULT_SIZE).max(1);
                let least = u32::from(!may_be_none(option));
                let next = self.number().saturating_add_signed(if forward { 1 } else { -1 });
                self.set_number(next.clamp(least, most));
            }
        }
    }

    /// What a player will be called: as it is typed, or as the game calls a player without a name.
    fn name(&self, seat: Seat) -> String {
        let own = &self.names[seat.index()];
        let typing = self.typed.is_some() && self.field() == Field::Name(seat);
        match typing || own != Names::default().of(seat) {
            true => own.clone(),
            false => named(&self.proposal).of(seat).to_owned(),
        }
    }

    /// What a line says: its name, the choice, and what to know about the choice.
    fn text(&self, index: usize) -> [String; 3] {
        let selected = index == self.selected;
        let mut text = match self.fields[index] {
            Field::Player(seat) => {
                let player = &self.proposal.players[seat.index()];
                let [value, remark] = proposal::about(player);
                [format!("Player {}", seat.number()), value, remark]
            }
            Field::Name(seat) => {
                let value = self.name(seat) + if selected { "_" } else { "" };
                let remark = "Type a name; it replaces the one that is there.";
                [format!("Name of player {}", seat.number()), value, remark.into()]
            }
            Field::First => {
                let value = match self.proposal.first {
                    First::One => self.name(Seat::One),
                    First::Two => self.name(Seat::Two),
                    First::Random => "at random".into(),
                };
                let remark = "Who makes the first move; it alternates over a series.";
                ["First move".into(), value, remark.into()]
            }
            Field::Rounds => {
                let remark = "Type a number for another length.";
                ["Rounds".into(), rounds(self.proposal.plan), remark.into()]
            }
            Field::Rule(option) => divvy_words::option_line(option, &self.proposal.options),
        };
        if let Some(typed) = self.typed.as_ref().filter(|_| selected && self.takes_number()) {
            text[1].clone_from(typed);
        }
        text
    }

    /// What keeps the game from beginning.
    fn problem(&self) -> Option<String> {
        match Names::new(&self.names[0], &self.names[1]) {
            Err(error) => Some(names_problem(&error, &self.names[0])),
            Ok(_) if self.bad_rounds => {
                Some(format!("Rounds takes a number from 1 to {}.", SeriesLength::MOST))
            }
            Ok(_) => divvy_analysis::check(&self.proposal).err().map(|error| problem(&error)),
        }
    }

    fn command(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::Up | Command::PreviousLegal => self.step(-1),
            Command::Down | Command::NextLegal => self.step(1),
            Command::Left => self.change(false),
            Command::Right => self.change(true),
            Command::Back => return Some(Effect::Close),
            Command::Choose if self.problem().is_none() => {
                return Some(Effect::Begin(Box::new(self.proposal.clone())));
            }
            Command::Help => {
                let rules = Rules::new(self.proposal.game, &self.proposal.options);
                return open(HelpPage::new(self.screen(), rules.ok(), false));
            }
            _ => return Some(Effect::Ask(command)),
        }
        None
    }

    /// Where the lines stand: each with its index, behind the name of its group, and with a row between two groups where
    /// there is room.
    fn rows(&self, view: &View) -> impl Iterator<Item = (usize, Rect)> {
        let Rect { width, height, .. } = view.area();
        let (wide, count) = (width.min(80), self.fields.len() as u16);
        let gap = u16::from(height >= count + HEAD + 6);
        let spare = height.saturating_sub(count + HEAD + 3 * gap + 4);
        let (x, top) = ((width - wide) / 2 + 2 + GROUP, HEAD + spare / 3);
        let row = move |(index, field): (usize, &Field)| {
            let y = top + index as u16 + gap * field.group();
            (index, Rect { x, y, width: wide - GROUP - 3, height: 1 })
        };
        self.fields.iter().enumerate().map(row)
    }
}

impl Component for SetupScreen {
    fn screen(&self) -> Screen {
        Screen::Form
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        match command {
            Command::Left | Command::Right if self.takes_name() => Err("A name is typed.".into()),
            _ => Ok(()),
        }
    }

    fn takes(&self, c: char) -> bool {
        self.takes_name() || c.is_ascii_digit()
    }

    fn handle(&mut self, input: Input, view: &mut View) -> Option<Effect> {
        let line_at = |at: Position| self.rows(view).find(|(_, row)| row.contains(at));
        match input {
            Input::Command(command) => return self.command(command),
            Input::Text(c) => self.edit(Some(c)),
            Input::Erase => self.edit(None),
            // The mouse does not interrupt typing.
            Input::Hover(at) if self.typed.is_none() => self.select(line_at(at)?.0),
            Input::Press(at) => {
                let (line, row) = line_at(at)?;
                self.select(line);
                let back = row.x + LABEL..row.x + LABEL + 2;
                self.change(!back.contains(&at.x));
            }
            Input::Scroll(rows) => self.step(rows.signum()),
            _ => {}
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let (area, View { theme, glyphs, .. }) = (view.area(), view);
        let rows: Vec<(usize, Rect)> = self.rows(view).collect();
        let [Some((_, first)), Some((_, last))] = [rows.first(), rows.last()] else { return };
        let left = first.x - GROUP;
        let wide = first.width + GROUP;
        let block = |y, height| Rect { x: left, y, width: wide, height };
        let mut title = Line::from_iter(view.brand());
        title.push_span(Span::styled(
            format!("  Set up {}", divvy_words::name(self.proposal.game)),
            theme.title,
        ));
        let mut head = vec![title];
        head.extend(wrapped(theme.quiet(), divvy_words::summary(self.proposal.game), wide.into()));
        let high = (head.len() as u16).min(HEAD - 1);
        view.lines(buffer, block(first.y - 1 - high, high), &head);
        let mut group = None;
        for &(index, row) in &rows {
            let own = self.fields[index].group();
            if group.replace(own) != Some(own) {
                buffer.set_string(left, row.y, GROUPS[usize::from(own)], theme.quiet());
            }
            self.draw_row(buffer, view, index, row);
        }
        let [.., remark] = self.text(self.selected);
        let (text, style) = match self.problem() {
            Some(problem) => (problem, theme.refusal),
            None => (format!("{} {remark}", glyphs.cursor), theme.ink()),
        };
        let lines = wrapped(style, &view.text(&text), wide.into());
        let below = last.bottom() + 1;
        view.lines(buffer, block(below, area.height.saturating_sub(below)), &lines);
    }
}

impl SetupScreen {
    fn draw_row(&self, buffer: &mut Buffer, view: &View, index: usize, row: Rect) {
        let View { theme, glyphs, .. } = view;
        let Rect { x, y, .. } = row;
        let (mark, ink, chosen, arrows) = match index == self.selected {
            true => (glyphs.cursor, theme.key, theme.cursor, theme.key),
            false => (" ", theme.ink(), theme.title, theme.dim),
        };
        if index == self.selected {
            view.card(buffer, Rect { x: x - 2, width: row.width + 2, ..row }, true, false);
        }
        let [label, value, _] = self.text(index);
        let most = usize::from(row.width - LABEL - 4).min(30);
        let value = format!(" {} ", view.cut(&view.text(&value), most));
        let more = x + LABEL + 1 + width(&value) as u16;
        buffer.set_string(x - 2, y, mark, ink);
        buffer.set_string(x, y, label, ink);
        buffer.set_string(x + LABEL + 1, y, value, chosen);
        // A name has no choices.
        if !matches!(self.fields[index], Field::Name(_)) {
            buffer.set_string(x + LABEL, y, glyphs.less, arrows);
            buffer.set_string(more, y, glyphs.more, arrows);
        }
    }
}

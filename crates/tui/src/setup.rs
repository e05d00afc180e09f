//! The form for one match: players, first move, rounds, the game's options, names.

use divvy_match::{
    Bot, First, Names, NamesError, Occupant, Plan, Proposal, Seat, SeriesLength, is_unprintable,
};
use divvy_rules::{Board, OptionKind, OptionValue, Options, RuleOption, Rules};
use divvy_words::{option_text, value_text};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::command::{Command, Commands, FORM};
use crate::component::{Component, Effect, Input, Unavailable, common, open};
use crate::help::HelpPage;
use crate::proposal::{named, occupant, problem, rounds};
use crate::text::width;
use crate::view::{View, wrapped};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Player(Seat),
    Name(Seat),
    First,
    Rounds,
    Rule(RuleOption),
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

/// Sizes to choose from without typing.
const SIZES: [u32; 14] = [10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1_000, 10_000, 1_000_000];
/// Lengths of a series, likewise; 1 is a single game.
const ROUNDS: [u32; 6] = [1, 3, 5, 7, 9, 11];

/// Rows for what the game is about.
const HEAD: u16 = 4;
/// Columns from the beginning of a line to its choice.
const LABEL: u16 = 20;

impl SetupScreen {
    pub(crate) fn new(proposal: Proposal) -> Self {
        let mut fields =
            vec![Field::Player(Seat::One), Field::Player(Seat::Two), Field::First, Field::Rounds];
        fields.extend(proposal.game.options().map(Field::Rule));
        fields.extend(Seat::BOTH.map(Field::Name));
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
                let remark = match player {
                    Occupant::Human => "A person at this keyboard.".into(),
                    Occupant::Bot(bot) => divvy_words::about(*bot).into(),
                    Occupant::Program(command) => format!("The program {command}."),
                };
                [format!("Player {}", seat.number()), occupant(player).into(), remark]
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
            Field::Rule(option) => {
                let (text, options) = (option_text(option), &self.proposal.options);
                let chosen = value_text(option, options);
                let number = || options.in_force(option).map(|number| number.to_string());
                let value = chosen.map(|chosen| chosen.title.into()).or_else(number);
                let remark = chosen.map(|chosen| chosen.remark).filter(|remark| !remark.is_empty());
                let value = value.unwrap_or_else(|| "none".into());
                [text.title.into(), value, remark.unwrap_or(text.remark).into()]
            }
        };
        if let Some(typed) = self.typed.as_ref().filter(|_| selected && self.takes_number()) {
            text[1].clone_from(typed);
        }
        text
    }

    /// What keeps the game from beginning.
    fn problem(&self) -> Option<String> {
        match Names::new(&self.names[0], &self.names[1]) {
            Err(NamesError::Empty | NamesError::Count) => Some("Both players need a name.".into()),
            Err(NamesError::Same) => Some("The players need different names.".into()),
            Err(error) => Some(format!("A name {error}.")),
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
                let digits = Some("Type a number into its line");
                return open(HelpPage::new(FORM, rules.ok(), false, digits));
            }
            _ => return common(command),
        }
        None
    }

    /// Where the lines stand.
    fn form(&self, view: &View) -> Rect {
        let Rect { width, height, .. } = view.area();
        let (wide, count) = (width.min(80), self.fields.len() as u16);
        let y = HEAD + height.saturating_sub(count + 12) / 3 + u16::from(height >= 24);
        Rect { x: (width - wide) / 2 + 2, y, width: wide - 4, height: count }
    }
}

impl Component for SetupScreen {
    fn commands(&self) -> Commands {
        FORM
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

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        let form = self.form(view);
        let line_at = |at: Position| form.contains(at).then(|| usize::from(at.y - form.y));
        match input {
            Input::Command(command) => return self.command(command),
            Input::Text(c) => self.edit(Some(c)),
            Input::Erase => self.edit(None),
            // The mouse does not interrupt typing.
            Input::Hover(at) if self.typed.is_none() => self.select(line_at(at)?),
            Input::Press(at) => {
                self.select(line_at(at)?);
                let back = form.x + LABEL..form.x + LABEL + 2;
                self.change(!back.contains(&at.x));
            }
            Input::Scroll(rows) => self.step(rows.signum()),
            _ => {}
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let (area, form) = (view.area(), self.form(view));
        let View { theme, glyphs, .. } = view;
        let row = |y, height| Rect { x: form.x, y, width: area.width - form.x, height };
        let wide = usize::from(area.width - form.x).saturating_sub(2);
        let game = self.proposal.game;
        let mut head = vec![Line::styled(divvy_words::name(game), theme.title)];
        head.extend(wrapped(theme.text, divvy_words::summary(game), wide).into_iter().take(2));
        view.lines(buffer, row(form.y - HEAD - u16::from(area.height >= 24), 3), &head);
        for (index, y) in (0..self.fields.len()).zip(form.y..) {
            let (mark, ink, chosen, arrows) = match index == self.selected {
                true => (glyphs.cursor, theme.selected, theme.cursor, theme.key),
                false => (" ", theme.ink(), theme.ink(), theme.dim),
            };
            let line = Rect { x: form.x - 2, y, width: form.width + 4, height: 1 };
            if index == self.selected {
                view.card(buffer, line, true);
            }
            let [label, value, _] = self.text(index);
            let value = view.cut(&view.text(&value), 30);
            let more = form.x + LABEL + 3 + width(&value) as u16;
            buffer.set_string(form.x - 2, y, mark, ink);
            buffer.set_string(form.x, y, label, ink);
            buffer.set_string(form.x + LABEL, y, glyphs.less, arrows);
            buffer.set_string(form.x + LABEL + 2, y, value, chosen);
            buffer.set_string(more, y, glyphs.more, arrows);
        }
        let below = form.bottom() + 1;
        let [.., remark] = self.text(self.selected);
        let (text, style) = match self.problem() {
            Some(problem) => (problem, theme.refusal),
            None => (remark, theme.quiet()),
        };
        let lines = wrapped(style, &view.text(&text), wide.min(76));
        view.lines(buffer, row(below, area.height.saturating_sub(below)), &lines);
    }
}

/// Whether a number need not be given, and has no default either.
fn may_be_none(option: RuleOption) -> bool {
    Options::default().in_force(option).is_none()
}

/// The one after this in a list, or the one before, round and round.
fn cycled<T: Clone + PartialEq>(all: &[T], current: &T, forward: bool) -> T {
    let step = if forward { 1 } else { all.len().saturating_sub(1) };
    let index = all.iter().position(|one| one == current);
    let next = index.map_or(0, |index| (index + step) % all.len());
    all.get(next).unwrap_or(current).clone()
}

/// The next larger number of a ladder, or the next smaller one; at its ends, the number itself.
fn stepped(ladder: &[u32], current: u32, forward: bool) -> u32 {
    let next = match forward {
        true => ladder.iter().find(|&&step| step > current),
        false => ladder.iter().rfind(|&&step| step < current),
    };
    next.copied().unwrap_or(current)
}

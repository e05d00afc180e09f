//! The form for one match: players, first move, rounds, the game's options, names.

use divvy_match::{
    Bot, First, Length, Names, NamesError, Occupant, Plan, Proposal, Seat, is_unprintable,
};
use divvy_rules::{Board, OptionKind, OptionValue, Options, RuleOption, Rules};
use divvy_words::{option_text, value_text};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::command::{Command, Commands, HELP, SUSPEND, spec};
use crate::component::{Component, Effect, Input, Unavailable, common, open};
use crate::help::HelpPage;
use crate::proposal::{named, occupant, problem, rounds};
use crate::text::{width, wrap};
use crate::view::View;

pub(crate) const COMMANDS: Commands = &[&[
    spec(Command::Choose, "play", "Begin the game"),
    spec(Command::Left, "change", "The choice before, or the next").and(&[Command::Right]),
    spec(Command::Right, "", ""),
    spec(Command::Back, "back", "Back to the games"),
    HELP,
    spec(Command::Up, "", "The line above or below"),
    spec(Command::Down, "", ""),
    spec(Command::PreviousLegal, "", ""),
    spec(Command::NextLegal, "", ""),
    SUSPEND,
]];

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
    /// The names as they are typed; they may not do yet.
    names: [String; 2],
    /// A number of rounds that was typed and cannot be.
    bad_rounds: bool,
    /// What keeps the game from beginning.
    problem: Option<String>,
}

/// Sizes to choose from without typing.
const SIZES: [u32; 14] = [10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1_000, 10_000, 1_000_000];
/// Lengths of a series, likewise; 1 is a single game.
const ROUNDS: [u32; 6] = [1, 3, 5, 7, 9, 11];

/// What a line says: its name, the choice, and what to know about the choice.
struct FieldText {
    label: String,
    value: String,
    remark: String,
}

/// A line as it is laid out, and the areas of the arrows around the choice.
struct FormLine {
    area: Rect,
    label: String,
    value: String,
    less: Rect,
    more: Rect,
}

impl SetupScreen {
    pub(crate) fn new(proposal: Proposal) -> Self {
        let mut fields =
            vec![Field::Player(Seat::One), Field::Player(Seat::Two), Field::First, Field::Rounds];
        fields.extend(proposal.game.options().map(Field::Rule));
        fields.extend(Seat::BOTH.map(Field::Name));
        let mut form = Self {
            names: Seat::BOTH.map(|seat| proposal.names.of(seat).to_owned()),
            proposal,
            fields,
            selected: 0,
            typed: None,
            bad_rounds: false,
            problem: None,
        };
        form.check();
        form
    }

    fn field(&self) -> Option<Field> {
        self.fields.get(self.selected).copied()
    }

    fn select(&mut self, index: usize) {
        self.selected = index.min(self.fields.len().saturating_sub(1));
        self.typed = None;
    }

    fn step(&mut self, by: isize) {
        let next = (self.selected as isize + by).rem_euclid(self.fields.len() as isize);
        self.select(next as usize);
    }

    fn takes_name(&self) -> bool {
        matches!(self.field(), Some(Field::Name(_)))
    }

    fn takes_number(&self) -> bool {
        match self.field() {
            Some(Field::Rule(option)) => option.kind() == OptionKind::Number,
            field => field == Some(Field::Rounds),
        }
    }

    fn type_char(&mut self, c: char) {
        if let Some(Field::Name(seat)) = self.field() {
            let name = &mut self.names[seat.index()];
            if self.typed.take().is_none() {
                // The first letter replaces the name that was there.
                name.clear();
            }
            if name.chars().count() < Names::LONGEST && !is_unprintable(c) {
                name.push(c);
            }
            self.name_typed();
        } else if self.takes_number() {
            let mut typed = self.typed.take().unwrap_or_default();
            if typed.len() < 7 {
                typed.push(c);
            }
            self.number_typed(typed);
        }
    }

    fn erase(&mut self) {
        if let Some(Field::Name(seat)) = self.field() {
            let mut name = self.name(seat);
            name.pop();
            self.names[seat.index()] = name;
            self.name_typed();
        } else if self.takes_number() {
            let mut typed = self.typed.take().unwrap_or_else(|| self.number().to_string());
            typed.pop();
            self.number_typed(typed);
        }
    }

    fn name_typed(&mut self) {
        self.typed = Some(String::new());
        let [one, two] = &self.names;
        if let Ok(names) = Names::new(one, two) {
            self.proposal.names = names;
        }
    }

    /// The number in the selected line; 0 for none.
    fn number(&self) -> u32 {
        match self.field() {
            Some(Field::Rounds) => self.proposal.plan.rounds(),
            Some(Field::Rule(option)) => match self.proposal.options.in_force(option) {
                Some(OptionValue::Number(number)) => number,
                _ => 0,
            },
            _ => 0,
        }
    }

    fn number_typed(&mut self, typed: String) {
        // An empty line is 0, which is either none or refused with what would be right.
        self.set_number(typed.parse().unwrap_or(0));
        self.typed = Some(typed);
    }

    fn set_number(&mut self, value: u32) {
        match self.field() {
            Some(Field::Rounds) => {
                self.bad_rounds = Length::new(value).is_none();
                self.proposal.plan = match Length::new(value) {
                    Some(_) if value == 1 => Plan::Single,
                    Some(length) => Plan::BestOf(length),
                    None => self.proposal.plan,
                };
            }
            Some(Field::Rule(option)) => {
                let none = value == 0 && may_be_none(option);
                self.proposal.options.set(option, (!none).then_some(OptionValue::Number(value)));
            }
            _ => {}
        }
    }

    /// The next choice of the selected line, or the one before.
    fn change(&mut self, forward: bool) {
        self.typed = None;
        match self.field() {
            Some(Field::Player(seat)) => {
                let player = &mut self.proposal.players[seat.index()];
                let bots = Bot::ALL.map(Occupant::Bot);
                let all: Vec<_> = std::iter::once(Occupant::Human).chain(bots).collect();
                *player = cycled(&all, player, forward);
            }
            Some(Field::First) => {
                let all = [First::One, First::Two, First::Random];
                self.proposal.first = cycled(&all, &self.proposal.first, forward);
            }
            Some(Field::Rounds) => self.set_number(stepped(&ROUNDS, self.number(), forward)),
            Some(Field::Rule(option)) => self.change_option(option, forward),
            Some(Field::Name(_)) | None => {}
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
                let value = self.number();
                let next = if forward { value.saturating_add(1) } else { value.saturating_sub(1) };
                self.set_number(next.clamp(least, most));
            }
        }
    }

    /// What a player will be called: as it is typed, or as the game calls a player without a name.
    fn name(&self, seat: Seat) -> String {
        let own = &self.names[seat.index()];
        let typing = self.typed.is_some() && self.field() == Some(Field::Name(seat));
        match typing || own != Names::default().of(seat) {
            true => own.clone(),
            false => named(&self.proposal).of(seat).to_owned(),
        }
    }

    fn text(&self, index: usize) -> FieldText {
        let selected = index == self.selected;
        let (label, value, remark) = match self.fields[index] {
            Field::Player(seat) => {
                let player = &self.proposal.players[seat.index()];
                let remark = match player {
                    Occupant::Human => "A person at this keyboard.".to_owned(),
                    Occupant::Bot(bot) => divvy_words::about(*bot).to_owned(),
                    Occupant::Program(command) => format!("The program {command}."),
                };
                (format!("Player {}", seat.number()), occupant(player).to_owned(), remark)
            }
            Field::Name(seat) => {
                let value = self.name(seat) + if selected { "_" } else { "" };
                let remark = "Type a name; it replaces the one that is there.".to_owned();
                (format!("Name of player {}", seat.number()), value, remark)
            }
            Field::First => {
                let value = match self.proposal.first {
                    First::One => self.name(Seat::One),
                    First::Two => self.name(Seat::Two),
                    First::Random => "at random".to_owned(),
                };
                let remark = "Who makes the first move; it alternates over a series.".to_owned();
                ("First move".to_owned(), value, remark)
            }
            Field::Rounds => (
                "Rounds".to_owned(),
                rounds(self.proposal.plan),
                "Type a number for another length.".to_owned(),
            ),
            Field::Rule(option) => {
                let (text, options) = (option_text(option), &self.proposal.options);
                let chosen = value_text(option, options);
                let number = || options.in_force(option).map(|number| number.to_string());
                let value = chosen.map(|chosen| chosen.title.to_owned()).or_else(number);
                let remark = chosen.map(|chosen| chosen.remark).filter(|remark| !remark.is_empty());
                let remark = remark.unwrap_or(text.remark).to_owned();
                (text.title.to_owned(), value.unwrap_or_else(|| "none".to_owned()), remark)
            }
        };
        let typed = self.typed.clone().filter(|_| selected && self.takes_number());
        FieldText { label, value: typed.unwrap_or(value), remark }
    }

    /// Looks for what keeps the game from beginning.
    fn check(&mut self) {
        let [one, two] = &self.names;
        self.problem = match Names::new(one, two) {
            Err(NamesError::Empty | NamesError::Count) => {
                Some("Both players need a name.".to_owned())
            }
            Err(NamesError::Same) => Some("The players need different names.".to_owned()),
            Err(error @ (NamesError::TooLong | NamesError::Control)) => {
                Some(format!("A name {error}."))
            }
            Ok(_) if self.bad_rounds => {
                Some(format!("Rounds takes a number from 1 to {}.", Length::MOST))
            }
            Ok(_) => divvy_analysis::check(&self.proposal).err().map(|error| problem(&error)),
        };
    }

    fn command(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::Up | Command::PreviousLegal => self.step(-1),
            Command::Down | Command::NextLegal => self.step(1),
            Command::Left => self.change(false),
            Command::Right => self.change(true),
            Command::Back => return Some(Effect::Close),
            Command::Choose if self.problem.is_none() => {
                return Some(Effect::Begin(Box::new(self.proposal.clone())));
            }
            Command::Help => {
                let rules = Rules::new(self.proposal.game, &self.proposal.options);
                let digits = Some("Type a number into its line");
                return open(HelpPage::new(COMMANDS, rules.ok()).with_digits(digits));
            }
            _ => return common(command),
        }
        None
    }

    /// Empty rows above the form in a high window.
    fn above(&self, view: &View) -> u16 {
        view.area().height.saturating_sub(self.fields.len() as u16 + 12) / 3
    }

    fn lines(&self, view: &View) -> Vec<FormLine> {
        let Rect { width: window, height, .. } = view.area();
        let wide = window.min(80);
        let left = (window - wide) / 2 + 2;
        let top = 4 + u16::from(height >= 24) + self.above(view);
        let line = |index: usize| {
            let y = top + index as u16;
            let FieldText { label, value, .. } = self.text(index);
            let value = view.cut(&view.text(&value), 30);
            let less = Rect { x: left + 20, y, width: 2, height: 1 };
            let more = Rect { x: less.x + 3 + width(&value) as u16, ..less };
            let area = Rect { x: left, y, width: wide - 4, height: 1 };
            FormLine { area, label, value, less, more }
        };
        (0..self.fields.len()).map(line).collect()
    }
}

impl Component for SetupScreen {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        match command {
            Command::Left | Command::Right if self.takes_name() => {
                Err(Unavailable::Because("A name is typed."))
            }
            _ => Ok(()),
        }
    }

    fn takes(&self, c: char) -> bool {
        self.takes_name() || c.is_ascii_digit()
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        let line_at = |at| self.lines(view).into_iter().position(|line| line.area.contains(at));
        match input {
            Input::Command(command) => {
                let effect = self.command(command);
                self.check();
                return effect;
            }
            Input::Text(c) => self.type_char(c),
            Input::Erase => self.erase(),
            // The mouse does not interrupt typing.
            Input::Hover(at) if self.typed.is_none() => self.select(line_at(at)?),
            Input::Press(at) => {
                let index = line_at(at)?;
                let forward = !self.lines(view)[index].less.contains(at);
                self.select(index);
                self.change(forward);
            }
            Input::Scroll(rows) => self.step(rows.signum() as isize),
            _ => return None,
        }
        self.check();
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let area = view.area();
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let lines = self.lines(view);
        let left = lines.first().map_or(2, |line| line.area.x);
        let wide = usize::from(area.width - left);
        let game = self.proposal.game;
        let above = self.above(view);
        buffer.set_stringn(left, above, divvy_words::name(game), wide, theme.title);
        let summary = wrap(divvy_words::summary(game), wide.saturating_sub(2));
        for (text, y) in summary.iter().zip(above + 1..above + 3) {
            buffer.set_stringn(left, y, text, wide, theme.text);
        }
        let below = lines.last().map_or(0, |line| line.area.y + 2);
        for (index, FormLine { area, label, value, less, more }) in lines.into_iter().enumerate() {
            let selected = index == self.selected;
            let y = area.y;
            let (ink, chosen, arrows) = match selected {
                true => (theme.selected, theme.cursor, theme.key),
                false => (theme.text, theme.text, theme.dim),
            };
            if selected {
                buffer.set_string(area.x - 2, y, glyphs.cursor, ink);
            }
            buffer.set_string(area.x, y, label, ink);
            buffer.set_string(less.x, y, glyphs.less, arrows);
            buffer.set_string(less.x + 2, y, value, chosen);
            buffer.set_string(more.x, y, glyphs.more, arrows);
        }
        let (text, style) = match &self.problem {
            Some(problem) => (view.text(problem), theme.refusal),
            None => (view.text(&self.text(self.selected).remark), theme.dim),
        };
        let room = wide.saturating_sub(2).min(76);
        for (text, y) in wrap(&text, room).iter().zip(below..area.height) {
            buffer.set_stringn(left, y, text, room, style);
        }
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
    let next = if forward {
        ladder.iter().find(|&&step| step > current)
    } else {
        ladder.iter().rev().find(|&&step| step < current)
    };
    next.copied().unwrap_or(current)
}

//! The choices for one game: players, first move, board, rules, rounds.

use divvy_play::{Bot, First, Length, Names, NamesError, Occupant, Plan, Proposal, Seat, words};
use divvy_rules::{Board, Game, One, Opening, RuleOption};

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Player(Seat),
    Name(Seat),
    First,
    Rounds,
    Rule(RuleOption),
}

/// The form for one game.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) proposal: Proposal,
    pub(crate) fields: Vec<Field>,
    pub(crate) selected: usize,
    /// What is being typed into the selected line.
    typed: Option<String>,
    /// The names as they are typed; they may not do yet.
    names: [String; 2],
    /// A number of rounds that was typed and cannot be.
    bad_rounds: bool,
    /// What keeps the game from beginning.
    problem: Option<String>,
}

/// Sizes that one may want, for those who do not type.
const SIZES: [u32; 14] = [10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1_000, 10_000, 1_000_000];
/// Lengths of a series, likewise; 1 is a single game.
const ROUNDS: [u32; 6] = [1, 3, 5, 7, 9, 11];

impl Form {
    pub(crate) fn new(proposal: Proposal) -> Self {
        let mut fields =
            vec![Field::Player(Seat::One), Field::Player(Seat::Two), Field::First, Field::Rounds];
        let options = proposal.game.options().iter().copied();
        fields.extend(options.map(Field::Rule));
        fields.extend(Seat::BOTH.map(Field::Name));
        let names = Seat::BOTH.map(|seat| proposal.names.of(seat).to_owned());
        let mut form = Self {
            proposal,
            fields,
            selected: 0,
            typed: None,
            names,
            bad_rounds: false,
            problem: None,
        };
        form.check();
        form
    }

    pub(crate) const fn game(&self) -> Game {
        self.proposal.game
    }

    fn field(&self) -> Option<Field> {
        self.fields.get(self.selected).copied()
    }

    /// Goes to another line.
    pub(crate) fn select(&mut self, index: usize) {
        self.selected = index.min(self.fields.len().saturating_sub(1));
        self.typed = None;
    }

    /// The mouse is on a line: it is selected, unless that would interrupt somebody who types.
    pub(crate) fn point(&mut self, index: usize) {
        if self.typed.is_none() {
            self.select(index);
        }
    }

    pub(crate) fn step(&mut self, by: isize) {
        let count = self.fields.len();
        let next = (self.selected as isize + by).rem_euclid(count as isize);
        self.select(next as usize);
    }

    /// Whether letters are text in the selected line.
    pub(crate) fn takes_text(&self) -> bool {
        matches!(self.field(), Some(Field::Name(_)))
    }

    /// Whether digits are a number in the selected line.
    fn takes_digits(&self) -> bool {
        use RuleOption::{Size, Start, Target};
        matches!(self.field(), Some(Field::Rounds | Field::Rule(Size | Start | Target)))
    }

    /// Types into the selected line.
    pub(crate) fn type_char(&mut self, c: char) {
        if let Some(Field::Name(seat)) = self.field() {
            let name = &mut self.names[seat.index()];
            if self.typed.take().is_none() {
                // The first letter replaces the name that was there.
                name.clear();
            }
            if name.chars().count() < Names::LONGEST && !words::is_unprintable(c) {
                name.push(c);
            }
            self.typed = Some(String::new());
            self.names_changed();
        } else if self.takes_digits() && c.is_ascii_digit() {
            let mut typed = self.typed.take().unwrap_or_default();
            if typed.len() < 7 {
                typed.push(c);
            }
            self.number_typed(typed);
        }
        self.check();
    }

    pub(crate) fn erase(&mut self) {
        if let Some(Field::Name(seat)) = self.field() {
            self.names[seat.index()].pop();
            self.typed = Some(String::new());
            self.names_changed();
        } else if self.takes_digits() {
            let mut typed = self.typed.take().unwrap_or_else(|| self.number().to_string());
            typed.pop();
            self.number_typed(typed);
        }
        self.check();
    }

    fn names_changed(&mut self) {
        let [one, two] = &self.names;
        if let Ok(names) = Names::new(one, two) {
            self.proposal.names = names;
        }
    }

    /// What stands in a line with a number.
    fn number(&self) -> u32 {
        let options = &self.proposal.options;
        let size = options.size.unwrap_or(Board::DEFAULT_SIZE);
        match self.field() {
            Some(Field::Rounds) => self.proposal.plan.rounds(),
            Some(Field::Rule(RuleOption::Start)) => options.start.unwrap_or(1),
            Some(Field::Rule(RuleOption::Target)) => options.target.unwrap_or(size),
            _ => size,
        }
    }

    fn number_typed(&mut self, typed: String) {
        // An empty line is 0, which is refused with what would be right.
        self.set_number(typed.parse().unwrap_or(0));
        self.typed = Some(typed);
    }

    fn set_number(&mut self, value: u32) {
        let options = &mut self.proposal.options;
        match self.fields.get(self.selected) {
            Some(Field::Rounds) => {
                self.bad_rounds = Length::new(value).is_none();
                self.proposal.plan = match Length::new(value) {
                    Some(_) if value == 1 => Plan::Single,
                    Some(length) => Plan::BestOf(length),
                    None => self.proposal.plan,
                };
            }
            Some(Field::Rule(RuleOption::Size)) => options.size = Some(value),
            Some(Field::Rule(RuleOption::Start)) => options.start = Some(value),
            Some(Field::Rule(RuleOption::Target)) => options.target = Some(value),
            _ => {}
        }
    }

    /// The next choice of the selected line, or the one before.
    pub(crate) fn change(&mut self, forward: bool) {
        self.typed = None;
        let Some(field) = self.field() else { return };
        let options = &mut self.proposal.options;
        match field {
            Field::Player(seat) => {
                let player = &mut self.proposal.players[seat.index()];
                *player = cycled(&occupants(), player, forward);
            }
            Field::First => {
                let all = [First::One, First::Two, First::Random];
                self.proposal.first = cycled(&all, &self.proposal.first, forward);
            }
            Field::Rounds => self.set_number(stepped(&ROUNDS, self.number(), forward)),
            Field::Name(_) => {}
            Field::Rule(RuleOption::Size) => {
                let size = stepped(&SIZES, self.number(), forward);
                self.set_number(size);
            }
            Field::Rule(RuleOption::Start | RuleOption::Target) => {
                let value = self.number();
                let most = self.proposal.options.size.unwrap_or(Board::DEFAULT_SIZE);
                let next = if forward { value.saturating_add(1) } else { value.saturating_sub(1) };
                self.set_number(next.clamp(1, most.max(1)));
            }
            Field::Rule(RuleOption::Opening) => {
                let opening = options.opening.unwrap_or_default();
                options.opening = Some(cycled(Opening::ALL, &opening, forward));
            }
            Field::Rule(RuleOption::WithoutOne) => options.without_one = !options.without_one,
            Field::Rule(RuleOption::One) => {
                let one = options.one.unwrap_or_default();
                options.one = Some(cycled(One::ALL, &one, forward));
            }
            Field::Rule(RuleOption::Block) => options.block = !options.block,
        }
        self.check();
    }

    /// What a line is called.
    pub(crate) fn label(field: Field) -> String {
        match field {
            Field::Player(seat) => format!("Player {}", seat.number()),
            Field::Name(seat) => format!("Name of player {}", seat.number()),
            Field::First => "First move".to_owned(),
            Field::Rounds => "Rounds".to_owned(),
            Field::Rule(RuleOption::Size) => "Size".to_owned(),
            Field::Rule(RuleOption::Opening) => "First number".to_owned(),
            Field::Rule(RuleOption::WithoutOne) => "The number 1".to_owned(),
            Field::Rule(RuleOption::One) => "1 is a trap".to_owned(),
            Field::Rule(RuleOption::Start) => "Start".to_owned(),
            Field::Rule(RuleOption::Target) => "Target".to_owned(),
            Field::Rule(RuleOption::Block) => "Opponent's node".to_owned(),
        }
    }

    /// What is chosen in a line.
    pub(crate) fn value(&self, index: usize) -> String {
        let Some(&field) = self.fields.get(index) else { return String::new() };
        if let (Some(typed), true) = (&self.typed, index == self.selected)
            && self.takes_digits()
        {
            return typed.clone();
        }
        let options = &self.proposal.options;
        let size = options.size.unwrap_or(Board::DEFAULT_SIZE);
        match field {
            Field::Player(seat) => player(&self.proposal.players[seat.index()]),
            Field::Name(seat) if index == self.selected => self.names[seat.index()].clone() + "_",
            Field::Name(seat) => self.names[seat.index()].clone(),
            Field::First => match self.proposal.first {
                First::One => self.proposal.names.of(Seat::One).to_owned(),
                First::Two => self.proposal.names.of(Seat::Two).to_owned(),
                First::Random => "at random".to_owned(),
            },
            Field::Rounds => match self.proposal.plan {
                Plan::Single => "one game".to_owned(),
                Plan::Rounds(length) => format!("all of {}", u32::from(length)),
                Plan::BestOf(length) => format!("best of {}", u32::from(length)),
            },
            Field::Rule(RuleOption::Size) => size.to_string(),
            Field::Rule(RuleOption::Opening) => match options.opening.unwrap_or_default() {
                Opening::Any => "any".to_owned(),
                Opening::Even => "even".to_owned(),
                Opening::EvenBelowHalf => "even, below half".to_owned(),
            },
            Field::Rule(RuleOption::WithoutOne) => {
                if options.without_one { "left out" } else { "on the board" }.to_owned()
            }
            Field::Rule(RuleOption::One) => match options.one.unwrap_or_default() {
                One::Trap => "after every number".to_owned(),
                One::Free => "never".to_owned(),
            },
            Field::Rule(RuleOption::Start) => options.start.unwrap_or(1).to_string(),
            Field::Rule(RuleOption::Target) => options.target.unwrap_or(size).to_string(),
            Field::Rule(RuleOption::Block) => {
                if options.block { "is blocked" } else { "may be entered" }.to_owned()
            }
        }
    }

    /// What the choice in the selected line means.
    pub(crate) fn remark(&self) -> String {
        let Some(field) = self.field() else { return String::new() };
        match field {
            Field::Player(seat) => match &self.proposal.players[seat.index()] {
                Occupant::Human => "A person at this keyboard.".to_owned(),
                Occupant::Bot(bot) => words::about(*bot),
                Occupant::Program(command) => format!("The program {command}."),
            },
            Field::Name(_) => "Type a name; it replaces the one that is there.".to_owned(),
            Field::First => "Who makes the first move; it alternates over a series.".to_owned(),
            Field::Rounds => "Type a number for another length.".to_owned(),
            Field::Rule(RuleOption::Size) => {
                format!("Type any size up to {}.", Board::MAX_SIZE)
            }
            Field::Rule(RuleOption::Opening) => match self.proposal.options.opening {
                Some(Opening::Even) => "Juniper Green: a real game at most sizes.".to_owned(),
                Some(Opening::EvenBelowHalf) => {
                    "The classroom rule: even, and less than half the size.".to_owned()
                }
                _ => "On most boards the first player wins at once with a large prime.".to_owned(),
            },
            Field::Rule(RuleOption::WithoutOne) => {
                "1 goes with every number; without it there are more ways to be stuck.".to_owned()
            }
            Field::Rule(RuleOption::One) => {
                "1 divides every number: always a trap, or never one.".to_owned()
            }
            Field::Rule(RuleOption::Start | RuleOption::Target) => {
                "Type a number of the board.".to_owned()
            }
            Field::Rule(RuleOption::Block) => {
                "Whether one may step where the opponent stands.".to_owned()
            }
        }
    }

    /// What keeps the game from beginning.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
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
            Ok(_) => {
                let error = self.proposal.rules().err();
                // The rules begin with the option's name.
                error.map(|error| words::capitalized(&error.to_string()) + ".")
            }
        };
    }
}

/// A seat in a word or two.
pub(crate) fn player(player: &Occupant) -> String {
    match player {
        Occupant::Human => "person".to_owned(),
        Occupant::Bot(bot) => bot.name().to_owned(),
        Occupant::Program(_) => "program".to_owned(),
    }
}

/// Who can be chosen for a seat.
fn occupants() -> Vec<Occupant> {
    std::iter::once(Occupant::Human).chain(Bot::ALL.map(Occupant::Bot)).collect()
}

/// The one after this in a list, or the one before, round and round.
fn cycled<T: Clone + PartialEq>(all: &[T], current: &T, forward: bool) -> T {
    let count = all.len();
    let index = all.iter().position(|one| one == current);
    let next = match (index, forward) {
        (Some(index), true) => (index + 1) % count,
        (Some(index), false) => (index + count - 1) % count,
        (None, _) => 0,
    };
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

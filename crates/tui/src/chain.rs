//! The longest chain, a game for one: each number a factor or multiple of the one before, none twice. One of the longest can be
//! gone through as an example.

mod page;

use divvy_match::Match;
use divvy_rules::{Board, Family, Number, Record};
use ratatui::buffer::Buffer;

use crate::board::Pointer;
use crate::command::{Command, Screen};
use crate::component::{Component, Effect, Input, Unavailable, open};
use crate::help::HelpPage;
use crate::memory::KeptChain;
use crate::view::View;
use crate::work::{JobResult, Task};

/// So many numbers further with one key.
const FAR: usize = 10;

#[derive(Debug)]
pub(crate) struct ChainScreen {
    /// The board.
    game: Match,
    own: Chain,
    /// One of the longest, once it is known; it is looked at if `is_example`.
    example: Chain,
    is_example: bool,
    /// The chain that is looked at, as far as it goes.
    shown: Record,
    pointer: Pointer,
    /// Where the cursor was before an example was looked at.
    cursor: Number,
    /// Whether it stands on the screen to be copied.
    notation: bool,
    /// The longest of the player's chains.
    record: Vec<Number>,
    /// Why the longest is not known, if so.
    beyond: Option<String>,
}

/// Numbers, and how many of them stand; the others were taken back, or are still to come.
#[derive(Clone, Debug, Default)]
struct Chain {
    numbers: Vec<Number>,
    at: usize,
}

impl ChainScreen {
    /// On 1 to this size, gone on with.
    pub(crate) fn new(kept: &KeptChain) -> Self {
        let size = kept.size.clamp(1, Board::MAX_SIZE);
        let Ok(empty) = format!("chain-reaction;size={size}").parse::<Record>() else {
            unreachable!("every size makes a board")
        };
        let read = |numbers: &[u32]| {
            let record = Record::with_moves(empty.rules(), numbers.iter().copied());
            record.map(|record| record.moves().to_vec()).unwrap_or_default()
        };
        let (numbers, record) = (read(&kept.numbers), read(&kept.longest));
        let mut pointer = Pointer::new(&empty);
        let at = numbers.len().saturating_sub(kept.undone);
        numbers[..at].last().into_iter().for_each(|&last| pointer.point(last));
        let mut screen = Self {
            cursor: pointer.cursor,
            pointer,
            game: Match::from_record(empty.clone()),
            shown: empty,
            own: Chain { at, numbers },
            example: Chain::default(),
            is_example: false,
            notation: false,
            record,
            beyond: None,
        };
        screen.changed();
        screen
    }

    const fn chain(&self) -> &Chain {
        if self.is_example { &self.example } else { &self.own }
    }

    /// How many numbers the longest chain has, if that is known.
    fn longest(&self) -> Option<usize> {
        Some(self.example.numbers.len()).filter(|length| *length > 0)
    }

    /// The number that an example goes on with, or that was taken back.
    fn next(&self) -> Option<Number> {
        self.chain().numbers.get(self.chain().at).copied()
    }

    /// Another chain is shown, or more or less of it.
    fn changed(&mut self) {
        let Chain { numbers, at } = self.chain();
        let stand = numbers[..*at].iter().map(|number| number.get());
        if let Ok(record) = Record::with_moves(self.game.rules(), stand) {
            self.shown = record;
        }
        self.pointer.note = None;
        self.pointer.change(&self.shown);
        match self.next() {
            Some(next) => self.pointer.point(next),
            None => self.pointer.point_near(&self.shown, self.pointer.cursor),
        }
    }

    /// Goes to a place in the chain that is shown.
    fn go_to(&mut self, at: usize) -> Option<Effect> {
        let first = usize::from(self.is_example);
        let chain = if self.is_example { &mut self.example } else { &mut self.own };
        chain.at = at.clamp(first, chain.numbers.len());
        self.changed();
        self.keep()
    }

    fn keep(&mut self) -> Option<Effect> {
        if self.is_example {
            return None;
        }
        if self.own.at > self.record.len() {
            self.record = self.shown.moves().to_vec();
        }
        let [numbers, longest] = [&self.own.numbers, &self.record]
            .map(|numbers| numbers.iter().map(|number| number.get()).collect());
        let (size, undone) =
            (self.game.rules().board().size(), self.own.numbers.len() - self.own.at);
        Some(Effect::KeepChain(KeptChain { size, numbers, undone, longest }))
    }

    fn add(&mut self) -> Option<Effect> {
        let typed = self.pointer.take();
        let number = self.game.rules().board().number(typed);
        match number.and_then(|number| self.shown.check(number).map(|()| number)) {
            Ok(number) => {
                if self.next() != Some(number) {
                    self.own.numbers.truncate(self.own.at);
                    self.own.numbers.push(number);
                }
                self.go_to(self.own.at + 1)
            }
            Err(refusal) => {
                self.pointer.fail(divvy_words::illegal(typed, refusal));
                None
            }
        }
    }

    fn toggle_example(&mut self) {
        let cursor = std::mem::replace(&mut self.cursor, self.pointer.cursor);
        self.is_example = !self.is_example;
        self.changed();
        if !self.is_example {
            self.pointer.point(cursor);
        }
    }

    fn command(&mut self, command: Command, view: &View) -> Option<Effect> {
        let copied = std::mem::take(&mut self.notation);
        let at = self.chain().at;
        match command {
            Command::Choose if !self.is_example => return self.add(),
            Command::Choose => return self.go_to(at + 1),
            Command::Undo => return self.go_to(at.saturating_sub(1)),
            Command::Redo => return self.go_to(at + 1),
            Command::Left if self.is_example => return self.go_to(at.saturating_sub(1)),
            Command::Right if self.is_example => return self.go_to(at + 1),
            Command::Up if self.is_example => return self.go_to(at.saturating_sub(FAR)),
            Command::Down if self.is_example => return self.go_to(at + FAR),
            Command::Home if self.is_example => return self.go_to(1),
            Command::End if self.is_example => return self.go_to(usize::MAX),
            Command::OtherLine => {
                self.own = Chain { numbers: self.record.clone(), at: self.record.len() };
                return self.go_to(self.record.len());
            }
            Command::New => {
                let kept = self.go_to(0);
                let redo = view.key(Command::Redo);
                let numbers = divvy_words::in_numbers(self.own.numbers.len());
                self.pointer.say(format!("{redo} brings your {numbers} back, one by one."));
                return kept;
            }
            Command::Hint => self.toggle_example(),
            Command::Back if copied => {}
            Command::Back if self.is_example => self.toggle_example(),
            Command::Back if !self.pointer.typed.is_empty() => self.pointer.typed.clear(),
            Command::Back => return Some(Effect::Close),
            Command::Notation => self.notation = !copied,
            Command::Help => {
                let word = self.layout(view).grid.is_word();
                return open(HelpPage::new(self.screen(), Some(self.game.rules()), word));
            }
            command => {
                self.pointer.command(command, &self.layout(view).grid);
                return Some(Effect::Ask(command));
            }
        }
        None
    }

    /// A number was pressed: it is added, or gone to in an example.
    fn press(&mut self, value: u32) -> Option<Effect> {
        let place = |number: &Number| number.get() == value;
        match self.example.numbers.iter().position(place) {
            _ if !self.is_example => {
                self.pointer.typed = value.to_string();
                self.add()
            }
            Some(place) => self.go_to(place + 1),
            None => {
                self.pointer.say(format!("{value} is not in this chain."));
                None
            }
        }
    }
}

impl Component for ChainScreen {
    fn screen(&self) -> Screen {
        if self.is_example { Screen::Example } else { Screen::Chain }
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let at = self.chain().at;
        let next = self.next().is_some();
        let (possible, reason) = match (command, self.is_example) {
            (Command::Choose | Command::NextLegal, false) => {
                (!self.shown.is_over(), "Nothing can be added here.")
            }
            (Command::Undo | Command::New, false) => (at > 0, "This is the beginning."),
            (Command::OtherLine, false) => {
                (at < self.record.len(), "No chain of yours was longer.")
            }
            (Command::Redo, false) => (next, "Nothing was taken back."),
            (Command::Hint, false) => (self.longest().is_some(), "No example is known yet."),
            (Command::Home, true) => (at > 1, "This is the first number."),
            (Command::End, true) => (next, "This is the last number."),
            _ => (true, ""),
        };
        if possible { Ok(()) } else { Err(reason.into()) }
    }

    fn refuse(&mut self, why: Unavailable) {
        self.pointer.say(why.text);
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit() && !self.is_example && !self.shown.is_over()
    }

    fn handle(&mut self, input: Input, view: &mut View) -> Option<Effect> {
        match input {
            Input::Done { result: JobResult::Longest(Ok(longest)), .. } => {
                self.example = Chain { numbers: longest.moves, at: 1 };
            }
            Input::Done { result: JobResult::Longest(Err(error)), .. } => {
                self.beyond = Some(format!("How long it can be is not known: {error}."));
            }
            Input::Tick | Input::Done { .. } => {}
            Input::Command(command) => {
                let refused = self.pointer.note.take().is_some_and(|note| note.refusal.is_some());
                // What was refused is closed first.
                if !refused || command != Command::Back {
                    return self.command(command, view);
                }
            }
            Input::Press(at) => {
                self.pointer.note = None;
                let value = self.layout(view).grid.number_at(self.pointer.top, at);
                return value.and_then(|value| self.press(value));
            }
            _ => self.pointer.input(&input, &self.layout(view).grid),
        }
        None
    }

    fn settle(&mut self, view: &View) -> Option<Effect> {
        if !view.is_cramped() {
            self.pointer.settle(&self.layout(view).grid);
        }
        let Family::Removal(rules) = self.game.rules().family() else { return None };
        let known = self.longest().is_some() || self.beyond.is_some() || view.waiting.is_some();
        (!known).then_some(Effect::Work(Task::Longest(rules)))
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        self.draw_all(buffer, view);
    }
}

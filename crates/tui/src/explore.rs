//! Any position explored: what every number is worth and why, forth and back, with side lines. A review is the same, opened
//! at the move that decided the game; so is the longest chain, which one player looks for.
//!
//! One thing is worked out at a time, off the thread that draws: what is wanted next is asked for when the last is there.

mod page;
mod strip;
mod tree;

use divvy_analysis::Review;
use divvy_match::{Match, Seat};
use divvy_paths::Longest;
use divvy_rules::{
    Board, Family, Game, Number, OptionValue, Options, Player, Record, RuleOption, Rules,
};
use divvy_solver::Value;
use divvy_words::Audience;
use ratatui::buffer::Buffer;

use self::tree::Tree;
use crate::board::{
    BoardLayout, Choices, Hint, JobKind, Note, Pointer, Waiting, audience, cursor_of,
};
use crate::command::{CHAIN, Command, Commands, EXPLORE};
use crate::component::{Component, Effect, Input, Unavailable, common, open};
use crate::help::{HelpPage, Signs};
use crate::view::View;
use crate::work::{JobResult, Task};

#[derive(Debug)]
pub(crate) struct ExploreScreen {
    /// As it was when exploring began.
    game: Match,
    /// Whether it is the longest chain.
    solo: bool,
    tree: Tree,
    /// The position that is shown, and what can be played there.
    shown: Record,
    choices: Choices,
    pointer: Pointer,
    note: Option<Note>,
    /// Whether the moves up to here stand on the screen to be copied.
    notation: bool,
    waiting: Option<Waiting>,
    /// How often another position was shown: what was worked out for an earlier one is dropped.
    version: u64,
    /// The version that the job under way is for, and the number, if it is about one.
    asked: (u64, Option<Number>),
    /// Why nothing can be worked out, if so.
    beyond: Option<String>,
    /// The game, move by move; and whether to go to the slip that decided it once that is known.
    review: Option<Review>,
    is_review: bool,
    /// What each number is worth in the position shown.
    values: Option<Vec<(Number, Value)>>,
    /// Why a number is worth what it is: in words, with partners if they prove it.
    proof: Option<(Number, String, Option<Hint>)>,
    longest: Option<Longest>,
    /// Whether a longest chain was asked for.
    showed: bool,
}

impl ExploreScreen {
    /// At the position of the game.
    pub(crate) fn new(game: Match) -> Self {
        let record = game.round().record().clone().limited(None);
        let choices = Choices::new(record.legal());
        let Some(cursor) = cursor_of(&record, &choices.legal, 1) else {
            unreachable!("a board has a number")
        };
        Self {
            game,
            solo: false,
            tree: Tree::new(&record),
            shown: record,
            choices,
            pointer: Pointer::new(cursor),
            note: None,
            notation: false,
            waiting: None,
            version: 0,
            asked: (0, None),
            beyond: None,
            review: None,
            is_review: false,
            values: None,
            proof: None,
            longest: None,
            showed: false,
        }
    }

    /// At the slip that decided the game.
    pub(crate) fn review(game: Match) -> Self {
        Self { is_review: true, ..Self::new(game) }
    }

    /// The longest chain, to be found on 1 to 100 unless another size is given.
    pub(crate) fn chain(size: Option<u32>) -> Self {
        let size = OptionValue::Number(size.unwrap_or(100).clamp(1, Board::MAX_SIZE));
        let options = Options::default().with(RuleOption::Size, size);
        let Ok(rules) = Rules::new(Game::ChainReaction, &options) else {
            unreachable!("every size makes a board")
        };
        Self { solo: true, ..Self::new(Match::from_record(Record::new(rules))) }
    }

    fn to(&self) -> Audience<'_> {
        audience(&self.game)
    }

    fn seat_of(&self, player: Player) -> Seat {
        if self.solo { Seat::One } else { self.game.round().seat_of(player) }
    }

    fn board(&self) -> Board {
        self.game.rules().board()
    }

    fn layout(&self, view: &View) -> BoardLayout {
        // Digits as large as on the board that is played on matter more than the last rows of the strip.
        let with = |rows| BoardLayout::new(view, self.board(), rows);
        let large = with(1).grid.is_large();
        let mut layouts = (2..=self.strip()).rev().map(with);
        let fitting = layouts.find(|layout| layout.grid.is_large() == large);
        fitting.unwrap_or_else(|| with(self.strip()))
    }

    fn say(&mut self, text: impl Into<String>, refusal: bool) {
        self.note = Some(Note { text: text.into(), refusal });
    }

    /// Another position is shown. The cursor is put on what was played there, else on a number that can be.
    fn changed(&mut self) {
        let moves = Record::with_moves(self.game.rules(), self.tree.moves());
        if let Ok(record) = moves {
            self.shown = record;
        }
        self.choices = Choices::new(self.shown.legal());
        self.version += 1;
        (self.values, self.proof, self.note) = (None, None, None);
        self.pointer.typed.clear();
        let near = cursor_of(&self.shown, &self.choices.legal, self.pointer.cursor.get());
        let cursor = self.tree.next_move().or(near);
        if let Some(cursor) = cursor {
            self.pointer.point(cursor);
        }
    }

    fn go_to(&mut self, ply: usize) {
        self.tree.go_to(ply);
        self.changed();
    }

    fn play(&mut self) {
        let typed = self.pointer.take();
        let number = self.board().number(typed);
        match number.and_then(|number| self.shown.check(number).map(|()| number)) {
            Ok(number) => {
                self.tree.play(number, self.shown.to_move());
                self.changed();
            }
            Err(refusal) => self.say(divvy_words::illegal(typed, refusal), true),
        }
    }

    /// The positions of the line before slips.
    fn slips(&self) -> Vec<usize> {
        let line = self.tree.line();
        let slips = (1..line.len()).filter(|&ply| self.tree.is_slip(line[ply]));
        slips.map(|ply| ply - 1).collect()
    }

    /// Plays a longest chain as a line of its own.
    fn show_longest(&mut self) {
        let Some(longest) = &self.longest else { return };
        self.tree.go_to(0);
        for (&number, player) in longest.moves.iter().zip(Player::BOTH.into_iter().cycle()) {
            self.tree.play(number, player);
        }
        self.showed = true;
        self.changed();
    }

    fn command(&mut self, command: Command, view: &View) -> Option<Effect> {
        let copied = std::mem::take(&mut self.notation);
        let ply = self.tree.ply();
        match command {
            Command::Choose => self.play(),
            // The cursor has nothing to play at the end.
            Command::Left if self.shown.is_over() => self.go_to(ply.saturating_sub(1)),
            Command::Undo => self.go_to(ply.saturating_sub(1)),
            Command::Redo => self.go_to(ply + 1),
            Command::OtherLine => {
                self.tree.other_line();
                self.changed();
            }
            Command::Review => {
                let slips = self.slips();
                let next = slips.iter().find(|&&slip| slip > ply).or(slips.first());
                next.into_iter().for_each(|&slip| self.go_to(slip));
            }
            Command::Hint => self.show_longest(),
            Command::Back if !self.pointer.typed.is_empty() => self.pointer.typed.clear(),
            Command::Back if !copied => return Some(Effect::Close),
            Command::Notation => self.notation = !copied,
            Command::NextLegal | Command::PreviousLegal => {
                self.pointer.next_legal(command == Command::NextLegal, &self.choices.legal);
            }
            Command::Help => {
                let rules = Some(self.game.rules());
                let signs = if self.solo { Signs::Chain } else { Signs::Explored };
                let digits = Some(["0-9", "type a number"]);
                return open(HelpPage::new(self.commands(), rules, signs, digits));
            }
            Command::Theme | Command::Quit | Command::Suspend => return common(command),
            _ => {
                self.pointer.command(command, self.board(), &self.layout(view).grid);
            }
        }
        None
    }

    fn done(&mut self, result: JobResult) {
        self.waiting = None;
        let (version, number) = self.asked;
        let is_here = version == self.version;
        match result {
            JobResult::Review(Ok(review)) => {
                let review = review.of_round(self.game.round());
                self.tree.know(&review);
                if let Some(decisive) = review.decisive.filter(|_| self.is_review) {
                    self.go_to(decisive - 1);
                }
                self.review = Some(review);
            }
            JobResult::Values(Ok(worth)) if is_here => {
                self.tree.know_winner(worth.winner);
                self.values = Some(worth.values);
            }
            JobResult::Proof(Ok(Some(proof))) if is_here => {
                self.proof = number.map(|number| self.told(number, proof));
            }
            JobResult::Values(Ok(_)) | JobResult::Proof(Ok(_)) => {}
            JobResult::Longest(Ok(longest)) => self.longest = Some(longest),
            JobResult::Longest(Err(error)) => {
                self.beyond = Some(format!("How long it can be is not known: {error}."));
            }
            JobResult::Review(Err(error))
            | JobResult::Values(Err(error))
            | JobResult::Proof(Err(error)) => {
                self.beyond = Some(format!("Who wins is not known: {error}."));
            }
            JobResult::Move(_) | JobResult::Hint(_) => {}
        }
    }

    /// What is to be worked out next.
    fn task(&self) -> Option<Task> {
        let record = || Box::new(self.shown.clone());
        let cursor = self.pointer.cursor;
        let proved = self.proof.as_ref().is_some_and(|(number, ..)| *number == cursor);
        match self.game.rules().family() {
            _ if self.waiting.is_some() || self.beyond.is_some() => None,
            Family::Removal(rules) if self.solo => {
                self.longest.is_none().then_some(Task::Longest(rules))
            }
            _ if self.review.is_none() => {
                Some(Task::Review(Box::new(self.game.round().record().clone())))
            }
            _ if self.values.is_none() => Some(Task::Values(record())),
            _ if proved || !self.choices.legal.contains(cursor) => None,
            _ => Some(Task::Proof(record(), cursor)),
        }
    }

    fn worth(&self) -> Option<Value> {
        let values = self.values.as_ref()?;
        let found = values.binary_search_by_key(&self.pointer.cursor, |(number, _)| *number);
        found.ok().map(|index| values[index].1)
    }
}

impl Component for ExploreScreen {
    fn commands(&self) -> Commands {
        if self.solo { CHAIN } else { EXPLORE }
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let (possible, reason) = match command {
            Command::Undo => (self.tree.ply() > 0, "This is the beginning."),
            Command::Redo => (self.tree.next_move().is_some(), "This is the end of the line."),
            Command::OtherLine => {
                let reason = "There is no side line yet: go back and play another number.";
                (self.tree.parting().is_some(), reason)
            }
            Command::Review => (!self.slips().is_empty(), "No slip is known on this line."),
            Command::Hint => (self.longest.is_some(), "The longest chain is not known."),
            _ => (true, ""),
        };
        if possible { Ok(()) } else { Err(reason.into()) }
    }

    fn refuse(&mut self, why: Unavailable) {
        self.say(why.text, false);
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit()
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        match input {
            Input::Tick => {
                let waiting = self.waiting.as_mut()?;
                waiting.seconds = waiting.since.elapsed().as_secs();
                return None;
            }
            Input::Progress { ticket, done } => {
                self.waiting.as_mut().filter(|w| w.ticket == Some(ticket))?.done = done;
                return None;
            }
            Input::Done { ticket, result } => {
                self.waiting.filter(|waiting| waiting.ticket == Some(ticket))?;
                self.done(result);
                return None;
            }
            Input::Hover(_) => {}
            _ => self.note = None,
        }
        let layout = self.layout(view);
        match input {
            Input::Command(command) => return self.command(command, view),
            Input::Press(at) => {
                if let Some(ply) = self.ply_at(layout.bottom, at) {
                    self.go_to(ply);
                } else if let Some(value) = layout.grid.number_at(self.pointer.top, at) {
                    self.pointer.typed = value.to_string();
                    self.play();
                }
            }
            _ => {
                self.pointer.input(&input, self.board(), &layout.grid);
            }
        }
        None
    }

    fn settle(&mut self, view: &View) -> Option<Effect> {
        if !view.is_cramped() {
            self.pointer.settle(&self.layout(view).grid);
        }
        self.task().map(Effect::Work)
    }

    fn is_waiting(&self) -> Option<bool> {
        Some(self.waiting.is_some())
    }

    fn await_result(&mut self, ticket: u64, task: &Task) {
        let (kind, number) = match task {
            Task::Review(_) => (JobKind::Review, None),
            Task::Proof(_, number) => (JobKind::Proof, Some(*number)),
            Task::Longest(_) => (JobKind::Longest, None),
            _ => (JobKind::Values, None),
        };
        self.asked = (self.version, number);
        self.waiting = Some(Waiting::new(Some(ticket), kind));
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        self.draw_all(buffer, view);
    }
}

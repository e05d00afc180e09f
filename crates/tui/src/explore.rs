//! Any position explored: what every number is worth and why, forth and back, with side lines. A review is the same, opened
//! at the move that decided the game.
//!
//! One thing is worked out at a time, off the thread that draws: what is wanted next is asked for when the last is there.

mod page;
mod strip;
mod tree;
mod work;

use std::collections::HashMap;

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::{Match, Seat};
use divvy_rules::{Number, Player, Record};
use divvy_solver::Value;
use divvy_words::Audience;
use ratatui::buffer::Buffer;

pub(crate) use self::page::draw_notation;
use self::tree::Tree;
use self::work::Told;
use crate::board::{Hint, Pointer, audience};
use crate::command::{Command, Screen};
use crate::component::{Component, Effect, Input, Unavailable, open};
use crate::help::HelpPage;
use crate::view::View;

/// What is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Position,
    /// A game, from slip to slip.
    Review,
}

#[derive(Debug)]
pub(crate) struct ExploreScreen {
    /// As it was when exploring began.
    game: Match,
    kind: Kind,
    tree: Tree,
    /// The position that is shown, and what can be played there.
    shown: Record,
    pointer: Pointer,
    /// Whether why is not told.
    plain: bool,
    /// It was named when the program began, and no key leads back to it.
    named: bool,
    /// Where the cursor was put without a move that it should show.
    placed: Option<Number>,
    /// Whether the moves up to here stand on the screen to be copied.
    notation: bool,
    /// Why nothing can be worked out, if so.
    beyond: Option<String>,
    /// The game, move by move.
    review: Option<Review>,
    /// What each number is worth in the position shown, and why, as far as it is known.
    values: Option<Vec<(Number, Value)>>,
    proofs: HashMap<Number, Told>,
}

/// Asked before what was tried is given up.
const LEAVE: &str = "The same key once more leaves; the moves that you tried are lost.";

impl ExploreScreen {
    /// At the position of the game.
    pub(crate) fn new(game: Match) -> Self {
        let record = game.round().record().clone().limited(None);
        let pointer = Pointer::new(&record);
        Self {
            game,
            kind: Kind::Position,
            tree: Tree::new(&record),
            plain: false,
            named: false,
            placed: Some(pointer.cursor),
            pointer,
            shown: record,
            notation: false,
            beyond: None,
            review: None,
            values: None,
            proofs: HashMap::new(),
        }
    }

    /// A game that was named when the program began.
    pub(crate) fn named(game: Match) -> Self {
        Self { named: true, ..Self::new(game) }
    }

    /// At the slip that decided the game.
    pub(crate) fn review(game: Match) -> Self {
        Self { kind: Kind::Review, ..Self::new(game) }
    }

    /// Whether it was left with moves that the game does not have.
    pub(crate) const fn has_tries(&self) -> bool {
        self.tree.has_tries()
    }

    /// Whether another one begins where this one did.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.game == other.game
    }

    /// Comes back to it: it begins at the game again, with its side lines.
    pub(crate) fn come_back(&mut self) {
        self.tree.restart();
        let decisive = self.review.as_ref().and_then(|review| review.decisive);
        match decisive.filter(|_| self.kind == Kind::Review) {
            Some(decisive) => self.go_to(decisive - 1),
            None => self.changed(),
        }
    }

    fn to(&self) -> Audience<'_> {
        audience(&self.game)
    }

    fn seat_of(&self, player: Player) -> Seat {
        self.game.round().seat_of(player)
    }

    /// Whether there is no move yet.
    fn is_untouched(&self) -> bool {
        self.tree.line().len() == 1
    }

    /// What each number is worth, with how soon the game ends: not beside partners, which need not be the quickest way.
    fn worth(&self) -> Vec<(Number, Value)> {
        let values = self.values.iter().flatten();
        let paired = self.proof().is_some_and(|hint| !hint.pairs.is_empty());
        let depth = |value: &Value| value.depth.filter(|_| !paired);
        values.map(|(number, value)| (*number, Value { depth: depth(value), ..*value })).collect()
    }

    /// The partners and the reply that prove what the number under the cursor is worth.
    fn proof(&self) -> Option<&Hint> {
        let told = self.whole().map(|(_, told)| told);
        let told =
            told.or_else(|| self.proofs.get(&self.pointer.cursor)).filter(|_| !self.plain)?;
        told.hint.as_ref()
    }

    /// Another position is shown. The cursor is put on what was played there, else on a number that can be; once worth is
    /// known, on the one that wins soonest.
    fn changed(&mut self) {
        let moves = Record::with_moves(self.game.rules(), self.tree.moves());
        if let Ok(record) = moves {
            self.shown = record;
        }
        (self.values, self.pointer.note) = (None, None);
        self.proofs.clear();
        self.pointer.change(&self.shown);
        let shown = self.tree.next_move();
        match shown {
            Some(cursor) => self.pointer.point(cursor),
            None => self.pointer.point_near(&self.shown, self.pointer.cursor),
        }
        self.placed = shown.is_none().then_some(self.pointer.cursor);
    }

    /// The move that the game went on with, if it is known what it did.
    fn reviewed_next(&self) -> Option<&ReviewedMove> {
        let review = self.review.as_ref().filter(|_| self.tree.follows_main())?;
        review.moves.get(self.tree.ply())
    }

    /// The same, where a review has to tell of a slip.
    fn slip(&self) -> Option<&ReviewedMove> {
        self.reviewed_next().filter(|next| next.slip && self.kind == Kind::Review)
    }

    fn go_to(&mut self, ply: usize) {
        self.tree.go_to(ply);
        self.changed();
    }

    fn play(&mut self) {
        let typed = self.pointer.take();
        let number = self.game.rules().board().number(typed);
        match number.and_then(|number| self.shown.check(number).map(|()| number)) {
            Ok(number) => {
                self.tree.play(number, self.shown.to_move());
                self.changed();
            }
            Err(refusal) => self.pointer.fail(divvy_words::illegal(typed, refusal)),
        }
    }

    /// `asked` says that leaving was asked for just before.
    fn command(&mut self, command: Command, asked: bool, view: &mut View) -> Option<Effect> {
        let copied = std::mem::take(&mut self.notation);
        let ply = self.tree.ply();
        match self.meant(command) {
            Command::Choose => self.play(),
            Command::Undo => self.go_to(ply.saturating_sub(1)),
            Command::Redo => self.go_to(ply + 1),
            Command::New => self.go_to(0),
            Command::End if self.kind != Kind::Position => self.go_to(usize::MAX),
            Command::OtherLine => {
                self.tree.other_line();
                self.changed();
            }
            Command::Review => {
                let slips = self.tree.slips();
                let next = slips.iter().find(|&&slip| slip > ply).or(slips.first());
                next.into_iter().for_each(|&slip| self.go_to(slip));
            }
            Command::Hint => self.plain = !self.plain,
            Command::Back if !self.pointer.typed.is_empty() => self.pointer.typed.clear(),
            Command::Back if !copied && !asked && self.named && self.has_tries() => {
                self.pointer.say(LEAVE);
            }
            Command::Back if !copied => {
                // It may be come back to, and asks anew then.
                view.waiting = None;
                return Some(Effect::Close);
            }
            Command::Notation => self.notation = !copied,
            Command::Continue => return Some(Effect::PlayOn(Box::new(self.shown.clone()))),
            Command::Help => {
                let word = self.layout(view).grid.is_word();
                return open(HelpPage::new(self.screen(), Some(self.game.rules()), word));
            }
            // Each takes what is its own.
            command => {
                self.pointer.command(command, &self.layout(view).grid);
                return Some(Effect::Ask(command));
            }
        }
        None
    }

    /// Arrows step through a review. At the end of a game the cursor has nothing to play, so that one goes back there too.
    fn meant(&self, command: Command) -> Command {
        let reviewed = self.kind == Kind::Review;
        match command {
            Command::Left if reviewed || self.shown.is_over() => Command::Undo,
            Command::Right if reviewed => Command::Redo,
            Command::Home if reviewed => Command::New,
            Command::Up if reviewed => Command::PreviousLegal,
            Command::Down if reviewed => Command::NextLegal,
            command => command,
        }
    }
}

impl Component for ExploreScreen {
    fn screen(&self) -> Screen {
        match self.kind {
            Kind::Position => Screen::Explored,
            Kind::Review => Screen::Reviewed,
        }
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let (possible, reason) = match command {
            Command::Up | Command::Down if self.kind != Kind::Review => (true, ""),
            Command::Choose if self.is_at_last() => (false, "Go to a number first."),
            Command::Home | Command::End => (true, ""),
            Command::Choose
            | Command::Continue
            | Command::NextLegal
            | Command::Hint
            | Command::Up
            | Command::Down => {
                (!self.shown.is_over(), "Nothing can be played here: go back first.")
            }
            Command::Undo | Command::New => (self.tree.ply() > 0, "This is the beginning."),
            Command::Redo => (self.tree.next_move().is_some(), "This is the end of the line."),
            Command::OtherLine => {
                let reason = "There is no side line yet: go back and play another number.";
                (self.tree.parting().is_some(), reason)
            }
            Command::Review => {
                // From the last of several, the first is next.
                let slips = self.tree.slips();
                let next = slips.len() > 1 || slips.iter().any(|&slip| slip > self.tree.ply());
                (next, "No further slip is known on this line.")
            }
            _ => (true, ""),
        };
        if possible { Ok(()) } else { Err(reason.into()) }
    }

    fn label(&self, command: Command, usual: &'static str) -> &'static str {
        match command {
            Command::Hint if !self.plain => "less",
            Command::Notation if self.is_untouched() => "",
            Command::OtherLine if !self.tree.is_main() => "next line",
            _ => usual,
        }
    }

    fn refuse(&mut self, why: Unavailable) {
        self.pointer.say(why.text);
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit() && !self.shown.is_over()
    }

    fn handle(&mut self, input: Input, view: &mut View) -> Option<Effect> {
        let asked = self.pointer.note.as_ref().is_some_and(|note| note.text == LEAVE);
        match input {
            Input::Tick => return None,
            Input::Done { result, .. } => {
                self.done(result);
                return None;
            }
            Input::Hover(_) => {}
            _ => self.pointer.note = None,
        }
        let layout = self.layout(view);
        match input {
            Input::Command(command) => return self.command(command, asked, view),
            Input::Press(at) => {
                if let Some(ply) = self.ply_at(layout.bottom, at) {
                    self.go_to(ply);
                } else if let Some(value) = layout.grid.number_at(self.pointer.top, at) {
                    self.pointer.typed = value.to_string();
                    match self.enabled(Command::Choose) {
                        Ok(()) => self.play(),
                        Err(why) => self.refuse(why),
                    }
                }
            }
            _ => self.pointer.input(&input, &layout.grid),
        }
        None
    }

    fn settle(&mut self, view: &View) -> Option<Effect> {
        if !view.is_cramped() {
            self.pointer.settle(&self.layout(view).grid);
        }
        self.task(view).map(Effect::Work)
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        self.draw_all(buffer, view);
    }
}

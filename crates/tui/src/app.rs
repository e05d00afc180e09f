//! The state of the program on the screen: a stack of components, the top one of which takes input. It changes by inputs
//! and by nothing else.

mod draw;

use std::any::Any;

use divvy_match::{First, Match, Occupant, Plan, Proposal, Seat, Setup};
use divvy_rules::{Number, Player, Record};
use divvy_store::{Session, Store};
use divvy_words::proposal;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Size};

pub use self::draw::draw;
use crate::board::{BoardScreen, Waiting};
use crate::chain::ChainScreen;
use crate::command::Command;
use crate::component::{Component, Departure, Effect, Input};
use crate::explore::ExploreScreen;
use crate::keys::Key;
use crate::memory::Memory;
use crate::settings::BoardSettings;
use crate::setup::SetupScreen;
use crate::start::StartScreen;
use crate::terminal::Exit;
use crate::theme::{Colours, Look};
use crate::view::{View, help_items};
use crate::work::{Job, Task};

/// The program on the screen.
#[derive(Debug)]
pub struct App {
    /// Never empty. The lowest is the start screen, the board, or what the program was started with.
    layers: Vec<Box<dyn Component>>,
    pub(crate) view: View,
    /// What was explored and left.
    explored: Vec<ExploreScreen>,
    store: Store,
    memory: Memory,
    job: Option<Job>,
    last_ticket: u64,
    last_board: u64,
    exit: Option<Exit>,
    suspending: bool,
}

impl App {
    /// The start screen, with games kept in this store and choices in this memory.
    pub fn new(
        store: Store,
        memory: Memory,
        settings: &BoardSettings,
        look: Look,
        size: Size,
    ) -> Self {
        Self {
            layers: vec![Box::new(StartScreen::new(&store, &memory, None))],
            view: View::new(size, look, settings, &memory),
            explored: Vec::new(),
            store,
            memory,
            job: None,
            last_ticket: 0,
            last_board: 0,
            exit: None,
            suspending: false,
        }
    }

    /// The board of a match, at once.
    #[must_use]
    pub fn at_board(mut self, session: Session) -> Self {
        self.open(session, [0; 2]);
        self.settle();
        self
    }

    /// A game to be explored, at once.
    #[must_use]
    pub fn exploring(self, game: Match) -> Self {
        self.only(ExploreScreen::named(game))
    }

    /// The longest chain, on 1 to 100 or another size.
    #[must_use]
    pub fn at_chain(self, size: Option<u32>) -> Self {
        let screen = ChainScreen::new(&self.memory.chain(size));
        self.only(screen)
    }

    /// Leaving it leaves the program.
    fn only(mut self, screen: impl Component) -> Self {
        self.layers = vec![Box::new(screen)];
        self.settle();
        self
    }

    /// The match at the board.
    pub fn game(&self) -> Option<&Match> {
        self.board().map(BoardScreen::game)
    }

    /// The size of the window.
    pub const fn size(&self) -> Size {
        self.view.window
    }

    /// The number under the cursor.
    pub fn cursor(&self) -> Option<Number> {
        self.board().map(|board| board.pointer.cursor)
    }

    /// Whether something is being worked out.
    pub const fn is_waiting(&self) -> bool {
        self.view.waiting.is_some()
    }

    /// Whether [`Input::Tick`] is wanted: something is being worked out, or a number lights up.
    pub fn wants_ticks(&self) -> bool {
        self.is_waiting() || self.board().is_some_and(|board| board.lit > 0)
    }

    /// How the program was left, once it was.
    pub const fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Whether the program is to be stopped for a while. It is asked once.
    pub fn take_suspension(&mut self) -> bool {
        std::mem::take(&mut self.suspending)
    }

    /// Something that has to be worked out. The result comes back as an input.
    pub fn take_job(&mut self) -> Option<Job> {
        self.job.take()
    }

    fn board(&self) -> Option<&BoardScreen> {
        (self.layers.first()?.as_ref() as &dyn Any).downcast_ref()
    }

    fn top(&self) -> Option<&dyn Component> {
        self.layers.last().map(Box::as_ref)
    }

    /// What a key means now.
    pub fn key(&self, key: Key) -> Option<Input> {
        if key.is_interrupt() {
            return Some(Input::Depart(Departure::Interrupted));
        }
        let top = self.top()?;
        let command = self.view.keys.command(top.screen(), key);
        if self.view.is_cramped() {
            // What cannot be seen cannot be meant, but leaving can.
            let leaving = |command: &Command| matches!(command, Command::Quit | Command::Suspend);
            return command.filter(leaving).map(Input::Command);
        }
        match key.text().filter(|&c| top.takes(c)) {
            Some(c) => Some(Input::Text(c)),
            None => command.map(Input::Command).or(key.is_backspace().then_some(Input::Erase)),
        }
    }

    /// What the mouse means now.
    pub fn mouse(&self, event: MouseEvent) -> Option<Input> {
        if self.view.is_cramped() {
            return None;
        }
        let at = Position { x: event.column, y: event.row };
        let mut items = help_items(self.top()?, &self.view).into_iter();
        let item = items.find(|(_, area, _)| area.contains(at));
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                Some(item.map_or(Input::Press(at), |(command, ..)| Input::Command(command)))
            }
            MouseEventKind::Moved => Some(Input::Hover(at)),
            MouseEventKind::ScrollUp => Some(Input::Scroll(-1)),
            MouseEventKind::ScrollDown => Some(Input::Scroll(1)),
            _ => None,
        }
    }

    /// Changes the state.
    pub fn apply(&mut self, input: Input) {
        let effect = match input {
            Input::Resize(size) => {
                self.view.window = size;
                None
            }
            Input::Depart(departure) => Some(Effect::Depart(departure)),
            Input::Progress { ticket, done } => {
                let waiting = self.view.waiting.as_mut().filter(|one| one.ticket == ticket);
                waiting.into_iter().for_each(|one| one.review = one.review.map(|_| done));
                None
            }
            // Nobody waits for it any more.
            Input::Done { ticket, .. } if self.view.waiting.is_none_or(|w| w.ticket != ticket) => {
                None
            }
            // What was worked out goes to the component that has jobs, whatever is above it.
            Input::Tick | Input::Done { .. } => {
                self.view.waiting.take_if(|_| matches!(input, Input::Done { .. }));
                let has_jobs = |layer: &&mut Box<dyn Component>| layer.screen().has_jobs();
                let employer = self.layers.iter_mut().rfind(has_jobs);
                employer.and_then(|layer| layer.handle(input, &mut self.view))
            }
            _ => self.layers.last_mut().and_then(|top| match input {
                Input::Command(command) if let Err(why) = top.enabled(command) => {
                    top.refuse(why);
                    None
                }
                _ => top.handle(input, &mut self.view),
            }),
        };
        effect.into_iter().for_each(|effect| self.perform(effect));
        self.settle();
    }

    fn settle(&mut self) {
        let settle = |layer: &mut Box<dyn Component>| layer.settle(&self.view);
        let effects: Vec<Effect> = self.layers.iter_mut().filter_map(settle).collect();
        effects.into_iter().for_each(|effect| self.perform(effect));
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Begin(proposal) => {
                let setup = crate::begin(&proposal, None).map_err(|e| proposal::problem(&e));
                let session = setup.and_then(|setup| self.start(setup));
                if session.is_ok() {
                    self.memory.keep_proposal(&proposal);
                }
                self.open_or_tell(session);
            }
            Effect::PlayOn(record) => {
                let session = self.playing_on(&record);
                let problem = session.is_ok().then(|| self.leave_match()).flatten();
                self.open_or_tell(problem.map_or(session, Err));
            }
            Effect::Chain => {
                self.layers.push(Box::new(ChainScreen::new(&self.memory.chain(None))));
            }
            Effect::KeepChain(chain) => self.memory.keep_chain(chain),
            Effect::Resume(path) => {
                let session = Session::resume(&self.store, &path);
                self.open_or_tell(session.map_err(|error| error.to_string()));
            }
            Effect::Explore(mut screen) => {
                let place = self.explored.iter().position(|left| left.is_same(&screen));
                if let Some(place) = place {
                    *screen = self.explored.swap_remove(place);
                    screen.come_back();
                }
                self.layers.push(screen);
            }
            Effect::Work(task) => self.work(task),
            Effect::Open(component) => self.layers.push(component),
            Effect::SaveCopy(path) => {
                self.perform(Effect::Close);
                board_of(&mut self.layers).into_iter().for_each(|board| board.save_copy(&path));
            }
            Effect::Close if self.layers.len() == 1 => self.command(Command::Quit),
            Effect::Close => self.close(),
            Effect::Forget(path) => {
                let forgotten = Session::resume(&self.store, &path);
                let forgotten = forgotten.and_then(|mut session| session.discard());
                self.show_start(forgotten.err().map(|error| error.to_string()));
            }
            Effect::Ask(command) => self.command(command),
            Effect::Depart(departure) => {
                // The match is on disk already; putting a finished one away may wait for the next start.
                let _ = self.leave_match();
                let kept_a_game = self.board().is_some_and(BoardScreen::is_kept);
                self.exit = Some(Exit { departure, kept_a_game });
            }
        }
    }

    /// Leaves the screen that is on top; what was tried while exploring is kept.
    fn close(&mut self) {
        let left = self.layers.pop().map(|left| left as Box<dyn Any>);
        if let Some(Ok(explored)) = left.map(|left| left.downcast::<ExploreScreen>()) {
            if explored.has_tries() {
                self.say("What you tried is kept for when you explore this position again.");
            }
            self.explored.push(*explored);
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Rematch => self.rematch(),
            // The form for another match of the game at the board.
            Command::Options => {
                let game = self.board().map(|board| board.game().rules().game());
                let form = game.map(|game| SetupScreen::new(self.memory.proposal(game)));
                form.into_iter().for_each(|form| self.layers.push(Box::new(form)));
            }
            Command::New => {
                let problem = self.leave_match();
                self.show_start(problem);
            }
            Command::Preview => {
                self.view.preview = !self.view.preview;
                self.memory.keep(|kept| kept.preview = Some(self.view.preview));
            }
            Command::Hide => {
                let hides = !self.view.hides_playable;
                self.view.hides_playable = hides;
                self.memory.keep(|kept| kept.hides_playable = hides);
                let now = if hides { "hidden" } else { "shown" };
                self.say(&format!("What can be played is {now}."));
            }
            Command::Theme => self.next_theme(),
            Command::Suspend => self.suspending = true,
            Command::Quit => self.perform(Effect::Depart(Departure::Quit)),
            _ => {}
        }
    }

    /// A game against who played this game last, from here on; a person is to move.
    fn playing_on(&self, record: &Record) -> Result<Session, String> {
        let rules = record.rules();
        let last = self.memory.proposal(rules.game());
        let person =
            Seat::BOTH.into_iter().find(|seat| last.players[seat.index()] == Occupant::Human);
        let first = match (person.unwrap_or(Seat::One), record.to_move()) {
            (Seat::One, Player::First) | (Seat::Two, Player::Second) => First::One,
            _ => First::Two,
        };
        let proposal = Proposal { options: rules.options(), first, plan: Plan::Single, ..last };
        let setup = crate::begin(&proposal, None).map_err(|error| proposal::problem(&error))?;
        let moves = record.moves().iter().map(|number| number.get()).collect();
        let setup = setup.after(moves).map_err(|error| divvy_words::illegal_move(&error))?;
        self.start(setup)
    }

    fn start(&self, setup: Setup) -> Result<Session, String> {
        Session::start(&self.store, setup).map_err(|error| error.to_string())
    }

    fn open_or_tell(&mut self, session: Result<Session, String>) {
        match session {
            Ok(session) => self.open(session, [0; 2]),
            Err(problem) => self.show_start(Some(problem)),
        }
    }

    /// The board of a match, with the rounds that were won in the matches before it.
    fn open(&mut self, session: Session, earlier: [u32; 2]) {
        self.last_board += 1;
        (self.view.earlier, self.view.waiting) = (earlier, None);
        self.layers = vec![Box::new(BoardScreen::new(session))];
    }

    fn show_start(&mut self, problem: Option<String>) {
        // A match lets go of its file before the list is made.
        self.layers.clear();
        self.view.waiting = None;
        self.layers.push(Box::new(StartScreen::new(&self.store, &self.memory, problem)));
    }

    /// Leaves the match at the board, and says what went wrong with that.
    fn leave_match(&mut self) -> Option<String> {
        board_of(&mut self.layers)?.leave().err().map(|error| error.to_string())
    }

    fn rematch(&mut self) {
        let Some(board) = self.board() else { return };
        // Series are counted one by one, single games together.
        let single = board.game().plan() == Plan::Single;
        let won = if single { self.view.won(board.game()) } else { [0; 2] };
        let setup = divvy_analysis::fresh_seed().map(|seed| board.game().rematch(seed));
        let problem = match setup.map_err(|e| e.to_string()).and_then(|setup| self.start(setup)) {
            Ok(session) => {
                let problem = self.leave_match();
                self.open(session, won);
                problem
            }
            Err(problem) => Some(problem),
        };
        if let (Some(problem), Some(board)) = (problem, board_of(&mut self.layers)) {
            board.pointer.fail(problem);
        }
    }

    fn work(&mut self, task: Task) {
        self.last_ticket += 1;
        let (ticket, board) = (self.last_ticket, self.last_board);
        self.view.waiting = Some(Waiting::new(ticket, &task));
        // A job that was not taken yet is of no use any more.
        self.job = Some(Job { ticket, board, task });
    }

    fn next_theme(&mut self) {
        let look = &mut self.view.look;
        // Without colours nothing would change on the screen, so nothing is changed or remembered.
        let said = if look.colours > Colours::None {
            look.theme = look.theme.next();
            self.memory.keep(|kept| kept.theme = Some(look.theme));
            self.view.theme = look.theme();
            format!("Colours: {}.", look.theme.name())
        } else {
            "Colours are off: NO_COLOR is set, or --color never.".to_owned()
        };
        self.say(&said);
    }

    fn say(&mut self, text: &str) {
        board_of(&mut self.layers).into_iter().for_each(|board| board.pointer.say(text));
    }
}

/// The board, if the lowest layer is one.
fn board_of(layers: &mut [Box<dyn Component>]) -> Option<&mut BoardScreen> {
    (layers.first_mut()?.as_mut() as &mut dyn Any).downcast_mut()
}

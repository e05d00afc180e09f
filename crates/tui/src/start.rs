//! The start screen: unfinished games first, then the five. `page` lays it out and draws it.

mod page;

use std::path::PathBuf;

use divvy_match::{Match, Proposal};
use divvy_rules::{Game, Options, Record, Rules};
use divvy_store::Store;
use divvy_words::Variant;
use divvy_words::proposal::unfinished;
use ratatui::buffer::Buffer;

use self::page::Page;
use crate::command::{Command, Screen};
use crate::component::{Component, Effect, Input, Unavailable, explore, open};
use crate::explore::ExploreScreen;
use crate::help::HelpPage;
use crate::memory::Memory;
use crate::setup::SetupScreen;
use crate::view::View;

#[derive(Clone, Debug)]
enum Offer {
    /// An unfinished match, and what it is.
    Continue {
        path: PathBuf,
        text: String,
    },
    /// The unfinished matches that are not listed yet.
    More(Vec<Offer>),
    Game(Box<GameOffer>),
    /// The longest chain, on 1 to 100.
    Chain,
}

/// A game in the ways in which it can be begun.
#[derive(Clone, Debug)]
struct GameOffer {
    variants: Vec<(Variant, Proposal)>,
    chosen: usize,
}

impl GameOffer {
    /// With the choices of the last time first chosen.
    fn new(memory: &Memory, game: Game) -> Self {
        let last = memory.proposal(game);
        let rules = |options: &Options| Rules::new(game, options).ok();
        let with = |variant, options: Options| (variant, Proposal { options, ..last.clone() });
        let mut variants = vec![
            with(Variant::Contest, divvy_analysis::contest(game)),
            with(Variant::Specified, Options::default()),
        ];
        // The same rules may be given by other options: those of the usual size, or none.
        let same = variants.iter().position(|(_, one)| rules(&one.options) == rules(&last.options));
        if same.is_none() {
            variants.insert(0, with(Variant::Last, last.options.clone()));
        }
        Self { variants, chosen: same.unwrap_or(0) }
    }

    fn proposal(&self) -> &Proposal {
        &self.variants[self.chosen].1
    }

    fn rules(&self) -> Option<Rules> {
        Rules::new(self.proposal().game, &self.proposal().options).ok()
    }

    fn text(&self) -> String {
        let (variant, _) = self.variants[self.chosen];
        self.rules().map(|rules| variant.describe(rules)).unwrap_or_default()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct StartScreen {
    /// The games are the last of them, and the longest chain after them.
    offers: Vec<Offer>,
    selected: usize,
    /// Whether an unfinished match is open in another window.
    in_use: bool,
    /// What went wrong on the way here, or cannot be done; or [`DELETE`].
    problem: Option<String>,
}

/// Unfinished matches that are listed at once.
const SAVED_SHOWN: usize = 3;

/// What can be begun with a digit.
const NUMBERED: usize = Game::ALL.len() + 1;

/// Asked before a match is deleted.
const DELETE: &str = "Delete this game? The same key once more, or any other to keep it.";

impl StartScreen {
    /// With what the store holds now. The cursor is on the newest unfinished match, else on the game played last.
    pub(crate) fn new(store: &Store, memory: &Memory, problem: Option<String>) -> Self {
        let (saved, unread) = match store.list() {
            Ok(saved) => (saved, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let in_use = saved.iter().any(|saved| saved.in_use);
        let open = saved.into_iter().filter(|saved| !saved.in_use).filter_map(|saved| {
            let game = saved.game.ok().filter(|game| !game.is_untouched())?;
            Some(Offer::Continue { path: saved.path, text: unfinished(&game, saved.modified) })
        });
        let mut offers: Vec<Offer> = open.collect();
        let selected = match (offers.is_empty(), memory.kept.game) {
            (true, Some(game)) => Game::ALL.iter().position(|one| *one == game).unwrap_or(0),
            _ => 0,
        };
        // A line that stands for a single match would take as much room as the match.
        if offers.len() > SAVED_SHOWN + 1 {
            let more = offers.split_off(SAVED_SHOWN);
            offers.push(Offer::More(more));
        }
        offers.extend(Game::ALL.map(|game| Offer::Game(Box::new(GameOffer::new(memory, game)))));
        offers.push(Offer::Chain);
        Self { offers, selected, in_use, problem: problem.or(unread) }
    }

    fn offer(&self) -> &Offer {
        &self.offers[self.selected]
    }

    fn game(&self) -> Option<&GameOffer> {
        if let Offer::Game(offer) = self.offer() { Some(offer) } else { None }
    }

    fn step(&mut self, by: isize) {
        let last = self.offers.len() - 1;
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Plays or goes on with an offer, or lists the matches that it stands for.
    fn pick(&mut self, index: usize) -> Option<Effect> {
        match self.offers.get_mut(index)? {
            Offer::Game(offer) => Some(Effect::Begin(Box::new(offer.proposal().clone()))),
            Offer::Continue { path, .. } => Some(Effect::Resume(path.clone())),
            Offer::More(more) => {
                let more = std::mem::take(more);
                self.offers.splice(index..=index, more);
                None
            }
            Offer::Chain => Some(Effect::Chain),
        }
    }

    /// The place of the first game in the list.
    fn games(&self) -> usize {
        self.offers.len() - NUMBERED
    }

    /// `asked` says that deleting was asked for just before.
    fn command(&mut self, command: Command, asked: bool) -> Option<Effect> {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::Home => self.selected = 0,
            Command::End => self.step(isize::MAX),
            Command::Choose => return self.pick(self.selected),
            Command::Continue => return self.pick(0),
            Command::Left | Command::Right => {
                if let Offer::Game(offer) = &mut self.offers[self.selected] {
                    let count = offer.variants.len();
                    let by = if command == Command::Right { 1 } else { count - 1 };
                    offer.chosen = (offer.chosen + by) % count;
                }
            }
            Command::Delete => match self.offer() {
                Offer::Continue { path, .. } if asked => return Some(Effect::Forget(path.clone())),
                _ => self.problem = Some(DELETE.to_owned()),
            },
            Command::Explore => {
                let record = Record::new(self.game()?.rules()?);
                return explore(ExploreScreen::new(Match::from_record(record)));
            }
            Command::Options => return open(SetupScreen::new(self.game()?.proposal().clone())),
            Command::Help => {
                let rules = self.game().and_then(GameOffer::rules);
                return open(HelpPage::new(self.screen(), rules, false));
            }
            _ => return Some(Effect::Ask(command)),
        }
        None
    }
}

impl Component for StartScreen {
    fn screen(&self) -> Screen {
        Screen::Start
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let unfinished = |offer: &Offer| matches!(offer, Offer::Continue { .. });
        let reason = match command {
            Command::Continue if unfinished(&self.offers[0]) => return Ok(()),
            Command::Continue if self.in_use => "The unfinished game is open in another window.",
            Command::Continue => "There is no unfinished game.",
            Command::Explore if self.game().is_none() => "Choose one of the five games to explore.",
            Command::Options | Command::Left | Command::Right
                if matches!(self.offer(), Offer::Chain) =>
            {
                "The longest chain has no options; divvy tui --chain N takes another board."
            }
            Command::Options | Command::Left | Command::Right if self.selected < self.games() => {
                "A game in progress keeps its options; choose one of the five."
            }
            Command::Delete if !unfinished(self.offer()) => {
                "Only an unfinished game can be deleted."
            }
            _ => return Ok(()),
        };
        Err(reason.into())
    }

    fn refuse(&mut self, why: Unavailable) {
        self.problem = Some(why.text);
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit()
    }

    fn handle(&mut self, input: Input, view: &mut View) -> Option<Effect> {
        let index_at = |at| Page::new(self, view).index_at(at);
        if let Input::Hover(at) = input {
            let index = index_at(at)?;
            if index != self.selected {
                (self.selected, self.problem) = (index, None);
            }
            return None;
        }
        let pressed = if let Input::Press(at) = input { index_at(at) } else { None };
        let before = self.problem.take();
        match input {
            Input::Command(command) => {
                return self.command(command, before.as_deref() == Some(DELETE));
            }
            Input::Text(c) => {
                let place = (c.to_digit(10)? as usize).checked_sub(1)?;
                if place < NUMBERED {
                    self.selected = self.games() + place;
                }
            }
            Input::Press(_) => {
                self.selected = pressed?;
                return self.pick(self.selected);
            }
            Input::Scroll(rows) => self.step(rows.signum()),
            _ => {}
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        Page::new(self, view).draw(buffer);
    }
}

//! The start screen: unfinished games first, then the five.

use std::path::PathBuf;

use divvy_match::Proposal;
use divvy_rules::Game;
use divvy_store::Store;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use crate::command::{Command, Commands, HELP, QUIT, SUSPEND, THEME, spec};
use crate::component::{Component, Effect, Input, Unavailable, common, open};
use crate::help::HelpPage;
use crate::memory::Memory;
use crate::setup::{self, SetupScreen};
use crate::text::wrap;
use crate::view::{View, framed, wrapped};

pub(crate) const COMMANDS: Commands = &[&[
    spec(Command::Choose, "play", "Play the game, or go on with it (1 to 5 do it at once)"),
    spec(Command::Options, "options", "Choose players, board and rules first"),
    spec(Command::Continue, "continue", "Go on with the newest unfinished game"),
    HELP,
    QUIT,
    spec(Command::Up, "", "The game above"),
    spec(Command::Down, "", "The game below"),
    spec(Command::Home, "", "The first"),
    spec(Command::End, "", "The last"),
    THEME,
    SUSPEND,
]];

#[derive(Clone, Debug)]
enum Offer {
    /// An unfinished match, and what it is.
    Continue { path: PathBuf, text: String },
    /// A new game, as it would be played if it were picked now.
    Game(Box<Proposal>),
}

#[derive(Clone, Debug)]
pub(crate) struct StartScreen {
    offers: Vec<Offer>,
    selected: usize,
    /// Unfinished matches that are not in the list.
    more: usize,
    /// Unfinished matches that are open in other windows.
    in_use: usize,
    /// What went wrong on the way here, or cannot be done.
    problem: Option<String>,
}

const LISTED: usize = 3;

const WIDEST: u16 = 100;

const TOP: u16 = 2;

#[derive(Clone, Debug)]
struct Card {
    area: Rect,
    index: usize,
    /// None for a line without a frame.
    title: Option<String>,
    lines: Vec<String>,
}

/// The middle of the window, in which the cards stand.
fn column(view: &View) -> Rect {
    view.area().centered_horizontally(Constraint::Max(WIDEST))
}

impl StartScreen {
    /// With what the store holds now. The cursor is on the newest unfinished match, else on the game played last.
    pub(crate) fn new(store: &Store, memory: &Memory, problem: Option<String>) -> Self {
        let (saved, unread) = match store.list() {
            Ok(saved) => (saved, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let in_use = saved.iter().filter(|saved| saved.in_use).count();
        let open = saved.into_iter().filter(|saved| !saved.in_use).filter_map(|saved| {
            let game = saved.game.ok().filter(|game| !game.is_untouched())?;
            Some(Offer::Continue { path: saved.path, text: divvy_words::describe(&game) })
        });
        let mut offers: Vec<Offer> = open.collect();
        let more = offers.len().saturating_sub(LISTED);
        offers.truncate(LISTED);
        let selected = match (offers.is_empty(), memory.game()) {
            (true, Some(game)) => Game::ALL.iter().position(|one| *one == game).unwrap_or(0),
            _ => 0,
        };
        offers.extend(Game::ALL.map(|game| Offer::Game(Box::new(memory.proposal(game)))));
        Self { offers, selected, more, in_use, problem: problem.or(unread) }
    }

    fn offer(&self) -> Option<&Offer> {
        self.offers.get(self.selected)
    }

    fn game(&self) -> Option<Game> {
        match self.offer() {
            Some(Offer::Game(proposal)) => Some(proposal.game),
            _ => None,
        }
    }

    fn step(&mut self, by: isize) {
        let last = self.offers.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Plays or goes on with an offer.
    fn pick(&self, index: usize) -> Option<Effect> {
        Some(match self.offers.get(index)? {
            Offer::Game(proposal) => Effect::Begin(proposal.clone()),
            Offer::Continue { path, .. } => Effect::Resume(path.clone()),
        })
    }

    /// The place of a game in the list, by the digit on its card.
    fn numbered(&self, digit: char) -> Option<usize> {
        let game = Game::ALL.get((digit.to_digit(10)? as usize).checked_sub(1)?)?;
        let is_it = |offer: &Offer| matches!(offer, Offer::Game(one) if one.game == *game);
        self.offers.iter().position(is_it)
    }

    fn command(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::Home => self.selected = 0,
            Command::End => self.step(isize::MAX),
            Command::Choose => return self.pick(self.selected),
            Command::Continue => return self.pick(0),
            Command::Options => match self.offer()? {
                Offer::Game(proposal) => return open(SetupScreen::new((**proposal).clone())),
                Offer::Continue { .. } => {}
            },
            Command::Help => {
                return open(HelpPage::new(COMMANDS, self.game(), false));
            }
            _ => return common(command),
        }
        None
    }

    /// The cards that fit, the selected one among them.
    fn cards(&self, view: &View) -> Vec<Card> {
        let area = column(view);
        let inside = usize::from(area.width).saturating_sub(4);
        let height = area.height.saturating_sub(TOP + self.foot(view).len() as u16);
        let card = |(index, offer): (usize, &Offer)| {
            let (title, lines) = match offer {
                Offer::Continue { text, .. } => {
                    let text = view.text(&format!("Continue: {text}"));
                    (None, vec![view.cut(&text, inside)])
                }
                Offer::Game(proposal) => {
                    let game = proposal.game;
                    let place = Game::ALL.iter().position(|one| *one == game).unwrap_or(0) + 1;
                    let title = format!("{place}  {}", divvy_words::name(game));
                    (Some(title), wrap(divvy_words::summary(game), inside))
                }
            };
            let height = lines.len() as u16 + if title.is_some() { 2 } else { 0 };
            Card { area: Rect { y: TOP, height, ..area }, index, title, lines }
        };
        let mut cards: Vec<Card> = self.offers.iter().enumerate().map(card).collect();
        // From which card on, so that the selected one can be seen whole.
        let reach = |from: usize| -> u16 {
            cards[from..=self.selected].iter().map(|card| card.area.height).sum()
        };
        let from = (0..=self.selected).find(|&from| reach(from) <= height).unwrap_or(self.selected);
        cards.drain(..from);
        let mut y = TOP;
        for card in &mut cards {
            card.area.y = y;
            y += card.area.height;
        }
        cards.retain(|card| card.area.bottom() <= TOP + height);
        cards
    }

    fn foot(&self, view: &View) -> Vec<Line<'static>> {
        let theme = view.theme;
        let (style, text) = match (&self.problem, self.offer()) {
            (Some(problem), _) => (theme.refusal, problem.clone()),
            (None, Some(Offer::Game(proposal))) => (theme.text, setup::summary(proposal)),
            (None, _) if self.more > 0 => (
                theme.text,
                format!("{} more unfinished games: divvy saved lists them.", self.more),
            ),
            (None, _) => (theme.text, "Goes on where it was left.".to_owned()),
        };
        let most = usize::from(column(view).width).saturating_sub(2);
        wrapped(style, &view.text(&text), most).collect()
    }

    fn draw_card(&self, buffer: &mut Buffer, view: &View, card: Card) {
        let View { theme, glyphs, .. } = view;
        let Card { area, index, title, lines } = card;
        let selected = index == self.selected;
        let mark = if selected { glyphs.cursor } else { " " };
        let style = if selected { theme.legal } else { theme.dim };
        let Some(title) = title else {
            buffer.set_string(area.x, area.y, mark, style);
            let ink = if selected { theme.legal } else { theme.good };
            buffer.set_string(area.x + 2, area.y, lines.join(" "), ink);
            return;
        };
        let set = if selected { glyphs.legal } else { glyphs.free };
        let title = Span::styled(format!("{mark}{title} "), theme.title);
        framed(set, style).title(title).render(area, buffer);
        for (text, y) in lines.iter().zip(area.y + 1..) {
            let wide = usize::from(area.width.saturating_sub(4));
            buffer.set_stringn(area.x + 2, y, text, wide, theme.text);
        }
    }
}

impl Component for StartScreen {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let reason = match (command, self.offers.first(), self.offer()) {
            (Command::Continue, Some(Offer::Game(_)), _) if self.in_use == 0 => {
                "There is no unfinished game."
            }
            (Command::Continue, Some(Offer::Game(_)), _) => {
                "The unfinished game is open in another window."
            }
            (Command::Options, _, Some(Offer::Continue { .. })) => {
                "A game in progress keeps its options; choose one of the five."
            }
            _ => return Ok(()),
        };
        Err(Unavailable::Because(reason))
    }

    fn refuse(&mut self, why: Unavailable) {
        self.problem = Some(why.text());
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit()
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        let card_at = |at| self.cards(view).into_iter().find(|card| card.area.contains(at));
        match input {
            Input::Command(command) => return self.command(command),
            Input::Text(c) => {
                self.selected = self.numbered(c)?;
                return self.pick(self.selected);
            }
            Input::Hover(at) => self.selected = card_at(at)?.index,
            Input::Press(at) => {
                self.selected = card_at(at)?.index;
                return self.pick(self.selected);
            }
            Input::Scroll(rows) => self.step(rows.signum() as isize),
            _ => {}
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let area = view.area();
        let title = Line::styled("divvy: number games for two", view.theme.title);
        Paragraph::new(title).centered().render(Rect { height: 1, ..area }, buffer);
        let cards = self.cards(view);
        // What does not fit is there all the same.
        let last = cards.last().map_or(0, |card| card.index + 1);
        let first = cards.first().map_or(0, |card| card.index);
        let hidden = match (first, self.offers.len() - last) {
            (0, 0) => String::new(),
            (above, 0) => format!("{above} above"),
            (0, below) => format!("{below} below"),
            (above, below) => format!("{above} above, {below} below"),
        };
        let x = area.width.saturating_sub(hidden.len() as u16 + 1);
        buffer.set_string(x, 1, hidden, view.theme.key);
        cards.into_iter().for_each(|card| self.draw_card(buffer, view, card));
        let foot = self.foot(view);
        let below = column(view).inner(Margin { horizontal: 1, vertical: 0 });
        let height = foot.len() as u16;
        let y = area.height.saturating_sub(height);
        view.lines(buffer, Rect { y, height, ..below }, &foot);
    }
}

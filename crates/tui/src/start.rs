//! The start screen: unfinished games first, then the five.

use std::cell::OnceCell;
use std::path::PathBuf;

use divvy_analysis::winning_opening;
use divvy_match::Proposal;
use divvy_rules::{Game, Number, Options, Rules};
use divvy_store::Store;
use divvy_words::Variant;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use crate::command::{Command, Commands, HELP, QUIT, SUSPEND, THEME, spec};
use crate::component::{Component, Effect, Input, Unavailable, common, open};
use crate::help::HelpPage;
use crate::memory::Memory;
use crate::proposal;
use crate::setup::SetupScreen;
use crate::text::wrap;
use crate::view::{View, wrapped};

pub(crate) const COMMANDS: Commands = &[&[
    spec(Command::Choose, "play", "Play the game, or go on with it (1 to 5 begin at once)"),
    spec(Command::Options, "options", "Choose players, board and rules first"),
    spec(Command::Left, "other rules", "A contest, as specified, or as last time")
        .and(&[Command::Right]),
    spec(Command::Right, "", ""),
    spec(Command::Continue, "continue", "Go on with the newest unfinished game"),
    spec(Command::Delete, "delete", "Delete an unfinished game (twice, to be sure)"),
    HELP,
    QUIT,
    spec(Command::Up, "", "The game above or below"),
    spec(Command::Down, "", ""),
    spec(Command::Home, "", "The first or the last"),
    spec(Command::End, "", ""),
    THEME,
    SUSPEND,
]];

#[derive(Clone, Debug)]
enum Offer {
    /// An unfinished match, and what it is.
    Continue { path: PathBuf, text: String },
    /// The unfinished matches that are not listed yet.
    More,
    /// A new game.
    Game(Box<GameOffer>),
}

/// A game in the ways in which it can be begun.
#[derive(Clone, Debug)]
struct GameOffer {
    variants: Vec<(Variant, Proposal)>,
    chosen: usize,
    /// A first move that wins as specified, once it was asked for.
    wins: OnceCell<Option<Number>>,
}

impl GameOffer {
    /// With the choices of the last time first chosen.
    fn new(memory: &Memory, game: Game) -> Self {
        let last = memory.proposal(game);
        let with = |variant, options: Options| (variant, Proposal { options, ..last.clone() });
        let mut variants = vec![
            with(Variant::Contest, divvy_analysis::contest(game)),
            with(Variant::Specified, Options::default()),
        ];
        // The same rules may be given by other options: those of the usual size, or none.
        let rules = |options: &Options| Rules::new(game, options).ok();
        let same = variants.iter().position(|(_, one)| rules(&one.options) == rules(&last.options));
        if same.is_none() {
            variants.insert(0, with(Variant::Last, last.options.clone()));
        }
        Self { variants, chosen: same.unwrap_or(0), wins: OnceCell::new() }
    }

    fn proposal(&self) -> &Proposal {
        &self.variants[self.chosen].1
    }

    fn rules(&self) -> Option<Rules> {
        Rules::new(self.proposal().game, &self.proposal().options).ok()
    }

    fn step(&mut self, forward: bool) {
        let by = if forward { 1 } else { self.variants.len() - 1 };
        self.chosen = (self.chosen + by) % self.variants.len();
    }

    fn text(&self) -> String {
        let Some(rules) = self.rules() else { return String::new() };
        let (variant, _) = self.variants[self.chosen];
        let wins = match variant {
            Variant::Specified => *self.wins.get_or_init(|| winning_opening(rules)),
            Variant::Contest | Variant::Last => None,
        };
        variant.describe(rules, wins)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct StartScreen {
    offers: Vec<Offer>,
    selected: usize,
    /// Unfinished matches that are not in the list, until they are asked for.
    more: Vec<Offer>,
    /// Unfinished matches that are open in other windows.
    in_use: usize,
    /// What went wrong on the way here, or cannot be done.
    problem: Option<String>,
    /// Deleting was asked for once.
    deleting: bool,
}

/// Unfinished matches that are listed at once.
const LISTED: usize = 3;

const WIDEST: u16 = 140;

const TOP: u16 = 2;

#[derive(Clone, Debug)]
struct Card {
    area: Rect,
    index: usize,
    framed: bool,
    title: String,
    lines: Vec<String>,
}

fn tall(cards: &[Card]) -> u16 {
    cards.iter().map(|card| card.area.height).sum()
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
        // A line that stands for a single match would take as much room as the match.
        let most = if offers.len() > LISTED + 1 { LISTED } else { offers.len() };
        let more = offers.split_off(most);
        let selected = match (offers.is_empty(), memory.game()) {
            (true, Some(game)) => Game::ALL.iter().position(|one| *one == game).unwrap_or(0),
            _ => 0,
        };
        if !more.is_empty() {
            offers.push(Offer::More);
        }
        offers.extend(Game::ALL.map(|game| Offer::Game(Box::new(GameOffer::new(memory, game)))));
        Self { offers, selected, more, in_use, problem: problem.or(unread), deleting: false }
    }

    fn offer(&self) -> Option<&Offer> {
        self.offers.get(self.selected)
    }

    fn rules(&self) -> Option<Rules> {
        match self.offer()? {
            Offer::Game(offer) => offer.rules(),
            Offer::Continue { .. } | Offer::More => None,
        }
    }

    fn step(&mut self, by: isize) {
        let last = self.offers.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Plays or goes on with an offer, or lists the matches that it stands for.
    fn pick(&mut self, index: usize) -> Option<Effect> {
        match self.offers.get(index)? {
            Offer::Game(offer) => Some(Effect::Begin(Box::new(offer.proposal().clone()))),
            Offer::Continue { path, .. } => Some(Effect::Resume(path.clone())),
            Offer::More => {
                self.offers.splice(index..=index, std::mem::take(&mut self.more));
                None
            }
        }
    }

    /// The place of a game in the list, by the digit on its card.
    fn numbered(&self, digit: char) -> Option<usize> {
        let game = Game::ALL.get((digit.to_digit(10)? as usize).checked_sub(1)?)?;
        let is_it =
            |offer: &Offer| matches!(offer, Offer::Game(one) if one.proposal().game == *game);
        self.offers.iter().position(is_it)
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
                if let Some(Offer::Game(offer)) = self.offers.get_mut(self.selected) {
                    offer.step(command == Command::Right);
                }
            }
            Command::Delete => match self.offer()? {
                Offer::Continue { path, .. } if asked => return Some(Effect::Forget(path.clone())),
                _ => {
                    self.deleting = true;
                    let ask = "Delete this game? The same key once more, or any other to keep it.";
                    self.problem = Some(ask.to_owned());
                }
            },
            Command::Options => match self.offer()? {
                Offer::Game(offer) => return open(SetupScreen::new(offer.proposal().clone())),
                Offer::Continue { .. } | Offer::More => {}
            },
            Command::Help => {
                return open(HelpPage::new(COMMANDS, self.rules()));
            }
            _ => return common(command),
        }
        None
    }

    /// Whether there is room for a description of every game.
    fn is_roomy(&self, view: &View) -> bool {
        let foot = self.foot(view, true).len();
        tall(&self.made(view, true)) <= column(view).height.saturating_sub(TOP + foot as u16)
    }

    /// The cards that fit, the selected one among them: in frames if all do, else only the names.
    fn cards(&self, view: &View) -> Vec<Card> {
        let area = column(view);
        let roomy = self.is_roomy(view);
        let height = area.height.saturating_sub(TOP + self.foot(view, roomy).len() as u16);
        let mut cards: Vec<Card> = self.made(view, roomy);
        // From which card on, so that the selected one can be seen whole.
        let from = (0..=self.selected).find(|&from| tall(&cards[from..=self.selected]) <= height);
        cards.drain(..from.unwrap_or(self.selected));
        // What is left over makes framed cards taller, but for what is said about three of the games.
        let framed = cards.iter().filter(|card| card.framed).count().max(1) as u16;
        let spare = (height.saturating_sub(tall(&cards) + 3) / framed).min(7);
        let mut y = TOP;
        for card in &mut cards {
            card.area.y = y;
            card.area.height += if card.framed { spare } else { 0 };
            y += card.area.height;
        }
        cards.retain(|card| card.area.bottom() <= TOP + height);
        cards
    }

    fn made(&self, view: &View, framed: bool) -> Vec<Card> {
        let area = column(view);
        let inside = usize::from(area.width).saturating_sub(4);
        let card = |(index, offer): (usize, &Offer)| {
            let (framed, title, lines) = match offer {
                Offer::Continue { text, .. } => {
                    let text = view.text(&format!("Continue: {text}"));
                    (false, view.cut(&text, inside), Vec::new())
                }
                Offer::More => {
                    let text = format!("{} more unfinished games", self.more.len());
                    (false, text, Vec::new())
                }
                Offer::Game(offer) => {
                    let game = offer.proposal().game;
                    let place = Game::ALL.iter().position(|one| *one == game).unwrap_or(0) + 1;
                    let title = format!("{place}  {}", divvy_words::name(game));
                    let lines = match framed {
                        true => wrap(divvy_words::summary(game), inside),
                        // The foot has the description of the selected game.
                        false => Vec::new(),
                    };
                    (framed, title, lines)
                }
            };
            let height = lines.len() as u16 + if framed { 2 } else { 1 };
            Card { area: Rect { y: TOP, height, ..area }, index, framed, title, lines }
        };
        self.offers.iter().enumerate().map(card).collect()
    }

    /// What is said about the selected game; where the cards have no room for it, also what the game is about.
    fn foot(&self, view: &View, roomy: bool) -> Vec<Line<'static>> {
        let theme = view.theme;
        let mut parts = match (&self.problem, self.offer()) {
            (Some(problem), _) => vec![(theme.refusal, problem.clone())],
            (None, Some(Offer::Game(offer))) => {
                vec![(theme.title, offer.text()), (theme.text, proposal::summary(offer.proposal()))]
            }
            (None, Some(Offer::More)) => vec![(theme.text, "Lists them all.".to_owned())],
            (None, _) => vec![(theme.text, "Goes on where it was left.".to_owned())],
        };
        if let Some(Offer::Game(offer)) = self.offer().filter(|_| !roomy) {
            let about = divvy_words::summary(offer.proposal().game).to_owned();
            parts.splice(0..0, [(theme.text, about), (theme.text, String::new())]);
        }
        let most = usize::from(column(view).width).saturating_sub(2);
        let wrapped = |(style, text): (Style, String)| wrapped(style, &view.text(&text), most);
        let mut lines: Vec<Line<'static>> = parts.into_iter().flat_map(wrapped).collect();
        // The same height for every choice, so that the cards keep their places.
        let least = match (column(view).width < 80, roomy) {
            (true, true) => 4,
            (true, false) => 7,
            (false, true) => 2,
            (false, false) => 4,
        };
        while lines.len() < least {
            lines.push(Line::default());
        }
        lines
    }

    fn draw_card(&self, buffer: &mut Buffer, view: &View, card: Card) {
        let View { theme, glyphs, .. } = view;
        let Card { area, index, framed, title, mut lines } = card;
        let selected = index == self.selected;
        let mark = if selected { glyphs.cursor } else { " " };
        let style = if selected { theme.selected } else { theme.dim };
        let is_game = matches!(self.offers.get(index), Some(Offer::Game(_)));
        if framed {
            let set = if selected { glyphs.legal } else { glyphs.free };
            let title = Span::styled(format!("{mark}{title} "), theme.title);
            crate::view::framed(set, style).title(title).render(area, buffer);
        } else {
            let ink = match is_game {
                _ if selected => theme.selected,
                true => theme.title,
                false => theme.good,
            };
            buffer.set_string(area.x, area.y, mark, style);
            buffer.set_string(area.x + 2, area.y, &title, ink);
        }
        let wide = usize::from(area.width.saturating_sub(4));
        // Where there is room, the rules in brief and how it would be played.
        if let Some(Offer::Game(offer)) = self.offers.get(index).filter(|_| framed) {
            let room = usize::from(area.height).saturating_sub(2);
            let brief = wrap(divvy_words::brief(offer.proposal().game), wide);
            let played = [String::new(), offer.text()];
            for more in [brief, played.to_vec()] {
                if lines.len() + more.len() <= room {
                    lines.extend(more);
                }
            }
        }
        // In the middle of a high card.
        let spare = usize::from(area.height).saturating_sub(lines.len() + 2);
        let above = if framed { spare as u16 / 2 } else { 0 };
        for (text, y) in lines.iter().zip(area.y + 1 + above..) {
            buffer.set_stringn(area.x + 2, y, text, wide, theme.text);
        }
    }
}

impl Component for StartScreen {
    fn commands(&self) -> Commands {
        COMMANDS
    }

    fn enabled(&self, command: Command) -> Result<(), Unavailable> {
        let newest = matches!(self.offers.first(), Some(Offer::Continue { .. }));
        let game = matches!(self.offer(), Some(Offer::Game(_)));
        let kept = matches!(self.offer(), Some(Offer::Continue { .. }));
        let reason = match command {
            Command::Continue if newest => return Ok(()),
            Command::Continue if self.in_use == 0 => "There is no unfinished game.",
            Command::Continue => "The unfinished game is open in another window.",
            Command::Options | Command::Left | Command::Right if !game => {
                "A game in progress keeps its options; choose one of the five."
            }
            Command::Delete if !kept => "Only an unfinished game can be deleted.",
            _ => return Ok(()),
        };
        Err(Unavailable::Because(reason))
    }

    fn refuse(&mut self, why: Unavailable) {
        self.deleting = false;
        self.problem = Some(why.text());
    }

    fn takes(&self, c: char) -> bool {
        c.is_ascii_digit()
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        // The mouse passes over a card without doing anything to it.
        let passing = matches!(input, Input::Hover(_));
        let asked = !passing && std::mem::take(&mut self.deleting);
        if !passing {
            self.problem = None;
        }
        let card_at = |at| self.cards(view).into_iter().find(|card| card.area.contains(at));
        match input {
            Input::Command(command) => return self.command(command, asked),
            Input::Text(c) => {
                self.selected = self.numbered(c)?;
                return self.pick(self.selected);
            }
            Input::Hover(at) => {
                let index = card_at(at)?.index;
                if index != self.selected {
                    (self.selected, self.deleting, self.problem) = (index, false, None);
                }
            }
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
        let bottom = cards.last().map_or(TOP, |card| card.area.bottom());
        cards.into_iter().for_each(|card| self.draw_card(buffer, view, card));
        let roomy = self.is_roomy(view);
        let foot = self.foot(view, roomy);
        let below = column(view).inner(Margin { horizontal: 1, vertical: 0 });
        let height = foot.len() as u16;
        let y = area.height.saturating_sub(height);
        // What is said about three of the games, if there is room for it.
        let same = Game::ALL.into_iter().find_map(divvy_words::same_rules).unwrap_or_default();
        let same: Vec<_> = wrapped(view.theme.dim, same, below.width.into()).collect();
        let high = same.len() as u16;
        if roomy && bottom + high <= y {
            // With an empty line below, if there is room for that too.
            let gap = u16::from(bottom + high < y);
            view.lines(buffer, Rect { y: y - high - gap, height: high, ..below }, &same);
        }
        view.lines(buffer, Rect { y, height, ..below }, &foot);
    }
}

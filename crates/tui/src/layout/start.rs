//! The start screen: cards, and what stands below them.

use divvy_play::{First, Proposal, Seat, words};
use divvy_rules::{Game, RuleOption};
use ratatui::layout::Rect;

use super::{Ink, Runs, cut, plain, wrap};
use crate::app::App;
use crate::form::{self, Field, Form};
use crate::start::{Entry, Start};
use crate::table::Tone;

/// A game or an unfinished match on the start screen.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) area: Rect,
    pub(crate) index: usize,
    /// None for a line without a frame.
    pub(crate) title: Option<String>,
    pub(crate) lines: Vec<String>,
}

/// The cards that fit, the selected one among them.
pub(crate) fn cards(app: &App, start: &Start) -> Vec<Card> {
    let wide = app.size.width.min(100);
    let x = (app.size.width - wide) / 2;
    let inside = usize::from(wide).saturating_sub(4);
    let height = app.size.height.saturating_sub(2 + 1 + start_foot(app, start).len() as u16);
    let mut cards: Vec<Card> = Vec::new();
    for (index, entry) in start.entries.iter().enumerate() {
        let (title, lines) = match entry {
            Entry::Continue { text, .. } => {
                let text = format!("Continue: {text}");
                (None, vec![cut(&app.look.text(&text), inside, app.look.glyphs().ellipsis)])
            }
            Entry::Game(game) => {
                let place = Game::ALL.iter().position(|one| one == game).unwrap_or(0) + 1;
                let title = format!("{place}  {}", words::name(*game));
                (Some(title), wrap(words::summary(*game), inside))
            }
        };
        let frame = if title.is_some() { 2 } else { 0 };
        let area = Rect { x, y: 0, width: wide, height: lines.len() as u16 + frame };
        cards.push(Card { area, index, title, lines });
    }
    // From which card on, so that the selected one can be seen whole.
    let reach = |from: usize| -> u16 {
        cards[from..=start.selected.min(cards.len() - 1)].iter().map(|card| card.area.height).sum()
    };
    let from = (0..=start.selected).find(|&from| reach(from) <= height).unwrap_or(start.selected);
    let mut y = 2;
    let mut shown = Vec::new();
    for mut card in cards.into_iter().skip(from) {
        if y + card.area.height > 2 + height {
            break;
        }
        card.area.y = y;
        y += card.area.height;
        shown.push(card);
    }
    shown
}

/// What stands below the cards.
pub(crate) fn start_foot(app: &App, start: &Start) -> Vec<Runs> {
    let most = usize::from(app.size.width.min(100)).saturating_sub(2);
    let problem = start.problem.as_ref();
    let text = match (problem, start.entry()) {
        (Some(problem), _) => {
            let lines = wrap(&app.look.text(problem), most);
            return lines.into_iter().map(|l| vec![(Ink::Note(Tone::Refusal), l)]).collect();
        }
        (None, Some(Entry::Game(game))) => choices(app, *game),
        (None, _) if start.more > 0 => {
            format!("{} more unfinished games: divvy saved lists them.", start.more)
        }
        (None, _) => "Goes on where it was left.".to_owned(),
    };
    wrap(&app.look.text(&text), most).into_iter().map(plain).collect()
}

/// How a game would be played, in a line.
fn choices(app: &App, game: Game) -> String {
    let form = Form::new(app.proposal(game));
    let seat = |seat: Seat| {
        let player = form::player(&form.proposal.players[seat.index()]);
        format!("{} ({player})", form.proposal.names.of(seat))
    };
    let names = form.proposal.names.clone();
    let usual = Form::new(Proposal { names, ..Proposal::new(game) });
    let mut parts = Vec::new();
    for (index, field) in form.fields.iter().enumerate() {
        match field {
            Field::Player(_) | Field::Name(_) => {}
            Field::Rule(RuleOption::Size) => parts.push(format!("1-{}", form.value(index))),
            Field::First => parts.push(match form.proposal.first {
                First::Random => "first move at random".to_owned(),
                First::One | First::Two => format!("{} begins", form.value(index)),
            }),
            _ if form.value(index) == usual.value(index) => {}
            field => {
                let label = Form::label(*field).to_lowercase();
                parts.push(format!("{label} {}", form.value(index)));
            }
        }
    }
    format!("{} against {}; {}.", seat(Seat::One), seat(Seat::Two), parts.join(", "))
}

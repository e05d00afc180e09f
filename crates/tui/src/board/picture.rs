//! A position as it is drawn: at the board, or explored.

use std::collections::HashMap;

use divvy_match::{Match, Occupant, Seat};
use divvy_rules::{Game, Number, Player, Position, RacePosition, Record, Refusal};
use divvy_solver::{Outcome, Value};
use divvy_words::Audience;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Pointer;
use super::card::{Card, Ground};
use super::layout::BoardLayout;
use super::panel::panel;
use super::play::{Hint, Step};
use crate::view::{View, width};

pub(crate) struct Picture<'a> {
    pub(crate) game: &'a Match,
    /// The game up to the move that is shown.
    pub(crate) record: &'a Record,
    pub(crate) pointer: &'a Pointer,
    /// None once the game is over.
    pub(crate) cursor: Option<Number>,
    pub(crate) marks: Marks<'a>,
    /// Nothing is for the person at the board to play now.
    pub(crate) muted: bool,
    /// What can be played is to be found.
    pub(crate) hidden: bool,
    /// The last number lights up.
    pub(crate) lit: bool,
}

/// Which numbers get a sign.
pub(crate) enum Marks<'a> {
    None,
    /// The move of a hint, and partners.
    Hint(&'a Hint),
    /// What the numbers are worth that can be played, the proof for the one under the cursor, and the slip of a review.
    Worth {
        values: &'a [(Number, Value)],
        proof: Option<&'a Hint>,
        slip: Option<Number>,
    },
    /// All numbers are of one player.
    Solo {
        /// Whether they are not the player's own.
        is_example: bool,
        /// Those of the chain that were taken back, or are still to come.
        later: &'a [Number],
        /// The only one that is shown as playable, in an example.
        next: Option<Number>,
    },
}

impl Marks<'_> {
    /// Whether partners are all that numbers in rows have room for: where every one loses, the headline says so.
    pub(crate) fn hides_losses(&self, word: bool) -> bool {
        let Marks::Worth { values, proof: Some(hint), .. } = self else { return false };
        let lost = values.iter().all(|(_, value)| value.outcome == Outcome::Loss);
        word && lost && !hint.pairs.is_empty()
    }
}

/// What a number is worth to the player who plays it: a sign, its colour, and the word.
pub(crate) const fn sign_of(outcome: Outcome, view: &View) -> (&'static str, Style, &'static str) {
    match outcome {
        Outcome::Win => (view.glyphs.wins, view.theme.mark, "wins"),
        Outcome::Loss => (view.glyphs.loses, view.theme.refusal, "loses"),
        Outcome::Draw => (view.glyphs.draws, view.theme.dim, "draws"),
    }
}

/// To whom the screen speaks: the only person at the board, or everybody.
pub(crate) fn audience(game: &Match) -> Audience<'_> {
    Audience::of(game, game.only_person())
}

impl Picture<'_> {
    /// Draws the title, the numbers and the panel.
    pub(crate) fn draw(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        self.draw_title(buffer, view);
        let owners: HashMap<Number, Seat> = self.owners().collect();
        let mover = self.seat_of(self.record.to_move());
        for (value, area) in layout.grid.cards(self.pointer.top) {
            let Ok(number) = self.game.rules().board().number(value) else { continue };
            let ground = self.ground(number, owners.get(&number).copied());
            let (signs, label) = self.signs(view, number, ground);
            let word = layout.grid.is_word();
            let label = if self.is_explored() { String::new() } else { label };
            let verdict = self.verdict(view, number, word);
            let mut card = Card {
                area,
                digits: layout.grid.digits,
                font: layout.grid.font,
                playable: self.is_playable(number),
                cursor: self.cursor == Some(number),
                lit: self.lit && self.record.last() == Some(number),
                signs,
                label,
                tag: self.tag(view, number, word).unwrap_or_default(),
                mover,
                tone: view.theme.tone(mover),
                ..Card::sample(view, value, ground)
            };
            match verdict {
                Some((sign, tone, texts)) => {
                    // The tag of a card stands in the same row.
                    let tag = if word { 0 } else { width(&card.tag) + 1 };
                    let fits = |text: &String| width(text) + tag + 2 <= area.width.into();
                    card.relation = texts.into_iter().find(fits).unwrap_or_else(|| sign.to_owned());
                    card.tone = Style { bg: None, ..tone };
                    card.signs[0] = if word { sign } else { card.signs[0] };
                }
                None => card.relation = self.relation(view, number, ground),
            }
            // What can follow has not the colour of the chain.
            if word && matches!(self.marks, Marks::Solo { .. }) {
                card.tone = Style::new();
            }
            card.draw(buffer);
        }
        if let Some(place) = layout.grid.gap(self.pointer.top) {
            buffer.set_string(place.x + 1, place.y, "no 1", view.theme.dim);
        }
        view.lines(buffer, layout.panel, &panel(self, view, layout));
    }

    /// The numbers that were played, each with the seat that did.
    pub(super) fn owners(&self) -> impl Iterator<Item = (Number, Seat)> {
        self.record.turns().filter_map(|turn| Some((turn.number?, self.seat_of(turn.player))))
    }

    fn seat_of(&self, player: Player) -> Seat {
        let alone = matches!(self.marks, Marks::Solo { .. });
        if alone { Seat::One } else { self.game.round().seat_of(player) }
    }

    /// What a number is worth: a sign, its colour, and the sign with how soon the game ends, long and short.
    fn verdict(
        &self,
        view: &View,
        number: Number,
        word: bool,
    ) -> Option<(&'static str, Style, [String; 2])> {
        let Marks::Worth { values, slip, .. } = self.marks else { return None };
        let index = values.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        let Value { outcome, depth } = values[index].1;
        if self.marks.hides_losses(word) {
            return None;
        }
        let (sign, style, _) = sign_of(outcome, view);
        let worth = depth.map_or_else(|| sign.to_owned(), |depth| format!("{sign}{depth}"));
        Some(match slip == Some(number) {
            true => (view.glyphs.slip, style, [format!("{worth} slip"), "slip".to_owned()]),
            false => (sign, style, [worth.clone(), worth]),
        })
    }

    /// How a number that can be played, or is a trap, comes from the last one.
    fn relation(&self, view: &View, number: Number, ground: Ground) -> String {
        let shown = self.is_playable(number) || ground == Ground::Trap && self.shows_playable();
        if !shown || self.is_explored() || self.cursor.is_none() {
            return String::new();
        }
        let from: Vec<Number> = match self.record.position() {
            Position::Removal(position) if ground == Ground::Trap => position.setters().collect(),
            Position::Removal(position) => position.last().into_iter().collect(),
            Position::Race(race) => vec![race.token(race.to_move()).at],
        };
        let relation = |from: Number| view.glyphs.relation(from, number);
        from.into_iter().find_map(relation).unwrap_or_default()
    }

    /// The game, its board and its options on the left, the score on the right.
    fn draw_title(&self, buffer: &mut Buffer, view: &View) {
        let (theme, rules, most) = (&view.theme, self.game.rules(), view.columns());
        let apart = format!(" {} ", view.glyphs.dot);
        let mut options = divvy_words::in_short(rules).join(&apart);
        let (name, scores) = match self.marks {
            Marks::Solo { .. } => (divvy_words::LONGEST_CHAIN, Default::default()),
            _ => (divvy_words::name(rules.game()), self.scores(view)),
        };
        let all =
            |options: &str, score: &Line<'_>| width(name) + width(options) + score.width() + 4;
        // Where all has room, so that it does not come and go with what is left out.
        let branded = all(&options, &scores[0]) + 11 <= most;
        // Where moves are explored, who is who matters more than the last of the rules.
        while self.is_explored() && all(&options, &scores[2]) > most {
            let Some((first, _)) = options.rsplit_once(&apart) else { break };
            options.truncate(first.len());
        }
        let fits = |score: &&Line<'_>| all(&options, score) <= most;
        let score = scores.iter().find(fits).unwrap_or(&scores[3]);
        let x = view.window.width.saturating_sub(score.width() as u16 + 1);
        buffer.set_line(x, 0, score, score.width() as u16);
        let mut line = Line::default();
        if branded {
            line.extend(view.brand());
            line.push_span("  ");
        }
        line.push_span(Span::styled(name, theme.title));
        let options = view.cut(&options, most.saturating_sub(score.width() + line.width() + 4));
        line.push_span(Span::styled(format!("  {options}"), theme.dim));
        buffer.set_line(1, 0, &line, most as u16);
    }

    pub(super) const fn is_explored(&self) -> bool {
        matches!(self.marks, Marks::Worth { .. })
    }

    /// The players and their score, the longest form first: with the kinds of bots, without them, without names, and
    /// without the round of a series; where moves are explored, that goes before the names.
    fn scores(&self, view: &View) -> [Line<'static>; 4] {
        let (theme, counts, [won, lost]) =
            (&view.theme, view.counts(self.game), view.won(self.game));
        let form = |series: String, names: bool, kinds: bool| {
            // There is nothing to count in a single game.
            if !counts && !names {
                return Line::styled(series, theme.dim);
            }
            let [one, two] = Seat::BOTH.map(|seat| {
                let who = if names { self.who(view, seat) } else { String::new() };
                who + &if kinds { self.kind(seat) } else { String::new() }
            });
            let score = if counts { format!("{won} : {lost}") } else { view.glyphs.dot.to_owned() };
            let between = format!(" {} ", format!("{one} {score} {two}").trim());
            let token = |seat: usize| Span::styled(view.glyphs.tokens[seat], theme.seats[seat]);
            let series = Span::styled(series, theme.dim);
            Line::from_iter([series, token(0), Span::styled(between, theme.text), token(1)])
        };
        let (series, explored) = (|| divvy_words::proposal::round(self.game), self.is_explored());
        [
            form(series(), true, true),
            form(series(), true, false),
            form(if explored { String::new() } else { series() }, explored, false),
            form(String::new(), false, false),
        ]
    }

    fn who(&self, view: &View, seat: Seat) -> String {
        view.text(&audience(self.game).who(seat).to_string())
    }

    /// The name of a player, with the sign of the seat.
    pub(super) fn name(&self, view: &View, seat: Seat) -> String {
        format!("{} {}", view.glyphs.tokens[seat.index()], self.who(view, seat))
    }

    /// What kind of player that is, behind the name; nothing for a person.
    pub(super) fn kind(&self, seat: Seat) -> String {
        match self.game.occupant(seat) {
            Occupant::Human => String::new(),
            other => format!(" ({})", divvy_words::proposal::occupant(other)),
        }
    }

    fn is_playable(&self, number: Number) -> bool {
        match self.marks {
            Marks::Solo { next: Some(next), .. } => number == next,
            _ => self.pointer.legal.contains(number) && self.shows_playable(),
        }
    }

    const fn shows_playable(&self) -> bool {
        !self.muted && !self.hidden
    }

    fn ground(&self, number: Number, owner: Option<Seat>) -> Ground {
        let position = match self.record.position() {
            Position::Removal(position) => position,
            Position::Race(race) => return self.race_ground(race, number),
        };
        match owner {
            _ if position.last() == Some(number) => owner.map_or(Ground::Given, Ground::Of),
            _ if position.setters().any(|setter| setter == number) => Ground::Sets(owner),
            _ if !position.free().contains(number) => match self.game.rules().game() {
                Game::ChainReaction => Ground::Link(owner),
                _ => Ground::Taken(owner),
            },
            _ if self.hidden || position.winner().is_some() => Ground::Free,
            _ if matches!(position.check(number), Err(Refusal::Related { .. })) => Ground::Trap,
            _ => Ground::Free,
        }
    }

    fn race_ground(&self, race: &RacePosition, number: Number) -> Ground {
        let on = |player: Player| race.token(player).at == number;
        let seat = |player: Player| Ground::Of(self.game.round().seat_of(player));
        let mover = race.to_move();
        match race.winner() {
            // Where both stand, the cell has the colour of the player to move, or of the winner.
            Some(winner) if on(winner) => seat(winner),
            None if on(mover) => seat(mover),
            _ if race.rules().target() == number => Ground::Target,
            _ if on(mover) => seat(mover),
            _ if on(mover.other()) => seat(mover.other()),
            None if race.token(mover).banned == Some(number) => Ground::Banned,
            _ => Ground::Free,
        }
    }

    /// The signs of a number's ground, before it and after it, and their meaning in a word or two.
    fn signs(&self, view: &View, number: Number, ground: Ground) -> ([&'static str; 2], String) {
        let glyphs = view.glyphs;
        let on = |race: &RacePosition, player| race.token(player).at == number;
        match (ground, self.record.position()) {
            _ if matches!(self.marks, Marks::Solo { .. }) => Default::default(),
            (Ground::Of(_), Position::Race(race))
                if Player::BOTH.into_iter().all(|player| on(race, player)) =>
            {
                (glyphs.tokens, "both".to_owned())
            }
            (Ground::Target, _) => ([glyphs.target, ""], "target".to_owned()),
            (Ground::Banned, _) => ([glyphs.banned, ""], "not back".to_owned()),
            _ => ground.owner().map_or_else(Default::default, |seat| {
                ([glyphs.tokens[seat.index()], ""], self.who(view, seat))
            }),
        }
    }

    /// Its partner, by a letter where numbers stand in a row; or that it is the best.
    fn tag(&self, view: &View, number: Number, word: bool) -> Option<String> {
        let (hint, proves) = match self.marks {
            Marks::Hint(hint) => (hint, false),
            Marks::Worth { proof: Some(hint), .. } => (hint, true),
            _ => return None,
        };
        match hint.pairs.get(&number).filter(|_| hint.shown == Step::Reason) {
            Some((_, partner)) if !word => Some(format!("{}{partner}", view.glyphs.pair)),
            Some(&(index, _)) if hint.is_lettered() => letter(index).map(String::from),
            Some(_) => Some(view.glyphs.pair.to_owned()),
            // Where worth is shown, it is a reply.
            None if proves && self.cursor == Some(number) => None,
            None if hint.advice.best == Some(number) => Some(view.glyphs.best.to_owned()),
            None => None,
        }
    }
}

/// Pairs that have letters of their own.
pub(super) const LETTERS: usize = 52;

/// The letter of a pair: a to z, then A to Z.
pub(crate) fn letter(index: usize) -> Option<char> {
    ('a'..='z').chain('A'..='Z').take(LETTERS).nth(index)
}

//! The panel beside or below the numbers: the chain, the traps, the routes of a race, and what each player took. On large
//! boards also what can be played, and which numbers are in sight.

use divvy_match::Seat;
use divvy_rules::{Game, Number, Player, Position, RacePosition, RemovalPosition};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::layout::BoardLayout;
use super::picture::{Marks, Picture};
use crate::command::{CommandSpec, Screen};
use crate::text::width;
use crate::view::{View, wrapped};

/// A piece of text in a style.
type Piece = (String, Style);
type Lines = Vec<Line<'static>>;

/// Lines for what can be played.
const PLAYABLE_LINES: usize = 5;

/// What is offered after the end: so many of the first commands.
const NEXT: usize = 4;

pub(super) fn panel(picture: &Picture<'_>, view: &View, layout: &BoardLayout) -> Lines {
    let (most, height) = (layout.panel.width.into(), layout.panel.height.into());
    let panel = Panel { picture, view, most, height, low: height < 6 };
    let mut parts = match picture.record.position() {
        Position::Race(race) => panel.routes(race),
        Position::Removal(position) => panel.taken(position),
    };
    if layout.grid.scrolls() || picture.record.rules().board().size() > 100 {
        let in_sight = panel.in_sight(layout);
        if panel.low {
            // There is no room for more.
            return in_sight;
        }
        parts.insert(0, in_sight);
    }
    if picture.cursor.is_none() && matches!(picture.marks, Marks::None) && !panel.low {
        parts.push(panel.next());
    }
    // Empty lines between the parts, if there is room for them.
    let gaps = parts.len().saturating_sub(1);
    let spread = parts.iter().map(Vec::len).sum::<usize>() + gaps <= height;
    let gap = if spread { vec![Line::default()] } else { Vec::new() };
    parts.join(&gap[..])
}

struct Panel<'a> {
    picture: &'a Picture<'a>,
    view: &'a View,
    /// Columns and rows.
    most: usize,
    height: usize,
    /// There is only a line for each player.
    low: bool,
}

impl Panel<'_> {
    /// What can be played on a board that is too large to look for it, and which numbers are in sight.
    fn in_sight(&self, layout: &BoardLayout) -> Lines {
        let Self { picture, view, most, height, low } = *self;
        let mut lines = Vec::new();
        if !picture.choices.listed.is_empty() && !picture.hidden {
            let heading =
                if picture.cursor.is_some() { "Can be played" } else { "Could be played" };
            lines.push(Line::styled(heading, view.theme.text));
            // A line is left for the numbers that are shown.
            lines.extend(self.playable(height.saturating_sub(2).clamp(1, PLAYABLE_LINES)));
        }
        if layout.grid.scrolls() {
            let (from, to) = layout.grid.range(picture.top);
            let board = picture.game.rules().board();
            let above = if from > board.first() { view.glyphs.above } else { "" };
            let below = if to < board.size() { view.glyphs.below } else { "" };
            let shown = format!("{from}-{to} of {} {above}{below}", board.size());
            lines.extend(wrapped(view.theme.text, &shown, most));
            if picture.cursor.is_some() && !low {
                lines.extend(wrapped(view.theme.text, "Type a number to go there.", most));
            }
        }
        lines
    }

    /// The first numbers that can be played, and how many more there are.
    fn playable(&self, high: usize) -> Lines {
        let (choices, theme) = (self.picture.choices, &self.view.theme);
        let lines_of = |count: usize| {
            let parts = &choices.listed[..count];
            let counted: u32 = parts.iter().map(|(_, count)| count).sum();
            let mut pieces: Vec<Piece> =
                parts.iter().map(|(text, _)| (text.clone(), theme.selected)).collect();
            if let more @ 1.. = choices.legal.len().saturating_sub(counted) {
                pieces.push((format!("and {more} more"), theme.text));
            }
            flow(pieces, " ", self.most, theme.dim)
        };
        let mut counts = (0..=choices.listed.len()).rev().map(lines_of);
        counts.find(|lines| lines.len() <= high).unwrap_or_else(|| lines_of(0))
    }

    /// The numbers taken so far, as the game calls them, the traps if it has any, and each player's own.
    fn taken(&self, position: &RemovalPosition) -> Vec<Lines> {
        let Self { picture, view, most, .. } = *self;
        let theme = &view.theme;
        let turns: Vec<(Number, Seat)> = picture.owners().collect();
        let game = picture.game.rules().game();
        let (heading, alone) = match picture.marks {
            Marks::Solo(heading) => (heading, true),
            _ => (divvy_words::moves_heading(game), false),
        };
        let joint = match game {
            Game::ChainReaction if most < 20 || (self.low && most < 100) => {
                view.glyphs.stroke.to_owned()
            }
            Game::ChainReaction => format!(" {} ", view.glyphs.stroke),
            _ => " ".to_owned(),
        };
        let open = picture.cursor.is_some();
        let mut trail = self.trail(position, &turns, open);
        let own = |seat: Seat| {
            let numbers = turns.iter().filter(|(_, by)| *by == seat);
            numbers.map(|(number, _)| (number.to_string(), theme.seats[seat.index()])).collect()
        };
        let set = self.setters(position, &turns);
        let traps = open && !picture.hidden && set.len() > 1;
        if self.low {
            if traps {
                trail.push((" ".to_owned(), theme.dim));
                trail.extend(set);
            }
            let mut lines = vec![self.line((heading.to_owned(), theme.quiet()), trail, &joint)];
            if alone {
                return vec![lines];
            }
            lines.extend(Seat::BOTH.map(|seat| {
                let head = (picture.name(view, seat), theme.seats[seat.index()]);
                self.line(head, own(seat), " ")
            }));
            return vec![lines];
        }
        let least = if alone { self.height - 1 } else { 2 };
        let mut lines = wrapped(theme.quiet(), heading, most);
        lines.extend(self.short(flow(trail, &joint, most, theme.dim), least));
        let mut parts = vec![lines];
        if alone {
            return parts;
        }
        if traps {
            // No window has room for more.
            let barred = position.barred();
            let barred = barred.iter().filter(|&number| position.free().contains(number)).take(300);
            let pieces = barred.map(|number| (number.to_string(), theme.banned)).collect();
            let mut lines = flow(set, " ", most, theme.dim);
            lines.extend(self.short(flow(pieces, " ", most, theme.dim), 2));
            parts.push(lines);
        }
        parts.extend(Seat::BOTH.map(|seat| {
            let numbers = flow(own(seat), " ", most.saturating_sub(2), theme.dim);
            let indented = numbers.into_iter().map(|mut line| {
                line.spans.insert(0, Span::raw("  "));
                line
            });
            let mut lines = self.player(seat);
            lines.extend(self.short(indented.collect(), 2));
            lines
        }));
        parts
    }

    /// All numbers in the order in which they were taken, in the colours of the players.
    fn trail(
        &self,
        position: &RemovalPosition,
        turns: &[(Number, Seat)],
        open: bool,
    ) -> Vec<Piece> {
        let (theme, game) = (&self.view.theme, self.picture.game.rules().game());
        let struck = match game {
            Game::SequenceDuel => Modifier::CROSSED_OUT,
            _ => Modifier::empty(),
        };
        let given = position.rules().struck();
        let mut trail: Vec<Piece> =
            given.iter().map(|number| (number.to_string(), theme.text)).collect();
        trail.extend(turns.iter().map(|(number, seat)| {
            (number.to_string(), theme.seats[seat.index()].add_modifier(struck))
        }));
        // The end of the chain stands out, as it does on the board.
        if let (Game::ChainReaction, Some((_, seat)), Some(last)) =
            (game, turns.last(), trail.last_mut())
        {
            last.1 = theme.filled[seat.index()];
        }
        if trail.is_empty() {
            trail.push(("nothing yet".to_owned(), theme.dim));
        } else if open && game == Game::ChainReaction {
            trail.push(("?".to_owned(), theme.title));
        }
        trail
    }

    /// The numbers that set traps, each in the colour of the player who took it.
    fn setters(&self, position: &RemovalPosition, turns: &[(Number, Seat)]) -> Vec<Piece> {
        let View { theme, glyphs, .. } = self.view;
        let mut set = vec![(format!("{} Traps set by", glyphs.trap), theme.banned)];
        for (place, number) in position.setters().enumerate() {
            let by = turns.iter().find(|(one, _)| *one == number);
            let style = by.map_or(theme.title, |(_, seat)| theme.seats[seat.index()]);
            set.extend((place > 0).then(|| ("and".to_owned(), theme.banned)));
            set.push((number.to_string(), style));
        }
        set
    }

    /// What can be done after the end, with its keys.
    fn next(&self) -> Lines {
        let View { theme, .. } = self.view;
        let finished = self.picture.game.is_finished();
        let (screen, wide) = if finished { (Screen::Over, 3) } else { (Screen::RoundOver, 6) };
        let line = |spec: &CommandSpec| {
            let key = spec.commands.first().map(|&command| self.view.key(command));
            let key = Span::styled(format!("{:<wide$}", key.unwrap_or_default()), theme.key);
            Line::from_iter([key, Span::styled(spec.label, theme.text)])
        };
        screen.commands().take(NEXT).map(line).collect()
    }

    /// A player, with what kind of player that is, behind the name or below it, and a mark at the one to move.
    fn player(&self, seat: Seat) -> Lines {
        let Self { picture, view, most, .. } = *self;
        let round = picture.game.round();
        let moves = picture.cursor.is_some() && round.seat_of(picture.record.to_move()) == seat;
        let mark = if moves { format!(" {}", view.glyphs.cursor_end) } else { String::new() };
        let (name, kind) = (picture.name(view, seat), picture.kind(seat));
        let fits = width(&name) + width(&kind) + width(&mark) <= most;
        let name = view.cut(&name, most.saturating_sub(width(&mark)));
        let style = view.theme.seats[seat.index()];
        let [name, mark] = [name, mark].map(|text| Span::styled(text, style));
        let kind = Span::styled(kind, view.theme.quiet());
        match fits {
            true => vec![Line::from_iter([name, kind, mark])],
            false if kind.content.is_empty() => vec![Line::from_iter([name, mark])],
            false => vec![Line::from_iter([name, mark]), Line::from_iter([Span::raw(" "), kind])],
        }
    }

    /// The target, and the way of each player as a strip of stations, skipped turns among them.
    fn routes(&self, race: &RacePosition) -> Vec<Lines> {
        let Self { picture, view, most, low, .. } = *self;
        let View { theme, glyphs, .. } = view;
        let mut parts = Vec::new();
        if !low {
            let target = format!(" {} target {} ", glyphs.target, race.rules().target());
            parts.push(vec![Line::styled(target, theme.target)]);
        }
        for player in Player::BOTH {
            let seat = picture.game.round().seat_of(player);
            let style = theme.seats[seat.index()];
            let mut stations = vec![(race.rules().start_node().to_string(), style)];
            stations.extend(picture.record.turns().filter(|turn| turn.player == player).map(
                |turn| {
                    (
                        turn.number.map_or_else(|| "skip".to_owned(), |number| number.to_string()),
                        style,
                    )
                },
            ));
            if let Some((text, last)) = stations.last_mut() {
                (*text, *last) = (format!(" {text} "), theme.filled[seat.index()]);
            }
            let route = flow(stations, &glyphs.stroke.repeat(2), most, theme.dim);
            let route = self.short(route, 1);
            let mut lines = self.player(seat);
            if low {
                // One line for each; the target is in the headline.
                lines[0].push_span("  ");
                lines[0].spans.extend(route.into_iter().next().unwrap_or_default().spans);
            } else {
                lines.extend(route);
                // The headline says it of the player to move.
                let told = race.to_move() == player;
                let banned =
                    race.token(player).banned.filter(|_| picture.cursor.is_some() && !told);
                lines.extend(banned.map(|banned| {
                    let text = format!("{} not back to {banned}", glyphs.banned);
                    Line::styled(view.cut(&text, most), theme.banned)
                }));
            }
            parts.push(lines);
        }
        parts
    }

    /// The last lines, a third of the panel but at least `least`, with a sign that there are more before them.
    fn short(&self, mut lines: Lines, least: usize) -> Lines {
        let beyond = lines.len().saturating_sub((self.height / 3).max(least));
        if beyond > 0 {
            lines.drain(..beyond);
            lines[0] = Line::styled(self.view.glyphs.ellipsis, self.view.theme.dim);
        }
        lines
    }

    /// A head and the last pieces that fit into a line, with a sign that there are more before them.
    fn line(&self, (head, style): Piece, pieces: Vec<Piece>, joint: &str) -> Line<'static> {
        let (dim, ellipsis) = (self.view.theme.dim, self.view.glyphs.ellipsis);
        let head = Span::styled(head + " ", style);
        let mut line: Vec<Span<'static>> = Vec::new();
        let mut used = head.width() + width(ellipsis) + 1;
        for (text, style) in pieces.into_iter().rev() {
            used += width(&text) + width(joint);
            if used > self.most {
                line.push(Span::styled(format!("{ellipsis} "), dim));
                break;
            }
            if !line.is_empty() {
                line.push(Span::styled(joint.to_owned(), dim));
            }
            line.push(Span::styled(text, style));
        }
        line.push(head);
        line.into_iter().rev().collect()
    }
}

/// Pieces in lines of this width, with something in a style of its own between two pieces.
fn flow(pieces: Vec<Piece>, joint: &str, most: usize, between: Style) -> Lines {
    let mut lines: Lines = Vec::new();
    let mut used = 0;
    for (text, style) in pieces {
        let wide = width(&text);
        match lines.last_mut() {
            Some(line) if used + width(joint) + wide <= most => {
                line.push_span(Span::styled(joint.to_owned(), between));
                line.push_span(Span::styled(text, style));
                used += width(joint) + wide;
            }
            _ => {
                lines.push(Line::from(Span::styled(text, style)));
                used = wide;
            }
        }
    }
    lines
}

//! The panel beside or below the numbers: the chain, the traps, the routes of a race, and what each player took. On large
//! boards also what can be played, and which numbers are in sight.

use std::cmp::Ordering;

use divvy_match::Seat;
use divvy_rules::{Game, Number, Player, Position, RacePosition, RemovalPosition};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::layout::BoardLayout;
use super::picture::{Marks, Picture};
use crate::command::{CommandSpec, Screen};
use crate::view::{View, width, wrapped};

type Piece = Span<'static>;
type Lines = Vec<Line<'static>>;

fn piece(text: impl ToString, style: Style) -> Piece {
    Span::styled(text.to_string(), style)
}

/// Lines for what can be played.
const PLAYABLE_LINES: usize = 5;

/// Columns for a step of an example.
const STEP: usize = 18;

/// What is offered after the end: so many of the first commands.
const NEXT: usize = 4;

pub(super) fn panel(picture: &Picture<'_>, view: &View, layout: &BoardLayout) -> Lines {
    let (most, height) = (layout.panel.width.into(), layout.panel.height.into());
    let is_large = layout.grid.scrolls() || picture.record.rules().board().size() > 100;
    // Where a game is explored, the moves stand below the board.
    let is_removal = matches!(picture.record.position(), Position::Removal(_));
    if picture.is_explored() && (is_removal && !is_large || picture.record.moves().is_empty()) {
        return Vec::new();
    }
    let panel = Panel { picture, view, most, height, low: height < 5 };
    let mut parts = match picture.record.position() {
        Position::Race(race) => panel.routes(race),
        Position::Removal(position) => panel.taken(position),
    };
    if is_large {
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
    spread(parts, height)
}

/// The lines of these parts, with empty ones between the parts if there is room for them.
pub(crate) fn spread(parts: Vec<Lines>, height: usize) -> Lines {
    let fits = parts.iter().map(|part| part.len() + 1).sum::<usize>() <= height + 1;
    if fits { parts.join(&Line::default()) } else { parts.concat() }
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
        if !picture.pointer.legal.is_empty() && !picture.hidden {
            let heading =
                if picture.cursor.is_some() { "Can be played" } else { "Could be played" };
            lines.push(Line::styled(heading, view.theme.text));
            // A line is left for the numbers that are shown.
            lines.extend(self.playable(height.saturating_sub(2).clamp(1, PLAYABLE_LINES)));
        }
        if layout.grid.scrolls() {
            let (from, to) = layout.grid.range(picture.pointer.top);
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
        let (legal, theme) = (&self.picture.pointer.legal, &self.view.theme);
        // Runs as ranges, each with how many numbers it stands for.
        let ranges = |(first, last): (Number, Number)| {
            let parts = divvy_words::list::run((first, last));
            let each = (last.get() - first.get() + 1) / parts.len() as u32;
            parts.into_iter().map(move |part| (part, each))
        };
        let listed: Vec<(String, u32)> = legal.runs().take(100).flat_map(ranges).collect();
        let lines_of = |count: usize| {
            let counted: u32 = listed[..count].iter().map(|(_, count)| count).sum();
            let more = legal.len().saturating_sub(counted);
            let shown = listed[..count].iter().map(|(text, _)| piece(text, theme.key));
            let more = (more > 0).then(|| piece(format!("and {more} more"), theme.text));
            flow(shown.chain(more).collect(), " ", self.most, theme.dim)
        };
        let mut counts = (0..=listed.len()).rev().map(lines_of);
        counts.find(|lines| lines.len() <= high).unwrap_or_else(|| lines_of(0))
    }

    /// The numbers taken so far, as the game calls them, the traps if it has any, and each player's own.
    fn taken(&self, position: &RemovalPosition) -> Vec<Lines> {
        let Self { picture, view, most, .. } = *self;
        let theme = &view.theme;
        let turns: Vec<(Number, Seat)> = picture.owners().collect();
        let game = picture.game.rules().game();
        let (heading, later) = match picture.marks {
            Marks::Solo { is_example: true, later, .. } if self.low => ("An example", Some(later)),
            Marks::Solo { is_example: true, later, .. } => return vec![self.steps(&turns, later)],
            Marks::Solo { later, .. } => ("Your chain", Some(later)),
            _ => (divvy_words::moves_heading(game), None),
        };
        let later_on = later.unwrap_or_default();
        let numbers = turns.iter().map(|(number, _)| number).chain(later_on);
        // A number with what is between two of them; at the end of a line there may be room left over.
        let columns: usize = numbers.map(|number| number.to_string().len() + 3).sum();
        let long = self.low || columns > most.saturating_sub(5) * (self.height - 1);
        let joint = match game {
            Game::ChainReaction if most < 20 || (long && most < 100) => {
                view.glyphs.stroke.to_owned()
            }
            Game::ChainReaction => format!(" {} ", view.glyphs.stroke),
            _ => " ".to_owned(),
        };
        let open = picture.cursor.is_some();
        let mut trail = self.trail(position, &turns, later_on);
        let own = |seat: Seat| {
            let numbers = turns.iter().filter(|(_, by)| *by == seat);
            numbers.map(|(number, _)| piece(number, theme.seats[seat.index()])).collect()
        };
        let set = self.setters(position, &turns);
        let traps = open && !picture.hidden && set.len() > 1;
        if self.low && traps {
            trail.push(" ".into());
            trail.extend(set.iter().cloned());
        }
        let least = if later.is_some() { self.height.saturating_sub(1) } else { 2 };
        let mut parts =
            vec![self.part(wrapped(theme.quiet(), heading, most), trail, &joint, [least, 0])];
        if later.is_some() {
            return parts;
        }
        if traps && !self.low {
            // No window has room for more.
            let barred = position.barred();
            let barred = barred.iter().filter(|&number| position.free().contains(number)).take(300);
            let pieces = barred.map(|number| piece(number, theme.banned)).collect();
            parts.push(self.part(flow(set, " ", most, theme.dim), pieces, " ", [2, 0]));
        }
        parts.extend(Seat::BOTH.map(|seat| self.part(self.player(seat), own(seat), " ", [2, 2])));
        parts
    }

    /// An example of a chain: the numbers around the place where one is, each as a sum that leads to it, in as many columns as
    /// there is room for.
    fn steps(&self, turns: &[(Number, Seat)], later: &[Number]) -> Lines {
        let View { theme, glyphs, .. } = self.view;
        let numbers: Vec<Number> =
            turns.iter().map(|(number, _)| number).chain(later).copied().collect();
        // A page of them, and a row that says which.
        let (rows, columns) = ((self.height - 1).min(11), (self.most / STEP).max(1));
        let (shown, all) = (rows * columns, numbers.len());
        let from = turns.len().saturating_sub(1) / shown * shown;
        let sum = |index: usize| {
            let before = index.checked_sub(1).map(|before| numbers[before]);
            let sum = before.and_then(|before| glyphs.sum(before, numbers[index]));
            let style = match (index + 1).cmp(&turns.len()) {
                Ordering::Less => theme.seats[0],
                Ordering::Equal => theme.filled[0],
                Ordering::Greater if index == turns.len() => theme.here,
                Ordering::Greater => theme.quiet(),
            };
            let between = if index < from + rows { " " } else { glyphs.column };
            let parts = [
                (between.to_owned(), theme.dim),
                (format!("{:>11} ", sum.unwrap_or_default()), theme.quiet()),
                (format!("{:>4} ", numbers[index]), style),
            ];
            parts.map(|(text, style)| piece(text, style))
        };
        let line = |row: usize| (from + row..all).step_by(rows).take(columns).flat_map(sum);
        let which = format!("{}-{} of {all}", from + 1, (from + shown).min(all));
        let which = Line::styled(format!("{which:>17}"), theme.quiet());
        (0..rows).map(|row| line(row).collect()).chain([which]).collect()
    }

    /// A heading, and pieces below it, at least so many lines behind so many columns; behind it where there is only a line.
    fn part(&self, mut head: Lines, pieces: Vec<Piece>, joint: &str, room: [usize; 2]) -> Lines {
        let [least, indent] = room;
        if self.low {
            return vec![self.line(head.swap_remove(0), pieces, joint)];
        }
        for mut line in
            self.short(flow(pieces, joint, self.most - indent, self.view.theme.dim), least)
        {
            line.spans.insert(0, " ".repeat(indent).into());
            head.push(line);
        }
        head
    }

    /// All numbers in the order in which they were taken, in the colours of the players, and those to come.
    fn trail(
        &self,
        position: &RemovalPosition,
        turns: &[(Number, Seat)],
        later: &[Number],
    ) -> Vec<Piece> {
        let (theme, game) = (&self.view.theme, self.picture.game.rules().game());
        let struck = match game {
            Game::SequenceDuel => Modifier::CROSSED_OUT,
            _ => Modifier::empty(),
        };
        let given = position.rules().struck().into_iter().map(|number| piece(number, theme.text));
        let played = turns
            .iter()
            .map(|(number, seat)| piece(number, theme.seats[seat.index()].add_modifier(struck)));
        let mut trail: Vec<Piece> = given.chain(played).collect();
        // The end of the chain stands out, as it does on the board.
        if let (Game::ChainReaction, Some((_, seat)), Some(last)) =
            (game, turns.last(), trail.last_mut())
        {
            last.style = theme.filled[seat.index()];
        }
        let next = match self.picture.marks {
            Marks::Solo { next, .. } => next,
            _ => None,
        };
        let coming = |&number| if next == Some(number) { theme.here } else { theme.dim };
        trail.extend(later.iter().map(|number| piece(number, coming(number))));
        if trail.is_empty() {
            trail.push(piece("nothing yet", theme.dim));
        } else if !later.is_empty() {
            return trail;
        } else if self.picture.cursor.is_some() && game == Game::ChainReaction {
            trail.push(piece("?", theme.title));
        }
        trail
    }

    /// The numbers that set traps, each in the colour of the player who took it.
    fn setters(&self, position: &RemovalPosition, turns: &[(Number, Seat)]) -> Vec<Piece> {
        let View { theme, glyphs, .. } = self.view;
        let mut set = vec![piece(format!("{} Traps set by", glyphs.trap), theme.banned)];
        for (place, number) in position.setters().enumerate() {
            let by = turns.iter().find(|(one, _)| *one == number);
            let style = by.map_or(theme.title, |(_, seat)| theme.seats[seat.index()]);
            set.extend((place > 0).then(|| piece("and", theme.banned)));
            set.push(piece(number, style));
        }
        set
    }

    /// What can be done after the end, with its keys.
    fn next(&self) -> Lines {
        let finished = self.picture.game.is_finished();
        let (screen, wide) = if finished { (Screen::Over, 2) } else { (Screen::RoundOver, 5) };
        let line = |spec: &CommandSpec| {
            let key = spec.commands.first().map(|&command| self.view.key(command));
            let key = format!("{:wide$}", key.unwrap_or_default());
            self.view.keyed(key, spec.label, self.view.theme.text)
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
            let mut stations = vec![piece(race.rules().start_node(), style)];
            stations.extend(picture.record.turns().filter(|turn| turn.player == player).map(
                |turn| turn.number.map_or_else(|| piece("skip", style), |to| piece(to, style)),
            ));
            if let Some(last) = stations.last_mut() {
                *last = piece(format!(" {} ", last.content), theme.filled[seat.index()]);
            }
            let joint = glyphs.stroke.repeat(2);
            let mut lines = self.part(self.player(seat), stations, &joint, [1, 0]);
            // The headline says it of the player to move.
            let told = low || race.to_move() == player || picture.cursor.is_none();
            lines.extend(race.token(player).banned.filter(|_| !told).map(|banned| {
                let text = format!("{} not back to {banned}", glyphs.banned);
                Line::styled(view.cut(&text, most), theme.banned)
            }));
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
    fn line(&self, mut head: Line<'static>, pieces: Vec<Piece>, joint: &str) -> Line<'static> {
        let (dim, ellipsis) = (self.view.theme.dim, self.view.glyphs.ellipsis);
        let mut room = self.most.saturating_sub(head.width() + width(ellipsis) + 1);
        let fits = |piece: &&Piece| {
            let left = room.checked_sub(piece.width() + width(joint));
            room = left.unwrap_or(0);
            left.is_some()
        };
        let from = pieces.len() - pieces.iter().rev().take_while(fits).count();
        head.push_span(if from > 0 { piece(format!(" {ellipsis} "), dim) } else { " ".into() });
        head.extend(flow(pieces[from..].to_vec(), joint, usize::MAX, dim).into_iter().flatten());
        head
    }
}

/// Pieces in lines of this width, with something in a style of its own between two pieces, and at the end of a line that is
/// gone on with.
fn flow(pieces: Vec<Piece>, joint: &str, most: usize, between: Style) -> Lines {
    let mut lines: Lines = Vec::new();
    let (end, mut left) = (joint.trim_end(), pieces.len());
    for next in pieces {
        left -= 1;
        let after = width(joint) + next.width() + if left > 0 { width(end) } else { 0 };
        match lines.last_mut() {
            Some(line) if line.width() + after <= most => {
                line.extend([piece(joint, between), next]);
            }
            last => {
                last.into_iter().for_each(|line| line.push_span(piece(end, between)));
                lines.push(next.into());
            }
        }
    }
    lines
}

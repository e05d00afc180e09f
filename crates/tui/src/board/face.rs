//! The face of the game, beside or below the numbers: the chain, the traps, the routes of a race, and what each player
//! took. On large boards also what can be played, and which numbers are in sight.

use divvy_match::Seat;
use divvy_rules::{Game, Number, Player, Position, RacePosition, RemovalPosition};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::layout::BoardLayout;
use super::picture::Picture;
use crate::text::width;
use crate::view::{View, wrapped};

/// A piece of text in a style.
type Piece = (String, Style);

/// Lines for what can be played.
const LISTED: usize = 5;

pub(super) fn face(picture: &Picture<'_>, view: &View, layout: &BoardLayout) -> Vec<Line<'static>> {
    let most = usize::from(layout.face.width);
    let height = usize::from(layout.face.height);
    let mut parts = match picture.record.position() {
        Position::Race(race) => routes(picture, view, race, (most, height)),
        Position::Removal(position) => taken(picture, view, position, (most, height)),
    };
    if layout.grid.scrolls() || picture.record.rules().board().size() > 100 {
        let in_sight = in_sight(picture, view, layout, most);
        if height < 6 {
            // There is no room for more.
            return in_sight;
        }
        parts.insert(0, in_sight);
    }
    // Empty lines between the parts, if there is room for them.
    let gaps = parts.len().saturating_sub(1);
    let spread = parts.iter().map(Vec::len).sum::<usize>() + gaps <= height;
    let mut lines = Vec::new();
    for part in parts {
        if spread && !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(part);
    }
    lines
}

/// What can be played on a board that is too large to look for it, and which numbers are in sight.
fn in_sight(
    picture: &Picture<'_>,
    view: &View,
    layout: &BoardLayout,
    most: usize,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let height = usize::from(layout.face.height);
    if !picture.listed.is_empty() {
        let heading = if picture.cursor.is_some() { "Can be played" } else { "Could be played" };
        lines.push(Line::styled(heading, view.theme.text));
        // A line is left for the numbers that are shown.
        lines.extend(playable(picture, view, (most, height.saturating_sub(2).clamp(1, LISTED))));
    }
    if layout.grid.scrolls() {
        let (from, to) = layout.grid.range(picture.top);
        let board = picture.game.rules().board();
        let mut shown = format!("{from}-{to} of {} ", board.size());
        for (more, sign) in
            [(from > board.first(), view.glyphs.above), (to < board.size(), view.glyphs.below)]
        {
            if more {
                shown += sign;
            }
        }
        lines.extend(wrapped(view.theme.text, &shown, most));
        if picture.cursor.is_some() && height >= 6 {
            lines.extend(wrapped(view.theme.text, "Type a number to go there.", most));
        }
    }
    lines
}

/// The first numbers that can be played, and how many more there are.
fn playable(
    picture: &Picture<'_>,
    view: &View,
    (most, high): (usize, usize),
) -> Vec<Line<'static>> {
    let lines_of = |parts: &[(String, u32)]| {
        let counted: u32 = parts.iter().map(|(_, count)| count).sum();
        let mut pieces: Vec<Piece> =
            parts.iter().map(|(text, _)| (text.clone(), view.theme.good)).collect();
        if let more @ 1.. = picture.legal.len().saturating_sub(counted) {
            pieces.push((format!("and {more} more"), view.theme.text));
        }
        flow(pieces, " ", most)
    };
    let fits = |count: &usize| lines_of(&picture.listed[..*count]).len() <= high;
    let count = (0..=picture.listed.len()).rev().find(fits).unwrap_or(0);
    lines_of(&picture.listed[..count])
}

/// The numbers taken so far, as the game calls them, the traps if it has any, and each player's own.
fn taken(
    picture: &Picture<'_>,
    view: &View,
    position: &RemovalPosition,
    (most, height): (usize, usize),
) -> Vec<Vec<Line<'static>>> {
    let theme = &view.theme;
    let round = picture.game.round();
    let turns: Vec<(Number, Seat)> = picture
        .record
        .turns()
        .filter_map(|turn| Some((turn.number?, round.seat_of(turn.player))))
        .collect();
    let game = picture.game.rules().game();
    let heading = divvy_words::face(game);
    let joint = if game == Game::ChainReaction { view.glyphs.stroke } else { " " };
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
    if position.winner().is_none() && picture.cursor.is_some() {
        trail.push(("?".to_owned(), theme.dim));
    }
    let own = |seat: Seat| {
        let numbers = turns.iter().filter(|(_, by)| *by == seat);
        numbers.map(|(number, _)| (number.to_string(), theme.seats[seat.index()])).collect()
    };
    if height < 6 {
        // One line for each.
        let line = |head: Piece, pieces: Vec<Piece>, joint: &str| {
            let mut all = vec![(head.0 + " ", head.1)];
            all.extend(last_pieces(pieces, joint, most.saturating_sub(width(&all[0].0)), view));
            Line::from_iter(all.into_iter().map(|(text, style)| Span::styled(text, style)))
        };
        let mut lines = vec![line((heading.to_owned(), theme.text), trail, joint)];
        lines.extend(Seat::BOTH.map(|seat| {
            let head = (picture.name(view, seat), theme.seats[seat.index()]);
            line(head, own(seat), " ")
        }));
        return vec![lines];
    }
    let room = (height / 3).max(2);
    let mut parts = vec![titled(heading, short(flow(trail, joint, most), room, view), view)];
    if game == Game::TrapAvoidance && picture.cursor.is_some() && position.winner().is_none() {
        parts.extend(traps(picture, view, position, (most, room)));
    }
    parts.extend(Seat::BOTH.map(|seat| {
        let mut lines = vec![player(picture, view, seat, most)];
        lines.extend(short(indented(flow(own(seat), " ", most.saturating_sub(2))), room, view));
        lines
    }));
    parts
}

/// The numbers that the last one forbids.
fn traps(
    picture: &Picture<'_>,
    view: &View,
    position: &RemovalPosition,
    (most, room): (usize, usize),
) -> Option<Vec<Line<'static>>> {
    let last = position.last()?;
    let board = position.rules().board();
    let related = board.factors(last).into_iter().chain(board.multiples(last));
    // No window has room for more.
    let traps = related.filter(|number| picture.is_trap(*number)).take(300);
    let pieces = traps.map(|number| (number.to_string(), view.theme.banned)).collect();
    let heading = format!("{} Traps after {last}", view.glyphs.trap);
    Some(titled(&heading, short(flow(pieces, " ", most), room, view), view))
}

fn titled(heading: &str, lines: Vec<Line<'static>>, view: &View) -> Vec<Line<'static>> {
    let heading = Line::styled(heading.to_owned(), view.theme.text);
    std::iter::once(heading).chain(lines).collect()
}

/// A player, with what kind of player that is, and a mark at the one to move.
fn player(picture: &Picture<'_>, view: &View, seat: Seat, most: usize) -> Line<'static> {
    let round = picture.game.round();
    let moves = picture.cursor.is_some() && !round.is_over() && round.to_move() == seat;
    let kind = picture.kind(seat);
    let mark = if moves { format!(" {}", view.glyphs.cursor_end) } else { String::new() };
    let name = picture.name(view, seat);
    let text = match width(&name) + width(&kind) + width(&mark) <= most {
        true => format!("{name}{kind}{mark}"),
        false => view.cut(&name, most.saturating_sub(width(&mark))) + &mark,
    };
    Line::styled(text, view.theme.seats[seat.index()])
}

/// The target, and the way of each player as a strip of stations, skipped turns among them.
fn routes(
    picture: &Picture<'_>,
    view: &View,
    race: &RacePosition,
    (most, height): (usize, usize),
) -> Vec<Vec<Line<'static>>> {
    let (theme, glyphs) = (&view.theme, view.glyphs);
    let target = format!(" {} target {} ", glyphs.target, race.rules().target());
    let mut parts = vec![vec![Line::styled(target, theme.target)]];
    let room = (height / 3).max(1);
    for player in Player::BOTH {
        let seat = picture.game.round().seat_of(player);
        let style = theme.seats[seat.index()];
        let mut stations = vec![(race.rules().start_node().to_string(), style)];
        for turn in picture.record.turns().filter(|turn| turn.player == player) {
            let text = turn.number.map_or_else(|| "skip".to_owned(), |number| number.to_string());
            stations.push((text, style));
        }
        if let Some((text, last)) = stations.last_mut() {
            (*text, *last) = (format!(" {text} "), theme.filled[seat.index()]);
        }
        let joint = glyphs.stroke.repeat(2);
        let mut lines = vec![self::player(picture, view, seat, most)];
        lines.extend(short(flow(stations, &joint, most), room, view));
        let banned = race.token(player).banned.filter(|_| race.winner().is_none());
        if let Some(banned) = banned.filter(|_| height >= 6) {
            let text = format!("{} not back to {banned}", glyphs.banned);
            lines.push(Line::styled(view.cut(&text, most), theme.banned));
        }
        parts.push(lines);
    }
    if height < 6 {
        // One line for each; the target is in the headline.
        parts.remove(0);
        let joined = |lines: Vec<Line<'static>>| {
            let mut lines = lines.into_iter();
            let mut first = lines.next().unwrap_or_default();
            first.push_span("  ");
            lines.next().into_iter().flatten().for_each(|span| first.push_span(span));
            vec![first]
        };
        return parts.into_iter().map(joined).collect();
    }
    parts
}

/// Pieces in lines of this width, with something between two pieces.
fn flow(pieces: Vec<Piece>, joint: &str, most: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut used = 0;
    for (text, style) in pieces {
        let wide = width(&text);
        match lines.last_mut() {
            Some(line) if used + width(joint) + wide <= most => {
                line.push_span(joint.to_owned());
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

fn indented(lines: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let indent = |mut line: Line<'static>| {
        line.spans.insert(0, Span::raw("  "));
        line
    };
    lines.into_iter().map(indent).collect()
}

/// The last lines, with a sign that there are more before them.
fn short(mut lines: Vec<Line<'static>>, most: usize, view: &View) -> Vec<Line<'static>> {
    let beyond = lines.len().saturating_sub(most);
    if beyond > 0 {
        lines.drain(..beyond);
        if let Some(first) = lines.first_mut() {
            *first = Line::styled(view.glyphs.ellipsis, view.theme.dim);
        }
    }
    lines
}

/// The last pieces that fit into a line, with a sign that there are more before them.
fn last_pieces(pieces: Vec<Piece>, joint: &str, most: usize, view: &View) -> Vec<Piece> {
    let mut line: Vec<Piece> = Vec::new();
    let mut used = width(view.glyphs.ellipsis) + 1;
    for (text, style) in pieces.into_iter().rev() {
        used += width(&text) + width(joint);
        if used > most {
            line.push((format!("{} ", view.glyphs.ellipsis), view.theme.dim));
            break;
        }
        if !line.is_empty() {
            line.push((joint.to_owned(), view.theme.dim));
        }
        line.push((text, style));
    }
    line.reverse();
    line
}

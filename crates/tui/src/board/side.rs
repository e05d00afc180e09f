//! The column beside the board: players, last number or walks, moves.

use divvy_match::{Occupant, Seat};
use divvy_rules::{Player, Position, RacePosition};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::layout::BoardLayout;
use super::picture::Picture;
use crate::setup;
use crate::text::{width, wrap};
use crate::view::{View, wrapped};

pub(super) fn side_lines(
    picture: &Picture<'_>,
    view: &View,
    layout: &BoardLayout,
    area: Rect,
) -> Vec<Line<'static>> {
    let theme = view.theme;
    let most = usize::from(area.width);
    let height = usize::from(area.height);
    let mut lines = players(picture, view, most);
    lines.extend(turn(picture, view, most));
    lines.push(Line::default());
    match picture.record.position() {
        Position::Removal(removal) => lines.push(match removal.last() {
            Some(last) => Line::from_iter([
                Span::styled("Last number ", theme.text),
                Span::styled(last.to_string(), theme.last),
            ]),
            None => Line::styled("No number yet", theme.text),
        }),
        Position::Race(race) => {
            let target = format!("{} Target {}", view.glyphs.target, race.rules().target());
            lines.extend([Line::styled(target, theme.target), Line::default()]);
            let each = height.saturating_sub(lines.len() + 3) / 2;
            for player in Player::BOTH {
                lines.extend(walk(picture, view, race, player, (most, each.max(1))));
            }
        }
    }
    if layout.grid.scrolls() {
        let (from, to) = layout.grid.range(picture.top);
        let hint = if picture.cursor.is_none() { "" } else { "; type a number to go there" };
        lines.push(Line::default());
        lines.extend(wrapped(theme.dim, &format!("{from}-{to} shown{hint}"), most));
    }
    // The walks of a race are its moves.
    if matches!(picture.record.position(), Position::Removal(_)) {
        lines.push(Line::default());
        lines.extend(moves(picture, view, most, height.saturating_sub(lines.len())));
    }
    lines
}

/// The players, with a mark at the one to move.
fn players(picture: &Picture<'_>, view: &View, most: usize) -> Vec<Line<'static>> {
    let (theme, glyphs) = (view.theme, view.glyphs);
    let round = picture.game.round();
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let moves = picture.cursor.is_some() && !round.is_over() && round.to_move() == seat;
        let token = match picture.record.position() {
            Position::Race(_) => format!("{} ", glyphs.tokens[seat.index()]),
            Position::Removal(_) => String::new(),
        };
        let head = format!("{} {token}", if moves { glyphs.cursor } else { " " });
        let name = view.text(picture.game.name(seat));
        // A bot's kind goes behind the name, or below it.
        let kind = match picture.game.occupant(seat) {
            Occupant::Human => String::new(),
            other => format!("({})", setup::occupant(other)),
        };
        let whole = format!("{head}{name} {kind}");
        let below = width(whole.trim_end()) > most && !kind.is_empty();
        let first = if below { format!("{head}{name}") } else { whole };
        let style = theme.seats[seat.index()];
        lines.push(Line::styled(view.cut(first.trim_end(), most), style));
        if below {
            lines.push(Line::styled(" ".repeat(width(&head)) + &kind, style));
        }
    }
    lines
}

/// Whose turn it is, or who has won; nothing in a review.
fn turn(picture: &Picture<'_>, view: &View, most: usize) -> Option<Line<'static>> {
    picture.cursor?;
    let round = picture.game.round();
    // A long name is cut, not what is said of it.
    let says = |seat: Seat, what: &str| {
        let name = view.text(picture.game.name(seat));
        view.cut(&name, most.saturating_sub(what.len())) + what
    };
    let text = match round.ending().map(|ending| ending.winner()) {
        None => says(round.to_move(), " to move"),
        Some(Some(winner)) => says(winner, " has won"),
        Some(None) => "No winner".to_owned(),
    };
    Some(Line::styled(text, view.theme.title))
}

/// The way of a player so far, skipped turns among it, and the node that it must not go back to.
fn walk(
    picture: &Picture<'_>,
    view: &View,
    race: &RacePosition,
    player: Player,
    (most, height): (usize, usize),
) -> Vec<Line<'static>> {
    let (theme, glyphs) = (view.theme, view.glyphs);
    let seat = picture.game.round().seat_of(player);
    let mut text = format!("{} {}", glyphs.tokens[seat.index()], race.rules().start_node());
    for turn in picture.record.turns().filter(|turn| turn.player == player) {
        text += &turn.number.map_or_else(|| " -".to_owned(), |number| format!(" {number}"));
    }
    let mut walked = wrap(&text, most);
    // The end of a long walk is what matters.
    let beyond = walked.len().saturating_sub(height);
    if beyond > 0 {
        let short = format!("{} {}", glyphs.tokens[seat.index()], glyphs.ellipsis);
        walked.splice(..=beyond.min(walked.len() - 1), [short]);
    }
    let style = theme.seats[seat.index()];
    let mut lines: Vec<_> = walked.into_iter().map(|line| Line::styled(line, style)).collect();
    if let Some(banned) = race.token(player).banned.filter(|_| race.winner().is_none()) {
        let text = format!("  {} not back: {banned}", glyphs.banned);
        lines.push(Line::styled(view.cut(&text, most), theme.banned));
    }
    lines
}

/// The moves, two turns in a line, as many of the last as fit.
fn moves(picture: &Picture<'_>, view: &View, most: usize, height: usize) -> Vec<Line<'static>> {
    let round = picture.game.round();
    let moves: Vec<(Seat, String)> = picture
        .record
        .turns()
        .filter_map(|turn| Some((round.seat_of(turn.player), turn.number?.to_string())))
        .collect();
    if moves.is_empty() || height == 0 {
        return Vec::new();
    }
    let theme = view.theme;
    let wide = moves.iter().map(|(_, text)| text.len()).max().unwrap_or(1).max(2);
    let place = moves.len().to_string().len();
    let in_line = if place + 2 + 2 * (wide + 1) <= most { 2 } else { 1 };
    let row = |(index, chunk): (usize, &[(Seat, String)])| {
        let number = Span::styled(format!("{:>place$}. ", index * in_line + 1), theme.dim);
        let moves = chunk
            .iter()
            .map(|(seat, text)| Span::styled(format!("{text:>wide$} "), theme.seats[seat.index()]));
        std::iter::once(number).chain(moves).collect()
    };
    let mut rows: Vec<Line<'static>> = moves.chunks(in_line).enumerate().map(row).collect();
    let mut lines = vec![Line::styled("Moves", theme.text)];
    let shown = height - 1;
    if rows.len() <= shown {
        lines.extend(rows);
    } else if shown > 1 {
        let hidden = rows.len() + 1 - shown;
        let text = format!("{} {} earlier", view.glyphs.ellipsis, hidden * in_line);
        lines.push(Line::styled(text, theme.dim));
        lines.extend(rows.split_off(hidden));
    }
    lines
}

//! The column beside the board: players, last number or walks, moves.

use divvy_match::{Occupant, Seat};
use divvy_rules::{Player, Position, RacePosition};
use ratatui::layout::Rect;

use super::layout::BoardLayout;
use super::picture::Picture;
use crate::setup;
use crate::text::{width, wrap};
use crate::view::{Runs, View, wrapped};

/// The lines of the column, for this area.
pub(super) fn side_lines(
    picture: &Picture<'_>,
    view: &View,
    layout: &BoardLayout,
    area: Rect,
) -> Vec<Runs> {
    let theme = view.theme();
    let most = usize::from(area.width);
    let height = usize::from(area.height);
    let mut lines = players(picture, view, most);
    lines.extend(turn(picture, view, most));
    lines.push(Vec::new());
    match picture.record.position() {
        Position::Removal(removal) => lines.push(match removal.last() {
            Some(last) => {
                vec![(theme.text, "Last number ".to_owned()), (theme.last, last.to_string())]
            }
            None => vec![(theme.text, "No number yet".to_owned())],
        }),
        Position::Race(race) => {
            let target = format!("{} Target {}", view.glyphs().target, race.rules().target());
            lines.extend([vec![(theme.target, target)], Vec::new()]);
            let each = height.saturating_sub(lines.len() + 3) / 2;
            for player in Player::BOTH {
                lines.extend(walk(picture, view, race, player, (most, each.max(1))));
            }
        }
    }
    if layout.grid.scrolls() {
        let (from, to) = layout.grid.range(picture.top);
        let hint = if picture.cursor.is_none() { "" } else { "; type a number to go there" };
        lines.push(Vec::new());
        lines.extend(wrapped(theme.dim, &format!("{from}-{to} shown{hint}"), most));
    }
    // The walks of a race are its moves.
    if matches!(picture.record.position(), Position::Removal(_)) {
        lines.push(Vec::new());
        lines.extend(moves(picture, view, most, height.saturating_sub(lines.len())));
    }
    lines
}

/// The players, with a mark at the one to move.
fn players(picture: &Picture<'_>, view: &View, most: usize) -> Vec<Runs> {
    let (theme, glyphs) = (view.theme(), view.glyphs());
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
        let kind = match picture.game.player(seat) {
            Occupant::Human => String::new(),
            other => format!("({})", setup::occupant(other)),
        };
        let whole = format!("{head}{name} {kind}");
        let below = width(whole.trim_end()) > most && !kind.is_empty();
        let first = if below { format!("{head}{name}") } else { whole };
        lines.push(vec![(theme.seats[seat.index()], view.cut(first.trim_end(), most))]);
        if below {
            lines.push(vec![(
                theme.seats[seat.index()],
                format!("{}{kind}", " ".repeat(width(&head))),
            )]);
        }
    }
    lines
}

/// Whose turn it is, or who has won; nothing in a review.
fn turn(picture: &Picture<'_>, view: &View, most: usize) -> Option<Runs> {
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
    Some(vec![(view.theme().title, text)])
}

/// The way of a player so far, skipped turns among it, and the node that it must not go back to.
fn walk(
    picture: &Picture<'_>,
    view: &View,
    race: &RacePosition,
    player: Player,
    (most, height): (usize, usize),
) -> Vec<Runs> {
    let (theme, glyphs) = (view.theme(), view.glyphs());
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
    let mut lines: Vec<Runs> =
        walked.into_iter().map(|line| vec![(theme.seats[seat.index()], line)]).collect();
    if let Some(banned) = race.token(player).banned.filter(|_| race.winner().is_none()) {
        let text = format!("  {} not back: {banned}", glyphs.banned);
        lines.push(vec![(theme.banned, view.cut(&text, most))]);
    }
    lines
}

/// The moves, two turns in a line, as many of the last as fit.
fn moves(picture: &Picture<'_>, view: &View, most: usize, height: usize) -> Vec<Runs> {
    let round = picture.game.round();
    let moves: Vec<(Seat, String)> = picture
        .record
        .turns()
        .filter_map(|turn| Some((round.seat_of(turn.player), turn.number?.to_string())))
        .collect();
    if moves.is_empty() || height == 0 {
        return Vec::new();
    }
    let theme = view.theme();
    let wide = moves.iter().map(|(_, text)| text.len()).max().unwrap_or(1).max(2);
    let place = moves.len().to_string().len();
    let in_line = if place + 2 + 2 * (wide + 1) <= most { 2 } else { 1 };
    let row = |(index, chunk): (usize, &[(Seat, String)])| {
        let number = (theme.dim, format!("{:>place$}. ", index * in_line + 1));
        let moves =
            chunk.iter().map(|(seat, text)| (theme.seats[seat.index()], format!("{text:>wide$} ")));
        std::iter::once(number).chain(moves).collect()
    };
    let mut rows: Vec<Runs> = moves.chunks(in_line).enumerate().map(row).collect();
    let mut lines = vec![vec![(theme.text, "Moves".to_owned())]];
    let shown = height - 1;
    if rows.len() <= shown {
        lines.extend(rows);
    } else if shown > 1 {
        let hidden = rows.len() + 1 - shown;
        let text = format!("{} {} earlier", view.glyphs().ellipsis, hidden * in_line);
        lines.push(vec![(theme.dim, text)]);
        lines.extend(rows.split_off(hidden));
    }
    lines
}

//! The column beside the board: players, last number or walks, moves.

use divvy_play::{Occupant, Seat, Turn, walk};
use divvy_rules::{Player, Position};
use ratatui::layout::Rect;

use super::{Ink, Runs, board, cut, plain, width, wrap};
use crate::app::{App, Screen};
use crate::form;
use crate::table::Table;

/// The column beside the board.
pub(crate) fn side_lines(app: &App, table: &Table, area: Rect) -> Vec<Runs> {
    let glyphs = app.look.glyphs();
    // A line and a gap on the left.
    let most = usize::from(area.width).saturating_sub(2);
    let game = table.game();
    let round = game.round();
    let mut lines: Vec<Runs> = Vec::new();
    let review = matches!(app.screen, Screen::Review(..));
    let position = match &app.screen {
        Screen::Review(_, replay) => replay.record().position(),
        _ => table.record().position(),
    };
    let to_move = round.seat_of(position.to_move());
    for seat in Seat::BOTH {
        let mark = if !table.is_over() && !review && seat == to_move { glyphs.cursor } else { " " };
        let token = match position {
            Position::Race(_) => format!("{} ", glyphs.tokens[seat.index()]),
            Position::Removal(_) => String::new(),
        };
        let head = format!("{mark} {token}");
        let name = app.look.text(game.name(seat));
        // A bot's kind goes behind the name, or below it.
        let kind = match game.player(seat) {
            Occupant::Human => String::new(),
            other => format!("({})", form::player(other)),
        };
        let whole = format!("{head}{name} {kind}");
        let below = width(whole.trim_end()) > most && !kind.is_empty();
        let first = if below { format!("{head}{name}") } else { whole };
        let first = cut(first.trim_end(), most, glyphs.ellipsis);
        lines.push(vec![(Ink::Seat(seat), first)]);
        if below {
            let kind = format!("{}{kind}", " ".repeat(width(&head)));
            lines.push(vec![(Ink::Seat(seat), kind)]);
        }
    }
    // A long name is cut, not what is said of it.
    let says = |seat: Seat, what: &str| {
        let name = app.look.text(game.name(seat));
        cut(&name, most.saturating_sub(what.len()), glyphs.ellipsis) + what
    };
    let turn = match (round.winner(), table.is_over(), review) {
        (_, _, true) => String::new(),
        (Some(winner), ..) => says(winner, " has won"),
        (None, true, _) => "No winner".to_owned(),
        (None, false, _) => says(to_move, " to move"),
    };
    if !turn.is_empty() {
        lines.push(vec![(Ink::Title, turn)]);
    }
    lines.push(Vec::new());
    let shown_turns = match &app.screen {
        Screen::Review(_, replay) => {
            let moves = replay.ply();
            let mut seen = 0;
            let upto = table.turns().iter().take_while(|turn| {
                seen += usize::from(turn.number.is_some());
                seen <= moves
            });
            upto.copied().collect()
        }
        _ => table.turns().to_vec(),
    };
    match position {
        Position::Removal(removal) => {
            lines.push(match removal.last() {
                Some(last) => {
                    vec![(Ink::Text, "Last number ".to_owned()), (Ink::Last, last.to_string())]
                }
                None => plain("No number yet"),
            });
        }
        Position::Race(race) => {
            let target = format!("{} Target {}", glyphs.target, race.rules().target());
            lines.push(vec![(Ink::Target, target)]);
            lines.push(Vec::new());
            let left = usize::from(area.height).saturating_sub(lines.len() + 3) / 2;
            for player in Player::BOTH {
                let seat = round.seat_of(player);
                let walk = walk(race, &shown_turns, seat);
                let steps: Vec<String> = walk
                    .iter()
                    .map(|step| step.map_or_else(|| "-".to_owned(), |number| number.to_string()))
                    .collect();
                let text = format!("{} {}", glyphs.tokens[seat.index()], steps.join(" "));
                let mut wrapped = wrap(&text, most);
                // The end of a long walk is what matters.
                let beyond = wrapped.len().saturating_sub(left.max(1));
                if beyond > 0 {
                    wrapped.drain(..=beyond.min(wrapped.len() - 1));
                    wrapped
                        .insert(0, format!("{} {}", glyphs.tokens[seat.index()], glyphs.ellipsis));
                }
                lines.extend(wrapped.into_iter().map(|line| vec![(Ink::Seat(seat), line)]));
                if let Some(banned) = race.token(player).banned.filter(|_| !position.is_over()) {
                    let text = format!("  {} not back: {banned}", glyphs.banned);
                    lines.push(vec![(Ink::Banned, cut(&text, most, glyphs.ellipsis))]);
                }
            }
        }
    }
    if let Some(board) = board(app)
        && board.grid.scrolls()
    {
        let (from, to) = board.grid.range(table.top);
        let hint = if review { "" } else { "; type a number to go there" };
        let text = format!("{from}-{to} shown{hint}");
        lines.push(Vec::new());
        lines.extend(wrap(&text, most).into_iter().map(|line| vec![(Ink::Dim, line)]));
    }
    // The walks of a race are its moves.
    if matches!(position, Position::Race(_)) {
        return lines;
    }
    lines.push(Vec::new());
    lines.extend(move_list(
        app,
        &shown_turns,
        most,
        usize::from(area.height).saturating_sub(lines.len()),
    ));
    lines
}

/// The moves, two turns in a line, as many of the last as fit.
fn move_list(app: &App, turns: &[Turn], most: usize, height: usize) -> Vec<Runs> {
    if turns.is_empty() || height == 0 {
        return Vec::new();
    }
    let texts: Vec<(Seat, String)> =
        turns.iter().filter_map(|turn| Some((turn.seat, turn.number?.to_string()))).collect();
    let wide = texts.iter().map(|(_, text)| text.len()).max().unwrap_or(1).max(2);
    let place = texts.len().to_string().len();
    let in_line = if place + 2 + 2 * (wide + 1) <= most { 2 } else { 1 };
    let rows: Vec<Runs> = texts
        .chunks(in_line)
        .enumerate()
        .map(|(index, chunk)| {
            let mut runs = vec![(Ink::Dim, format!("{:>place$}. ", index * in_line + 1))];
            for (seat, text) in chunk {
                runs.push((Ink::Seat(*seat), format!("{text:>wide$} ")));
            }
            runs
        })
        .collect();
    let shown = height.saturating_sub(1);
    let mut lines = vec![vec![(Ink::Text, "Moves".to_owned())]];
    if rows.len() <= shown {
        lines.extend(rows);
    } else if shown > 1 {
        let hidden = (rows.len() + 1 - shown) * in_line;
        lines.push(vec![(Ink::Dim, format!("{} {hidden} earlier", app.look.glyphs().ellipsis))]);
        lines.extend(rows.into_iter().rev().take(shown - 1).collect::<Vec<_>>().into_iter().rev());
    }
    lines
}

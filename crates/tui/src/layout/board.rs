//! The screen with a board: its parts, and what is said above and below.

use divvy_play::{Occupant, Plan, Seat, words};
use divvy_rules::{Number, Player, Position};
use ratatui::layout::{Rect, Size};

use super::{Ink, Runs, SIDE, cut, width, wrap};
use crate::app::{App, Page, Screen};
use crate::command::Command;
use crate::form;
use crate::grid::Grid;
use crate::replay::Replay;
use crate::table::{After, Table, Thought, Tone};

/// The parts of the screen with a board.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayout {
    pub(crate) grid: Grid,
    pub(crate) side: Rect,
    pub(crate) focus: Rect,
    pub(crate) foot: Rect,
    /// The evaluation strip of a review.
    pub(crate) strip: Option<Rect>,
}

/// Rows of the evaluation strip: two players, the slips, and where one is.
const STRIP: u16 = 4;

/// The parts of the screen, if there is a board on it.
pub(crate) fn board(app: &App) -> Option<BoardLayout> {
    let table = app.table()?;
    let Size { width, height } = app.size;
    let foot_lines = foot(app).len() as u16;
    let strip_height = if matches!(app.screen, Screen::Review(..)) { STRIP } else { 0 };
    let focus_height = if strip_height > 0 { 0 } else { 2 };
    // A header above with an empty row, the help line below.
    let body = height.saturating_sub(2 + focus_height + strip_height + foot_lines + 1);
    let room = |wish: &u16| width.saturating_sub(*wish + 1) >= *SIDE.start();
    let wish = Grid::wishes(table.board()).into_iter().find(room);
    let widest = width.saturating_sub(*SIDE.start());
    let side_width = match wish {
        Some(wish) if table.board().size() <= 200 => {
            (width - wish - 1).clamp(*SIDE.start(), *SIDE.end())
        }
        _ => width.saturating_sub(widest).max(24).min(*SIDE.end()),
    };
    let grid_width = width.saturating_sub(side_width + 1);
    let area = Rect { x: 1, y: 2, width: grid_width, height: body };
    let grid = Grid::new(area, table.board());
    // The column stands beside the numbers, not at the other end of a wide window.
    let side_x = (1 + grid.breadth()).max(width / 2).min(width - side_width);
    let side_x = if grid.scrolls() { width - side_width } else { side_x };
    let below = 2 + body;
    let row = |y: u16, height: u16| Rect { x: 1, y, width: width.saturating_sub(2), height };
    Some(BoardLayout {
        grid,
        side: Rect { x: side_x, y: 2, width: side_width, height: body },
        focus: row(below, focus_height),
        strip: (strip_height > 0).then(|| row(below, strip_height)),
        foot: row(below + focus_height + strip_height, foot_lines),
    })
}

/// What is said under the board: how it ended, what is awaited, a message, a hint, each in its own tone.
pub(crate) fn foot(app: &App) -> Vec<Runs> {
    let most = usize::from(app.size.width).saturating_sub(2);
    let parts = match (&app.page, &app.screen) {
        (Some(Page::Save { file }), _) => vec![(Tone::Plain, format!("Save a copy as: {file}_"))],
        (_, Screen::Review(table, replay)) => vec![(Tone::Plain, review_text(table, replay))],
        (_, Screen::Table(table)) => table_text(app, table),
        _ => Vec::new(),
    };
    let mut lines: Vec<Runs> = Vec::new();
    for (tone, text) in parts {
        let wrapped = wrap(&app.look.text(&text), most);
        lines.extend(wrapped.into_iter().map(|line| vec![(Ink::Note(tone), line)]));
    }
    if lines.is_empty() {
        lines.push(Vec::new());
    }
    // More lines than these would leave no room for the board.
    let limit = usize::from(app.size.height / 2).saturating_sub(2).max(1);
    if lines.len() > limit {
        lines.truncate(limit.saturating_sub(1));
        let more = "(the window is too small for the rest)";
        lines.push(vec![(Ink::Dim, cut(more, most, app.look.glyphs().ellipsis))]);
    }
    lines
}

fn table_text(app: &App, table: &Table) -> Vec<(Tone, String)> {
    let ending = table.ending.iter().map(|ending| (Tone::Good, ending.clone()));
    let note = table.note.iter().map(|note| (note.tone, note.text.clone()));
    let waiting = waiting_text(app, table).map(|text| (Tone::Plain, text));
    let tip = tip_text(app, table).map(|text| (Tone::Plain, text));
    ending.chain(note).chain(waiting).chain(tip).collect()
}

/// What is being worked out.
fn waiting_text(app: &App, table: &Table) -> Option<String> {
    let waiting = table.waiting.filter(|_| !table.is_stuck())?;
    let glyphs = app.look.glyphs();
    let sign = glyphs.spinner[app.ticks % glyphs.spinner.len()];
    let time = match waiting.seconds {
        0 => String::new(),
        seconds => format!(" {seconds} s"),
    };
    let what = match waiting.thought {
        Thought::Move => format!("{} thinks", full_name(table, table.game().round().to_move())),
        Thought::Hint => "Working out the hint".to_owned(),
        Thought::Review => {
            let moves = table.record().moves().len();
            format!("Going through the game: {} of {}", waiting.done, words::moves(moves))
        }
    };
    Some(format!("{sign} {what}{}{time}", glyphs.ellipsis))
}

/// The part of the hint that was asked for.
fn tip_text(app: &App, table: &Table) -> Option<String> {
    let tip = table.tip.as_ref()?;
    let verdict = words::verdict(tip.advice.outcome);
    if !tip.whole {
        let key = app.keys.of(Command::Hint).first().map_or_else(String::new, ToString::to_string);
        return Some(format!("{verdict} ({key} once more: what to do, and why.)"));
    }
    let marks = match tip.advice.pairs().len() {
        0 => "",
        1..=LETTERS => " Partners have the same letter.",
        _ => " Numbers with a partner are marked.",
    };
    Some(format!("{verdict} {}{marks}", tip.advice.text(table.opponent())))
}

/// Pairs that have letters of their own.
pub(crate) const LETTERS: usize = 52;

/// The letter of a pair: a to z, then A to Z.
pub(crate) fn letter(index: usize) -> Option<char> {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.take(LETTERS).nth(index)
}

/// What somebody is called and who that is: `Player 2 (easy)`.
fn full_name(table: &Table, seat: Seat) -> String {
    let game = table.game();
    match game.player(seat) {
        Occupant::Human => game.name(seat).to_owned(),
        player => format!("{} ({})", game.name(seat), form::player(player)),
    }
}

fn review_text(table: &Table, replay: &Replay) -> String {
    let name = |player: u8| {
        let player = if player == 1 { Player::First } else { Player::Second };
        table.game().name(table.game().round().seat_of(player))
    };
    let stands = |winner: Option<u8>| match winner {
        Some(winner) => format!("{} stands to win", name(winner)),
        None => "nobody can force a win".to_owned(),
    };
    let length = replay.length();
    let Some(last) = replay.last() else {
        return format!(
            "Before the first of {}: {}.",
            words::moves(length),
            stands(replay.standing(0))
        );
    };
    let place =
        format!("Move {} of {length}: {} plays {}.", last.ply, name(last.player), last.number);
    if last.slip {
        let winning: Vec<String> = last.winning.iter().take(20).map(ToString::to_string).collect();
        let more = last.winning.len() - winning.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let decisive =
            if replay.review.decisive == Some(last.ply) { " It decided the game." } else { "" };
        let winning = winning.join(" or ") + &more;
        format!("{place} A slip: {} now. {winning} would have won.{decisive}", stands(last.after))
    } else if last.ply == length && table.is_over() {
        format!("{place} {}", words::ending(table.game()).unwrap_or_default())
    } else {
        let stands = match last.after {
            Some(winner) => format!("{} still stands to win", name(winner)),
            None => "Nobody can force a win".to_owned(),
        };
        format!("{place} {stands}.")
    }
}

/// The title on the left and the score on the right.
pub(crate) fn header(app: &App, table: &Table) -> (String, String) {
    let game = table.game();
    let rules = game.rules();
    let dot = app.look.glyphs().dot;
    let mut title = format!("{} {dot} {}", words::name(rules.game()), rules.board());
    for option in words::options(rules) {
        title += &format!(" {dot} {option}");
    }
    let [one, two] = Seat::BOTH.map(|seat| app.look.text(game.name(seat)));
    let [won, lost] = game.score();
    let score = match game.plan() {
        Plan::Single => String::new(),
        plan => {
            let (round, rounds) = (game.round_number(), plan.rounds());
            let kind = if matches!(plan, Plan::BestOf(_)) { "best of" } else { "of" };
            let head = format!("Round {round}, {kind} {rounds}");
            let whole = format!("{head}   {one} {won} : {lost} {two}");
            // Names that leave no room for the title stand beside the board as well.
            let room = usize::from(app.size.width).saturating_sub(width(&title) + 4);
            if width(&whole) <= room { whole } else { format!("{head}   {won} : {lost}") }
        }
    };
    let most = usize::from(app.size.width).saturating_sub(2);
    let score = cut(&score, most, app.look.glyphs().ellipsis);
    let left = most.saturating_sub(width(&score) + 2);
    (cut(&title, left, app.look.glyphs().ellipsis), score)
}

/// As many of the numbers as there is room for, and how many more there are.
fn listed(numbers: &[Number], room: usize, ellipsis: &str) -> String {
    if numbers.is_empty() {
        return " none".to_owned();
    }
    let mut text = String::new();
    // Where all that were listed so far, and the rest in words, still fit.
    let mut short = String::new();
    for (index, number) in numbers.iter().enumerate() {
        let more = format!("{text} {ellipsis} {} more", numbers.len() - index);
        if width(&more) <= room || index == 0 {
            short = more;
        }
        text += &format!(" {number}");
        if width(&text) > room {
            return short;
        }
    }
    text
}

/// The two lines about the number under the cursor.
pub(crate) fn focus_lines(app: &App, table: &Table) -> [Runs; 2] {
    let glyphs = app.look.glyphs();
    let most = usize::from(app.size.width).saturating_sub(2);
    let cursor = table.cursor();
    let focus = table.focus();
    // Taken numbers are not on the board any more, but they are factors all the same.
    let left = if matches!(table.record().position(), Position::Removal(_)) { " left" } else { "" };
    let head = format!("{cursor}  ");
    let factors = format!("{} factors{left}", glyphs.factor);
    let multiples = format!("  {} multiples{left}", glyphs.multiple);
    let room = most.saturating_sub(width(&head) + width(&factors) + width(&multiples));
    // No window has room for more than the first few hundred.
    let need = |numbers: &[Number]| {
        let first = numbers.get(..400).unwrap_or(numbers);
        listed(first, usize::MAX, glyphs.ellipsis).len()
    };
    let (all_factors, all_multiples) = (need(&focus.factors), need(&focus.multiples));
    // Each gets half of the line, and what the other does not need.
    let for_factors = room.saturating_sub(all_multiples).max(room / 2).min(all_factors);
    let list_of_factors = listed(&focus.factors, for_factors, glyphs.ellipsis);
    let rest = room.saturating_sub(width(&list_of_factors));
    let list_of_multiples = listed(&focus.multiples, rest, glyphs.ellipsis);
    let relatives = vec![
        (Ink::Title, head),
        (Ink::Factor, factors),
        (Ink::Text, list_of_factors),
        (Ink::Multiple, multiples),
        (Ink::Text, list_of_multiples),
    ];
    if !table.typed.is_empty() {
        let typed = vec![(Ink::Title, format!("Number: {}_", table.typed))];
        // What was typed may be no number of the board.
        let there = table.typed.parse() == Ok(cursor.get());
        return [if there { relatives } else { Vec::new() }, typed];
    }
    // While somebody else is to move there is nothing to try.
    if !table.is_persons_turn() {
        return [relatives, Vec::new()];
    }
    let (race, standing) = match table.record().position() {
        Position::Removal(removal) => (false, removal.last()),
        Position::Race(race) => (true, Some(race.token(race.to_move()).at)),
    };
    if standing == Some(cursor) {
        let text = if race { "You stand here." } else { "This is the last number." };
        return [relatives, vec![(Ink::Dim, text.to_owned())]];
    }
    let opponent = app.look.text(table.opponent());
    let text = match focus.after {
        After::Refused(refusal) => format!("{cursor} is {}.", words::reason(refusal)),
        After::Wins if race => format!("{cursor} is the target."),
        After::Wins => format!("{cursor} leaves {opponent} no reply."),
        After::Skips => format!("{cursor} leaves {opponent} no move: a turn skipped."),
        After::Replies(1) => format!("{cursor} leaves {opponent} 1 reply."),
        After::Replies(replies) => format!("{cursor} leaves {opponent} {replies} replies."),
    };
    let tip = table.tip.as_ref().filter(|tip| tip.whole);
    let partner = tip.and_then(|tip| tip.partner(cursor));
    let partner = partner.map_or_else(String::new, |partner| format!(" Its partner is {partner}."));
    [relatives, vec![(Ink::Dim, cut(&(text + &partner), most, glyphs.ellipsis))]]
}

/// The part of a review that the strip shows: the first ply and how many.
pub(crate) fn strip_window(length: usize, ply: usize, area: Rect) -> (usize, usize) {
    let room = usize::from(area.width).saturating_sub(STRIP_LABEL).max(1);
    let count = (length + 1).min(room);
    let from = ply.saturating_sub(count / 2).min(length + 1 - count);
    (from, count)
}

/// Columns for the names before the strip.
pub(crate) const STRIP_LABEL: usize = 14;

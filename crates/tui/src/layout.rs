//! What is where on the screen, and what it says. Drawing and the mouse both go by it, so that a press always
//! meets what is seen.

use divvy_play::{Plan, Seat, Turn, words};
use divvy_rules::{Game, Player, Position};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Rect, Size};
use ratatui::text::Span;

use crate::action::Action;
use crate::app::{App, Page, Screen};
use crate::command::{Command, Room, Use};
use crate::form::{self, Form};
pub(crate) use crate::grid::Grid;
use crate::keys::Key;
use crate::start::{Entry, Start};
use crate::table::{After, Table, Thought, Tone, walk};

/// The smallest window that can be drawn in.
pub(crate) const LEAST: Size = Size { width: 60, height: 20 };

/// The width of the column beside the board.
const SIDE: std::ops::RangeInclusive<u16> = 19..=36;

/// How a piece of text is meant; the theme knows how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Text,
    Dim,
    Title,
    Factor,
    Multiple,
    Last,
    Target,
    Banned,
    Seat(Seat),
    Note(Tone),
}

/// Text that stands in one line.
pub(crate) type Runs = Vec<(Ink, String)>;

fn plain(text: impl Into<String>) -> Runs {
    vec![(Ink::Text, text.into())]
}

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text in lines of this width, broken between words; a word that is too long is broken too.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let gap = usize::from(!line.is_empty());
            if !line.is_empty() && width(&line) + gap + width(word) > most {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for c in word.chars() {
                line.push(c);
                if width(&line) > most {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, c.to_string()));
                }
            }
        }
        lines.push(line);
    }
    lines
}

/// A text cut to a width, with a sign that something is missing.
pub(crate) fn cut(text: &str, most: usize, ellipsis: &str) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if width(&short) + width(ellipsis) > most {
            short.pop();
            break;
        }
    }
    if width(&short) + width(ellipsis) <= most { short + ellipsis } else { short }
}

/// One entry of the help line.
#[derive(Clone, Debug)]
pub(crate) struct HelpItem {
    pub(crate) area: Rect,
    pub(crate) command: Command,
    pub(crate) key: String,
    pub(crate) label: &'static str,
}

/// The help line: as many entries as there is room for; the key for help is always among them.
pub(crate) fn help_line(app: &App) -> Vec<HelpItem> {
    let room = app.room();
    let line = app.size.height.saturating_sub(1);
    let first = |command| app.keys.of(command).first().map_or_else(String::new, Key::to_string);
    let item = |used: &Use| {
        let key = match (room, used.command) {
            // Two keys, one line: they do the same in two directions.
            (Room::Setup, Command::Left) => first(Command::Left) + "/" + &first(Command::Right),
            (Room::Help, Command::Up) => first(Command::Up) + "/" + &first(Command::Down),
            (_, command) => first(command),
        };
        (used.command, key, used.label)
    };
    let mut items: Vec<_> = room
        .uses()
        .filter(|used| !used.label.is_empty() && makes_sense(app, used.command))
        .map(item)
        .collect();
    let needed = |items: &[(Command, String, &'static str)]| {
        items.iter().map(|(_, key, label)| width(key) + label.len() + 3).sum::<usize>()
    };
    while needed(&items) > usize::from(app.size.width) {
        // The least important ones stand last.
        let Some(last) = items.iter().rposition(|(command, ..)| {
            !matches!(command, Command::Help | Command::Quit | Command::Back)
        }) else {
            break;
        };
        items.remove(last);
    }
    let mut x = 1;
    items
        .into_iter()
        .map(|(command, key, label)| {
            let wide = (width(&key) + label.len() + 1) as u16;
            let area = Rect { x, y: line, width: wide, height: 1 };
            x += wide + 2;
            HelpItem { area, command, key, label }
        })
        .collect()
}

/// Whether a command would do anything now.
fn makes_sense(app: &App, command: Command) -> bool {
    match (&app.screen, command) {
        (Screen::Start(start), Command::Continue) => {
            matches!(start.entries.first(), Some(Entry::Continue { .. }))
        }
        (Screen::Start(start), Command::Options) => {
            matches!(start.entry(), Some(Entry::Game(_)))
        }
        (Screen::Table(table), Command::Undo) => !table.record().moves().is_empty(),
        (Screen::Table(table), Command::Redo) => table.can_redo(),
        _ => true,
    }
}

/// A game or an unfinished match on the start screen.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) area: Rect,
    pub(crate) index: usize,
    pub(crate) title: String,
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
        let (title, text) = match entry {
            Entry::Continue { text, .. } => ("Continue".to_owned(), text.clone()),
            Entry::Game(game) => {
                let place = Game::ALL.iter().position(|one| one == game).unwrap_or(0) + 1;
                (format!("{place}  {}", words::name(*game)), words::summary(*game).to_owned())
            }
        };
        let lines = wrap(&app.look.text(&text), inside);
        let area = Rect { x, y: 0, width: wide, height: lines.len() as u16 + 2 };
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
    let text = match (&start.problem, start.entry()) {
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
    let mut parts = Vec::new();
    for (index, field) in form.fields.iter().enumerate() {
        use crate::form::Field;
        use divvy_rules::RuleOption;
        let usual = Form::new(divvy_play::Proposal {
            names: form.proposal.names.clone(),
            ..divvy_play::Proposal::new(game)
        });
        match field {
            Field::Player(_) | Field::Name(_) => {}
            Field::Rule(RuleOption::Size) => parts.push(form.value(index)),
            Field::First => parts.push(match form.value(index).as_str() {
                "by lot" => "first move by lot".to_owned(),
                name => format!("{name} begins"),
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

/// The lines of the form: for each its area, and the areas of the arrows around the choice.
#[derive(Clone, Debug)]
pub(crate) struct FormLine {
    pub(crate) area: Rect,
    pub(crate) index: usize,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) less: Rect,
    pub(crate) more: Rect,
}

/// The lines of the form.
pub(crate) fn form_lines(app: &App, form: &Form) -> Vec<FormLine> {
    let wide = app.size.width.min(80);
    let left = (app.size.width - wide) / 2 + 2;
    let top = 4 + u16::from(app.size.height > 24);
    let lines = form.fields.iter().enumerate();
    lines
        .map(|(index, field)| {
            let y = top + index as u16;
            let value = cut(&app.look.text(&form.value(index)), 30, app.look.glyphs().ellipsis);
            let value_x = left + 20;
            let more_x = value_x + 3 + width(&value) as u16;
            FormLine {
                area: Rect { x: left, y, width: wide - 4, height: 1 },
                index,
                label: Form::label(*field),
                less: Rect { x: value_x, y, width: 2, height: 1 },
                more: Rect { x: more_x, y, width: 2, height: 1 },
                value,
            }
        })
        .collect()
}

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
    let below = 2 + body;
    let row = |y: u16, height: u16| Rect { x: 1, y, width: width.saturating_sub(2), height };
    Some(BoardLayout {
        grid: Grid::new(area, table.board()),
        side: Rect { x: width - side_width, y: 2, width: side_width, height: body },
        focus: row(below, focus_height),
        strip: (strip_height > 0).then(|| row(below, strip_height)),
        foot: row(below + focus_height + strip_height, foot_lines),
    })
}

/// What is said under the board: a message, a hint, what is awaited.
pub(crate) fn foot(app: &App) -> Vec<Runs> {
    let most = usize::from(app.size.width).saturating_sub(2);
    let (tone, text) = match (&app.page, &app.screen) {
        (Some(Page::Save { file }), _) => (Tone::Plain, format!("Save a copy as: {file}_")),
        (_, Screen::Review(table, replay)) => (Tone::Plain, review_text(table, replay)),
        (_, Screen::Table(table)) => table_text(app, table),
        _ => (Tone::Plain, String::new()),
    };
    // Lines of a hint or message beyond these would leave no room for the board.
    let lines = wrap(&app.look.text(&text), most);
    let limit = usize::from(app.size.height / 2).saturating_sub(2).max(1);
    let cut_off = lines.len() > limit;
    let mut lines: Vec<Runs> =
        lines.into_iter().take(limit).map(|line| vec![(Ink::Note(tone), line)]).collect();
    if cut_off && let Some(last) = lines.last_mut() {
        let more = "(the window is too small for the rest)";
        *last = vec![(Ink::Note(tone), cut(more, most, app.look.glyphs().ellipsis))];
    }
    lines
}

fn table_text(app: &App, table: &Table) -> (Tone, String) {
    if let Some(waiting) = table.waiting.filter(|_| !table.is_stuck()) {
        let spinner = app.look.glyphs().spinner;
        let sign = spinner[app.ticks % spinner.len()];
        let seconds = waiting.since.elapsed().as_secs();
        let time = if seconds > 0 { format!(" {seconds} s") } else { String::new() };
        let what = match waiting.thought {
            Thought::Move => format!("{} thinks", app_name(table, table.game().round().to_move())),
            Thought::Hint => "Working out the hint".to_owned(),
            Thought::Review => {
                let moves = table.record().moves().len();
                format!("Going through the game: {} of {}", waiting.done, words::moves(moves))
            }
        };
        return (Tone::Plain, format!("{sign} {what}{}{time}", app.look.glyphs().ellipsis));
    }
    if let Some(tip) = &table.tip {
        let verdict = words::verdict(tip.advice.outcome);
        let key = app.keys.of(Command::Hint).first().map_or_else(String::new, ToString::to_string);
        return match tip.whole {
            false => (Tone::Plain, format!("{verdict} ({key} once more: what to do, and why.)")),
            true => {
                let text = tip.advice.text(table.opponent());
                let text = match tip.advice.pairs().len() {
                    0 => text,
                    1..=LETTERS => format!("{text} Partners have the same letter."),
                    _ => format!("{text} Numbers with a partner are marked."),
                };
                (Tone::Plain, format!("{verdict} {text}"))
            }
        };
    }
    match &table.note {
        Some(note) => (note.tone, note.text.clone()),
        None => (Tone::Plain, String::new()),
    }
}

/// Pairs that have letters of their own.
pub(crate) const LETTERS: usize = 52;

/// The letter of a pair: a to z, then A to Z.
pub(crate) fn letter(index: usize) -> Option<char> {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.take(LETTERS).nth(index)
}

/// What somebody is called and who that is: `Player 2 (easy)`.
pub(crate) fn app_name(table: &Table, seat: Seat) -> String {
    let game = table.game();
    match form::player(game.player(seat)).as_str() {
        "person" => game.name(seat).to_owned(),
        player => format!("{} ({player})", game.name(seat)),
    }
}

fn review_text(table: &Table, replay: &crate::replay::Replay) -> String {
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
        format!(
            "{place} A slip: {} now. {} would have won.{decisive}",
            stands(last.after),
            winning.join(", ") + &more
        )
    } else if last.ply == length && table.is_over() {
        format!("{place} {}", words::ending(table.game()).unwrap_or_default())
    } else {
        format!("{place} {} still.", capital(&stands(last.after)))
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The title on the left and the score on the right.
pub(crate) fn header(app: &App, table: &Table) -> (String, String) {
    let game = table.game();
    let rules = game.rules();
    let notation = rules.to_string();
    let options: Vec<&str> =
        notation.split(';').skip(1).filter(|option| !option.starts_with("size=")).collect();
    let dot = app.look.glyphs().dot;
    let mut title = format!("{} {dot} {}", words::name(rules.game()), rules.board());
    for option in options {
        title += &format!(" {dot} {option}");
    }
    let [one, two] = Seat::BOTH.map(|seat| app.look.text(game.name(seat)));
    let [won, lost] = game.score();
    let score = match game.plan() {
        Plan::Single => String::new(),
        plan => {
            let (round, rounds) = (game.round_number(), plan.rounds());
            format!("Round {round} of {rounds}  {one} {won} : {lost} {two}")
        }
    };
    let most = usize::from(app.size.width).saturating_sub(2);
    let score = cut(&score, most, app.look.glyphs().ellipsis);
    let left = most.saturating_sub(width(&score) + 2);
    (cut(&title, left, app.look.glyphs().ellipsis), score)
}

/// The two lines about the number under the cursor.
pub(crate) fn focus_lines(app: &App, table: &Table) -> [Runs; 2] {
    let glyphs = app.look.glyphs();
    let most = usize::from(app.size.width).saturating_sub(2);
    let cursor = table.cursor();
    let focus = table.focus();
    let listed = |numbers: &[divvy_rules::Number], room: usize| {
        if numbers.is_empty() {
            return " none".to_owned();
        }
        let mut text = String::new();
        for (index, number) in numbers.iter().enumerate() {
            let next = format!(" {number}");
            let more = format!(" {} {} more", glyphs.ellipsis, numbers.len() - index);
            let last = index + 1 == numbers.len();
            if width(&text) + next.len() + if last { 0 } else { width(&more) + 6 } > room {
                return text + &more;
            }
            text += &next;
        }
        text
    };
    let head = format!("{cursor}  ");
    let (factors, multiples) =
        (format!("{} factors", glyphs.factor), format!("  {} multiples", glyphs.multiple));
    let room = most.saturating_sub(width(&head) + width(&factors) + width(&multiples));
    let list_of_factors = listed(&focus.factors, room.saturating_sub(24).max(room / 2));
    let rest = room.saturating_sub(width(&list_of_factors));
    let list_of_multiples = listed(&focus.multiples, rest);
    let relatives = vec![
        (Ink::Title, head),
        (Ink::Factor, factors),
        (Ink::Text, list_of_factors),
        (Ink::Multiple, multiples),
        (Ink::Text, list_of_multiples),
    ];
    if !table.typed.is_empty() {
        return [relatives, vec![(Ink::Title, format!("Number: {}_", table.typed))]];
    }
    if table.is_over() {
        return [relatives, Vec::new()];
    }
    let opponent = app.look.text(table.opponent());
    let text = match focus.after {
        After::Refused(refusal) => format!("{cursor} is {}.", words::reason(refusal)),
        After::Wins => format!("{cursor} wins the game."),
        After::Skips => format!("{cursor} leaves {opponent} no move: a turn skipped."),
        After::Replies(1) => format!("{cursor} leaves {opponent} 1 reply."),
        After::Replies(replies) => format!("{cursor} leaves {opponent} {replies} replies."),
    };
    let partner = table.tip.as_ref().filter(|tip| tip.whole).and_then(|tip| {
        let mut pairs = tip.advice.pairs().iter();
        pairs.find_map(|&(a, b)| match cursor {
            n if n == a => Some(b),
            n if n == b => Some(a),
            _ => None,
        })
    });
    let partner = partner.map_or_else(String::new, |partner| format!(" Its partner is {partner}."));
    [relatives, vec![(Ink::Dim, cut(&(text + &partner), most, glyphs.ellipsis))]]
}

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
        let name = app.look.text(&app_name(table, seat));
        let name = cut(&format!("{mark} {token}{name}"), most, glyphs.ellipsis);
        lines.push(vec![(Ink::Seat(seat), name)]);
    }
    let turn = match (round.winner(), table.is_over(), review) {
        (_, _, true) => String::new(),
        (Some(winner), ..) => format!("{} has won", game.name(winner)),
        (None, true, _) => "No winner".to_owned(),
        (None, false, _) => format!("{} to move", game.name(to_move)),
    };
    if !turn.is_empty() {
        let turn = cut(&app.look.text(&turn), most, glyphs.ellipsis);
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
            let left = usize::from(area.height).saturating_sub(lines.len() + 5) / 2;
            for player in Player::BOTH {
                let seat = round.seat_of(player);
                let walk = walk(race, &shown_turns, seat);
                let steps: Vec<String> = walk.iter().map(ToString::to_string).collect();
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
                if let Some(banned) = race.token(player).banned {
                    let text = format!("  {} not back to {banned}", glyphs.banned);
                    lines.push(vec![(Ink::Banned, cut(&text, most, glyphs.ellipsis))]);
                }
            }
        }
    }
    if let Some(board) = board(app)
        && board.grid.scrolls()
    {
        let (from, to) = board.grid.range(table.top);
        let text = format!("{from}-{to} shown; type a number to go there");
        lines.push(Vec::new());
        lines.extend(wrap(&text, most).into_iter().map(|line| vec![(Ink::Dim, line)]));
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
    let skip = "skip".to_owned();
    let texts: Vec<(Seat, String)> = turns
        .iter()
        .map(|turn| (turn.seat, turn.number.map_or_else(|| skip.clone(), |n| n.to_string())))
        .collect();
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

/// The help page: the rules in brief, what the signs mean, the keys of the screen below, all from the table of
/// commands.
pub(crate) fn help_lines(app: &App) -> Vec<Runs> {
    let most = usize::from(app.size.width.min(90)).saturating_sub(6);
    let glyphs = app.look.glyphs();
    let mut lines: Vec<Runs> = Vec::new();
    let game = match &app.screen {
        Screen::Start(start) => match start.entry() {
            Some(Entry::Game(game)) => Some(*game),
            _ => None,
        },
        Screen::Setup(form) => Some(form.game()),
        Screen::Table(table) | Screen::Review(table, _) => Some(table.game().rules().game()),
        Screen::Nothing => None,
    };
    if let Some(game) = game {
        lines.push(vec![(Ink::Title, words::name(game).to_owned())]);
        lines.extend(wrap(words::brief(game), most).into_iter().map(plain));
        lines.extend(
            wrap(&format!("All the rules: divvy rules {game}"), most).into_iter().map(plain),
        );
        lines.push(Vec::new());
    }
    let room = match (&app.screen, app.table()) {
        (Screen::Start(_) | Screen::Nothing, _) => Room::Start,
        (Screen::Setup(_), _) => Room::Setup,
        (Screen::Review(..), _) => Room::Review,
        (Screen::Table(table), _) if table.is_over() => Room::Over,
        (Screen::Table(_), _) => Room::Board,
    };
    lines.push(vec![(Ink::Title, "Keys".to_owned())]);
    for used in room.uses() {
        let keys: Vec<String> = app.keys.of(used.command).iter().map(ToString::to_string).collect();
        let head = format!("{:<16}", keys.join(" "));
        let wide = width(&head);
        for (index, text) in wrap(used.help, most.saturating_sub(wide)).into_iter().enumerate() {
            let head = if index == 0 { head.clone() } else { " ".repeat(wide) };
            lines.push(vec![(Ink::Title, head), (Ink::Text, text)]);
        }
    }
    for text in [
        "A number can be typed; the mouse can press numbers, and the words of the bottom line.",
        "ctrl-c leaves at once. The game is on disk after every move.",
    ] {
        lines.extend(wrap(text, most).into_iter().map(plain));
    }
    if matches!(room, Room::Board | Room::Over | Room::Review) {
        lines.push(Vec::new());
        lines.push(vec![(Ink::Title, "Signs".to_owned())]);
        let race = game == Some(Game::NumberMaze);
        let mut signs = vec![
            ("[12]".to_owned(), "can be played now (in a thick box where there is room)"),
            (" 12 ".to_owned(), "on the board, but not now"),
        ];
        if race {
            signs.push(("(12)".to_owned(), "where the player to move stands"));
            signs.push((
                format!("{} {}", glyphs.tokens[0], glyphs.tokens[1]),
                "the players' tokens",
            ));
            signs.push((glyphs.both.to_owned(), "both tokens"));
            signs.push((glyphs.target.to_owned(), "the target"));
            signs.push((glyphs.banned.to_owned(), "the node you were on last turn"));
        } else {
            signs.push(("(12)".to_owned(), "the last number (in a double box)"));
            signs.push((glyphs.taken.to_owned(), "taken"));
        }
        signs.push((glyphs.factor.to_owned(), "a factor of the number under the cursor"));
        signs.push((glyphs.multiple.to_owned(), "a multiple of it"));
        signs.push((glyphs.best.to_owned(), "the move that the hint advises"));
        for (sign, text) in signs {
            let head = format!("{sign}{}", " ".repeat(16_usize.saturating_sub(width(&sign))));
            lines.push(vec![(Ink::Title, head), (Ink::Text, text.to_owned())]);
        }
    }
    lines
}

/// Lines of the help page that can be seen at once.
pub(crate) fn help_height(app: &App) -> usize {
    usize::from(app.size.height).saturating_sub(5).max(1)
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

impl App {
    /// What the mouse means now.
    #[must_use]
    pub fn mouse(&self, event: MouseEvent) -> Option<Action> {
        if self.is_cramped() {
            return None;
        }
        let (x, y) = (event.column, event.row);
        let inside = |area: Rect| area.contains((x, y).into());
        let pressed = match event.kind {
            MouseEventKind::Down(MouseButton::Left) => true,
            MouseEventKind::Moved => false,
            MouseEventKind::ScrollUp => return Some(Action::Scroll(-1)),
            MouseEventKind::ScrollDown => return Some(Action::Scroll(1)),
            _ => return None,
        };
        if let Some(item) = help_line(self).into_iter().find(|item| inside(item.area)) {
            return pressed.then_some(Action::Do(item.command));
        }
        if self.page.is_some() {
            return pressed.then_some(Action::Do(Command::Back));
        }
        match &self.screen {
            Screen::Start(start) => {
                let card = cards(self, start).into_iter().find(|card| inside(card.area))?;
                let index = card.index;
                Some(if pressed { Action::Pick(index) } else { Action::Select(index) })
            }
            Screen::Setup(form) => {
                let line = form_lines(self, form).into_iter().find(|line| inside(line.area))?;
                let field = line.index;
                Some(match pressed {
                    true if inside(line.less) => Action::Change { field, forward: false },
                    true => Action::Change { field, forward: true },
                    false => Action::Select(field),
                })
            }
            Screen::Table(table) => {
                let value = board(self)?.grid.number_at(table.top, x, y)?;
                let number = table.board().number(value).ok()?;
                Some(if pressed { Action::Play(number) } else { Action::Point(number) })
            }
            Screen::Review(_, replay) => {
                let strip = board(self)?.strip.filter(|strip| pressed && inside(*strip))?;
                let (from, count) = strip_window(replay.length(), replay.ply(), strip);
                let place = usize::from(x - strip.x).checked_sub(STRIP_LABEL)?;
                (place < count).then_some(Action::GoTo(from + place))
            }
            Screen::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words_and_never_lost() {
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("one\ntwo", 10), ["one", "two"]);
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("数数数 数", 4), ["数数", "数", "数"]);
        assert_eq!(cut("abcdef", 4, "…"), "abc…");
        assert_eq!(cut("abcdef", 6, "…"), "abcdef");
        assert_eq!(cut("abcdef", 5, "..."), "ab...");
    }
}

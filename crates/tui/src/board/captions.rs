//! What is said below the numbers: about the number under the cursor, and what happened.

use divvy_match::{Match, Occupant};
use divvy_rules::{Number, Position};
use ratatui::text::{Line, Span};

use super::BoardScreen;
use super::focus::Prospect;
use super::notes::Thought;
use super::picture::LETTERS;
use crate::command::Command;
use crate::setup;
use crate::text::width;
use crate::theme::Tone;
use crate::view::{View, wrapped};

/// Lines under the board, each part in its own tone, at least one.
pub(crate) fn foot(
    parts: impl IntoIterator<Item = (Tone, String)>,
    view: &View,
) -> Vec<Line<'static>> {
    let (most, theme) = (view.columns(), view.theme);
    let mut lines: Vec<Line<'static>> = parts
        .into_iter()
        .flat_map(|(tone, text)| wrapped(theme.note(tone), &view.text(&text), most))
        .collect();
    if lines.is_empty() {
        lines.push(Line::default());
    }
    // More lines than these would leave no room for the board.
    let limit = usize::from(view.window.height / 2).saturating_sub(2).max(1);
    if lines.len() > limit {
        lines.truncate(limit.saturating_sub(1));
        let more = "(the window is too small for the rest)";
        lines.push(Line::styled(view.cut(more, most), theme.dim));
    }
    lines
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

/// The player to move and who that is: `Player 2 (easy)`.
fn mover(game: &Match) -> String {
    let seat = game.round().to_move();
    match game.occupant(seat) {
        Occupant::Human => game.name(seat).to_owned(),
        player => format!("{} ({})", game.name(seat), setup::occupant(player)),
    }
}

impl BoardScreen {
    /// What is said under the board: how it ended, a message, what is being worked out, a hint.
    pub(super) fn foot(&self, view: &View) -> Vec<Line<'static>> {
        let ending = self.ending.iter().map(|ending| (Tone::Good, ending.clone()));
        let note = self.note.iter().map(|note| (note.tone, note.text.clone()));
        let rest = [self.waiting_text(view), self.tip_text(view)];
        let rest = rest.into_iter().flatten().map(|text| (Tone::Plain, text));
        foot(ending.chain(note).chain(rest), view)
    }

    fn waiting_text(&self, view: &View) -> Option<String> {
        let waiting = self.waiting.filter(|_| !self.is_stuck())?;
        let glyphs = view.glyphs;
        let sign = glyphs.spinner[view.ticks % glyphs.spinner.len()];
        let time = match waiting.seconds {
            0 => String::new(),
            seconds => format!(" {seconds} s"),
        };
        let what = match waiting.thought {
            Thought::Move => format!("{} thinks", mover(self.game())),
            Thought::Hint => "Working out the hint".to_owned(),
            Thought::Review => {
                let moves = divvy_words::moves(self.record().moves().len());
                format!("Going through the game: {} of {moves}", waiting.done)
            }
        };
        Some(format!("{sign} {what}{}{time}", glyphs.ellipsis))
    }

    fn tip_text(&self, view: &View) -> Option<String> {
        let tip = self.tip.as_ref()?;
        let verdict = divvy_words::verdict(tip.advice.outcome);
        if !tip.whole {
            let key = view.key(Command::Hint);
            return Some(format!("{verdict} ({key} once more: what to do, and why.)"));
        }
        let marks = match tip.advice.pairs().len() {
            0 => "",
            1..=LETTERS => " Partners have the same letter.",
            _ => " Numbers with a partner are marked.",
        };
        let advice = divvy_words::advice(&tip.advice, self.opponent());
        Some(format!("{verdict} {advice}{marks}"))
    }

    /// The two lines about the number under the cursor, or about the number typed.
    pub(super) fn focus_lines(&self, view: &View) -> [Line<'static>; 2] {
        let theme = view.theme;
        if self.typed.is_empty() {
            let prospect = view.cut(&view.text(&self.prospect()), view.columns());
            return [self.relatives(view), Line::styled(prospect, theme.dim)];
        }
        // What was typed may be no number of the board.
        let there = self.typed.parse() == Ok(self.cursor.get());
        let typed = Line::styled(format!("Number: {}_", self.typed), theme.title);
        [if there { self.relatives(view) } else { Line::default() }, typed]
    }

    /// The factors and multiples of the number under the cursor, as far as there is room.
    fn relatives(&self, view: &View) -> Line<'static> {
        let (theme, glyphs, focus) = (view.theme, view.glyphs, &self.focus);
        // Taken numbers are not on the board any more, but they are factors all the same.
        let removal = matches!(self.record().position(), Position::Removal(_));
        let left = if removal { " left" } else { "" };
        let head = format!("{}  ", self.cursor);
        let factors = format!("{} factors{left}", glyphs.factor);
        let multiples = format!("  {} multiples{left}", glyphs.multiple);
        let room =
            view.columns().saturating_sub(width(&head) + width(&factors) + width(&multiples));
        // No window has room for more than the first few hundred.
        let need = |numbers: &[Number]| {
            let first = numbers.get(..400).unwrap_or(numbers);
            listed(first, usize::MAX, glyphs.ellipsis).len()
        };
        // Each gets half of the line, and what the other does not need.
        let for_factors = room.saturating_sub(need(&focus.multiples)).max(room / 2);
        let for_factors = for_factors.min(need(&focus.factors));
        let list_of_factors = listed(&focus.factors, for_factors, glyphs.ellipsis);
        let rest = room.saturating_sub(width(&list_of_factors));
        Line::from_iter([
            Span::styled(head, theme.title),
            Span::styled(factors, theme.factor),
            Span::styled(list_of_factors, theme.text),
            Span::styled(multiples, theme.multiple),
            Span::styled(listed(&focus.multiples, rest, glyphs.ellipsis), theme.text),
        ])
    }

    /// What playing the number under the cursor would do; nothing while the opponent is to move.
    fn prospect(&self) -> String {
        if !self.is_persons_turn() {
            return String::new();
        }
        let cursor = self.cursor;
        let (race, standing) = match self.record().position() {
            Position::Removal(removal) => (false, removal.last()),
            Position::Race(race) => (true, Some(race.token(race.to_move()).at)),
        };
        if standing == Some(cursor) {
            return if race { "You stand here." } else { "This is the last number." }.to_owned();
        }
        let opponent = self.opponent();
        let text = match self.focus.after {
            Prospect::Refused(refusal) => format!("{cursor} is {}.", divvy_words::reason(refusal)),
            Prospect::Wins if race => format!("{cursor} is the target."),
            Prospect::Wins => format!("{cursor} leaves {opponent} no reply."),
            Prospect::Skips => format!("{cursor} leaves {opponent} no move: a turn skipped."),
            Prospect::Replies(1) => format!("{cursor} leaves {opponent} 1 reply."),
            Prospect::Replies(replies) => format!("{cursor} leaves {opponent} {replies} replies."),
        };
        let tip = self.tip.as_ref().filter(|tip| tip.whole);
        match tip.and_then(|tip| tip.partner(cursor)) {
            Some(partner) => format!("{text} Its partner is {partner}."),
            None => text,
        }
    }
}

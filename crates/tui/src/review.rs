//! A finished game looked at again: walked through move by move, with what the review says.

use divvy_analysis::{Review, ReviewedMove};
use divvy_match::{Match, Seat};
use divvy_rules::{Player, Record};
use divvy_words::Sentence;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::board::{BoardLayout, Choices, Head, Marks, Picture, audience};
use crate::command::{Command, Commands, REVIEW};
use crate::component::{Component, Effect, Input, common, open};
use crate::help::HelpPage;
use crate::view::View;

/// Rows of the strip: the moves, who was ahead after each, and what the signs mean.
const STRIP: u16 = 4;

/// Columns for what a row of the strip is about.
const LABEL: usize = 8;

#[derive(Debug)]
pub(crate) struct ReviewScreen {
    game: Match,
    review: Review,
    /// The game up to the move that is shown.
    shown: Record,
    /// What could have been played instead of the last of these moves.
    choices: Choices,
    top: u32,
}

impl ReviewScreen {
    /// At the move that decided the game, else at its end.
    pub(crate) fn new(game: Match, review: Review) -> Self {
        let shown = game.round().record().at(review.decisive.unwrap_or(usize::MAX));
        let choices = choices(&shown);
        Self { game, review, shown, choices, top: 0 }
    }

    fn ply(&self) -> usize {
        self.shown.moves().len()
    }

    fn length(&self) -> usize {
        self.game.round().record().moves().len()
    }

    /// The move that led to what is shown.
    fn last(&self) -> Option<&ReviewedMove> {
        self.review.moves.get(self.ply().checked_sub(1)?)
    }

    /// Who stood to win with so many moves made.
    fn standing(&self, ply: usize) -> Option<Player> {
        match ply.checked_sub(1) {
            None => self.review.moves.first().map_or(self.review.winner, |first| first.before),
            Some(index) => self.review.moves.get(index).and_then(|reviewed| reviewed.after),
        }
    }

    fn go_to(&mut self, ply: usize) {
        self.shown = self.game.round().record().at(ply);
        self.choices = choices(&self.shown);
    }

    fn step(&mut self, by: isize) {
        self.go_to(self.ply().saturating_add_signed(by));
    }

    /// To the next slip, or to the one before, round and round.
    fn next_slip(&mut self, forward: bool) {
        let ply = self.ply();
        let slips = self.review.moves.iter().filter(|reviewed| reviewed.slip);
        let slips: Vec<usize> = slips.map(|reviewed| reviewed.ply).collect();
        let slip = match forward {
            true => slips.iter().find(|&&slip| slip > ply).or(slips.first()),
            false => slips.iter().rfind(|&&slip| slip < ply).or(slips.last()),
        };
        slip.into_iter().for_each(|&slip| self.go_to(slip));
    }

    fn layout(&self, view: &View) -> BoardLayout {
        BoardLayout::new(view, self.game.rules().board(), STRIP)
    }

    /// Columns for a move in the strip.
    fn cell(&self) -> usize {
        self.game.rules().board().size().to_string().len().max(2) + 3
    }

    /// The part of the game that the strip shows: the first ply and how many.
    fn window(&self, strip: Rect) -> (usize, usize) {
        let room = (usize::from(strip.width).saturating_sub(LABEL) / self.cell()).max(1);
        let count = (self.length() + 1).min(room);
        let from = self.ply().saturating_sub(count / 2).min(self.length() + 1 - count);
        (from, count)
    }

    /// The moves, and who was ahead after each.
    fn draw_strip(&self, buffer: &mut Buffer, view: &View, area: Rect) {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let (from, count) = self.window(area);
        let (y, wide) = (area.y + area.height.saturating_sub(STRIP), self.cell());
        let seat_of = |player| self.game.round().seat_of(player).index();
        buffer.set_string(area.x, y, "Moves", theme.quiet());
        buffer.set_string(area.x, y + 1, "Ahead", theme.quiet());
        for (ply, column) in (from..from + count).zip(0..) {
            let x = area.x + (LABEL + column * wide) as u16;
            let (text, slip, own) = match ply.checked_sub(1).map(|index| &self.review.moves[index])
            {
                None => ("-".to_owned(), "", theme.dim),
                Some(made) => {
                    let slip = if made.slip { glyphs.slip } else { "" };
                    (made.number.to_string(), slip, theme.seats[seat_of(made.player)])
                }
            };
            let style = if ply == self.ply() { theme.cursor } else { own };
            let text = format!(" {text:>0$}", wide - 3);
            buffer.set_string(x, y, format!("{text} "), style);
            if !slip.is_empty() {
                let slip_style = if ply == self.ply() { theme.cursor } else { theme.refusal };
                buffer.set_string(x + wide as u16 - 2, y, slip, slip_style);
            }
            let middle = x + wide as u16 - 3;
            match self.standing(ply).map(seat_of) {
                Some(seat) => {
                    buffer.set_string(middle, y + 1, glyphs.tokens[seat], theme.seats[seat])
                }
                None => buffer.set_string(middle, y + 1, glyphs.dot, theme.dim),
            }
        }
        self.draw_legend(buffer, view, Rect { y: y + 3, height: 1, ..area });
    }

    /// What the signs mean, as many as there is room for.
    fn draw_legend(&self, buffer: &mut Buffer, view: &View, row: Rect) {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let who = Seat::BOTH.map(|seat| view.text(&audience(&self.game).who(seat).to_string()));
        let [one, two] = &who;
        let signs = [
            (glyphs.slip, theme.refusal, "slip"),
            (glyphs.best, theme.mark, "would have won"),
            (glyphs.tokens[0], theme.seats[0], one),
            (glyphs.tokens[1], theme.seats[1], two),
        ];
        let mut line = Line::default();
        for (sign, style, meaning) in signs {
            let space = if line.spans.is_empty() { "" } else { "   " };
            let more = [
                Span::raw(space),
                Span::styled(sign, style),
                Span::styled(format!(" {meaning}"), theme.quiet()),
            ];
            if line.width() + more.iter().map(Span::width).sum::<usize>() <= row.width.into() {
                line.extend(more);
            }
        }
        buffer.set_line(row.x, row.y, &line, row.width);
    }
}

/// What could have been played instead of the last move; before the first move, what can be.
fn choices(shown: &Record) -> Choices {
    Choices::new(shown.at(shown.moves().len().saturating_sub(1)).legal())
}

impl Component for ReviewScreen {
    fn commands(&self) -> Commands {
        REVIEW
    }

    fn handle(&mut self, input: Input, view: &View) -> Option<Effect> {
        match input {
            Input::Command(command) => match command {
                Command::Left => self.step(-1),
                Command::Right => self.step(1),
                Command::NextLegal => self.next_slip(true),
                Command::PreviousLegal => self.next_slip(false),
                Command::Home => self.go_to(0),
                Command::End => self.go_to(usize::MAX),
                Command::Back => return Some(Effect::Close),
                Command::Help => {
                    let rules = Some(self.game.rules());
                    return open(HelpPage::new(REVIEW, rules, true, None));
                }
                _ => return common(command),
            },
            Input::Press(at) => {
                let strip = self.layout(view).bottom;
                let (from, count) = self.window(strip);
                let place =
                    usize::from(at.x.checked_sub(strip.x)?).checked_sub(LABEL)? / self.cell();
                if strip.contains(at) && place < count {
                    self.go_to(from + place);
                }
            }
            Input::Scroll(rows) => self.step(rows.signum()),
            _ => {}
        }
        None
    }

    /// Keeps the move that is shown in sight.
    fn settle(&mut self, view: &View) -> Option<Effect> {
        if let Some(last) = self.last().filter(|_| !view.is_cramped()) {
            self.top = self.layout(view).grid.top_for(self.top, last.number.get());
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let layout = self.layout(view);
        let picture = Picture {
            game: &self.game,
            record: &self.shown,
            choices: &self.choices,
            top: self.top,
            cursor: None,
            marks: Marks::Missed(self.last().map_or(&[], |last| &last.winning)),
            muted: false,
            hidden: false,
            lit: false,
        };
        picture.draw(buffer, view, &layout);
        self.draw_strip(buffer, view, layout.bottom);
        let heading = match self.ply() {
            0 => "Review: before the first move".to_owned(),
            ply => format!("Review: move {ply} of {}", self.length()),
        };
        let to = audience(&self.game);
        let [played, did] = to.after(self.ply(), &self.review, &self.game);
        let skipped = to.skipped(self.game.round().record().skipped_after(self.ply()));
        let said = Sentence::joined([played, did].into_iter().chain(skipped)).to_string();
        let parts = vec![(view.theme.title, heading), (view.theme.text, said)];
        let goal = (self.ply() > 0 && self.choices.legal.len() > 1)
            .then(|| "Bright numbers could have been played instead.".to_owned());
        Head { parts, owned: Vec::new(), goal, banner: None }.draw(buffer, view, layout.head);
    }
}

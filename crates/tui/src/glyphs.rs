//! The signs on the screen.

use divvy_rules::Number;
use ratatui::symbols::border;

/// The signs, each in Unicode and in ASCII.
macro_rules! glyphs {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $unicode:expr, $ascii:expr;)*) => {
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Glyphs {
            $($(#[$doc])* pub(crate) $name: $type,)*
        }

        impl Glyphs {
            pub(crate) const UNICODE: Glyphs = Glyphs { $($name: $unicode,)* };
            pub(crate) const ASCII: Glyphs = Glyphs { $($name: $ascii,)* };
        }
    };
}

glyphs! {
    /// The line through a number that is taken, and between the stations of a chain.
    stroke: Sign = "─", "-";
    /// The ground of a trap, and the sign before a small one.
    trap: Sign = "░", "/";
    trapped: Sign = "×", "x";
    cursor: Sign = "▸", ">";
    cursor_end: Sign = "◂", "<";
    pair: Sign = "⇄", "=";
    answer: Sign = "→", ">";
    answered: Sign = " → ", " > ";
    best: Sign = "★", "!";
    target: Sign = "⚑", "T";
    banned: Sign = "╳", "x";
    /// After a move that gave a win or a draw away. No `!`: that is praise in chess.
    slip: Sign = "✗", "x";
    /// What a move is worth to the player who makes it.
    wins: Sign = "✓", "+";
    loses: Sign = "✗", "-";
    draws: Sign = "=", "=";
    /// A pixel of a large digit.
    bar: Sign = "█", "#";
    /// There are more numbers above, or below.
    above: Sign = "↑", "^";
    below: Sign = "↓", "v";
    less: Sign = "‹", "<";
    more: Sign = "›", ">";
    dot: Sign = "·", "-";
    /// Between columns.
    column: Sign = "│", "|";
    ellipsis: Sign = "…", "...";
    /// The edge below a card.
    edge: Sign = "▁", "_";
    divided: Sign = "÷", "/";
    times: Sign = "×", "x";
    tokens: [Sign; 2] = ["●", "◆"], ["*", "~"];
    spinner: &'static [Sign] = &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"], &["|", "/", "-", "\\"];
    /// Around a number that can be played but not by the person at the board now, one that can, the last one, and
    /// the one before it that sets traps too.
    free: border::Set<'static> = border::LIGHT_TRIPLE_DASHED, box_of(".", ".", ":");
    legal: border::Set<'static> = border::THICK, box_of("+", "-", "|");
    last: border::Set<'static> = border::DOUBLE, box_of("#", "=", "#");
    older: border::Set<'static> = border::PLAIN, box_of("#", "-", "#");
}

/// One column wide, but for the ellipsis.
type Sign = &'static str;

impl Glyphs {
    /// How a number comes from one that is related to it: `÷3`.
    pub(crate) fn relation(&self, from: Number, to: Number) -> Option<String> {
        match (from.get(), to.get()) {
            (from, to) if from.is_multiple_of(to) => Some(format!("{}{}", self.divided, from / to)),
            (from, to) if to.is_multiple_of(from) => Some(format!("{}{}", self.times, to / from)),
            _ => None,
        }
    }

    /// The same as the left side of a sum: `51 ÷ 3 =`.
    pub(crate) fn sum(&self, from: Number, to: Number) -> Option<String> {
        let relation = self.relation(from, to)?;
        let (sign, by) = relation.split_at(relation.chars().next()?.len_utf8());
        Some(format!("{from} {sign} {by} ="))
    }
}

const fn box_of(corners: Sign, horizontal: Sign, vertical: Sign) -> border::Set<'static> {
    border::Set {
        top_left: corners,
        top_right: corners,
        bottom_left: corners,
        bottom_right: corners,
        vertical_left: vertical,
        vertical_right: vertical,
        horizontal_top: horizontal,
        horizontal_bottom: horizontal,
    }
}

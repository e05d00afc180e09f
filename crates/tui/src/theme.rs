//! How things look: styles with colours, styles without, and the signs in Unicode and in ASCII.
//!
//! No state is told by colour alone: each has a shape or a sign and a weight of its own as well.

use ratatui::style::Color::{Blue, Cyan, DarkGray, Gray, LightBlue, LightRed, Red, Reset, Yellow};
use ratatui::style::Style;
use ratatui::symbols::border;
use serde::{Deserialize, Serialize};

/// The sets of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// For dark backgrounds.
    Dark,
    /// For light backgrounds.
    Light,
    /// For projectors and weak eyes.
    HighContrast,
    /// No colours, only weights.
    Mono,
}

impl ThemeName {
    /// All of them.
    pub const ALL: [ThemeName; 4] =
        [ThemeName::Dark, ThemeName::Light, ThemeName::HighContrast, ThemeName::Mono];

    /// The name as it is written in the settings file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            ThemeName::Dark => "dark",
            ThemeName::Light => "light",
            ThemeName::HighContrast => "high-contrast",
            ThemeName::Mono => "mono",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub(crate) const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) text: Style,
    /// What matters less, and numbers that cannot be played now.
    pub(crate) dim: Style,
    pub(crate) title: Style,
    pub(crate) key: Style,
    /// A number that can be played.
    pub(crate) legal: Style,
    /// The same without a ground, and what is selected in a list.
    pub(crate) selected: Style,
    pub(crate) cursor: Style,
    /// Signs on numbers that are not filled: partners, the move of a hint.
    pub(crate) mark: Style,
    pub(crate) target: Style,
    pub(crate) banned: Style,
    pub(crate) seats: [Style; 2],
    /// Filled with the colour of a seat: the last number, a token.
    pub(crate) filled: [Style; 2],
    pub(crate) refusal: Style,
    /// For what must not be missed.
    pub(crate) alert: Style,
}

impl Theme {
    /// The styles of a set. Dark and light have colours on the terminal's own background, filled ones in reverse, so that
    /// the text in them has the colour of that background; high contrast has black or white against strong colours,
    /// whatever the terminal's own are.
    pub(crate) fn of(name: ThemeName) -> Self {
        // For titles and keys, for numbers that cannot be played now, for what should catch the eye, and for the seats.
        let (accent, free, warm, [one, two]) = match name {
            // The colours that are dark enough to be read on white.
            ThemeName::Light => (Blue, DarkGray, Red, [Blue, Red]),
            ThemeName::Dark => (Cyan, Gray, Yellow, [LightBlue, LightRed]),
            ThemeName::HighContrast | ThemeName::Mono => (Reset, Reset, Reset, [Reset, Reset]),
        };
        let (plain, bold) = (Style::new(), Style::new().bold());
        let marked = bold.reversed();
        // Without colours, with them, and with high contrast.
        let pick = |mono: Style, coloured: Style, high: Style| match name {
            ThemeName::Mono => mono,
            ThemeName::Dark | ThemeName::Light => coloured,
            ThemeName::HighContrast => high,
        };
        Theme {
            text: pick(plain, plain, plain.white().on_black()),
            dim: pick(plain.dim(), plain.fg(free), plain.gray().on_black()),
            title: pick(bold, bold.fg(accent), bold.white().on_black()),
            key: pick(bold, bold.fg(accent), bold.yellow().on_black()),
            legal: pick(bold, marked.green(), plain.black().on_green()),
            selected: pick(bold, bold.green(), plain.black().on_green()),
            cursor: pick(marked, marked.fg(Reset), bold.black().on_white()),
            mark: pick(bold, bold.fg(warm), bold.yellow().on_black()),
            target: pick(marked, marked.magenta(), bold.white().on_magenta()),
            banned: pick(plain.dim(), plain.red(), bold.red().on_black()),
            seats: [
                pick(bold, bold.fg(one), bold.cyan().on_black()),
                pick(bold, bold.fg(two), bold.yellow().on_black()),
            ],
            filled: [
                pick(marked, marked.fg(one), plain.black().on_cyan()),
                pick(marked, marked.fg(two), plain.black().on_yellow()),
            ],
            refusal: pick(bold, bold.red(), bold.white().on_red()),
            alert: pick(marked, marked.fg(warm), plain.black().on_yellow()),
        }
    }
}

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
    pair: Sign = "=", "=";
    best: Sign = "★", "!";
    target: Sign = "⚑", "T";
    banned: Sign = "╳", "x";
    slip: Sign = "✗", "x";
    /// A bar of a review, and a pixel of a large digit.
    bar: Sign = "█", "#";
    no_bar: Sign = "·", ".";
    here: Sign = "▲", "^";
    /// There are more numbers above, or below.
    above: Sign = "↑", "^";
    below: Sign = "↓", "v";
    less: Sign = "‹", "<";
    more: Sign = "›", ">";
    dot: Sign = "·", "-";
    ellipsis: Sign = "…", "...";
    tokens: [Sign; 2] = ["●", "◆"], ["*", "~"];
    spinner: &'static [Sign] = &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"], &["|", "/", "-", "\\"];
    /// Around a card of a list, a number that can be played, the last one, and the one before it that sets traps too.
    free: border::Set<'static> = border::LIGHT_TRIPLE_DASHED, box_of(".", ".", ":");
    legal: border::Set<'static> = border::THICK, box_of("+", "-", "|");
    last: border::Set<'static> = border::DOUBLE, box_of("#", "=", "#");
    older: border::Set<'static> = border::PLAIN, box_of("#", "-", "#");
}

/// One column wide, but for the ellipsis.
type Sign = &'static str;

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

/// A theme and a set of signs.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Which colours.
    pub theme: ThemeName,
    /// Whether all signs are ASCII.
    pub ascii: bool,
    /// Whether colours are wanted at all; without them every theme is the one without.
    pub colours: bool,
}

impl Look {
    pub(crate) fn theme(self) -> Theme {
        Theme::of(if self.colours { self.theme } else { ThemeName::Mono })
    }

    pub(crate) const fn glyphs(self) -> &'static Glyphs {
        if self.ascii { &Glyphs::ASCII } else { &Glyphs::UNICODE }
    }

    /// A text fit for the set of signs: names may hold anything.
    pub(crate) fn text(self, text: &str) -> String {
        let ascii = |c| match c {
            '’' => '\'',
            c if c.is_ascii() => c,
            _ => '?',
        };
        if self.ascii { text.chars().map(ascii).collect() } else { text.to_owned() }
    }
}

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

    pub(crate) const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) text: Style,
    pub(crate) dim: Style,
    pub(crate) title: Style,
    pub(crate) key: Style,
    pub(crate) free: Style,
    pub(crate) legal: Style,
    pub(crate) last: Style,
    pub(crate) taken: Style,
    pub(crate) cursor: Style,
    pub(crate) factor: Style,
    pub(crate) multiple: Style,
    pub(crate) pair: Style,
    pub(crate) best: Style,
    pub(crate) target: Style,
    pub(crate) banned: Style,
    pub(crate) seats: [Style; 2],
    pub(crate) refusal: Style,
    pub(crate) alert: Style,
    pub(crate) good: Style,
}

/// What a message is about, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Refusal,
    /// Must not be missed.
    Alert,
    Good,
}

impl Theme {
    /// The styles of a set. Dark and light have colours on the terminal's own background; high contrast has black or
    /// white against strong colours, whatever the terminal's own are.
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
            dim: pick(plain.dim(), plain.dark_gray(), plain.gray().on_black()),
            title: pick(bold, bold.fg(accent), bold.white().on_black()),
            key: pick(bold, bold.fg(accent), bold.yellow().on_black()),
            free: pick(plain, plain.fg(free), plain.white().on_black()),
            legal: pick(bold, bold.green(), bold.black().on_green()),
            last: pick(bold, bold.magenta(), bold.white().on_magenta()).underlined(),
            taken: pick(plain.dim(), plain.dark_gray(), plain.gray().on_black()),
            cursor: pick(plain.reversed(), plain.reversed(), bold.black().on_white()),
            factor: pick(plain, plain.cyan(), bold.cyan().on_black()),
            multiple: pick(plain, plain.fg(warm), bold.yellow().on_black()),
            pair: pick(bold, bold.fg(warm), bold.yellow().on_black()),
            best: pick(marked, marked.fg(warm), bold.black().on_yellow()),
            target: pick(bold, bold.fg(warm), bold.yellow().on_black()),
            banned: pick(plain.dim(), plain.red(), bold.red().on_black()),
            seats: [
                pick(bold, bold.fg(one), bold.cyan().on_black()),
                pick(bold, bold.fg(two), bold.yellow().on_black()),
            ],
            refusal: pick(bold, bold.red(), bold.white().on_red()),
            alert: pick(marked, marked.fg(warm), bold.black().on_yellow()),
            good: pick(bold, bold.green(), bold.black().on_green()),
        }
    }

    pub(crate) const fn note(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => self.text,
            Tone::Refusal => self.refusal,
            Tone::Alert => self.alert,
            Tone::Good => self.good,
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
    taken: Sign = "·", ".";
    cursor: Sign = "▸", ">";
    factor: Sign = "÷", "/";
    multiple: Sign = "×", "*";
    pair: Sign = "=", "=";
    best: Sign = "★", "!";
    tokens: [Sign; 2] = ["●", "○"], ["@", "&"];
    both: Sign = "◉", "%";
    target: Sign = "⚑", "T";
    banned: Sign = "⊘", "x";
    slip: Sign = "✗", "x";
    bar: Sign = "█", "#";
    no_bar: Sign = "·", ".";
    here: Sign = "▲", "^";
    less: Sign = "‹", "<";
    more: Sign = "›", ">";
    dot: Sign = "·", "-";
    ellipsis: Sign = "…", "...";
    spinner: &'static [Sign] = &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"], &["|", "/", "-", "\\"];
    /// Around a number that is free, one that can be played, and the last one.
    free: border::Set<'static> = border::LIGHT_TRIPLE_DASHED, box_of(" ", " ", " ");
    legal: border::Set<'static> = border::THICK, box_of("+", "-", "|");
    last: border::Set<'static> = border::DOUBLE, box_of("#", "=", "#");
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

#[cfg(test)]
mod tests {
    use ratatui::text::Span;

    use super::*;

    #[test]
    fn every_sign_is_one_column_wide_and_ascii_is_ascii() {
        for (glyphs, ascii) in [(Glyphs::UNICODE, false), (Glyphs::ASCII, true)] {
            let [one, two] = glyphs.tokens;
            let Glyphs { taken, cursor, factor, multiple, pair, best, both, .. } = glyphs;
            let Glyphs { target, banned, slip, bar, no_bar, here, less, more, dot, .. } = glyphs;
            let signs = [
                one, two, taken, cursor, factor, multiple, pair, best, both, target, banned, slip,
                bar, no_bar, here, less, more, dot,
            ];
            for sign in signs.into_iter().chain(glyphs.spinner.iter().copied()) {
                assert_eq!(Span::raw(sign).width(), 1, "{sign}");
                assert_eq!(sign.is_ascii(), ascii || sign.is_ascii(), "{sign}");
            }
            assert_eq!(glyphs.ellipsis.is_ascii(), ascii);
        }
    }
}

//! How things look: styles with colours, styles without, and the signs in Unicode and in ASCII.
//!
//! No state is told by colour alone: each has a shape or a sign and a weight of its own as well.

use ratatui::style::{Color, Modifier, Style};
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

    /// The next one, round and round.
    pub(crate) const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// A style for everything that is drawn.
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

/// The weights alone, from which the sets of colours are made.
fn mono() -> Theme {
    let plain = Style::new();
    Theme {
        text: plain,
        dim: plain.add_modifier(Modifier::DIM),
        title: plain.add_modifier(Modifier::BOLD),
        key: plain.add_modifier(Modifier::BOLD),
        free: plain,
        legal: plain.add_modifier(Modifier::BOLD),
        last: plain.add_modifier(Modifier::BOLD.union(Modifier::UNDERLINED)),
        taken: plain.add_modifier(Modifier::DIM),
        cursor: plain.add_modifier(Modifier::REVERSED),
        factor: plain,
        multiple: plain,
        pair: plain.add_modifier(Modifier::BOLD),
        best: plain.add_modifier(Modifier::BOLD.union(Modifier::REVERSED)),
        target: plain.add_modifier(Modifier::BOLD),
        banned: plain.add_modifier(Modifier::DIM),
        seats: [plain.add_modifier(Modifier::BOLD); 2],
        refusal: plain.add_modifier(Modifier::BOLD),
        alert: plain.add_modifier(Modifier::BOLD.union(Modifier::REVERSED)),
        good: plain.add_modifier(Modifier::BOLD),
    }
}

impl Theme {
    pub(crate) fn of(name: ThemeName) -> Self {
        match name {
            ThemeName::Mono => mono(),
            ThemeName::Dark => {
                let seats = [Color::LightBlue, Color::LightRed];
                coloured(Color::Cyan, Color::Gray, Color::Yellow, seats)
            }
            // The colours that are dark enough to be read on white.
            ThemeName::Light => {
                coloured(Color::Blue, Color::DarkGray, Color::Red, [Color::Blue, Color::Red])
            }
            ThemeName::HighContrast => high_contrast(),
        }
    }

    /// How a message looks.
    pub(crate) const fn note(&self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => self.text,
            Tone::Refusal => self.refusal,
            Tone::Alert => self.alert,
            Tone::Good => self.good,
        }
    }
}

/// Colours on the terminal's own background: for titles and keys, for numbers that cannot be played now, for what
/// should catch the eye, and for the seats.
fn coloured(accent: Color, free: Color, warm: Color, seats: [Color; 2]) -> Theme {
    let mono = mono();
    Theme {
        dim: Style::new().fg(Color::DarkGray),
        title: mono.title.fg(accent),
        key: mono.key.fg(accent),
        free: Style::new().fg(free),
        legal: mono.legal.fg(Color::Green),
        last: mono.last.fg(Color::Magenta),
        taken: Style::new().fg(Color::DarkGray),
        factor: mono.factor.fg(Color::Cyan),
        multiple: mono.multiple.fg(warm),
        pair: mono.pair.fg(warm),
        best: mono.best.fg(warm),
        target: mono.target.fg(warm),
        banned: Style::new().fg(Color::Red),
        seats: [mono.seats[0].fg(seats[0]), mono.seats[1].fg(seats[1])],
        refusal: mono.refusal.fg(Color::Red),
        alert: mono.alert.fg(warm),
        good: mono.good.fg(Color::Green),
        ..mono
    }
}

/// Black or white against strong colours, whatever the terminal's own are.
fn high_contrast() -> Theme {
    let mono = mono();
    Theme {
        text: Style::new().fg(Color::White).bg(Color::Black),
        dim: Style::new().fg(Color::Gray).bg(Color::Black),
        title: mono.title.fg(Color::White).bg(Color::Black),
        key: mono.key.fg(Color::Yellow).bg(Color::Black),
        free: Style::new().fg(Color::White).bg(Color::Black),
        legal: mono.legal.fg(Color::Black).bg(Color::Green),
        last: mono.last.fg(Color::White).bg(Color::Magenta),
        taken: Style::new().fg(Color::Gray).bg(Color::Black),
        cursor: mono.legal.fg(Color::Black).bg(Color::White),
        factor: mono.legal.fg(Color::Cyan).bg(Color::Black),
        multiple: mono.legal.fg(Color::Yellow).bg(Color::Black),
        pair: mono.pair.fg(Color::Yellow).bg(Color::Black),
        best: mono.legal.fg(Color::Black).bg(Color::Yellow),
        target: mono.target.fg(Color::Yellow).bg(Color::Black),
        banned: mono.legal.fg(Color::Red).bg(Color::Black),
        seats: [
            mono.seats[0].fg(Color::Cyan).bg(Color::Black),
            mono.seats[1].fg(Color::Yellow).bg(Color::Black),
        ],
        refusal: mono.legal.fg(Color::White).bg(Color::Red),
        alert: mono.legal.fg(Color::Black).bg(Color::Yellow),
        good: mono.legal.fg(Color::Black).bg(Color::Green),
    }
}

/// The signs, each one column wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyphs {
    pub(crate) taken: &'static str,
    pub(crate) cursor: &'static str,
    pub(crate) factor: &'static str,
    pub(crate) multiple: &'static str,
    pub(crate) pair: &'static str,
    pub(crate) best: &'static str,
    pub(crate) tokens: [&'static str; 2],
    pub(crate) both: &'static str,
    pub(crate) target: &'static str,
    pub(crate) banned: &'static str,
    pub(crate) slip: &'static str,
    pub(crate) bar: &'static str,
    pub(crate) no_bar: &'static str,
    pub(crate) here: &'static str,
    pub(crate) less: &'static str,
    pub(crate) more: &'static str,
    pub(crate) dot: &'static str,
    pub(crate) ellipsis: &'static str,
    pub(crate) spinner: &'static [&'static str],
    /// Around a number that is free, one that can be played, and the last one.
    pub(crate) free: border::Set<'static>,
    pub(crate) legal: border::Set<'static>,
    pub(crate) last: border::Set<'static>,
}

const fn box_of(
    corners: &'static str,
    horizontal: &'static str,
    vertical: &'static str,
) -> border::Set<'static> {
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

impl Glyphs {
    pub(crate) const UNICODE: Glyphs = Glyphs {
        taken: "·",
        cursor: "▸",
        factor: "÷",
        multiple: "×",
        pair: "=",
        best: "★",
        tokens: ["●", "○"],
        both: "◉",
        target: "⚑",
        banned: "⊘",
        slip: "✗",
        bar: "█",
        no_bar: "·",
        here: "▲",
        less: "‹",
        more: "›",
        dot: "·",
        ellipsis: "…",
        spinner: &["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"],
        free: border::LIGHT_TRIPLE_DASHED,
        legal: border::THICK,
        last: border::DOUBLE,
    };

    pub(crate) const ASCII: Glyphs = Glyphs {
        taken: ".",
        cursor: ">",
        factor: "/",
        multiple: "*",
        pair: "=",
        best: "!",
        tokens: ["@", "&"],
        both: "%",
        target: "T",
        banned: "x",
        slip: "x",
        bar: "#",
        no_bar: ".",
        here: "^",
        less: "<",
        more: ">",
        dot: "-",
        ellipsis: "...",
        spinner: &["|", "/", "-", "\\"],
        free: box_of(" ", " ", " "),
        legal: box_of("+", "-", "|"),
        last: box_of("#", "=", "#"),
    };
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
    pub(crate) fn styles(self) -> Theme {
        Theme::of(if self.colours { self.theme } else { ThemeName::Mono })
    }

    pub(crate) const fn glyphs(self) -> &'static Glyphs {
        if self.ascii { &Glyphs::ASCII } else { &Glyphs::UNICODE }
    }

    /// A text fit for the set of signs: names may hold anything.
    pub(crate) fn text(self, text: &str) -> String {
        if self.ascii {
            text.chars()
                .map(|c| match c {
                    '’' => '\'',
                    c if c.is_ascii() => c,
                    _ => '?',
                })
                .collect()
        } else {
            text.to_owned()
        }
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

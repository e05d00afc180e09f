//! How things look: styles with the page's colours, with a terminal's own sixteen, and with none.
//!
//! No state is told by colour alone: each has a shape or a sign and a weight of its own as well.

use divvy_match::Seat;
use divvy_rules::named;
use ratatui::style::Color::{self, Blue, Cyan, DarkGray, Gray, LightRed, Red, Reset, Yellow};
use ratatui::style::Style;
use serde::{Deserialize, Serialize};

use crate::glyphs::Glyphs;

/// How many colours there are to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub enum Colours {
    /// None: every theme is the one without.
    None,
    /// The sixteen that each terminal has, in shades of its own.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All of them.
    True,
}

impl Colours {
    /// What a terminal says of itself in `COLORTERM` and `TERM`. GNU screen passes `COLORTERM` on, but has no more than 256.
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Self {
        let says = |name: &str, words: &[&str]| {
            variable(name).is_some_and(|value| words.iter().any(|word| value.contains(word)))
        };
        let full = says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &["-direct"]);
        // It says so in STY, but not through ssh; tmux may call itself screen too.
        let named = says("TERM", &["screen"]) && !says("TERM_PROGRAM", &["tmux"]);
        let screen = named || variable("STY").is_some();
        match full {
            true if !screen => Colours::True,
            false if !says("TERM", &["256"]) => Colours::Sixteen,
            _ => Colours::Indexed,
        }
    }
}

named! {
    /// The sets of colours, by their names in the settings file.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ThemeName: name {
        /// For dark backgrounds.
        Dark = "dark",
        /// For light backgrounds.
        Light = "light",
        /// For projectors and weak eyes.
        HighContrast = "high-contrast",
        /// No colours, only weights.
        Mono = "mono",
    }
}

impl ThemeName {
    pub(crate) const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) text: Style,
    /// What matters less.
    pub(crate) dim: Style,
    pub(crate) title: Style,
    pub(crate) key: Style,
    /// A number that cannot be played now.
    pub(crate) free: Style,
    /// A number that can be played.
    pub(crate) legal: Style,
    /// The same under the cursor.
    pub(crate) here: Style,
    /// A number that is gone.
    pub(crate) taken: Style,
    pub(crate) cursor: Style,
    /// Signs on numbers that are not filled: partners, the move of a hint.
    pub(crate) mark: Style,
    pub(crate) target: Style,
    /// A way that is not open, and the ground of a trap.
    pub(crate) banned: Style,
    pub(crate) seats: [Style; 2],
    /// Filled with the colour of a seat: the last number, a token.
    pub(crate) filled: [Style; 2],
    pub(crate) refusal: Style,
    /// For what must not be missed.
    pub(crate) alert: Style,
    /// The ground of the help line.
    pub(crate) bar: Style,
    /// Where cards have grounds: the edge below one that cannot be played. Else they have frames.
    pub(crate) edge: Option<Style>,
}

/// The page's colours, as `server/assets/style.css` has them: paper, quiet and raised cards, ink, what is said softly and
/// what is gone, the two seats, text on these, good and bad. Cards have no frames here, so quiet ones are a shade darker on
/// light paper; and the orange for light paper is a little darker, for the one of 256 colours next to it.
type Palette = [u32; 11];

const DARK: Palette = [
    0x14_171b, 0x1e_2329, 0x2b_333d, 0xec_eae5, 0xa5_aeb9, 0x80_8994, 0x7f_b8ee, 0xf2_a56f,
    0x11_151a, 0x7f_d0a5, 0xff_9c94,
];

const LIGHT: Palette = [
    0xf6_f4ef, 0xeb_e8e0, 0xff_ffff, 0x20_252d, 0x5b_6470, 0x67_6f79, 0x1f_5f99, 0x9a_3f08,
    0xff_ffff, 0x1c_6b45, 0xa1_2a2a,
];

fn coloured(palette: Palette, colours: Colours) -> Theme {
    let [paper, card, raised, ink, soft, gone, one, two, on_accent, good, bad] =
        palette.map(|rgb| match colours {
            Colours::True => Color::from_u32(rgb),
            _ => Color::Indexed(nearest(rgb)),
        });
    let (plain, bold) = (Style::new(), Style::new().bold());
    let quiet = plain.fg(soft);
    let on = |ground: Color| bold.fg(on_accent).bg(ground);
    let here = bold.fg(paper).bg(ink);
    Theme {
        text: plain.fg(ink).bg(paper),
        dim: quiet,
        title: bold.fg(ink),
        key: bold.fg(one),
        free: quiet.bg(card),
        legal: bold.fg(ink).bg(raised),
        here,
        taken: plain.fg(gone).crossed_out(),
        cursor: here,
        mark: bold.fg(good),
        target: on(good),
        banned: plain.fg(bad),
        seats: [bold.fg(one), bold.fg(two)],
        filled: [on(one), on(two)],
        refusal: bold.fg(bad),
        alert: on(two),
        bar: quiet.bg(card),
        edge: Some(plain.fg(paper)),
    }
}

fn parts(rgb: u32) -> [u32; 3] {
    [16, 8, 0].map(|shift| rgb >> shift & 0xff)
}

/// One of xterm's 256 colours, from its cube of 6 x 6 x 6 on.
fn of(index: u8) -> [u32; 3] {
    match index.checked_sub(232) {
        Some(grey) => [8 + 10 * u32::from(grey); 3],
        None => [36, 6, 1].map(|place| match u32::from((index - 16) / place % 6) {
            0 => 0,
            step => 55 + 40 * step,
        }),
    }
}

/// The one of xterm's 256 colours that is most like this one: of its cube of 6 x 6 x 6, or of its 24 greys.
fn nearest(rgb: u32) -> u8 {
    let apart = |index: &u8| -> u32 {
        std::iter::zip(of(*index), parts(rgb)).map(|(a, b)| a.abs_diff(b).pow(2)).sum()
    };
    (16..=255).min_by_key(apart).unwrap_or(16)
}

impl Theme {
    /// Text on any ground.
    pub(crate) fn ink(&self) -> Style {
        Style { bg: None, ..self.text }
    }

    /// The colour of what a player can play, where cards have grounds.
    pub(crate) fn tone(&self, mover: Seat) -> Style {
        self.edge.map_or_else(Style::new, |_| self.seats[mover.index()])
    }

    /// What is said more quietly than the rest, on any ground.
    pub(crate) fn quiet(&self) -> Style {
        Style { bg: None, ..self.free }
    }

    /// The styles of a set in the terminal's own sixteen colours, or in none. Dark and light have colours on the terminal's
    /// own background, filled ones in reverse, so that the text in them has the colour of that background; high
    /// contrast has black or white against strong colours, whatever the terminal's own are.
    fn basic(name: ThemeName) -> Self {
        // For keys and what can be played, for what matters less, for what should catch the eye, and for the seats.
        let (accent, quiet, warm, [one, two]) = match name {
            // The colours that are dark enough to be read on white.
            ThemeName::Light => (Blue, DarkGray, Red, [Blue, Red]),
            ThemeName::Dark => (Cyan, Gray, Yellow, [Cyan, LightRed]),
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
        let dim = pick(plain.dim(), plain.fg(quiet), plain.gray().on_black());
        Theme {
            text: pick(plain, plain, plain.white().on_black()),
            dim,
            title: pick(bold, bold, bold.white().on_black()),
            key: pick(bold, bold.fg(accent), bold.yellow().on_black()),
            free: pick(plain, plain.fg(quiet), plain.white().on_black()),
            legal: pick(marked, bold.fg(accent), plain.black().on_green()),
            here: pick(bold, marked, bold.black().on_white()),
            taken: dim.dim().crossed_out(),
            cursor: pick(marked, marked, bold.black().on_white()),
            mark: pick(bold, bold.fg(warm), bold.yellow().on_black()),
            target: pick(bold, marked.magenta(), bold.white().on_magenta()),
            banned: pick(plain.dim(), plain.red(), bold.red().on_black()),
            seats: [
                pick(bold, bold.fg(one), bold.cyan().on_black()),
                pick(bold, bold.fg(two), bold.yellow().on_black()),
            ],
            filled: [
                pick(bold, marked.fg(one), plain.black().on_cyan()),
                pick(bold, marked.fg(two), plain.black().on_yellow()),
            ],
            refusal: pick(bold, bold.red(), bold.white().on_red()),
            alert: pick(marked, marked.fg(warm), plain.black().on_yellow()),
            bar: plain,
            edge: None,
        }
    }
}

/// A theme and a set of signs.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Which colours.
    pub theme: ThemeName,
    /// Whether all signs are ASCII.
    pub ascii: bool,
    /// How many colours there are; without any, every theme is the one without.
    pub colours: Colours,
}

impl Look {
    pub(crate) fn theme(self) -> Theme {
        match (self.colours, self.theme) {
            (Colours::None, _) => Theme::basic(ThemeName::Mono),
            (Colours::Indexed | Colours::True, ThemeName::Dark) => coloured(DARK, self.colours),
            (Colours::Indexed | Colours::True, ThemeName::Light) => coloured(LIGHT, self.colours),
            (_, name) => Theme::basic(name),
        }
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
    use super::*;

    #[test]
    fn a_terminal_says_how_many_colours_it_has() {
        use Colours::{Indexed, Sixteen, True};
        for (colorterm, term, [program, sty], colours) in [
            ("truecolor", "xterm-256color", [""; 2], True),
            ("24bit", "xterm", [""; 2], True),
            ("", "xterm-direct", [""; 2], True),
            ("truecolor", "screen-256color", ["tmux", ""], True),
            // GNU screen passes on what the terminal around it has.
            ("truecolor", "screen.xterm-256color", [""; 2], Indexed),
            ("truecolor", "screen", [""; 2], Indexed),
            ("truecolor", "screen", ["tmux", "1.pts"], Indexed),
            ("", "xterm-256color", [""; 2], Indexed),
            ("", "xterm", [""; 2], Sixteen),
            ("", "linux", [""; 2], Sixteen),
            ("", "", [""; 2], Sixteen),
        ] {
            let variable = |name: &str| {
                let value = match name {
                    "COLORTERM" => colorterm,
                    "TERM" => term,
                    "STY" => sty,
                    _ => program,
                };
                (!value.is_empty()).then(|| value.to_owned())
            };
            assert_eq!(Colours::of_terminal(variable), colours, "{colorterm} {term}");
        }
    }

    /// Relative luminance.
    fn light(rgb: [u32; 3]) -> f64 {
        let linear = rgb.map(|part| match f64::from(part) / 255.0 {
            low if low <= 0.040_45 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        });
        linear.iter().zip([0.2126, 0.7152, 0.0722]).map(|(part, weight)| part * weight).sum()
    }

    #[test]
    fn grounds_can_be_told_apart_and_text_on_them_read() {
        for palette in [DARK, LIGHT] {
            let [paper, card, raised, ..] = palette.map(nearest);
            assert!(paper != card && card != raised && paper != raised);
            // Text on every ground, as bright against it as WCAG asks for.
            let [paper, card, raised, ink, soft, gone, one, two, on_accent, good, bad] = palette;
            let mut pairs = vec![(gone, paper), (on_accent, good), (paper, ink)];
            pairs.extend([ink, soft, bad, good, one, two].map(|text| (text, paper)));
            pairs.extend([soft, bad, one, two].map(|text| (text, card)));
            pairs.extend([ink, soft, good, one, two].map(|text| (text, raised)));
            pairs.extend([one, two].map(|seat| (on_accent, seat)));
            for (text, ground) in pairs {
                let exact = [text, ground].map(|rgb| light(parts(rgb)));
                let indexed = [text, ground].map(|rgb| light(of(nearest(rgb))));
                for [a, b] in [exact, indexed] {
                    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                    assert!(contrast >= 4.5, "{text:06x} on {ground:06x}: {contrast:.2}");
                }
            }
        }
        assert_eq!([0x00_0000, 0xff_ffff, 0x80_8080, 0x5f_87af].map(nearest), [16, 231, 244, 67]);
    }
}

//! Every screen as a picture in a file: the text, and below it the style of every place, in colour and without.
//! `DIVVY_BLESS=1 cargo test -p divvy-tui --test screens` draws them anew.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fmt::Write;
use std::path::Path;

use common::{Console, SIZES, text};
use divvy_tui::{Colours, Input, Look, ThemeName};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

/// How a screen is reached: its name and the keys, and how many people play.
struct Scene {
    name: &'static str,
    keys: &'static str,
}

/// Two people instead of one against the computer, so that every move is in the keys.
const TWO: &str = "right o down left left left enter";

const SCENES: [Scene; 35] = [
    Scene { name: "start", keys: "" },
    Scene {
        name: "start-continue",
        keys: "down right o down left left left enter 6 enter 3 enter n",
    },
    Scene { name: "setup-removal", keys: "o down down down down right right" },
    Scene { name: "setup-race", keys: "down down down o down down down down down down down 8" },
    Scene { name: "setup-problem", keys: "down down down o down down down down down right" },
    Scene { name: "trap-avoidance-opening", keys: "TWO" },
    Scene { name: "trap-avoidance-middle", keys: "TWO 7 enter 9 enter 4 enter 15 enter" },
    Scene { name: "trap-avoidance-end", keys: "TWO 7 enter 9 enter 1 enter" },
    Scene { name: "multiple-madness-opening", keys: "down TWO" },
    Scene { name: "multiple-madness-middle", keys: "down TWO 6 enter 3 enter 8 enter 12" },
    Scene { name: "multiple-madness-end", keys: "down TWO 11 enter 1 enter 13 enter" },
    Scene { name: "chain-reaction-opening", keys: "down down TWO" },
    Scene {
        name: "chain-reaction-middle",
        keys: "down down TWO 8 enter 4 enter 2 enter 14 enter u",
    },
    Scene {
        name: "chain-reaction-end",
        keys: "down down TWO 16 enter 4 enter 20 enter 1 enter 19 enter",
    },
    Scene { name: "number-maze-opening", keys: "down down down TWO" },
    Scene {
        name: "number-maze-middle",
        keys: "down down down TWO 5 enter 2 enter 10 enter 4 enter",
    },
    Scene { name: "number-maze-skip", keys: "down down down TWO 11 enter 2 enter" },
    Scene {
        name: "number-maze-end",
        keys: "down down down TWO 5 enter 2 enter 10 enter 4 enter 20 enter",
    },
    Scene { name: "sequence-duel-opening", keys: "down down down down TWO" },
    Scene { name: "sequence-duel-middle", keys: "down down down down TWO 6 enter 3 enter 9 enter" },
    Scene { name: "sequence-duel-end", keys: "down down down down TWO 17 enter 1 enter 19 enter" },
    Scene {
        name: "traps-of-two-turns",
        keys: "o down left left left enter 7 enter 9 enter 4 enter",
    },
    Scene { name: "start-specified", keys: "down right" },
    Scene { name: "contest", keys: "down o down left left left enter 6 enter 12 enter 3 enter" },
    Scene {
        name: "race-contest",
        keys: "down down down o down left left left enter 6 enter 12 enter 2 enter 4 enter",
    },
    Scene { name: "hint", keys: "down TWO 6 enter 3 enter 9 enter i i i" },
    Scene {
        name: "review",
        keys: "down TWO 18 enter 3 enter 12 enter 4 enter 2 enter 6 enter 1 enter 8 enter 16 enter v",
    },
    Scene {
        name: "explore",
        keys: "down TWO 18 enter 3 enter 12 enter e u 9 enter 1 enter u u 12",
    },
    Scene { name: "chain", keys: "6 enter 64 enter 32 enter 96 enter" },
    Scene { name: "chain-example", keys: "6 enter i right right" },
    Scene { name: "help-start", keys: "down ?" },
    Scene { name: "help-explore", keys: "down TWO 6 enter e ?" },
    Scene { name: "help-chain", keys: "6 enter ?" },
    Scene { name: "help-example", keys: "6 enter i right ?" },
    Scene { name: "help", keys: "down TWO 6 enter ?" },
];

/// The styles of a screen as a map of letters, with what each letter means.
fn styles(buffer: &Buffer) -> String {
    let mut known: Vec<Style> = Vec::new();
    let mut map = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        for x in 0..buffer.area.width {
            let style = buffer[(x, y)].style();
            let index = known.iter().position(|one| *one == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            line.push(match index {
                0 => ' ',
                _ => char::from(b'a' + u8::try_from(index - 1).unwrap()),
            });
        }
        map += line.trim_end();
        map.push('\n');
    }
    for (index, style) in known.iter().enumerate().skip(1) {
        let letter = char::from(b'a' + u8::try_from(index - 1).unwrap());
        let Style { fg, bg, add_modifier, .. } = style;
        let colours = [("", fg), ("on ", bg)].map(|(word, colour)| match colour {
            Some(ratatui::style::Color::Reset) | None => String::new(),
            Some(colour) => format!(" {word}{colour}"),
        });
        writeln!(map, "{letter}:{}{} {add_modifier:?}", colours[0], colours[1]).unwrap();
    }
    map
}

/// What a screen says, without frames, edges and brackets.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

fn reach(keys: &str, size: Size, theme: ThemeName, ascii: bool) -> Console {
    let mut console = Console::with(size, theme, ascii);
    for word in keys.split_whitespace() {
        console.press(if word == "TWO" { TWO } else { word });
    }
    console
}

fn check(name: &str, screen: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("DIVVY_BLESS").is_some() {
        std::fs::write(&path, screen).unwrap();
    } else {
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(expected == screen, "{name} has changed:\n{screen}");
    }
}

#[test]
fn every_screen_looks_as_it_did() {
    for Scene { name, keys } in SCENES {
        let sizes = SIZES.into_iter().filter(|size| match size.width {
            60 => {
                let others = ["hint", "start", "explore", "review", "chain", "chain-example"];
                name.ends_with("middle") || name.starts_with("help") || others.contains(&name)
            }
            200 => name == "chain-reaction-middle",
            _ => true,
        });
        for size in sizes {
            let Size { width, height } = size;
            let coloured = reach(keys, size, ThemeName::Dark, false).buffer();
            let mono = reach(keys, size, ThemeName::Mono, false).buffer();
            let (in_colour, without) = (text(&coloured), text(&mono));
            assert_eq!(words(&in_colour), words(&without), "{name}: colour must not change words");
            let (colours, weights) = (styles(&coloured), styles(&mono));
            let screen =
                format!("{in_colour}\n--- in colour\n{colours}\n--- mono\n{without}\n{weights}");
            check(&format!("{name}-{width}x{height}.txt"), &screen);
        }
    }
}

#[test]
fn ascii_screens_are_ascii() {
    for Scene { name, keys } in SCENES {
        let console = reach(keys, common::USUAL, ThemeName::Dark, true);
        let screen = console.text();
        assert!(screen.is_ascii(), "{name}:\n{screen}");
        if [
            "start",
            "multiple-madness-middle",
            "number-maze-middle",
            "review",
            "explore",
            "traps-of-two-turns",
        ]
        .contains(&name)
        {
            check(&format!("{name}-ascii-80x24.txt"), &screen);
        }
    }
}

#[test]
fn a_window_too_small_says_what_is_needed_and_comes_back() {
    for Scene { name, keys } in SCENES {
        let mut console = reach(keys, common::USUAL, ThemeName::Dark, false);
        let before = console.text();
        console.act(Input::Resize(Size { width: 40, height: 12 }));
        if name == "start" {
            check("too-small-40x12.txt", &console.text());
        }
        let words: Vec<String> = console.text().split_whitespace().map(str::to_owned).collect();
        assert!(words.join(" ").contains("divvy needs 60 x 20"), "{words:?}");
        // Nothing is played blindly.
        console.press("enter 5 enter down");
        console.act(Input::Resize(common::USUAL));
        assert_eq!(console.text(), before, "{name}");
    }
}

#[test]
fn other_themes_say_the_same() {
    for Scene { name, keys } in SCENES {
        let usual = reach(keys, common::USUAL, ThemeName::Dark, false).text();
        for theme in [ThemeName::Light, ThemeName::HighContrast] {
            let other = reach(keys, common::USUAL, theme, false).text();
            assert_eq!(words(&other), words(&usual), "{name}");
        }
    }
}

#[test]
fn a_window_that_shrinks_before_the_state_is_told_is_no_harm() {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    for Scene { keys, .. } in SCENES {
        let console = reach(keys, common::USUAL, ThemeName::Dark, false);
        for (width, height) in [(80, 23), (79, 24), (1, 1), (200, 3)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| divvy_tui::draw(frame, &console.app)).unwrap();
        }
    }
}

/// After 20 and 10, 2 can be played, 3 cannot, 20 is taken and 10 is the last number.
#[test]
fn what_can_be_played_stands_out_and_what_is_taken_recedes_in_every_look() {
    let colours = [Colours::None, Colours::Sixteen, Colours::Indexed, Colours::True];
    let looks = colours
        .into_iter()
        .flat_map(|colours| ThemeName::ALL.map(|theme| Look { theme, ascii: false, colours }));
    let seat = |look, size| {
        let mut console = Console::new();
        console.two_people_as("multiple-madness;size=20:20,10", look);
        console.act(Input::Resize(size));
        console.press("5 esc");
        console
    };
    // Where a number stands does not depend on the look.
    let places = SIZES.map(|size| {
        let mut console = seat(common::LOOK, size);
        (size, [2, 3, 20, 10].map(|number| console.area_of(number)))
    });
    for (look, (size, areas)) in looks.flat_map(|look| places.map(|place| (look, place))) {
        let console = seat(look, size);
        let buffer = console.buffer();
        let digit = |cell: &&Cell| cell.symbol().contains(|c: char| "0123456789█▀▄".contains(c));
        let [playable, quiet, taken, last] = areas.map(|area| {
            // The sign of how it comes from the last number stands above it.
            let above = u16::from(area.height > 1);
            let below = Rect { y: area.y + above, height: area.height - above, ..area };
            below.positions().map(|at| &buffer[at]).find(digit).unwrap().style()
        });
        let what = format!("{look:?} {size}\n{}", console.text());
        let styles = [playable, quiet, taken];
        assert!((0..3).all(|place| !styles[..place].contains(&styles[place])), "{what}");
        assert!(last != taken && last != quiet, "{what}");
        let filled = |style: Style| style.add_modifier.contains(Modifier::REVERSED);
        let loud = Modifier::BOLD | Modifier::REVERSED;
        assert!(playable.add_modifier.intersects(loud) || playable.bg != quiet.bg, "{what}");
        assert!(!taken.add_modifier.intersects(loud), "{what}");
        assert!(taken.add_modifier.contains(Modifier::CROSSED_OUT), "{what}");
        if look.colours == Colours::None {
            assert!(filled(playable) && !filled(last) && !filled(taken), "{what}");
        }
        let whose = areas[2].positions().any(|at| buffer[at].symbol() == "●");
        assert!(whose, "{what}");
    }
}

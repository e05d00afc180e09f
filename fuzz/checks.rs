//! What must hold for any bytes. The fuzz targets and the replay of their corpus both call these.

use std::io::BufReader;

use divvy::line::{self, Piped};
use divvy_match::{Plan, SeriesLength, Setup};
use divvy_rules::{Game, Options, Record, Rules};
use divvy_solver::Solver;
use divvy_store::Session;

/// Every check by the name of its target and of its corpus.
#[allow(dead_code, reason = "for the replay; a target calls its own")]
pub const ALL: [(&str, Check); 4] =
    [("notation", notation), ("saved", saved), ("prompt", prompt), ("certificate", certificate)];

/// Panics when something does not hold.
pub type Check = fn(&[u8]);

/// A text is a game or it is refused; a game prints as a text that is the same game.
#[allow(dead_code)]
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Boards of a million would only make the search slow.
    let small = |record: &Record| record.rules().board().size() <= 10_000;
    if let Some(record) = text.parse::<Record>().ok().filter(small) {
        assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
    }
    if let Ok(rules) = serde_json::from_str::<Rules>(text) {
        let json = serde_json::to_string(&rules).expect("rules are data");
        assert_eq!(serde_json::from_str::<Rules>(&json).ok(), Some(rules));
    }
}

/// A file is a match or it is refused.
#[allow(dead_code)]
pub fn saved(data: &[u8]) {
    let _ = divvy_store::decode(data);
    // With the right first line, which a search would hardly ever hit.
    let mut file = format!("divvy-match 2 {:08x}\n", crc32fast::hash(data)).into_bytes();
    file.extend_from_slice(data);
    let _ = divvy_store::decode(&file);
}

/// Whatever is typed, line mode goes on to some end and prints nothing that could harm a terminal.
/// The first byte picks the game.
#[allow(dead_code)]
pub fn prompt(data: &[u8]) {
    let Some((&pick, typed)) = data.split_first() else { return };
    // `save` would write files wherever the bytes say.
    if typed.to_ascii_lowercase().windows(4).any(|word| word == b"save") {
        return;
    }
    let game = Game::ALL[usize::from(pick) % Game::ALL.len()];
    let rules = Rules::new(game, &Options::default()).expect("the default options");
    let plan = SeriesLength::new(3).map_or(Plan::Single, Plan::BestOf);
    let mut session = Session::unsaved(Setup { plan, ..Setup::new(rules) });
    let mut out = Vec::new();
    let mut input = Piped::new(BufReader::new(typed), true);
    line::play(&mut session, &mut input, &mut out, Default::default())
        .expect("memory can be read and written");
    let out = without_colours(&String::from_utf8(out).expect("text"));
    assert!(!out.chars().any(|c| c.is_control() && c != '\n'), "{out:?}");
}

/// A certificate is accepted or refused in one line; what is accepted is true of its position.
#[allow(dead_code)]
pub fn certificate(data: &[u8]) {
    // Boards of a million would only make the search slow.
    let small = |size: u32| size <= 1_000;
    match divvy_verifier::verify(data) {
        Ok(verified) if small(verified.position.rules().board().size()) => {
            let solver = Solver::new(verified.position).expect("small enough");
            assert_eq!(verified.winner, solver.winner().map(|player| player.number()));
        }
        Ok(_) => {}
        Err(failed) => assert_eq!(failed.to_string().lines().count(), 1),
    }
}

/// The output without the colours that line mode itself puts in.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('m').expect("a colour ends with m");
        assert!(code.bytes().all(|b| b.is_ascii_digit() || b == b';'), "not a colour: {code:?}");
        clean.push_str(rest);
    }
    clean
}

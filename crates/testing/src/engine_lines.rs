//! Random and malformed lines for the engine, on its standard input or over HTTP.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// What requests have beside their id, and how often each is drawn. Between `<` and `>` stands what is filled in: words to
/// choose from, or something else by its name in capitals.
const REQUESTS: [(u32, &str); 18] = [
    (75, r#""command":"<name|version|list_commands|state|legal|undo|board|games|bots>""#),
    (25, r#""command":"<fair|puzzle|lesson>""#),
    (110, r#""command":"<solve|solve|solve|review|values|hint>""#),
    (270, r#""command":"play","move":<NUMBER>"#),
    (160, r#""command":"genmove","bot":"<random|greedy|easy|medium|hard|perfect>","seed":<SEED>"#),
    (40, r#""command":"<ASKED>","game":"<GAME>","options":{"size":<SIZE>}"#),
    (40, r#""command":"<ASKED>","game":"<GAME>","options":{"size":<SIZE>,<OPTION>}"#),
    (40, r#""command":"<ASKED>","position":"<GAME>;size=<SIZE>:<NUMBER>""#),
    (40, r#""command":"<ASKED>","game":"<GAME>","moves":[<NUMBER>,<NUMBER>,<NUMBER>]"#),
    (1, r#""command":"<ASKED>","game":"number-maze","moves":[<CIRCLES>]"#),
    (100, r#""command":"<play|genmove|new|values|hint|fair|puzzle|jump|PLAY|>","<FIELD>":<ODD>"#),
    (40, r#""command":<ODD>"#),
    (10, r#""command":"play","move":1,"move":1"#),
    // On larger boards these take long.
    (10, r#""command":"<longest|fair|puzzle>","game":"<GAME>","options":{"size":<7|8|11>}"#),
    (25, r#""command":"hint","move":<NUMBER>,"position":"<GAME>:<NUMBER>""#),
    (25, r#""command":"board","<you|names>":<0|1|2|3|ODD>,"position":"<GAME>:<NUMBER>""#),
    (10, r#""command":"lesson","lesson":"the-race","step":<0|1|2|3|4|5|6|7>,"move":<NUMBER>"#),
    (20, r#""<move|x|Command|>":<ODD>"#),
];

const GAMES: &str = "<trap-avoidance|multiple-madness|chain-reaction|number-maze|sequence-duel>";

const ASKED: &str = "<new|new|new|new|new|new|state|legal|solve|values|hint|board|review>";

const OPTIONS: &str = concat!(
    r#"<"without_one":true|"opening":"even"|"one":"free"|"memory":2|"start":2|"block":true"#,
    r#"|"start":2,"without_one":true,"block":true|"x":1>"#
);

fn some_request(random: &mut ChaCha8Rng) -> String {
    let mut drawn = random.random_range(0..REQUESTS.iter().map(|(weight, _)| weight).sum());
    let request = REQUESTS.iter().find(|(weight, _)| {
        let found = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        found
    });
    request.map_or_else(String::new, |(_, request)| filled(random, request))
}

/// A text with everything filled in.
fn filled(random: &mut ChaCha8Rng, text: &str) -> String {
    let parts =
        text.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)));
    let Some((before, (choices, after))) = parts else { return text.to_owned() };
    let choices: Vec<&str> = choices.split('|').collect();
    let chosen = match choices[random.random_range(0..choices.len())] {
        "GAME" => filled(random, GAMES),
        "ASKED" => filled(random, ASKED),
        "OPTION" => filled(random, OPTIONS),
        "FIELD" => filled(random, "<move|bot|seed|date|game|options|moves|position|x>"),
        "NUMBER" => random.random_range(0..24).to_string(),
        "SEED" => random.random::<u64>().to_string(),
        "SIZE" => match random.random_range(0..10_000) {
            0..9_000 => random.random_range(0..15).to_string(),
            9_000..9_900 => random.random_range(0..25).to_string(),
            9_900..9_999 => random.random_range(0..2_000).to_string(),
            _ => "1000000".to_owned(),
        },
        // A race that has gone round in circles for as long as it may.
        "CIRCLES" => "2,2,4,4,1,1,".repeat(166) + "2,2,4,4",
        "ODD" => some_value(random),
        word => word.to_owned(),
    };
    format!("{before}{chosen}{}", filled(random, after))
}

/// A line, most often a request, and the id that its answer must carry, as it is written; none where the line may be unreadable. A
/// few are longer than `longest` bytes.
pub fn engine_line(random: &mut ChaCha8Rng, longest: usize) -> (Vec<u8>, Option<String>) {
    let (id, request) = (some_id(random), some_request(random));
    let line = format!(r#"{{"id":{id},{request}}}"#);
    match random.random_range(0..1_000) {
        0..700 => (line.into_bytes(), Some(id)),
        700..850 => (damaged(random, line.into_bytes()), None),
        850..900 => {
            // Cut off, so that it is never whole.
            let end = random.random_range(0..line.len());
            (line.as_bytes()[..end].to_vec(), Some("null".to_owned()))
        }
        900..940 => {
            let count = random.random_range(0..100);
            let bytes = (0..count).map(|_| random.random::<u8>()).filter(|byte| *byte != b'\n');
            (bytes.collect(), None)
        }
        940..970 => {
            let deep = random.random_range(1..2_000);
            let id = "[".repeat(deep) + &"]".repeat(deep);
            let line = format!(r#"{{"id":{id},"command":"name"}}"#);
            (line.into_bytes(), Some(if deep < 64 { id } else { "null".to_owned() }))
        }
        970..975 => (b"[{".repeat(random.random_range(0..50_000)), Some("null".to_owned())),
        975..976 => {
            let length = random.random_range(longest - 20..2 * longest);
            (vec![b" [7x"[random.random_range(0..4)]; length], Some("null".to_owned()))
        }
        _ => {
            let line = filled(random, "<|\t|\r|null|7|[]|\"name\"|{}|{|\u{feff}{}>");
            (line.into_bytes(), Some("null".to_owned()))
        }
    }
}

/// The bytes with a few of them changed, left out or doubled.
fn damaged(random: &mut ChaCha8Rng, mut line: Vec<u8>) -> Vec<u8> {
    for _ in 0..random.random_range(1..6) {
        let place = random.random_range(0..line.len());
        match random.random_range(0..4) {
            0 => line[place] = random.random(),
            1 => line[place] = br#""{}[,9\"#[random.random_range(0..7)],
            2 => drop(line.remove(place)),
            _ => line.insert(place, line[place]),
        }
    }
    line.retain(|byte| *byte != b'\n');
    line
}

fn some_id(random: &mut ChaCha8Rng) -> String {
    match random.random_range(0..8) {
        0 => filled(random, r#"<null|true|1e400|-0.10|"\ud800\""|{"a":[],"a":{}}>"#),
        1 => format!("\"{}\"", "é".repeat(random.random_range(0..20))),
        _ => random.random::<u64>().to_string(),
    }
}

fn some_value(random: &mut ChaCha8Rng) -> String {
    let huge = "9".repeat(random.random_range(1..400));
    match random.random_range(0..6) {
        0 => huge,
        1 => format!("-{huge}"),
        2 => format!("{huge}e{huge}"),
        3 => format!("\"{huge}\""),
        4 => format!("[{huge},[],{{\"x\":null}}]"),
        _ => {
            let values = r#"<null|true|{}|[]|""|6.0|6e0|"6"|[6,3]|{"size":"big"}|"number-maze:">"#;
            filled(random, values)
        }
    }
}

//! Random and malformed lines for the engine, on its standard input or over HTTP.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

const GAMES: &str = "trap-avoidance multiple-madness chain-reaction number-maze sequence-duel";

/// One of the words; between two spaces stands the empty one.
fn pick<'a>(random: &mut ChaCha8Rng, words: &'a str) -> &'a str {
    let words: Vec<&str> = words.split(' ').collect();
    words[random.random_range(0..words.len())]
}

/// A line, most often a request, and the id that its answer must carry, as it is written; none where the line may be unreadable. A
/// few are longer than `longest` bytes.
pub fn engine_line(random: &mut ChaCha8Rng, longest: usize) -> (Vec<u8>, Option<String>) {
    let (id, command) = (some_id(random), some_command(random));
    let line = format!(r#"{{"id":{id},{command}}}"#);
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
            let line = pick(random, " \t \r null 7 [] \"name\" {} { \u{feff}{}");
            (line.into(), Some("null".to_owned()))
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
        0 => pick(random, r#"null true 1e400 -0.10 "\ud800\"" {"a":[],"a":{}}"#).to_owned(),
        1 => format!("\"{}\"", "é".repeat(random.random_range(0..20))),
        _ => random.random::<u64>().to_string(),
    }
}

/// Commands that need no field.
const PLAIN: &str =
    "name version list_commands state legal undo board games bots fair puzzle lesson";

/// The fields of a request beside its id.
fn some_command(random: &mut ChaCha8Rng) -> String {
    match random.random_range(0..104) {
        0..10 => format!(r#""command":"{}""#, pick(random, PLAIN)),
        10..15 => r#""command":"solve""#.to_owned(),
        15..18 => r#""command":"review""#.to_owned(),
        18..21 => format!(r#""command":"{}""#, pick(random, "values hint")),
        21..48 => format!(r#""command":"play","move":{}"#, random.random_range(0..24)),
        48..64 => {
            let bot = pick(random, "random greedy easy medium hard perfect");
            format!(r#""command":"genmove","bot":"{bot}","seed":{}"#, random.random::<u64>())
        }
        64..80 => some_game(random),
        80..90 => {
            let command = pick(random, "play genmove new values hint fair puzzle jump PLAY ");
            let field = pick(random, "move bot seed date game options moves position x");
            format!(r#""command":"{command}","{field}":{}"#, some_value(random))
        }
        90..94 => format!(r#""command":{}"#, some_value(random)),
        94 => r#""command":"play","move":1,"move":1"#.to_owned(),
        95 => {
            // On larger boards both take long.
            let (game, size) = (pick(random, GAMES), random.random_range(0..12));
            let rest = pick(random, r#"longest" fair","count":2 puzzle","seed":3"#);
            format!(r#""command":"{rest},"game":"{game}","options":{{"size":{size}}}"#)
        }
        96..102 => {
            let (game, first) = (pick(random, GAMES), random.random_range(0..20));
            let rest = match random.random_range(0..5) {
                0 => format!(r#"hint","move":{}"#, random.random_range(0..24)),
                1 => format!(r#"board","you":{}"#, random.random_range(0..4)),
                2 => format!(r#"board","names":{}"#, some_value(random)),
                3 => {
                    let (step, number) = (random.random_range(0..8), random.random_range(0..20));
                    return format!(
                        r#""command":"lesson","lesson":"the-race","step":{step},"move":{number}"#
                    );
                }
                _ => r#"hint""#.to_owned(),
            };
            format!(r#""command":"{rest},"position":"{game}:{first}""#)
        }
        _ => format!(r#""{}":{}"#, pick(random, "move x Command "), some_value(random)),
    }
}

/// What a board may have besides its size, most often nothing.
const OPTIONS: &str = concat!(
    r#"   ,"without_one":true ,"opening":"even" ,"one":"free" ,"memory":2 ,"start":2 "#,
    r#","block":true ,"start":2,"without_one":true,"block":true ,"x":1"#
);

/// A game that is begun, or asked about.
fn some_game(random: &mut ChaCha8Rng) -> String {
    let questions = "state legal solve values hint board review";
    let command = if random.random_ratio(1, 2) { "new" } else { pick(random, questions) };
    let game = pick(random, GAMES);
    let size = match random.random_range(0..10_000) {
        0..9_000 => random.random_range(0..15),
        9_000..9_900 => random.random_range(0..25),
        9_900..9_999 => random.random_range(0..2_000),
        _ => 1_000_000,
    };
    let option = pick(random, OPTIONS);
    match random.random_range(0..1_000) {
        0..2 => {
            // A race that has gone round in circles for as long as it may.
            let walk: Vec<u32> = [2, 2, 4, 4, 1, 1].into_iter().cycle().take(1_000).collect();
            format!(r#""command":"{command}","game":"number-maze","moves":{walk:?}"#)
        }
        2..250 => format!(
            r#""command":"{command}","position":"{game};size={size}:{}""#,
            random.random_range(0..20)
        ),
        250..500 => {
            let moves = [0; 3].map(|_: u32| random.random_range(0..20_u32));
            format!(r#""command":"{command}","game":"{game}","moves":{moves:?}"#)
        }
        _ => {
            format!(r#""command":"{command}","game":"{game}","options":{{"size":{size}{option}}}"#)
        }
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
            let values = r#"null true {} [] "" 6.0 6e0 "6" [6,3] {"size":"big"} "number-maze:""#;
            pick(random, values).to_owned()
        }
    }
}

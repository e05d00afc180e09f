//! Programs as players: what they are asked, and how they lose without being beaten.

#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::time::Duration;

use divvy_match::{Choice, Chooser, Event, Forfeit, Match, Occupant, Players, Seat, Setup};
use divvy_programs::{Program, Settings, player_maker};
use divvy_rules::{Record, Rules};

fn within(limit: Duration) -> Settings {
    Settings { move_time: limit, start_time: limit, ..Settings::default() }
}

fn game(notation: &str) -> Match {
    Match::from_record(notation.parse::<Record>().unwrap())
}

fn ask(command: &str, notation: &str) -> Result<u32, Forfeit> {
    let limit = Duration::from_secs(if command.contains("sleep") { 0 } else { 20 });
    let mut program = Program::start(command, within(limit))?;
    program.choose(&game(notation)).map(|number| number.get())
}

#[test]
fn a_program_is_told_the_state_and_answers_with_a_number() {
    let first_legal = r#"sed -un 's/.*"legal":.\([0-9]*\).*/\1/p'"#;
    assert_eq!(ask(first_legal, "multiple-madness:6,3"), Ok(1));
    assert_eq!(ask("sh -c 'read state; echo 12'", "multiple-madness:6"), Ok(12));
    assert_eq!(ask("sh -c 'read state; printf \" 12 \\r\\n\"'", "multiple-madness:6"), Ok(12));
    // The third try counts.
    let third = "sh -c 'read s; echo x; read s; echo 8; read s; echo 12'";
    assert_eq!(ask(third, "multiple-madness:6"), Ok(12));
}

#[test]
fn a_program_may_take_longer_to_start_than_to_move() {
    let game = game("multiple-madness:6");
    // It needs a moment, and has none but for its first answer.
    let settings = Settings { start_time: Duration::from_secs(20), ..within(Duration::ZERO) };
    let mut program = Program::start("sh -c 'read s; echo 12; read s; cat'", settings).unwrap();
    assert_eq!(program.choose(&game).map(|number| number.get()), Ok(12));
    assert_eq!(program.choose(&game), Err(Forfeit::TooSlow(Duration::ZERO)));
}

#[test]
fn wrong_answers_to_earlier_questions_are_forgotten() {
    let game = game("multiple-madness:6");
    let command = "sh -c 'while read s; do echo 8; read s; echo 12; done'";
    let mut program = Program::start(command, within(Duration::from_secs(20))).unwrap();
    for _ in 0..3 {
        program.choose(&game).unwrap();
    }
    assert_eq!(program.take_refused(), ["its answer 8 is not a factor or multiple of 6"]);
}

#[test]
fn a_program_that_misbehaves_forfeits_and_holds_up_nothing() {
    let notation = "multiple-madness:6";
    assert!(matches!(ask("no-such-program-anywhere", notation), Err(Forfeit::NotStarted(_))));
    assert_eq!(ask("true", notation), Err(Forfeit::Ended(None)));
    assert_eq!(ask("sh -c 'read state; exit 3'", notation), Err(Forfeit::Ended(None)));
    assert_eq!(ask("sh -c 'sleep 1000'", notation), Err(Forfeit::TooSlow(Duration::ZERO)));
    let message = |command: &str| ask(command, notation).unwrap_err().to_string();
    assert_eq!(
        message("sh -c 'while read s; do echo 8; done'"),
        "after 3 tries, its answer 8 is not a factor or multiple of 6"
    );
    assert_eq!(
        message("sh -c 'while read s; do echo 99; done'"),
        "after 3 tries, its answer 99 is outside 1-20"
    );
    assert_eq!(
        message("sh -c 'while read s; do echo \"I take 3\"; done'"),
        "after 3 tries, its answer \"I take 3\" is not a number"
    );
    let crashing = "sh -c 'read s; echo >&2 one; echo >&2 \"no model\"; exit 3'";
    let settings = Settings { quiet: true, ..within(Duration::from_secs(20)) };
    let mut crashing = Program::start(crashing, settings).unwrap();
    assert_eq!(
        crashing.choose(&game(notation)).unwrap_err().to_string(),
        "it ended without an answer; its last words: no model"
    );
    // Endless output without a line end, and output that is no text.
    assert!(message("sh -c 'cat /dev/zero'").contains("is not a number"));
    let no_text = message("sh -c 'while read s; do printf \"\\377\\n\"; done'");
    assert!(no_text.contains("after 3 tries, its answer"), "{no_text}");
}

#[test]
fn command_lines_are_split_as_in_a_shell() {
    let command = r#"sh -c 'read s; echo "$1"' "a b" 1"2""#;
    assert_eq!(ask(command, "multiple-madness:6"), Ok(12));
    let unclosed = ask("sh -c 'echo 1", "multiple-madness:6");
    assert_eq!(unclosed, Err(Forfeit::NotStarted("a quote is not closed".to_owned())));
}

#[test]
fn a_match_keeps_its_programs_and_what_they_said_wrong() {
    let program =
        Occupant::Program("sh -c 'while read s; do echo 8; read s; echo 12; done'".to_owned());
    let players = [Occupant::Human, program];
    let setup = Setup { players, ..Setup::new(Rules::default()) };
    let mut game = Match::new(setup);
    let mut players = Players::new(player_maker(Settings::default()));
    assert_eq!(players.choose(&game), Choice::None, "a person is to move");
    game.apply(divvy_match::Event::Moved { number: 6 }).unwrap();
    assert!(matches!(players.choose(&game), Choice::Number(number) if number.get() == 12));
    let refused = players.take_refused(Seat::Two);
    assert_eq!(refused, ["its answer 8 is not a factor or multiple of 6"]);
    assert!(players.take_refused(Seat::Two).is_empty());
}

#[test]
fn a_program_hears_of_games_if_it_is_to() {
    // It answers questions only, and says at the end what it was told.
    let script = r#"sh -c 'while read line; do case $line in
        *event*) echo "$line" >>"$0";; *) legal=${line#*\"legal\":[}; echo ${legal%%[],]*};; esac; done'"#;
    let told = std::env::temp_dir().join(format!("divvy-events-{}", std::process::id()));
    let command = format!("{script} '{}'", told.display());
    let settings = Settings { events: true, ..within(Duration::from_secs(20)) };
    let rules: Rules = "multiple-madness;size=6".parse().unwrap();
    let occupants = [Occupant::Program(command.clone()), Occupant::Human];
    let mut match_ = Match::new(Setup { players: occupants, ..Setup::new(rules) });
    let mut players = Players::new(player_maker(settings));
    players.begin(7);
    let Choice::Number(number) = players.choose(&match_) else { panic!("it has a move") };
    match_.apply(Event::Moved { number: number.get() }).unwrap();
    match_.apply(Event::Resigned { by: Some(Seat::Two) }).unwrap();
    players.end(&match_);
    // One more question, so that what was told before has been read when its answer comes.
    players.begin(8);
    let next = Match::new(Setup {
        players: [Occupant::Program(command), Occupant::Human],
        ..Setup::new(rules)
    });
    assert!(matches!(players.choose(&next), Choice::Number(_)));
    let lines = std::fs::read_to_string(&told).unwrap();
    std::fs::remove_file(&told).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with(r#"{"event":"begin","game":"multiple-madness""#), "{}", lines[0]);
    assert!(lines[0].contains(r#""you":1,"number":7,"seed":"#), "{}", lines[0]);
    assert!(lines[1].ends_with(r#""you":1,"winner":1}"#), "{}", lines[1]);
    assert!(lines[2].contains(r#""number":8"#), "{}", lines[2]);
}

//! Games as a client plays them, without the protocol around them.

use std::sync::{Barrier, Mutex};

use divvy_match::Bot;
use tokio::runtime::Runtime;

use super::*;
use crate::log::Counts;
use crate::{GameLog, LoggedGame, Summary};

/// A client, with the threads that its calls need.
struct Model {
    handler: Handler,
    caller: Caller,
    runtime: Runtime,
}

struct Told(Arc<Mutex<Vec<LoggedGame>>>);

impl GameLog for Told {
    fn tell(&self, game: &LoggedGame) {
        self.0.lock().unwrap().push(game.clone());
    }
}

/// A client, and what is logged.
fn handler(settings: Settings) -> (Model, Arc<Mutex<Vec<LoggedGame>>>) {
    let log = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&log);
    let recorder = Recorder::new(Told(told));
    let runtime = Runtime::new().unwrap();
    let handler = runtime.block_on(async { Handler::recorded(settings, recorder) }).unwrap();
    let caller = handler.caller.clone().unwrap();
    (Model { handler, caller, runtime }, log)
}

/// The games of a log that are over.
fn ended(log: &Mutex<Vec<LoggedGame>>) -> Vec<LoggedGame> {
    log.lock().unwrap().iter().filter(|game| !game.open).cloned().collect()
}

fn call(model: &Model, tool: Tool, arguments: Value) -> Answer {
    let Value::Object(arguments) = arguments else { panic!("arguments are objects") };
    model.runtime.block_on(model.handler.call(&model.caller, tool, arguments))
}

fn begin(handler: &Model, arguments: Value) -> (String, Value) {
    let (_, data) = call(handler, Tool::NewGame, arguments).unwrap();
    (data["game_id"].as_str().unwrap().to_owned(), data)
}

/// Begins a game with the first move against the perfect computer, which is lost for it.
fn begin_won(handler: &Model) -> String {
    begin(handler, json!({ "game": "multiple-madness", "opponent": "perfect", "seat": 1 })).0
}

/// Calls a tool that takes only a game.
fn of_game(handler: &Model, tool: Tool, id: &str) -> Answer {
    call(handler, tool, json!({ "game_id": id }))
}

fn play(handler: &Model, id: &str, number: impl Into<Value>) -> Answer {
    call(handler, Tool::Play, json!({ "game_id": id, "number": number.into() }))
}

/// Why something was refused.
fn refused(answer: Answer) -> String {
    answer.unwrap_err().0
}

#[test]
fn a_game_is_played_to_its_end_and_logged() {
    let (handler, log) = handler(Settings { seed: Some(1), ..Settings::default() });
    let id = begin_won(&handler);
    let (_, data) = of_game(&handler, Tool::See, &id).unwrap();
    assert_eq!((&data["you"], &data["over"]), (&json!(1), &json!(false)));
    let (text, _) = play(&handler, &id, 11).unwrap();
    assert!(text.contains("The computer removed 1. You can remove"), "{text}");
    let again = refused(play(&handler, &id, 11));
    assert_eq!(again, "Invalid choice: 11 is already taken. Nothing was played.");
    let (text, data) = play(&handler, &id, 13).unwrap();
    assert!(text.contains("You win! The computer is stuck: 13 only goes with 1"), "{text}");
    assert_eq!((&data["over"], &data["winner"]), (&json!(true), &json!(1)));
    let ended = ended(&log);
    let [game] = &ended[..] else { panic!("one game has ended") };
    assert_eq!(game.played.position, "multiple-madness:11,1,13");
    assert_eq!((game.played.winner, game.opponent.as_str()), (Some(0), "perfect"));
    assert_eq!(game.played.turns[0].illegal.len(), 1);
    let decisions = game.played.turns[0].decisions.iter();
    let right: Vec<bool> = decisions.map(|decision| decision.right).collect();
    assert_eq!(right, [true, false], "the first answer counts, and the second was not legal");
    let (text, _) = call(&handler, Tool::Results, json!({})).unwrap();
    assert!(text.contains("66.7%"), "two of three attempts were legal: {text}");
    // What is over stays over.
    for tool in [Tool::Undo, Tool::Resign] {
        assert!(of_game(&handler, tool, &id).is_err());
    }
    assert_eq!(self::ended(&log).len(), 1);
}

#[test]
fn every_step_of_a_game_is_logged_before_it_is_answered() {
    let (handler, log) = handler(Settings { seed: Some(1), ..Settings::default() });
    let logged = || {
        let log = log.lock().unwrap();
        let LoggedGame { id, open, failed, played, .. } = log.last().unwrap().clone();
        let mut summary = Summary::default();
        summary.add(log.last().unwrap());
        let row = summary.rows().pop().unwrap();
        let decided = row.figures.map_or((0, 0.0), |figures| (figures.decisions, figures.accuracy));
        (
            (log.len(), id, open, failed, played.position),
            (row.counts.open, row.counts.resigned, decided),
        )
    };
    let id = begin_won(&handler);
    let line = |lines, open, failed, position: &str| {
        (lines, id.clone(), open, failed, position.to_owned())
    };
    // A model that never answers has left the game in a decision.
    assert_eq!(logged(), (line(1, true, vec![0], "multiple-madness"), (1, 0, (1, 0.0))));
    for (lines, answer) in [(2, json!(11)), (3, json!(11)), (4, json!("pass"))] {
        let _ = play(&handler, &id, answer);
        assert_eq!(logged().0, line(lines, true, vec![2], "multiple-madness:11,1"));
    }
    play(&handler, &id, 2).unwrap();
    assert_eq!(logged().0.4.matches(',').count(), 3);
    // The move that was taken back was wrong, and stays so.
    of_game(&handler, Tool::Undo, &id).unwrap();
    assert_eq!(logged().0, line(6, true, vec![2], "multiple-madness:11,1"));
    of_game(&handler, Tool::See, &id).unwrap();
    assert_eq!(logged().0.0, 6, "to look changes nothing");
    of_game(&handler, Tool::Resign, &id).unwrap();
    let resigned = line(7, false, vec![2], "multiple-madness:11,1");
    assert_eq!(logged(), (resigned, (0, 1, (2, 0.5))));
}

#[test]
fn a_wrong_answer_stays_one_however_many_moves_are_taken_back() {
    let (handler, log) = handler(Settings { seed: Some(1), ..Settings::default() });
    // After 11 and 1 the move 2 gives the win away. Both are taken back, then others are played.
    let ended_with = |moves: [u32; 2]| {
        let id = begin_won(&handler);
        for number in [11, 2] {
            play(&handler, &id, number).unwrap();
        }
        for _ in 0..2 {
            of_game(&handler, Tool::Undo, &id).unwrap();
        }
        for number in moves {
            play(&handler, &id, number).unwrap();
        }
        let game = ended(&log).pop().unwrap();
        let decisions = game.played.turns[0].decisions.iter();
        let decided: Vec<_> = decisions.map(|decision| (decision.ply, decision.right)).collect();
        (game.failed, game.taken_back, decided)
    };
    // Another opening wins as well.
    let elsewhere = vec!["multiple-madness:11,1".to_owned()];
    let decided = vec![(1, false), (3, true), (3, false)];
    assert_eq!(ended_with([13, 11]), (vec![0], elsewhere, decided));
    // The position that was left counts once, wrong, where the game comes back to it.
    assert_eq!(ended_with([11, 13]), (vec![0, 2], Vec::new(), vec![(1, false), (3, false)]));
}

#[test]
fn opponents_of_other_seeds_and_games_draw_otherwise() {
    let openings = |seed| -> Vec<Value> {
        let (handler, _) = handler(Settings { seed: Some(seed), ..Settings::default() });
        let first = json!({ "game": "multiple-madness", "opponent": "random", "seat": 2 });
        (0..40).map(|_| begin(&handler, first.clone()).1["moves"][0].clone()).collect()
    };
    let (one, two) = (openings(1), openings(2));
    assert_eq!(one, openings(1));
    let alike = |a: &[Value], b: &[Value]| a.iter().zip(b).filter(|(a, b)| a == b).count();
    for [a, b] in [[&one[..], &two[..]], [&one[1..], &two[..]], [&one[1..], &one[..]]] {
        assert!(alike(a, b) < 10, "{a:?} {b:?}");
    }
}

#[test]
fn what_the_operator_fixed_cannot_be_chosen() {
    let (fixed, _) = handler(Settings {
        rules: "multiple-madness;size=12;opening=even".parse().ok(),
        opponent: Some(Bot::Perfect),
        seat: Some(Seat::Two),
        hints: false,
        undo: false,
        legal: false,
        // Smaller than what is fixed.
        size: 10,
        ..Settings::default()
    });
    for (tool, arguments) in [
        (Tool::NewGame, json!({ "game": "number-maze" })),
        (Tool::NewGame, json!({ "options": { "size": 5 } })),
        (Tool::NewGame, json!({ "opponent": "random" })),
        (Tool::NewGame, json!({ "seat": 1 })),
        (Tool::Rules, json!({ "game": "number-maze" })),
    ] {
        let refused = refused(call(&fixed, tool, arguments));
        assert!(refused.contains("is decided by the operator"), "{refused}");
    }
    let (_, data) = begin(&fixed, json!({}));
    assert_eq!(data["moves"].as_array().map(Vec::len), Some(1), "the computer has begun");
    assert_eq!((&data["options"]["size"], data.get("legal")), (&json!(12), None));
    let names: Vec<&str> = fixed.handler.offered().map(Tool::name).collect();
    assert_eq!(names, ["list_games", "rules", "new_game", "see", "play", "resign"]);
    let (text, data) = call(&fixed, Tool::ListGames, json!({})).unwrap();
    assert!(text.starts_with("multiple-madness") && text.lines().count() == 1, "{text}");
    assert_eq!((&data["games"][0]["options"], data["games"].get(1)), (&json!([]), None));
    // The rules are those of the game that is fixed, and without it all that there is to know.
    let (free, _) = handler(Settings::default());
    let of_fixed = ["Multiple Madness on 1-12", "numbers 1 to 12", "an even number"];
    let of_free = ["numbers 1 to 20", "any number", "What the rules imply", "- opening even"];
    let game = json!({ "game": "multiple-madness" });
    for (handler, arguments, told, hidden) in [
        (
            &fixed,
            json!({}),
            &of_fixed[..],
            &["What the rules imply", "Options", "1 to 20", "the same game"][..],
        ),
        (&fixed, game.clone(), &of_fixed, &[]),
        (&free, game, &of_free, &[]),
    ] {
        let (text, data) = call(handler, Tool::Rules, arguments).unwrap();
        assert_eq!(data["game"], "multiple-madness");
        assert!(told.iter().all(|part| text.contains(part)), "{text}");
        assert!(!hidden.iter().any(|part| text.contains(part)), "{text}");
    }
    let schema = Tool::NewGame.declared(&Settings::default()).input_schema;
    let size = &schema["properties"]["options"]["properties"]["size"];
    assert_eq!(size["maximum"], json!(Settings::default().size));
    assert!(!size.to_string().contains("1000000"), "{size}");
}

#[test]
fn clients_do_not_see_each_others_games() {
    let (mut model, _) = handler(Settings::default());
    let (id, before) = begin(&model, json!({ "game": "chain-reaction", "seat": 1 }));
    let other = Caller { token: SeatToken::random().unwrap(), ..model.caller.clone() };
    let one = std::mem::replace(&mut model.caller, other);
    for tool in [Tool::See, Tool::Undo, Tool::Resign, Tool::Hint, Tool::Solve, Tool::Review] {
        let refused = refused(of_game(&model, tool, &id));
        assert!(refused.contains("there is no game"), "{refused}");
    }
    assert!(play(&model, &id, 2).is_err());
    model.caller = one;
    assert_eq!(of_game(&model, Tool::See, &id).unwrap().1, before);
}

#[test]
fn wrong_arguments_are_named() {
    let (handler, _) = handler(Settings { games: 2, size: 50, ..Settings::default() });
    for (tool, arguments, said) in [
        (Tool::NewGame, json!({}), "\"game\" is missing"),
        (Tool::NewGame, json!({ "game": "chess" }), "\"game\" takes"),
        (Tool::NewGame, json!({ "game": "number-maze", "seat": 3 }), "\"seat\" takes 1 or 2"),
        (Tool::NewGame, json!({ "game": "number-maze", "options": { "size": 51 } }), "at most 50"),
        (
            Tool::NewGame,
            json!({ "game": "number-maze", "options": { "opening": "even" } }),
            "opening",
        ),
        (Tool::NewGame, json!({ "game": "number-maze", "colour": 1 }), "\"colour\" is not a field"),
        (Tool::See, json!({}), "\"game_id\" is missing"),
        (Tool::See, json!({ "game_id": 7 }), "\"game_id\" takes"),
        (Tool::Play, json!({ "game_id": "x", "number": 1 }), "there is no game \"x\""),
        (Tool::Rules, json!({ "game": [] }), "\"game\" takes"),
    ] {
        let refused = refused(call(&handler, tool, arguments));
        assert!(refused.contains(said), "{refused}");
    }
    let first = json!({ "game": "number-maze", "seat": 1 });
    let (id, _) = begin(&handler, first.clone());
    // As it was written, however far outside of every board.
    for (outside, named) in [(json!(-1), "-1"), (json!(u64::MAX), "18446744073709551615")] {
        let why = format!("Invalid choice: {named} is outside 1-20. Nothing was played.");
        assert_eq!(refused(play(&handler, &id, outside)), why);
    }
    begin(&handler, first.clone());
    let refused = refused(call(&handler, Tool::NewGame, first));
    assert!(refused.contains("2 games are open"), "{refused}");
}

#[test]
fn an_answer_that_was_asked_for_is_not_the_players_own() {
    for (tool, said) in [
        (Tool::Hint, "Remove 11"),
        (Tool::Solve, r#""outcome":"win""#),
        (Tool::Review, "Before the first move"),
    ] {
        let (handler, log) = handler(Settings { seed: Some(1), ..Settings::default() });
        let id = begin_won(&handler);
        let (text, data) = of_game(&handler, tool, &id).unwrap();
        assert!(format!("{text}{data}").contains(said), "{text} {data}");
        for number in [11, 13] {
            play(&handler, &id, number).unwrap();
        }
        let decisions = ended(&log)[0].played.turns[0].decisions.clone();
        let right: Vec<bool> = decisions.iter().map(|decision| decision.right).collect();
        assert_eq!(right, [false, true], "{tool:?}");
        let results = || {
            let summary = handler.runtime.block_on(handler.handler.results()).unwrap();
            let row = summary.rows().pop().unwrap();
            let Counts { games, open, hints, undone, .. } = row.counts;
            ([games, open, hints, undone], row.figures.map(|f| f.decisions))
        };
        assert_eq!(results(), ([1, 0, 1, 0], Some(2)));
        // A game that goes on is counted, and not judged yet.
        begin_won(&handler);
        assert_eq!(results(), ([2, 1, 1, 0], Some(2)));
        // What is over can be looked at.
        let (text, _) = of_game(&handler, Tool::Review, &id).unwrap();
        assert!(text.contains("You remove 11.") && text.contains("you are ahead."), "{text}");
        assert_eq!(ended(&log).len(), 1);
    }
}

#[test]
fn what_a_line_of_the_log_repeats_has_an_end() {
    let (handler, log) = handler(Settings { seed: Some(1), ..Settings::default() });
    let id = begin_won(&handler);
    for _ in 0..1_000 {
        assert!(play(&handler, &id, 0).is_err());
    }
    // What would not be counted is not given.
    assert!(of_game(&handler, Tool::Hint, &id).is_err());
    let last = log.lock().unwrap().last().unwrap().clone();
    assert_eq!((last.failed, last.played.turns[0].illegal.len()), (vec![0], 100));
    for number in 0..101 {
        play(&handler, &id, 11).unwrap();
        let undone = of_game(&handler, Tool::Undo, &id);
        assert_eq!(undone.is_ok(), number < 100, "{undone:?}");
    }
}

#[test]
fn a_move_and_its_reply_are_taken_back() {
    let (handler, log) = handler(Settings { seed: Some(2), ..Settings::default() });
    for seat in [1, 2] {
        let settings = json!({ "game": "multiple-madness", "opponent": "random", "seat": seat });
        let (id, before) = begin(&handler, settings);
        let undo = || of_game(&handler, Tool::Undo, &id);
        assert_eq!(refused(undo()), "there is no move to take back");
        let number = before["legal"].as_array().unwrap().iter().min_by_key(|n| n.as_u64());
        let (_, after) = play(&handler, &id, number.cloned()).unwrap();
        assert_eq!(after["over"], false, "{after}");
        assert_eq!(undo().unwrap().1, before);
        // The same again: the seed belongs to the place in the game.
        assert_eq!(play(&handler, &id, number.cloned()).unwrap().1, after);
        let (_, resigned) = of_game(&handler, Tool::Resign, &id).unwrap();
        assert_eq!((&resigned["over"], &resigned["legal"]), (&json!(true), &json!([])));
    }
    let ended = ended(&log);
    for (game, mine) in ended.iter().zip([0, 1]) {
        let turns = &game.played.turns[mine];
        assert_eq!((game.undone, turns.moves, turns.seconds.len()), (1, 1, 1));
    }
}

#[test]
fn games_that_begin_at_the_same_time_are_counted() {
    let (handler, _) = handler(Settings { games: 2, ..Settings::default() });
    // The computer thinks before its first move here.
    let options = json!({
        "size": 60, "without_one": true, "start": 14, "target": 15, "block": true
    });
    let first = json!({
        "game": "number-maze", "options": options, "opponent": "perfect", "seat": 2
    });
    let start = Barrier::new(8);
    let begun = std::thread::scope(|scope| {
        let begin = || {
            start.wait();
            call(&handler, Tool::NewGame, first.clone()).is_ok()
        };
        let all: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
        all.into_iter().filter_map(|one| one.join().ok()).filter(|ok| *ok).count()
    });
    assert_eq!(begun, 2);
}

#[test]
fn only_the_last_games_that_have_ended_can_be_looked_at() {
    let (handler, _) = handler(Settings { games: 1, ..Settings::default() });
    let ids = [0, 1].map(|_| {
        let id = begin_won(&handler);
        of_game(&handler, Tool::Resign, &id).unwrap();
        id
    });
    let seen = ids.map(|id| of_game(&handler, Tool::See, &id).is_ok());
    assert_eq!(seen, [false, true]);
}

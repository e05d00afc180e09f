//! Tournaments: fair in their seats, repeatable by their seed, and exact in what they say of every move.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use divvy_analysis::{BotPlayer, Review, contest};
use divvy_lab::{
    Arena, ArenaError, ForfeitKind, Part, Played, Report, Standing, Workers, bots_only,
};
use divvy_match::{Bot, Chooser, Forfeit, Match, Occupant, PlayerMaker};
use divvy_programs::{Settings, player_maker};
use divvy_rules::{Game, Number, Options, Record};

fn bots<const N: usize>(bots: [Bot; N]) -> Vec<Occupant> {
    bots.map(Occupant::Bot).to_vec()
}

fn program(command: &str) -> Occupant {
    Occupant::Program(command.to_owned())
}

fn juniper(size: u32) -> Options {
    format!("size={size};opening=even").parse().unwrap()
}

fn play(arena: &Arena) -> Vec<Played> {
    let settings = Settings { quiet: true, ..Settings::default() };
    arena.play(&Workers::new(player_maker(settings)), [], |_| true).into_values().collect()
}

/// Without the only thing that no seed can repeat.
fn timeless(mut games: Vec<Played>) -> Vec<Played> {
    for turns in games.iter_mut().flat_map(|game| &mut game.turns) {
        turns.seconds.clear();
        turns.starts.clear();
    }
    games
}

#[test]
fn everybody_plays_everybody_from_both_seats() {
    let players = bots([Bot::Random, Bot::Greedy, Bot::Easy, Bot::Perfect]);
    let arena = Arena::new(Game::MultipleMadness, &juniper(20), players, 10, 3).unwrap();
    let games = play(&arena);
    assert_eq!(games.len(), 60);
    for a in 0..4 {
        for b in (0..4).filter(|&b| b != a) {
            let first = games.iter().filter(|game| game.players == [a, b]).count();
            assert_eq!(first, 5, "{a} begins against {b}");
        }
    }
    let report = Report::of(&arena, &games);
    let wins: u32 = report.players.iter().map(|standing| standing.wins).sum();
    assert_eq!((report.games, wins), (60, 60));
    assert!(report.players.iter().all(|standing| standing.played == 30));
    assert!(report.players.iter().all(|s| s.wins + s.losses == s.played));
}

#[test]
fn a_seed_repeats_the_tournament_however_many_games_are_played_at_a_time() {
    for game in Game::ALL {
        let arena = |seed, jobs| {
            let players = bots([Bot::Random, Bot::Medium, Bot::Greedy]);
            let options = "size=12".parse().unwrap();
            let arena = Arena::new(game, &options, players, 8, seed).unwrap();
            let workers = Workers { jobs, ..bots_only() };
            timeless(arena.play(&workers, [], |_| true).into_values().collect())
        };
        assert_eq!(arena(1, 1), arena(1, 4), "{game}");
        assert_ne!(arena(1, 1), arena(2, 1), "{game}");
    }
}

#[test]
fn a_tournament_that_is_stopped_can_be_gone_on_with() {
    let players = bots([Bot::Random, Bot::Hard]);
    let arena = Arena::new(Game::SequenceDuel, &juniper(30), players, 200, 5).unwrap();
    let mut told = Vec::new();
    let some = arena.play(&bots_only(), [], |game| {
        told.push(game.number);
        told.len() < 20
    });
    assert!(some.len() < 200 && told.len() == some.len());
    let rest = arena.play(&bots_only(), some.into_values(), |game| !told.contains(&game.number));
    assert_eq!(timeless(rest.into_values().collect()), timeless(play(&arena)));
}

/// A bot that raises a flag with its second move.
struct Raises(BotPlayer, u32, Arc<AtomicBool>);

impl Chooser for Raises {
    fn choose(&mut self, game: &Match) -> Result<Number, Forfeit> {
        self.1 += 1;
        self.2.fetch_or(self.1 == 2, Ordering::Relaxed);
        self.0.choose(game)
    }
}

#[test]
fn a_flag_stops_a_tournament_in_the_middle_of_a_game() {
    let players = bots([Bot::Random, Bot::Random]);
    let arena = Arena::new(Game::TrapAvoidance, &juniper(30), players, 20, 5).unwrap();
    assert!(play(&arena)[0].turns.iter().all(|turns| turns.moves > 2), "it is in the middle");
    let raised = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&raised);
    let maker: Arc<PlayerMaker> =
        Arc::new(move |_| Ok(Box::new(Raises(BotPlayer::new(Bot::Random), 0, Arc::clone(&flag)))));
    let workers = Workers { maker, jobs: 1, part: None };
    assert!(arena.play_until(&raised, &workers, [], |_| true).is_empty());
    assert!(raised.load(Ordering::Relaxed), "it was raised by a player");
}

#[test]
fn what_is_said_of_the_moves_is_what_the_review_says() {
    let players = bots([Bot::Random, Bot::Perfect]);
    let arena = Arena::new(Game::ChainReaction, &juniper(40), players, 40, 9).unwrap();
    let games = play(&arena);
    for game in &games {
        let record: Record = game.position.parse().unwrap();
        let review = Review::of(&record).unwrap();
        for place in 0..2 {
            let own = review.moves.iter().filter(|m| m.player.index() == place);
            let won = own.clone().filter(|m| m.before == Some(m.player));
            let turns = &game.turns[place];
            assert_eq!(
                (turns.moves as usize, turns.seconds.len()),
                (own.clone().count(), own.count())
            );
            assert_eq!(turns.won_positions as usize, won.clone().count());
            assert_eq!(turns.won_kept as usize, won.filter(|m| !m.slip).count());
        }
        let winner = record.winner().unwrap();
        assert_eq!(game.winner, Some(game.players[winner.index()]));
    }
    let [random, perfect] = &Report::of(&arena, &games).players[..] else { panic!() };
    assert_eq!(perfect.accuracy, Some(1.0));
    assert!(random.accuracy.is_some_and(|accuracy| accuracy < 0.9));
}

#[test]
fn the_more_often_a_bot_slips_the_weaker_it_is() {
    for game in [Game::TrapAvoidance, Game::MultipleMadness, Game::NumberMaze] {
        let players =
            bots([Bot::Perfect, Bot::Hard, Bot::Medium, Bot::Easy, Bot::Random, Bot::Greedy]);
        let arena = Arena::new(game, &contest(game), players, 400, 1).unwrap();
        let report = Report::of(&arena, &play(&arena));
        let rating = |standing: &Standing| standing.rating.unwrap();
        for pair in report.players[..5].windows(2) {
            let (stronger, weaker) = (rating(&pair[0]), rating(&pair[1]));
            let apart = stronger.elo - stronger.margin > weaker.elo + weaker.margin;
            assert!(apart, "{game}: {pair:?}");
        }
        let wins = |rows: &[Vec<u32>]| rows.iter().flatten().sum::<u32>();
        let first: u32 = report.players.iter().map(|player| player.wins_with_first_move).sum();
        assert_eq!(wins(&report.beat_with_first_move), first);
        assert!(first < wins(&report.beat));
    }
}

#[test]
fn programs_that_fail_forfeit_by_kind_and_their_wrong_answers_are_counted() {
    let missing = program("no-such-program-anywhere");
    let silent = program("sh -c 'sleep 1000'");
    let players = vec![Occupant::Bot(Bot::Random), missing, silent];
    let arena = Arena::new(Game::MultipleMadness, &Options::default(), players, 2, 1).unwrap();
    // With no time at all, a program that does not answer at once is too slow.
    let (move_time, start_time) = (Duration::ZERO, Duration::ZERO);
    let maker = player_maker(Settings { move_time, start_time, quiet: true, events: false });
    let workers = Workers { maker, jobs: 1, part: None };
    let report = Report::of(&arena, arena.play(&workers, [], |_| true).values());
    let kinds = |place: usize| report.players[place].forfeits.keys().copied().collect::<Vec<_>>();
    assert!(kinds(0).is_empty());
    let Standing { seconds_a_move, seconds_to_start, .. } = report.players[2];
    assert!(seconds_to_start.is_some(), "an answer that did not come took time");
    assert_eq!(seconds_a_move, None, "it never came to a move");
    assert_eq!(kinds(1), [ForfeitKind::NotStarted]);
    assert_eq!(kinds(2), [ForfeitKind::TooSlow]);

    let patient = |command: &str| {
        let players = vec![Occupant::Bot(Bot::Random), program(command)];
        let arena = Arena::new(Game::SequenceDuel, &Options::default(), players, 2, 1).unwrap();
        Report::of(&arena, &play(&arena)).players.pop().unwrap()
    };
    let wrong = patient("sh -c 'while read line; do echo 0; done'");
    assert_eq!(wrong.forfeits, [(ForfeitKind::Illegal, 2)].into());
    assert_eq!((wrong.illegal, wrong.losses), (6, 2));
    let ended = patient("sh -c 'read line; exit'");
    assert_eq!(ended.forfeits, [(ForfeitKind::Ended, 2)].into());
}

/// A program that takes too long to start.
struct NeverStarts;

impl Chooser for NeverStarts {
    fn choose(&mut self, _: &Match) -> Result<Number, Forfeit> {
        Err(Forfeit::TooSlow(Duration::from_secs(60)))
    }

    fn take_start(&mut self) -> Option<Duration> {
        Some(Duration::from_secs(60))
    }
}

#[test]
fn a_program_that_does_not_start_in_time_has_spent_no_time_on_a_move() {
    let players = vec![Occupant::Bot(Bot::Random), program("slow")];
    let arena = Arena::new(Game::SequenceDuel, &Options::default(), players, 2, 1).unwrap();
    let maker: Arc<PlayerMaker> = Arc::new(|occupant| match occupant {
        Occupant::Bot(bot) => Ok(Box::new(BotPlayer::new(*bot)) as Box<dyn Chooser>),
        _ => Ok(Box::new(NeverStarts)),
    });
    for game in arena.play(&Workers { maker, jobs: 1, part: None }, [], |_| true).into_values() {
        let seat = game.players.iter().position(|&player| player == 1).unwrap();
        assert_eq!(game.forfeit.unwrap().kind, ForfeitKind::TooSlow);
        let turns = &game.turns[seat];
        assert_eq!((turns.seconds.len(), turns.starts.len()), (0, 1));
    }
}

#[test]
fn games_of_other_parts_are_left_out() {
    let arena =
        Arena::new(Game::SequenceDuel, &Options::default(), bots([Bot::Easy, Bot::Hard]), 6, 1);
    let arena = arena.unwrap();
    let all = arena.play(&bots_only(), [], |_| true);
    let part = Part::new(2, 3);
    let workers = Workers { part, ..bots_only() };
    let mine = arena.play(&workers, all.into_values(), |_| true);
    assert_eq!(mine.into_keys().collect::<Vec<_>>(), [1, 4]);
}

#[test]
fn choices_that_depend_on_the_wording_are_found() {
    // It takes the largest legal number, except under one of the three names.
    let player = r#"sh -c 'while read state; do
        legal=${state#*\"legal\":[}; legal=${legal%%]*};
        case $state in *chain-reaction*) echo ${legal%%,*};; *) echo ${legal##*,};; esac; done'"#;
    let players = vec![Occupant::Bot(Bot::Random), program(player)];
    let arena = Arena::new(Game::MultipleMadness, &Options::default(), players, 6, 2).unwrap();
    let arena = arena.reskinned().unwrap();
    let games = play(&arena);
    let [bot, program] = &Report::of(&arena, &games).players[..] else { panic!() };
    let (bot, program) = (bot.wording.unwrap(), program.wording.unwrap());
    assert!(bot.asked > 0 && bot.differing + bot.again + bot.failed == 0, "{bot:?}");
    assert!(program.differing > 0 && program.differing <= program.asked, "{program:?}");
    assert!(program.decisive <= program.differing);
    assert_eq!((program.again, program.failed), (0, 0), "the same name, the same answer");
    for differing in games.iter().flat_map(|game| &game.differing) {
        let record: Record = differing.position.parse().unwrap();
        let legal: Vec<u32> = record.legal().iter().map(|n| n.get()).collect();
        for (game, number) in &differing.choices {
            let expected = match game {
                Game::ChainReaction => legal.first(),
                _ => legal.last(),
            };
            assert_eq!(number.as_ref(), expected, "{}", differing.position);
        }
    }
}

#[test]
fn a_player_who_answers_otherwise_each_time_is_seen_to_do_so_under_the_same_name_too() {
    // All its copies count their questions together, and take the smallest and the largest legal number in turn.
    let counter = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("questions");
    std::fs::write(&counter, "0").unwrap();
    let player = r#"sh -c 'while read state; do
        legal=${state#*\"legal\":[}; legal=${legal%%]*};
        read asked < "$1"; asked=$((asked + 1)); echo $asked > "$1";
        if [ $((asked % 2)) = 0 ]; then echo ${legal%%,*}; else echo ${legal##*,}; fi; done' player"#;
    let player = program(&format!("{player} '{}'", counter.display()));
    let players = vec![Occupant::Bot(Bot::Random), player];
    let arena = Arena::new(Game::SequenceDuel, &Options::default(), players, 4, 2).unwrap();
    let arena = arena.reskinned().unwrap();
    let maker = player_maker(Settings { quiet: true, ..Settings::default() });
    let workers = Workers { maker, jobs: 1, part: None };
    let games: Vec<Played> = arena.play(&workers, [], |_| true).into_values().collect();
    let wording = Report::of(&arena, &games).players[1].wording.unwrap();
    assert!(wording.again > 0 && wording.again == wording.differing, "{wording:?}");
    assert_eq!(wording.failed, 0);
}

#[test]
fn failing_under_another_name_is_told_apart_from_choosing_otherwise() {
    // It takes the smallest legal number, and has nothing to say in one wording.
    let player = r#"sh -c 'while read state; do
        legal=${state#*\"legal\":[}; legal=${legal%%]*};
        case $state in *chain-reaction*) exit;; esac;
        echo ${legal%%,*}; done'"#;
    let players = vec![Occupant::Bot(Bot::Random), program(player)];
    let arena = Arena::new(Game::SequenceDuel, &Options::default(), players, 4, 2).unwrap();
    let arena = arena.reskinned().unwrap();
    let games = play(&arena);
    let wording = Report::of(&arena, &games).players[1].wording.unwrap();
    assert!(wording.asked > 0);
    assert_eq!((wording.failed, wording.differing, wording.decisive), (wording.asked, 0, 0));
    assert!(games.iter().all(|game| game.differing.is_empty() && game.forfeit.is_none()));
}

#[test]
fn a_tournament_with_more_games_goes_on_with_those_that_were_played() {
    let arena = |games| {
        let players = bots([Bot::Random, Bot::Easy, Bot::Hard]);
        Arena::new(Game::MultipleMadness, &juniper(20), players, games, 5).unwrap()
    };
    let (short, long) = (arena(3), arena(5));
    let whole = timeless(play(&long));
    for game in timeless(play(&short)) {
        let number = long.continued(&short, game.number).unwrap();
        assert_eq!(whole[number as usize], Played { number, ..game });
    }
    assert_eq!(short.continued(&long, 0), None, "games are not taken away");
    let other = bots([Bot::Random, Bot::Easy, Bot::Perfect]);
    let other = Arena::new(Game::MultipleMadness, &juniper(20), other, 3, 5).unwrap();
    assert_eq!(long.continued(&other, 0), None);
}

#[test]
fn tournaments_that_cannot_be_held_are_refused() {
    let new = |game, options: &Options, players| Arena::new(game, options, players, 1, 1);
    let options = Options::default();
    let one = new(Game::MultipleMadness, &options, bots([Bot::Easy])).unwrap_err();
    assert_eq!(one, ArenaError::Players(1));
    let person = vec![Occupant::Human, Occupant::Bot(Bot::Easy)];
    assert_eq!(new(Game::MultipleMadness, &options, person), Err(ArenaError::People));
    let many =
        Arena::new(Game::MultipleMadness, &options, bots([Bot::Easy, Bot::Hard]), u32::MAX, 1);
    assert_eq!(many, Err(ArenaError::Games(u32::MAX.into())));
    let maze = new(Game::NumberMaze, &options, bots([Bot::Easy, Bot::Hard])).unwrap();
    assert_eq!(maze.reskinned(), Err(ArenaError::OneWording(Game::NumberMaze)));
    let wrong = "block".parse().unwrap();
    let wrong = new(Game::MultipleMadness, &wrong, bots([Bot::Easy, Bot::Hard])).unwrap_err();
    assert!(wrong.to_string().starts_with("block: not an option"), "{wrong}");
}

#[test]
fn games_begin_from_random_moves_that_both_seats_share() {
    let players = bots([Bot::Perfect, Bot::Greedy]);
    let arena = Arena::new(Game::ChainReaction, &juniper(30), players, 40, 5).unwrap();
    let alike = Report::of(&arena, &play(&arena));
    let arena = arena.with_random_plies(3);
    let games = play(&arena);
    let report = Report::of(&arena, &games);
    assert!(report.distinct_games > alike.distinct_games && report.distinct_games > 20);
    for pair in games.chunks(2) {
        let [one, two] = pair else { panic!("games come in pairs") };
        let record = |game: &Played| game.position.parse::<Record>().unwrap();
        assert_eq!((one.given, two.given), (3, 3));
        assert_eq!(record(one).moves()[..3], record(two).moves()[..3]);
        assert_eq!(one.players, [two.players[1], two.players[0]]);
        let chosen: u32 = one.turns.iter().map(|turns| turns.moves).sum();
        assert_eq!(
            chosen as usize,
            record(one).moves().len() - 3,
            "given moves belong to no player"
        );
        assert!(one.turns.iter().flat_map(|turns| &turns.decisions).all(|d| d.ply > 3));
    }
    let perfect = report.players[0].decisions.unwrap();
    assert_eq!((perfect.accuracy, perfect.skill), (1.0, 1.0));
    assert!(report.players[1].decisions.unwrap().accuracy < 1.0);
}

#[test]
fn games_begin_from_positions_in_turn() {
    let positions = ["multiple-madness:12,6", "multiple-madness:16"];
    let records: Vec<Record> = positions.iter().map(|text| text.parse().unwrap()).collect();
    let arena = |positions: Vec<Record>| {
        let players = bots([Bot::Random, Bot::Perfect]);
        let arena = Arena::new(Game::MultipleMadness, &Options::default(), players, 8, 1).unwrap();
        arena.from_positions((1..).zip(positions).collect())
    };
    let games = play(&arena(records.clone()).unwrap());
    for (index, game) in games.iter().enumerate() {
        let begun = &records[index / 2 % 2];
        let record: Record = game.position.parse().unwrap();
        assert_eq!(record.moves()[..begun.moves().len()], *begun.moves());
    }
    for wrong in ["multiple-madness:11,1,13", "chain-reaction:12", "multiple-madness;size=30:12"] {
        let wrong = vec![records[0].clone(), wrong.parse().unwrap()];
        let refused = arena(wrong).unwrap_err();
        assert!(matches!(refused, ArenaError::Position { line: 2, .. }), "{refused}");
    }
}

#[test]
fn players_have_names_of_their_own() {
    let arena = || {
        let players = bots([Bot::Easy, Bot::Easy]);
        Arena::new(Game::SequenceDuel, &Options::default(), players, 2, 1).unwrap()
    };
    let names = |names: [&str; 2]| arena().with_names(names.map(str::to_owned).to_vec());
    let named = names(["ppo", "dqn"]).unwrap();
    let report = Report::of(&named, &play(&named));
    assert_eq!(report.players[1].name.as_deref(), Some("dqn"));
    assert_eq!((named.name(0), arena().name(0)), ("ppo".to_owned(), "easy".to_owned()));
    assert_eq!(names(["ppo", "ppo"]), Err(ArenaError::Names));
}

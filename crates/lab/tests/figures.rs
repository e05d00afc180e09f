//! What tournaments say about players whose skill is known, of all games that were to be played.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};

use divvy_analysis::BotPlayer;
use divvy_lab::{Arena, Played, Report, Workers, bots_only};
use divvy_match::{Bot, Chooser, Forfeit, Match, Occupant, PlayerMaker};
use divvy_rules::{Game, Number, Options, Record, TURN_LIMIT};
use divvy_solver::Solver;

fn bots<const N: usize>(bots: [Bot; N]) -> Vec<Occupant> {
    bots.map(Occupant::Bot).to_vec()
}

fn options() -> Options {
    "opening=even".parse().unwrap()
}

#[test]
fn a_random_mover_has_no_skill_whatever_share_of_won_positions_it_keeps() {
    let mut outside = [0; 2];
    for seed in 0..100 {
        let players = bots([Bot::Random, Bot::Random]);
        let arena = Arena::new(Game::MultipleMadness, &options(), players, 60, seed).unwrap();
        let report = Report::of(&arena, arena.play(&bots_only(), [], |_| true).values());
        for (standing, outside) in report.players.iter().zip(&mut outside) {
            let figures = standing.decisions.unwrap();
            let [low, high] = figures.skill_interval;
            *outside += u32::from(!(low..=high).contains(&0.0));
            assert!(low < figures.skill && figures.skill < high);
            let kept = standing.accuracy.unwrap();
            assert!(kept > figures.accuracy, "positions without a choice are kept");
            assert!(standing.decisions_by_seat.iter().flatten().all(|seat| seat.decisions > 0));
        }
    }
    // About 5 of 100 of 95 % intervals; more than 11 are as unlikely as 1 in 200.
    assert!(outside.iter().all(|outside| (1..=11).contains(outside)), "{outside:?}");
}

/// Takes the largest number.
struct Largest;

impl Chooser for Largest {
    fn choose(&mut self, game: &Match) -> Result<Number, Forfeit> {
        Ok(game.round().legal().iter().last().unwrap())
    }
}

#[test]
fn games_that_begin_alike_are_one_observation() {
    // Players without chance find out nothing new by playing the same games again.
    let decided = |players: usize, games, plies, positions: &[&str]| {
        let players = (0..players).map(|place| Occupant::Program(place.to_string())).collect();
        let arena = Arena::new(Game::MultipleMadness, &options(), players, games, 1).unwrap();
        let positions = positions
            .iter()
            .map(|moves| format!("multiple-madness;opening=even:{moves}").parse().unwrap());
        let positions = (1..).zip(positions).collect();
        let arena = arena.with_random_plies(plies).from_positions(positions).unwrap();
        let workers = Workers::new(Arc::new(|_| Ok(Box::new(Largest))));
        let report = Report::of(&arena, arena.play(&workers, [], |_| true).values());
        report.players[0].decisions.unwrap()
    };
    let set = ["2", "4", "6,1", "8", "12,1,5"];
    for (once, twice) in [
        (decided(2, 40, 2, &[]), decided(3, 40, 2, &[])),
        (decided(2, 10, 0, &set), decided(2, 20, 0, &set)),
    ] {
        assert_eq!(twice.decisions, 2 * once.decisions);
        for (once, twice) in once.skill_interval.into_iter().zip(twice.skill_interval) {
            assert!((once - twice).abs() < 1e-9, "{once} {twice}");
        }
    }
}

/// How a player avoids a wrong answer that it was about to give.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cheat {
    /// It says what is no move.
    Pass,
    /// It goes away.
    Leave,
    /// It says what is no move, learns that it was wrong, and then says what is right.
    Retry,
}

/// A random mover that cheats whenever it would not win: where it would be wrong, and in lost positions if it likes.
struct Cheater(Cheat, bool, BotPlayer, Vec<String>);

impl Chooser for Cheater {
    fn choose(&mut self, game: &Match) -> Result<Number, Forfeit> {
        let number = self.2.choose(game)?;
        let winning = Solver::new(game.round().record().clone()).unwrap().winning();
        if winning.contains(&number) || winning.is_empty() && !self.1 {
            return Ok(number);
        }
        match self.0 {
            Cheat::Pass => Err(Forfeit::Illegal { tries: 3, problem: "pass".to_owned() }),
            Cheat::Leave => Err(Forfeit::Ended(None)),
            Cheat::Retry => {
                self.3.push("pass".to_owned());
                Ok(winning.first().copied().unwrap_or(number))
            }
        }
    }

    fn take_refused(&mut self) -> Vec<String> {
        std::mem::take(&mut self.3)
    }
}

#[test]
fn a_random_mover_that_cheats_where_it_would_be_wrong_has_no_skill() {
    let cheats = [Cheat::Pass, Cheat::Leave, Cheat::Retry];
    for (cheat, lost) in cheats.into_iter().flat_map(|cheat| [(cheat, false), (cheat, true)]) {
        let players = vec![Occupant::Program("cheater".to_owned()), Occupant::Bot(Bot::Random)];
        let arena = Arena::new(Game::MultipleMadness, &options(), players, 400, 1).unwrap();
        let maker: Arc<PlayerMaker> = Arc::new(move |occupant| match occupant {
            Occupant::Program(_) => {
                Ok(Box::new(Cheater(cheat, lost, BotPlayer::new(Bot::Random), Vec::new())))
            }
            _ => Ok(Box::new(BotPlayer::new(Bot::Random)) as Box<dyn Chooser>),
        });
        let games = arena.play(&Workers::new(maker), [], |_| true);
        let cheater = &Report::of(&arena, games.values()).players[0];
        let figures = cheater.decisions.unwrap();
        let [low, high] = figures.skill_interval;
        assert!(low < 0.0 && 0.0 < high && high < 0.3, "{cheat:?} {lost}: {figures:?}");
        let forfeits: u32 = cheater.forfeits.values().sum();
        assert_eq!(forfeits > 100, cheat != Cheat::Retry, "{cheat:?}: {forfeits} forfeits");
        assert_eq!(cheater.illegal > 100, cheat == Cheat::Retry);
        assert!(figures.decisions > 200, "{figures:?}");
    }
}

#[test]
fn no_two_moves_of_a_tournament_draw_the_same() {
    struct Recorder(BotPlayer, Arc<Mutex<Vec<u64>>>);
    impl Chooser for Recorder {
        fn choose(&mut self, game: &Match) -> Result<Number, Forfeit> {
            self.1.lock().unwrap().push(game.move_seed());
            self.0.choose(game)
        }
    }
    let drawn = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&drawn);
    let maker: Arc<PlayerMaker> = Arc::new(move |_| {
        Ok(Box::new(Recorder(BotPlayer::new(Bot::Random), Arc::clone(&recorded))))
    });
    for seed in 0..3 {
        let players = bots([Bot::Random; 3]);
        let arena = Arena::new(Game::MultipleMadness, &options(), players, 20, seed).unwrap();
        arena.play(&Workers::new(Arc::clone(&maker)), [], |_| true);
    }
    let mut drawn = drawn.lock().unwrap().clone();
    let count = drawn.len();
    drawn.sort_unstable();
    drawn.dedup();
    assert!(count > 3 * 60 * 3 && drawn.len() == count, "{} of {count}", drawn.len());
}

#[test]
fn games_begin_before_the_turn_limit_and_none_is_lost() {
    let players = bots([Bot::Random, Bot::Random]);
    let arena = Arena::new(Game::NumberMaze, &Options::default(), players, 10, 1).unwrap();
    let play = |arena: Arena| arena.play(&bots_only(), [], |_| true).into_values();
    let games: Vec<Played> = play(arena.clone().with_random_plies(2 * TURN_LIMIT)).collect();
    assert_eq!(games.len(), 10);
    assert!(games.iter().any(|game| game.given > 900), "random moves go on to the limit");

    let turns = |count: usize| {
        let moves = [2, 2, 4, 4, 1, 1].into_iter().cycle().take(count);
        Record::with_moves(arena.rules(), moves).unwrap()
    };
    let last = arena.clone().from_positions(vec![(3, turns(999))]).unwrap();
    assert_eq!(play(last).len(), 10);
    for beyond in [turns(1000), turns(1200)] {
        let refused = arena.clone().from_positions(vec![(3, beyond)]).unwrap_err();
        assert!(refused.to_string().starts_with("the position in line 3 is over, has had 1000"));
    }
}

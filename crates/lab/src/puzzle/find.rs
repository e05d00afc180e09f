//! Looking for puzzles in random games.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ops::RangeInclusive;

use divvy_analysis::Advice;
use divvy_rules::{Number, NumberSet, Position, Record, Rules, Token};
use divvy_solver::{Solver, TooLarge, pause_point};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Grade, Plausible, Puzzle, grade, words};

pub const LARGEST: u32 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPuzzle {
    #[error("puzzles are made on boards up to size {LARGEST}, and this one has size {size}")]
    Board { size: u32 },
    #[error(transparent)]
    Unsolved(#[from] TooLarge),
    #[error(
        "no position with exactly one winning move among several was found on {rules}: take a larger board, such as \
         size 20"
    )]
    NoneFound { rules: Rules },
    #[error("no puzzle of that grade was found on {rules}; another seed may have one")]
    NoneOfGrade { rules: Rules },
}

/// Of how many puzzles one is taken for a sheet, so that it has easy and hard ones.
const CHOICE: usize = 4;
/// Games played at most: a number for all puzzles, a larger one for those of some grades, and one for each.
const GAMES: usize = 200;
const GAMES_FOR_GRADES: usize = 2_000;
const GAMES_FOR_EACH: usize = 40;
/// How many of a game's last positions are looked at. Earlier ones of long games have too many winning moves or none.
const POSITIONS: usize = 60;
/// How many numbers there are to choose from: not two, and not so many that people guess.
const CHOICES: RangeInclusive<u32> = 3..=8;
/// The most moves of a random race.
const RACE_MOVES: usize = 40;
/// The effort that goes into all games together: numbers on the board for each game.
const EFFORT: usize = 3_000_000;
/// The effort after which a sheet takes what it has, hard or not.
const EFFORT_FOR_CHOICE: usize = 300_000;

/// Finds `count` puzzles of any grade, as [`graded`] does.
pub fn find(rules: Rules, seed: u64, count: usize) -> Result<Vec<Puzzle>, NoPuzzle> {
    graded(rules, seed, count, &Grade::ALL)
}

/// Finds `count` puzzles of these grades, from easy to hard; fewer where the board has not as many. No position comes twice.
/// The same seed gives the same puzzles, on every machine.
///
/// A puzzle has three to eight legal moves, and in a race its answer is not the target itself; where random games do
/// not come across enough of those, the others fill up.
pub fn graded(
    rules: Rules,
    seed: u64,
    count: usize,
    grades: &RangeInclusive<u8>,
) -> Result<Vec<Puzzle>, NoPuzzle> {
    let size = rules.board().size();
    if size > LARGEST {
        return Err(NoPuzzle::Board { size });
    }
    let mut search = Search {
        solver: Solver::new(Record::new(rules))?,
        random: ChaCha8Rng::seed_from_u64(seed),
        grades: grades.clone(),
        seen: HashSet::new(),
        good: Vec::new(),
        poor: Vec::new(),
    };
    let any = *grades == Grade::ALL;
    let wanted = if any { count.saturating_mul(CHOICE) } else { count };
    let games = if any { GAMES } else { GAMES_FOR_GRADES };
    let most = games.saturating_add(count.saturating_mul(GAMES_FOR_EACH));
    let numbers = rules.board().count() as usize;
    for game in 0..most.min(EFFORT / numbers) {
        let enough = if game * numbers < EFFORT_FOR_CHOICE { wanted } else { count };
        if search.good.len() >= enough {
            break;
        }
        pause_point();
        search.look_at_a_game()?;
    }
    let Search { mut random, good, poor, .. } = search;
    let mut chosen = spread(good, count, &mut random);
    chosen.extend(spread(poor, count - chosen.len(), &mut random));
    chosen.sort_by_key(|puzzle| (puzzle.grade, puzzle.plausible.len()));
    match (chosen.is_empty() && count > 0, any) {
        (false, _) => Ok(chosen),
        (true, true) => Err(NoPuzzle::NoneFound { rules }),
        (true, false) => Err(NoPuzzle::NoneOfGrade { rules }),
    }
}

struct Search {
    solver: Solver,
    random: ChaCha8Rng,
    grades: RangeInclusive<u8>,
    seen: HashSet<Key>,
    good: Vec<Puzzle>,
    /// Those that are only used where there are not enough others.
    poor: Vec<Puzzle>,
}

/// What makes two positions the same to the player to move.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// The free numbers, and those that the next one has to fit.
    Removal(NumberSet, Vec<Number>),
    Race(Token, Token),
}

/// A position in which exactly one move wins.
struct Candidate {
    moves: usize,
    answer: Number,
    good: bool,
}

impl Search {
    /// Plays a game and takes one of its positions, if any will do.
    fn look_at_a_game(&mut self) -> Result<(), TooLarge> {
        let game = random_game(self.solver.record().rules(), &mut self.random);
        self.stand_at(&game)?;
        let mut candidates = self.candidates();
        if candidates.iter().any(|candidate| candidate.good) {
            candidates.retain(|candidate| candidate.good);
        }
        if candidates.is_empty() {
            return Ok(());
        }
        let place = self.random.random_range(0..candidates.len() as u32);
        let Candidate { moves, answer, good } = candidates.swap_remove(place as usize);
        // The solver stands before all candidates.
        for &number in &game.moves()[self.solver.record().moves().len()..moves] {
            if self.solver.play(number).is_err() {
                return Ok(());
            }
        }
        let plausible = grade::plausible(&mut self.solver, answer);
        let grade = Grade::of(plausible.len());
        if self.grades.contains(&grade.get())
            && self.seen.insert(key(self.solver.record().position()))
        {
            let puzzle = self.puzzle(answer, plausible, grade);
            if good { &mut self.good } else { &mut self.poor }.push(puzzle);
        }
        Ok(())
    }

    /// Brings the solver to the end of a game.
    fn stand_at(&mut self, game: &Record) -> Result<(), TooLarge> {
        // A race is solved once and for all, and so is a game that is searched; of other removal games only the end is,
        // which takes less than following it.
        let kept = match game.position() {
            Position::Removal(removal) => !removal.rules().is_walk(),
            Position::Race(_) => true,
        };
        if !kept || self.solver.follow(game.moves()).is_err() {
            self.solver = Solver::new(game.clone())?;
        }
        Ok(())
    }

    /// Goes back from the end of a game, and leaves the solver where it looked last.
    fn candidates(&mut self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for _ in 0..POSITIONS {
            let winning = self.solver.winning();
            if let ([answer], position) = (&winning[..], self.solver.record().position())
                && position.legal().len() > 1
                && !self.seen.contains(&key(position))
            {
                let good =
                    CHOICES.contains(&position.legal().len()) && !is_target(position, *answer);
                let moves = self.solver.record().moves().len();
                found.push(Candidate { moves, answer: *answer, good });
            }
            if self.solver.undo().is_none() {
                break;
            }
        }
        found
    }

    fn puzzle(&mut self, answer: Number, plausible: Vec<Plausible>, grade: Grade) -> Puzzle {
        let opponent = words::player(self.solver.record().to_move().other());
        let advice = Advice::with_best(&mut self.solver, Some(answer));
        let why = divvy_words::advice(&advice, &opponent);
        Puzzle { record: self.solver.record().clone(), answer, plausible, grade, why }
    }
}

/// A random game to its end; a race need not have one, and is left after some moves.
pub(crate) fn random_game(rules: Rules, random: &mut ChaCha8Rng) -> Record {
    let mut game = Record::new(rules);
    loop {
        let long = matches!(game.position(), Position::Race(_)) && game.moves().len() >= RACE_MOVES;
        match random_move(game.position(), random) {
            Some(number) if !long && game.play(number).is_ok() => {}
            _ => return game,
        }
    }
}

/// A random legal move. Every other time it is the most open of three, as players choose who want to go on: purely random
/// games end before the board gets interesting.
fn random_move(position: &Position, random: &mut ChaCha8Rng) -> Option<Number> {
    let drawn = draw(position, random)?;
    if matches!(position, Position::Race(_)) || random.random() {
        return Some(drawn);
    }
    let others = [draw(position, random)?, draw(position, random)?];
    let open = |number: Number| {
        let mut next = position.clone();
        next.play(number).map_or(0, |_| next.legal().len())
    };
    others.into_iter().chain([drawn]).max_by_key(|&number| (open(number), number))
}

fn draw(position: &Position, random: &mut ChaCha8Rng) -> Option<Number> {
    // On large boards it is quicker to draw and try than to list what is legal.
    let board = position.board();
    for _ in 0..8 {
        let drawn = board.number(random.random_range(board.first()..=board.size())).ok()?;
        if position.check(drawn).is_ok() {
            return Some(drawn);
        }
    }
    let legal = position.legal();
    match legal.len() {
        0 => None,
        count => legal.nth(random.random_range(0..count)),
    }
}

fn is_target(position: &Position, number: Number) -> bool {
    matches!(position, Position::Race(race) if race.rules().target() == number)
}

pub(crate) fn key(position: &Position) -> Key {
    match position {
        Position::Removal(removal) => {
            Key::Removal(removal.free().clone(), removal.previous().collect())
        }
        Position::Race(race) => {
            let mover = race.to_move();
            Key::Race(race.token(mover), race.token(mover.other()))
        }
    }
}

/// `count` of them, the grades as even as they come, beginning with any, so that a single puzzle can be hard.
fn spread(puzzles: Vec<Puzzle>, count: usize, random: &mut ChaCha8Rng) -> Vec<Puzzle> {
    let mut by_grade: BTreeMap<Grade, VecDeque<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        by_grade.entry(puzzle.grade).or_default().push_back(puzzle);
    }
    let mut grades: VecDeque<VecDeque<Puzzle>> = by_grade.into_values().collect();
    if !grades.is_empty() {
        grades.rotate_left(random.random_range(0..grades.len() as u32) as usize);
    }
    let mut chosen = Vec::new();
    while chosen.len() < count
        && let Some(mut grade) = grades.pop_front()
    {
        chosen.extend(grade.pop_front());
        if !grade.is_empty() {
            grades.push_back(grade);
        }
    }
    chosen
}

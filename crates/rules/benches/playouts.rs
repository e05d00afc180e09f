//! Random complete games, one core: the rules crate, and beside it the plainest thing that works.
//!
//! `cargo bench -p divvy-rules` prints games a second for both, in the same run.

#![allow(clippy::expect_used, reason = "a benchmark that goes wrong should stop")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use divvy_rules::{Family, Game, OptionValue, Options, RemovalPosition, RuleOption, Rules};

/// Games in one measured call, so that the timer's own cost disappears.
const GAMES: u32 = 1_000;

fn main() {
    divan::main();
}

#[divan::bench(args = [20, 100, 1_000])]
fn rules(bencher: Bencher, size: u32) {
    let options = Options::default().with(RuleOption::Size, OptionValue::Number(size));
    let rules = Rules::new(Game::MultipleMadness, &options).expect("a removal game of that size");
    let Family::Removal(removal) = rules.family() else { unreachable!("it removes numbers") };
    let start = removal.start();
    let mut random = Random(1);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| playout(start.clone(), &mut random)).sum::<u32>());
}

#[divan::bench(args = [20, 100, 1_000])]
fn plain(bencher: Bencher, size: u32) {
    let mut random = Random(1);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| (0..GAMES).map(|_| plain_playout(size, &mut random)).sum::<u32>());
}

/// Plays to the end through the public interface, every move checked, and returns the moves made.
fn playout(mut position: RemovalPosition, random: &mut Random) -> u32 {
    let mut plies = 0;
    loop {
        let legal = position.legal();
        let choices = legal.len();
        if choices == 0 {
            return black_box(plies);
        }
        let number = legal.nth(random.below(choices)).expect("an index below the count");
        position.play(number).expect("a legal number");
        plies += 1;
    }
}

/// The same game with a `Vec<bool>` and the modulo operator.
fn plain_playout(size: u32, random: &mut Random) -> u32 {
    let mut free = vec![true; size as usize + 1];
    let mut last = None::<u32>;
    let mut plies = 0;
    loop {
        let fits =
            |n: u32| last.is_none_or(|last| n.is_multiple_of(last) || last.is_multiple_of(n));
        let legal: Vec<u32> = (1..=size).filter(|&n| free[n as usize] && fits(n)).collect();
        if legal.is_empty() {
            return black_box(plies);
        }
        let number = legal[random.below(legal.len() as u32) as usize];
        free[number as usize] = false;
        last = Some(number);
        plies += 1;
    }
}

/// A small generator (xorshift), so that the measurement is of the games and not of randomness.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

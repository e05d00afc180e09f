//! Laws that hold for all five games, every option, sizes 1 to 40, at every ply of random games.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_rules::{
    Family, Game, Number, One, Opening, Options, Player, Position, Record, Relation, Rules,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// Rules of every kind. What does not fit together is dropped here and tested in `options.rs`.
fn any_rules() -> impl Strategy<Value = Rules> {
    let removal = (1..=40u32, of(select(Opening::ALL)), any::<bool>(), of(select(One::ALL)));
    let race = (2..=40u32, any::<bool>(), of(1..=40u32), of(1..=40u32), any::<bool>());
    let of_removal = (select(&Game::ALL[..]), removal).prop_map(|(game, values)| {
        let (size, opening, without_one, one) = values;
        let one = one.filter(|_| game == Game::TrapAvoidance);
        (game, Options { size: Some(size), opening, without_one, one, ..Options::default() })
    });
    let of_race = race.prop_map(|(size, without_one, start, target, block)| {
        let size = Some(size);
        let options = Options { size, without_one, start, target, block, ..Options::default() };
        (Game::NumberMaze, options)
    });
    prop_oneof![4 => of_removal, 1 => of_race]
        .prop_filter_map("options that do not fit", |(game, options)| {
            Rules::new(game, &options).ok()
        })
}

/// The rules once more, written from the specs and the rulings alone: a list of everything that
/// happened, and no thought for speed.
struct Naive {
    rules: Rules,
    numbers: Vec<u32>,
    /// Who did what: a number, or a skipped turn.
    turns: Vec<(Player, Option<u32>)>,
}

impl Naive {
    fn new(rules: Rules) -> Self {
        let options = rules.options();
        let first = if options.without_one { 2 } else { 1 };
        Self { rules, numbers: (first..=options.size.unwrap()).collect(), turns: Vec::new() }
    }

    fn mover(&self) -> Player {
        self.turns.last().map_or(Player::First, |(player, _)| player.other())
    }

    /// Where a player stood before each of the player's turns, and stands now.
    fn stands(&self, player: Player) -> Vec<u32> {
        let mut nodes = vec![self.rules.options().start.unwrap_or(1)];
        for (who, step) in &self.turns {
            if *who == player {
                nodes.push(step.unwrap_or(*nodes.last().unwrap()));
            }
        }
        nodes
    }

    fn legal(&self) -> Vec<u32> {
        let options = self.rules.options();
        let size = options.size.unwrap();
        let divides = |a: u32, b: u32| b.is_multiple_of(a);
        let related = |a: u32, b: u32| divides(a, b) || divides(b, a);
        let fits = |n: u32| match self.rules.game() {
            Game::NumberMaze => {
                let target = options.target.unwrap_or(size);
                let mine = self.stands(self.mover());
                let theirs = self.stands(self.mover().other());
                let (here, there) = (*mine.last().unwrap(), *theirs.last().unwrap());
                let previous = mine.len().checked_sub(2).map(|i| mine[i]);
                here != target
                    && there != target
                    && n != here
                    && related(n, here)
                    && Some(n) != previous
                    && !(options.block && n == there)
            }
            game => match self.turns.last() {
                None => match options.opening.unwrap_or(Opening::Any) {
                    Opening::Any => true,
                    Opening::Even => divides(2, n),
                    Opening::EvenBelowHalf => divides(2, n) && f64::from(n) < f64::from(size) / 2.0,
                },
                Some((_, last)) => {
                    let last = last.unwrap();
                    let taken = self.turns.iter().any(|(_, taken)| *taken == Some(n));
                    let free_one = options.one == Some(One::Free) && (n == 1 || last == 1);
                    let related = related(n, last);
                    !taken
                        && if game == Game::TrapAvoidance { free_one || !related } else { related }
                }
            },
        };
        self.numbers.iter().copied().filter(|&n| fits(n)).collect()
    }

    fn winner(&self) -> Option<Player> {
        if self.rules.game() == Game::NumberMaze {
            let options = self.rules.options();
            let target = options.target.or(options.size).unwrap();
            Player::BOTH.into_iter().find(|&player| self.stands(player).last() == Some(&target))
        } else {
            self.legal().is_empty().then(|| self.mover().other())
        }
    }

    /// Plays, then lets turns pass for whoever cannot use them. Returns who was skipped.
    fn play(&mut self, n: u32) -> Vec<Player> {
        self.turns.push((self.mover(), Some(n)));
        let mut skipped = Vec::new();
        while self.rules.game() == Game::NumberMaze
            && self.winner().is_none()
            && self.legal().is_empty()
        {
            skipped.push(self.mover());
            self.turns.push((self.mover(), None));
        }
        skipped
    }
}

fn values(numbers: impl IntoIterator<Item = Number>) -> Vec<u32> {
    numbers.into_iter().map(Number::get).collect()
}

/// Plays up to 60 moves, each drawn by one entry of `choices`, and calls `each` before every move.
fn walk(rules: Rules, choices: &[prop::sample::Index], mut each: impl FnMut(&Record)) -> Record {
    let mut record = Record::new(rules);
    each(&record);
    for choice in choices {
        let legal = record.position().legal();
        if legal.is_empty() {
            break;
        }
        let number = legal.nth(choice.index(legal.len() as usize) as u32).unwrap();
        record.play(number).unwrap();
        each(&record);
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn positions_agree_with_the_naive_definition(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let mut naive = Naive::new(rules);
        let mut record = Record::new(rules);
        for choice in choices {
            let legal = values(&record.position().legal());
            prop_assert_eq!(&legal, &naive.legal());
            prop_assert_eq!(record.position().winner(), naive.winner());
            prop_assert_eq!(record.position().is_over(), legal.is_empty());
            if legal.is_empty() {
                break;
            }
            prop_assert_eq!(record.position().to_move(), naive.mover());
            let value = legal[choice.index(legal.len())];
            let skips = record.play(rules.board().number(value).unwrap()).unwrap();
            prop_assert_eq!(skips.players().collect::<Vec<_>>(), naive.play(value));
            prop_assert_eq!(skips.is_empty(), skips.players().next().is_none());
        }
    }

    #[test]
    fn play_accepts_exactly_the_legal_numbers_and_refuses_without_a_trace(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let beyond = Rules::new(Game::MultipleMadness, &Options { size: Some(41), ..Options::default() })
            .unwrap().board();
        walk(rules, &choices, |record| {
            let legal = values(&record.position().legal());
            for value in 0..=rules.board().size() + 1 {
                let mut position = record.position().clone();
                let accepted = rules.board().number(value).and_then(|n| position.play(n));
                assert_eq!(accepted.is_ok(), legal.contains(&value), "{value} in {record}");
                if let Ok(number) = rules.board().number(value) {
                    let ends = accepted.is_ok() && position.is_over();
                    assert_eq!(record.position().ends_with(number), ends, "{value} in {record}");
                }
                if accepted.is_err() {
                    assert_eq!(&position, record.position());
                }
            }
            // A number of a larger board is refused like any other that is out of range.
            let foreign = beyond.number(41).unwrap();
            assert_eq!(record.position().check(foreign), rules.board().number(41).map(|_| ()));
        });
    }

    #[test]
    fn undo_is_the_inverse_of_play(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let mut seen = Vec::new();
        let mut record = walk(rules, &choices, |record| seen.push(record.clone()));
        while let Some(before) = seen.pop() {
            prop_assert_eq!(&record, &before);
            prop_assert_eq!(record.undo(), before.moves().last().copied());
        }
        prop_assert_eq!(record, Record::new(rules));
    }

    #[test]
    fn notation_and_json_round_trip(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let record = walk(rules, &choices, |_| {});
        let text = record.to_string();
        prop_assert_eq!(&text.parse::<Record>().unwrap(), &record);
        prop_assert!(
            text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-;=:,".contains(&b)),
            "a character that a URL would escape: {}", text
        );
        let json = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Record>(&json).unwrap(), &record);
        let json = serde_json::to_string(&rules).unwrap();
        prop_assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
        prop_assert_eq!(Rules::new(rules.game(), &rules.options()).unwrap(), rules);
    }

    #[test]
    fn removal_games_end_within_the_board(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let record = walk(rules, &choices, |_| {});
        if let Family::Removal(_) = rules.family() {
            prop_assert!(record.position().is_over());
            prop_assert!(record.moves().len() <= rules.board().count() as usize);
        }
    }

    #[test]
    fn large_boards_play_like_small_ones(
        size in 128..=300u32, relation in 0..3usize, choices in vec(any::<prop::sample::Index>(), 40),
    ) {
        let (game, one) = [
            (Game::MultipleMadness, None),
            (Game::TrapAvoidance, Some(One::Trap)),
            (Game::TrapAvoidance, Some(One::Free)),
        ][relation];
        let options = Options { size: Some(size), one, ..Options::default() };
        let rules = Rules::new(game, &options).unwrap();
        walk(rules, &choices, |record| {
            let Position::Removal(position) = record.position() else { unreachable!() };
            let relation = position.rules().relation();
            let follows = |n: &Number| position.last().is_none_or(|last| match relation {
                Relation::Related => last != *n && divisible(last, *n),
                Relation::Unrelated(one) => last != *n
                    && (!divisible(last, *n) || one == One::Free && (last.get() == 1 || n.get() == 1)),
            });
            let free: Vec<Number> =
                rules.board().numbers().filter(|n| !record.moves().contains(n)).collect();
            assert_eq!(values(position.free()), values(free.clone()));
            let legal: Vec<Number> = free.into_iter().filter(|n| follows(n)).collect();
            assert_eq!(values(&position.legal()), values(legal.clone()));
            assert_eq!(position.winner().is_some(), legal.is_empty());
            assert_eq!(position.legal().len() as usize, legal.len());
            assert_eq!(position.legal().nth(0), legal.first().copied());
        });
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
        }
    }
}

fn divisible(a: Number, b: Number) -> bool {
    a.get().is_multiple_of(b.get()) || b.get().is_multiple_of(a.get())
}

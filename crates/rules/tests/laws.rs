//! Laws that hold for all five games, every option, sizes 1 to 40, at every ply of random games.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_rules::{
    Family, Game, Number, One, OptionKind, OptionValue, Options, PlayEnding, Player, Position,
    Record, Refusal, Relation, RuleOption, Rules, Turn,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// Rules of every kind. What does not fit together is dropped here and tested in `options.rs`.
fn any_rules() -> impl Strategy<Value = Rules> {
    let numbers = (1..=40u32, of(1..=40u32), of(1..=40u32), of(1..=40u32));
    let words = (of(0..3usize), of(0..2usize), of(0..2usize), any::<bool>(), any::<bool>());
    (select(&Game::ALL[..]), numbers, words).prop_filter_map(
        "options that do not fit",
        |(game, (size, start, target, from), (opening, one, memory, without_one, block))| {
            let number = |number: Option<u32>| number.map(OptionValue::Number);
            let flag = |on: bool| on.then_some(OptionValue::Flag);
            let word = |option: RuleOption, index: Option<usize>| match option.kind() {
                OptionKind::Choice(words) => index.map(|index| OptionValue::Choice(words[index])),
                OptionKind::Number | OptionKind::Flag => None,
            };
            let mut options = Options::default();
            for option in game.options() {
                let value = match option {
                    RuleOption::Size => Some(OptionValue::Number(size)),
                    RuleOption::Opening => word(option, opening),
                    RuleOption::WithoutOne => flag(without_one),
                    RuleOption::One => word(option, one),
                    RuleOption::Memory => word(option, memory),
                    RuleOption::Start => number(start),
                    RuleOption::Target => number(target),
                    RuleOption::Block => flag(block),
                    RuleOption::From => number(from).filter(|_| opening.is_none()),
                };
                options.set(option, value);
            }
            Rules::new(game, &options).ok()
        },
    )
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
        let first = if options.flag(RuleOption::WithoutOne) { 2 } else { 1 };
        let struck = options.number(RuleOption::From);
        let numbers = first..=options.number(RuleOption::Size).unwrap();
        let numbers = numbers.filter(|&number| Some(number) != struck).collect();
        Self { rules, numbers, turns: Vec::new() }
    }

    fn mover(&self) -> Player {
        self.turns.last().map_or(Player::First, |(player, _)| player.other())
    }

    /// Where a player stood before each of the player's turns, and stands now.
    fn stands(&self, player: Player) -> Vec<u32> {
        let mut nodes = vec![self.rules.options().number(RuleOption::Start).unwrap_or(1)];
        for (who, step) in &self.turns {
            if *who == player {
                nodes.push(step.unwrap_or(*nodes.last().unwrap()));
            }
        }
        nodes
    }

    /// The numbers that bind the next move: of those struck and taken the last one, or the last two.
    fn previous(&self) -> Vec<u32> {
        let options = self.rules.options();
        let taken = self.turns.iter().filter_map(|(_, number)| *number);
        let all: Vec<u32> = options.number(RuleOption::From).into_iter().chain(taken).collect();
        let memory = if options.choice(RuleOption::Memory) == Some("2") { 2 } else { 1 };
        all[all.len().saturating_sub(memory)..].to_vec()
    }

    fn legal(&self) -> Vec<u32> {
        let options = self.rules.options();
        let size = options.number(RuleOption::Size).unwrap();
        let divides = |a: u32, b: u32| b.is_multiple_of(a);
        let related = |a: u32, b: u32| divides(a, b) || divides(b, a);
        let fits = |n: u32| match self.rules.game() {
            Game::NumberMaze => {
                let target = options.number(RuleOption::Target).unwrap_or(size);
                let mine = self.stands(self.mover());
                let theirs = self.stands(self.mover().other());
                let (here, there) = (*mine.last().unwrap(), *theirs.last().unwrap());
                let previous = mine.len().checked_sub(2).map(|i| mine[i]);
                here != target
                    && there != target
                    && n != here
                    && related(n, here)
                    && Some(n) != previous
                    && !(options.flag(RuleOption::Block) && n == there)
            }
            game => match &self.previous()[..] {
                [] => match options.choice(RuleOption::Opening) {
                    Some("even") => divides(2, n),
                    Some("even-below-half") => {
                        divides(2, n) && f64::from(n) < f64::from(size) / 2.0
                    }
                    _ => true,
                },
                previous => {
                    let taken = self.turns.iter().any(|(_, taken)| *taken == Some(n));
                    let free = options.choice(RuleOption::One) == Some("free");
                    let follows = |&last: &u32| {
                        let free_one = free && (n == 1 || last == 1);
                        let related = related(n, last);
                        if game == Game::TrapAvoidance { free_one || !related } else { related }
                    };
                    !taken && previous.iter().all(follows)
                }
            },
        };
        self.numbers.iter().copied().filter(|&n| fits(n)).collect()
    }

    fn winner(&self) -> Option<Player> {
        if self.rules.game() == Game::NumberMaze {
            let options = self.rules.options();
            let size = options.number(RuleOption::Size);
            let target = options.number(RuleOption::Target).or(size).unwrap();
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
        let legal = record.legal();
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
            let legal = values(&record.legal());
            prop_assert_eq!(&legal, &naive.legal());
            if let Position::Removal(position) = record.position() {
                prop_assert_eq!(values(position.previous()), naive.previous());
            }
            prop_assert_eq!(record.winner(), naive.winner());
            prop_assert_eq!(record.is_over(), legal.is_empty());
            if legal.is_empty() {
                break;
            }
            prop_assert_eq!(record.to_move(), naive.mover());
            let value = legal[choice.index(legal.len())];
            record.play(rules.board().number(value).unwrap()).unwrap();
            let skipped: Vec<_> = record.skipped_after(record.moves().len()).collect();
            prop_assert_eq!(skipped, naive.play(value));
            prop_assert_eq!(record.last().map(Number::get), naive.turns.iter().rev().find_map(|t| t.1));
        }
        let turn = |turn: Turn| (turn.player, turn.number.map(Number::get));
        prop_assert_eq!(record.turns().map(turn).collect::<Vec<_>>(), naive.turns);
    }

    #[test]
    fn a_game_knows_how_it_stood_after_every_move(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let mut seen = Vec::new();
        let record = walk(rules, &choices, |record| seen.push(record.clone()));
        for (ply, before) in seen.iter().enumerate() {
            prop_assert_eq!(&record.at(ply), before);
            prop_assert_eq!(record.mover(ply), before.to_move());
        }
    }

    #[test]
    fn play_accepts_exactly_the_legal_numbers_and_refuses_without_a_trace(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let beyond = Rules::new(Game::MultipleMadness, &"size=41".parse().unwrap())
            .unwrap().board();
        walk(rules, &choices, |record| {
            let legal = values(&record.legal());
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
            assert_eq!(record.check(foreign), rules.board().number(41).map(|_| ()));
        });
    }

    #[test]
    fn a_limit_cuts_a_race_short_and_nothing_else(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60), limit in 1..60u32,
    ) {
        let free = walk(rules, &choices, |_| {});
        let mut record = Record::new(rules).limited(Some(limit));
        for &number in free.moves() {
            if record.is_over() {
                prop_assert_eq!(record.play(number), Err(Refusal::GameOver));
                break;
            }
            prop_assert_eq!(record.check(number), Ok(()));
            record.play(number).unwrap();
        }
        let turns: Vec<Turn> = free.turns().collect();
        let ended = free.at(record.moves().len());
        let abandoned = matches!(rules.family(), Family::Race(_))
            && ended.winner().is_none() && ended.turns().count() >= limit as usize;
        let length = if abandoned { limit as usize } else { turns.len() };
        prop_assert_eq!(record.turns().collect::<Vec<_>>(), &turns[..length]);
        prop_assert_eq!(record.mover(record.moves().len()), record.to_move());
        prop_assert_eq!(record.winner(), ended.winner());
        prop_assert_eq!(record.is_over(), record.legal().is_empty());
        prop_assert_eq!(record.is_over(), record.ending().is_some());
        prop_assert_eq!(record.ending() == Some(PlayEnding::Abandoned { turns: limit }), abandoned);
        // Lifted and set again.
        prop_assert_eq!(&record.clone().limited(None), &ended);
        prop_assert_eq!(&ended.limited(Some(limit)), &record);
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
        let json = serde_json::to_string(&rules).unwrap();
        prop_assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
        prop_assert_eq!(Rules::new(rules.game(), &rules.options()).unwrap(), rules);
    }

    #[test]
    fn a_memory_of_one_is_the_game_without_the_option(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let mut options = rules.options();
        options.set(RuleOption::Memory, OptionValue::Choice("1"));
        if let Ok(explicit) = Rules::new(rules.game(), &options) {
            options.set(RuleOption::Memory, None);
            let plain = Rules::new(rules.game(), &options).unwrap();
            prop_assert_eq!(explicit, plain);
            let record = walk(plain, &choices, |_| {});
            prop_assert!(!record.to_string().contains("memory"));
            prop_assert!(!serde_json::to_string(&plain).unwrap().contains("memory"));
            let moves = values(record.moves().iter().copied());
            prop_assert_eq!(Record::with_moves(explicit, moves), Ok(record));
        }
    }

    #[test]
    fn what_is_barred_is_what_the_previous_numbers_refuse(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        walk(rules, &choices, |record| {
            let Position::Removal(position) = record.position() else { return };
            let Relation::Unrelated(one) = position.rules().relation() else { return };
            let sets = |last: Number, n: Number| last == n
                || divisible(last, n) && (one == One::Trap || last.get() > 1 && n.get() > 1);
            let barred: Vec<Number> = rules.board().numbers()
                .filter(|&n| position.previous().any(|last| sets(last, n))).collect();
            assert_eq!(values(&position.barred()), values(barred.clone()), "{record}");
            for number in barred {
                let refusal = record.check(number).unwrap_err();
                let to = |last| refusal == Refusal::Related { to: last } && sets(last, number);
                assert!(refusal == Refusal::AlreadyTaken || position.previous().any(to), "{record}");
            }
        });
    }

    #[test]
    fn removal_games_end_within_the_board(
        rules in any_rules(), choices in vec(any::<prop::sample::Index>(), 60),
    ) {
        let record = walk(rules, &choices, |_| {});
        if let Family::Removal(_) = rules.family() {
            prop_assert!(record.is_over());
            prop_assert!(record.moves().len() <= rules.board().count() as usize);
        }
    }

    #[test]
    fn large_boards_play_like_small_ones(
        size in 128..=300u32, choices in vec(any::<prop::sample::Index>(), 40),
        kind in select(&["multiple-madness", "trap-avoidance", "trap-avoidance;one=free",
            "trap-avoidance;memory=2", "trap-avoidance;one=free;memory=2"][..]),
    ) {
        let rules: Rules = format!("{kind};size={size}").parse().unwrap();
        walk(rules, &choices, |record| {
            let Position::Removal(position) = record.position() else { unreachable!() };
            let relation = position.rules().relation();
            let follows = |n: &Number| position.previous().all(|last| match relation {
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

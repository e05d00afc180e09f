//! Who has the page of a game open, through this process or another.

use std::collections::HashMap;

use divvy_play::Seat;
use tokio::time::Instant;

/// By seat: somebody who holds it has the page open.
pub(crate) type Seats = [bool; 2];

/// Who has the page of one game open.
#[derive(Debug, Default)]
pub(super) struct Here {
    /// How many pages each seat has open, through this process.
    pages: [u32; 2],
    /// What the other processes said last.
    elsewhere: HashMap<String, Said>,
}

/// What a process said.
#[derive(Debug)]
struct Said {
    /// Its messages are numbered: one that was overtaken on its way says nothing any more.
    number: u64,
    seats: Seats,
    at: Instant,
}

/// What a message came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    /// Somebody came or went.
    pub(super) changed: bool,
    /// The process had not been heard of, and may not have heard of this one.
    pub(super) newcomer: bool,
}

impl Here {
    /// Here or elsewhere.
    pub(super) fn all(&self) -> Seats {
        let own = self.own();
        [0, 1].map(|seat| own[seat] || self.elsewhere.values().any(|said| said.seats[seat]))
    }

    /// Through this process.
    pub(super) fn own(&self) -> Seats {
        self.pages.map(|pages| pages > 0)
    }

    pub(super) fn arrive(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|seat| self.pages[seat.index()] += 1);
    }

    pub(super) fn leave(&mut self, seats: &[Seat]) {
        for seat in seats {
            let pages = &mut self.pages[seat.index()];
            *pages = pages.saturating_sub(1);
        }
    }

    /// What another process says.
    pub(super) fn hear(&mut self, process: &str, number: u64, seats: Seats, at: Instant) -> Heard {
        let before = self.all();
        let newcomer = match self.elsewhere.get_mut(process) {
            Some(said) if said.number >= number => {
                return Heard { changed: false, newcomer: false };
            }
            Some(said) => {
                *said = Said { number, seats, at };
                false
            }
            None => {
                self.elsewhere.insert(process.to_owned(), Said { number, seats, at });
                true
            }
        };
        Heard { changed: self.all() != before, newcomer }
    }

    /// Forgets processes that have said nothing since this time: those that live say it again and again. Says whether
    /// somebody went by that.
    pub(super) fn forget_silent(&mut self, since: Instant) -> bool {
        let before = self.all();
        self.elsewhere.retain(|_, said| said.at >= since);
        self.all() != before
    }
}

/// How many games one message is about at the most; it must not be longer than what a storage passes on.
const AT_ONCE: usize = 250;

/// Messages that tell other processes who has which page open here.
pub(super) fn messages<'a>(
    process: &'a str,
    number: u64,
    games: &'a [(String, Seats)],
) -> impl Iterator<Item = String> + 'a {
    games.chunks(AT_ONCE).map(move |games| {
        let mut words = format!("{process} {number}");
        for (id, [one, two]) in games {
            words += &format!(" {id}={}{}", u8::from(*one), u8::from(*two));
        }
        words
    })
}

/// What such a message says.
#[derive(Debug)]
pub(super) struct Message<'a> {
    pub(super) process: &'a str,
    pub(super) number: u64,
    pub(super) games: Vec<(&'a str, Seats)>,
}

/// The message in these words.
pub(super) fn understood(words: &str) -> Option<Message<'_>> {
    let mut words = words.split(' ');
    let (process, number) = (words.next()?, words.next()?.parse().ok()?);
    let games = words.filter_map(|game| {
        let (id, seats) = game.split_once('=')?;
        let seats = match seats {
            "00" => [false, false],
            "10" => [true, false],
            "01" => [false, true],
            "11" => [true, true],
            _ => return None,
        };
        Some((id, seats))
    });
    Some(Message { process, number, games: games.collect() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::time::Duration;

    use super::*;

    #[test]
    fn a_message_that_was_overtaken_changes_nothing() {
        let (mut here, now) = (Here::default(), Instant::now());
        let news = Heard { changed: true, newcomer: true };
        assert_eq!(here.hear("other", 2, [true, false], now), news);
        let nothing = Heard { changed: false, newcomer: false };
        assert_eq!(here.hear("other", 1, [false, true], now), nothing);
        assert_eq!(here.all(), [true, false]);
        let gone = Heard { changed: true, newcomer: false };
        assert_eq!(here.hear("other", 3, [false, false], now), gone);
        assert_eq!(here.hear("other", 2, [true, false], now), nothing);
        assert_eq!(here.all(), [false, false]);
    }

    #[test]
    fn a_process_that_died_is_forgotten_and_one_that_repeats_itself_is_not() {
        let (mut here, begin) = (Here::default(), Instant::now());
        here.arrive(&[Seat::One]);
        here.hear("dies", 1, [false, true], begin);
        here.hear("lives", 1, [true, false], begin);
        let later = begin + Duration::from_secs(60);
        assert!(!here.hear("lives", 2, [true, false], later).changed);
        assert!(here.forget_silent(later));
        assert!(!here.forget_silent(later));
        assert_eq!(here.all(), [true, false]);
        here.leave(&[Seat::One]);
        assert_eq!(here.all(), [true, false], "through the process that lives");
    }

    #[test]
    fn messages_are_understood_and_short_enough_to_be_passed_on() {
        let games: Vec<_> =
            (0..600).map(|game| (format!("{game:022}"), [game % 2 == 0, game % 3 == 0])).collect();
        let said: Vec<String> = messages("0123456789abcdef", u64::MAX, &games).collect();
        let mut heard = Vec::new();
        for words in &said {
            assert!(words.len() <= 7_900, "{}", words.len());
            let Message { process, number, games } = understood(words).unwrap();
            assert_eq!((process, number), ("0123456789abcdef", u64::MAX));
            heard.extend(games.into_iter().map(|(id, seats)| (id.to_owned(), seats)));
        }
        assert_eq!(heard, games);
        for nonsense in ["", "process", "process x", "process 1 game", "process 1 game=2"] {
            assert!(understood(nonsense).is_none_or(|message| message.games.is_empty()));
        }
    }
}

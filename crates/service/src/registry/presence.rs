//! Which players have the page of a game open, through this process or another.

use std::collections::HashMap;

use tokio::time::Instant;

/// By seat: whether its holder has the page open.
pub(super) type SeatFlags = [bool; 2];

/// The presence of the players of one game.
#[derive(Debug, Default)]
pub(super) struct Presence {
    /// How many pages each seat has open through this process.
    pages: [u32; 2],
    /// The last message of each other process.
    peers: HashMap<String, PeerPresence>,
}

#[derive(Debug)]
struct PeerPresence {
    /// Messages are numbered: one that arrives after a later one is ignored.
    number: u64,
    seats: SeatFlags,
    at: Instant,
}

/// The effect of a message from another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PeerUpdate {
    /// A seat became present or absent.
    pub(super) changed: bool,
    /// It is the first message of that process, which may not know the presence here.
    pub(super) new_peer: bool,
}

impl Presence {
    /// Through any process.
    pub(super) fn all(&self) -> SeatFlags {
        let local = self.local();
        [0, 1].map(|seat| local[seat] || self.peers.values().any(|peer| peer.seats[seat]))
    }

    /// Through this process.
    pub(super) fn local(&self) -> SeatFlags {
        self.pages.map(|pages| pages > 0)
    }

    pub(super) fn page_opened(&mut self, places: &[usize]) {
        places.iter().for_each(|&place| self.pages[place] += 1);
    }

    pub(super) fn page_closed(&mut self, places: &[usize]) {
        for &place in places {
            self.pages[place] = self.pages[place].saturating_sub(1);
        }
    }

    pub(super) fn update_peer(
        &mut self,
        process: &str,
        number: u64,
        seats: SeatFlags,
        at: Instant,
    ) -> PeerUpdate {
        let before = self.all();
        let known = self.peers.get(process).map(|peer| peer.number);
        if known.is_some_and(|known| known >= number) {
            return PeerUpdate { changed: false, new_peer: false };
        }
        self.peers.insert(process.to_owned(), PeerPresence { number, seats, at });
        PeerUpdate { changed: self.all() != before, new_peer: known.is_none() }
    }

    /// Removes processes that have sent nothing since this time, and returns whether a seat became absent by that.
    pub(super) fn remove_peers_silent_since(&mut self, since: Instant) -> bool {
        let before = self.all();
        self.peers.retain(|_, peer| peer.at >= since);
        self.all() != before
    }
}

/// The most games in one message, so that it is no longer than what a storage broadcasts.
const GAMES_PER_MESSAGE: usize = 250;

/// Messages that tell other processes which seats are present through this one.
pub(super) fn encode<'a>(
    process: &'a str,
    number: u64,
    games: &'a [(String, SeatFlags)],
) -> impl Iterator<Item = String> + 'a {
    games.chunks(GAMES_PER_MESSAGE).map(move |games| {
        let mut text = format!("{process} {number}");
        for (id, [one, two]) in games {
            text += &format!(" {id}={}{}", u8::from(*one), u8::from(*two));
        }
        text
    })
}

#[derive(Debug)]
pub(super) struct PresenceMessage<'a> {
    pub(super) process: &'a str,
    pub(super) number: u64,
    pub(super) games: Vec<(&'a str, SeatFlags)>,
}

/// Reads a message of another process; parts that it does not understand are left out.
pub(super) fn decode(text: &str) -> Option<PresenceMessage<'_>> {
    let mut words = text.split(' ');
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
    Some(PresenceMessage { process, number, games: games.collect() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn messages_round_trip_and_are_short_enough_to_broadcast() {
        let games: Vec<_> =
            (0..600).map(|game| (format!("{game:022}"), [game % 2 == 0, game % 3 == 0])).collect();
        let messages: Vec<String> = encode("0123456789abcdef", u64::MAX, &games).collect();
        let mut decoded = Vec::new();
        for message in &messages {
            assert!(message.len() <= 7_900, "{}", message.len());
            let PresenceMessage { process, number, games } = decode(message).unwrap();
            assert_eq!((process, number), ("0123456789abcdef", u64::MAX));
            decoded.extend(games.into_iter().map(|(id, seats)| (id.to_owned(), seats)));
        }
        assert_eq!(decoded, games);
        for nonsense in ["", "process", "process x", "process 1 game", "process 1 game=2"] {
            assert!(decode(nonsense).is_none_or(|message| message.games.is_empty()));
        }
    }
}

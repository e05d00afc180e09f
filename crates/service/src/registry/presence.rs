//! Which players have the page of a game open, through this process or another.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// By seat: whether its holder has the page open.
pub(super) type SeatFlags = [bool; 2];

/// The presence of the players of one game.
#[derive(Debug)]
pub(super) struct Presence {
    /// How many pages each seat has open through this process.
    pages: [u32; 2],
    /// The last message of each other process.
    peers: HashMap<String, PeerPresence>,
    /// When each player left; at first when the game came into memory.
    left: [Instant; 2],
}

impl Default for Presence {
    fn default() -> Self {
        Self { pages: [0; 2], peers: HashMap::new(), left: [Instant::now(); 2] }
    }
}

#[derive(Debug)]
struct PeerPresence {
    /// Messages are numbered: one that arrives after a later one is ignored.
    number: u64,
    seats: SeatFlags,
    at: Instant,
}

impl Presence {
    /// Through any process.
    pub(super) fn all(&self) -> SeatFlags {
        let local = self.local();
        [0, 1].map(|seat| local[seat] || self.peers.values().any(|peer| peer.seats[seat]))
    }

    /// How long a player has been away; nothing for one who is here.
    pub(super) fn away(&self, seat: usize) -> Duration {
        if self.all()[seat] { Duration::ZERO } else { self.left[seat].elapsed() }
    }

    /// Changes who is present, and notes who left by that. Returns whether a seat became present or absent.
    fn change(&mut self, change: impl FnOnce(&mut Self)) -> bool {
        let before = self.all();
        change(self);
        let after = self.all();
        for seat in [0, 1].into_iter().filter(|&seat| before[seat] && !after[seat]) {
            self.left[seat] = Instant::now();
        }
        before != after
    }

    /// Through this process.
    pub(super) fn local(&self) -> SeatFlags {
        self.pages.map(|pages| pages > 0)
    }

    /// Counts pages that were opened, or closed if they are fewer than none.
    pub(super) fn count_pages(&mut self, seats: &[usize], pages: i32) {
        self.change(|presence| {
            for &seat in seats {
                presence.pages[seat] = presence.pages[seat].saturating_add_signed(pages);
            }
        });
    }

    /// Takes in what another process says. Returns whether a seat became present or absent, and whether it is the first
    /// message of that process, which may not know the presence here.
    pub(super) fn update_peer(
        &mut self,
        process: &str,
        number: u64,
        seats: SeatFlags,
        at: Instant,
    ) -> (bool, bool) {
        let known = self.peers.get(process).map(|peer| peer.number);
        if known.is_some_and(|known| known >= number) {
            return (false, false);
        }
        let peer = PeerPresence { number, seats, at };
        let changed = self.change(|presence| {
            presence.peers.insert(process.to_owned(), peer);
        });
        (changed, known.is_none())
    }

    /// Removes processes that have sent nothing since this time, and returns whether a seat became absent by that.
    pub(super) fn remove_peers_silent_since(&mut self, since: Instant) -> bool {
        self.change(|presence| presence.peers.retain(|_, peer| peer.at >= since))
    }
}

/// The most games in one message, so that it is no longer than what a storage broadcasts.
const GAMES_PER_MESSAGE: usize = 180;

/// Which seats are present through one process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PresenceMessage {
    pub(super) process: String,
    pub(super) number: u64,
    pub(super) games: Vec<(String, SeatFlags)>,
}

impl PresenceMessage {
    /// As text, in several messages if they are many games.
    pub(super) fn encode(self) -> Vec<String> {
        let Self { process, number, games } = self;
        let message = |games: &[_]| {
            let part = Self { process: process.clone(), number, games: games.to_vec() };
            // It always has a JSON form.
            serde_json::to_string(&part).unwrap_or_default()
        };
        games.chunks(GAMES_PER_MESSAGE).map(message).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn messages_round_trip_and_are_short_enough_to_broadcast() {
        let games = (0..600).map(|game| (format!("{game:022}"), [false, game % 3 == 0]));
        let process = "0123456789abcdef".to_owned();
        let message = PresenceMessage { process, number: u64::MAX, games: games.collect() };
        let texts = message.clone().encode();
        assert!(texts.iter().all(|text| text.len() <= 7_900));
        let parts = texts.iter().map(|text| serde_json::from_str(text).unwrap());
        let decoded: Vec<_> = parts.flat_map(|part: PresenceMessage| part.games).collect();
        assert_eq!(decoded, message.games);
    }
}

//! How long a removal game lasts when the winner hurries and the loser resists. Matchings say who wins, not how soon.

use divvy_rules::{Number, NumberSet, One, Relation, RemovalPosition};

use crate::Value;
use crate::search::{Search, State, Twins};

/// The most positions remembered, about 50 MB. A search that would need more gives up.
const MOST_POSITIONS: usize = 1_200_000;

/// With more free numbers than this a search would almost always give up, and is not begun. With 17 there are at most 17
/// times 2 to the 16th positions, which fit, whatever the numbers are.
const fn most_numbers(relation: Relation) -> u32 {
    match relation {
        Relation::Related => 26,
        // Far more moves are legal here.
        Relation::Unrelated(One::Trap | One::Free) => 17,
    }
}

/// What is known of how long the game lasts.
#[derive(Debug, Default)]
pub(crate) struct Depths {
    /// What can follow one position, of which the free numbers are known.
    search: Option<Search>,
    /// The position in which a search gave up last: another would too.
    gave_up_at: Option<RemovalPosition>,
}

/// The numbers left and the last one.
#[derive(Clone, Copy, Debug)]
struct Walk {
    left: u32,
    last: u8,
}

impl State for Walk {
    fn open(self, followers: &[u32]) -> u32 {
        self.left & followers[usize::from(self.last)]
    }

    fn played(self, place: usize, _: &[u32]) -> Self {
        Self { left: self.left & !(1 << place), last: place as u8 }
    }

    /// The last number is the first of its kind, and of every kind the lowest others are left.
    fn canonical(self, twins: &[Twins]) -> Self {
        let Self { mut left, mut last } = self;
        for twins in twins {
            let is_last = twins.all >> last & 1 == 1;
            if is_last {
                last = twins.members[0];
            }
            left = twins.lowest(left, usize::from(is_last));
        }
        Self { left, last }
    }

    fn key(self) -> u64 {
        u64::from(self.left) << 8 | u64::from(self.last)
    }
}

impl Depths {
    /// What each legal move is worth, unless that is too much to search. Whether it is depends on the position alone: a
    /// search that is full of other positions makes room for a new one.
    pub(crate) fn values(
        &mut self,
        position: &RemovalPosition,
        legal: &NumberSet,
    ) -> Option<Vec<(Number, Value)>> {
        let free = position.free();
        let values = |mut search: Search| {
            let left = search.bits(free);
            let value = |number| {
                // The move is played in a position whose last number does not matter any more.
                let (place, state) = (search.place(number)?, Walk { left, last: 0 });
                search.learn(state.played(place, &[])).ok()?;
                Some((number, search.known_after(state, place)))
            };
            let values: Option<Vec<_>> = legal.iter().map(value).collect();
            values.map(|values| (values, search))
        };
        let covers = |search: &Search| search.bits(free).count_ones() == free.len();
        let relation = position.rules().relation();
        let new = || Search::new(relation, free.iter().collect(), MOST_POSITIONS);
        let kept = self.search.take().filter(covers).and_then(values);
        let found = match kept {
            Some(found) => Some(found),
            None if self.gave_up_at.as_ref() == Some(position) => None,
            None if free.len() > most_numbers(relation) => None,
            None => values(new()),
        };
        match found {
            Some((values, search)) => {
                self.search = Some(search);
                Some(values)
            }
            None => {
                self.gave_up_at = Some(position.clone());
                None
            }
        }
    }

    /// About how many bytes they take.
    pub(crate) fn memory(&self) -> usize {
        self.search.as_ref().map_or(0, Search::memory)
    }
}

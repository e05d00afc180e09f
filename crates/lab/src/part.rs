//! One part of work that is spread over several machines.

/// A part by its number, counted from 1, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// A part; none unless its number is between 1 and how many there are.
    pub const fn new(number: u32, of: u32) -> Option<Self> {
        if 1 <= number && number <= of { Some(Self { number, of }) } else { None }
    }

    pub const fn number(self) -> u32 {
        self.number
    }

    pub const fn of(self) -> u32 {
        self.of
    }

    /// Whether a piece of the work belongs to this part. Neighbours belong to different parts: they take about as long.
    pub const fn has(self, piece: u64) -> bool {
        piece % self.of as u64 == self.number as u64 - 1
    }
}

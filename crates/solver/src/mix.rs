//! A fast hash: the keys come from searches of our own, so no client can choose bad ones.

use std::hash::Hasher;

/// A hasher for small keys.
#[derive(Debug, Default)]
pub(crate) struct Mix(u64);

/// A word of which every bit depends on every bit of another.
pub(crate) fn mixed(word: u64) -> u64 {
    let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mixed(self.0.rotate_left(32) ^ value);
    }
}

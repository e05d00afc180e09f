//! A fast hash: the keys come from searches of our own, so no client can choose bad ones.

use std::hash::Hasher;

use divvy_rules::mixed;

/// A hasher for keys of 64 bits.
#[derive(Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mixed(self.0 ^ value);
    }
}

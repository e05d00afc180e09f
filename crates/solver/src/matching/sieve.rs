//! Divisors on demand from a sieve of smallest prime factors.
//!
//! Storing every divisor list of a million numbers costs 52 MB; regenerating a list from its
//! factorisation costs a few nanoseconds per divisor and stays in cache.

/// No number up to [`MAX_NUMBER`] has more divisors than this (720,720 has 240).
const MAX_DIVISORS: usize = 240;

/// Largest board the sieve serves; bounds [`MAX_DIVISORS`] and lets factors fit in `u16`.
pub(crate) const MAX_NUMBER: u32 = 1_000_000;

/// Scratch space for one list of divisors, reused from call to call.
#[derive(Debug)]
pub(crate) struct DivisorBuffer([u32; MAX_DIVISORS]);

impl Default for DivisorBuffer {
    fn default() -> Self {
        Self([0; MAX_DIVISORS])
    }
}

/// Smallest prime factors of `0..=n`.
#[derive(Debug)]
pub(crate) struct Sieve {
    /// Smallest prime factor of a composite number, 0 for a prime (and for 0 and 1). A composite
    /// number up to a million has a factor of at most 1,000, so 16 bits hold it.
    factor: Vec<u16>,
}

impl Sieve {
    /// Sieves the numbers up to `n`, which may not exceed [`MAX_NUMBER`].
    pub(crate) fn new(n: u32) -> Self {
        assert!(n <= MAX_NUMBER, "board size {n} exceeds {MAX_NUMBER}");
        let mut factor = vec![0u16; n as usize + 1];
        let mut p = 2usize;
        while p * p < factor.len() {
            if factor[p] == 0 {
                for multiple in factor[p * p..].iter_mut().step_by(p) {
                    if *multiple == 0 {
                        *multiple = p as u16;
                    }
                }
            }
            p += 1;
        }
        Self { factor }
    }

    /// The divisors of `n` other than `n` itself, in no particular order.
    #[inline]
    pub(crate) fn proper_divisors<'a>(&self, n: u32, buffer: &'a mut DivisorBuffer) -> &'a [u32] {
        let list = &mut buffer.0;
        list[0] = 1;
        let mut len = 1;
        let mut rest = n;
        while rest > 1 {
            let small = u32::from(self.factor[rest as usize]);
            let p = if small == 0 { rest } else { small };
            // Each further power of p adds one scaled copy of the previous power's divisors.
            let width = len;
            loop {
                rest /= p;
                for i in len - width..len {
                    list[i + width] = list[i] * p;
                }
                len += width;
                if !rest.is_multiple_of(p) {
                    break;
                }
            }
        }
        // The last product formed takes every prime at full power: it is n itself.
        &list[..len - 1]
    }

    /// The largest divisor of `n` other than `n` itself; `n` must be at least 2.
    #[inline]
    pub(crate) fn largest_proper_divisor(&self, n: u32) -> u32 {
        match self.factor[n as usize] {
            0 => 1,
            p => n / u32::from(p),
        }
    }

    /// The largest prime factor of `n`, 1 for 1.
    pub(crate) fn largest_prime_factor(&self, n: u32) -> u32 {
        let mut rest = n;
        while self.factor[rest as usize] != 0 {
            rest /= u32::from(self.factor[rest as usize]);
        }
        rest
    }
}

//! Networks of addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A network: all addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// Its first address, in canonical form.
    first: IpAddr,
    /// How many bits its addresses have in common.
    bits: u8,
}

/// The text is no address and no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an address or a network is expected, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32"
)]
pub struct NoNetwork;

/// A household has a whole network of IPv6 addresses, of this length, but one IPv4 address.
const HOUSEHOLD: u8 = 64;

impl Network {
    /// Whether the address belongs to the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros() >= self.bits.into()
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros() >= self.bits.into()
            }
            _ => false,
        }
    }

    fn new(address: IpAddr, bits: u8) -> Option<Self> {
        let first = match address {
            IpAddr::V4(v4) if bits <= 32 => {
                let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
                IpAddr::V4((v4.to_bits() & mask).into())
            }
            IpAddr::V6(v6) if bits <= 128 => {
                let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
                IpAddr::V6((v6.to_bits() & mask).into())
            }
            _ => return None,
        };
        Some(Self { first, bits })
    }
}

/// Without a length an IPv4 address stands for itself, and an IPv6 address for the network of its household.
impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(|_| NoNetwork)?)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| NoNetwork)?;
        let canonical = if bits.is_none() { address.to_canonical() } else { address };
        let single = if canonical.is_ipv4() { 32 } else { HOUSEHOLD };
        Self::new(canonical, bits.unwrap_or(single)).ok_or(NoNetwork)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.bits) {
            (IpAddr::V4(first), 32) => first.fmt(f),
            (first, bits) => write!(f, "{first}/{bits}"),
        }
    }
}

impl serde::Serialize for Network {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn network(text: &str) -> Network {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_and_networks_are_understood_and_written_in_one_way() {
        for (typed, written) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7/24", "203.0.113.0/24"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8::1/128", "2001:db8::1/128"),
            ("0.0.0.0/0", "0.0.0.0/0"),
        ] {
            assert_eq!(network(typed).to_string(), written);
            assert_eq!(network(written), network(typed));
        }
        for wrong in ["", "example.org", "203.0.113.0/33", "203.0.113.0/-1", "1.2.3.4:80", "::/129"]
        {
            assert_eq!(wrong.parse::<Network>(), Err(NoNetwork), "{wrong}");
        }
    }

    #[test]
    fn a_network_contains_the_addresses_that_begin_with_its_bits() {
        let contains =
            |network_: &str, address: &str| network(network_).contains(address.parse().unwrap());
        assert!(contains("203.0.113.0/24", "203.0.113.255"));
        assert!(contains("203.0.113.7", "::ffff:203.0.113.7"));
        assert!(contains("2001:db8::1", "2001:db8::2"));
        assert!(contains("0.0.0.0/0", "1.2.3.4"));
        assert!(!contains("203.0.113.0/24", "203.0.114.0"));
        assert!(!contains("203.0.113.7", "203.0.113.8"));
        assert!(!contains("2001:db8::1", "2001:db8:0:1::"));
        assert!(!contains("::/0", "1.2.3.4"));
    }
}

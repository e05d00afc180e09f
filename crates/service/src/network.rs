//! Networks of addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// A network: all addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpNet);

/// The text is no address and no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an address or a network is expected, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32"
)]
pub struct NoNetwork;

/// A household has a whole network of IPv6 addresses, of this length, but one IPv4 address.
const HOUSEHOLD: u8 = 64;

/// The address that stands for all of a household: limits count for it.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let others = 128 - u32::from(HOUSEHOLD);
            IpAddr::V6((v6.to_bits() >> others << others).into())
        }
        v4 => v4,
    }
}

impl Network {
    /// Whether the address belongs to the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// Without a length an IPv4 address stands for itself, and an IPv6 address for the network of its household.
impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        if let Ok(network) = text.parse::<IpNet>() {
            return Ok(Self(canonical(network).trunc()));
        }
        let address: IpAddr = text.parse().map_err(|_| NoNetwork)?;
        let address = address.to_canonical();
        let length = if address.is_ipv4() { 32 } else { HOUSEHOLD };
        IpNet::new(address, length).map(|network| Self(network.trunc())).map_err(|_| NoNetwork)
    }
}

/// A network of IPv4 addresses that are written as IPv6 addresses, by IPv4 addresses; others as they are.
pub fn canonical(network: IpNet) -> IpNet {
    const MAPPED: u8 = 96;
    let mapped = match network {
        IpNet::V6(v6) if v6.prefix_len() >= MAPPED => v6.addr().to_ipv4_mapped(),
        _ => None,
    };
    let length = network.prefix_len().saturating_sub(MAPPED);
    mapped.and_then(|v4| IpNet::new(v4.into(), length).ok()).unwrap_or(network)
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpNet::V4(network) if network.prefix_len() == 32 => network.addr().fmt(f),
            network => network.fmt(f),
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
            ("::ffff:203.0.113.7/120", "203.0.113.0/24"),
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

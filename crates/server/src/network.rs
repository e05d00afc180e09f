//! Networks of addresses.

use std::net::IpAddr;

use ipnet::IpNet;

/// The address that stands for all of a household: limits count for it. A household has a whole network of IPv6 addresses,
/// but one IPv4 address.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

/// A network of IPv4 addresses that are written as IPv6 addresses, by IPv4 addresses; others as they are.
pub(crate) fn canonical(network: IpNet) -> IpNet {
    const MAPPED: u8 = 96;
    let mapped = match network {
        IpNet::V6(v6) if v6.prefix_len() >= MAPPED => v6.addr().to_ipv4_mapped(),
        _ => None,
    };
    let length = network.prefix_len().saturating_sub(MAPPED);
    mapped.and_then(|v4| IpNet::new(v4.into(), length).ok()).unwrap_or(network)
}

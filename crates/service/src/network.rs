//! Networks of addresses.

use std::net::IpAddr;

/// The address that stands for all of a household: limits count for it. A household has a whole network of IPv6 addresses,
/// but one IPv4 address.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

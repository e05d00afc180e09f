//! What trusted proxies say about a request: the client's address and whether it uses HTTPS.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The networks whose peers are believed.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<IpNet>);

/// Every address that is not routed on the internet.
const PRIVATE_NETWORKS: &str = "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,\
     ::1,fc00::/7,fe80::/10";

impl TrustedProxies {
    /// The word for the loopback, private, unique local and link-local networks.
    pub const PRIVATE: &str = "private";

    /// Whether an address is that of a trusted proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The address of the client: each trusted proxy is believed about the one before it, from the peer backwards to the
    /// first address that is not trusted. Where a proxy gives no address, its own is taken.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all(X_FORWARDED_FOR).iter().rev();
        let mut hops = lines.flat_map(|line| line.to_str().unwrap_or("?").rsplit(','));
        let mut client = peer.to_canonical();
        while self.contains(client) {
            match hops.next().and_then(address) {
                Some(before) => client = before,
                None => break,
            }
        }
        client
    }
}

/// `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:443`.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

/// Whether the client of a trusted proxy uses HTTPS. With several proxies the first value is about the client.
pub(crate) fn is_https(headers: &HeaderMap) -> bool {
    let protocols = headers.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    let first = protocols.and_then(|protocols| protocols.split(',').next());
    first.is_some_and(|protocol| protocol.trim().eq_ignore_ascii_case("https"))
}

/// A text that is neither an address nor a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an address or a network such as 10.0.0.0/8")]
pub struct NotANetwork(String);

/// Addresses, networks and the word `private`, separated by commas.
impl FromStr for TrustedProxies {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let mut networks = Vec::new();
        for one in text.split(',').map(str::trim) {
            match one {
                Self::PRIVATE => networks.extend(PRIVATE_NETWORKS.parse::<Self>()?.0),
                one => networks.push(network(one).ok_or_else(|| NotANetwork(one.to_owned()))?),
            }
        }
        Ok(Self(networks))
    }
}

/// A network, or an address alone. IPv4 addresses that are written as IPv6 addresses are IPv4 addresses.
fn network(text: &str) -> Option<IpNet> {
    const MAPPED: u8 = 96;
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).ok()?;
    match (network.addr().to_canonical(), network.prefix_len().checked_sub(MAPPED)) {
        (v4 @ IpAddr::V4(_), Some(length)) => IpNet::new(v4, length).ok(),
        _ => Some(network),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_client_is_the_first_address_from_the_right_that_is_not_trusted() {
        let ten = "10.0.0.0/8";
        for (trusted, peer, lines, expected) in [
            ("127.0.0.1,10.0.0.0/8", "198.51.100.7", &["192.0.2.9"][..], "198.51.100.7"),
            ("127.0.0.1,10.0.0.0/8", "10.3.2.1", &["192.0.2.9"], "192.0.2.9"),
            ("::ffff:10.0.0.0/104", "10.3.2.1", &["192.0.2.9"], "192.0.2.9"),
            ("::ffff:10.0.0.0/104", "11.3.2.1", &["192.0.2.9"], "11.3.2.1"),
            // A socket for both versions shows version 4 like this.
            (ten, "::ffff:10.3.2.1", &["192.0.2.9"], "192.0.2.9"),
            ("private", "100.64.0.1", &["192.0.2.9"], "100.64.0.1"),
            ("private", "10.0.0.1", &["fd00::1,172.16.0.1,192.168.1.1,127.0.0.1"], "fd00::1"),
            ("private", "::1", &["192.0.2.9"], "192.0.2.9"),
            (ten, "10.0.0.1", &["198.51.100.1, 192.0.2.7, 10.0.0.3,10.0.0.2"], "192.0.2.7"),
            // What a client writes itself stands before what the proxies add, also in a line of its own.
            (ten, "10.0.0.1", &["198.51.100.1", "192.0.2.7", "10.0.0.2"], "192.0.2.7"),
            (ten, "10.0.0.1", &["10.0.0.9"], "10.0.0.9"),
            (ten, "10.0.0.1", &[], "10.0.0.1"),
            (ten, "10.0.0.1", &["unknown"], "10.0.0.1"),
            (ten, "10.0.0.1", &["192.0.2.7,"], "10.0.0.1"),
            (ten, "10.0.0.1", &["192.0.2.7, nonsense, 10.0.0.5"], "10.0.0.5"),
            (ten, "10.0.0.1", &["192.0.2.7:443"], "192.0.2.7"),
            (ten, "10.0.0.1", &["[2001:db8::7]"], "2001:db8::7"),
            (ten, "10.0.0.1", &["[2001:db8::7]:443"], "2001:db8::7"),
            (ten, "10.0.0.1", &["::ffff:192.0.2.7"], "192.0.2.7"),
        ] {
            let proxies: TrustedProxies = trusted.parse().unwrap();
            let given = lines.iter().map(|line| (X_FORWARDED_FOR, line.parse().unwrap()));
            let client = proxies.client(peer.parse().unwrap(), &given.collect());
            assert_eq!(client.to_string(), expected, "{trusted} {peer} {lines:?}");
        }
    }
}

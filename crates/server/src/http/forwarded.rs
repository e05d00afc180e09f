//! What trusted proxies say about a request: the client's address and whether it uses HTTPS.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use ipnet::IpNet;

use divvy_service::canonical;

/// The networks whose peers are believed.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<Trusted>);

#[derive(Clone, Copy, Debug)]
enum Trusted {
    /// Every address that is not routed on the internet.
    Private,
    Network(IpNet),
}

impl TrustedProxies {
    /// The word for the loopback, private, unique local and link-local networks.
    pub const PRIVATE: &str = "private";

    /// Whether an address is that of a trusted proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|trusted| match trusted {
            Trusted::Private => is_private(address),
            Trusted::Network(network) => network.contains(&address),
        })
    }

    /// The address of the client: each trusted proxy is believed about the one before it, from the peer backwards to the
    /// first address that is not trusted. Where a proxy gives no address, its own is taken.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all("x-forwarded-for").iter().rev();
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

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
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
        let trusted = |text: &str| match text.trim() {
            Self::PRIVATE => Ok(Trusted::Private),
            one => {
                let alone = || one.parse::<IpAddr>().map(|address| address.to_canonical().into());
                let network = one.parse().or_else(|_| alone());
                network
                    .map(canonical)
                    .map(Trusted::Network)
                    .map_err(|_| NotANetwork(one.to_owned()))
            }
        };
        text.split(',').map(trusted).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn client(trusted: &str, peer: &str, lines: &[&str]) -> String {
        let proxies: TrustedProxies = trusted.parse().unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_trusted_peers_are_believed() {
        let spoofed = ["192.0.2.9"];
        assert_eq!(client("127.0.0.1,10.0.0.0/8", "198.51.100.7", &spoofed), "198.51.100.7");
        assert_eq!(client("127.0.0.1,10.0.0.0/8", "10.3.2.1", &spoofed), "192.0.2.9");
        assert_eq!(client("::1", "::1", &spoofed), "192.0.2.9");
        // A socket for both versions shows version 4 like this.
        assert_eq!(client("10.0.0.0/8", "::ffff:10.3.2.1", &spoofed), "192.0.2.9");
        for peer in ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "::1", "fd00::1"] {
            assert_eq!(client("private", peer, &spoofed), "192.0.2.9", "{peer}");
        }
        assert_eq!(client("private", "100.64.0.1", &spoofed), "100.64.0.1");
        assert_eq!(
            TrustedProxies::default().client([10, 0, 0, 1].into(), &HeaderMap::new()),
            IpAddr::from([10, 0, 0, 1])
        );
    }

    #[test]
    fn the_client_is_the_first_address_from_the_right_that_is_not_trusted() {
        let walk = |lines: &[&str]| client("10.0.0.0/8", "10.0.0.1", lines);
        assert_eq!(walk(&["198.51.100.1, 192.0.2.7, 10.0.0.3,10.0.0.2"]), "192.0.2.7");
        // What a client writes itself stands before what the proxies add, also in a line of its own.
        assert_eq!(walk(&["198.51.100.1", "192.0.2.7", "10.0.0.2"]), "192.0.2.7");
        assert_eq!(walk(&["10.0.0.9"]), "10.0.0.9");
        assert_eq!(walk(&[]), "10.0.0.1");
        for unknown in ["unknown", "", "192.0.2.7, _hidden", "192.0.2.7,", "1.2.3"] {
            assert_eq!(walk(&[unknown]), "10.0.0.1", "{unknown:?}");
        }
        assert_eq!(walk(&["192.0.2.7, nonsense, 10.0.0.5"]), "10.0.0.5");
    }

    #[test]
    fn addresses_may_have_ports_and_brackets() {
        for (text, expected) in [
            ("192.0.2.7:443", "192.0.2.7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:443", "2001:db8::7"),
            ("2001:db8::7", "2001:db8::7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
        ] {
            assert_eq!(client("127.0.0.1", "127.0.0.1", &[text]), expected, "{text}");
        }
    }

    #[test]
    fn the_protocol_is_understood_in_any_case() {
        let said = |value: &str| {
            is_https(&HeaderMap::from_iter([(
                "x-forwarded-proto".parse().unwrap(),
                value.parse().unwrap(),
            )]))
        };
        assert!(["https", "HTTPS", "Https", "https, http"].into_iter().all(said));
        assert!(!["http", "", "httpss", "http, https"].into_iter().any(said));
        assert!(!is_https(&HeaderMap::new()));
    }

    #[test]
    fn what_is_no_network_is_named() {
        for (text, wrong) in
            [("10.0.0.0/33", "10.0.0.0/33"), ("127.0.0.1, proxy", "proxy"), ("", "")]
        {
            let error = text.parse::<TrustedProxies>().unwrap_err();
            assert_eq!(error, NotANetwork(wrong.to_owned()));
        }
    }
}

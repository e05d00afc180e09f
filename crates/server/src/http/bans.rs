//! Refuses requests from addresses that the operator keeps out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use divvy_table::GameError;
use divvy_words::web;
use tokio::sync::watch;

use super::error::ApiError;
use crate::server::Server;
use divvy_service::now;
use divvy_service::storage::Ban;

/// The bans that are in force.
#[derive(Debug, Default)]
pub(crate) struct Bans(watch::Sender<Arc<[Ban]>>);

impl Bans {
    pub(crate) fn replace(&self, bans: Vec<Ban>) {
        self.0.send_replace(bans.into());
    }

    /// If the address is banned, for how many seconds, if that is limited.
    fn of(&self, address: IpAddr, now: i64) -> Option<Option<i64>> {
        longest(&self.0.borrow(), address, now)
    }

    /// For a stream of this address.
    pub(crate) fn watch(&self, address: IpAddr) -> BanWatch {
        BanWatch { bans: self.0.subscribe(), address }
    }
}

/// Waits for a ban of an address.
#[derive(Debug)]
pub(crate) struct BanWatch {
    bans: watch::Receiver<Arc<[Ban]>>,
    address: IpAddr,
}

impl BanWatch {
    /// Returns when the address is banned.
    pub(crate) async fn banned(&mut self) {
        let address = self.address;
        let is_banned = |bans: &Arc<[Ban]>| longest(bans, address, now()).is_some();
        if self.bans.wait_for(is_banned).await.is_err() {
            // The server is gone, and its streams end by themselves.
            std::future::pending().await
        }
    }
}

/// For how many seconds the bans keep an address out: by the one that lasts longest, which is one without an end.
fn longest(bans: &[Ban], address: IpAddr, now: i64) -> Option<Option<i64>> {
    let in_force =
        |ban: &&Ban| ban.until.is_none_or(|until| until > now) && ban.network.contains(address);
    let longest = bans.iter().filter(in_force).max_by_key(|ban| ban.until.unwrap_or(i64::MAX));
    longest.map(|ban| ban.until.map(|until| (until - now + 999) / 1_000))
}

/// The response to a banned address.
pub(crate) fn refusal(server: &Server, address: IpAddr) -> Option<Response> {
    let seconds = server.bans.of(address, now())?;
    let mut response = ApiError::from(GameError::Forbidden(web::ADDRESS_IS_BANNED)).into_response();
    if let Some(seconds) = seconds {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_ban_holds_for_its_network_until_its_end() {
        let bans = Bans::default();
        let ban = |network: &str, until| Ban { network: network.parse().unwrap(), at: 0, until };
        bans.replace(vec![
            ban("203.0.113.7", Some(10_000)),
            ban("203.0.113.0/24", Some(5_000)),
            ban("2001:db8::/32", None),
        ]);
        let of = |address: &str, now| bans.of(address.parse().unwrap(), now);
        assert_eq!(of("203.0.113.7", 0), Some(Some(10)));
        assert_eq!(of("203.0.113.7", 9_001), Some(Some(1)));
        assert_eq!(of("203.0.113.7", 10_000), None);
        assert_eq!(of("203.0.113.8", 4_999), Some(Some(1)));
        assert_eq!(of("203.0.113.8", 5_000), None);
        assert_eq!(of("203.0.114.7", 0), None);
        assert_eq!(of("2001:db8:7::1", i64::MAX), Some(None));
    }
}

//! Where the server listens, and by which names and addresses it is reached.

use std::net::{IpAddr, SocketAddr, UdpSocket};

use divvy_store::plain;
use tokio::net::TcpListener;

use crate::args::Listen;
use crate::failure::Failure;

/// A socket that a service manager has opened and gave to this process.
pub(super) struct Activation(#[cfg(unix)] listenfd::ListenFd);

impl Activation {
    /// Looks for it. Must be called before there are other threads, because it changes the environment.
    pub(super) fn from_environment() -> Self {
        Self(
            #[cfg(unix)]
            listenfd::ListenFd::from_env(),
        )
    }

    /// The socket, if there is one.
    fn take(&mut self) -> Result<Option<TcpListener>, Failure> {
        #[cfg(not(unix))]
        return Ok(None);
        #[cfg(unix)]
        {
            let wrong = |error: std::io::Error| {
                Failure::Running(format!(
                    "cannot use the socket of the service manager: {}",
                    plain(&error)
                ))
            };
            if self.0.len() > 1 {
                return Err(Failure::running(
                    "the service manager gives more than one socket; one ListenStream= is enough, \
                     as [::]:8020 takes both versions of addresses",
                ));
            }
            let Some(listener) = self.0.take_tcp_listener(0).map_err(wrong)? else {
                return Ok(None);
            };
            listener.set_nonblocking(true).map_err(wrong)?;
            TcpListener::from_std(listener).map(Some).map_err(wrong)
        }
    }
}

/// The socket of the service manager, or a new one at this place.
pub(super) async fn listen(
    at: &Listen,
    mut activation: Activation,
) -> Result<TcpListener, Failure> {
    match activation.take()? {
        Some(listener) => Ok(listener),
        None => bind(at, "--addr").await,
    }
}

/// A new socket at the place that an option names.
pub(in crate::command) async fn bind(at: &Listen, option: &str) -> Result<TcpListener, Failure> {
    let failed = |error: std::io::Error| {
        Failure::Running(format!(
            "cannot listen at {}: {}; {option} names another place",
            at.0,
            plain(&error)
        ))
    };
    let addresses = at.addresses().map_err(failed)?;
    TcpListener::bind(addresses.as_slice()).await.map_err(failed)
}

/// The names of this machine: what `--addr` says, and its host name, also with the ending that machines in one network
/// find each other by.
pub(super) fn own_names(at: &Listen) -> Vec<String> {
    let mut names = vec![at.host().to_owned()];
    if let Some(full) = host_name() {
        let short = full.split('.').next().unwrap_or(&full).to_owned();
        names.extend([format!("{short}.local"), short, full]);
    }
    names
}

fn host_name() -> Option<String> {
    #[cfg(unix)]
    return nix::unistd::gethostname().ok()?.into_string().ok().filter(|name| !name.is_empty());
    #[cfg(not(unix))]
    None
}

/// The address of the page. A certificate is for a name, so that the first name is used with one.
pub(super) fn url(address: SocketAddr, names: &[String], is_https: bool) -> String {
    match (is_https, names.first()) {
        (true, Some(name)) if address.port() == 443 => format!("https://{name}/"),
        (true, Some(name)) => format!("https://{name}:{}/", address.port()),
        (true, None) => format!("https://{address}/"),
        (false, _) => format!("http://{address}/"),
    }
}

/// An address that other machines can use: for a server that listens on all interfaces, that of the default route.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Nothing is sent: connecting a UDP socket only selects the route.
    let outward = || -> std::io::Result<IpAddr> {
        let socket = UdpSocket::bind((address.ip(), 0))?;
        socket.connect(if address.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" })?;
        Ok(socket.local_addr()?.ip())
    };
    let local = if address.is_ipv4() {
        IpAddr::from([127, 0, 0, 1])
    } else {
        IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])
    };
    SocketAddr::new(outward().unwrap_or(local), address.port())
}

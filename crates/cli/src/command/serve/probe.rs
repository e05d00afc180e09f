//! Asks a running server whether it is ready: an image without a shell has no other program for its health check.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use divvy_store::plain;

use crate::args::ServeArgs;
use crate::failure::Failure;

const TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    // Without TLS, if it has a place of its own.
    let at = args.metrics_addr.as_ref().unwrap_or(&args.addr);
    let answer = at.addresses().and_then(|addresses| {
        let ask = |address: &SocketAddr| ask(*address);
        let nothing = Err(std::io::ErrorKind::ConnectionRefused.into());
        addresses.iter().map(ask).find(Result::is_ok).unwrap_or(nothing)
    });
    let answer = answer
        .map_err(|error| Failure::Running(format!("no answer at {}: {}", at.0, plain(&error))))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    match head.split(' ').nth(1) {
        Some("200") => Ok(writeln!(out, "{body}")?),
        _ => Err(Failure::Running(format!("not ready: {body}"))),
    }
}

fn ask(mut address: SocketAddr) -> std::io::Result<String> {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(4_096).read_to_string(&mut answer)?;
    Ok(answer)
}

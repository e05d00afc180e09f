//! What surrounds the handlers: names, proxies, TLS, request ids, logs and figures.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../api/client.rs"]
mod client;
mod figures;
mod hosts;
mod ids;
mod proxies;
mod tls;

use std::sync::Arc;
use std::time::Duration;

use client::World;
use divvy_server::{Listeners, serve};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Serves on a free port, for ever.
async fn serving(world: &World, listeners: impl FnOnce(TcpListener) -> Listeners) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = Arc::clone(&world.server);
    tokio::spawn(serve(server, listeners(listener), std::future::pending()));
    port
}

/// Sends this request, which must ask for the connection to be closed, and returns all that comes back.
async fn ask(port: u16, request: &str) -> String {
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    ask_on(stream, request).await
}

async fn ask_on(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_string(&mut answer));
    read.await.expect("an answer").unwrap();
    answer
}

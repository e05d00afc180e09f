//! The accept loop with graceful shutdown. By hand because `axum::serve` has no timeout for request headers.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::registry::now;
use crate::server::{Server, app};

/// The most connections at once.
const MAX_CONNECTIONS: usize = 20_000;

/// How long the headers of a request may take to arrive.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long connections may take to end by themselves at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a game without subscribers stays in memory.
const IDLE_TIMEOUT: Duration = Duration::from_secs(600);

/// Serves until `stop` completes, then lets requests that have begun come to their end.
///
/// # Errors
/// When connections cannot be accepted at all.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = app(Arc::clone(&server));
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    let maintenance = tokio::spawn(maintain(Arc::clone(&server)));
    loop {
        let permit = tokio::select! {
            () = &mut stop => break,
            permit = Arc::clone(&permits).acquire_owned() => permit,
        };
        let Ok(permit) = permit else { break };
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Perhaps out of file descriptors; the next attempt may succeed.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        let Some(address_permit) = server.connection_limiter.acquire(address.ip()) else {
            server.metrics.connections_refused.inc();
            refuse(stream);
            continue;
        };
        let (server, router) = (Arc::clone(&server), router.clone());
        tokio::spawn(async move {
            let _open = (permit, address_permit, server.metrics.connections.count());
            serve_connection(&server, router, stream, address).await;
        });
    }
    // Closed first: clients that reconnect now reach another process, or are refused at once.
    drop(listener);
    server.stop();
    maintenance.abort();
    // All permits are free again when the last connection has ended.
    let all = u32::try_from(MAX_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, permits.acquire_many(all)).await;
    Ok(())
}

/// Answers 429 and closes the connection, without waiting: there may be many of them.
fn refuse(stream: TcpStream) {
    const BODY: &str = "{\"error\":{\"code\":\"rate_limited\",\"message\":\"too many open connections \
                        from this address; try again in 5 s\"}}";
    let response = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nRetry-After: 5\r\nConnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    // The socket is non-blocking, and the send buffer of a new connection has room for this.
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(response.as_bytes()));
}

async fn serve_connection(
    server: &Server,
    router: axum::Router,
    stream: TcpStream,
    address: SocketAddr,
) {
    // Requests and responses are small, and the client waits for each.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        // Small buffers: there may be thousands of idle streams.
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let mut shutdown = server.shutdown();
    tokio::select! {
        _ = connection.as_mut() => return,
        stopped = shutdown.wait_for(|stopped| *stopped) => drop(stopped),
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Drops idle games and addresses from memory every minute, and deletes inactive games from the storage every hour.
async fn maintain(server: Arc<Server>) {
    let mut minutes = 0_u64;
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        if let Some(since) = Instant::now().checked_sub(IDLE_TIMEOUT) {
            server.games.evict_idle(since);
        }
        server.rate_limiter.retain_recent();
        server.connection_limiter.retain_open();
        server.stream_limiter.retain_open();
        minutes += 1;
        if minutes % 60 == 1 {
            let days = i64::from(server.config.keep_days);
            let since = now() - days * 24 * 60 * 60 * 1_000;
            match server.games.storage().delete_inactive(since).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "inactive games deleted"),
                Err(error) => tracing::warn!(%error, "inactive games could not be deleted"),
            }
        }
    }
}

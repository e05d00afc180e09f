//! The loop that takes connections, and stops when it is asked to without losing anything.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ConnectInfo;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::hub::now;
use crate::server::{Server, app};

/// The most connections at once.
const CONNECTIONS: usize = 20_000;

/// How long a request's head may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long connections get to end by themselves when the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// How long a game that nobody watches stays in memory.
const REST: Duration = Duration::from_secs(600);

/// Serves until `stop` is done, then lets what has begun come to its end.
///
/// # Errors
/// When connections cannot be taken at all.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = app(Arc::clone(&server));
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    let caretaker = tokio::spawn(take_care(Arc::clone(&server)));
    loop {
        let place = tokio::select! {
            () = &mut stop => break,
            place = Arc::clone(&places).acquire_owned() => place,
        };
        let Ok(place) = place else { break };
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                Err(error) => {
                    // Out of file descriptors, perhaps; the next one may do.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        let Some(own_place) = server.connections.take(address.ip()) else {
            server.metrics.turned_away.add(1);
            turn_away(stream);
            continue;
        };
        let (server, router) = (Arc::clone(&server), router.clone());
        tokio::spawn(async move {
            server.metrics.connections.add(1);
            one_connection(&server, router, stream, address).await;
            server.metrics.connections.sub(1);
            drop((place, own_place));
        });
    }
    // Whoever comes back now finds another process, or a closed door at once.
    drop(listener);
    server.stop();
    caretaker.abort();
    // All places are free again when the last connection has ended.
    let all = u32::try_from(CONNECTIONS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(GRACE, places.acquire_many(all)).await;
    Ok(())
}

/// Says why, and closes. Nothing is waited for: there may be many of them.
fn turn_away(stream: TcpStream) {
    const BODY: &str = "{\"error\":{\"code\":\"rate_limited\",\"message\":\"too many open connections \
                        from this address; try again in 5 s\"}}";
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: 5\r\nConnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    // It does not block, and a new connection has room for it.
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(answer.as_bytes()));
}

async fn one_connection(
    server: &Server,
    router: axum::Router,
    stream: TcpStream,
    address: SocketAddr,
) {
    // A move is small and waits for an answer.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        // Thousands of silent streams are kept open; none needs much.
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let mut stopping = server.stopping();
    tokio::select! {
        _ = connection.as_mut() => return,
        stopped = stopping.wait_for(|stopping| *stopping) => drop(stopped),
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Forgets what nobody needs, from time to time.
async fn take_care(server: Arc<Server>) {
    let mut minutes = 0_u64;
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        if let Some(since) = Instant::now().checked_sub(REST) {
            server.hub.tidy(since);
        }
        minutes += 1;
        if minutes % 60 == 1 {
            let days = i64::from(server.config.keep_days);
            let limit = now() - days * 24 * 60 * 60 * 1_000;
            match server.hub.storage().forget_before(limit).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "old games removed"),
                Err(error) => tracing::warn!(%error, "old games could not be removed"),
            }
        }
    }
}

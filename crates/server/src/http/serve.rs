//! The accept loop with graceful shutdown. By hand because `axum::serve` has no timeout for request headers.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{ConnectInfo, Request};
use divvy_service::RepeatedWarning;
use divvy_words::web::{self, AddressLimit};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::json;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tower::ServiceExt;

use super::middleware::OverHttps;
use super::tls::{self, Tls};
use crate::server::{Server, app};

/// The most connections at once to the listener of monitoring.
const MAX_MONITORING_CONNECTIONS: usize = 100;

/// How much the system buffers of what is sent on a connection, in bytes. By itself it buffers megabytes for a client that
/// does not read.
const SEND_BUFFER: usize = 128 * 1024;

/// How long a client may read nothing while something is to be sent, before Linux gives the connection up.
#[cfg(target_os = "linux")]
const UNREAD_TIMEOUT: Duration = Duration::from_secs(15);

/// How long the headers of a request may take to arrive.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long connections are still accepted and kept open at shutdown, for requests that are on their way.
const STOP_GRACE: Duration = Duration::from_millis(200);

/// How long connections may take to end by themselves after that.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// After how many seconds an address that has too many connections may try again.
const RETRY_CONNECTION: u64 = 5;

/// Where a server listens.
#[derive(Debug)]
pub struct Listeners {
    pub public: TcpListener,
    /// HTTPS with this certificate instead of HTTP.
    pub tls: Option<Arc<Tls>>,
    /// `/metrics`, `/healthz` and `/readyz` are served here too, without TLS.
    pub monitoring: Option<TcpListener>,
}

/// Without TLS, and with monitoring where everything else is.
impl From<TcpListener> for Listeners {
    fn from(public: TcpListener) -> Self {
        Self { public, tls: None, monitoring: None }
    }
}

/// Serves until `stop` completes, then lets requests that were sent before come to their end.
pub async fn serve(
    server: Arc<Server>,
    listeners: impl Into<Listeners>,
    stop: impl Future<Output = ()>,
) {
    let Listeners { public, tls, monitoring } = listeners.into();
    bound_unread(&public);
    let mut background = JoinSet::new();
    server.service.start_upkeep(server.config.keep_days, &mut background).await;
    if let Some(tls) = &tls {
        background.spawn(reload(Arc::clone(&server), Arc::clone(tls)));
    }
    if let Some(listener) = monitoring {
        let router = crate::server::monitoring(Arc::clone(&server));
        let mut acceptor = Acceptor::new(&server, listener, router, MAX_MONITORING_CONNECTIONS);
        background.spawn(async move { acceptor.accept_until(std::future::pending()).await });
    }
    let mut router = app(Arc::clone(&server));
    if tls.is_some() {
        router = router.layer(Extension(OverHttps));
    }
    let acceptor = Acceptor::new(&server, public, router, server.max_connections);
    let mut acceptor = Acceptor { tls, is_public: true, ..acceptor };
    acceptor.accept_until(stop).await;
    server.stop();
    // Clients may have sent requests on connections that wait to be accepted.
    acceptor.accept_until(tokio::time::sleep(STOP_GRACE)).await;
    // Closed before the rest: clients that reconnect now reach another process, or are refused at once.
    drop(acceptor.listener);
    // All permits are free again when the last connection has ended.
    let all = u32::try_from(server.max_connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, acceptor.permits.acquire_many(all)).await;
    background.shutdown().await;
    match tokio::time::timeout(SHUTDOWN_TIMEOUT, server.service.games.writes.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the storage was not closed as it should be"),
        Err(_) => tracing::warn!("the storage was not closed in time"),
    }
}

/// Bounds what the system keeps for a client that does not read, and for how long: accepted connections have what the
/// listener has. Where it cannot be set the system decides.
fn bound_unread(listener: &TcpListener) {
    let socket = SockRef::from(listener);
    let _ = socket.set_send_buffer_size(SEND_BUFFER);
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_user_timeout(Some(UNREAD_TIMEOUT));
}

struct Acceptor {
    server: Arc<Server>,
    router: axum::Router,
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
    /// Whether the connections of an address are limited.
    is_public: bool,
    /// For the connections of all addresses.
    permits: Arc<Semaphore>,
    errors: RepeatedWarning,
}

impl Acceptor {
    fn new(
        server: &Arc<Server>,
        listener: TcpListener,
        router: axum::Router,
        max_connections: usize,
    ) -> Self {
        let (server, permits) = (Arc::clone(server), Arc::new(Semaphore::new(max_connections)));
        let errors = RepeatedWarning::default();
        Self { server, router, listener, tls: None, is_public: false, permits, errors }
    }

    /// Accepts connections and serves each in a task of its own.
    async fn accept_until(&mut self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let next = async {
                let permit = Arc::clone(&self.permits).acquire_owned().await;
                (permit, self.listener.accept().await)
            };
            let (permit, accepted) = tokio::select! {
                () = &mut stop => return,
                next = next => next,
            };
            let Ok(permit) = permit else { return };
            match accepted {
                Ok((stream, address)) => self.start(stream, address, permit),
                Err(error) => {
                    // Perhaps out of file descriptors; the next attempt may succeed.
                    if let Some(repeated) = self.errors.is_due(Instant::now()) {
                        tracing::warn!(%error, repeated, "a connection could not be accepted");
                    }
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        }
    }

    fn start(&self, stream: TcpStream, address: SocketAddr, permit: OwnedSemaphorePermit) {
        let limiter = &self.server.connection_limiter;
        let counted = limiter.add(address.ip(), 1);
        // A trusted proxy has the connections of all its clients, and is not limited.
        let is_limited = self.is_public && !self.server.config.trust_proxy.contains(address.ip());
        if is_limited && !limiter.has_room(address.ip(), 0) {
            self.server.metrics.connections_refused.inc();
            // Nothing can be said before a handshake.
            if self.tls.is_none() {
                let headers = format!("429 Too Many Requests\r\nRetry-After: {RETRY_CONNECTION}");
                let message = web::over_limit(AddressLimit::Connections, RETRY_CONNECTION);
                answer_at_once(stream, &headers, "rate_limited", &message);
            }
            return;
        }
        let (server, router) = (Arc::clone(&self.server), self.router.clone());
        let tls = self.tls.clone();
        tokio::spawn(async move {
            let _open = (permit, counted);
            serve_connection(&server, router, stream, address, tls).await;
        });
    }
}

/// Answers and closes the connection, without waiting: there may be many of them.
fn answer_at_once(stream: TcpStream, headers: &str, code: &str, message: &str) {
    let body = json!({ "error": { "code": code, "message": message } }).to_string();
    let response = format!(
        "HTTP/1.1 {headers}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    // The socket is non-blocking, and the send buffer of a new connection has room for this.
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(response.as_bytes()));
}

async fn serve_connection(
    server: &Server,
    router: axum::Router,
    stream: TcpStream,
    address: SocketAddr,
    tls: Option<Arc<Tls>>,
) {
    // Requests and responses are small, and the client waits for each.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return serve_requests(server, router, stream, address).await };
    if tls::speaks_http(&stream).await {
        return answer_at_once(stream, "400 Bad Request", "bad_request", web::USE_HTTPS);
    }
    match tls.accept(stream).await {
        Ok(stream) => serve_requests(server, router, stream, address).await,
        Err(error) => {
            server.metrics.tls_handshakes_failed.inc();
            tracing::debug!(%address, %error, "a TLS handshake failed");
        }
    }
}

async fn serve_requests(
    server: &Server,
    router: axum::Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: SocketAddr,
) {
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
    let stopped = async {
        let _ = shutdown.wait_for(|stopped| *stopped).await;
        // A request may be on its way. Its response says that the connection is closed then.
        tokio::time::sleep(STOP_GRACE).await;
    };
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopped => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Reads the certificate again when it has changed. One that cannot be used leaves the one before in place.
async fn reload(server: Arc<Server>, tls: Arc<Tls>) {
    loop {
        tls.is_due().await;
        let again = Arc::clone(&tls);
        match tokio::task::spawn_blocking(move || again.read_again()).await {
            Ok(Ok(true)) => tracing::info!("the certificate was read again"),
            Ok(Ok(false)) | Err(_) => {}
            Ok(Err(error)) => {
                server.metrics.tls_reloads_failed.inc();
                tracing::error!(%error, "the changed certificate is not used");
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[tokio::test]
    async fn connections_whose_clients_do_not_read_are_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        bound_unread(&listener);
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        let timeout = SockRef::from(&accepted).tcp_user_timeout().unwrap();
        assert_eq!(timeout, Some(UNREAD_TIMEOUT));
    }
}

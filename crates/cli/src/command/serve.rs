//! `divvy serve`

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use divvy_mcp::{Games, Limits, Settings};
use divvy_server::storage::{self, OpenError, Storage};
use divvy_server::{Config, Server, serve};
use etcetera::BaseStrategy;
use tokio::net::TcpListener;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::{Listen, ServeArgs};
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    log(&args.log)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serving(args, out))?;
    // Solver jobs that still run have no client any more.
    runtime.shutdown_background();
    Ok(())
}

async fn serving(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    // Before the address is printed: a program that reads it may send a signal at once.
    let mut stop = std::pin::pin!(stop_signal());
    let storage = tokio::select! {
        () = &mut stop => return Ok(()),
        storage = open_storage(args.database.as_deref()) => storage?,
    };
    let listener = listen(&args.addr).await?;
    let config = config(args);
    // Must differ between processes that share a storage.
    let process = divvy_analysis::fresh_seed().map_err(Failure::running)?;
    let mcp = args.mcp.then(|| {
        let limits = Limits { size: args.max_size, ..Limits::default() };
        Arc::new(Games::new(Settings { limits, ..Settings::default() }, |_| {}))
    });
    let server = Server::with_mcp(config, storage, format!("{process:016x}"), mcp);
    let address = reachable(listener.local_addr()?);
    let url = format!("http://{address}/");
    // The server runs even if its output cannot be written.
    let _ = writeln!(out, "divvy is at {url}");
    if !address.ip().is_loopback() && std::io::stdout().is_terminal() && terminal::is_unicode() {
        let _ = writeln!(out, "{}", qr(&url));
    }
    let _ = writeln!(out, "Ctrl-C stops it.").and_then(|()| out.flush());
    if args.open {
        open(&url);
    }
    tracing::info!(%address, "serving");
    serve(server, listener, stop).await?;
    tracing::info!("stopped");
    Ok(())
}

fn config(args: &ServeArgs) -> Config {
    let limit = |value: u32| if args.no_limits { 0 } else { value };
    Config {
        max_size: args.max_size,
        rate: limit(args.rate),
        connections: limit(args.connections),
        keep_days: args.keep_days,
        trust_proxy: args.trust_proxy,
        games: limit(args.games),
        changes: limit(args.changes),
        processor: limit(args.processor),
        traffic: limit(args.traffic),
    }
}

async fn listen(at: &Listen) -> Result<TcpListener, Failure> {
    let failed = |error: std::io::Error| {
        Failure::Running(format!("cannot listen at {}: {error}; --addr names another place", at.0))
    };
    let addresses = at.addresses().map_err(failed)?;
    TcpListener::bind(addresses.as_slice()).await.map_err(failed)
}

/// How long a database is waited for at the start. A service manager may start both at the same time, and gives up a
/// service that ends again and again at once.
const DATABASE_WAIT: Duration = Duration::from_secs(60);

async fn open_storage(url: Option<&str>) -> Result<Arc<dyn Storage>, Failure> {
    let (path, begun) = (default_path(), Instant::now());
    let mut delay = Duration::from_millis(250);
    loop {
        match storage::open(url, &path).await {
            Ok(storage) => return Ok(storage),
            Err(error @ OpenError::InvalidUrl(_)) => {
                return Err(Failure::Usage(format!("--database {error}")));
            }
            Err(error @ OpenError::Unreachable { .. }) if begun.elapsed() < DATABASE_WAIT => {
                tracing::warn!(%error, "the database is waited for");
                tokio::time::sleep(delay).await;
                delay = (delay * 2).min(Duration::from_secs(5));
            }
            Err(error) => return Err(Failure::running(error)),
        }
    }
}

/// The SQLite file that is used without `--database`.
fn default_path() -> PathBuf {
    let strategy = etcetera::choose_base_strategy();
    let folder = strategy.map_or_else(|_| PathBuf::from("."), |strategy| strategy.data_dir());
    folder.join("divvy").join("server.sqlite")
}

/// The environment variable that says how much is logged.
const LOG_LEVEL: &str = "DIVVY_LOG";

fn log(form: &str) -> Result<(), Failure> {
    let level = match std::env::var(LOG_LEVEL) {
        Ok(text) => text.parse().map_err(|_| {
            Failure::usage(format!(
                "{LOG_LEVEL} takes off, error, warn, info, debug or trace, not {text}"
            ))
        })?,
        Err(_) => LevelFilter::INFO,
    };
    // Details are those of divvy; the libraries log every statement and every connection.
    let libraries = level.min(LevelFilter::INFO);
    let levels = Targets::new().with_default(libraries).with_target("divvy", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    // A second subscriber, which only a second call would make, is not needed.
    let _ = match form {
        "json" => tracing_subscriber::registry().with(lines.json().with_filter(levels)).try_init(),
        "text" => {
            let lines = lines.with_ansi(false).with_filter(levels);
            tracing_subscriber::registry().with(lines).try_init()
        }
        _ => Ok(()),
    };
    Ok(())
}

/// An address that other machines can use: for a server that listens on all interfaces, that of the default route.
fn reachable(address: SocketAddr) -> SocketAddr {
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

fn qr(url: &str) -> String {
    fast_qr::QRBuilder::new(url).build().map_or_else(|_| String::new(), |code| code.to_str())
}

/// Opens a page in the browser, if the system knows how.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let opened =
        std::process::Command::new(program).arg(url).stdout(quiet()).stderr(quiet()).spawn();
    if let Ok(mut child) = opened {
        // It may run as long as the browser does, and would stay a zombie without a wait.
        std::thread::spawn(move || child.wait());
    }
}

/// Completes when the process gets SIGTERM or SIGINT after this call.
fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{Signal, SignalKind, signal};

        async fn next(signal: &mut Option<Signal>) {
            match signal {
                Some(signal) => drop(signal.recv().await),
                None => std::future::pending().await,
            }
        }
        let kinds = [SignalKind::terminate(), SignalKind::interrupt()];
        let [mut terminate, mut interrupt] = kinds.map(|kind| signal(kind).ok());
        async move {
            tokio::select! {
                () = next(&mut terminate) => {}
                () = next(&mut interrupt) => {}
            }
        }
    }
    #[cfg(not(unix))]
    async {
        let _ = tokio::signal::ctrl_c().await;
    }
}

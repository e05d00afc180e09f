//! `divvy serve`

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;

use divvy_server::{Config, Server, serve, storage};
use etcetera::BaseStrategy;
use tokio::net::TcpListener;

use crate::args::ServeArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    log(&args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serving(args, out))?;
    // Whatever still thinks has nobody to answer.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

async fn serving(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let place = default_place();
    let storage =
        storage::open(args.database.as_deref(), &place).await.map_err(|error| match error {
            storage::OpenError::Address { .. } => Failure::Usage(format!("--database {error}")),
            error => Failure::Running(error.into()),
        })?;
    let listener = TcpListener::bind(args.addr).await.map_err(|error| {
        let why = format!("cannot listen at {}: {error}; --addr names another place", args.addr);
        Failure::Running(anyhow::Error::msg(why))
    })?;
    let config = Config {
        max_size: args.max_size,
        rate: args.rate,
        connections: args.connections,
        keep_days: args.keep_days,
        trust_proxy: args.trust_proxy,
    };
    // Processes that share a storage must not share a name.
    let process = divvy_play::fresh_seed().map_err(|error| Failure::Running(error.into()))?;
    let server = Server::new(config, storage, format!("{process:016x}"));
    let address = reachable(listener.local_addr()?);
    let url = format!("http://{address}/");
    // From now on, so that whoever knows the address can stop it properly.
    let stop = asked_to_stop();
    // A server goes on whether or not somebody reads what it says.
    let _ = writeln!(out, "divvy is at {url}");
    if !address.ip().is_loopback() && std::io::stdout().is_terminal() {
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

/// The file that games are kept in unless something else is asked for.
fn default_place() -> PathBuf {
    let strategy = etcetera::choose_base_strategy();
    let folder = strategy.map_or_else(|_| PathBuf::from("."), |strategy| strategy.data_dir());
    folder.join("divvy").join("server.sqlite")
}

fn log(form: &str) {
    let builder = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    // A second subscriber, which only a second call would make, is not needed.
    let _ = match form {
        "json" => builder.json().try_init(),
        "text" => builder.with_ansi(false).try_init(),
        _ => Ok(()),
    };
}

/// An address that others can use: where the server listens everywhere, the one that leads out.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Nothing is sent: connecting only asks the system which way it would go.
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
        // It may stay as long as the browser does; when it ends, somebody must take note, or it stays as a zombie.
        std::thread::spawn(move || child.wait());
    }
}

/// Done when somebody asks the program to end, from this call on.
fn asked_to_stop() -> impl Future<Output = ()> {
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

//! `divvy serve`

mod listen;
mod probe;
mod signals;

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use divvy_server::{Config, Listeners, Server, Tls, serve};
use divvy_service::Limits;
use divvy_service::storage::{self, Claim, OpenError, Storage};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub(super) use self::listen::bind;
use self::listen::{Activation, listen, own_names, reachable, url};
pub(super) use self::signals::stop_signal;
use self::signals::{notify, reload_at_hangup};
use crate::args::{DatabaseArgs, ServeArgs};
use crate::database::Database;
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.probe {
        return probe::run(args, out);
    }
    log(&args.log)?;
    raise_descriptor_limit();
    let activation = Activation::from_environment();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serving(args, activation, out))?;
    // Solver jobs that still run have no client any more.
    runtime.shutdown_background();
    Ok(())
}

/// Takes as many file descriptors as the system allows: each connection needs one, and
/// many systems begin with 1,024.
fn raise_descriptor_limit() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        let limits = getrlimit(Resource::RLIMIT_NOFILE);
        let raised = limits.and_then(|(soft, hard)| match soft < hard {
            true => setrlimit(Resource::RLIMIT_NOFILE, hard, hard),
            false => Ok(()),
        });
        if let Err(error) = raised {
            tracing::warn!(%error, "the limit of file descriptors stays as it is");
        }
    }
}

async fn serving(
    args: &ServeArgs,
    activation: Activation,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // Before the address is printed: a program that reads it may send a signal at once.
    let mut stop = std::pin::pin!(stop_signal());
    let tls = tls(args)?;
    reload_at_hangup(tls.clone());
    let (storage, _claim) = tokio::select! {
        () = &mut stop => return Ok(()),
        storage = open_storage(&args.database) => storage?,
    };
    let listener = listen(&args.addr, activation).await?;
    let monitoring = match &args.metrics_addr {
        Some(at) => Some(bind(at, "--metrics-addr").await?),
        None => None,
    };
    // Must differ between processes that share a storage.
    let process = divvy_analysis::fresh_seed().map_err(Failure::running)?;
    let server = Server::new(config(args), storage, format!("{process:016x}"));
    let address = reachable(listener.local_addr()?);
    if let Some(address) = monitoring.as_ref().and_then(|listener| listener.local_addr().ok()) {
        tracing::info!(%address, "serving figures");
    }
    tell(args, address, out);
    tracing::info!(%address, "serving");
    notify("READY=1");
    let stop = async {
        stop.await;
        notify("STOPPING=1");
    };
    let listeners = Listeners { public: listener, tls, monitoring };
    serve(server, listeners, stop).await;
    tracing::info!("stopped");
    Ok(())
}

fn config(args: &ServeArgs) -> Config {
    let limit = |value: u32| if args.no_limits { 0 } else { value };
    Config {
        mcp: args.mcp,
        limits: Limits {
            max_size: args.max_size,
            rate: limit(args.rate),
            games: limit(args.games),
            changes: limit(args.changes),
            processor: limit(args.processor),
        },
        connections: limit(args.connections),
        keep_days: args.keep_days,
        trust_proxy: args.trust_proxy.clone().unwrap_or_default(),
        hosts: args.host.clone(),
        own_names: own_names(&args.addr),
        access_log: args.access_log,
        public_metrics: args.metrics_addr.is_none(),
        version: env!("DIVVY_VERSION"),
    }
}

fn tls(args: &ServeArgs) -> Result<Option<Arc<Tls>>, Failure> {
    let (Some(certificate), Some(key)) = (&args.tls_cert, &args.tls_key) else { return Ok(None) };
    let tls = Tls::read(certificate, key);
    tls.map(Some)
        .map_err(|error| Failure::Running(format!("{error}; see --tls-cert and --tls-key")))
}

/// Says where the page is, and opens it if that is asked for.
fn tell(args: &ServeArgs, address: SocketAddr, out: &mut dyn Write) {
    let url = url(address, &args.host, args.tls_cert.is_some());
    // The server runs even if its output cannot be written.
    let _ = writeln!(out, "divvy is at {url}");
    if !address.ip().is_loopback() && std::io::stdout().is_terminal() && terminal::is_unicode() {
        let _ = writeln!(out, "{}", qr(&url));
    }
    let _ = writeln!(out, "Ctrl-C stops it.").and_then(|()| out.flush());
    if args.open {
        open(&url);
    }
}

/// How long a database is waited for at the start. A service manager may start both at the same time, and gives up a
/// service that ends again and again at once.
const DATABASE_WAIT: Duration = Duration::from_secs(60);

/// The storage, and the claim to it, which is to be kept as long as games are served.
async fn open_storage(args: &DatabaseArgs) -> Result<(Arc<dyn Storage>, Option<Claim>), Failure> {
    let database = Database::of(args, |warning| tracing::warn!("{warning}"))?;
    let (url, path) = (database.url.as_deref(), &database.default_path);
    let claim = storage::claim(url, path).map_err(|error| database.failure(error))?;
    let (begun, mut delay) = (Instant::now(), Duration::from_millis(250));
    loop {
        match storage::open(url, path).await {
            Ok(storage) => return Ok((storage, claim)),
            Err(error @ OpenError::Unreachable(..)) if begun.elapsed() < DATABASE_WAIT => {
                tracing::warn!(%error, "the database is waited for");
                tokio::time::sleep(delay).await;
                delay = (delay * 2).min(Duration::from_secs(5));
            }
            Err(error) => return Err(database.failure(error)),
        }
    }
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

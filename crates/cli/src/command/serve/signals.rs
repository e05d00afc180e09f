//! What the service manager tells the server, and what it is told.

use std::sync::Arc;

use divvy_server::Tls;

/// Completes when the process gets SIGTERM or SIGINT after this call.
pub(in crate::command) fn stop_signal() -> impl Future<Output = ()> {
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

/// Has the certificate read again at each SIGHUP, which would end the process otherwise. A server that was started from a
/// terminal still ends with it.
#[cfg(unix)]
pub(super) fn reload_at_hangup(tls: Option<Arc<Tls>>) {
    use std::io::IsTerminal;
    use tokio::signal::unix::{SignalKind, signal};

    if std::io::stdin().is_terminal() {
        return;
    }
    if let Ok(mut hangup) = signal(SignalKind::hangup()) {
        tokio::spawn(async move {
            while hangup.recv().await.is_some() {
                if let Some(tls) = &tls {
                    tls.reload();
                }
            }
        });
    }
}

#[cfg(not(unix))]
pub(super) fn reload_at_hangup(_: Option<Arc<Tls>>) {}

/// Tells systemd, if it started the process, that requests are served from now on (`READY=1`), or that the process is about
/// to end (`STOPPING=1`).
pub(super) fn notify(state: &str) {
    #[cfg(unix)]
    if let Err(error) = sd_notify::notify(&[sd_notify::NotifyState::Custom(state)]) {
        tracing::warn!(%error, "the service manager could not be told");
    }
    #[cfg(not(unix))]
    let _ = state;
}

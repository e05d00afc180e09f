//! TLS of the server's own: a certificate and its key from two files, which are read again when they change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

use super::cache::hash;
use divvy_service::lock;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the files are looked at.
const RELOAD_INTERVAL: Duration = Duration::from_secs(60);

/// Why a certificate and its key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TlsError(String);

/// Whether the client of a new connection has sent something that does not begin a TLS handshake. It is read then, so that an
/// answer arrives.
pub(crate) async fn speaks_http(stream: &TcpStream) -> bool {
    /// The first byte of a handshake.
    const HANDSHAKE: u8 = 0x16;
    let mut first = [HANDSHAKE];
    let peeked = tokio::time::timeout(HANDSHAKE_TIMEOUT, stream.peek(&mut first)).await;
    let speaks_http = matches!(peeked, Ok(Ok(1))) && first != [HANDSHAKE];
    if speaks_http {
        let _ = stream.try_read(&mut [0; 4096]);
    }
    speaks_http
}

/// A certificate and its key.
#[derive(Debug)]
pub struct Tls {
    /// Of the certificate and of the key.
    paths: [PathBuf; 2],
    current: Mutex<Arc<ServerConfig>>,
    /// The hash of what the files held when they were read last, or why they could not be.
    last_read: Mutex<Result<String, TlsError>>,
    reload: Notify,
}

impl Tls {
    /// Reads a certificate (with those that lead to its authority behind it) and its private key, both PEM.
    ///
    /// # Errors
    /// When a file cannot be read or used, or the key is another one's.
    pub fn read(certificate: &Path, key: &Path) -> Result<Arc<Self>, TlsError> {
        let paths = [certificate, key].map(Path::to_owned);
        let files = contents(&paths)?;
        let current = Mutex::new(config(&paths, &files)?);
        let last_read = Mutex::new(Ok(hash(&files.concat())));
        Ok(Arc::new(Self { paths, current, last_read, reload: Notify::new() }))
    }

    /// Has the files read again soon, without waiting for the next time that they are looked at.
    pub fn reload(&self) {
        self.reload.notify_one();
    }

    pub(crate) async fn is_due(&self) {
        let _ = tokio::time::timeout(RELOAD_INTERVAL, self.reload.notified()).await;
    }

    /// Reads the files, and uses the new certificate for new connections. Returns whether anything has changed, also when
    /// what is new cannot be used: an error is returned once.
    pub(crate) fn read_again(&self) -> Result<bool, TlsError> {
        let read = contents(&self.paths);
        let found = read.as_ref().map(|files| hash(&files.concat())).map_err(TlsError::clone);
        if std::mem::replace(&mut *lock(&self.last_read), found.clone()) == found {
            return Ok(false);
        }
        *lock(&self.current) = config(&self.paths, &read?)?;
        Ok(true)
    }

    /// The handshake of a new connection, with the certificate of now.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let acceptor = TlsAcceptor::from(Arc::clone(&*lock(&self.current)));
        let handshake = tokio::time::timeout(HANDSHAKE_TIMEOUT, acceptor.accept(stream));
        handshake.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

fn contents([certificate, key]: &[PathBuf; 2]) -> Result<[Vec<u8>; 2], TlsError> {
    let read = |path: &PathBuf| {
        let unreadable = |error| TlsError(format!("{} cannot be read: {error}", path.display()));
        std::fs::read(path).map_err(unreadable)
    };
    Ok([read(certificate)?, read(key)?])
}

fn config(
    paths: &[PathBuf; 2],
    [chain, private]: &[Vec<u8>; 2],
) -> Result<Arc<ServerConfig>, TlsError> {
    let [certificate, key] = paths.each_ref().map(|path| path.display());
    let invalid = |error: &dyn std::fmt::Display| {
        TlsError(format!("the certificate in {certificate} cannot be used: {error}"))
    };
    let chain: Vec<_> = CertificateDer::pem_slice_iter(chain)
        .collect::<Result<_, _>>()
        .map_err(|error| invalid(&error))?;
    if chain.is_empty() {
        let form = "certificate in PEM form (-----BEGIN CERTIFICATE-----)";
        return Err(TlsError(format!("{certificate} holds no {form}")));
    }
    let private = PrivateKeyDer::from_pem_slice(private).map_err(|_| {
        TlsError(format!("{key} holds no private key in PEM form (-----BEGIN PRIVATE KEY-----)"))
    })?;
    let mut config = ServerConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .map_err(|error| invalid(&error))?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => TlsError(format!(
                "the key in {key} does not belong to the first certificate in {certificate}"
            )),
            error => invalid(&error),
        })?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

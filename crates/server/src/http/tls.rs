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

use crate::lock;

/// How long a handshake may take.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the files are looked at.
const RELOAD_INTERVAL: Duration = Duration::from_secs(60);

/// Why a certificate and its key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, String),
    /// The file has no certificate.
    #[error("{0} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")]
    NoCertificate(PathBuf),
    /// The file has no key.
    #[error("{0} holds no private key in PEM form (-----BEGIN PRIVATE KEY-----)")]
    NoKey(PathBuf),
    /// The key is not that of the certificate.
    #[error("the key in {key} does not belong to the first certificate in {certificate}")]
    Mismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
    /// The certificate or the key is of a kind that cannot be used, or is damaged.
    #[error("the certificate in {0} cannot be used: {1}")]
    Invalid(PathBuf, String),
}

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
    files: Files,
    current: Mutex<Arc<ServerConfig>>,
    /// What the files held when they were read last, or why they could not be.
    last_read: Mutex<Result<Pem, TlsError>>,
    reload: Notify,
}

#[derive(Clone, Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// What the two files hold.
#[derive(Clone, PartialEq, Eq)]
struct Pem {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// Without the key.
impl std::fmt::Debug for Pem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pem").finish_non_exhaustive()
    }
}

impl Files {
    fn read(&self) -> Result<Pem, TlsError> {
        let read = |path: &Path| {
            std::fs::read(path)
                .map_err(|error| TlsError::Unreadable(path.to_owned(), error.to_string()))
        };
        Ok(Pem { certificate: read(&self.certificate)?, key: read(&self.key)? })
    }

    fn config(&self, pem: &Pem) -> Result<Arc<ServerConfig>, TlsError> {
        let invalid =
            |error: String| TlsError::Invalid(self.certificate.clone(), error.to_string());
        let chain: Vec<_> = CertificateDer::pem_slice_iter(&pem.certificate)
            .collect::<Result<_, _>>()
            .map_err(|error| invalid(error.to_string()))?;
        if chain.is_empty() {
            return Err(TlsError::NoCertificate(self.certificate.clone()));
        }
        let key = PrivateKeyDer::from_pem_slice(&pem.key)
            .map_err(|_| TlsError::NoKey(self.key.clone()))?;
        let mut config = ServerConfig::builder_with_provider(ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .map_err(|error| invalid(error.to_string()))?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(|error| match error {
                rustls::Error::InconsistentKeys(_) => TlsError::Mismatch {
                    certificate: self.certificate.clone(),
                    key: self.key.clone(),
                },
                error => invalid(error.to_string()),
            })?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}

impl Tls {
    /// Reads a certificate (with those that lead to its authority behind it) and its private key, both PEM.
    ///
    /// # Errors
    /// When a file cannot be read or used, or the key is another one's.
    pub fn read(certificate: &Path, key: &Path) -> Result<Arc<Self>, TlsError> {
        let files = Files { certificate: certificate.to_owned(), key: key.to_owned() };
        let pem = files.read()?;
        let current = Mutex::new(files.config(&pem)?);
        let last_read = Mutex::new(Ok(pem));
        Ok(Arc::new(Self { files, current, last_read, reload: Notify::new() }))
    }

    /// Has the files read again soon, without waiting for the next time that they are looked at.
    pub fn reload(&self) {
        self.reload.notify_one();
    }

    /// Waits until the files are to be read again.
    pub(crate) async fn is_due(&self) {
        let _ = tokio::time::timeout(RELOAD_INTERVAL, self.reload.notified()).await;
    }

    /// Reads the files, and uses the new certificate for new connections. Returns whether anything has changed, also when
    /// what is new cannot be used: an error is returned once.
    pub(crate) fn read_again(&self) -> Result<bool, TlsError> {
        let read = self.files.read();
        let mut last_read = lock(&self.last_read);
        if *last_read == read {
            return Ok(false);
        }
        let result = read.as_ref().map_err(TlsError::clone).and_then(|pem| self.files.config(pem));
        *last_read = read;
        drop(last_read);
        *lock(&self.current) = result?;
        Ok(true)
    }

    /// The handshake of a new connection, with the certificate of now.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let acceptor = TlsAcceptor::from(Arc::clone(&*lock(&self.current)));
        let handshake = tokio::time::timeout(HANDSHAKE_TIMEOUT, acceptor.accept(stream));
        handshake.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

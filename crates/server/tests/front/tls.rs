//! HTTPS of the server's own.

use std::path::PathBuf;
use std::sync::Arc;

use divvy_server::{Config, Listeners, Tls, TlsError};
use divvy_service::Limits;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::client::World;
use crate::{ask, ask_on, serving};

/// A folder with a certificate for `play.example` and its key.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> (Self, CertificateDer<'static>) {
        let files = Self { folder: tempfile::tempdir().unwrap() };
        let certificate = files.renew();
        (files, certificate)
    }

    /// Puts another certificate and its key in place of the ones before.
    fn renew(&self) -> CertificateDer<'static> {
        let new = rcgen::generate_simple_self_signed(["play.example".to_owned()]).unwrap();
        std::fs::write(self.certificate(), new.cert.pem()).unwrap();
        std::fs::write(self.key(), new.signing_key.serialize_pem()).unwrap();
        new.cert.der().clone()
    }

    fn certificate(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("key.pem")
    }

    fn read(&self) -> Result<Arc<Tls>, TlsError> {
        Tls::read(&self.certificate(), &self.key())
    }
}

/// A connection of a client that trusts this certificate alone.
async fn connect(
    port: u16,
    trusted: &CertificateDer<'static>,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let name = ServerName::try_from("play.example").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

async fn world() -> World {
    let hosts = vec!["play.example".to_owned()];
    World::with(Config {
        limits: Limits { rate: 0, ..Limits::default() },
        hosts,
        ..Config::default()
    })
    .await
}

const REQUEST: &str = "POST /api/v1/games HTTP/1.1\r\nHost: play.example\r\n\
    Content-Type: application/json\r\nContent-Length: 40\r\nConnection: close\r\n\r\n\
    {\"game\":\"sequence-duel\",\"mode\":\"local\"}  ";

#[tokio::test]
async fn https_has_secure_cookies_and_tells_browsers_to_stay() {
    let (world, (files, certificate)) = (world().await, Files::new());
    let tls = files.read().unwrap();
    let port = serving(&world, |listener| Listeners { tls: Some(tls), ..listener.into() }).await;
    let answer = ask_on(connect(port, &certificate).await.unwrap(), REQUEST).await;
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    let head = answer.to_lowercase();
    assert!(head.contains("strict-transport-security: max-age=31536000\r\n"), "{head}");
    assert!(head.contains("set-cookie: __host-divvy=") && head.contains("; secure;"), "{head}");
    // Other servers of this machine may have no TLS.
    let local = REQUEST.replace("play.example", "localhost");
    let answer = ask_on(connect(port, &certificate).await.unwrap(), &local).await;
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    assert!(!answer.to_lowercase().contains("strict-transport-security"), "{answer}");
}

#[tokio::test]
async fn a_client_without_tls_is_told_to_use_it() {
    let (world, (files, _)) = (world().await, Files::new());
    let tls = files.read().unwrap();
    let port = serving(&world, |listener| Listeners { tls: Some(tls), ..listener.into() }).await;
    let answer = ask(port, "GET / HTTP/1.1\r\nHost: play.example\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("https://"), "{answer}");
}

#[tokio::test]
async fn a_new_certificate_is_used_and_open_connections_stay() {
    let (world, (files, old)) = (world().await, Files::new());
    let tls = files.read().unwrap();
    let again = Arc::clone(&tls);
    let port = serving(&world, |listener| Listeners { tls: Some(tls), ..listener.into() }).await;
    let before = connect(port, &old).await.unwrap();
    let new = files.renew();
    again.reload();
    let after = loop {
        if let Ok(stream) = connect(port, &new).await {
            break stream;
        }
    };
    assert!(connect(port, &old).await.is_err());
    for stream in [before, after] {
        assert!(ask_on(stream, REQUEST).await.starts_with("HTTP/1.1 201 "));
    }
}

#[tokio::test]
async fn a_bad_new_certificate_leaves_the_old_one_in_place() {
    let (world, (files, old)) = (world().await, Files::new());
    let tls = files.read().unwrap();
    let again = Arc::clone(&tls);
    let port = serving(&world, |listener| Listeners { tls: Some(tls), ..listener.into() }).await;
    let key = std::fs::read(files.key()).unwrap();
    files.renew();
    std::fs::write(files.key(), key).unwrap();
    again.reload();
    let failed = async |count: u32| {
        let line = format!("divvy_tls_reloads_failed_total {count}\n");
        while !world.stranger().get("/metrics").await.text.contains(&line) {
            tokio::task::yield_now().await;
        }
    };
    failed(1).await;
    assert!(ask_on(connect(port, &old).await.unwrap(), REQUEST).await.starts_with("HTTP/1.1 201 "));
    std::fs::remove_file(files.certificate()).unwrap();
    again.reload();
    failed(2).await;
    assert!(ask_on(connect(port, &old).await.unwrap(), REQUEST).await.starts_with("HTTP/1.1 201 "));
    // Once it is right again it is used.
    let new = files.renew();
    again.reload();
    while connect(port, &new).await.is_err() {}
}

#[tokio::test(start_paused = true)]
async fn a_client_that_says_nothing_is_not_waited_for() {
    let (world, (files, _)) = (world().await, Files::new());
    let tls = files.read().unwrap();
    let port = serving(&world, |listener| Listeners { tls: Some(tls), ..listener.into() }).await;
    // The clock runs by itself while the program waits.
    let mut silent = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    assert_eq!(silent.read(&mut [0; 16]).await.unwrap_or(0), 0);
}

#[test]
fn what_is_wrong_with_a_certificate_is_told_at_the_start() {
    let (files, _) = Files::new();
    assert!(files.read().is_ok());
    let said = || files.read().unwrap_err().to_string();
    let key = std::fs::read(files.key()).unwrap();
    files.renew();
    let own = std::fs::read(files.key()).unwrap();
    std::fs::write(files.key(), key).unwrap();
    assert!(said().contains("does not belong to the first certificate"), "{}", said());
    std::fs::write(files.key(), "no key").unwrap();
    assert!(said().contains("key.pem holds no private key in PEM form"), "{}", said());
    std::fs::remove_file(files.key()).unwrap();
    assert!(said().contains("key.pem cannot be read: No such file"), "{}", said());
    std::fs::write(files.key(), own).unwrap();
    std::fs::write(files.certificate(), "").unwrap();
    assert!(said().contains("cert.pem holds no certificate in PEM form"), "{}", said());
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    std::fs::write(files.certificate(), broken).unwrap();
    assert!(said().contains("cert.pem cannot be used"), "{}", said());
}

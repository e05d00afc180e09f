//! The site, in this process: a server on a file of its own, or, where `DIVVY_SITE` names one, the folder that
//! `packaging/site/build` made, on a host that only has files.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use divvy_server::{Config, Server, serve};
use divvy_service::Limits;
use divvy_service::storage;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

pub(crate) struct Site {
    runtime: Mutex<Option<Runtime>>,
    url: String,
    kept: TempDir,
}

impl Site {
    /// The folder of the site that needs no server, if that is what is tested.
    pub(crate) fn folder() -> Option<PathBuf> {
        std::env::var_os("DIVVY_SITE").map(PathBuf::from)
    }

    pub(crate) fn has_server() -> bool {
        Self::folder().is_none()
    }

    /// Those of these paths that the site answers; for others than its pages a folder's host has pages of its own.
    pub(crate) fn found<'a>(paths: &[&'a str]) -> impl Iterator<Item = &'a str> {
        paths.iter().copied().filter(|path| Self::has_server() || !path.starts_with("/nothing"))
    }

    pub(crate) fn start() -> Self {
        let kept = TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let url = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            match Self::folder() {
                Some(folder) => {
                    copy(&folder, &kept.path().join("site"));
                    let host = Router::new().fallback(file).with_state(kept.path().join("site"));
                    tokio::spawn(axum::serve(listener, host).into_future());
                }
                None => {
                    let place = kept.path().join("games.sqlite");
                    let storage = storage::open(None, &place).await.unwrap();
                    let limits = Limits { rate: 0, ..Limits::default() };
                    let config = Config { limits, ..Config::default() };
                    let server = Server::new(config, storage, "browser".to_owned());
                    tokio::spawn(serve(server, listener, std::future::pending()));
                }
            }
            format!("http://{address}")
        });
        Self { runtime: Mutex::new(Some(runtime)), url, kept }
    }

    /// An address of the site.
    pub(crate) fn at(&self, path: &str) -> String {
        let end = path.find(['?', '#']).unwrap_or(path.len());
        let (stem, rest) = path.split_at(end);
        let stem = match stem.strip_prefix('/').filter(|_| Self::folder().is_some()) {
            None | Some("") => stem.to_owned(),
            Some("share") => "/explore.html".to_owned(),
            Some(name) => match name.strip_prefix("g/") {
                Some(id) => format!("/game.html?g={id}"),
                None => format!("/{}.html", name.replace('/', "-")),
            },
        };
        format!("{}{stem}{rest}", self.url)
    }

    /// A file of the copy of the folder that is served.
    pub(crate) fn served(&self, name: &str) -> PathBuf {
        self.kept.path().join("site").join(name)
    }

    /// Ends the server: from now on nothing can be loaded from it.
    pub(crate) fn cut(&self) {
        if let Some(runtime) = self.runtime.lock().unwrap().take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.cut();
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &place),
            false => drop(std::fs::copy(entry.path(), place).unwrap()),
        }
    }
}

/// A file, with the type that hosts have for it.
async fn file(State(folder): State<PathBuf>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = match path.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    };
    match std::fs::read(folder.join(path)) {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

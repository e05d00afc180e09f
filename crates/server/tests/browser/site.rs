//! The server, in this process, on a file of its own.

use divvy_server::{Config, Server, serve};
use divvy_service::Limits;
use divvy_service::storage;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

pub(crate) struct Site {
    runtime: Option<Runtime>,
    url: String,
    _folder: TempDir,
}

impl Site {
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let place = folder.path().join("games.sqlite");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let url = runtime.block_on(async {
            let storage = storage::open(None, &place).await.unwrap();
            let config =
                Config { limits: Limits { rate: 0, ..Limits::default() }, ..Config::default() };
            let server = Server::new(config, storage, "browser".to_owned());
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::spawn(serve(server, listener, std::future::pending()));
            format!("http://{address}")
        });
        Self { runtime: Some(runtime), url, _folder: folder }
    }

    /// An address of the site.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

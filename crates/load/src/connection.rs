//! One connection to the server: as much of HTTP as is needed, and nothing that costs time.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection that is kept open from request to request.
pub(crate) struct Connection {
    stream: TcpStream,
    token: String,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: &str, token: String) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, token, buffer: Vec::with_capacity(4096) })
    }

    /// Sends a request and reads the answer: its status and its body.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> Result<(u16, Value)> {
        let token = &self.token;
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = self.read_head().await?;
        let text = std::str::from_utf8(&self.buffer[..head])?;
        let status = text.get(9..12).and_then(|status| status.parse().ok()).context("no status")?;
        let length = text.lines().find_map(|line| {
            line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok()
        });
        let end = head + length.unwrap_or(0_usize);
        while self.buffer.len() < end {
            self.read_more().await?;
        }
        Ok((status, serde_json::from_slice(&self.buffer[head..end])?))
    }

    /// Opens the event stream of a game, and leaves it open.
    pub(crate) async fn watch(&mut self, id: &str) -> Result<()> {
        let request = format!("GET /api/v1/games/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        self.read_head().await.map(drop)
    }

    /// Reads and forgets, until the stream ends.
    pub(crate) async fn drain(mut self) {
        self.buffer = vec![0; 1024];
        while self.stream.read(&mut self.buffer).await.is_ok_and(|read| read > 0) {}
    }

    /// Reads until the empty line after the head, and says where it ends.
    async fn read_head(&mut self) -> Result<usize> {
        loop {
            if let Some(at) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                return Ok(at + 4);
            }
            self.read_more().await?;
        }
    }

    async fn read_more(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server closed the connection");
        }
        Ok(())
    }
}

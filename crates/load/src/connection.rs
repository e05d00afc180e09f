//! One connection to the server: as much of HTTP as is needed, and nothing that costs time.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

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

    /// The same from this loopback address.
    pub(crate) async fn open_from(from: Ipv4Addr, address: &str, token: String) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((from, 0)))?;
        let stream = socket.connect(address.parse()?).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, token, buffer: Vec::with_capacity(4096) })
    }

    /// Sends a request, and does not wait for the answer.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &str) -> Result<()> {
        let token = &self.token;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        Ok(self.stream.write_all(request.as_bytes()).await?)
    }

    /// Sends a request and reads the answer: its status and its body.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> Result<(u16, Value)> {
        self.send("POST", path, body).await?;
        let (status, head, length) = self.read_status().await?;
        let end = head + length;
        while self.buffer.len() < end {
            self.read_more().await?;
        }
        Ok((status, serde_json::from_slice(&self.buffer[head..end])?))
    }

    /// Sends a request, and reads the answer without keeping it; returns its status.
    pub(crate) async fn post_discarding(&mut self, path: &str, body: &str) -> Result<u16> {
        self.send("POST", path, body).await?;
        self.discard().await
    }

    pub(crate) async fn get_discarding(&mut self, path: &str) -> Result<u16> {
        self.send("GET", path, "").await?;
        self.discard().await
    }

    async fn discard(&mut self) -> Result<u16> {
        let (status, head, length) = self.read_status().await?;
        let mut left = (head + length).saturating_sub(self.buffer.len());
        self.buffer.clear();
        while left > 0 {
            self.read_more().await?;
            left = left.saturating_sub(self.buffer.len());
            self.buffer.clear();
        }
        Ok(status)
    }

    /// Reads the head of an answer: the status, where the body begins in the buffer, and its length.
    async fn read_status(&mut self) -> Result<(u16, usize, usize)> {
        self.buffer.clear();
        let head = self.read_head().await?;
        let text = std::str::from_utf8(&self.buffer[..head])?;
        let status = text.get(9..12).and_then(|status| status.parse().ok()).context("no status")?;
        let length = text.lines().find_map(|line| {
            line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok()
        });
        Ok((status, head, length.unwrap_or(0)))
    }

    /// The next state of a stream that is watched for which this holds.
    pub(crate) async fn next_state(&mut self, holds: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            while let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                let data = line.strip_prefix(b"data: ").unwrap_or_default();
                match serde_json::from_slice::<Value>(data) {
                    Ok(state) if state["ply"].is_u64() && holds(&state) => return Ok(state),
                    _ => {}
                }
            }
            self.read_more().await?;
        }
    }

    /// Opens the event stream of a game, and leaves it open.
    pub(crate) async fn watch(&mut self, id: &str) -> Result<()> {
        let request = format!("GET /api/v1/games/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = self.read_head().await?;
        self.buffer.drain(..head);
        Ok(())
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

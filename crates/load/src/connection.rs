//! One connection to the server: as much of HTTP as is needed, and nothing that costs time.

use std::net::{Ipv4Addr, SocketAddrV4};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A connection that is kept open from request to request.
pub(crate) struct Connection {
    stream: TcpStream,
    /// Says whose seats are meant.
    token: u64,
    buffer: Vec<u8>,
}

impl Connection {
    /// Opens a connection from an own address; [`Ipv4Addr::UNSPECIFIED`] is any.
    pub(crate) async fn open(from: Ipv4Addr, to: SocketAddrV4, token: u64) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddrV4::new(from, 0).into())?;
        let stream = socket.connect(to.into()).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, token, buffer: Vec::with_capacity(4096) })
    }

    /// Sends a request to a path of the API, or to one that begins with a slash, and does not wait for the answer.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &str) -> Result<()> {
        let (token, length) = (u128::from(self.token) + (1 << 100), body.len());
        let base = if path.starts_with('/') { "" } else { "/api/v1/" };
        let request = format!(
            "{method} {base}{path} HTTP/1.1\r\nHost: localhost\r\n\
             Accept: application/json, text/event-stream\r\n\
             Authorization: Bearer {token:032x}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.buffer.clear();
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
    pub(crate) async fn status(&mut self, method: &str, path: &str, body: &str) -> Result<u16> {
        self.send(method, path, body).await?;
        let (status, head, length) = self.read_status().await?;
        let mut left = head + length;
        loop {
            left = left.saturating_sub(self.buffer.len());
            self.buffer.clear();
            if left == 0 {
                return Ok(status);
            }
            self.read_more().await?;
        }
    }

    /// Begins a game: its id and its state.
    pub(crate) async fn begin(&mut self, wish: &str) -> Result<(String, Value)> {
        let (status, body) = self.post("games", wish).await?;
        if status != 201 {
            bail!("a game could not begin: {status} {body}");
        }
        let id = body["game"]["id"].as_str().context("a game has an id")?.to_owned();
        Ok((id, body["game"].clone()))
    }

    /// Makes a move in a state of a game: the status, and the next state.
    pub(crate) async fn choose(
        &mut self,
        id: &str,
        state: &Value,
        number: u64,
    ) -> Result<(u16, Value)> {
        let body = format!("{{\"number\":{number},\"ply\":{}}}", state["ply"]);
        self.post(&format!("games/{id}/move"), &body).await
    }

    /// Opens the event stream of a game, and leaves it open.
    pub(crate) async fn watch(&mut self, id: &str) -> Result<()> {
        self.send("GET", &format!("games/{id}/events"), "").await?;
        let head = self.read_head().await?;
        self.buffer.drain(..head);
        Ok(())
    }

    /// The state in a stream that is watched in which the bot has answered this move.
    pub(crate) async fn answer_to(&mut self, moved: &Value) -> Result<Value> {
        loop {
            while let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                let data = line.strip_prefix(b"data: ").unwrap_or_default();
                let state: Value = serde_json::from_slice(data).unwrap_or_default();
                // The stream begins with older states.
                let is_next = state["ply"].as_u64() > moved["ply"].as_u64();
                if is_next && (state["over"] == true || state["to_move"] == 1) {
                    return Ok(state);
                }
            }
            self.read_more().await?;
        }
    }

    /// Reads and forgets, until the stream ends.
    pub(crate) async fn drain(mut self) {
        self.buffer = vec![0; 1024];
        while self.stream.read(&mut self.buffer).await.is_ok_and(|read| read > 0) {}
    }

    /// Reads the head of an answer: the status, where the body begins in the buffer, and its length.
    async fn read_status(&mut self) -> Result<(u16, usize, usize)> {
        let head = self.read_head().await?;
        let text = std::str::from_utf8(&self.buffer[..head])?;
        let status = text.get(9..12).and_then(|status| status.parse().ok()).context("no status")?;
        let length = text.lines().find_map(|line| {
            line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok()
        });
        Ok((status, head, length.unwrap_or(0)))
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

//! A server without a socket, and clients of it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode};
use divvy_server::{Config, Server, app};
use divvy_service::Limits;
use divvy_service::storage::{self, Storage};
use futures_util::StreamExt;
use serde_json::Value;
use tower::ServiceExt;

/// A server with an empty storage, which goes when this does.
pub struct World {
    pub server: Arc<Server>,
    pub storage: Arc<dyn Storage>,
    router: Router,
    folder: Option<Arc<tempfile::TempDir>>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Bytes,
    /// The same as text.
    pub text: String,
    /// Null for what is not JSON.
    pub body: Value,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_else(|| panic!("no error: {}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        Some(self.headers.get(name)?.to_str().unwrap().to_owned())
    }
}

impl World {
    pub async fn new() -> Self {
        Self::paced(0).await
    }

    /// A server that takes so many requests a second.
    pub async fn paced(rate: u32) -> Self {
        Self::limited(Limits { rate, ..Limits::default() }).await
    }

    pub async fn with(config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let storage: Arc<dyn Storage> =
            storage::open(None, &folder.path().join("games.sqlite")).await.unwrap();
        Self { folder: Some(Arc::new(folder)), ..Self::on(storage, config, "test") }
    }

    /// A server with these limits, and with tools for language models.
    pub async fn limited(limits: Limits) -> Self {
        Self::with(Config { limits, mcp: true, ..Config::default() }).await
    }

    /// Another server on the same storage, which has nothing in memory yet.
    pub fn again(&self) -> Self {
        let limits = Limits { rate: 0, ..Limits::default() };
        let config = Config { limits, mcp: true, ..Config::default() };
        let folder = self.folder.clone();
        Self { folder, ..Self::on(Arc::clone(&self.storage), config, "test") }
    }

    /// A server on this storage, with this name for its process.
    pub fn on(storage: Arc<dyn Storage>, config: Config, process: &str) -> Self {
        let server = Server::new(config, Arc::clone(&storage), process.to_owned());
        Self { router: app(Arc::clone(&server)), server, storage, folder: None }
    }

    /// Somebody with a browser that keeps cookies.
    pub fn browser(&self) -> Client {
        Client { router: self.router.clone(), jar: Some(Mutex::default()) }
    }

    /// Somebody without.
    pub fn stranger(&self) -> Client {
        Client { router: self.router.clone(), jar: None }
    }

    /// The same browser, at this server.
    pub fn like(&self, client: &Client) -> Client {
        Client { router: self.router.clone(), jar: Some(Mutex::new(client.cookie())) }
    }

    pub async fn raw(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, String)],
        body: &str,
    ) -> Answer {
        let mut request =
            Request::builder().method(method).uri(path).header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        self.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        answer(&self.router, request).await
    }
}

async fn answer(router: &Router, request: Request<Body>) -> Answer {
    let (method, path) =
        (request.method().as_str().to_lowercase(), request.uri().path().to_owned());
    let response = router.clone().oneshot(with_host(request)).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, 1 << 24).await.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    assert_described(&method, &path, parts.status, &body);
    Answer { status: parts.status, headers: parts.headers, bytes, text, body }
}

/// Every client names a host; this one unless another is given.
fn with_host(mut request: Request<Body>) -> Request<Body> {
    let here = HeaderValue::from_static("localhost");
    request.headers_mut().entry("host").or_insert(here);
    request
}

static OPENAPI: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../openapi.json")).unwrap());

/// Every answer in every test is as the OpenAPI document describes it, and has no key that it does not.
fn assert_described(method: &str, path: &str, status: StatusCode, body: &Value) {
    let fits = |template: &str| {
        let (template, path) = (template.split('/'), path.split('/'));
        template.clone().count() == path.clone().count()
            && template.zip(path).all(|(part, given)| part == given || part == "{id}")
    };
    let paths = OPENAPI["paths"].as_object().unwrap();
    let Some((template, methods)) = paths.iter().find(|(template, _)| fits(template)) else {
        return;
    };
    let Some(operation) = methods.get(method) else { return };
    let response = resolve(&operation["responses"][status.as_str()]);
    assert!(response.is_object(), "{method} {template} is not described to answer {status}");
    let schema = &response["content"]["application/json"]["schema"];
    if schema.is_object() {
        let described = describes(schema, body, Keys::Described);
        assert_eq!(described, Ok(()), "{method} {template} {status}: {body}");
    }
}

fn resolve(value: &Value) -> &Value {
    let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.map_or(value, |pointer| OPENAPI.pointer(pointer).unwrap())
}

/// Which keys an object may have besides those that are required.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Only those that are described.
    Described,
    /// Any, as JSON Schema has it.
    Any,
}

fn describes(schema: &Value, value: &Value, keys: Keys) -> Result<(), String> {
    let schema = resolve(schema);
    if let Some(kinds) = schema["oneOf"].as_array() {
        // A program that reads the description knows nothing of keys that are not there.
        let fits = |kind: &&Value| describes(kind, value, Keys::Any).is_ok();
        let fitting: Vec<&Value> = kinds.iter().filter(fits).collect();
        return match fitting[..] {
            [kind] => describes(kind, value, keys),
            _ => Err(format!("{value} is {} of {kinds:?}", fitting.len())),
        };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = &schema["type"];
    let names = kinds.as_array().map_or(std::slice::from_ref(kinds), Vec::as_slice);
    if !kinds.is_null() && !names.iter().any(|name| name == kind) {
        return Err(format!("{value} is not {kinds}"));
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return Err(format!("{value} is none of {}", schema["enum"]));
    }
    if let Some(number) = value.as_i64() {
        let (least, most) = (schema["minimum"].as_i64(), schema["maximum"].as_i64());
        if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
            return Err(format!("{number} is not from {least:?} to {most:?}"));
        }
    }
    let properties = &schema["properties"];
    for (key, value) in value.as_object().into_iter().flatten().filter(|_| properties.is_object()) {
        match properties.get(key) {
            Some(property) => {
                describes(property, value, keys).map_err(|why| format!("{key}: {why}"))?;
            }
            None if keys == Keys::Any => {}
            None => return Err(format!("{key} is not described")),
        }
    }
    for required in schema["required"].as_array().into_iter().flatten() {
        value.get(required.as_str().unwrap()).ok_or_else(|| format!("{required} is missing"))?;
    }
    let items = value.as_array().into_iter().flatten();
    items
        .filter(|_| schema["items"].is_object())
        .try_for_each(|item| describes(&schema["items"], item, keys))
}

pub struct Client {
    router: Router,
    /// The token, and the whole of the header that set it.
    jar: Option<Mutex<Option<(String, String)>>>,
}

impl Client {
    pub fn cookie(&self) -> Option<(String, String)> {
        self.jar.as_ref()?.lock().unwrap().clone()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, "").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some("application/json"), &body.to_string()).await
    }

    pub async fn send(&self, method: &str, path: &str, kind: Option<&str>, body: &str) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        if let Some((token, _)) = self.cookie() {
            request = request.header("cookie", format!("other=1; divvy={token}"));
        }
        let answer = answer(&self.router, request.body(Body::from(body.to_owned())).unwrap()).await;
        if let (Some(jar), Some(cookie)) = (&self.jar, answer.header("set-cookie")) {
            let token = cookie.strip_prefix("divvy=").unwrap().split(';').next().unwrap();
            *jar.lock().unwrap() = Some((token.to_owned(), cookie.clone()));
        }
        answer
    }

    /// The state as soon as this holds of it, by the stream.
    pub async fn wait(&self, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let mut stream = self.stream(id, None).await;
        loop {
            let state = stream.next_state().await;
            if holds(&state.data) {
                return state.data;
            }
        }
    }

    pub async fn stream(&self, id: &str, last: Option<&str>) -> Stream {
        let headers = last.map(|last| ("last-event-id", last));
        self.try_stream(id, headers).await.unwrap_or_else(|status| panic!("{status}"))
    }

    /// A stream, or the status that came instead of one.
    pub async fn try_stream(
        &self,
        id: &str,
        header: Option<(&str, &str)>,
    ) -> Result<Stream, StatusCode> {
        let mut request = Request::builder().uri(format!("/api/v1/games/{id}/events"));
        if let Some((token, _)) = self.cookie() {
            request = request.header("cookie", format!("divvy={token}"));
        }
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let request = with_host(request.body(Body::empty()).unwrap());
        let response = self.router.clone().oneshot(request).await.unwrap();
        if response.status() != StatusCode::OK {
            return Err(response.status());
        }
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Ok(Stream { body: response.into_body().into_data_stream(), buffer: String::new() })
    }
}

/// Events as they come.
pub struct Stream {
    body: BodyDataStream,
    buffer: String,
}

#[derive(Debug)]
pub struct Event {
    pub event: String,
    pub id: Option<String>,
    pub data: Value,
}

/// A test that waits longer than this waits for nothing.
const PATIENCE: Duration = Duration::from_secs(20);

impl Stream {
    pub async fn next(&mut self) -> Event {
        // Around the whole: comments that only show that the stream is alive do not count.
        tokio::time::timeout(PATIENCE, self.read()).await.expect("an event")
    }

    async fn read(&mut self) -> Event {
        loop {
            if let Some(end) = self.buffer.find("\n\n") {
                let text: String = self.buffer.drain(..end + 2).collect();
                let field = |name: &str| {
                    let line = text.lines().find_map(|line| line.strip_prefix(name));
                    line.map(|value| value.trim_start_matches(':').trim().to_owned())
                };
                let Some(event) = field("event") else { continue };
                let data = serde_json::from_str(&field("data").unwrap()).unwrap();
                return Event { event, id: field("id"), data };
            }
            let bytes = self.bytes().await;
            self.buffer += std::str::from_utf8(&bytes).unwrap();
        }
    }

    /// What is sent next, as it is sent.
    pub async fn bytes(&mut self) -> Bytes {
        self.body.next().await.expect("the stream goes on").unwrap()
    }

    pub async fn until(&mut self, event: &str) -> Event {
        loop {
            let next = self.next().await;
            if next.event == event {
                return next;
            }
        }
    }

    pub async fn next_state(&mut self) -> Event {
        self.until("state").await
    }

    pub async fn next_presence(&mut self) -> Value {
        self.until("presence").await.data["here"].clone()
    }

    pub async fn ends(&mut self) -> bool {
        tokio::time::timeout(PATIENCE, self.body.next()).await.expect("an end").is_none()
    }
}

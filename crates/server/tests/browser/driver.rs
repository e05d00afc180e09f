//! A small WebDriver client: enough to press, type, look and ask.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

const DRIVER: &str = "chromedriver";

/// How long something may take to come about.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often a page is asked meanwhile.
const POLL: Duration = Duration::from_millis(15);

/// A running chromedriver.
pub(crate) struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    pub(crate) fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new(DRIVER)
            .arg(format!("--port={port}"))
            .arg("--silent")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let driver = Self { process, port };
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "chromedriver does not answer");
            std::thread::sleep(POLL);
        }
        driver
    }

    /// A browser of its own, with nothing remembered.
    pub(crate) fn session(&self) -> Session {
        let folder = TempDir::new().unwrap();
        let mut arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--user-data-dir={}", folder.path().display()));
        let wish = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "unhandledPromptBehavior": "ignore",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let answer = call(self.port, "POST", "/session", Some(&wish)).unwrap();
        let id = answer["sessionId"].as_str().unwrap();
        Session { port: self.port, path: format!("/session/{id}"), _folder: folder }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with one page.
pub(crate) struct Session {
    port: u16,
    path: String,
    _folder: TempDir,
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = call(self.port, "DELETE", &self.path, None);
    }
}

impl Session {
    fn post(&self, what: &str, body: &Value) -> Value {
        match call(self.port, "POST", &format!("{}{what}", self.path), Some(body)) {
            Ok(value) => value,
            Err(error) => panic!("{what}: {error}"),
        }
    }

    pub(crate) fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    pub(crate) fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// The value of an expression in the page.
    pub(crate) fn ask(&self, expression: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": format!("return {expression}"), "args": [] }))
    }

    pub(crate) fn text(&self, expression: &str) -> String {
        self.ask(expression).as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn is(&self, condition: &str) -> bool {
        self.ask(&format!("Boolean({condition})")) == json!(true)
    }

    /// Waits until a condition holds in the page.
    pub(crate) fn wait(&self, condition: &str) {
        let end = Instant::now() + PATIENCE;
        let question = json!({ "script": format!("return Boolean({condition})"), "args": [] });
        loop {
            // A page that is just being left may answer with an error.
            let answer =
                call(self.port, "POST", &format!("{}/execute/sync", self.path), Some(&question));
            if answer == Ok(json!(true)) {
                return;
            }
            if Instant::now() > end {
                let page = self.text("document.title + ': ' + document.body.innerText");
                panic!("never came: {condition}\n{answer:?}\n{page}\n{:?}", self.console());
            }
            std::thread::sleep(POLL);
        }
    }

    /// Presses an element as a mouse does: it has to be visible and uncovered.
    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types into a field.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/clear"), &json!({}));
        self.post(&format!("/element/{element}/value"), &json!({ "text": text }));
    }

    fn element(&self, selector: &str) -> String {
        let wish = json!({ "using": "css selector", "value": selector });
        let found = self.post("/element", &wish);
        let id = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str);
        id.unwrap_or_else(|| panic!("no {selector}")).to_owned()
    }

    /// Presses keys one after another, wherever the focus is.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let presses: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [
                    json!({ "type": "keyDown", "value": key }),
                    json!({ "type": "keyUp", "value": key }),
                ]
            })
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": presses });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// What the accessibility tree has for an element: its role, or its name.
    pub(crate) fn computed(&self, selector: &str, what: &str) -> String {
        let element = self.element(selector);
        let path = format!("{}/element/{element}/computed{what}", self.path);
        call(self.port, "GET", &path, None).unwrap().as_str().unwrap_or_default().to_owned()
    }

    /// Gives the page this many pixels.
    pub(crate) fn size(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Says that the person prefers something.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", &features);
    }

    fn devtools(&self, command: &str, parameters: &Value) {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// What the console says, since it was last asked.
    pub(crate) fn console(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().cloned().unwrap_or_default();
        entries
            .iter()
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Whether a dialog of the browser is open, as a script that should not run would open.
    pub(crate) fn has_alert(&self) -> bool {
        call(self.port, "GET", &format!("{}/alert/text", self.path), None).is_ok()
    }

    /// At the end of every test: nothing went wrong that only the console tells of.
    pub(crate) fn assert_quiet(&self) {
        assert_eq!(self.console(), Vec::<String>::new());
    }
}

fn call(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
    let answer = exchange(port, method, path, body).map_err(|error| error.to_string())?;
    let mut answer: Value = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    let value = answer["value"].take();
    match value["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", value["message"])),
        None => Ok(value),
    }
}

/// One request over one connection.
fn exchange(port: u16, method: &str, path: &str, body: Option<&Value>) -> std::io::Result<Vec<u8>> {
    let body = body.map(ToString::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes())?;
    // The driver keeps the connection open whatever it is asked; the length says where the answer ends.
    let mut stream = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else {
            if line.trim().is_empty() { break } else { continue }
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    stream.read_exact(&mut answer)?;
    Ok(answer)
}

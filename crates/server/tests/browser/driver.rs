//! Browsers that are driven step by step: thirtyfour, without `await` in the tests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::common::command::{Command as DriverCommand, ExtensionCommand};
use thirtyfour::error::WebDriverResult;
use thirtyfour::{
    By, CapabilitiesHelper, ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel,
    WebDriver, WebElement, WindowHandle,
};
use tokio::runtime::Runtime;
use tokio::time::{interval, timeout};

/// How long something may take to come about.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often a page is asked meanwhile.
const POLL: Duration = Duration::from_millis(15);

const ARGUMENTS: [&str; 11] = [
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
    // Without motion the reply comes at once.
    "--force-prefers-reduced-motion",
];

/// The chromedriver of all tests, and the browsers that no test uses just now. To start one takes longer than most tests.
struct Driver {
    process: Mutex<Child>,
    url: String,
    /// Not that of a test's site: connections to chromedriver outlive it.
    runtime: Runtime,
    idle: Mutex<Vec<Browser>>,
}

struct Browser {
    driver: WebDriver,
    _profile: TempDir,
}

static DRIVER: OnceLock<Driver> = OnceLock::new();

impl Driver {
    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines =
            BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let port = line.strip_prefix("ChromeDriver was started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let url = format!("http://127.0.0.1:{}", port.expect("chromedriver says its port"));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        Self { process: Mutex::new(process), url, runtime, idle: Mutex::default() }
    }

    async fn new_browser(&self) -> WebDriverResult<Browser> {
        let profile = TempDir::new().unwrap();
        let mut chrome = DesiredCapabilities::chrome();
        for argument in ARGUMENTS {
            chrome.add_arg(argument)?;
        }
        chrome.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        chrome.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        chrome.set("unhandledPromptBehavior", "ignore")?;
        // Also where a proxy is set for everything else.
        let direct = reqwest::Client::builder().no_proxy().timeout(3 * PATIENCE).build();
        let driver = WebDriver::builder(&self.url, chrome).client(direct.unwrap()).await?;
        // A page that is not in front has no focus.
        driver.cdp().send_raw("Page.bringToFront", json!({})).await?;
        Ok(Browser { driver, _profile: profile })
    }
}

impl Browser {
    /// Forgets what a test left: its tabs with their sizes, preferences and scripts, cookies, files and messages. What pages
    /// stored belongs to the port of their site, which was that test's alone.
    async fn forget(&self) -> WebDriverResult<()> {
        let left = self.driver.windows().await?;
        let tab = self.driver.new_tab().await?;
        for window in left {
            self.driver.switch_to_window(window).await?;
            self.driver.close_window().await?;
        }
        self.driver.switch_to_window(tab).await?;
        for command in
            ["Page.bringToFront", "Network.clearBrowserCookies", "Network.clearBrowserCache"]
        {
            self.driver.cdp().send_raw(command, json!({})).await?;
        }
        self.driver.browser_log().await?;
        Ok(())
    }
}

/// Ends all browsers, after the last test.
pub(crate) fn end() {
    let Some(driver) = DRIVER.get() else { return };
    for browser in driver.idle.lock().unwrap().drain(..) {
        let _ = driver.runtime.block_on(browser.driver.quit());
    }
    let mut process = driver.process.lock().unwrap();
    let _ = process.kill();
    let _ = process.wait();
}

/// A browser with one page, with nothing remembered, as long as a test has it.
pub(crate) struct Session {
    /// None once it is given back.
    taken: Option<Browser>,
    browser: WebDriver,
    runtime: &'static Runtime,
}

impl Drop for Session {
    fn drop(&mut self) {
        let Some(browser) = self.taken.take() else { return };
        let forgotten =
            !std::thread::panicking() && self.runtime.block_on(browser.forget()).is_ok();
        if let Some(driver) = DRIVER.get().filter(|_| forgotten) {
            driver.idle.lock().unwrap().push(browser);
        } else {
            let _ = self.runtime.block_on(browser.driver.quit());
        }
    }
}

impl Session {
    pub(crate) fn take() -> Self {
        let driver = DRIVER.get_or_init(Driver::start);
        let idle = driver.idle.lock().unwrap().pop();
        let taken = idle.unwrap_or_else(|| driver.runtime.block_on(driver.new_browser()).unwrap());
        Self { browser: taken.driver.clone(), taken: Some(taken), runtime: &driver.runtime }
    }

    /// Waits for a step, which has to succeed.
    fn done<T>(&self, step: impl Future<Output = WebDriverResult<T>>) -> T {
        self.runtime.block_on(step).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn open(&self, url: &str) {
        self.done(self.browser.goto(url));
    }

    /// Opens another tab, which the person looks at from then on, and returns the one before.
    pub(crate) fn open_tab(&self, url: &str) -> WindowHandle {
        let before = self.done(self.browser.window());
        let tab = self.done(self.browser.new_tab());
        self.look_at(&tab);
        self.open(url);
        before
    }

    /// Looks at another tab.
    pub(crate) fn look_at(&self, tab: &WindowHandle) {
        self.done(self.browser.switch_to_window(tab.clone()));
        self.done(self.browser.cdp().send_raw("Page.bringToFront", json!({})));
    }

    pub(crate) fn reload(&self) {
        self.done(self.browser.refresh());
    }

    async fn answer(&self, expression: &str) -> WebDriverResult<Value> {
        let answer = self.browser.execute(format!("return {expression}"), Vec::new()).await?;
        Ok(answer.json().clone())
    }

    /// The value of an expression in the page.
    pub(crate) fn ask(&self, expression: &str) -> Value {
        self.done(self.answer(expression))
    }

    pub(crate) fn text(&self, expression: &str) -> String {
        self.ask(expression).as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn is(&self, condition: &str) -> bool {
        self.ask(&format!("Boolean({condition})")) == json!(true)
    }

    /// Waits until a condition holds in the page.
    pub(crate) fn wait(&self, condition: &str) {
        let question = format!("Boolean({condition})");
        let come = async {
            let mut poll = interval(POLL);
            // A page that is just being left may answer with an error.
            while !self.answer(&question).await.is_ok_and(|answer| answer == json!(true)) {
                poll.tick().await;
            }
        };
        if self.runtime.block_on(async { timeout(PATIENCE, come).await }).is_err() {
            let page = self.text("document.title + ': ' + document.body.innerText");
            panic!("never came: {condition}\n{page}\n{:?}", self.console());
        }
    }

    async fn element(&self, selector: &str) -> WebDriverResult<WebElement> {
        self.browser.find(By::Css(selector)).await
    }

    /// Presses an element as a mouse does: it has to be visible and uncovered.
    pub(crate) fn click(&self, selector: &str) {
        self.done(async { self.element(selector).await?.click().await });
    }

    /// Types into a field.
    pub(crate) fn write(&self, selector: &str, text: &str) {
        self.done(async {
            let field = self.element(selector).await?;
            field.clear().await?;
            field.send_keys(text).await
        });
    }

    /// Presses keys one after another, wherever the focus is.
    pub(crate) fn keys(&self, keys: &[&str]) {
        self.done(self.browser.action_chain().send_keys(keys.concat()).perform());
    }

    /// What the accessibility tree has for an element: its role, or its name.
    pub(crate) fn computed(&self, selector: &str, what: &str) -> String {
        self.done(async {
            let element = self.element(selector).await?.element_id();
            let command = Get(format!("/element/{element}/computed{what}"));
            self.browser.cmd(DriverCommand::ExtensionCommand(Box::new(command))).await?.value()
        })
    }

    /// Gives the page this many pixels.
    pub(crate) fn size(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.done(self.browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", size));
    }

    /// Says that the person prefers something.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.done(self.browser.cdp().send_raw("Emulation.setEmulatedMedia", features));
    }

    /// Shows the page as it is printed.
    pub(crate) fn print_media(&self, printed: bool) {
        let media = json!({ "media": if printed { "print" } else { "" } });
        self.done(self.browser.cdp().send_raw("Emulation.setEmulatedMedia", media));
    }

    /// What the browser's own tools say of the page.
    pub(crate) fn tools(&self, command: &str) -> Value {
        self.done(self.browser.cdp().send_raw(command, json!({})))
    }

    /// Runs a script in every page before its own, from the next page on.
    pub(crate) fn before_pages(&self, script: &str) {
        let source = json!({ "source": script });
        self.done(self.browser.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", source));
    }

    /// Has the tab crash, and goes on in another one.
    pub(crate) fn crash(&self) {
        let tab = self.done(self.browser.new_tab());
        // The tab that crashes does not answer.
        let _ = self.runtime.block_on(self.browser.cdp().send_raw("Page.crash", json!({})));
        self.look_at(&tab);
    }

    /// Cuts the network off, or connects it again.
    pub(crate) fn offline(&self, offline: bool) {
        let network = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.done(self.browser.cdp().send_raw("Network.enable", json!({})));
        self.done(self.browser.cdp().send_raw("Network.emulateNetworkConditions", network));
    }

    /// What a script gives when it is done.
    pub(crate) fn ask_later(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; ({expression}).then(done, error => done(String(error)))"
        );
        self.done(async {
            let answer = self.browser.execute_async(script, Vec::new()).await?;
            Ok(answer.json().clone())
        })
    }

    /// Runs a script as the page's own.
    pub(crate) fn run(&self, script: &str) {
        self.done(self.browser.execute(script, Vec::new()));
    }

    /// Presses an element twice, as fast as a mouse does.
    pub(crate) fn double_click(&self, selector: &str) {
        self.done(async {
            let element = self.element(selector).await?;
            let at_once = Some(Duration::ZERO);
            let mouse = self.browser.action_chain_with_delay(None, at_once);
            mouse.double_click_element(&element).perform().await
        });
    }

    /// What the console says, since it was last asked.
    pub(crate) fn console(&self) -> Vec<String> {
        self.done(self.browser.browser_log()).into_iter().map(|entry| entry.message).collect()
    }

    /// Whether a dialog of the browser is open, as a script that should not run would open.
    pub(crate) fn has_alert(&self) -> bool {
        self.runtime.block_on(self.browser.get_alert_text()).is_ok()
    }

    /// At the end of every test: nothing went wrong that only the console tells of.
    pub(crate) fn assert_quiet(&self) {
        assert_eq!(self.console(), Vec::<String>::new());
    }
}

/// A request that thirtyfour has no name for.
#[derive(Debug)]
struct Get(String);

impl ExtensionCommand for Get {
    fn parameters_json(&self) -> Option<Value> {
        None
    }

    fn method(&self) -> Method {
        Method::GET
    }

    fn endpoint(&self) -> Arc<str> {
        self.0.as_str().into()
    }
}

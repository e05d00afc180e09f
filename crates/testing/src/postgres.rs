//! A PostgreSQL server of the tests' own, in a folder of its own, without a network. It ends with the test, even if
//! the test is killed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::TempDir;

/// Who owns the databases.
const USER: &str = "divvy";

/// Ends the server when the other end of its input is closed, also if the test is killed. `QUIT` is a crash, as far as the
/// server is concerned: what it acknowledged must be there afterwards.
const UNTIL_CLOSED: &str = r#""$@" & read -r _; kill -QUIT $!; wait"#;

/// A running server.
#[derive(Debug)]
pub struct Cluster {
    binaries: PathBuf,
    folder: TempDir,
    server: Mutex<Option<Child>>,
    databases: AtomicU32,
    /// Where it listens besides its folder.
    port: Option<u16>,
}

/// The password of [`Cluster::encrypted`].
pub const PASSWORD: &str = "open-sesame";

/// Who may come from where: over the network only with a password, and encrypted.
const ENCRYPTED_ONLY: &str = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";

impl Cluster {
    /// The server that all tests of this process share; it ends with the last of them.
    pub fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cluster) = shared.upgrade() {
            return cluster;
        }
        let cluster = Arc::new(Self::new());
        *shared = Arc::downgrade(&cluster);
        cluster
    }

    /// A server for one test alone, which may stop it.
    ///
    /// # Panics
    /// If PostgreSQL is not installed; tests that use it need [`crate::Tool::PostgreSql`].
    #[expect(clippy::new_without_default, reason = "it starts a process")]
    pub fn new() -> Self {
        let binaries = binaries().expect("PostgreSQL is installed");
        let folder = TempDir::with_prefix("pg").expect("a folder");
        give_away(folder.path());
        output(
            as_other_user(&binaries.join("initdb"))
                .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username"])
                .args([USER, "--pgdata"])
                .arg(folder.path().join("data")),
        );
        let (server, databases) = (Mutex::new(None), AtomicU32::new(0));
        let cluster = Self { binaries, folder, server, databases, port: None };
        cluster.start();
        cluster
    }

    /// A server that also listens on 127.0.0.1, takes encrypted connections with [`PASSWORD`] only there, and has a
    /// certificate for `localhost`.
    pub fn encrypted() -> Self {
        let mut cluster = Self::new();
        cluster.ask("postgres", &format!("ALTER ROLE {USER} PASSWORD '{PASSWORD}'"));
        cluster.stop();
        let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]);
        let certified = certified.expect("a certificate");
        std::fs::write(cluster.certificate(), certified.cert.pem()).expect("written");
        for (name, text) in [
            ("server.crt", certified.cert.pem()),
            ("server.key", certified.signing_key.serialize_pem()),
            ("pg_hba.conf", ENCRYPTED_ONLY.to_owned()),
        ] {
            cluster.write_data(name, &text);
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        cluster.port = Some(free.expect("a free port").port());
        cluster.start();
        cluster
    }

    /// The certificate of [`Cluster::encrypted`], which is its own authority.
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("root.crt")
    }

    /// Where [`Cluster::encrypted`] listens.
    pub fn port(&self) -> u16 {
        self.port.expect("a server that listens")
    }

    /// Writes a file of the server's, which only its user may read.
    fn write_data(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;

        let path = self.folder.path().join("data").join(name);
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("set");
        give_away(&path);
    }

    /// Starts the server again, and returns when it takes connections.
    pub fn start(&self) {
        let listening = self.port.map_or_else(
            || "-clisten_addresses=".to_owned(),
            |port| format!("-clisten_addresses=127.0.0.1 -cport={port} -cssl=on"),
        );
        let mut server = as_other_user(Path::new("sh"))
            .args(["-c", UNTIL_CLOSED, "sh"])
            .arg(self.binaries.join("postgres"))
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .arg("-k")
            .arg(self.folder.path())
            .args(["-c", "max_connections=200"])
            .args(listening.split(' '))
            .args(["-c", "fsync=on", "-c", "synchronous_commit=on"])
            // After a crash everything is synced first; this does it in one go.
            .args(["-c", "recovery_init_sync_method=syncfs"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut log = BufReader::new(server.stderr.take().expect("a log")).lines();
        let mut said = String::new();
        loop {
            let line = log.next().unwrap_or_else(|| panic!("no server: {said}")).expect("text");
            if line.contains("ready to accept connections") {
                break;
            }
            said += &line;
            said.push('\n');
        }
        // Read on: the server stops when the pipe is full.
        std::thread::spawn(move || log.map_while(Result::ok).for_each(drop));
        *self.server.lock().expect("no panic") = Some(server);
    }

    /// Stops the server as a crash would, and returns when it is gone.
    pub fn stop(&self) {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut server) = server {
            // Waiting closes the input first.
            let _ = server.wait();
        }
    }

    /// Lets the server hang, as if the network had swallowed it, until the answer is dropped.
    pub fn freeze(&self) -> Frozen {
        let file = self.folder.path().join("data/postmaster.pid");
        let file = std::fs::read_to_string(file).expect("the server runs");
        let mut processes = vec![file.lines().next().expect("a number").to_owned()];
        let others =
            self.ask("postgres", "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
        processes.extend(others.lines().map(str::to_owned));
        signal("-STOP", &processes);
        Frozen(processes)
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.ask("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// What the server says to this, outside the program that is tested.
    pub fn ask(&self, database: &str, statement: &str) -> String {
        output(
            Command::new(self.binaries.join("psql"))
                .args(["--no-psqlrc", "--tuples-only", "--no-align", "--command", statement])
                .arg(self.url(database)),
        )
    }

    /// Runs what `pg_dump` wrote.
    pub fn restore(&self, address: &str, dump: &Path) {
        output(
            Command::new(self.binaries.join("psql"))
                .args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--file"])
                .args([dump.as_os_str(), address.as_ref()]),
        );
    }

    /// The address of a database of this server.
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.path().to_str().expect("text").replace('/', "%2F");
        let port = self.port.map(|port| format!("?port={port}")).unwrap_or_default();
        format!("postgres://{USER}@{folder}/{database}{port}")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A server that hangs.
#[derive(Debug)]
pub struct Frozen(Vec<String>);

impl Drop for Frozen {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(which: &str, processes: &[String]) {
    let _ = Command::new("kill").arg(which).args(processes).stderr(Stdio::null()).status();
}

/// Where the server's programs are. Debian has them in a folder that is not searched.
pub(crate) fn binaries() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    let mut folders = std::env::split_paths(&path).chain(debian);
    folders.find(|folder| {
        ["initdb", "postgres", "psql"].iter().all(|program| folder.join(program).is_file())
    })
}

/// PostgreSQL does not run as root; the user and group to run it as instead.
fn other_user() -> Option<(u32, u32)> {
    // Of the current user if no name is given.
    let id = |args: &[&str]| {
        let asked = Command::new("id").args(args).output().expect("id runs");
        String::from_utf8_lossy(&asked.stdout).trim().parse::<u32>().ok()
    };
    let ids = |user: &str| Some((id(&["-u", user])?, id(&["-g", user])?));
    let root = id(&["-u"]) == Some(0);
    root.then(|| ["postgres", "nobody"].into_iter().find_map(ids).expect("a user who is not root"))
}

/// Makes a file the other user's, if there is one.
fn give_away(path: &Path) {
    if let Some((user, group)) = other_user() {
        std::os::unix::fs::chown(path, Some(user), Some(group)).expect("given away");
    }
}

fn as_other_user(program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = other_user() {
        command = Command::new("setpriv");
        command.args([format!("--reuid={user}"), format!("--regid={group}")]);
        command.args(["--clear-groups", "--"]).arg(program);
    }
    // That user may not be allowed into the current folder.
    command.current_dir("/");
    command
}

/// What a program writes, which has to end well.
fn output(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

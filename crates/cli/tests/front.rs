//! What `divvy serve` does for proxies, browsers, monitoring and service managers, as a process.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;
#[path = "common/http.rs"]
mod http;

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::World;
use divvy_testing::{Tests, Tool, tests};
use http::{Connection, Service};
use serde_json::Value;

/// Nothing in these tests takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a request without a body gets, on a connection of its own.
fn get(port: u16, path: &str, headers: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn serve(world: &World, more: &[&str]) -> Command {
    let mut args = vec!["serve", "--addr", "127.0.0.1:0", "--rate", "0"];
    args.extend(more);
    world.divvy(&args)
}

/// Waits until this gives something.
fn until<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "not in time");
        std::thread::yield_now();
    }
}

fn a_name_that_is_not_the_servers_is_refused() {
    let world = World::new();
    let service = Service::run(serve(&world, &["--log", "off", "--host", "play.example"]));
    let status = |host: &str| {
        let answer = get(service.port, "/", &format!("Host: {host}\r\n")).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    let machine = nix::unistd::gethostname().unwrap().into_string().unwrap();
    let short = machine.split('.').next().unwrap();
    let local = format!("{short}.local:{}", service.port);
    for host in ["localhost", "127.0.0.1:8020", "play.example", &machine, &local] {
        assert_eq!(status(host), "200", "{host}");
    }
    assert_eq!(status("evil.example"), "421");
    assert_eq!(service.stop(), Some(0));
}

fn proxies_are_named_by_networks_or_all_private_ones() {
    let world = World::new();
    let client = "Host: localhost\r\nX-Forwarded-For: 192.0.2.7\r\n";
    for (option, believed) in [
        (&["--trust-proxy", "--max-size", "500"][..], true),
        (&["--trust-proxy", "10.0.0.0/8,127.0.0.1,::1"], true),
        (&["--trust-proxy=private"], true),
        (&["--trust-proxy", "10.0.0.0/8"], false),
        (&[], false),
    ] {
        let path = world.path().join("log");
        let more = [&["--access-log"], option].concat();
        let log = File::create(&path).unwrap();
        let service = Service::run_logging(serve(&world, &more), log.into());
        get(service.port, "/healthz", client).unwrap();
        assert_eq!(service.stop(), Some(0));
        let log = std::fs::read_to_string(&path).unwrap();
        let expected = if believed { "client=192.0.2.7" } else { "client=127.0.0.1" };
        assert!(log.contains(expected), "{option:?}: {log}");
    }
}

fn wrong_options_are_told() {
    let world = World::new();
    for (args, words) in [
        (
            "serve --trust-proxy 10.0.0.0/40",
            "takes addresses and networks, such as 127.0.0.1,10.0.0.0/8",
        ),
        (
            "serve --trust-proxy proxy.example",
            "or private, not proxy.example. See divvy serve --help",
        ),
        ("serve --host play.example:443", "takes a name without a port"),
        ("serve --tls-cert cert.pem", "--tls-key"),
        ("serve --tls-key key.pem", "--tls-cert"),
        ("serve --metrics-addr 9100", "takes a host and a port"),
    ] {
        let run = world.run(&args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(run.code, Some(2), "{args}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{args}: {}", run.stderr);
    }
    let run = world.run(&["serve", "--tls-cert", "cert.pem", "--tls-key", "key.pem"], "");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("cert.pem cannot be read: No such file"), "{}", run.stderr);
    let [one, two] =
        [0, 1].map(|_| rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap());
    std::fs::write(world.path().join("cert.pem"), one.cert.pem()).unwrap();
    std::fs::write(world.path().join("key.pem"), two.signing_key.serialize_pem()).unwrap();
    let run = world.run(&["serve", "--tls-cert", "cert.pem", "--tls-key", "key.pem"], "");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let mismatch = "the key in key.pem does not belong to the first certificate in cert.pem";
    assert!(run.stderr.contains(mismatch), "{}", run.stderr);
}

/// Puts a new certificate for localhost into a folder.
fn renew(folder: &Path) {
    let new = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("key.pem"), new.signing_key.serialize_pem()).unwrap();
    std::fs::write(folder.join("cert.pem"), new.cert.pem()).unwrap();
}

/// A client that has nothing in common with the server. It prints the answer to a request.
const HTTPS_CLIENT: &str = "
import http.client, ssl, sys
trusted = ssl.create_default_context(cafile='cert.pem')
connection = http.client.HTTPSConnection('localhost', int(sys.argv[1]), context=trusted, timeout=60)
connection.request('GET', '/healthz')
response = connection.getresponse()
print(connection.sock.version(), response.status, response.read().decode())
";

fn https_is_served_and_the_certificate_read_again() {
    let world = World::new();
    renew(world.path());
    let more =
        ["--log", "off", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--host", "localhost"];
    let mut child = serve(&world, &more).spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(
        &mut std::io::BufReader::new(child.stdout.as_mut().unwrap()),
        &mut line,
    )
    .unwrap();
    let port = line.trim().strip_prefix("divvy is at https://localhost:").unwrap();
    let port = port.strip_suffix('/').unwrap();
    let ask = || {
        let output = world.command("python3").args(["-c", HTTPS_CLIENT, port]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(ask(), "TLSv1.3 200 ok\n");
    // Python trusts what is in the file, which the server does not have yet.
    renew(world.path());
    assert_eq!(ask(), "");
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGHUP).unwrap();
    until(|| (ask() == "TLSv1.3 200 ok\n").then_some(()));
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

fn a_hangup_does_not_end_a_server_without_a_certificate() {
    let world = World::new();
    let service = Service::run(serve(&world, &["--log", "off"]));
    service.signal(nix::sys::signal::Signal::SIGHUP);
    assert!(get(service.port, "/healthz", "Host: localhost\r\n").unwrap().ends_with("ok"));
    assert_eq!(service.stop(), Some(0));
}

fn the_soft_limit_of_descriptors_is_raised_to_the_hard_one() {
    let world = World::new();
    let mut limited = world.command("sh");
    limited.args(["-c", "ulimit -Sn 256; exec divvy serve --addr 127.0.0.1:0 --log off"]);
    let service = Service::run(limited);
    let metrics = get(service.port, "/metrics", "Host: localhost\r\n").unwrap();
    let limit = metrics.lines().find_map(|line| line.strip_prefix("process_max_fds "));
    let (_, hard) =
        nix::sys::resource::getrlimit(nix::sys::resource::Resource::RLIMIT_NOFILE).unwrap();
    assert_eq!(limit.unwrap(), hard.to_string());
    assert_eq!(service.stop(), Some(0));
}

fn a_probe_says_whether_a_server_is_ready() {
    let world = World::new();
    let service = Service::run(serve(&world, &["--log", "off"]));
    let at = format!("0.0.0.0:{}", service.port);
    let ready = world.run(&["serve", "--probe", "--addr", &at], "");
    assert_eq!((ready.code, ready.stdout.as_str()), (Some(0), "ready\n"), "{}", ready.stderr);
    assert_eq!(service.stop(), Some(0));
    let gone = world.run(&["serve", "--probe", "--addr", &at], "");
    assert_eq!(gone.code, Some(1), "{}", gone.stderr);
    assert!(gone.stderr.contains("no answer at"), "{}", gone.stderr);
}

/// A server on a socket that this process has opened, as a service manager gives it: as descriptor 3, with the number of
/// descriptors and the process that they are for in the environment.
fn activated(world: &World, listener: &TcpListener) -> Service {
    let line = "export LISTEN_PID=$$ LISTEN_FDS=1; \
                exec divvy serve --rate 0 --connections 0 --log off 3<&0 </dev/null";
    let mut command = world.command("sh");
    let socket = OwnedFd::from(listener.try_clone().unwrap());
    command.args(["-c", line]).stdin(Stdio::from(socket));
    Service::run(command)
}

fn a_restart_on_the_socket_of_the_service_manager_refuses_no_connection() {
    let world = World::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut service = activated(&world, &listener);
    assert_eq!(service.port, port);
    let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let clients: Vec<_> = (0..8)
        .map(|_| {
            let (stop, answered) = (Arc::clone(&stop), Arc::clone(&answered));
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let answer = get(port, "/healthz", "Host: localhost\r\n").unwrap();
                    assert!(answer.ends_with("\r\n\r\nok"), "{answer:?}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    for _ in 0..3 {
        let before = answered.load(Ordering::Relaxed);
        until(|| (answered.load(Ordering::Relaxed) > before + 100).then_some(()));
        assert_eq!(service.stop(), Some(0));
        service = activated(&world, &listener);
    }
    let before = answered.load(Ordering::Relaxed);
    until(|| (answered.load(Ordering::Relaxed) > before + 100).then_some(()));
    stop.store(true, Ordering::Relaxed);
    clients.into_iter().for_each(|client| client.join().unwrap());
    assert_eq!(service.stop(), Some(0));
}

fn the_service_manager_is_told_when_it_is_ready_and_when_it_stops() {
    let world = World::new();
    let path = world.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let told = || {
        let mut buffer = [0; 256];
        let length = socket.recv(&mut buffer).unwrap();
        String::from_utf8(buffer[..length].to_vec()).unwrap()
    };
    let mut command = serve(&world, &["--log", "off"]);
    let service = Service::run({
        command.env("NOTIFY_SOCKET", &path);
        command
    });
    assert_eq!(told().trim(), "READY=1");
    assert!(get(service.port, "/readyz", "Host: localhost\r\n").unwrap().ends_with("ready"));
    assert_eq!(service.stop(), Some(0));
    assert_eq!(told().trim(), "STOPPING=1");
}

fn each_request_is_logged_with_its_id_and_figures_have_their_own_place() {
    let world = World::new();
    let path = world.path().join("log");
    let more = ["--access-log", "--log", "json", "--metrics-addr", "127.0.0.1:0"];
    let log = File::create(&path).unwrap();
    let service = Service::run_logging(serve(&world, &more), log.into());
    let lines = || -> Vec<Value> {
        let text = std::fs::read_to_string(&path).unwrap();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    };
    let own = until(|| {
        let all = lines();
        let told = all.iter().find(|line| line["fields"]["message"] == "serving figures")?;
        told["fields"]["address"].as_str()?.rsplit(':').next()?.parse().ok()
    });
    let mut connection = Connection::open(service.port, 7).unwrap();
    assert_eq!(connection.get("/metrics").unwrap().0, 404);
    let answer = get(own, "/metrics", "Host: figures.internal\r\n").unwrap();
    assert!(
        answer.contains("divvy_build_info{version=\"") && answer.contains("divvy_moves_total 0")
    );
    let answer = get(service.port, "/api/v1/bots?x=secret", "Host: localhost\r\n").unwrap();
    let id = answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap();
    let line = until(|| lines().into_iter().find(|line| line["fields"]["request"] == id));
    let fields = &line["fields"];
    assert_eq!((&fields["route"], &fields["status"]), (&"/api/v1/bots".into(), &200.into()));
    assert_eq!((&fields["client"], &fields["method"]), (&"127.0.0.1".into(), &"GET".into()));
    assert!(!line.to_string().contains("secret"), "{line}");
    assert_eq!(service.stop(), Some(0));
}

fn main() -> ExitCode {
    let tests = tests![
        a_name_that_is_not_the_servers_is_refused,
        proxies_are_named_by_networks_or_all_private_ones,
        wrong_options_are_told,
        a_hangup_does_not_end_a_server_without_a_certificate,
        the_soft_limit_of_descriptors_is_raised_to_the_hard_one,
        a_probe_says_whether_a_server_is_ready,
        a_restart_on_the_socket_of_the_service_manager_refuses_no_connection,
        the_service_manager_is_told_when_it_is_ready_and_when_it_stops,
        each_request_is_logged_with_its_id_and_figures_have_their_own_place,
    ];
    let with_python = tests![https_is_served_and_the_certificate_read_again];
    Tests::default().with(tests).needing(Tool::Python, with_python).run()
}

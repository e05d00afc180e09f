//! The site without a server: what it keeps, without a network, after a crash and after an update, and in one file.

use std::fs;

use divvy_testing::engine_line;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::json;

use crate::driver::Session;
use crate::site::Site;
use crate::table::{
    MOVES, arrive, assert_lighter, begin_quickly, open_form, play, play_to_the_end, review,
};
use crate::with_browsers;

const GAMES: [&str; 5] =
    ["trap-avoidance", "multiple-madness", "chain-reaction", "number-maze", "sequence-duel"];

/// Waits until the browser has kept the whole site.
fn keep(me: &Session, site: &Site) {
    me.open(&site.at("/"));
    me.wait("navigator.serviceWorker.controller");
}

pub(crate) fn every_game_goes_on_without_a_network_after_a_reload_and_a_crash() {
    with_browsers(|site, [me]| {
        keep(&me, site);
        site.cut();
        for game in GAMES {
            begin_quickly(&me, site, game);
            play(&me, if game == "number-maze" { 6 } else { 8 });
            me.reload();
            arrive(&me);
            me.wait(&format!("{MOVES} > 0"));
            let address = me.text("location.href");
            me.crash();
            me.open(&address);
            arrive(&me);
            me.wait(&format!("{MOVES} > 0"));
            play_to_the_end(&me);
            review(&me);
        }
        for path in [
            "/rules/number-maze",
            "/learn#pairs",
            "/puzzle#2026-11-22",
            "/explore#chain-reaction:6",
        ] {
            me.open(&site.at(path));
            me.wait("document.querySelector('article, .cell')");
        }
        me.assert_quiet();
    });
}

fn version(site: &Site) -> String {
    let offline = fs::read_to_string(site.served("offline.js")).unwrap();
    offline.split('"').nth(1).unwrap().to_owned()
}

pub(crate) fn an_update_arrives_and_loses_no_game() {
    with_browsers(|site, [me]| {
        keep(&me, site);
        begin_quickly(&me, site, "multiple-madness");
        play(&me, 6);
        let game = me.text("location.href");
        // Everything has another version, and the files of this one are gone.
        let version = version(site);
        let assets = site.served("assets");
        fs::rename(assets.join(&version), assets.join("another")).unwrap();
        for file in fs::read_dir(site.served("")).unwrap().map(|file| file.unwrap().path()) {
            if let Ok(text) = fs::read_to_string(&file) {
                let text = text.replace(&version, "another").replace("<title>", "<title>New: ");
                fs::write(file, text).unwrap();
            }
        }
        me.before_pages(
            "navigator.serviceWorker.oncontrollerchange = () => { window.updated = true; };",
        );
        me.reload();
        me.wait("window.updated");
        // The page of the version before goes on with its own files.
        play_to_the_end(&me);
        review(&me);
        me.open(&site.at("/"));
        me.wait("document.title.startsWith('New: ')");
        me.open(&game);
        me.wait(&format!("document.querySelector('#turn.over') && {MOVES} > 2"));
        me.assert_quiet();
    });
}

pub(crate) fn it_is_light_and_can_be_installed() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        me.wait("document.readyState === 'complete'");
        assert_lighter(&me, 100_000);
        let module = site.served("assets").join(version(site)).join("divvy.bin");
        let module = fs::metadata(module).unwrap().len();
        assert!(module <= 250_000, "{module}");
        me.wait("navigator.serviceWorker.controller");
        assert_eq!(me.tools("Page.getInstallabilityErrors")["installabilityErrors"], json!([]));
        me.assert_quiet();
    });
}

pub(crate) fn what_it_has_not_is_said() {
    with_browsers(|site, [me]| {
        open_form(&me, site, "chain-reaction");
        me.click("#mode label:has([value=friend])");
        me.wait("document.getElementById('setup').innerText.includes('divvy serve')");
        for id in ["AAAAAAAAAAAAAAAAAAAAAA", "x"] {
            me.open(&site.at(&format!("/g/{id}")));
            me.wait("document.body.innerText.includes('There is no such game, or no longer.')");
        }
        me.assert_quiet();
    });
}

/// Calls the module of the page with each line of a file; how often it stopped, and the bytes of its memory at the end.
const CALL: &str = r#"(async () => {
    const address = document.querySelector("link[href$='carrier.js']").href.replace("carrier.js", "divvy.bin");
    const plain = (await fetch(address)).body.pipeThrough(new DecompressionStream("gzip"));
    const module = await WebAssembly.compile(await new Response(plain).arrayBuffer());
    const { memory, divvy_request, divvy_answer, divvy_reply } = (await WebAssembly.instantiate(module)).exports;
    const lines = new Uint8Array(await (await fetch("requests")).arrayBuffer());
    let [from, answered, failed] = [0, 0, 0];
    for (let end = lines.indexOf(10); end >= 0; from = end + 1, end = lines.indexOf(10, from)) {
        try {
            const at = divvy_request(end - from);
            new Uint8Array(memory.buffer, at, end - from).set(lines.subarray(from, end));
            const length = divvy_answer();
            const reply = new TextDecoder().decode(new Uint8Array(memory.buffer, divvy_reply(), length));
            if (JSON.parse(reply.slice(0, reply.indexOf("\n"))).status >= 100) answered++;
        } catch (error) {
            failed++;
        }
    }
    return [answered, failed, memory.buffer.byteLength];
})()"#;

pub(crate) fn ten_thousand_random_and_malformed_requests_stop_nothing() {
    with_browsers(|site, [me]| {
        let mut random = ChaCha8Rng::seed_from_u64(27);
        let paths = ["/engine", "/engine", "/games", "/review", "/mine?games=x", "/games/x", "//"];
        let mut requests = Vec::new();
        for _ in 0..10_000 {
            let path = paths[random.random_range(0..paths.len())];
            let head = format!(
                r#"{{"method":"POST","path":"{path}","chance":"{}","body":"#,
                "x".repeat(22)
            );
            let line = engine_line(&mut random, 1 << 16).0;
            let mut request = [head.as_bytes(), &line, b"}"].concat();
            if random.random_range(0..5) == 0 {
                let place = random.random_range(0..request.len());
                request[place] = random.random();
            }
            request.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
            requests.extend(request);
            requests.push(b'\n');
        }
        fs::write(site.served("requests"), requests).unwrap();
        me.open(&site.at("/"));
        let [answered, failed, memory]: [u64; 3] =
            serde_json::from_value(me.ask_later(CALL)).unwrap();
        assert_eq!((answered, failed), (10_000, 0));
        assert!(memory < 64 << 20, "{memory}");
        me.assert_quiet();
    });
}

/// The folder `site` has its file `site.html` beside it.
pub(crate) fn one_file_is_the_whole_site() {
    with_browsers(|_, [me]| {
        let file = Site::folder().unwrap().canonicalize().unwrap().with_extension("html");
        let file = format!("file://{}", file.display());
        for game in GAMES {
            me.open(&file);
            me.click(&format!("[data-game={game}] [data-do=play]"));
            me.wait("document.querySelector('#board.playable')");
            me.reload();
            play_to_the_end(&me);
            review(&me);
        }
        for page in
            ["rules-number-maze", "learn#pairs", "puzzle#2026-11-22", "explore#chain-reaction:6"]
        {
            me.open(&format!("{file}?page={page}"));
            me.reload();
            me.wait("document.querySelector('article, .cell')");
        }
        me.assert_quiet();
    });
}

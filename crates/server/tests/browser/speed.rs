//! The site without a server beside the program that `DIVVY_PROGRAM` names, in one run. It prints what it measures.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::json;

use crate::table::{CARRIER, SETTLED, begin_local};
use crate::with_browsers;

const QUESTIONS: [(&str, &str); 3] = [("solve", ""), ("hint", ""), ("review", ":6,3,9")];

/// A board is asked about once; others of about its size follow. The quickest counts: other programs may have slowed the rest down.
const TRIES: u32 = 5;

#[allow(clippy::print_stdout, reason = "what is measured")]
pub(crate) fn questions_take_at_most_twice_as_long_as_in_the_program() {
    with_browsers(|site, [me]| {
        let mut program = Command::new(std::env::var_os("DIVVY_PROGRAM").unwrap())
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut to = program.stdin.take().unwrap();
        let mut from = BufReader::new(program.stdout.take().unwrap());
        let mut ask_program = |question: &str| {
            let begun = Instant::now();
            writeln!(to, "{question}").unwrap();
            from.read_until(b'\n', &mut Vec::new()).unwrap();
            begun.elapsed().as_secs_f64() * 1000.0
        };
        me.open(&site.at("/"));
        let ask_page = |question: &str| {
            let time = me.ask_later(&format!(
                "{CARRIER}.then(carrier => {{ const begun = performance.now(); return carrier.send('POST', '/engine', {question}) \
                 .then(answer => answer.status === 200 ? performance.now() - begun : answer.text) }})"
            ));
            time.as_f64().unwrap_or_else(|| panic!("{question}: {time}"))
        };
        ask_page(r#"{"command":"bots"}"#);
        let mut slow = Vec::new();
        for size in [20, 1_000, 100_000, 1_000_000] {
            for (command, moves) in QUESTIONS {
                let (mut in_program, mut in_page) = (f64::INFINITY, f64::INFINITY);
                for smaller in 0..TRIES {
                    let position = format!("multiple-madness;size={}{moves}", size - smaller);
                    let question = json!({ "command": command, "position": position }).to_string();
                    in_program = in_program.min(ask_program(&question));
                    in_page = in_page.min(ask_page(&question));
                }
                println!(
                    "{size:>9} {command:<6} program {in_program:8.2} ms, page {in_page:8.2} ms"
                );
                // Of a few milliseconds most go on the way to the worker and back.
                if in_page > f64::max(2.0 * in_program, 5.0) {
                    slow.push((size, command));
                }
            }
        }
        drop(to);
        program.wait().unwrap();
        assert!(slow.is_empty(), "{slow:?}");
    });
}

#[allow(clippy::print_stdout, reason = "what is measured")]
pub(crate) fn a_press_on_a_thousand_numbers_is_painted_at_once() {
    with_browsers(|site, [me]| {
        begin_local(&me, site, "multiple-madness", "1000");
        let mut presses = Vec::new();
        for _ in 0..9 {
            me.wait(SETTLED);
            let press = me.ask_later(
                "new Promise(done => { const begun = performance.now(); const cell = document.querySelector('.playable .legal'); \
                 const painted = new MessageChannel(); painted.port1.onmessage = () => done(performance.now() - begun); cell.click(); \
                 const look = () => cell.matches('.last') ? painted.port2.postMessage(0) : requestAnimationFrame(look); \
                 requestAnimationFrame(look); })",
            );
            presses.push(press.as_f64().unwrap_or_else(|| panic!("{press}")));
        }
        presses.sort_by(f64::total_cmp);
        println!(
            "a press on 1,000 numbers is painted after {:.0} ms (of nine, in the middle)",
            presses[4]
        );
        assert!(presses[4] < 50.0, "{presses:?}");
    });
}

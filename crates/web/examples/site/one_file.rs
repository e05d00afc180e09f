//! The whole site in one file. Browsers load no modules from a disk, so that each becomes a function in one script.

use std::fmt::Write;

use divvy_server::site;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::Files;

pub(crate) fn text(pages: &[(String, String)], files: &Files) -> String {
    let names = pages.iter().map(|(name, html)| (name.replace(".html", ""), json!(html)));
    let pages: Map<String, Value> = names.collect();
    let mut parts = Map::new();
    let mut modules = String::new();
    for (name, bytes) in files {
        let source = String::from_utf8_lossy(bytes);
        match name.rsplit_once('.').map_or("", |(_, kind)| kind) {
            "bin" => drop(parts.insert((*name).to_owned(), json!(base64(bytes)))),
            // The worker is a script of its own.
            "js" if *name != "worker.js" => {
                // Writing into a string cannot fail.
                let _ = writeln!(modules, "{}: {},", json!(name), function(&source));
            }
            _ => drop(parts.insert((*name).to_owned(), json!(source))),
        }
    }
    let show = site::trimmed(include_str!("../../page/one-file.js"));
    // What could end the script stands in texts only.
    let data = |value: Map<String, Value>| Value::from(value).to_string().replace('<', "\\u003c");
    let script = format!(
        "\"use strict\";\nconst PAGES = {};\nconst FILES = {};\nconst MODULES = {{\n{modules}}};\n{show}\n",
        data(pages),
        data(parts)
    );
    let hash = base64(&Sha256::digest(&script));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval'; style-src blob:; img-src blob: data:; \
         connect-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
    );
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>divvy</title>\n</head>\n\
         <body><noscript>Playing needs JavaScript.</noscript><script>{script}</script></body>\n</html>\n"
    )
}

/// A module as a function that gives what it exports.
fn function(module: &str) -> String {
    let mut exports = Vec::new();
    let mut text = String::new();
    for line in module.lines() {
        let line = if let Some(import) = line.strip_prefix("import ") {
            let (what, file) = import.split_once(" from ").unwrap_or((import, ""));
            let what = what.trim_start_matches("* as ").replace(" as ", ": ");
            format!("const {what} = divvy.load({});", file.trim_end_matches(';'))
        } else if let Some(exported) = line.strip_prefix("export ") {
            let words = exported.split(|letter: char| !letter.is_alphanumeric());
            let kinds = ["async", "function", "const", "class"];
            exports.extend(words.into_iter().find(|word| !kinds.contains(word)));
            exported.to_owned()
        } else {
            line.to_owned()
        };
        text += &line;
        text.push('\n');
    }
    let text = text.replace("import(", "divvy.load(").replace("import.meta.url", "location.href");
    format!("() => {{\n{text}return {{ {} }};\n}}", exports.join(", "))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = char::from(LETTERS[(bits >> (18 - 6 * place)) as usize % 64]);
            text.push(if place <= three.len() { letter } else { '=' });
        }
    }
    text
}

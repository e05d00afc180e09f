//! Makes the site that needs no server, for `packaging/site/build`: the server's pages and files, with the module in its place.
//!
//! `site MODULE FOLDER`, or `site MODULE --one-file FILE`.

mod icon;
mod one_file;
mod pages;

use std::error::Error;
use std::io;
use std::path::Path;
use std::{env, fs};

use divvy_server::site;
use divvy_table::hex;
use serde_json::json;
use sha2::{Digest, Sha256};

/// The files of the site beside its pages.
pub(crate) type Files = Vec<(&'static str, Vec<u8>)>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [module, "--one-file", file] => {
            let files = files(module)?;
            Ok(fs::write(file, one_file::text(&pages::all("")?, &files))?)
        }
        [module, folder] => write(Path::new(folder), &files(module)?),
        _ => Err("site takes MODULE FOLDER, or MODULE --one-file FILE".into()),
    }
}

/// The server's files, the module, and the script that asks it in the place of the one that asks a server.
fn files(module: &str) -> io::Result<Files> {
    let module = fs::read(module)?;
    let own = [
        ("carrier.js", include_str!("../../page/carrier.js")),
        ("worker.js", include_str!("../../page/worker.js")),
    ];
    let own = own.map(|(name, text)| (name, site::trimmed(text).into_bytes()));
    let served = site::assets().into_iter().map(|(name, bytes)| (name, bytes.to_vec()));
    let others = served.filter(|(name, _)| own.iter().all(|(known, _)| known != name));
    let mut files: Files = others.collect();
    files.extend(own);
    files.push(("divvy.bin", compressed(&module)?));
    files.sort_unstable();
    Ok(files)
}

/// Hosts may not compress what they send.
fn compressed(module: &[u8]) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Gzip, module, &mut file)?;
    Ok(file)
}

/// Writes the folder. What is not part of this version stays there: pages of the last one may be open.
fn write(folder: &Path, files: &Files) -> Result<(), Box<dyn Error>> {
    let mut digest = Sha256::new();
    for (name, bytes) in pages::all("")?.iter().map(|(name, html)| (&**name, html.as_bytes())) {
        digest = digest.chain_update(name).chain_update(bytes);
    }
    for (name, bytes) in files {
        digest = digest.chain_update(name).chain_update(bytes);
    }
    let version = &hex(&digest.finalize())[..16];
    let assets = format!("assets/{version}/");
    fs::create_dir_all(folder.join(&assets))?;
    let mut all = vec!["./".to_owned(), "manifest.webmanifest".to_owned()];
    for (name, bytes) in files {
        fs::write(folder.join(&assets).join(name), bytes)?;
        all.push(format!("{assets}{name}"));
    }
    for (name, html) in pages::all(&assets)? {
        fs::write(folder.join(&name), html)?;
        all.push(name);
    }
    for (name, size, shape) in icon::ALL {
        fs::write(folder.join(name), icon::png(size, shape)?)?;
        all.push(name.to_owned());
    }
    fs::write(folder.join("manifest.webmanifest"), manifest(&assets))?;
    let offline = site::trimmed(include_str!("../../page/offline.js"));
    let before = format!("const VERSION = {};\nconst FILES = {};", json!(version), json!(all));
    Ok(fs::write(folder.join("offline.js"), format!("{before}\n{offline}\n"))?)
}

fn manifest(assets: &str) -> String {
    let drawn = icon::ALL.map(|(name, size, shape)| {
        let sizes = format!("{size}x{size}");
        json!({ "src": name, "sizes": sizes, "type": "image/png", "purpose": shape.purpose() })
    });
    let svg =
        json!({ "src": format!("{assets}icon.svg"), "sizes": "any", "type": "image/svg+xml" });
    let icons: Vec<_> = drawn.into_iter().chain([svg]).collect();
    let manifest = json!({
        "name": "divvy: five number games",
        "short_name": "divvy",
        "description": "Five two-player number games about factors and multiples.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "lang": "en",
        "background_color": "#f6f4ef",
        "theme_color": "#f6f4ef",
        "icons": icons,
    });
    manifest.to_string()
}

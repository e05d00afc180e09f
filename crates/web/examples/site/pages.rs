//! The server's pages with addresses that hold in a folder.

use divvy_server::site;

/// As strict as the server's, but for the module.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// The pages by their names; their files are below `assets`.
pub(crate) fn all(assets: &str) -> Result<Vec<(String, String)>, String> {
    let pages = site::pages();
    let paths: Vec<&str> = pages.iter().map(|(path, _)| path.as_str()).collect();
    pages.iter().map(|(path, html)| Ok((file_of(path), page(html, &paths, assets)?))).collect()
}

/// The name of a page: all are in one folder.
fn file_of(path: &str) -> String {
    match path.strip_prefix('/').unwrap_or(path) {
        "" => "index.html".to_owned(),
        name => format!("{}.html", name.replace('/', "-")),
    }
}

fn page(html: &str, paths: &[&str], assets: &str) -> Result<String, String> {
    // What only a server has stands in lines of its own.
    let lines: Vec<&str> = html.lines().filter(|line| !line.contains(" data-served")).collect();
    let html = lines.join("\n");
    let mut pieces = html.split("=\"/");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (path, rest) = piece.split_once('"').ok_or("an attribute does not end")?;
        text += &format!("=\"{}\"{rest}", address(&format!("/{path}"), paths, assets)?);
    }
    let charset = "<meta charset=\"utf-8\">\n";
    let more = format!(
        "{charset}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
         <link rel=\"apple-touch-icon\" href=\"icon-192.png\">\n\
         <script type=\"module\" src=\"{assets}carrier.js\"></script>\n"
    );
    Ok(text.replacen(charset, &more, 1))
}

/// Where something is that the server has at this path.
fn address(path: &str, paths: &[&str], assets: &str) -> Result<String, String> {
    if let Some(name) = path.strip_prefix(site::base()) {
        return Ok(format!("{assets}{}", &name[1..]));
    }
    let (stem, rest) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
    match stem {
        "/" => Ok(format!("./{rest}")),
        _ if paths.contains(&stem) => Ok(file_of(stem) + rest),
        _ => Err(format!("there is no page {stem}, to which another one leads")),
    }
}

//! The OpenAPI document as a page.

use serde_json::{Map, Value};

use super::html::escaped;

/// The page's main part; a description that cannot be read gives an empty one.
pub(super) fn html(description: &str) -> String {
    let description: Value = serde_json::from_str(description).unwrap_or_default();
    let info = &description["info"];
    let mut html = format!("<article class=\"prose api\">\n<h1>{}</h1>\n", text(&info["title"]));
    html += &paragraphs(&info["description"]);
    html +=
        "<p>For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a> (OpenAPI 3.1).</p>\n";
    for (path, methods) in entries(&description["paths"]) {
        for (method, endpoint) in entries(methods) {
            html += &self::endpoint(&description, path, method, endpoint);
        }
    }
    html += "<h2>Objects</h2>\n";
    for (name, schema) in entries(&description["components"]["schemas"]) {
        html += &format!("<h3 id=\"{0}\">{0}</h3>\n", escaped(name));
        html += &paragraphs(&schema["description"]);
        html += &properties(schema);
    }
    html + "</article>"
}

fn endpoint(description: &Value, path: &str, method: &str, endpoint: &Value) -> String {
    let method = method.to_uppercase();
    let mut html = format!("<h2><code>{} {}</code></h2>\n", escaped(&method), escaped(path));
    html += &format!("<p>{}</p>\n", text(&endpoint["summary"]));
    html += &paragraphs(&endpoint["description"]);
    let parameters = endpoint["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    let rows: Vec<[String; 2]> = parameters
        .iter()
        .map(|parameter| resolved(description, parameter))
        .map(|parameter| {
            let name =
                format!("<code>{}</code> ({})", text(&parameter["name"]), text(&parameter["in"]));
            [name, text(&parameter["description"])]
        })
        .collect();
    html += &table("Parameters", &rows);
    let body = &endpoint["requestBody"]["content"]["application/json"];
    if body.is_object() {
        html += &format!("<p>Body: {}</p>\n", kind(&body["schema"]));
        html += &properties(&body["schema"]);
        if let Some(example) = body.get("example") {
            html += &format!("<pre><code>{}</code></pre>\n", escaped(&example.to_string()));
        }
    }
    let rows: Vec<[String; 2]> = entries(&endpoint["responses"])
        .map(|(status, answer)| {
            let answer = resolved(description, answer);
            let what = entries(&answer["content"]).map(|(_, content)| kind(&content["schema"]));
            let what: Vec<String> = what.filter(|kind| !kind.is_empty()).collect();
            let shape =
                if what.is_empty() { String::new() } else { format!(" – {}", what.join(", ")) };
            [format!("<code>{}</code>", escaped(status)), text(&answer["description"]) + &shape]
        })
        .collect();
    html + &table("Answers", &rows)
}

/// What a reference stands for.
fn resolved<'a>(description: &'a Value, value: &'a Value) -> &'a Value {
    let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| description.pointer(pointer)).unwrap_or(value)
}

/// A type in a few words, with links to objects.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return format!("<a href=\"#{0}\">{0}</a>", escaped(name));
    }
    if let Some(value) = schema.get("const") {
        return format!("<code>{}</code>", escaped(&value.to_string()));
    }
    if let Some(values) = schema["enum"].as_array() {
        let values =
            values.iter().map(|value| format!("<code>{}</code>", escaped(&value.to_string())));
        return values.collect::<Vec<_>>().join(", ");
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        return kinds.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) => escaped(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(escaped).collect::<Vec<_>>().join(" or ")
        }
        _ => String::new(),
    }
}

fn properties(schema: &Value) -> String {
    let rows: Vec<[String; 2]> = entries(&schema["properties"])
        .map(|(name, property)| {
            let about = text(&property["description"]);
            let dash = if about.is_empty() { "" } else { " – " };
            [format!("<code>{}</code>", escaped(name)), format!("{}{dash}{about}", kind(property))]
        })
        .collect();
    table("Fields", &rows)
}

fn table(caption: &str, rows: &[[String; 2]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let rows = rows
        .iter()
        .map(|[name, about]| format!("<tr><th scope=\"row\">{name}</th><td>{about}</td></tr>\n"));
    format!(
        "<table><caption>{caption}</caption><tbody>\n{}</tbody></table>\n",
        rows.collect::<String>()
    )
}

fn paragraphs(value: &Value) -> String {
    let lines = value.as_str().unwrap_or_default().split("\n\n").filter(|line| !line.is_empty());
    lines.map(|line| format!("<p>{}</p>\n", escaped(line))).collect()
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    value.as_object().unwrap_or(&NONE).iter().map(|(key, value)| (key.as_str(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::html::OPENAPI;

    #[test]
    fn every_endpoint_and_every_link_leads_somewhere() {
        let page = html(OPENAPI);
        assert!(page.contains("<code>POST /api/v1/games/{id}/move</code>"));
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split_once('"')) {
            assert!(page.contains(&format!("id=\"{}\"", link.0)), "{}", link.0);
        }
    }
}

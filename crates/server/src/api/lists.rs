//! What is the same for all viewers: the games, the bots, the description of the API.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use divvy_match::Bot;
use divvy_rules::{Game, OptionKind, OptionValue, Options, RuleOption, Rules};
use divvy_words::{self as words, option_text};
use serde_json::{Value, json};

use crate::http::cache::Content;
use crate::server::Server;

/// `GET /games`: the five games and their options.
pub(super) async fn games(State(server): State<Arc<Server>>) -> Json<Value> {
    let games = Game::ALL.map(|game| {
        json!({
            "id": game.id(),
            "name": words::name(game),
            "summary": words::summary(game),
            "brief": Rules::new(game, &Options::default()).map(words::brief).unwrap_or_default(),
            "options": game.options().map(option).collect::<Vec<_>>(),
        })
    });
    Json(json!({ "games": games, "max_size": server.config.limits.max_size }))
}

fn option(option: RuleOption) -> Value {
    let default = match Options::default().in_force(option) {
        // It follows the size.
        _ if option == RuleOption::Target => Value::Null,
        Some(value) => json!(value),
        None if option.kind() == OptionKind::Flag => false.into(),
        None => Value::Null,
    };
    let text = option_text(option);
    let mut described = match option.kind() {
        OptionKind::Number => json!({ "kind": "number" }),
        OptionKind::Choice(words) => {
            let labels: Vec<&str> = text.values.iter().map(|value| value.phrase).collect();
            let values: Vec<_> = words.iter().map(|word| OptionValue::Choice(word)).collect();
            json!({ "kind": "choice", "values": values, "labels": labels })
        }
        OptionKind::Flag => json!({ "kind": "switch" }),
    };
    // What stands for an empty field.
    let empty = if option == RuleOption::Target { "the last number" } else { "none" };
    described["empty"] = if default.is_null() { empty.into() } else { Value::Null };
    described["default"] = default;
    described["name"] = option.key().into();
    described["label"] = text.label.into();
    described
}

pub(super) async fn bots() -> Json<Value> {
    let bots = Bot::ALL.map(|bot| json!({ "id": bot.name(), "about": words::about(bot) }));
    Json(json!({ "bots": bots }))
}

pub(super) async fn openapi(headers: HeaderMap) -> Response {
    static CONTENT: LazyLock<Content> =
        LazyLock::new(|| Content::new("application/json", include_str!("../../openapi.json")));
    CONTENT.revalidated(&headers)
}

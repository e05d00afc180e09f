//! The games and the bots.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use divvy_play::{Bot, words};
use divvy_rules::{Board, Game, One, Opening, RuleOption};
use serde_json::{Value, json};

use crate::server::Server;

/// `GET /games`: the five games and their options.
pub(super) async fn games(State(server): State<Arc<Server>>) -> Json<Value> {
    let option = |option: &RuleOption| {
        let mut described = match option {
            RuleOption::Size => json!({"kind": "number", "default": Board::DEFAULT_SIZE}),
            RuleOption::Opening => json!({
                "kind": "choice", "default": Opening::Any.word(),
                "values": each(Opening::ALL, Opening::word),
                "labels": each(Opening::ALL, words::opening),
            }),
            RuleOption::One => json!({
                "kind": "choice", "default": One::Trap.word(),
                "values": each(One::ALL, One::word),
                "labels": each(One::ALL, words::one),
            }),
            RuleOption::Start => json!({"kind": "number", "default": 1}),
            RuleOption::Target => json!({"kind": "number", "default": null}),
            RuleOption::WithoutOne | RuleOption::Block => {
                json!({"kind": "switch", "default": false})
            }
        };
        described["name"] = option.name().replace('-', "_").into();
        described["label"] = words::option(*option).into();
        described
    };
    let games = Game::ALL.map(|game| {
        json!({
            "id": game.id(),
            "name": words::name(game),
            "summary": words::summary(game),
            "brief": words::brief(game),
            "options": game.options().iter().map(option).collect::<Vec<_>>(),
        })
    });
    Json(json!({ "games": games, "max_size": server.config.max_size }))
}

/// The name of each of these.
fn each<T: Copy>(values: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    values.iter().copied().map(name).collect()
}

/// `GET /bots`
pub(super) async fn bots() -> Json<Value> {
    let bots = Bot::ALL.map(|bot| json!({ "id": bot.name(), "about": words::about(bot) }));
    Json(json!({ "bots": bots }))
}

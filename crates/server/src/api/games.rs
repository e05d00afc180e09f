//! What can be played, and against whom.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use divvy_play::{Bot, words};
use divvy_rules::{Board, Game, One, Opening, RuleOption};
use serde_json::{Value, json};

use crate::server::Server;

/// The five games and their options.
pub(super) async fn list(State(server): State<Arc<Server>>) -> Json<Value> {
    let option = |option: &RuleOption| match option {
        RuleOption::Size => {
            json!({"name": "size", "kind": "number", "default": Board::DEFAULT_SIZE})
        }
        RuleOption::Opening => json!({
            "name": "opening", "kind": "choice", "default": Opening::Any.word(),
            "values": Opening::ALL.iter().map(|value| value.word()).collect::<Vec<_>>(),
        }),
        RuleOption::WithoutOne => {
            json!({"name": "without_one", "kind": "switch", "default": false})
        }
        RuleOption::One => json!({
            "name": "one", "kind": "choice", "default": One::Trap.word(),
            "values": One::ALL.iter().map(|value| value.word()).collect::<Vec<_>>(),
        }),
        RuleOption::Start => json!({"name": "start", "kind": "number", "default": 1}),
        RuleOption::Target => json!({"name": "target", "kind": "number", "default": null}),
        RuleOption::Block => json!({"name": "block", "kind": "switch", "default": false}),
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

/// The bots.
pub(super) async fn bots() -> Json<Value> {
    let bots = Bot::ALL.map(|bot| json!({ "id": bot.name(), "about": words::about(bot) }));
    Json(json!({ "bots": bots }))
}

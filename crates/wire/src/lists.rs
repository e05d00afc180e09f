//! What does not depend on a position: the games with their options, and the bots.

use divvy_match::Bot;
use divvy_rules::{Game, OptionKind, OptionValue, Options, RuleOption, Rules};
use divvy_words::{self as words, option_text};
use serde::Serialize;
use serde_json::{Value, json};

/// The five games and their options, on boards of up to this size.
pub fn games(max_size: u32) -> Value {
    let games = Game::ALL.map(|game| {
        json!({
            "id": game.id(),
            "name": words::name(game),
            "summary": words::summary(game),
            "brief": Rules::new(game, &Options::default()).map(words::brief).unwrap_or_default(),
            "options": game.options().map(option).collect::<Vec<_>>(),
        })
    });
    json!({ "games": games, "max_size": max_size })
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

#[derive(Clone, Copy, Debug, Serialize)]
pub struct BotsData {
    bots: [BotData; Bot::ALL.len()],
}

#[derive(Clone, Copy, Debug, Serialize)]
struct BotData {
    id: &'static str,
    about: &'static str,
}

pub fn bots() -> BotsData {
    BotsData { bots: Bot::ALL.map(|bot| BotData { id: bot.name(), about: words::about(bot) }) }
}

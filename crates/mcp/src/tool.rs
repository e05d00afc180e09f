//! The tools: their names, what they are for, and what they take.

use std::sync::Arc;

use divvy_match::Bot;
use divvy_rules::{Game, OptionKind, OptionValue, RuleOption, named};
use divvy_words::{option_rules, option_text};
use rmcp::model::{JsonObject, Tool as Declared, ToolAnnotations};
use serde_json::{Map, Value, json};

use crate::Settings;

named! {
    /// A tool; see its description.
    pub enum Tool: name {
        ListGames = "list_games",
        Rules = "rules",
        NewGame = "new_game",
        See = "see",
        Play = "play",
        Undo = "undo",
        Resign = "resign",
        Hint = "hint",
        Solve = "solve",
        Review = "review",
        Results = "results",
    }
}

impl Tool {
    /// Whether a server with these settings has it; `recorded` where games are added up.
    pub(crate) const fn is_offered(self, settings: &Settings, recorded: bool) -> bool {
        match self {
            // They tell how well the model decided.
            Tool::Results => recorded && settings.hints,
            Tool::Hint | Tool::Solve | Tool::Review => settings.hints,
            Tool::Undo => settings.undo,
            _ => true,
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Tool::ListGames => "Lists the games that can be played, with their options.",
            Tool::Rules => "Explains the rules of a game in full.",
            Tool::NewGame => {
                "Begins a game against the computer and returns its game_id and first position. Where the computer \
                 moves first, it has moved already."
            }
            Tool::See => {
                "Shows the position of a game: whose turn it is, what to do, what is left."
            }
            Tool::Play => {
                "Plays a number in a game. The computer replies at once. An illegal number is refused with the reason, \
                 and the game stays as it was."
            }
            Tool::Undo => "Takes your last move and the computer's reply back.",
            Tool::Resign => "Gives the game up: the computer wins.",
            Tool::Hint => "Says what to play in a game, and why it wins, or that it is lost.",
            Tool::Solve => "Says who wins a game from here with best play, and by which moves.",
            Tool::Review => "Goes through a game move by move and says where a win was given away.",
            Tool::Results => {
                "Adds up your games: wins, legal moves, and how you decided in those that have ended."
            }
        }
    }

    const fn is_read_only(self) -> bool {
        !matches!(self, Tool::NewGame | Tool::Play | Tool::Undo | Tool::Resign)
    }

    /// The tool as the protocol declares it.
    pub(crate) fn declared(self, settings: &Settings) -> Declared {
        let mut tool = Declared::new(self.name(), self.description(), self.input(settings));
        let annotations = ToolAnnotations::new().read_only(self.is_read_only());
        tool.annotations = Some(annotations.destructive(false).open_world(false));
        tool
    }

    fn input(self, settings: &Settings) -> Arc<JsonObject> {
        let (properties, required) = match self {
            Tool::ListGames | Tool::Results => (json!({}), json!([])),
            Tool::Rules => match settings.rules {
                Some(rules) => {
                    let fixed = json!({ "type": "string", "enum": [rules.game().id()] });
                    (json!({ "game": fixed }), json!([]))
                }
                None => (json!({ "game": game() }), json!(["game"])),
            },
            Tool::NewGame => new_game(settings),
            Tool::Play => (
                json!({ "game_id": game_id(), "number": { "type": "integer", "minimum": 1 } }),
                json!(["game_id", "number"]),
            ),
            Tool::See | Tool::Undo | Tool::Resign | Tool::Hint | Tool::Solve | Tool::Review => {
                (json!({ "game_id": game_id() }), json!(["game_id"]))
            }
        };
        Arc::new(rmcp::object!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }))
    }
}

fn game() -> Value {
    json!({ "type": "string", "enum": Game::ALL.map(|game| game.id()) })
}

fn game_id() -> Value {
    json!({ "type": "string", "description": "as new_game returned it" })
}

/// What is left to the model when a game begins.
fn new_game(settings: &Settings) -> (Value, Value) {
    let mut properties = json!({});
    if settings.rules.is_none() {
        let option =
            |option: RuleOption| (option.key().to_owned(), option_schema(option, settings.size));
        let options: Map<String, Value> = RuleOption::ALL.into_iter().map(option).collect();
        properties["game"] = game();
        properties["options"] =
            json!({ "type": "object", "properties": options, "additionalProperties": false });
    }
    if settings.opponent.is_none() {
        let bots = Bot::ALL.map(|bot| bot.name());
        properties["opponent"] = json!({ "type": "string", "enum": bots });
    }
    if settings.may_choose_seat() {
        properties["seat"] =
            json!({ "type": "integer", "enum": [1, 2], "description": "1 moves first" });
    }
    let required = if settings.rules.is_none() { json!(["game"]) } else { json!([]) };
    (properties, required)
}

/// What an option takes, on boards of at most so many numbers.
fn option_schema(option: RuleOption, most: u32) -> Value {
    let help = option_text(option).help;
    match option.kind() {
        OptionKind::Number => {
            // The help of the program names the largest board there is.
            let mut rules = Game::ALL.into_iter().flat_map(|game| option_rules(game, most));
            let help = rules.find(|rule| rule.option == option).map(|rule| rule.text);
            json!({ "type": "integer", "minimum": 1, "maximum": most, "description": help })
        }
        OptionKind::Flag => json!({ "type": "boolean", "description": help }),
        OptionKind::Choice(words) => {
            let values: Vec<_> = words.iter().map(|word| OptionValue::Choice(word)).collect();
            let number = values.iter().all(|value| value.number().is_some());
            let kind = if number { "integer" } else { "string" };
            json!({ "type": kind, "enum": values, "description": help })
        }
    }
}

//! The server as the protocol sees it.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use divvy_match::Seat;
use divvy_rules::{Game as GameName, Options, Rules};
use divvy_solver::Outcome;
use divvy_wire::{PositionData, ReviewedData};
use divvy_words::{Spelling, option_error};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool as Declared,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};

use crate::arguments::Arguments;
use crate::games::Game;
use crate::tool::Tool;
use crate::{Client, Games, Settings, answer};

/// The tools for one client: it sees its own games only.
#[derive(Clone, Debug)]
pub struct Handler {
    games: Arc<Games>,
    client: u64,
}

/// What a tool answers: text and data, or why not.
type Answer = Result<(String, Value), String>;

impl Handler {
    /// The tools for a client of that number.
    pub const fn new(games: Arc<Games>, client: u64) -> Self {
        Self { games, client }
    }

    fn settings(&self) -> &Settings {
        self.games.settings()
    }

    fn call(&self, tool: Tool, arguments: Map<String, Value>) -> Answer {
        let raw = to_raw_value(&arguments).map_err(|error| error.to_string())?;
        let read = |fields| Arguments::read(&raw, fields);
        match tool {
            Tool::ListGames => read(&[]).map(|_| list_games(self.settings())),
            Tool::Rules => self.rules(&read(&["game"])?),
            Tool::NewGame => self.new_game(&raw),
            Tool::Play => {
                let arguments = read(&["game_id", "number"])?;
                self.act(&arguments.game_id()?, |game| game.play(arguments.number()))
            }
            Tool::Results => {
                read(&[])?;
                let summary = self.games.summary(self.client);
                Ok((summary.to_string(), json!({ "rows": summary.rows() })))
            }
            Tool::See => self.act(&read(&["game_id"])?.game_id()?, |_| Ok(())),
            Tool::Undo => self.act(&read(&["game_id"])?.game_id()?, Game::undo),
            Tool::Resign => self.act(&read(&["game_id"])?.game_id()?, Game::resign),
            Tool::Hint => self.ask(&read(&["game_id"])?.game_id()?, |game| {
                game.hinted();
                answer::hint(game).map(|text| (text.clone(), json!({ "hint": text })))
            }),
            Tool::Solve => self.ask(&read(&["game_id"])?.game_id()?, solved),
            Tool::Review => self.ask(&read(&["game_id"])?.game_id()?, |game| {
                game.hinted();
                let (review, text) = answer::review(game)?;
                let record = game.match_.round().record();
                Ok((text, value(&ReviewedData::new(record, &review))?))
            }),
        }
    }

    /// The rules of the game that the operator has fixed, or of any game as specified.
    fn rules(&self, arguments: &Arguments<'_>) -> Answer {
        let rules = match self.settings().rules {
            Some(fixed) if !arguments.has("game") || arguments.game()? == fixed.game() => fixed,
            Some(_) => return Err(decided("game")),
            None => rules_of(arguments.game()?, &Options::default())?,
        };
        let game = rules.game();
        let text = answer::rules(rules, self.settings());
        Ok((text, json!({ "game": game, "name": divvy_words::name(game) })))
    }

    fn new_game(&self, raw: &serde_json::value::RawValue) -> Answer {
        let arguments = Arguments::read(raw, &["game", "options", "opponent", "seat"])?;
        let settings = self.settings();
        let rules = match settings.rules {
            Some(_) if arguments.has("game") || arguments.has("options") => {
                return Err(decided("game"));
            }
            Some(rules) => rules,
            None => rules_of(arguments.game()?, &arguments.options()?)?,
        };
        let (opponent, seat) = (arguments.opponent()?, arguments.seat()?);
        if settings.opponent.is_some() && opponent.is_some() {
            return Err(decided("opponent"));
        }
        if settings.seat.is_some() && seat.is_some() {
            return Err(decided("seat"));
        }
        let id = self.games.begin(self.client, rules, opponent, seat)?;
        self.act(&id, |_| Ok(()))
    }

    /// Does something with a game and shows its position.
    fn act(&self, id: &str, act: impl FnOnce(&mut Game) -> Result<(), String>) -> Answer {
        self.games.with(self.client, id, |game, settings| {
            act(game)?;
            Ok((answer::position(id, game, settings), data(id, game, settings)?))
        })
    }

    fn ask(&self, id: &str, ask: impl FnOnce(&mut Game) -> Answer) -> Answer {
        self.games.with(self.client, id, |game, _| ask(game))
    }
}

/// Why something cannot be chosen.
fn decided(what: &str) -> String {
    format!("the {what} is decided by the operator of this server, and cannot be chosen")
}

fn solved(game: &mut Game) -> Answer {
    game.hinted();
    let (outcome, winning, text) = answer::solution(game)?;
    let outcome = match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    };
    Ok((text, json!({ "outcome": outcome, "winning": winning })))
}

/// The games that can be played, and which of their options can be chosen.
fn list_games(settings: &Settings) -> (String, Value) {
    let games = settings.rules.map_or(GameName::ALL.to_vec(), |fixed| vec![fixed.game()]);
    let game = |&game: &GameName| {
        let options = game.options().filter(|_| settings.rules.is_none());
        json!({
            "game": game,
            "name": divvy_words::name(game),
            "summary": divvy_words::summary(game),
            "options": options.map(|option| option.key()).collect::<Vec<_>>(),
        })
    };
    let data = games.iter().map(game).collect::<Vec<_>>();
    (answer::games(&games), json!({ "games": data }))
}

fn rules_of(game: GameName, options: &Options) -> Result<Rules, String> {
    Rules::new(game, options).map_err(|error| option_error(&error, Spelling::Key))
}

/// A position as data.
fn data(id: &str, game: &Game, settings: &Settings) -> Result<Value, String> {
    let round = game.match_.round();
    let mut data = value(&PositionData::from(round.record()))?;
    if let Value::Object(fields) = &mut data {
        // Those of the match: a game that was given up has no legal moves any more.
        match settings.legal {
            true => {
                fields.insert("legal".to_owned(), value(&round.legal().iter().collect::<Vec<_>>())?)
            }
            false => fields.remove("legal"),
        };
        fields.insert("game_id".to_owned(), id.into());
        fields.insert("you".to_owned(), game.seat.number().into());
        fields.insert("opponent".to_owned(), game.bot.name().into());
        fields.insert("over".to_owned(), round.is_over().into());
        fields.insert("winner".to_owned(), round.winner().map(Seat::number).into());
    }
    Ok(data)
}

fn value(data: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(data).map_err(|error| error.to_string())
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::default();
        info.capabilities = ServerCapabilities::builder().enable_tools().build();
        info.server_info = Implementation::new("divvy", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(
            "Number games about factors and multiples against the computer. list_games and rules explain them, new_game \
             begins one, play moves. Every call names its game by game_id."
                .to_owned(),
        );
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let settings = self.settings();
        let offered = Tool::ALL.into_iter().filter(|tool| tool.is_offered(settings));
        let tools = offered.map(|tool| tool.declared(settings)).collect();
        Ok(ListToolsResult { tools, ..ListToolsResult::default() })
    }

    fn get_tool(&self, name: &str) -> Option<Declared> {
        let tool = Tool::named(name).filter(|tool| tool.is_offered(self.settings()))?;
        Some(tool.declared(self.settings()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = Tool::named(&request.name).filter(|tool| tool.is_offered(self.settings()));
        let Some(tool) = tool else {
            let message = format!("there is no tool {:?}", divvy_wire::clip(&request.name));
            return Err(ErrorData::invalid_params(message, None));
        };
        let parts = context.extensions.get::<http::request::Parts>();
        let sent_by = parts.and_then(|parts| parts.extensions.get::<Client>());
        let client = sent_by.map_or(self.client, |client| client.0);
        let handler = Self { games: Arc::clone(&self.games), client };
        let arguments = request.arguments.unwrap_or_default();
        // A reply on a large board takes long: other clients are served meanwhile.
        let answered = tokio::task::spawn_blocking(move || handler.call(tool, arguments)).await;
        let answered =
            answered.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(match answered {
            Ok((text, data)) => {
                let mut result = CallToolResult::structured(data);
                result.content = vec![ContentBlock::text(text)];
                result.into()
            }
            Err(why) => {
                CallToolResult::error(vec![ContentBlock::text(divvy_words::capitalized(&why))])
                    .into()
            }
        })
    }
}

/// Serves one client on standard input and output until it closes them.
///
/// # Errors
/// When the client breaks the protocol or a stream fails.
pub async fn serve_stdio(
    games: Arc<Games>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let service = Handler::new(games, 0).serve(rmcp::transport::stdio()).await?;
    service.waiting().await?;
    Ok(())
}

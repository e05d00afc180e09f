//! The server as the protocol sees it.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use divvy_analysis::NoRandomness;
use divvy_match::Seat;
use divvy_rules::{Game as GameName, Number, Options, Rules};
use divvy_service::{COSTLY, Service};
use divvy_solver::Outcome;
use divvy_table::SeatToken;
use divvy_wire::PositionData;
use divvy_words::{self as words, Spelling, list, option_error, web};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool as Declared,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json, to_value};

use crate::arguments::Arguments;
use crate::play::Seen;
use crate::recorder::NOWHERE;
use crate::tool::Tool;
use crate::{Caller, Recorder, Settings, answer};

/// The tools.
#[derive(Clone, Debug)]
pub struct Handler {
    pub(crate) service: Arc<Service>,
    pub(crate) settings: Arc<Settings>,
    /// What is logged and added up; none on a server for everybody.
    pub(crate) recorder: Option<Arc<Recorder>>,
    /// The client that has no token.
    caller: Option<Caller>,
}

/// What a tool answers: text and data, or why not.
pub(crate) type Answer = Result<(String, Value), ToolError>;

/// Why a tool does not do what it was asked for, in words for the model.
#[derive(Debug, PartialEq)]
pub(crate) struct ToolError(pub(crate) String);

impl<E: std::fmt::Display> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl Handler {
    /// The tools for games that last as long as the process and are told to the recorder; those of a client that is not
    /// named belong to one. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub fn recorded(settings: Settings, recorder: Recorder) -> Result<Self, NoRandomness> {
        let token = SeatToken::random()?;
        Ok(Self {
            service: Service::in_memory(),
            settings: Arc::new(settings),
            recorder: Some(Arc::new(recorder)),
            caller: Some(Caller { token, address: NOWHERE }),
        })
    }

    pub(crate) fn over_http(service: Arc<Service>, settings: Settings) -> Self {
        Self { service, settings: Arc::new(settings), recorder: None, caller: None }
    }

    fn offered(&self) -> impl Iterator<Item = Tool> {
        let recorded = self.recorder.is_some();
        Tool::ALL.into_iter().filter(move |tool| tool.is_offered(&self.settings, recorded))
    }

    async fn call(&self, caller: &Caller, tool: Tool, arguments: Map<String, Value>) -> Answer {
        // As over the API: what needs the solver or begins a game.
        if matches!(tool, Tool::NewGame | Tool::Hint | Tool::Solve | Tool::Review) {
            self.service.quotas.requests.spend(caller.address, COSTLY)?;
        }
        let raw = to_raw_value(&arguments)?;
        let fields: &[&str] = match tool {
            Tool::ListGames | Tool::Results => &[],
            Tool::Rules => &["game"],
            Tool::NewGame => &["game", "options", "opponent", "seat"],
            Tool::Play => &["game_id", "number"],
            _ => &["game_id"],
        };
        let arguments = Arguments::read(&raw, fields)?;
        let found = async || self.find(caller, &arguments.game_id()?).await;
        match tool {
            Tool::ListGames => Ok(list_games(&self.settings)),
            Tool::Rules => self.rules(&arguments),
            Tool::NewGame => self.new_game(caller, &arguments).await,
            Tool::See => self.show(&found().await?.seen),
            Tool::Play => self.show(&found().await?.play(arguments.number()).await?),
            Tool::Undo => self.show(&found().await?.undo().await?),
            Tool::Resign => self.show(&found().await?.resign().await?),
            Tool::Hint => {
                let (advice, opponent) = found().await?.advice().await?;
                let (verdict, why) =
                    (words::verdict(advice.outcome), words::advice(&advice, &opponent));
                let text = format!("{verdict} {why}");
                Ok((text.clone(), json!({ "hint": text })))
            }
            Tool::Solve => Ok(solved(found().await?.solution().await?)),
            Tool::Review => found().await?.review().await,
            Tool::Results => {
                let summary = self.results().await?;
                Ok((summary.to_string(), json!({ "rows": summary.rows() })))
            }
        }
    }

    /// The rules of the game that the operator has fixed, or of any game as specified.
    fn rules(&self, arguments: &Arguments<'_>) -> Answer {
        let rules = match self.settings.rules {
            Some(fixed) if !arguments.has("game") || arguments.game()? == fixed.game() => fixed,
            Some(_) => return Err(decided("game")),
            None => rules_of(arguments.game()?, &Options::default())?,
        };
        let game = rules.game();
        let text = answer::rules(rules, &self.settings);
        Ok((text, json!({ "game": game, "name": words::name(game) })))
    }

    async fn new_game(&self, caller: &Caller, arguments: &Arguments<'_>) -> Answer {
        let settings = &self.settings;
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
        if !settings.may_choose_seat() && seat.is_some() {
            return Err(decided("seat"));
        }
        self.show(&self.begin(caller, rules, opponent, seat).await?)
    }

    /// A game as text and as data.
    fn show(&self, seen: &Seen) -> Answer {
        Ok((answer::position(seen, &self.settings), data(seen, &self.settings)?))
    }
}

/// Why something cannot be chosen.
fn decided(what: &str) -> ToolError {
    format!("the {what} is decided by the operator of this server, and cannot be chosen").into()
}

fn solved((outcome, winning): (Outcome, Vec<Number>)) -> (String, Value) {
    let by = match winning.is_empty() {
        true => "No move wins.".to_owned(),
        false => format!("Moves that win: {}.", list::either(&winning)),
    };
    let text = format!("{} {by}", words::verdict(outcome));
    (text, json!({ "outcome": outcome, "winning": winning }))
}

/// The games that can be played, and which of their options can be chosen.
fn list_games(settings: &Settings) -> (String, Value) {
    let games = settings.rules.map_or(GameName::ALL.to_vec(), |fixed| vec![fixed.game()]);
    let game = |game: GameName| {
        let (name, summary) = (words::name(game), words::summary(game));
        let options = game.options().filter(|_| settings.rules.is_none());
        let options: Vec<_> = options.map(|option| option.key()).collect();
        let data = json!({ "game": game, "name": name, "summary": summary, "options": options });
        (format!("{} ({name}): {summary}", game.id()), data)
    };
    let (lines, data): (Vec<String>, Vec<Value>) = games.into_iter().map(game).unzip();
    (lines.join("\n"), json!({ "games": data }))
}

fn rules_of(game: GameName, options: &Options) -> Result<Rules, ToolError> {
    Ok(Rules::new(game, options).map_err(|error| option_error(&error, Spelling::Key))?)
}

/// A position as data.
fn data(seen: &Seen, settings: &Settings) -> Result<Value, ToolError> {
    let round = seen.game.round();
    let mut data = to_value(PositionData::from(round.record()))?;
    // Those of the match: a game that was given up has no legal moves any more.
    data["legal"] = to_value(round.legal().iter().collect::<Vec<_>>())?;
    data["game_id"] = seen.id.as_str().into();
    data["you"] = seen.seat.number().into();
    data["opponent"] = seen.bot.name().into();
    data["over"] = seen.over.into();
    data["winner"] = round.winner().map(Seat::number).into();
    if let (Value::Object(fields), false) = (&mut data, settings.legal) {
        fields.remove("legal");
    }
    Ok(data)
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
        let tools = self.offered().map(|tool| tool.declared(&self.settings)).collect();
        Ok(ListToolsResult { tools, ..ListToolsResult::default() })
    }

    fn get_tool(&self, name: &str) -> Option<Declared> {
        self.offered().find(|tool| tool.name() == name).map(|tool| tool.declared(&self.settings))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.offered().find(|tool| tool.name() == request.name) else {
            let message = format!("there is no tool {:?}", divvy_wire::clip(&request.name));
            return Err(ErrorData::invalid_params(message, None));
        };
        let parts = context.extensions.get::<http::request::Parts>();
        let sent_by = parts.and_then(|parts| parts.extensions.get::<Caller>());
        let Some(caller) = sent_by.or(self.caller.as_ref()) else {
            return Err(ErrorData::internal_error("the caller is not known", None));
        };
        let call = self.call(caller, tool, request.arguments.unwrap_or_default());
        let answered = match tool {
            // A client that has left needs no answer. What changes a game is done and recorded to its end.
            Tool::Hint | Tool::Solve | Tool::Review => tokio::select! {
                answered = call => answered,
                () = context.ct.cancelled() => Err(web::NOT_WORKED_OUT.into()),
            },
            _ => call.await,
        };
        Ok(match answered {
            Ok((text, data)) => {
                let mut result = CallToolResult::structured(data);
                result.content = vec![ContentBlock::text(text)];
                result.into()
            }
            Err(ToolError(why)) => {
                CallToolResult::error(vec![ContentBlock::text(words::capitalized(&why))]).into()
            }
        })
    }
}

/// Serves one client on standard input and output until it closes them.
///
/// # Errors
/// When the client breaks the protocol or a stream fails.
pub async fn serve_stdio(
    settings: Settings,
    recorder: Recorder,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let handler = Handler::recorded(settings, recorder)?;
    handler.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}

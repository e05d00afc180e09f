//! Answers requests, as the server does.

use divvy_analysis::{Advice, Computers};
use divvy_lab::engine::{self, ErrorCode, Limits};
use divvy_match::Event;
use divvy_rules::{Board, seed_from};
use divvy_table::{
    Command, Decision, GameAction, GameError, GameEvent, GameId, GameProposal, GameSetup,
    GameState, HintQuestion, Mode, SeatToken, SharedGame, Subject, review_json, summary, why,
};
use divvy_words::web;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::request::{Reply, Request, Row};

/// The largest board: no other client waits for the answer.
const MAX_SIZE: u32 = Board::MAX_SIZE;

/// The most games that a list shows.
const MAX_LISTED: usize = 12;

/// About so many bytes of what has been worked out are kept: enough for a board of a million numbers.
const MAX_MEMORY: usize = 256 << 20;

/// The most games that are kept in memory; others are read again.
const MAX_KEPT: usize = 16;

/// The games of a browser, as far as they were read, and what has been worked out about them.
#[derive(Debug)]
pub struct Site {
    /// The one that was used last at the end.
    games: Vec<(GameId, GameState)>,
    computers: Computers,
    /// The browser holds all seats.
    token: SeatToken,
}

impl Default for Site {
    fn default() -> Self {
        let (games, computers) = (Vec::new(), Computers::within(MAX_MEMORY));
        Self { games, computers, token: SeatToken::derived(b"browser") }
    }
}

impl Site {
    /// The reply to a request, both as JSON: a line for the one who stores and, behind it, the answer for the page.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let reply = match serde_json::from_slice(request) {
            Ok(request) => self.reply(&request),
            Err(_) => Err(GameError::Invalid("the request is not one".to_owned())),
        };
        let games = self.games.len();
        self.games.drain(..games.saturating_sub(MAX_KEPT));
        let refused = |error: GameError| {
            let (status, code) = error.status();
            Reply { status, ..Reply::ok(problem(code, &error.to_string())) }
        };
        reply.unwrap_or_else(refused).text()
    }

    fn reply(&mut self, request: &Request<'_>) -> Result<Reply, GameError> {
        let path: Vec<&str> = request.address().split('/').skip(1).collect();
        match (request.method.as_str(), &path[..]) {
            ("GET", ["games"]) => Ok(Reply::ok(text(&divvy_wire::games(MAX_SIZE)))),
            ("GET", ["bots"]) => Ok(Reply::ok(text(&divvy_wire::bots()))),
            ("GET", ["mine"]) => self.mine(request),
            ("POST", ["games"]) => self.begin(request),
            ("POST", ["engine"]) => Ok(self.ask(request.body())),
            ("POST", ["review"]) => {
                let game = SharedGame::read(request.body())?;
                review_json(&game.to_match(MAX_SIZE)?, game.you).map(Reply::ok)
            }
            (method, ["games", id, what @ ..]) => {
                let id = GameId::parse(id).ok_or(GameError::NotFound(web::NO_SUCH_GAME))?;
                let Some(rows) = &request.rows else { return Ok(self.reads(&[id])) };
                self.learn(&id, rows)?;
                let state = self.find(&id).ok_or(GameError::NotFound(web::NO_SUCH_GAME))?;
                match method {
                    "GET" => self.read(&id, state, what, request),
                    _ => self.change(&id, state, &what.join("/"), request),
                }
            }
            _ => Err(GameError::NotFound(web::NEEDS_A_SERVER)),
        }
    }

    /// Asks for what is stored of games beyond that which is known.
    fn reads(&self, ids: &[GameId]) -> Reply {
        let next = |id| self.find(id).map_or(0, |state| state.version() + 1);
        let reads = ids.iter().map(|id| (id.clone(), next(id))).collect();
        Reply { status: 100, reads, ..Reply::default() }
    }

    fn find(&self, id: &GameId) -> Option<&GameState> {
        self.games.iter().find(|(known, _)| known == id).map(|(_, state)| state)
    }

    /// Takes in the rows of a game.
    fn learn(&mut self, id: &GameId, rows: &[Row]) -> Result<(), GameError> {
        let place = self.games.iter().position(|(known, _)| known == id);
        let mut known = place.map(|place| self.games.remove(place).1);
        for Row(_, number, text) in rows.iter().filter(|Row(game, ..)| game == id.as_str()) {
            known = Some(after(known, *number, text)?);
        }
        self.games.extend(known.map(|state| (id.clone(), state)));
        Ok(())
    }

    fn begin(&self, request: &Request<'_>) -> Result<Reply, GameError> {
        let proposal = GameProposal::read(request.body())?;
        if proposal.mode == Mode::Friend {
            return Err(GameError::now(web::NEEDS_A_SERVER));
        }
        let (id, seed) = fresh(request)?;
        let proposal = GameProposal { seed: Some(seed), ..proposal };
        let (setup, _) = proposal.begin(&id, &self.token, MAX_SIZE)?;
        let writes = vec![Row(id.to_string(), 0, text(&setup))];
        let reply = self.shown(&id, &GameState::new(setup));
        let body = within(&json!({ "invite": null }), &reply.body);
        Ok(Reply { status: 201, body, writes, ..reply })
    }

    /// Those of the given games that are there. One that is damaged is left out: the others are shown.
    fn mine(&mut self, request: &Request<'_>) -> Result<Reply, GameError> {
        let ids = request.query("games").unwrap_or_default().split(',');
        let ids: Vec<GameId> = ids.filter_map(GameId::parse).take(MAX_LISTED).collect();
        let Some(rows) = request.rows.as_ref().filter(|_| !ids.is_empty()) else {
            return Ok(if ids.is_empty() {
                Reply::ok(r#"{"games":[]}"#)
            } else {
                self.reads(&ids)
            });
        };
        let finished = request.query("finished") == Some("true");
        let mut mine = Vec::new();
        for id in &ids {
            let state = self.learn(id, rows).ok().and_then(|()| self.find(id));
            if let Some(state) = state.filter(|state| finished || !state.is_finished()) {
                mine.push(summary(id, state, &state.seats(Some(&self.token))));
            }
        }
        Ok(Reply::ok(text(&json!({ "games": mine }))))
    }

    /// A question to the engine.
    fn ask(&self, line: &[u8]) -> Reply {
        let limits = Limits { fair: 0, ..Limits::of_pages(MAX_SIZE) };
        let (answer, problem) = engine::ask(line, &mut &self.computers, &limits);
        let status = match problem {
            None => 200,
            Some(ErrorCode::TooLarge) => 422,
            Some(_) => 400,
        };
        Reply { status, ..Reply::ok(answer) }
    }

    fn read(
        &self,
        id: &GameId,
        state: &GameState,
        what: &[&str],
        request: &Request<'_>,
    ) -> Result<Reply, GameError> {
        let seats = state.seats(Some(&self.token));
        match what {
            [] => Ok(self.shown(id, state)),
            ["why"] => Ok(Reply::ok(text(&why(state, &seats, number(request, "number")?)))),
            ["hint"] => {
                let question = HintQuestion::new(state, &seats, number(request, "ply")?)?;
                let Some(question) = question else { return Ok(self.stale(id, state)) };
                let record = &question.record;
                let advice = |computer: &mut divvy_analysis::Computer| {
                    computer.solver(record).map(Advice::of)
                };
                Ok(Reply::ok(text(&question.answer(&self.computers.with(record, advice)?))))
            }
            ["review"] => {
                state.may(GameAction::Review, &[])?;
                let you = if let [seat] = seats[..] { Some(seat) } else { None };
                review_json(state.game(), you).map(Reply::ok)
            }
            _ => Err(GameError::NotFound(web::NEEDS_A_SERVER)),
        }
    }

    /// Runs a command, or the turn of a bot.
    fn change(
        &self,
        id: &GameId,
        state: &GameState,
        name: &str,
        request: &Request<'_>,
    ) -> Result<Reply, GameError> {
        let decision = match name {
            "bot" => self.bot_turn(state)?,
            _ => {
                let command = Command::read(name, request.body(), || fresh(request))?;
                let command = command.ok_or(GameError::NotFound(web::NEEDS_A_SERVER))?;
                state.decide(&command, Some(&self.token))?
            }
        };
        let (event, begun) = match decision {
            Decision::Apply(event) => (event, None),
            Decision::ApplyAndCreate(event, new, setup) => (event, Some((new, setup))),
            Decision::Done => return Ok(self.shown(id, state)),
            Decision::Stale => return Ok(self.stale(id, state)),
        };
        state.check(&event)?;
        let mut next = state.clone();
        next.apply(&event)?;
        let mut writes = vec![Row(id.to_string(), next.version(), text(&event))];
        writes.extend(begun.map(|(new, setup)| Row(new.to_string(), 0, text(&setup))));
        Ok(Reply { writes, ..self.shown(id, &next) })
    }

    fn bot_turn(&self, state: &GameState) -> Result<Decision<GameState>, GameError> {
        let Some(bot) = state.bot_to_move() else { return Ok(Decision::Done) };
        let (record, seed) = (state.game().round().record(), state.game().move_seed());
        let choice = self.computers.with(record, |computer| computer.choose(bot, record, seed))?;
        let number = choice.ok_or(GameError::NotFound(web::NO_MOVE_TO_MAKE))?.get();
        Ok(Decision::Apply(Event::Moved { number }.into()))
    }

    /// A game as its players see it.
    fn shown(&self, id: &GameId, state: &GameState) -> Reply {
        let mut body = Vec::new();
        state.write(id, &state.viewer(Some(&self.token)), [true; 2], &mut body);
        let bot = state.bot_to_move().map(|_| id.clone());
        Reply { bot, ..Reply::ok(body) }
    }

    /// To a request that refers to an older version.
    fn stale(&self, id: &GameId, state: &GameState) -> Reply {
        let reply = self.shown(id, state);
        let error = json!({ "code": "stale", "message": web::GAME_HAS_GONE_ON });
        Reply { status: 409, body: within(&json!({ "error": error }), &reply.body), ..reply }
    }
}

/// The game after one more row.
fn after(known: Option<GameState>, number: u32, text: &str) -> Result<GameState, GameError> {
    let damaged = |_| GameError::Damaged;
    match known {
        None if number == 0 => {
            Ok(GameState::new(serde_json::from_str::<GameSetup>(text).map_err(damaged)?))
        }
        Some(mut state) if number == state.version() + 1 => {
            state.apply(&event(text).ok_or(GameError::Damaged)?)?;
            Ok(state)
        }
        _ => Err(GameError::Damaged),
    }
}

/// A stored event. Without friends a game has no others; what reads them all is large, and a browser has to load it.
fn event(text: &str) -> Option<GameEvent> {
    #[derive(Deserialize)]
    struct Rematched {
        game: String,
    }

    let event = serde_json::from_str::<Event>(text).map(GameEvent::from);
    event.ok().or_else(|| {
        let Rematched { game } = serde_json::from_str(text).ok()?;
        Some(GameEvent::Rematched { game })
    })
}

/// The id of a new game and the seed of its bots, both by the chance of the request.
fn fresh(request: &Request<'_>) -> Result<(GameId, u64), GameError> {
    let id = GameId::parse(&request.chance).ok_or(GameError::Unavailable(web::NO_RANDOMNESS))?;
    let seed = id.as_str().bytes().fold(0, |seed, byte| seed_from([seed, byte.into()]));
    Ok((id, seed))
}

fn number<T: std::str::FromStr>(request: &Request<'_>, name: &str) -> Result<T, GameError> {
    let number = request.query(name).and_then(|text| text.parse().ok());
    number.ok_or_else(|| GameError::Invalid(format!("{name} takes a whole number")))
}

fn problem(code: &str, message: &str) -> String {
    json!({ "error": { "code": code, "message": message } }).to_string()
}

/// What is answered and stored always has a JSON form.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// An object with the members of this one, which has some, and the state as `game`.
fn within(object: &Value, game: &[u8]) -> Vec<u8> {
    [br#"{"game":"#, game, b",", &object.to_string().as_bytes()[1..]].concat()
}

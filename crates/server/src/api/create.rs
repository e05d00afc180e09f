//! Creating games and tokens.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_analysis::{NoRandomness, begin, fresh_seed};
use divvy_match::{Bot, First, Length, Names, Occupant, Plan, Proposal, Seat, Setup};
use divvy_rules::{Game, Options};
use divvy_words::web;
use serde_json::json;
use serde_json::value::RawValue;

use super::extract::{JsonBody, body};
use super::{invitation_response, private_json, set_cookie};
use crate::game::token::{SeatToken, random_game_id};
use crate::game::{GameSetup, Mode};
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::http::viewer::Viewer;
use crate::server::{Server, check_size};

body! {
    /// A request for a game.
    struct CreateGame {
        game: Game = choice(Game::NAMES, Game::named),
        options: Options = options(),
        mode: Mode = choice(Mode::NAMES, Mode::named),
        /// The opponent, in mode computer.
        bot: Option<String> = text(),
        /// The seat of the client.
        seat: Option<Seat> = optional("1 or 2"),
        first: Option<First> = read("1, 2 or \"random\"", first),
        best_of: Option<u32> = number(&format!("a number from 1 to {}", Length::MOST)),
        names: Option<[String; 2]> = optional("two names"),
    }
}

fn first(value: &RawValue) -> Option<First> {
    match value.get() {
        "1" => Some(First::One),
        "2" => Some(First::Two),
        "\"random\"" => Some(First::Random),
        _ => None,
    }
}

impl CreateGame {
    fn proposal(&self) -> Result<Proposal, ApiError> {
        let opponent = self.opponent()?;
        let players = match self.seat() {
            Seat::One => [Occupant::Human, opponent],
            Seat::Two => [opponent, Occupant::Human],
        };
        let plan = match self.best_of {
            None | Some(1) => Plan::Single,
            Some(rounds) => Plan::BestOf(
                Length::new(rounds).ok_or_else(|| ApiError::BadRequest(web::best_of_takes()))?,
            ),
        };
        let first = self.first.unwrap_or_default();
        let (game, options) = (self.game, self.options.clone());
        Ok(Proposal { game, options, players, names: self.names()?, first, plan })
    }

    fn seat(&self) -> Seat {
        self.seat.unwrap_or(Seat::One)
    }

    fn opponent(&self) -> Result<Occupant, ApiError> {
        match (self.mode, &self.bot) {
            (Mode::Computer, Some(bot)) => {
                bot.parse().map(Occupant::Bot).map_err(|_| ApiError::BadRequest(web::bot_takes()))
            }
            (Mode::Computer, None) => Ok(Occupant::Bot(Bot::Easy)),
            (_, None) => Ok(Occupant::Human),
            (_, Some(_)) => Err(ApiError::BadRequest(web::BOT_WITHOUT_COMPUTER.to_owned())),
        }
    }

    fn names(&self) -> Result<Names, ApiError> {
        let Some([one, two]) = &self.names else { return Ok(Names::default()) };
        let same = one.trim() == two.trim() && !one.trim().is_empty();
        if self.mode == Mode::Computer && same {
            // The client can change its own name only.
            return Err(ApiError::BadRequest(web::name_of_computer(one.trim())));
        }
        parse_names(one, two)
    }
}

/// Two names; an empty one stands for the default.
pub(super) fn parse_names(one: &str, two: &str) -> Result<Names, ApiError> {
    let default = Names::default();
    let or_default = |name: &str, seat| match name.trim() {
        "" => default.of(seat).to_owned(),
        name => name.to_owned(),
    };
    let [one, two] = [or_default(one, Seat::One), or_default(two, Seat::Two)];
    let error = |error| ApiError::BadRequest(web::names_error(&error, &one));
    Names::new(&one, &two).map_err(error)
}

/// `POST /games`
pub(super) async fn create(
    State(server): State<Arc<Server>>,
    viewer: Viewer,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<CreateGame>,
) -> Result<Response, ApiError> {
    let new = begin(&request.proposal()?, None)?;
    check_size(server.config.max_size, new.rules)?;
    server.quotas.begin_game(address)?;
    let (token, cookie) = viewer.token_or_new()?;
    let id = random_game_id()?;
    let salt = id.to_string();
    let holder = Some(token.hash(&salt));
    let mut holders = [None, None];
    holders[request.seat().index()] = holder.clone();
    if request.mode == Mode::Local {
        holders = [holder.clone(), holder];
    }
    let invite = if request.mode == Mode::Friend { Some(SeatToken::random()?) } else { None };
    let Setup { rules, names, players, first, plan, seed } = new;
    let setup = GameSetup {
        rules,
        mode: request.mode,
        players,
        names,
        first,
        plan,
        seed,
        invite: invite.as_ref().map(|invite| invite.hash(&salt)),
        salt,
        holders,
    };
    let handle = server.games.create(id.clone(), setup).await?;
    server.metrics.games_created.inc();
    server.solver.play_bot_turns(&server.games, &handle, address);
    let snapshot = handle.snapshot(Some(&token)).await;
    let body = invitation_response(&snapshot, invite.as_ref());
    let mut response = (StatusCode::CREATED, body).into_response();
    if let Ok(location) = HeaderValue::from_str(&format!("/api/v1/games/{id}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// Only bots make random choices.
pub(super) fn seed_for(mode: Mode) -> Result<u64, NoRandomness> {
    match mode {
        Mode::Computer => fresh_seed(),
        Mode::Local | Mode::Friend => Ok(0),
    }
}

/// `POST /token`: a token for a program.
pub(super) async fn token() -> Result<Response, ApiError> {
    Ok(private_json(&json!({ "token": SeatToken::random()?.text() })))
}

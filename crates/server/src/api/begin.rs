//! Beginning a game, joining one, and playing again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_play::{
    Bot, First, Length, Names, NamesError, Occupant, Plan, Proposal, Seat, fresh_seed,
};
use divvy_rules::{Game, Options};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{Body, Named};
use super::{answer, overtaken, private, told};
use crate::error::ApiError;
use crate::game::{Event, Mode, Rematch, Setup, Table};
use crate::hub::Changed;
use crate::identity::Identity;
use crate::server::Server;
use crate::token::{Token, fresh_id};

/// A game as it is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    game: Game,
    #[serde(default)]
    options: Options,
    mode: Mode,
    /// Which bot, in a game against the computer.
    bot: Option<String>,
    /// Which seat whoever asks takes.
    seat: Option<Seat>,
    first: Option<FirstWish>,
    best_of: Option<u32>,
    names: Option<[String; 2]>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "first takes 1, 2 or \"random\"")]
enum FirstWish {
    Seat(Seat),
    Word(RandomWord),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RandomWord {
    Random,
}

impl Wish {
    /// The match that is meant, if it can be.
    fn proposal(&self) -> Result<Proposal, ApiError> {
        let bot = match (self.mode, &self.bot) {
            (Mode::Computer, Some(bot)) => Occupant::Bot(bot.parse().map_err(|_| {
                let names = Bot::ALL.map(Bot::name).join(", ");
                ApiError::BadRequest(format!("bot takes {names}"))
            })?),
            (Mode::Computer, None) => Occupant::Bot(Bot::Easy),
            (_, None) => Occupant::Human,
            (_, Some(_)) => {
                return Err(ApiError::BadRequest("bot goes with mode computer".to_owned()));
            }
        };
        let players = match self.seat() {
            Seat::One => [Occupant::Human, bot],
            Seat::Two => [bot, Occupant::Human],
        };
        let plan = match self.best_of {
            None | Some(1) => Plan::Single,
            Some(rounds) => Plan::BestOf(Length::new(rounds).ok_or_else(|| {
                ApiError::BadRequest(format!("best_of takes a number from 1 to {}", Length::MOST))
            })?),
        };
        let first = match &self.first {
            None | Some(FirstWish::Seat(Seat::One)) => First::One,
            Some(FirstWish::Seat(Seat::Two)) => First::Two,
            Some(FirstWish::Word(RandomWord::Random)) => First::Random,
        };
        let names = match &self.names {
            None => Names::default(),
            // Whoever begins cannot name the computer player, only themselves.
            Some([one, two])
                if self.mode == Mode::Computer
                    && one.trim() == two.trim()
                    && !one.trim().is_empty() =>
            {
                let why = format!(
                    "the computer player is called {} already; please choose another name for yourself",
                    one.trim()
                );
                return Err(ApiError::BadRequest(why));
            }
            Some([one, two]) => named(one, two)?,
        };
        Ok(Proposal { game: self.game, options: self.options.clone(), players, names, first, plan })
    }

    fn seat(&self) -> Seat {
        self.seat.unwrap_or(Seat::One)
    }
}

/// Two names; an empty one is the usual one. What is wrong with them is said to people: they type names.
fn named(one: &str, two: &str) -> Result<Names, ApiError> {
    let usual = Names::default();
    let or_usual = |name: &str, seat| match name.trim() {
        "" => usual.of(seat).to_owned(),
        name => name.to_owned(),
    };
    let [one, two] = [or_usual(one, Seat::One), or_usual(two, Seat::Two)];
    Names::new(&one, &two).map_err(|error| {
        ApiError::BadRequest(match error {
            NamesError::Same => {
                format!("both players would be called {one}; please give one of them another name")
            }
            NamesError::TooLong => {
                format!("a name has at most {} characters; please shorten it", Names::LONGEST)
            }
            NamesError::Control => {
                "a name has letters, digits, signs and spaces only; please type it anew".to_owned()
            }
            NamesError::Count | NamesError::Empty => format!("names {error}"),
        })
    })
}

/// Begins a game.
pub(super) async fn begin(
    State(server): State<Arc<Server>>,
    identity: Identity,
    Body(wish): Body<Wish>,
) -> Result<Response, ApiError> {
    let proposal = wish.proposal()?;
    let game = proposal.begin(None)?;
    let most = server.config.max_size;
    if game.rules().board().size() > most {
        return Err(ApiError::TooLarge(format!("this server has boards of up to {most} numbers")));
    }
    let (token, cookie) = identity.or_fresh()?;
    let id = fresh_id()?;
    let salt = id.to_string();
    let holder = Some(token.hash(&salt));
    let seat = wish.seat();
    let mut holders = [None, None];
    holders[seat.index()] = holder.clone();
    if wish.mode == Mode::Local {
        holders = [holder.clone(), holder];
    }
    let invite = if wish.mode == Mode::Friend { Some(Token::fresh()?) } else { None };
    let setup = Setup {
        rules: game.rules(),
        mode: wish.mode,
        players: proposal.players.clone(),
        names: proposal.names.clone(),
        first: game.round().first(),
        plan: proposal.plan,
        // Chance plays no part between people.
        seed: if wish.mode == Mode::Computer {
            fresh_seed().map_err(|_| crate::token::NoRandomness)?
        } else {
            0
        },
        invite: invite.as_ref().map(|invite| invite.hash(&salt)),
        salt,
        holders,
    };
    let live = server.hub.begin(id.clone(), setup).await?;
    server.metrics.games_begun.add(1);
    server.thinking.let_bots_move(&server.hub, &live);
    let state = live.state(Some(&token)).await;
    let body = json!({ "game": state.value(), "invite": invite.map(|invite| invite.text()) });
    let mut response = (StatusCode::CREATED, private(&body)).into_response();
    if let Ok(place) = HeaderValue::from_str(&format!("/api/v1/games/{id}")) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    leave(&mut response, cookie);
    Ok(response)
}

pub(super) fn leave(response: &mut Response, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
}

/// A token for a program.
pub(super) async fn token() -> Result<Json<Value>, ApiError> {
    Ok(Json(json!({ "token": Token::fresh()?.text() })))
}

/// What a friend shows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Joining {
    invite: String,
    #[serde(default)]
    name: String,
}

/// Takes the free seat.
pub(super) async fn join(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(joining): Body<Joining>,
) -> Result<Response, ApiError> {
    const WRONG: ApiError = ApiError::Forbidden("this link does not give a seat");
    let live = server.hub.game(&id).await?;
    let (token, cookie) = identity.or_fresh()?;
    // Whoever asks again, because the answer got lost, has the seat already.
    if live.look(|table| has_joined(table, &token)).await {
        return Ok(told(&live.state(Some(&token)).await));
    }
    let taken =
        live.look(|table| seat_for(table, &joining, &token).map(|seat| seat.is_none())).await?;
    let mut response = if taken {
        let state = live.state(Some(&token)).await;
        return Err(ApiError::Stale("the seat is taken; you can watch", state));
    } else {
        let changed = server.hub.change(&live, Some(&token), |table| {
            let seat = seat_for(table, &joining, &token)?.ok_or(WRONG)?;
            let names =
                Seat::BOTH.map(|one| match one == seat && !joining.name.trim().is_empty() {
                    true => joining.name.clone(),
                    false => table.game().name(one).to_owned(),
                });
            if names[0].trim() == names[1].trim() {
                let why = format!(
                    "{} is the name of your opponent; please choose another",
                    names[0].trim()
                );
                return Err(ApiError::BadRequest(why));
            }
            let names = named(&names[0], &names[1])?;
            Ok(Some(Event::Joined { seat, holder: token.hash(&table.setup().salt), names }))
        });
        answer(changed.await?)?
    };
    leave(&mut response, cookie);
    Ok(response)
}

/// Whether somebody has a seat that was free at the beginning.
fn has_joined(table: &Table, token: &Token) -> bool {
    let free = |seat: &Seat| table.setup().holders[seat.index()].is_none();
    table.seats(Some(token)).iter().any(free)
}

/// The seat that an invitation gives; none if it is taken.
fn seat_for(table: &Table, joining: &Joining, token: &Token) -> Result<Option<Seat>, ApiError> {
    let setup = table.setup();
    let shown = Token::parse(&joining.invite).map(|invite| invite.hash(&setup.salt));
    let right = match (&setup.invite, &shown) {
        (Some(invite), Some(shown)) => invite.matches(shown),
        _ => false,
    };
    if !right {
        return Err(ApiError::Forbidden("this link does not give a seat"));
    }
    if !table.seats(Some(token)).is_empty() {
        return Err(ApiError::Forbidden("you have a seat already; the link is for a friend"));
    }
    Ok(Seat::BOTH.into_iter().find(|seat| !table.is_taken(*seat)))
}

/// Offers to play again, or does.
pub(super) async fn rematch(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let token = identity.token.as_ref();
    let next = match live.look(|table| wanted(table, &table.seats(token))).await? {
        Wanted::Nothing => return Ok(told(&live.state(token).await)),
        Wanted::Offer(by) => {
            let offer = |_: &Table| Ok(Some(Event::RematchOffered { by }));
            return answer(server.hub.change(&live, token, offer).await?);
        }
        Wanted::Game(next) => *next,
    };
    let next_id = fresh_id()?;
    let begun = server.hub.begin(next_id.clone(), next).await?;
    let rematched = |table: &Table| {
        // Both may accept in the same moment; the other game is the one then.
        let first = !matches!(table.rematch(), Some(Rematch::Begun(_)));
        Ok(first.then(|| Event::Rematched { game: next_id.to_string() }))
    };
    match server.hub.change(&live, token, rematched).await? {
        Changed::Yes(state) => {
            server.metrics.games_begun.add(1);
            server.thinking.let_bots_move(&server.hub, &begun);
            Ok(told(&state))
        }
        Changed::Overtaken(state) => Err(overtaken(state)),
    }
}

/// What a friend says to playing again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RematchAnswer {
    agree: bool,
}

/// Agrees to play again, or does not.
pub(super) async fn answer_rematch(
    server: State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(RematchAnswer { agree }): Body<RematchAnswer>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let token = identity.token.as_ref();
    let check = |table: &Table| {
        let seats = table.seats(token);
        match table.rematch() {
            _ if seats.is_empty() => Err(ApiError::Forbidden("you are watching this game")),
            Some(Rematch::Offered(by)) if seats.contains(&by.other()) => Ok(()),
            Some(Rematch::Offered(_)) => {
                Err(ApiError::Refused("the other player is asked".to_owned()))
            }
            _ => Err(ApiError::Refused("nobody has offered a rematch".to_owned())),
        }
    };
    if agree {
        live.look(check).await?;
        return rematch(server, Named(id), identity).await;
    }
    let decline = |table: &Table| check(table).map(|()| Some(Event::RematchDeclined));
    answer(server.hub.change(&live, token, decline).await?)
}

/// What asking for a rematch comes to.
enum Wanted {
    /// It has begun.
    Nothing,
    /// The friend has to want it too.
    Offer(Seat),
    /// The game to begin.
    Game(Box<Setup>),
}

fn wanted(table: &Table, seats: &[Seat]) -> Result<Wanted, ApiError> {
    let Some(&seat) = seats.first() else {
        return Err(ApiError::Forbidden("only those who play can ask for a rematch"));
    };
    if !table.game().is_finished() {
        return Err(ApiError::Refused("the match is not over".to_owned()));
    }
    match table.rematch() {
        Some(Rematch::Begun(_)) => Ok(Wanted::Nothing),
        None if table.setup().mode == Mode::Friend => Ok(Wanted::Offer(seat)),
        Some(Rematch::Declined(by)) if *by == seat => Ok(Wanted::Offer(seat)),
        Some(Rematch::Declined(_)) => {
            Err(ApiError::Refused("your opponent does not want to play again".to_owned()))
        }
        Some(Rematch::Offered(by)) if *by == seat => Ok(Wanted::Offer(seat)),
        None | Some(Rematch::Offered(_)) => next_game(table).map(Box::new).map(Wanted::Game),
    }
}

/// The same match anew: the same holders, the other one opens.
fn next_game(table: &Table) -> Result<Setup, ApiError> {
    let game = table.game();
    let seed = match table.setup().mode {
        Mode::Computer => fresh_seed().map_err(|_| crate::token::NoRandomness)?,
        Mode::Local | Mode::Friend => 0,
    };
    let next = game.rematch(seed);
    Ok(Setup {
        names: game.names().clone(),
        first: next.round().first(),
        seed,
        holders: table.holders().clone(),
        invite: None,
        ..table.setup().clone()
    })
}

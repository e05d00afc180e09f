//! What a model does in its games.

use std::sync::Arc;
use std::time::Duration;

use divvy_analysis::{Advice, Review};
use divvy_match::{Bot, Denied, Event, Match, Occupant, Refused, Seat};
use divvy_rules::{Record, Rules, seed_from};
use divvy_service::{Handle, JobKind, Updated};
use divvy_solver::{Outcome, Solver};
use divvy_table::{
    Command, Expected, GameAction, GameError, GameEvent, GameId, GameProposal, GameState, Mode,
};
use divvy_words::{self as words, web};

use crate::Caller;
use crate::handler::Handler;

/// How long the answer to a request over HTTP waits for the computer's move.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// So many moves of a game can be taken back, where every line of a log repeats them.
const MOST_UNDONE: usize = 100;

/// A game of the model, as it stands.
pub(crate) struct Seen {
    pub(crate) id: GameId,
    pub(crate) game: Match,
    pub(crate) seat: Seat,
    pub(crate) bot: Bot,
}

impl Seen {
    /// `None` if the caller has no seat: a game of another client is as good as none, so that ids tell nothing.
    fn of(id: &GameId, state: &GameState, caller: &Caller) -> Option<Self> {
        let [seat] = state.seats(Some(&caller.token))[..] else { return None };
        let game = state.game();
        let Occupant::Bot(bot) = *game.occupant(seat.other()) else { return None };
        Some(Self { id: id.clone(), game: game.clone(), seat, bot })
    }

    /// Whether the computer is to move.
    pub(crate) fn waits(&self) -> bool {
        !self.game.round().is_over() && self.game.round().to_move() != self.seat
    }

    /// The position, if there is something to find out about it.
    fn open(&self) -> Result<Record, String> {
        match self.game.round().is_over() {
            true => Err(words::denied(Denied::RoundOver).to_owned()),
            false => Ok(self.game.round().record().clone()),
        }
    }
}

type GameHandle = Arc<Handle<GameState>>;

impl Handler {
    /// Begins a game, and waits for the computer if it has the first move.
    pub(crate) async fn begin(
        &self,
        caller: &Caller,
        rules: Rules,
        opponent: Option<Bot>,
        seat: Option<Seat>,
    ) -> Result<Seen, String> {
        let settings = &self.settings;
        // A board that the operator has fixed may be larger.
        if settings.rules.is_none() && rules.board().size() > settings.size {
            return Err(format!("size takes at most {} here", settings.size));
        }
        let bot = settings.opponent.or(opponent).unwrap_or(Bot::Medium);
        if bot.needs_solver() {
            Solver::check(rules).map_err(|error| words::too_large_for_bots(&error))?;
        }
        let number = self.recorder.as_ref().map(|it| it.reserve(settings.games)).transpose()?;
        let in_turn = if number.unwrap_or(0).is_multiple_of(2) { Seat::One } else { Seat::Two };
        let seat = settings.seat.or(seat).unwrap_or(in_turn);
        let mut names = ["Model", "Computer"].map(str::to_owned);
        if seat == Seat::Two {
            names.reverse();
        }
        let proposal = GameProposal {
            game: rules.game(),
            options: rules.options(),
            mode: Mode::Computer,
            bot: Some(bot.name().to_owned()),
            seat: Some(seat),
            first: None,
            best_of: None,
            names: Some(names),
            seed: settings.seed.map(|seed| seed_from([seed, number.unwrap_or(0)])),
        };
        let begun = self.service.begin(&proposal, &caller.token, caller.address).await;
        if let (Some(recorder), Some(number)) = (&self.recorder, number) {
            recorder.begun(number, begun.as_ref().ok().map(|(handle, _)| handle.id()));
        }
        let (handle, _) = begun.map_err(|error| error.to_string())?;
        let seen = self.replied(&handle, caller).await?;
        self.record(handle.id()).await?;
        Ok(seen)
    }

    /// A game of the caller, by what a model wrote.
    pub(crate) async fn find(
        &self,
        caller: &Caller,
        typed: &str,
    ) -> Result<(GameHandle, Seen), String> {
        let none =
            || format!("there is no game {:?}: new_game begins one", divvy_wire::clip(typed));
        let id = GameId::parse(typed).ok_or_else(none)?;
        let handle = match self.service.games.get(&id).await {
            Err(GameError::NotFound(_)) => return Err(none()),
            found => found.map_err(|error| error.to_string())?,
        };
        let seen = self.service.games.read(&handle, |state| Seen::of(&id, state, caller)).await;
        let seen = seen.map_err(|error| error.to_string())?.ok_or_else(none)?;
        Ok((handle, seen))
    }

    /// Plays a number and waits for the computer's reply. What is no number is an illegal answer like any other.
    pub(crate) async fn play(
        &self,
        caller: &Caller,
        (handle, seen): (GameHandle, Seen),
        typed: Result<String, String>,
    ) -> Result<Seen, String> {
        let allowed = self.service.games.read(&handle, |state| {
            state.may(GameAction::Move, &[seen.seat]).map_err(|error| error.to_string())
        });
        allowed.await.map_err(|error| error.to_string())??;
        let number = typed.and_then(|typed| {
            // One that does not fit is outside of every board, as 0 is.
            let number = typed.parse().unwrap_or(0);
            match seen.game.check(&Event::Moved { number }) {
                Ok(()) => Ok(number),
                Err(Refused::Number { refusal, .. }) => Err(words::illegal(typed, refusal)),
                Err(refused) => Err(words::refused(refused)),
            }
        });
        match number {
            Ok(number) => {
                let ply = seen.game.round().record().moves().len();
                let moved = Command::Move(number, Expected { ply, version: None });
                self.run(caller, &handle, &moved).await
            }
            Err(why) => {
                self.note(caller, &handle, GameEvent::Failed { why: why.clone() }).await?;
                Err(format!("{why}. Nothing was played."))
            }
        }
    }

    /// Takes the model's last move and the reply back.
    pub(crate) async fn undo(
        &self,
        caller: &Caller,
        (handle, seen): (GameHandle, Seen),
    ) -> Result<Seen, String> {
        let ply = seen.open()?.moves().len();
        if self.recorder.is_some() {
            let stored = self.service.games.storage().load(&seen.id).await;
            let rows = stored.map_err(|error| error.to_string())?.map_or(Vec::new(), |s| s.events);
            let undone = rows.iter().filter(|row| row.text.contains(r#""kind":"undone""#));
            if undone.count() >= MOST_UNDONE {
                return Err(format!(
                    "{MOST_UNDONE} moves of a game can be taken back, and they were"
                ));
            }
        }
        self.run(caller, &handle, &Command::Undo(Expected { ply, version: None })).await
    }

    /// Gives a game up.
    pub(crate) async fn resign(
        &self,
        caller: &Caller,
        (handle, seen): (GameHandle, Seen),
    ) -> Result<Seen, String> {
        let ply = seen.open()?.moves().len();
        self.run(caller, &handle, &Command::Resign(Expected { ply, version: None })).await
    }

    async fn run(
        &self,
        caller: &Caller,
        handle: &GameHandle,
        command: &Command,
    ) -> Result<Seen, String> {
        match self.service.run(handle, command, caller.client()).await {
            Ok(Updated::Applied(_)) => {}
            Ok(Updated::Stale(_)) => return Err(web::GAME_HAS_GONE_ON.to_owned()),
            Err(error) => return Err(error.to_string()),
        }
        let seen = self.replied(handle, caller).await?;
        self.record(handle.id()).await?;
        Ok(seen)
    }

    /// The game once it is the model's turn or over; over HTTP also after a while without it.
    async fn replied(&self, handle: &GameHandle, caller: &Caller) -> Result<Seen, String> {
        // As long as this is there, a bot that finds no room in the pool tries again.
        let mut published = handle.subscribe();
        let replied = async {
            loop {
                published.mark_unchanged();
                let seen = handle.read(|state| Seen::of(handle.id(), state, caller)).await;
                match seen {
                    Some(seen) if seen.waits() => {}
                    seen => return seen,
                }
                self.service.play_bot_turns(handle, caller.address);
                if published.changed().await.is_err() {
                    return None;
                }
            }
        };
        let seen = match &self.recorder {
            Some(_) => replied.await,
            None => match tokio::time::timeout(LONGEST_WAIT, replied).await {
                Ok(seen) => seen,
                Err(_) => handle.read(|state| Seen::of(handle.id(), state, caller)).await,
            },
        };
        seen.ok_or_else(|| web::NO_SUCH_GAME.to_owned())
    }

    /// What to play, and why.
    pub(crate) async fn advice(
        &self,
        caller: &Caller,
        (handle, seen): (GameHandle, Seen),
    ) -> Result<(Advice, String), String> {
        let record = seen.open()?;
        self.note(caller, &handle, GameEvent::Advised).await?;
        let advice = self.service.advice(record, caller.address).await;
        let opponent = seen.game.name(seen.seat.other()).to_owned();
        Ok((advice.map_err(|error| error.to_string())?, opponent))
    }

    /// Who wins with best play, and by which moves.
    pub(crate) async fn solution(
        &self,
        caller: &Caller,
        (handle, seen): (GameHandle, Seen),
    ) -> Result<(Outcome, Vec<divvy_rules::Number>), String> {
        let record = seen.open()?;
        self.note(caller, &handle, GameEvent::Advised).await?;
        let job = move || Solver::new(record).map(|solver| (solver.outcome(), solver.winning()));
        let solved = self.service.solver.run(JobKind::Hint, caller.address, job).await;
        solved.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
    }

    /// The game move by move.
    pub(crate) async fn review(
        &self,
        caller: &Caller,
        (handle, seen): (GameHandle, Seen),
    ) -> Result<(Review, Seen), String> {
        if !seen.game.round().is_over() {
            self.note(caller, &handle, GameEvent::Advised).await?;
        }
        let record = seen.game.round().record().clone();
        let job = move || Review::of(&record);
        let review = self.service.solver.run(JobKind::Review, caller.address, job).await;
        let review = review.map_err(|error| error.to_string())?;
        Ok((review.map_err(|error| error.to_string())?, seen))
    }

    /// Keeps what the model did besides moving.
    async fn note(
        &self,
        caller: &Caller,
        handle: &GameHandle,
        event: GameEvent,
    ) -> Result<(), String> {
        let noted = self.service.note(handle, event, caller.client()).await;
        noted.map_err(|error| error.to_string())?;
        self.record(handle.id()).await
    }

    async fn record(&self, id: &GameId) -> Result<(), String> {
        match &self.recorder {
            Some(recorder) => recorder.changed(&self.service, id, &self.settings).await,
            None => Ok(()),
        }
    }
}

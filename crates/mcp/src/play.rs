//! What a model does in its games.

use std::sync::Arc;
use std::time::Duration;

use divvy_analysis::Advice;
use divvy_match::{Bot, Denied, Event, EventError, First, Match, Occupant, Seat};
use divvy_rules::{Number, Record, Rules, seed_from};
use divvy_service::{Handle, JobKind, Updated};
use divvy_solver::{Outcome, Solver};
use divvy_table::{
    Command, Expected, GameAction, GameError, GameEvent, GameId, GameProposal, GameState, Mode,
    bounded_review,
};
use divvy_wire::ReviewedData;
use divvy_words::{self as words, web};
use serde_json::to_value;

use crate::handler::{Answer, Handler, ToolError};
use crate::{Caller, answer};

/// How long the answer to a request over HTTP waits for the computer's move.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// So many moves of a game can be taken back, where every line of a log repeats them.
const MOST_UNDONE: u32 = 100;

/// A game of the model, as it stands.
pub(crate) struct Seen {
    pub(crate) id: GameId,
    pub(crate) game: Match,
    pub(crate) seat: Seat,
    pub(crate) bot: Bot,
    /// Whether it was played to its end, given up, or ended by the operator.
    pub(crate) over: bool,
    /// Whether the computer is to move.
    pub(crate) waits: bool,
}

impl Seen {
    /// `None` if the caller has no seat: a game of another client is as good as none, so that ids tell nothing.
    fn of(id: &GameId, state: &GameState, caller: &Caller) -> Option<Self> {
        let [seat] = state.seats(Some(&caller.token))[..] else { return None };
        let game = state.game();
        let Occupant::Bot(bot) = *game.occupant(seat.other()) else { return None };
        let over = state.is_ended() || game.round().is_over();
        let (id, waits) = (id.clone(), state.bot_to_move().is_some());
        Some(Self { id, game: game.clone(), seat, bot, over, waits })
    }

    fn require_open(&self) -> Result<(), ToolError> {
        if self.over { Err(words::denied(Denied::RoundOver).into()) } else { Ok(()) }
    }

    /// The position at hand, which a command refers to.
    fn expected(&self) -> Expected {
        Expected { ply: self.game.round().record().moves().len(), version: None }
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
    ) -> Result<Seen, ToolError> {
        let settings = &self.settings;
        // A board that the operator has fixed may be larger.
        if settings.rules.is_none() && rules.board().size() > settings.size {
            return Err(format!("size takes at most {} here", settings.size).into());
        }
        let bot = settings.opponent.or(opponent).unwrap_or(Bot::Medium);
        if bot.needs_solver() {
            Solver::check(rules).map_err(|error| words::too_large_for_bots(&error))?;
        }
        let next = match &self.recorder {
            Some(recorder) => Some(recorder.next(settings.games).await?),
            None => None,
        };
        let number = next.as_ref().map_or(0, |next| next.number);
        let in_turn = if number.is_multiple_of(2) { Seat::One } else { Seat::Two };
        let seat = settings.seat.or(seat).unwrap_or(in_turn);
        let mut names = ["Model", "Computer"].map(str::to_owned);
        if seat == Seat::Two {
            names.reverse();
        }
        let proposal = GameProposal {
            game: rules.game(),
            options: rules.options(),
            moves: Vec::new(),
            mode: Mode::Computer,
            bot: Some(bot),
            seat,
            first: First::One,
            best_of: None,
            names: Some(names),
            seed: settings.seed.map(|seed| seed_from([seed, number])),
        };
        let (handle, _) = self.service.begin(&proposal, &caller.token, caller.address).await?;
        if let Some(next) = &next {
            next.begun(handle.id());
        }
        // The game is logged before the next one begins.
        self.replied(&handle, caller).await
    }

    /// A game of the caller, by what a model wrote.
    pub(crate) async fn find<'a>(
        &'a self,
        caller: &'a Caller,
        typed: &str,
    ) -> Result<Found<'a>, ToolError> {
        let none =
            || format!("there is no game {:?}: new_game begins one", divvy_wire::clip(typed));
        let id = GameId::parse(typed).ok_or_else(none)?;
        let handle = match self.service.games.get(&id).await {
            Err(GameError::NotFound(_)) => return Err(none().into()),
            found => found?,
        };
        let seen = self.service.games.read(&handle, |state| Seen::of(&id, state, caller)).await?;
        let seen = seen.ok_or_else(none)?;
        if seen.waits {
            self.service.play_bot_turns(&handle, caller.address);
        }
        Ok(Found { handler: self, caller, handle, seen })
    }

    /// The game once it is the model's turn or over; over HTTP also after a while without it. It is recorded before, whether the
    /// computer has moved or not.
    async fn replied(&self, handle: &GameHandle, caller: &Caller) -> Result<Seen, ToolError> {
        // As long as this is there, a bot that finds no room in the pool tries again.
        let mut published = handle.subscribe();
        let see = || handle.read(|state| Seen::of(handle.id(), state, caller));
        let replied = async {
            loop {
                published.mark_unchanged();
                match see().await {
                    Some(seen) if seen.waits => {}
                    seen => return seen,
                }
                self.service.play_bot_turns(handle, caller.address);
                if published.changed().await.is_err() || published.borrow().closed {
                    return None;
                }
            }
        };
        let seen = match &self.recorder {
            Some(_) => replied.await,
            None => match tokio::time::timeout(LONGEST_WAIT, replied).await {
                Ok(seen) => seen,
                Err(_) => see().await,
            },
        };
        self.record(handle.id()).await?;
        Ok(seen.ok_or(web::NO_SUCH_GAME)?)
    }
}

/// A game that a call is about.
pub(crate) struct Found<'a> {
    handler: &'a Handler,
    caller: &'a Caller,
    handle: GameHandle,
    pub(crate) seen: Seen,
}

impl Found<'_> {
    /// Plays a number and waits for the computer's reply. What is no number is an illegal answer like any other.
    pub(crate) async fn play(self, typed: Result<String, ToolError>) -> Result<Seen, ToolError> {
        self.may(GameAction::Move).await?;
        let number = typed.and_then(|typed| {
            // One that does not fit is outside of every board, as 0 is.
            let number = typed.parse().unwrap_or(0);
            match self.seen.game.check(&Event::Moved { number }) {
                Ok(()) => Ok(number),
                Err(EventError::IllegalMove { refusal, .. }) => {
                    Err(words::illegal(typed, refusal).into())
                }
                Err(refused) => Err(words::refused(refused).into()),
            }
        });
        match number {
            Ok(number) => self.run(&Command::Move(number, self.seen.expected())).await,
            Err(ToolError(why)) => {
                self.note(GameEvent::Failed { why: why.clone() }).await?;
                Err(format!("{why}. Nothing was played.").into())
            }
        }
    }

    /// Takes the model's last move and the reply back.
    pub(crate) async fn undo(self) -> Result<Seen, ToolError> {
        self.seen.require_open()?;
        let logged = self.handler.logged(&self.seen.id).await?;
        if logged.is_some_and(|game| game.undone >= MOST_UNDONE) {
            let why = format!("{MOST_UNDONE} moves of a game can be taken back, and they were");
            return Err(why.into());
        }
        self.run(&Command::Undo(self.seen.expected())).await
    }

    /// Gives a game up.
    pub(crate) async fn resign(self) -> Result<Seen, ToolError> {
        self.seen.require_open()?;
        self.run(&Command::Resign(self.seen.expected())).await
    }

    /// What to play, and why.
    pub(crate) async fn advice(self) -> Result<(Advice, String), ToolError> {
        let record = self.record_to_advise().await?;
        let advice = self.handler.service.advice(record, self.caller.address).await?;
        Ok((advice, self.seen.game.name(self.seen.seat.other()).to_owned()))
    }

    /// Who wins with best play, and by which moves.
    pub(crate) async fn solution(self) -> Result<(Outcome, Vec<Number>), ToolError> {
        let record = self.record_to_advise().await?;
        let job = move || Solver::new(record).map(|solver| (solver.outcome(), solver.winning()));
        Ok(self.handler.service.solver.run(JobKind::Hint, self.caller.address, job).await??)
    }

    /// The game move by move, as text and as data.
    pub(crate) async fn review(self) -> Answer {
        if !self.seen.over {
            self.note(GameEvent::Advised).await?;
        }
        let Self { handler, caller, seen, .. } = self;
        let job = move || {
            let review = bounded_review(seen.game.round())?;
            // It always has a JSON form.
            let data = to_value(ReviewedData::new(seen.game.round().record(), &review))
                .unwrap_or_default();
            Ok::<_, GameError>((answer::review(&review, &seen), data))
        };
        Ok(handler.service.solver.run(JobKind::Review, caller.address, job).await??)
    }

    async fn may(&self, action: GameAction) -> Result<(), ToolError> {
        let may = |state: &GameState| state.may(action, &[self.seen.seat]);
        Ok(self.handler.service.games.read(&self.handle, may).await??)
    }

    /// The position, of which the model learns something that counts as help.
    async fn record_to_advise(&self) -> Result<Record, ToolError> {
        self.seen.require_open()?;
        self.may(GameAction::Hint).await?;
        self.note(GameEvent::Advised).await?;
        Ok(self.seen.game.round().record().clone())
    }

    async fn run(&self, command: &Command) -> Result<Seen, ToolError> {
        let updated = self.handler.service.run(&self.handle, command, self.caller.client()).await?;
        if let Updated::Stale(_) = updated {
            return Err(web::GAME_HAS_GONE_ON.into());
        }
        self.handler.replied(&self.handle, self.caller).await
    }

    /// Keeps what the model did besides moving. Beyond a limit it gets no help, and wrong answers are not kept.
    async fn note(&self, event: GameEvent) -> Result<(), ToolError> {
        let may_be_lost = matches!(event, GameEvent::Failed { .. });
        match self.handler.service.note(&self.handle, event, self.caller.client()).await {
            Err(GameError::Refused(_)) if may_be_lost => {}
            noted => noted?,
        }
        self.handler.record(self.handle.id()).await
    }
}

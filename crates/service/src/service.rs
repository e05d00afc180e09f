//! The parts of the service together, and what a client can ask of them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use divvy_analysis::{Advice, Computers};
use divvy_match::{Match, Seat};
use divvy_rules::Record;
use divvy_table::{
    Command, Decision, GameError, GameEvent, GameId, GameProposal, GameState, SeatToken,
    review_json,
};
use divvy_words::web;
use prometheus_client::metrics::counter::Counter;

use crate::registry::{Handle, Registry, Updated};
use crate::reviews::{ReviewKey, Reviews};
use crate::solver_pool::{JobKind, SolverPool};
use crate::storage::{MemoryStorage, Storage, StorageMetrics};
use crate::upkeep::Readiness;
use crate::{Limits, Quotas};

/// After so long without a page open, the win can be claimed from a player whose turn it is.
const AWAY: Duration = Duration::from_mins(5);

/// The client of a request: the token that may hold seats, and the address that pays for what it needs.
#[derive(Clone, Copy, Debug)]
pub struct Client<'a> {
    pub token: Option<&'a SeatToken>,
    pub address: IpAddr,
}

/// What the service counts.
#[derive(Clone, Debug, Default)]
pub struct ServiceMetrics {
    pub games_begun: Counter,
    /// Moves made by clients.
    pub moves: Counter,
    pub storage: StorageMetrics,
}

/// The games and everything they need.
#[derive(Debug)]
pub struct Service {
    pub games: Arc<Registry<GameState>>,
    pub solver: Arc<SolverPool>,
    pub quotas: Arc<Quotas>,
    pub metrics: ServiceMetrics,
    reviews: Reviews,
    /// The largest board.
    pub max_size: u32,
    pub(crate) readiness: Readiness,
}

impl Service {
    /// The service on this storage; `process` must differ between processes that share it. Must be called within a tokio
    /// runtime.
    pub fn new(storage: Arc<dyn Storage>, process: String, limits: &Limits) -> Arc<Self> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let metrics = ServiceMetrics { storage: storage.metrics(), ..ServiceMetrics::default() };
        let quotas = Arc::new(Quotas::new(limits));
        Arc::new(Self {
            games: Registry::new(storage, process),
            solver: SolverPool::new(threads, Arc::clone(&quotas)),
            quotas,
            metrics,
            reviews: Reviews::default(),
            max_size: limits.max_size,
            readiness: Readiness::default(),
        })
    }

    /// A service for one client, whose games last as long as the process: without limits.
    pub fn in_memory() -> Arc<Self> {
        let limits = Limits { max_size: u32::MAX, rate: 0, games: 0, changes: 0, processor: 0 };
        Self::new(Arc::new(MemoryStorage::default()), String::new(), &limits)
    }

    /// Begins a game in which this token has a seat; also returns the invitation to the free one.
    pub async fn begin(
        &self,
        proposal: &GameProposal,
        token: &SeatToken,
        address: IpAddr,
    ) -> Result<(Arc<Handle<GameState>>, Option<SeatToken>), GameError> {
        let id = GameId::random()?;
        let (setup, invite) = proposal.begin(&id, token, self.max_size)?;
        self.quotas.games.spend(address, 1)?;
        let handle = self.games.create(id, setup).await?;
        self.metrics.games_begun.inc();
        self.play_bot_turns(&handle, address);
        Ok((handle, invite))
    }

    /// Runs a command, and lets the bots of the game answer.
    pub async fn run(
        &self,
        handle: &Arc<Handle<GameState>>,
        command: &Command,
        client: Client<'_>,
    ) -> Result<Updated, GameError> {
        let Client { token, address } = client;
        self.quotas.changes.spend(address, 1)?;
        let mut begun = None;
        let updated = self.games.update(handle, token, |state| {
            let decision = state.decide(command, token)?;
            if let (Command::Claim(_), Decision::Apply(_)) = (command, &decision)
                && handle.away(state.game().round().to_move()) < AWAY
            {
                return Err(GameError::Refused(web::not_yet_away(AWAY.as_secs() / 60).into()));
            }
            match &decision {
                // It may be decided again, but begins one game.
                Decision::ApplyAndCreate(_, id, _) if begun.is_none() => {
                    self.quotas.games.spend(address, 1)?;
                    begun = Some(id.clone());
                }
                Decision::ApplyAndCreate(..) => {}
                _ => begun = None,
            }
            Ok(decision)
        });
        let updated = updated.await?;
        if let Updated::Applied(_) = &updated {
            if let Command::Move(..) = command {
                self.metrics.moves.inc();
            }
            if let Some(id) = begun {
                self.metrics.games_begun.inc();
                self.play_bot_turns(&self.games.get(&id).await?, address);
            }
            self.play_bot_turns(handle, address);
        }
        Ok(updated)
    }

    /// Keeps what a player was told in a game, up to a limit.
    pub async fn note(
        &self,
        handle: &Arc<Handle<GameState>>,
        event: GameEvent,
        client: Client<'_>,
    ) -> Result<(), GameError> {
        self.quotas.changes.spend(client.address, 1)?;
        let note = |_: &GameState| Ok(Decision::Apply(event.clone()));
        self.games.update(handle, client.token, note).await.map(drop)
    }

    /// What to play in a position, and why.
    pub async fn advice(&self, record: Record, address: IpAddr) -> Result<Advice, GameError> {
        let job = move |computers: Arc<Computers>| {
            computers.with(&record, |computer| computer.solver(&record).map(Advice::of))
        };
        Ok(self.ask(address, job).await??)
    }

    /// Works on a question, with computers that may know the game already.
    pub async fn ask<T: Send + 'static>(
        &self,
        address: IpAddr,
        job: impl FnOnce(Arc<Computers>) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let computers = Arc::clone(&self.solver.computers);
        self.solver.run(JobKind::Hint, address, move || job(computers)).await
    }

    /// The review of the round at hand of the match that `game` makes, for a player of it or for everybody, as JSON: made once for all clients that ask for the
    /// same one. All of the work is done by the pool.
    pub async fn review(
        &self,
        key: ReviewKey,
        address: IpAddr,
        game: impl FnOnce() -> Result<(Match, Option<Seat>), GameError> + Send + 'static,
    ) -> Result<bytes::Bytes, GameError> {
        let job = move || game().and_then(|(game, you)| Ok(review_json(&game, you)?.into()));
        let make = async { self.solver.run(JobKind::Review, address, job).await? };
        self.reviews.get(key, make).await
    }
}

//! What is kept of the games of one client while the process runs: how many are open, and what came of the others.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Mutex;

use divvy_service::lock;
use divvy_table::GameId;

use crate::handler::{Handler, ToolError};
use crate::{LoggedGame, Summary};

/// Told of every game that begins, and again whenever the model has done something in it, before the model is answered: a
/// game that it leaves has been told as it left it.
pub trait GameLog: Send + Sync {
    fn tell(&self, game: &LoggedGame);

    /// How many games the player has begun, in other processes too; none if this one keeps no log. From here until
    /// [`release`](Self::release) no other process begins one, so that players sit there in turn.
    fn begun(&self) -> Option<u64> {
        None
    }

    fn release(&self) {}
}

pub struct Recorder {
    log: Box<dyn GameLog>,
    kept: Mutex<Kept>,
    /// Held while a game begins.
    beginning: tokio::sync::Mutex<()>,
    /// Held while a game is told, so that the last line of a game is the newest.
    telling: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Kept {
    /// Games that were begun.
    begun: u64,
    /// The numbers of the games that are open.
    open: HashMap<GameId, u64>,
    /// What came of those that have ended.
    ended: Summary,
    /// Those that have ended and can still be looked at, the last one at the end.
    seen: VecDeque<GameId>,
}

/// The solver works for one client only, at no address.
pub(crate) const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recorder")
    }
}

impl Recorder {
    pub fn new(log: impl GameLog + 'static) -> Self {
        Self {
            log: Box::new(log),
            kept: Mutex::default(),
            beginning: tokio::sync::Mutex::default(),
            telling: tokio::sync::Mutex::default(),
        }
    }

    /// A place for the next game, unless so many are open. The next one waits until this is dropped.
    pub(crate) async fn next(&self, limit: usize) -> Result<NextGame<'_>, ToolError> {
        let alone = self.beginning.lock().await;
        let kept = lock(&self.kept);
        if kept.open.len() >= limit {
            return Err(format!(
                "{limit} games are open, which is the limit: finish or resign one of them"
            )
            .into());
        }
        let number = self.log.begun().unwrap_or(kept.begun);
        drop(kept);
        Ok(NextGame { recorder: self, number, _alone: alone })
    }
}

/// A game that is about to begin, with its number.
pub(crate) struct NextGame<'a> {
    recorder: &'a Recorder,
    pub(crate) number: u64,
    _alone: tokio::sync::MutexGuard<'a, ()>,
}

impl NextGame<'_> {
    /// The game has begun.
    pub(crate) fn begun(&self, id: &GameId) {
        let mut kept = lock(&self.recorder.kept);
        kept.begun += 1;
        kept.open.insert(id.clone(), self.number);
    }
}

impl Drop for NextGame<'_> {
    fn drop(&mut self) {
        self.recorder.log.release();
    }
}

impl Handler {
    /// Tells the recorder of a game that has changed; one that is over is judged before and counted.
    pub(crate) async fn record(&self, id: &GameId) -> Result<(), ToolError> {
        let Some(recorder) = &self.recorder else { return Ok(()) };
        let _telling = recorder.telling.lock().await;
        let Some(game) = self.logged(id).await? else { return Ok(()) };
        recorder.log.tell(&game);
        if !game.open {
            let mut kept = lock(&recorder.kept);
            kept.open.remove(id);
            kept.ended.add(&game);
            kept.seen.push_back(id.clone());
            if kept.seen.len() > self.settings.games
                && let Some(old) = kept.seen.pop_front()
            {
                self.service.games.storage.forget(&old);
                self.service.games.on_deleted(&old);
            }
        }
        Ok(())
    }

    /// The game as it is logged; `None` if it has ended before, or games are not recorded. Not a job of the pool, which may refuse one: what has
    /// happened is logged.
    pub(crate) async fn logged(&self, id: &GameId) -> Result<Option<LoggedGame>, ToolError> {
        let number = self.recorder.as_ref().and_then(|it| lock(&it.kept).open.get(id).copied());
        let Some(number) = number else { return Ok(None) };
        let stored = self.service.games.storage.load(id).await?;
        let (id, player) = (id.to_string(), self.settings.player.clone());
        let log = move || LoggedGame::of(id, number, player, &stored?);
        Ok(tokio::task::spawn_blocking(log).await?)
    }

    /// What came of all games. Those that are open are counted, and judged once they are over.
    pub(crate) async fn results(&self) -> Result<Summary, ToolError> {
        let Some(recorder) = &self.recorder else { return Ok(Summary::default()) };
        let (mut summary, open) = {
            let kept = lock(&recorder.kept);
            (kept.ended.clone(), kept.open.keys().cloned().collect::<Vec<_>>())
        };
        for id in open {
            if let Some(game) = self.logged(&id).await? {
                summary.count(&game);
            }
        }
        Ok(summary)
    }
}

//! What a service does without being asked: it drops what is not used from memory, deletes inactive games, learns of what an
//! operator does with `divvy admin`, and knows whether it can store games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use divvy_words::admin::too_many_inactive;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::storage::{AdminChange, CleanUp, Notification, clean_up};
use crate::{RepeatedWarning, Service, now};

/// How long a game without subscribers stays in memory.
const IDLE_TIMEOUT: Duration = Duration::from_secs(600);

/// How often the log says that inactive games are kept because they are too many.
const REFUSED_AGAIN: Duration = Duration::from_secs(24 * 60 * 60);

/// How often the storage is asked for changes by an operator.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// How long it is known whether the storage can be written to: load balancers ask all the time.
const KNOWN_FOR: Duration = Duration::from_secs(1);

/// A storage that has not written within this time is not ready, nor is one with so much to write.
const WRITE_TIMEOUT: Duration = Duration::from_secs(3);

/// Whether the storage could be written to, and when it had answered. Locked while the storage is asked.
pub(crate) type Readiness = Arc<Mutex<Option<(tokio::time::Instant, bool)>>>;

impl Service {
    /// Starts the tasks of the service. Games that were inactive for so many days are deleted.
    pub async fn start_upkeep(self: &Arc<Self>, keep_days: u32, tasks: &mut JoinSet<()>) {
        tasks.spawn(Arc::clone(self).maintain(keep_days));
        // Before the first request: what is loaded from now on may change.
        let known = self.games.storage.admin_changes(None).await.ok();
        tasks.spawn(Arc::clone(self).follow_operator(known.map(|(last, _)| last)));
    }

    /// Whether games can be stored. Requests at the same time share one result.
    pub async fn is_ready(&self) -> bool {
        let mut last = Arc::clone(&self.readiness).lock_owned().await;
        if let Some((at, ready)) = *last
            && at.elapsed() < KNOWN_FOR
        {
            return ready;
        }
        let writes = self.games.writes.clone();
        // In a task that keeps the lock: however many clients give up, the storage is asked once at a time.
        let check = tokio::spawn(async move {
            let ready = matches!(timeout(WRITE_TIMEOUT, writes.check_writable()).await, Ok(Ok(())));
            // After the answer: those who waited for it share it, however long it took.
            *last = Some((tokio::time::Instant::now(), ready));
            ready
        });
        check.await.unwrap_or(false)
    }

    /// Drops idle games and addresses from memory every minute, and deletes inactive games from the storage every hour.
    async fn maintain(self: Arc<Self>, keep_days: u32) {
        let (mut minutes, mut refused) = (0_u64, RepeatedWarning::every(REFUSED_AGAIN));
        loop {
            sleep(Duration::from_secs(60)).await;
            if let Some(since) = Instant::now().checked_sub(IDLE_TIMEOUT) {
                self.games.evict_idle(since);
            }
            self.quotas.retain_recent();
            minutes += 1;
            if minutes % 60 == 1 {
                self.delete_inactive(keep_days, &mut refused).await;
            }
        }
    }

    async fn delete_inactive(&self, days: u32, refused: &mut RepeatedWarning) {
        let since = now() - i64::from(days) * 24 * 60 * 60 * 1_000;
        match clean_up(&*self.games.storage, &self.games.writes, since).await {
            Ok(CleanUp::Deleted(0)) => {}
            Ok(CleanUp::Deleted(games)) => tracing::info!(games, "inactive games deleted"),
            Ok(CleanUp::Refused { inactive, all }) => {
                if refused.is_due(Instant::now()).is_some() {
                    tracing::error!("{}", too_many_inactive(inactive, all, days));
                }
            }
            Err(error) => tracing::warn!(%error, "inactive games could not be deleted"),
        }
    }

    /// Applies what an operator did after this change, or if that is not known from now on.
    async fn follow_operator(self: Arc<Self>, mut last: Option<i64>) {
        loop {
            sleep(ASK_AGAIN).await;
            // It is asked again; a storage that is away is logged by the requests that need it.
            let Ok((now, changes)) = self.games.storage.admin_changes(last).await else { continue };
            last = Some(now);
            for change in changes {
                match change {
                    AdminChange::Ended(id) => {
                        self.games.on_notification(Notification::Changed(vec![id]));
                    }
                    AdminChange::Deleted(id) => self.games.on_deleted(&id),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::Limits;
    use crate::storage::{GameId, GameWrite, NewGame, open};

    #[tokio::test]
    async fn a_game_is_deleted_when_it_was_inactive_for_so_many_days() {
        let folder = tempfile::tempdir().unwrap();
        let storage = open(None, &folder.path().join("games")).await.unwrap();
        let service = Service::new(Arc::clone(&storage), "test".to_owned(), &Limits::default());
        let id = |days: i64| GameId::parse(&format!("{days:022}")).unwrap();
        for days in [29, 31] {
            let at = now() - days * 24 * 60 * 60 * 1_000;
            let new = NewGame { id: id(days), at, setup: String::new() };
            storage.write(vec![GameWrite::Create(new)]).await.unwrap();
        }
        service.delete_inactive(30, &mut RepeatedWarning::default()).await;
        assert!(storage.load(&id(29)).await.unwrap().is_some());
        assert_eq!(storage.load(&id(31)).await, Ok(None));
    }
}

//! Learns of what an operator does with `divvy admin` while the server runs.

use std::sync::Arc;
use std::time::Duration;

use crate::server::Server;
use divvy_service::storage::{AdminChange, AdminChanges, Notification, StorageError};

/// How often the storage is asked.
const INTERVAL: Duration = Duration::from_secs(1);

/// Learns of the bans, before the first request is accepted; returns the number of the last change.
pub(crate) async fn begin(server: &Arc<Server>) -> Option<i64> {
    let followed = follow(server, None).await;
    followed.inspect_err(|error| tracing::warn!(%error, "bans are not known yet")).ok()
}

/// Applies bans and changes after this one until it is aborted.
pub(crate) async fn watch(server: Arc<Server>, mut last: Option<i64>) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        match follow(&server, last).await {
            Ok(followed) => last = Some(followed),
            // It is asked again; a storage that is away is logged by the requests that need it.
            Err(error) => tracing::debug!(%error, "changes by the operator are not known now"),
        }
    }
}

/// Applies the changes after this one, and returns the number of the last.
async fn follow(server: &Arc<Server>, after: Option<i64>) -> Result<i64, StorageError> {
    let storage = server.service.games.storage();
    let AdminChanges { last, changes } = storage.admin_changes(after).await?;
    if after.is_none() || changes.contains(&AdminChange::Bans) {
        server.bans.replace(storage.bans().await?);
    }
    for change in changes {
        match change {
            AdminChange::Ended(id) => {
                server.service.games.on_notification(Notification::Changed(vec![id]));
            }
            AdminChange::Deleted(id) => server.service.games.on_deleted(&id),
            AdminChange::Bans => {}
        }
    }
    Ok(last)
}

//! Learns of what an operator does with `divvy admin` while the server runs.

use std::sync::Arc;
use std::time::Duration;

use crate::server::Server;
use divvy_service::storage::{AdminChange, AdminChanges, Notification};

/// How often the storage is asked.
const INTERVAL: Duration = Duration::from_secs(1);

/// Applies changes after this one, or if that is not known from now on, until it is aborted.
pub(crate) async fn watch(server: Arc<Server>, mut last: Option<i64>) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        match server.service.games.storage().admin_changes(last).await {
            Ok(AdminChanges { last: now, changes }) => {
                last = Some(now);
                changes.into_iter().for_each(|change| apply(&server, change));
            }
            // It is asked again; a storage that is away is logged by the requests that need it.
            Err(error) => tracing::debug!(%error, "changes by the operator are not known now"),
        }
    }
}

fn apply(server: &Arc<Server>, change: AdminChange) {
    match change {
        AdminChange::Ended(id) => {
            server.service.games.on_notification(Notification::Changed(vec![id]))
        }
        AdminChange::Deleted(id) => server.service.games.on_deleted(&id),
    }
}

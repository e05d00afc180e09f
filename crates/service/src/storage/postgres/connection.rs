//! Calls to the database are given up after a while, so that one that is gone is noticed soon and one that is back is used
//! at once.

use std::time::Duration;

use sqlx::PgConnection;

use crate::storage::StorageError;
use crate::storage::connections::Connections;

/// How long a call may take, from the wait for a connection to its result.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

impl Connections<PgConnection> {
    /// Calls the database within [`TIMEOUT`].
    pub(super) async fn call<T>(
        &self,
        call: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        self.call_within(TIMEOUT, call).await
    }

    pub(super) async fn call_within<T>(
        &self,
        timeout: Duration,
        call: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        within(timeout, self.with(call)).await
    }
}

pub(super) async fn within<T>(
    timeout: Duration,
    call: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StorageError> {
    match tokio::time::timeout(timeout, call).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(error @ sqlx::Error::ColumnDecode { .. })) => {
            Err(StorageError::Damaged(error.to_string()))
        }
        Ok(Err(error)) => Err(StorageError::Unavailable(error.to_string())),
        Err(_) => Err(StorageError::Unavailable("it does not answer".to_owned())),
    }
}

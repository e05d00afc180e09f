//! From what a person wrote after `--database` to an open storage.

use std::path::Path;
use std::sync::Arc;

use super::Storage;
use super::postgres::Postgres;
use super::sqlite::Sqlite;

/// Why a storage cannot be opened. No message repeats a whole address, for there may be a password in it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address does not say where.
    #[error("{given}: use sqlite:PATH or postgres://USER@HOST/DATABASE")]
    Address {
        /// What is wrong with it.
        given: String,
    },
    /// A newer version of this program was here.
    #[error(
        "{place} has schema {found}, which a newer divvy made; this one knows schemas up to {known}"
    )]
    Newer {
        /// Where.
        place: String,
        /// The schema there.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// There is something else.
    #[error("{place} is not a database of divvy: {why}")]
    Foreign {
        /// Where.
        place: String,
        /// What makes that clear.
        why: String,
    },
    /// It did not work.
    #[error("cannot open {place}: {why}")]
    Failed {
        /// What.
        place: String,
        /// Why not.
        why: String,
    },
}

/// Opens the storage at an address: `sqlite:PATH` or `postgres://…`; without one, a SQLite file at the default path.
///
/// # Errors
///
/// The address means nothing, or what it means cannot be opened.
pub async fn open(
    address: Option<&str>,
    default_path: &Path,
) -> Result<Arc<dyn Storage>, OpenError> {
    let Some(address) = address else {
        return Ok(Arc::new(Sqlite::open(default_path).await?));
    };
    let wrong = |given: &str| Err(OpenError::Address { given: given.to_owned() });
    match address.split_once(':') {
        Some(("sqlite", path)) => match path.strip_prefix("//").unwrap_or(path) {
            "" | ":memory:" => wrong("the path of a file is missing after sqlite:"),
            path => Ok(Arc::new(Sqlite::open(Path::new(path)).await?)),
        },
        Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
            Ok(Arc::new(Postgres::connect(address).await?))
        }
        Some((scheme, rest)) if rest.starts_with("//") && is_scheme(scheme) => {
            wrong(&format!("{scheme}:// is not a database that divvy can use"))
        }
        _ => wrong("this is not the address of a database"),
    }
}

/// Whether this can be said aloud: it is the beginning of an address, and no part of a secret.
fn is_scheme(text: &str) -> bool {
    text.len() <= 16
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

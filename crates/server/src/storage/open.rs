//! Opens the storage that `--database` names.

use std::path::Path;
use std::sync::Arc;

use super::Storage;
use super::postgres::Postgres;
use super::sqlite::Sqlite;

/// Why a storage cannot be opened. No message repeats a whole URL, because it may contain a password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL is not valid, for this reason.
    #[error("{0}: use sqlite:PATH or postgres://USER@HOST/DATABASE")]
    InvalidUrl(String),
    /// A newer version of this program has changed the schema.
    #[error(
        "{place} has schema {found}, which a newer divvy made; this one knows schemas up to {known}"
    )]
    Newer {
        /// The database.
        place: String,
        /// Its schema.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// It is a file or database of another program.
    #[error("{place} is not a database of divvy: {why}")]
    Foreign {
        /// The database.
        place: String,
        /// How that was recognised.
        why: String,
    },
    /// The database does not answer, or not yet. A later attempt may succeed.
    #[error("cannot reach {place}: {why}")]
    Unreachable {
        /// The database.
        place: String,
        /// The reason.
        why: String,
    },
    /// Opening failed.
    #[error("cannot open {place}: {why}")]
    Failed {
        /// The database.
        place: String,
        /// The reason.
        why: String,
    },
}

/// Opens the storage at a URL, `sqlite:PATH` or `postgres://…`; without one, a SQLite file at the default path.
///
/// # Errors
///
/// The URL is not valid, or the database cannot be opened.
pub async fn open(url: Option<&str>, default_path: &Path) -> Result<Arc<dyn Storage>, OpenError> {
    let Some(url) = url else {
        return Ok(Arc::new(Sqlite::open(default_path).await?));
    };
    let wrong = |what: &str| Err(OpenError::InvalidUrl(what.to_owned()));
    match url.split_once(':') {
        Some(("sqlite", path)) => match path.strip_prefix("//").unwrap_or(path) {
            "" | ":memory:" => wrong("the path of a file is missing after sqlite:"),
            path => Ok(Arc::new(Sqlite::open(Path::new(path)).await?)),
        },
        Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
            Ok(Arc::new(Postgres::connect(url).await?))
        }
        Some((scheme, rest)) if rest.starts_with("//") && is_scheme(scheme) => {
            wrong(&format!("{scheme}:// is not a database that divvy can use"))
        }
        _ => wrong("this is not the address of a database"),
    }
}

/// Whether this looks like the scheme of a URL, and not like part of a password, so that a message may repeat it.
fn is_scheme(text: &str) -> bool {
    text.len() <= 16
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

//! Opens the storage that `--database` names.

use std::path::Path;
use std::sync::Arc;

use super::database::Engine;
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::{Database, Storage};

/// The number of the schema that this program uses, as the table `schema` has it.
const SCHEMA: i64 = 2;

/// Refuses a database whose tables are not those that this program knows.
pub(super) fn check_schema(place: &str, found: i64) -> Result<(), OpenError> {
    match found {
        SCHEMA => Ok(()),
        _ => Err(OpenError::OtherSchema(place.to_owned(), found)),
    }
}

/// Why a storage cannot be opened, with the place of the database. No message repeats a whole URL, because it may contain a
/// password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}: use sqlite:PATH or postgres://USER@HOST/DATABASE")]
    InvalidUrl(String),
    #[error(
        "{0} has schema {1}, which {age} divvy made; this one uses schema {SCHEMA}",
        age = if *.1 > SCHEMA { "a newer" } else { "an older" }
    )]
    OtherSchema(String, i64),
    #[error("{0} is not a database of divvy: {1}")]
    Foreign(String, &'static str),
    /// A later attempt may succeed.
    #[error("cannot reach {0}: {1}")]
    Unreachable(String, String),
    #[error("there is no database at {0}; --database names another")]
    Missing(String),
    /// With which process uses it, in parentheses, if that is known.
    #[error(
        "{0} is in use by another divvy serve{1}: stop that one first, or let several share a PostgreSQL \
         database (--database postgres://USER@HOST/DATABASE)"
    )]
    InUse(String, String),
    #[error("cannot open {0}: {1}")]
    Failed(String, String),
}

pub(super) enum Place<'a> {
    File(&'a Path),
    Postgres(&'a str),
}

impl<'a> Place<'a> {
    pub(super) fn of(url: Option<&'a str>, default_path: &'a Path) -> Result<Self, OpenError> {
        let Some(url) = url else { return Ok(Self::File(default_path)) };
        let wrong = |what: &str| Err(OpenError::InvalidUrl(what.to_owned()));
        match url.split_once(':') {
            Some(("sqlite", path)) => match path.strip_prefix("//").unwrap_or(path) {
                "" | ":memory:" => wrong("the path of a file is missing after sqlite:"),
                path => Ok(Self::File(Path::new(path))),
            },
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                Ok(Self::Postgres(url))
            }
            _ => wrong("this is not the address of a database that divvy can use"),
        }
    }
}

/// Opens the storage at a URL, `sqlite:PATH` or `postgres://…`; without one, a SQLite file at the default path.
pub async fn open(url: Option<&str>, default_path: &Path) -> Result<Arc<dyn Storage>, OpenError> {
    Ok(match Place::of(url, default_path)? {
        Place::File(path) => Arc::new(Database::new(Engine::Sqlite(Sqlite::open(path).await?))),
        Place::Postgres(_) => open_admin(url, default_path).await?,
    })
}

/// Opens a storage that is there already, for an operator.
pub async fn open_admin(
    url: Option<&str>,
    default_path: &Path,
) -> Result<Arc<Database>, OpenError> {
    let engine = match Place::of(url, default_path)? {
        Place::File(path) => Engine::Sqlite(Sqlite::open_existing(path).await?),
        Place::Postgres(url) => Engine::Postgres(Postgres::connect(url).await?),
    };
    Ok(Arc::new(Database::new(engine)))
}

/// Opens a SQLite file that is there, to read only, and leaves everything as it is.
pub async fn open_copy(path: &Path) -> Result<Database, OpenError> {
    Ok(Database::new(Engine::Sqlite(Sqlite::open_copy(path).await?)))
}

/// Whether a URL contains a password.
pub fn has_password(url: &str) -> bool {
    let Some((_, rest)) = url.split_once("//") else { return false };
    let (address, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = address.split('/').next().unwrap_or_default();
    let user = authority.rsplit_once('@').map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':'))
        || parameters.split('&').any(|parameter| parameter.starts_with("password="))
}

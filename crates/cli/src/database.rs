//! Finds and opens the database of the server: `--database`, `--database-file`, or the file in the data folder.

use std::path::{Path, PathBuf};

use divvy_service::storage::{self, OpenError};
use divvy_words::admin as words;
use etcetera::BaseStrategy;

use crate::args::DatabaseArgs;
use crate::failure::Failure;
use crate::line::shown;

/// The most bytes of a file with a URL.
const LONGEST_URL: u64 = 64 * 1024;

/// Where the service of the Debian package has its file: `XDG_DATA_HOME` of `packaging/debian/divvy.service`.
const PACKAGE: &str = "/var/lib/divvy/server.sqlite";

/// The database that the arguments name.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) url: Option<String>,
    /// The SQLite file that is used without a URL.
    pub(crate) default_path: PathBuf,
    /// The argument that gave the URL.
    argument: &'static str,
}

impl Database {
    /// Passwords that others on this machine can read are warned of.
    pub(crate) fn of(args: &DatabaseArgs, warn: impl Fn(&str)) -> Result<Self, Failure> {
        let (url, argument) = match (&args.database, &args.database_file) {
            (Some(url), _) => {
                if storage::has_password(url) {
                    warn(words::PASSWORD_IN_ARGUMENTS);
                }
                (Some(url.clone()), "--database")
            }
            (None, Some(file)) => {
                let url = read(file).map_err(|error| Failure::system("read", file, &error))?;
                if storage::has_password(&url) && is_open_to_others(file) {
                    warn(&words::password_file_is_open(&file.display()));
                }
                (Some(url), "--database-file")
            }
            (None, None) => (None, "--database"),
        };
        Ok(Self { url, default_path: default_path(), argument })
    }

    /// The same for an operator, who may be another user than the server: without an own database it is that of the
    /// Debian package.
    pub(crate) fn of_operator(args: &DatabaseArgs, warn: impl Fn(&str)) -> Result<Self, Failure> {
        let mut database = Self::of(args, &warn)?;
        if database.url.is_none() && is_packages(&database.default_path, Path::new(PACKAGE)) {
            warn(&words::database_of_package(PACKAGE));
            database.default_path = PathBuf::from(PACKAGE);
        }
        Ok(database)
    }

    /// Why it cannot be opened.
    pub(crate) fn failure(&self, error: OpenError) -> Failure {
        match error {
            OpenError::InvalidUrl(_) => {
                let forms = "takes sqlite:PATH or postgres://USER@HOST/DATABASE";
                // What comes behind the scheme may be a password.
                let given = self.url.as_deref().unwrap_or_default();
                let given = shown(given.split_once("//").map_or(given, |(scheme, _)| scheme));
                Failure::Usage(format!("{} {forms}, not {given}", self.argument))
            }
            error => Failure::running(error),
        }
    }
}

/// Whether an operator means the database of the package, also one that is lost and is to be restored.
fn is_packages(own: &Path, package: &Path) -> bool {
    !own.exists() && package.parent().is_some_and(Path::is_dir)
}

/// The URL in a file, which may have a line end after it.
fn read(file: &Path) -> std::io::Result<String> {
    use std::io::Read;

    let mut text = String::new();
    std::fs::File::open(file)?.take(LONGEST_URL).read_to_string(&mut text)?;
    Ok(text.trim().to_owned())
}

/// Whether every user of this machine can read the file.
fn is_open_to_others(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        std::fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o007 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// The SQLite file that is used unless another database is named.
fn default_path() -> PathBuf {
    let strategy = etcetera::choose_base_strategy();
    let folder = strategy.map_or_else(|_| PathBuf::from("."), |strategy| strategy.data_dir());
    folder.join("divvy").join("server.sqlite")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_lost_database_of_the_package_is_restored_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let [own, package] = ["own", "package/server.sqlite"].map(|name| folder.path().join(name));
        assert!(!is_packages(&own, &package), "it is not installed");
        std::fs::create_dir(folder.path().join("package")).unwrap();
        assert!(is_packages(&own, &package));
        std::fs::write(&own, "").unwrap();
        assert!(!is_packages(&own, &package));
    }
}

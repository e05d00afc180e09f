//! Files that appear complete or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Whether a file can be written there at all, as far as one can tell before there is anything to write.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let why = match folder(path).metadata() {
        Ok(folder) if !folder.is_dir() => "it would not be in a folder".to_owned(),
        Ok(_) if path.is_dir() => "it is a folder".to_owned(),
        Ok(_) => return Ok(()),
        Err(error) => error.to_string(),
    };
    Err(Failure::file("write", path, why))
}

/// Writes beside the place and moves it there, so that no half of a file is ever found. A pipe or a device is written to as
/// it is; a link stays, and what it leads to is written.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    check(path)?;
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let written = match target.metadata() {
        Ok(found) if !found.is_file() => {
            File::options().write(true).open(&target).and_then(|mut file| file.write_all(content))
        }
        _ => replace(&target, content),
    };
    written.map_err(|error| Failure::file("write", path, error))
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // As any other program would make it: the user's own settings say who can read it.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder(path))?;
    file.write_all(content)?;
    if let Ok(found) = path.metadata() {
        file.as_file().set_permissions(found.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

//! Files that appear whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// Whether a file can be written there at all, as far as one can tell before there is anything to write.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let why = match folder(path).metadata() {
        Ok(folder) if !folder.is_dir() => "it would not be in a folder".to_owned(),
        Ok(_) if path.is_dir() => "it is a folder".to_owned(),
        Ok(_) => return Ok(()),
        Err(error) => error.to_string(),
    };
    Err(trouble(path, &why))
}

/// Writes beside the place and moves it there, so that no half of a file is ever found. What is no file, such as a pipe
/// or a device, is written to as it is; a link stays, and what it leads to is written.
pub(crate) fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    check(path)?;
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let written = match target.metadata() {
        Ok(found) if !found.is_file() => in_place(&target, content),
        _ => beside(&target, content),
    };
    written.map_err(|error| trouble(path, &error.to_string()))
}

fn in_place(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(File::options().write(true).open(path)?);
    content(&mut writer)?;
    writer.flush()
}

fn beside(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = temporary(&folder(path))?;
    let mut writer = BufWriter::new(&mut file);
    content(&mut writer)?;
    writer.flush()?;
    drop(writer);
    if let Ok(found) = path.metadata() {
        file.as_file().set_permissions(found.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// A file as any other program would make it, readable by whom the user's own settings say.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

fn trouble(path: &Path, why: &str) -> Failure {
    Failure::Running(format!("cannot write {}: {why}", path.display()))
}

//! Files that appear complete or not at all.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use divvy_store::{folder_of, plain_at, write_whole};

use crate::failure::Failure;

/// Whether a file can be written there at all, as far as one can tell before there is anything to write.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let why = match folder_of(path).metadata() {
        Ok(folder) if !folder.is_dir() => "it would not be in a folder".to_owned(),
        Ok(_) if path.is_dir() => "it is a folder".to_owned(),
        Ok(_) => return Ok(()),
        Err(error) => plain_at(path, &error),
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
        _ => write_whole(&target, content, true),
    };
    written.map_err(|error| Failure::system("write", path, &error))
}

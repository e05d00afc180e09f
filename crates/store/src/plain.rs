//! What the system says about a file, in plain words: without numbers of errors, without names of temporary files.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::folder_of;

/// Why something with this file failed.
pub fn plain_at(path: &Path, error: &io::Error) -> String {
    let folder = folder_of(path);
    match error.kind() {
        ErrorKind::NotFound if !folder.exists() => {
            format!("there is no folder {}", folder.display())
        }
        ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => plain(error),
    }
}

/// What went wrong, in a few words that can stand behind a colon.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    // Words of our own stay; a temporary file adds its name to those of the system.
    if error.get_ref().is_some() && !text.contains(" at path ") {
        return without_numbers(&text);
    }
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your share of the disk is used up",
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        ErrorKind::FileTooLarge => "the file would be too large",
        ErrorKind::NotADirectory => "a folder of its path is a file",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::InvalidData => "it is not text",
        ErrorKind::BrokenPipe => "its reader has left",
        ErrorKind::AddrInUse => "the address is in use",
        ErrorKind::ConnectionRefused => "nothing listens there",
        _ => {
            let text = without_numbers(&text);
            let mut letters = text.chars();
            let first = letters.next().map(|letter| letter.to_lowercase());
            return first.into_iter().flatten().chain(letters).collect();
        }
    };
    known.to_owned()
}

/// A text without the numbers that the system adds to its words: `(os error 2)`.
pub fn without_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    first
        + &parts.map(|part| part.split_once(')').map_or("", |(_, after)| after)).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_numbers_nor_temporary_names_are_said() {
        let at = |path: &str, code| plain_at(Path::new(path), &io::Error::from_raw_os_error(code));
        assert_eq!(at("/nonexistent/x", 2), "there is no folder /nonexistent");
        assert_eq!(at("/x", 2), "there is no such file");
        assert_eq!(at("x", 13), "permission denied");
        assert_eq!(at("x", 28), "the disk is full");
        assert_eq!(at("x", 5), "input/output error");
        let temporary = tempfile::Builder::new().tempfile_in("/nonexistent").err();
        let said = temporary.map(|error| plain_at(Path::new("/nonexistent/x"), &error));
        assert_eq!(said.as_deref(), Some("there is no folder /nonexistent"));
        assert_eq!(plain(&io::Error::other("not a file")), "not a file");
    }
}

//! The files of a database: where they are, whose they are, and which.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The folder that a file is in.
pub(in crate::storage) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The file whose name has this at its end.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Makes the name of a new file durable, not only its contents. Systems that cannot sync a folder need no sync.
pub fn sync_folder_of(file: &Path) {
    let folder = folder_of(file);
    for folder in [Some(&*folder), folder.parent()].into_iter().flatten() {
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
    }
}

/// What tells a file from another one at the same path: its device and its number there.
pub(super) type FileId = (u64, u64);

/// None where there is no file, and on systems without such numbers.
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    path.metadata().ok().and_then(|file| numbers(&file)).map(|(id, _)| id)
}

/// How many names a file has; 0 where that is not known.
pub(in crate::storage) fn links(file: io::Result<Metadata>) -> u64 {
    file.ok().and_then(|file| numbers(&file)).map_or(0, |(_, links)| links)
}

/// Opens no symbolic link: what root opens in the folder of a server must not lead to the files of others.
pub(in crate::storage) fn no_link(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(nix::fcntl::OFlag::O_NOFOLLOW.bits());
    }
    options
}

fn numbers(file: &Metadata) -> Option<(FileId, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some(((file.dev(), file.ino()), file.nlink()))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

/// Gives a file to the owner of another file or folder: what root makes is used by a server that is not root.
pub(in crate::storage) fn give_like(file: &File, other: &Path) {
    #[cfg(unix)]
    if let Ok(other) = other.metadata() {
        use std::os::unix::fs::MetadataExt;
        // Only root can, and only root needs to.
        let _ = std::os::unix::fs::fchown(file, Some(other.uid()), Some(other.gid()));
    }
    #[cfg(not(unix))]
    let _ = (file, other);
}

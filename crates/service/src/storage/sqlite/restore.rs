//! Puts a database in the place of another.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::files::{beside, folder_of, give_like, no_link, sync_folder_of};
use super::{checkpoint, options};
use crate::storage::Claim;
use crate::storage::connections::Connections;

/// How every SQLite file begins.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Puts a database, which must be one file, in the place of the claimed one, which is kept as `kept` if there is one; says
/// whether there was. Whenever this is interrupted, the one or the other is in place; only of a damaged one the WAL may be
/// beside `kept` then.
pub async fn replace(claim: &Claim, new: &Path, kept: &Path) -> io::Result<bool> {
    let path = claim.path();
    let folder = folder_of(path);
    let exists = path.exists();
    if exists && !is_database(path)? {
        return Err(io::Error::other("it is no SQLite database; move it away to restore here"));
    }
    let file = no_link(OpenOptions::new().read(true).write(true)).open(new)?;
    give_like(&file, if exists { path } else { &folder });
    if exists {
        // What is in its WAL goes into the file, which then has none. Only one that is damaged keeps its WAL.
        let connections = Connections::new(&options(path), 1);
        let is_busy = connections.with(checkpoint).await;
        connections.close().await;
        if let Ok(true) = is_busy {
            return Err(io::Error::other("another process uses the database"));
        }
        let permissions = path.metadata()?.permissions();
        file.set_permissions(permissions.clone())?;
        let mut old = File::create_new(kept)?;
        io::copy(&mut File::open(path)?, &mut old)?;
        old.set_permissions(permissions)?;
        give_like(&old, path);
        old.sync_all()?;
    }
    // The WAL of the old database would be taken for that of the new one.
    for end in ["-wal", "-shm"] {
        match fs::rename(beside(path, end), beside(kept, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    file.sync_all()?;
    sync_folder_of(path);
    fs::rename(new, path)?;
    sync_folder_of(path);
    Ok(exists)
}

/// Whether a file begins as SQLite's do, damaged or not, or is empty.
fn is_database(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut begin)?;
    Ok(begin.is_empty() || begin == MAGIC)
}

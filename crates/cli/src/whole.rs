//! Files that appear whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// Writes beside the place and moves it there, so that no half of a file is ever found.
pub(crate) fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file = beside(folder.unwrap_or(Path::new(".")))?;
        let mut writer = BufWriter::new(&mut file);
        content(&mut writer)?;
        writer.flush()?;
        drop(writer);
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error: io::Error| {
        Failure::Running(anyhow::anyhow!("cannot write {}: {error}", path.display()))
    })
}

/// A file as any other program would make it, readable by whom the user's own settings say.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

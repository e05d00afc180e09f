//! `divvy admin backup` and `divvy admin restore`

use std::io::{ErrorKind, Write};
use std::path::Path;

use divvy_service::storage::{self, Database as Games, Storage, beside};
use divvy_words::admin as said;

use super::{checked, write_damage};
use crate::database::Database;
use crate::failure::Failure;
use crate::output;

pub(super) async fn backup(games: &Games, file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    if file.exists() {
        return Err(Failure::file("write", file, "it exists already"));
    }
    // Under its own name only when it is whole.
    let part = beside(file, ".part");
    let games = copy(games, &part, out).await?;
    std::fs::rename(&part, file).map_err(|error| Failure::system("write", file, &error))?;
    storage::sync_folder_of(file);
    Ok(writeln!(out, "{}", said::backed_up(&file.display(), games))?)
}

/// Copies a database to a file and checks the copy; returns how many games it has.
async fn copy(games: &Games, file: &Path, out: &mut dyn Write) -> Result<u64, Failure> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(Failure::system("write", file, &error));
        }
        // A link that leads nowhere is gone too.
        _ => {}
    }
    match games.backup(file).await {
        None => return Err(Failure::running(said::BACKUP_OF_POSTGRESQL)),
        Some(copied) => copied.map_err(|error| Failure::file("write", file, error))?,
    }
    let copy = storage::open_copy(file).await.map_err(Failure::running)?;
    let report = checked(&copy).await?;
    copy.close().await?;
    if !report.damage.is_empty() {
        write_damage(&report.damage, out)?;
        return Err(Failure::Running(said::backup_is_damaged(&file.display())));
    }
    Ok(report.games)
}

pub(super) async fn restore(
    database: &Database,
    file: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let claim = storage::claim(database.url.as_deref(), &database.default_path);
    let Some(claim) = claim.map_err(|error| database.failure(error))? else {
        return Err(Failure::running(said::RESTORE_OF_POSTGRESQL));
    };
    let backup = storage::open_copy(file).await.map_err(Failure::running)?;
    let report = checked(&backup).await?;
    if !report.damage.is_empty() {
        write_damage(&report.damage, out)?;
        return Err(Failure::Running(said::not_restored(&file.display())));
    }
    let place = claim.path();
    let part = beside(place, ".part");
    if file.canonicalize().is_ok_and(|file| part.canonicalize().is_ok_and(|part| part == file)) {
        return Err(Failure::file(
            "write",
            &part,
            "it is the file to restore; give that another name",
        ));
    }
    let games = copy(&backup, &part, out).await?;
    // Nothing was written to it; a WAL that it has stays.
    let _ = backup.close().await;
    let kept = beside(place, &format!(".before-{}", output::stamp()));
    let replaced = storage::replace(&claim, &part, &kept).await;
    let replaced = replaced.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        Failure::system("write", place, &error)
    })?;
    let kept = replaced.then(|| kept.display());
    Ok(writeln!(out, "{}", said::restored(&place.display(), games, kept.as_ref()))?)
}

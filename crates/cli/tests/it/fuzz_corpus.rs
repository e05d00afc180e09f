//! Replays the corpus of the fuzz targets (`fuzz/`): seeds, and whatever fuzzing has found.

#[path = "../../../../fuzz/checks.rs"]
#[allow(unreachable_pub)]
mod checks;

use std::path::Path;

#[test]
fn the_corpus_of_every_target_still_holds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (target, check) in checks::ALL {
        let files: Vec<_> = std::fs::read_dir(corpus.join(target))
            .unwrap_or_else(|error| panic!("no corpus for {target}: {error}"))
            .map(|entry| entry.unwrap().path())
            .collect();
        assert!(files.len() >= 5, "{target} has {} files", files.len());
        for file in files {
            check(&std::fs::read(file).unwrap());
        }
    }
}

/// Seeds that are refused teach a search nothing about what is accepted.
#[test]
fn the_seeds_named_after_matches_are_matches() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/saved");
    for name in ["single.divvy", "series.divvy", "untouched.divvy"] {
        let contents = std::fs::read(corpus.join(name)).unwrap();
        divvy_store::decode(&contents).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

//! What becomes of the patch.

use crate::exit::{Exit, OrStop, Stop};
use crate::patch::Patch;
use crate::patch::apply::Stale;
use crate::status::{self, Status};
use anyhow::anyhow;
use std::path::Path;
use std::process::Command;

/// Refuses to write where something is not committed yet, so that what is written can be told apart. Where there is no version control, nobody can tell.
pub fn refuse_dirty(root: &Path) -> Result<(), Stop> {
    let output = Command::new("git").args(["status", "--porcelain"]).arg(".").current_dir(root).output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else { return Ok(()) };
    let changed = String::from_utf8_lossy(&output.stdout);
    let files: Vec<&str> = changed.lines().collect();
    if files.is_empty() {
        return Ok(());
    }
    let message = format!(
        "there are changes that are not committed:\n{}\n  help: commit them, or say --allow-dirty",
        files.join("\n")
    );
    Err(Stop::new(Exit::Usage, message))
}

/// Applies the patch, and says what has changed.
pub fn write(patch: &Patch, root: &Path, status: &Status) -> Result<Exit, Stop> {
    let applied = patch.apply(root).or_stop(Exit::CannotWrite)?;
    for file in &applied.files {
        status.say("Changed", &file.display().to_string());
    }
    let mut exit = Exit::Held;
    for Stale { name, file } in &applied.stale {
        status::error(&anyhow!(
            "{name} is not written: {} has changed meanwhile\n  help: run the command again",
            file.display()
        ));
        exit = Exit::CannotWrite;
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(directory: &Path, arguments: &[&str]) {
        assert!(
            Command::new("git").args(arguments).current_dir(directory).output().unwrap().status.success()
        );
    }

    #[test]
    fn what_is_not_committed_is_named() {
        let root = tempfile::tempdir().unwrap();
        git(root.path(), &["init", "-q"]);
        assert!(refuse_dirty(root.path()).is_ok());
        std::fs::write(root.path().join("new.rs"), "").unwrap();
        let stop = refuse_dirty(root.path()).unwrap_err();
        let message = stop.cause.to_string();
        assert!(message.contains("new.rs") && message.contains("--allow-dirty"), "{message}");
        assert_eq!(stop.exit, Exit::Usage);
    }
}

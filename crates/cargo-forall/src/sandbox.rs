//! Where explored code may leave things, and what it may take.

use anyhow::Context;
use forall_runtime::confine::{self, Limits};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory of this process alone; it is removed with this value.
pub struct Sandbox {
    directory: PathBuf,
    limits: Limits,
}

impl Sandbox {
    /// Below `parent`, in which every process has its own. Without confinement, only the limits hold.
    pub fn new(parent: &Path, confined: bool, max_memory: u64) -> anyhow::Result<Sandbox> {
        remove_abandoned(parent);
        let directory = parent.join(std::process::id().to_string());
        let files = directory.join("files");
        for directory in [&files, &directory.join("messages")] {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot create {}", directory.display()))?;
        }
        // What explored code is told must hold wherever it goes.
        let files = fs::canonicalize(&files).with_context(|| format!("cannot find {}", files.display()))?;
        Ok(Sandbox { directory, limits: Limits { scratch: confined.then_some(files), max_memory } })
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The directory of the sandboxes of all processes, those that are gone included, as confined code is told of it.
    pub fn all(&self) -> Option<&Path> {
        self.limits.scratch.as_deref()?.ancestors().nth(2)
    }

    /// Where programs that are replayed leave their messages.
    pub fn messages(&self) -> PathBuf {
        self.directory.join("messages")
    }

    /// What this kernel cannot keep explored code from, if it should be kept from it.
    pub fn missing(&self) -> Option<String> {
        let missing = confine::missing();
        (self.limits.scratch.is_some() && !missing.is_empty())
            .then(|| format!("explored code is only partly confined: {}", missing.join("; ")))
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // Whatever stays is removed by the next process.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// A process that was killed leaves its directory behind.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.parse::<u32>().ok());
        if process.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sandbox_goes_with_its_process() {
        let parent = tempfile::tempdir().unwrap();
        let abandoned = parent.path().join(u32::MAX.to_string());
        fs::create_dir_all(abandoned.join("files")).unwrap();
        let sandbox = Sandbox::new(parent.path(), true, 1).unwrap();
        assert!(!abandoned.exists());
        assert!(sandbox.limits().scratch.as_ref().unwrap().is_dir() && sandbox.messages().is_dir());
        drop(sandbox);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn without_confinement_limits_stay() {
        let parent = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::new(parent.path(), false, 77).unwrap();
        assert_eq!(sandbox.limits(), &Limits { scratch: None, max_memory: 77 });
        assert_eq!(sandbox.missing(), None);
    }
}

//! Which files this very program linked.

use super::artifacts::Artifact;
use anyhow::Context;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Remembers which files this very program linked. Cargo does not know that another version of it would link other files.
pub struct Stamp {
    file: PathBuf,
    tool: String,
    linked: BTreeSet<String>,
}

impl Stamp {
    /// Removes what another version has linked, for cargo to link it again.
    pub fn open(file: &Path, tool: &Path) -> anyhow::Result<Stamp> {
        let metadata = tool.metadata()?;
        let modified = metadata.modified()?.duration_since(std::time::UNIX_EPOCH)?;
        let tool = format!("{} {}", metadata.len(), modified.as_nanos());
        let recorded = std::fs::read_to_string(file).unwrap_or_default();
        let mut lines = recorded.lines();
        let by_this_tool = lines.next() == Some(&tool);
        let mut linked: BTreeSet<String> = lines.map(str::to_owned).collect();
        if !by_this_tool {
            for path in &linked {
                // What is already gone need not be removed.
                let _ = std::fs::remove_file(path);
            }
            linked.clear();
        }
        let stamp = Stamp { file: file.into(), tool, linked };
        stamp.write()?;
        Ok(stamp)
    }

    pub fn record(mut self, artifacts: &[Artifact]) -> anyhow::Result<()> {
        self.linked
            .extend(artifacts.iter().map(|artifact| artifact.executable.to_string_lossy().into_owned()));
        self.linked.retain(|path| Path::new(path).exists());
        self.write()
    }

    fn write(&self) -> anyhow::Result<()> {
        let lines: Vec<&str> =
            [self.tool.as_str()].into_iter().chain(self.linked.iter().map(String::as_str)).collect();
        let directory = self.file.parent().context("a stamp has a directory")?;
        std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&self.file, lines.join("\n")))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::artifacts::{CargoTarget, Profile};
    use super::*;

    #[test]
    fn what_another_version_linked_is_linked_again() {
        let directory = tempfile::tempdir().unwrap();
        let [tool, linked, file] = ["tool", "linked", "stamp"].map(|name| directory.path().join(name));
        std::fs::write(&tool, "version 1").unwrap();
        std::fs::write(&linked, "").unwrap();
        let target = CargoTarget { kind: vec!["lib".into()], name: "a".into() };
        let artifact = Artifact {
            package_id: "p".into(),
            target,
            executable: linked.clone(),
            profile: Profile::default(),
            libraries: Vec::new(),
        };
        Stamp::open(&file, &tool).unwrap().record(&[artifact]).unwrap();
        Stamp::open(&file, &tool).unwrap();
        assert!(linked.exists());
        std::fs::write(&tool, "version 2 is longer").unwrap();
        Stamp::open(&file, &tool).unwrap();
        assert!(!linked.exists());
    }
}

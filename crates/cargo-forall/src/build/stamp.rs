//! Which files this very program made.

use anyhow::Context;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Remembers which files this very program made as cargo's linker or compiler. Cargo does not know that another version of it would make others.
pub struct Stamp {
    file: PathBuf,
    tool: String,
    made: BTreeSet<String>,
}

impl Stamp {
    /// Removes what another version has made, for cargo to have it made again.
    pub fn open(file: &Path, tool: &Path) -> anyhow::Result<Stamp> {
        let metadata = tool.metadata()?;
        let modified = metadata.modified()?.duration_since(std::time::UNIX_EPOCH)?;
        let tool = format!("{} {}", metadata.len(), modified.as_nanos());
        let recorded = std::fs::read_to_string(file).unwrap_or_default();
        let mut lines = recorded.lines();
        let by_this_tool = lines.next() == Some(&tool);
        let mut made: BTreeSet<String> = lines.map(str::to_owned).collect();
        if !by_this_tool {
            for path in &made {
                // What is already gone need not be removed.
                let _ = std::fs::remove_file(path);
            }
            made.clear();
        }
        let stamp = Stamp { file: file.into(), tool, made };
        stamp.write()?;
        Ok(stamp)
    }

    pub fn record<'p>(mut self, files: impl Iterator<Item = &'p Path>) -> anyhow::Result<()> {
        self.made.extend(files.map(|file| file.to_string_lossy().into_owned()));
        self.made.retain(|path| Path::new(path).exists());
        self.write()
    }

    fn write(&self) -> anyhow::Result<()> {
        let lines: Vec<&str> =
            [self.tool.as_str()].into_iter().chain(self.made.iter().map(String::as_str)).collect();
        let directory = self.file.parent().context("a stamp has a directory")?;
        std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&self.file, lines.join("\n")))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_version_made_is_made_again() {
        let directory = tempfile::tempdir().unwrap();
        let [tool, made, file] = ["tool", "made", "stamp"].map(|name| directory.path().join(name));
        std::fs::write(&tool, "version 1").unwrap();
        std::fs::write(&made, "").unwrap();
        Stamp::open(&file, &tool).unwrap().record([made.as_path()].into_iter()).unwrap();
        Stamp::open(&file, &tool).unwrap();
        assert!(made.exists());
        std::fs::write(&tool, "version 2 is longer").unwrap();
        Stamp::open(&file, &tool).unwrap();
        assert!(!made.exists());
    }
}

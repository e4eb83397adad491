//! The files with the cases, in the user's package.
//!
//! See docs/decisions/one-case-file-per-test.md.

use anyhow::Context;
use std::path::Path;
use std::time::SystemTime;

/// What has become, or would become, of a case file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It already says this.
    Unchanged,
    Created,
    Replaced,
}

/// What writing `source` to `file` would change.
pub fn compare(file: &Path, source: &str) -> anyhow::Result<Change> {
    match std::fs::read(file) {
        Ok(bytes) if bytes == source.as_bytes() => Ok(Change::Unchanged),
        Ok(_) => Ok(Change::Replaced),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Change::Created),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// Writes a case file as a whole or not at all. `origin` is the source file of the test.
pub fn write(file: &Path, source: &str, origin: &Path) -> anyhow::Result<Change> {
    let change = compare(file, source)?;
    if change != Change::Unchanged {
        replace(file, source).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if change == Change::Created {
        touch(origin);
    }
    Ok(change)
}

/// Puts back what stood in a case file before, if there was one.
pub fn restore(file: &Path, before: Option<&str>, origin: &Path) -> anyhow::Result<()> {
    match before {
        Some(before) => replace(file, before),
        None => std::fs::remove_file(file),
    }
    .with_context(|| format!("cannot withdraw {}", file.display()))?;
    if before.is_none() {
        remove_empty(file.parent());
        touch(origin);
    }
    Ok(())
}

/// `#[forall]` includes the file only if it is there when the test is compiled, and cargo compiles only what has changed since.
/// A test that was compiled without it goes on with its boundary inputs: a pity, but no harm.
fn touch(origin: &Path) {
    let _ = std::fs::File::options()
        .append(true)
        .open(origin)
        .and_then(|file| file.set_modified(SystemTime::now()));
}

/// Directories that have nothing left in them go, too.
pub fn remove_empty(directory: Option<&Path>) {
    let mut directory = directory;
    // One that is not empty cannot be removed, and that ends it.
    while let Some(empty) = directory.filter(|empty| std::fs::remove_dir(empty).is_ok()) {
        directory = empty.parent();
    }
}

fn replace(file: &Path, source: &str) -> std::io::Result<()> {
    let directory = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(directory)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = directory.join(format!(".{name}.{}", std::process::id()));
    let result = std::fs::write(&unfinished, source).and_then(|()| std::fs::rename(&unfinished, file));
    if result.is_err() {
        // It may not even exist.
        let _ = std::fs::remove_file(&unfinished);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn modified(file: &Path) -> SystemTime {
        file.metadata().unwrap().modified().unwrap()
    }

    #[test]
    fn an_unchanged_file_is_not_touched() {
        let directory = tempfile::tempdir().unwrap();
        let [file, origin] = ["forall/m/abs.rs", "lib.rs"].map(|name| directory.path().join(name));
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        std::fs::write(&origin, "// source").unwrap();
        let age = |file: &Path| {
            std::fs::File::options().append(true).open(file).unwrap().set_modified(long_ago).unwrap()
        };
        age(&origin);

        assert_eq!(write(&file, "// one", &origin).unwrap(), Change::Created);
        assert!(modified(&origin) > long_ago, "a new file must be compiled in");
        age(&origin);
        age(&file);
        assert_eq!(write(&file, "// one", &origin).unwrap(), Change::Unchanged);
        assert_eq!(modified(&file), long_ago);
        assert_eq!(write(&file, "// two", &origin).unwrap(), Change::Replaced);
        assert_eq!(modified(&origin), long_ago);
        assert_eq!(std::fs::read_to_string(&origin).unwrap(), "// source");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "// two");
        assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left over");
    }

    #[test]
    fn what_stood_in_a_file_is_put_back() {
        let directory = tempfile::tempdir().unwrap();
        let [file, origin] = ["forall/m/abs.rs", "lib.rs"].map(|name| directory.path().join(name));
        std::fs::write(&origin, "// source").unwrap();
        write(&file, "// one", &origin).unwrap();
        write(&file, "// two", &origin).unwrap();
        restore(&file, Some("// one"), &origin).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "// one");

        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        std::fs::File::options().append(true).open(&origin).unwrap().set_modified(long_ago).unwrap();
        restore(&file, None, &origin).unwrap();
        assert!(!directory.path().join("forall").exists());
        assert!(modified(&origin) > long_ago, "it must be compiled without the file");
        assert!(restore(&file, None, &origin).is_err());
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let obstacle = directory.path().join("forall");
        std::fs::write(&obstacle, "a file, not a directory").unwrap();
        let file = obstacle.join("abs.rs");
        let error = replace(&file, "// one").and(Ok(())).map_err(anyhow::Error::from).unwrap_err();
        assert!(!error.to_string().is_empty());
        assert!(write(&file, "// one", &obstacle).unwrap_err().to_string().contains("abs.rs"));
        assert_eq!(std::fs::read_to_string(&obstacle).unwrap(), "a file, not a directory");
    }
}

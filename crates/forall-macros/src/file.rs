//! A file of the package, read and looked through once for all tests in it.

use crate::lints;
use crate::nesting::Outline;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

#[derive(Debug)]
pub struct File {
    pub path: PathBuf,
    /// Without a byte order mark: columns do not count it.
    pub text: String,
    pub outline: Outline,
    /// The lints that it forbids somewhere.
    pub forbidden: BTreeSet<String>,
    /// It, or a module in it, has nothing of the standard library in scope.
    pub is_bare: bool,
}

impl File {
    /// As it is now: an editor expands macros again and again, and what it was before is of no use then.
    pub fn read(path: &Path) -> Option<Arc<File>> {
        static KNOWN: LazyLock<Mutex<HashMap<PathBuf, Arc<File>>>> = LazyLock::new(Mutex::default);
        let text = std::fs::read_to_string(path).ok()?;
        let text = text.trim_start_matches('\u{feff}');
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = known.get(path).filter(|file| file.text == text) {
            return Some(Arc::clone(file));
        }
        let file = Arc::new(File {
            path: path.to_owned(),
            outline: Outline::of(text),
            forbidden: lints::forbidden_in(text),
            is_bare: text.contains("no_implicit_prelude"),
            text: text.to_owned(),
        });
        known.insert(path.to_owned(), Arc::clone(&file));
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_looked_through_once_until_it_changes() {
        let path = std::env::temp_dir().join(format!("forall-file-{}.rs", std::process::id()));
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            File::read(&path).unwrap()
        };
        let [first, same, other] = ["mod a {}", "mod a {}", "mod b {}"].map(read);
        std::fs::remove_file(&path).unwrap();
        assert!(Arc::ptr_eq(&first, &same));
        assert!(!Arc::ptr_eq(&same, &other));
        assert!(other.outline.has_other(0, "b") && !other.outline.has_other(0, "a"));
        assert!(File::read(&path).is_none());
    }
}

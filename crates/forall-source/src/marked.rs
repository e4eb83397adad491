//! Functions that are marked with `#[forall]`.

use std::path::Path;

/// Is there a `#[forall]` in the file `root`, or in those beside and below it?
pub fn are_below(root: &Path) -> bool {
    let is_marked = |line: &str| {
        let attribute = line.trim_start().strip_prefix("#[").unwrap_or_default();
        let name = attribute.split(['(', ']']).next().unwrap_or_default();
        name.rsplit("::").next().is_some_and(|last| last.trim() == "forall")
    };
    let mut directories: Vec<_> = root.parent().map(Path::to_owned).into_iter().collect();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && std::fs::read_to_string(&path).is_ok_and(|text| text.lines().any(is_marked))
            {
                return true;
            }
        }
    }
    false
}

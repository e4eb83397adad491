//! Where the file is.

use std::path::{Path, PathBuf};

/// The path of a file, seen from the folder of the settings.
pub fn place(folder: &Path, name: &str) -> PathBuf {
    folder.join(name)
}

/// The name with an ending, unless it has one.
pub fn with_ending(name: &str) -> String {
    if Path::new(name).extension().is_some() { name.to_owned() } else { format!("{name}.conf") }
}

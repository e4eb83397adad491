//! The source of a published crate, fetched by cargo, as a workspace of its own.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo keeps the source of a version. A throwaway package below `directory` depends on it.
pub fn fetched(directory: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let package = directory.join(format!("fetch-{name}-{version}"));
    fs::create_dir_all(package.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\n{name} = \"={version}\"\n\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest)?;
    fs::write(package.join("src/lib.rs"), "")?;
    let output =
        Command::new("cargo").args(["metadata", "--format-version", "1"]).current_dir(&package).output();
    let output = output.context("cargo cannot be started")?;
    ensure!(output.status.success(), "{name} {version}: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let found = packages.iter().find(|package| package["name"] == name && package["version"] == version);
    let manifest = found.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.with_context(|| format!("cargo did not fetch {name} {version}"))?);
    manifest.parent().map(Path::to_owned).context("a manifest stands in a directory")
}

/// A copy of a package, in the place of an earlier one, that is a workspace of its own.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    match fs::remove_dir_all(to) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| to.display().to_string());
        }
        _ => {}
    }
    copy_files(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    let path = to.join("Cargo.toml");
    let manifest = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    if !manifest.lines().any(|line| line.trim() == "[workspace]") {
        fs::write(&path, format!("{}\n\n[workspace]\n", manifest.trim_end()))?;
    }
    Ok(())
}

pub fn copy_files(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true if entry.file_name() == "target" => {}
            true => copy_files(&path, &target)?,
            false => drop(fs::copy(&path, &target)?),
        }
    }
    Ok(())
}

/// The Rust files below a directory of a package, as seen from the package.
pub fn rust_files(package: &Path, below: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::from(below)];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(package.join(&directory)) else { continue };
        for entry in entries {
            let entry = entry?;
            let seen = directory.join(entry.file_name());
            match entry.path().is_dir() {
                true => open.push(seen),
                false if seen.extension().is_some_and(|extension| extension == "rs") => files.push(seen),
                false => {}
            }
        }
    }
    files.sort();
    Ok(files)
}

//! Manifests and cargo's configuration, so that they say in the copy what they say where they come from.

use anyhow::{Context, bail};
use forall_source::edit::{self, Edit};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use toml_edit::{Document, Item, TableLike};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Manifest,
    Configuration,
}

impl FileKind {
    pub fn of(file: &Path) -> Option<FileKind> {
        if file.file_name().is_some_and(|name| name == "Cargo.toml") {
            return Some(FileKind::Manifest);
        }
        let is_configuration = file.ends_with(".cargo/config.toml") || file.ends_with(".cargo/config");
        is_configuration.then_some(FileKind::Configuration)
    }
}

/// Where a manifest comes from.
pub struct Place<'a> {
    /// The root of the workspace.
    pub root: &'a Path,
    /// As seen from there.
    pub file: &'a Path,
    /// All files that are copied.
    pub files: &'a BTreeSet<PathBuf>,
}

const DEPENDENCIES: [&str; 5] =
    ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"];

/// The text for the copy: relative paths to what is not copied become absolute, and every other byte stays. A package that is a
/// workspace of its own says so, because it now lies in the directory of another.
pub fn moved(text: &str, kind: FileKind, place: &Place<'_>) -> anyhow::Result<String> {
    // Not every file of that name is a manifest: it may be a test's data.
    let Ok(document) = Document::parse(text) else { return Ok(text.to_owned()) };
    let mut edits = Vec::new();
    let strings = match kind {
        FileKind::Manifest => manifest_paths(document.as_table()),
        FileKind::Configuration => configuration_paths(document.as_table()),
    };
    // Paths in a configuration start where its directory `.cargo` is.
    let up = if kind == FileKind::Configuration { 2 } else { 1 };
    let directory = place.file.ancestors().nth(up).unwrap_or(Path::new(""));
    for item in strings {
        let (Some(path), Some(span)) = (item.as_str(), item.span()) else { continue };
        if let Some(absolute) = place.elsewhere(directory, Path::new(path)) {
            let absolute = absolute.to_str().with_context(|| format!("{path} is not UTF-8"))?;
            // A string of JSON is one of TOML.
            edits.push(Edit::replace(span, serde_json::to_string(absolute)?));
        }
    }
    if kind == FileKind::Manifest && place.file == Path::new("Cargo.toml") {
        edits.extend(own_workspace(text, document.as_table(), place)?);
    }
    Ok(edit::apply(text, &edits)?)
}

/// A table `[workspace]` without new members, if there is none.
fn own_workspace(text: &str, root: &dyn TableLike, place: &Place<'_>) -> anyhow::Result<Option<Edit>> {
    let Some(workspace) = root.get("workspace") else {
        let nested =
            place.files.iter().filter(|file| file.file_name().is_some_and(|name| name == "Cargo.toml"));
        let nested = nested.filter_map(|file| file.parent()).filter(|directory| *directory != Path::new(""));
        let excluded = serde_json::to_string(&nested.collect::<Vec<_>>())?;
        return Ok(Some(Edit::insert(text.len(), format!("\n[workspace]\nexclude = {excluded}\n"))));
    };
    let members = workspace.get("members").and_then(Item::as_array);
    for member in members.into_iter().flatten().filter_map(|member| member.as_str()) {
        if Path::new(member).is_absolute() || normal(Path::new(member)).is_none() {
            bail!("the member `{member}` lies outside the workspace's directory");
        }
    }
    Ok(None)
}

fn tables(item: Option<&Item>) -> impl Iterator<Item = &dyn TableLike> {
    let entries = item.and_then(Item::as_table_like).into_iter().flat_map(|table| table.iter());
    entries.filter_map(|(_, item)| item.as_table_like())
}

fn manifest_paths(root: &dyn TableLike) -> Vec<&Item> {
    let mut entries: Vec<&dyn TableLike> = Vec::new();
    let mut owners: Vec<&dyn TableLike> = vec![root];
    owners.extend(root.get("workspace").and_then(Item::as_table_like));
    owners.extend(tables(root.get("target")));
    for owner in owners {
        entries.extend(DEPENDENCIES.iter().flat_map(|name| tables(owner.get(name))));
    }
    entries.extend(tables(root.get("replace")));
    entries.extend(patches(root));
    entries.extend(root.get("lib").and_then(Item::as_table_like));
    for name in ["bin", "test", "example", "bench"] {
        let targets = root.get(name).and_then(Item::as_array_of_tables);
        entries.extend(targets.into_iter().flatten().map(|target| target as &dyn TableLike));
    }
    let mut paths: Vec<&Item> = entries.into_iter().filter_map(|entry| entry.get("path")).collect();
    paths.extend(root.get("package").and_then(|package| package.get("build")));
    paths
}

/// The entries of `[patch.<source>]`.
fn patches(root: &dyn TableLike) -> Vec<&dyn TableLike> {
    let sources = root.get("patch").and_then(Item::as_table_like).into_iter().flat_map(|patch| patch.iter());
    sources.flat_map(|(_, source)| tables(Some(source))).collect()
}

fn configuration_paths(root: &dyn TableLike) -> Vec<&Item> {
    let mut paths: Vec<&Item> = patches(root).into_iter().filter_map(|entry| entry.get("path")).collect();
    for source in tables(root.get("source")) {
        paths.extend(["directory", "local-registry"].iter().filter_map(|key| source.get(key)));
    }
    for variable in tables(root.get("env")) {
        let is_relative = variable.get("relative").and_then(Item::as_bool) == Some(true);
        paths.extend(variable.get("value").filter(|_| is_relative));
    }
    paths
}

impl Place<'_> {
    /// The absolute path, if a relative one leads to something that is not copied.
    fn elsewhere(&self, directory: &Path, path: &Path) -> Option<PathBuf> {
        if path.is_absolute() {
            return None;
        }
        let seen = directory.join(path);
        if let Some(seen) = normal(&seen)
            && self.files.iter().any(|file| file.starts_with(&seen))
        {
            return None;
        }
        let absolute = self.root.join(&seen);
        Some(absolute.canonicalize().unwrap_or(absolute))
    }
}

/// A path below a directory without `.` and `..`; nothing if it leads out of it.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                if !normal.pop() {
                    return None;
                }
            }
            other => normal.push(other),
        }
    }
    Some(normal)
}

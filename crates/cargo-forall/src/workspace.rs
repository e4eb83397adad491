//! The user's workspace, as `cargo metadata` describes it.

use crate::args::Selection;
use crate::bounds;
use crate::build::CargoTarget;
use crate::exit::{Exit, OrStop, Stop};
use anyhow::Context;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug, Deserialize)]
pub struct Workspace {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    workspace_default_members: Vec<String>,
    #[serde(rename = "workspace_root")]
    pub root: PathBuf,
    #[serde(rename = "target_directory")]
    pub target_directory: PathBuf,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Package {
    pub id: String,
    pub name: String,
    version: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    #[serde(default)]
    pub targets: Vec<Source>,
    /// What stands under `[package.metadata]`.
    #[serde(default)]
    metadata: serde_json::Value,
}

/// A target as the manifest describes it.
#[derive(Clone, Debug, Deserialize)]
pub struct Source {
    #[serde(flatten)]
    pub target: CargoTarget,
    pub src_path: PathBuf,
    /// Is it built by `cargo test`?
    pub test: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Dependency {
    name: String,
}

impl Package {
    /// The directory with its Cargo.toml.
    pub fn root(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }

    /// What cargo tells the package's tests in their environment, but for what hardly any test asks for.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let (number, pre) = self.version.split_once('-').unwrap_or((&self.version, ""));
        let number = number.split('+').next().unwrap_or(number);
        let mut parts = number.split('.').map(str::to_owned);
        let mut part = || parts.next().unwrap_or_default();
        vec![
            ("CARGO_MANIFEST_DIR", self.root().display().to_string()),
            ("CARGO_MANIFEST_PATH", self.manifest_path.display().to_string()),
            ("CARGO_PKG_NAME", self.name.clone()),
            ("CARGO_PKG_VERSION", self.version.clone()),
            ("CARGO_PKG_VERSION_MAJOR", part()),
            ("CARGO_PKG_VERSION_MINOR", part()),
            ("CARGO_PKG_VERSION_PATCH", part()),
            ("CARGO_PKG_VERSION_PRE", pre.split('+').next().unwrap_or(pre).to_owned()),
        ]
    }

    pub fn library(&self) -> Option<&Source> {
        self.targets.iter().find(|source| source.target.is_library())
    }

    pub fn manifest(&self) -> &Path {
        &self.manifest_path
    }

    /// The bounds under `[package.metadata.forall]`.
    pub fn bounds(&self) -> Vec<(String, String)> {
        let Some(bounds) = self.metadata.get("forall").and_then(|forall| forall.as_object()) else {
            return Vec::new();
        };
        let text =
            |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        bounds.iter().map(|(key, value)| (key.clone(), text(value))).collect()
    }

    pub fn uses_forall(&self) -> bool {
        self.dependencies.iter().any(|dependency| dependency.name == "forall")
    }

    fn is_called(&self, spec: &str) -> bool {
        let Package { id, name, version, .. } = self;
        spec == name
            || spec == id
            || spec == format!("{name}@{version}")
            || spec == format!("{name}:{version}")
    }
}

impl Workspace {
    pub fn load(selection: &Selection) -> Result<Workspace, Stop> {
        let mut command = Command::new(cargo());
        command.args(["metadata", "--format-version=1", "--no-deps"]);
        command.args(manifest_flags(selection));
        let output = command.output().context("cannot run cargo").or_stop(Exit::Usage)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.trim().trim_start_matches("error: ");
            return Err(Stop::new(Exit::Usage, said));
        }
        let mut workspace: Workspace = serde_json::from_slice(&output.stdout)
            .context("cannot understand what `cargo metadata` says")
            .or_stop(Exit::Internal)?;
        if let Some(directory) = &selection.target_dir {
            workspace.target_directory = std::path::absolute(directory).or_stop(Exit::Usage)?;
        }
        Ok(workspace)
    }

    /// The selected packages that have `forall` among their dependencies.
    pub fn select(&self, selection: &Selection) -> Result<Vec<&Package>, Stop> {
        let selected = self.selected(selection)?;
        let (using, others): (Vec<&Package>, Vec<&Package>) =
            selected.into_iter().partition(|package| package.uses_forall());
        for package in &using {
            if let Some(problem) = bounds::problem(package) {
                let place = package.manifest_path.display();
                let message = format!("{place}: [package.metadata.forall]: {problem}");
                return Err(Stop::new(Exit::Usage, message));
            }
        }
        if !using.is_empty() {
            return Ok(using);
        }
        let message = match others.as_slice() {
            [] => "no package is selected".into(),
            [package] => format!(
                "package `{}` does not depend on forall\n  help: run `cargo add --dev forall` in it, then mark a test function with #[forall]",
                package.name
            ),
            packages => format!(
                "none of the packages {} depends on forall\n  help: run `cargo add --dev forall -p <package>`, then mark a test function with #[forall]",
                packages.iter().map(|package| format!("`{}`", package.name)).collect::<Vec<_>>().join(", ")
            ),
        };
        Err(Stop::new(Exit::NothingSelected, message))
    }

    /// The selected packages, whether they use forall or not.
    pub fn selected(&self, selection: &Selection) -> Result<Vec<&Package>, Stop> {
        let members: Vec<&Package> =
            self.packages.iter().filter(|package| self.workspace_members.contains(&package.id)).collect();
        for spec in selection.package.iter().chain(&selection.exclude) {
            if !members.iter().any(|package| package.is_called(spec)) {
                return Err(Stop::new(Exit::Usage, format!("there is no package `{spec}` in the workspace")));
            }
        }
        let is_among = |package: &Package, specs: &[String]| specs.iter().any(|spec| package.is_called(spec));
        Ok(members
            .into_iter()
            .filter(|package| match () {
                () if selection.workspace => !is_among(package, &selection.exclude),
                () if !selection.package.is_empty() => is_among(package, &selection.package),
                () => self.workspace_default_members.contains(&package.id),
            })
            .collect())
    }
}

/// The cargo that called us, or the one the shell finds.
pub fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The flags that say which workspace is meant, for any cargo command.
pub fn manifest_flags(selection: &Selection) -> Vec<std::ffi::OsString> {
    let mut flags = Vec::new();
    if let Some(path) = &selection.manifest_path {
        flags.extend(["--manifest-path".into(), path.into()]);
    }
    if selection.locked {
        flags.push("--locked".into());
    }
    if selection.offline {
        flags.push("--offline".into());
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Workspace {
        let package = |name: &str, dependencies: &[&str]| Package {
            id: format!("path+file:///w/{name}#0.1.0"),
            name: name.into(),
            version: "0.1.0".into(),
            manifest_path: format!("/w/{name}/Cargo.toml").into(),
            dependencies: dependencies.iter().map(|name| Dependency { name: String::from(*name) }).collect(),
            targets: Vec::new(),
            metadata: serde_json::Value::Null,
        };
        let packages = vec![package("a", &["forall", "serde"]), package("b", &[]), package("c", &["forall"])];
        Workspace {
            workspace_members: packages.iter().map(|package| package.id.clone()).collect(),
            workspace_default_members: vec![packages[0].id.clone()],
            packages,
            root: "/w".into(),
            target_directory: "/w/target".into(),
        }
    }

    fn selected(selection: Selection) -> Result<Vec<String>, (Exit, String)> {
        let workspace = workspace();
        match workspace.select(&selection) {
            Ok(packages) => Ok(packages.iter().map(|package| package.name.clone()).collect()),
            Err(stop) => Err((stop.exit, stop.cause.to_string())),
        }
    }

    #[test]
    fn packages_are_selected_like_cargo_selects_them() {
        assert_eq!(selected(Selection::default()), Ok(vec!["a".into()]));
        assert_eq!(
            selected(Selection { workspace: true, ..Selection::default() }),
            Ok(vec!["a".into(), "c".into()])
        );
        let without_a = Selection { workspace: true, exclude: vec!["a".into()], ..Selection::default() };
        assert_eq!(selected(without_a), Ok(vec!["c".into()]));
        let one = Selection { package: vec!["c@0.1.0".into()], ..Selection::default() };
        assert_eq!(selected(one), Ok(vec!["c".into()]));
    }

    #[test]
    fn an_unknown_package_is_a_usage_error() {
        let unknown = Selection { package: vec!["d".into()], ..Selection::default() };
        assert_eq!(selected(unknown), Err((Exit::Usage, "there is no package `d` in the workspace".into())));
    }

    #[test]
    fn a_package_without_forall_is_told_how_to_get_it() {
        let without = Selection { package: vec!["b".into()], ..Selection::default() };
        let (exit, message) = selected(without).expect_err("b does not use forall");
        assert_eq!(exit, Exit::NothingSelected);
        assert!(message.contains("`b`") && message.contains("cargo add --dev forall"), "{message}");
    }

    #[test]
    fn a_package_lies_where_its_manifest_is() {
        assert_eq!(workspace().packages[1].root(), Path::new("/w/b"));
    }
}

//! What the compiler knows of the selected packages: cargo checks them through our compiler, which writes it down.

use super::artifacts::CargoTarget;
use super::stamp::Stamp;
use super::{Builds, RENDERED, messages};
use crate::exit::{Exit, OrStop, Stop};
use crate::role;
use crate::workspace::Package;
use anyhow::{Context, anyhow};
use forall_source::model::{self, Model};
use serde::Deserialize;
use std::path::PathBuf;

/// A crate of a package, with what the compiler knows of it.
pub struct CrateModel<'w> {
    pub package: &'w Package,
    pub target: CargoTarget,
    /// The name of the package's library.
    pub library: Option<String>,
    pub model: Model,
}

/// What cargo says of a crate that it has checked.
#[derive(Debug, Deserialize)]
struct Checked {
    package_id: String,
    target: CargoTarget,
    filenames: Vec<PathBuf>,
}

impl<'w> Builds<'w> {
    /// Of all crates of the packages that hold tests, and of their libraries. Stops where one cannot be had.
    pub fn models(&self) -> Result<Vec<CrateModel<'w>>, Stop> {
        let directory = self.workspace.target_directory.join("forall");
        let tool =
            std::env::current_exe().context("cannot find this program's own file").or_stop(Exit::Internal)?;
        let stamp = Stamp::open(&directory.join("modelled"), &tool).or_stop(Exit::CannotWrite)?;
        let mut check = self.cargo(&["check", "--profile", "test"], RENDERED);
        check.arg("--target-dir").arg(directory.join("model"));
        if !self.status.is_verbose() {
            check.arg("--quiet");
        }
        check.env(role::VARIABLE, role::COMPILER);
        model::wrap(&mut check, &tool);
        let checked = checked(&messages(check, self.status).or_stop(Exit::Build)?).or_stop(Exit::Internal)?;
        let own = |checked: &Checked| {
            let is_selected = self.packages.iter().any(|package| package.id == checked.package_id);
            is_selected && checked.target.label() != "build"
        };
        let checked: Vec<Checked> = checked.into_iter().filter(own).collect();
        let files = checked.iter().flat_map(|checked| &checked.filenames).map(PathBuf::as_path);
        stamp.record(files).or_stop(Exit::CannotWrite)?;
        checked.into_iter().map(|checked| self.model(checked)).collect()
    }

    fn model(&self, checked: Checked) -> Result<CrateModel<'w>, Stop> {
        let Checked { package_id, target, filenames } = checked;
        let package = self.packages.iter().find(|package| package.id == package_id);
        let package = package.context("cargo has checked what was not asked for").or_stop(Exit::Internal)?;
        let library = package.library();
        let library = library.map(|source| source.target.name.replace('-', "_"));
        let file = filenames.iter().find_map(|file| model::model_of(file));
        let file = file.with_context(|| format!("cargo names no file of `{}`", target.name));
        let model = Model::open(&file.or_stop(Exit::Internal)?).map_err(|reason| {
            anyhow!("{reason}\n  help: this command needs to know the types in your source; try another toolchain, such as the current stable one")
        });
        Ok(CrateModel { package, target, library, model: model.or_stop(Exit::Build)? })
    }
}

fn checked(messages: &str) -> anyhow::Result<Vec<Checked>> {
    #[derive(Deserialize)]
    struct Message {
        reason: String,
    }
    let mut all = Vec::new();
    for line in messages.lines().filter(|line| line.starts_with('{')) {
        let message: Message = serde_json::from_str(line).context("cannot understand what cargo says")?;
        if message.reason == "compiler-artifact" {
            all.push(serde_json::from_str(line).context("cannot understand what cargo says")?);
        }
    }
    Ok(all)
}

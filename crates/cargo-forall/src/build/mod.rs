//! Builds the selected tests twice: as the user's `cargo test` does, and once more through our linker.

mod artifacts;
mod flags;
mod models;
mod rustflags;
mod stamp;

pub use artifacts::CargoTarget;
pub use models::CrateModel;

use crate::args::{Color, Selection};
use crate::exit::{Exit, OrStop, Stop};
use crate::outdated;
use crate::report::Events;
use crate::role;
use crate::status::Status;
use crate::toolchain::Toolchain;
use crate::workspace::{self, Package, Workspace};
use anyhow::{Context, bail};
use artifacts::{Artifact, artifacts, pair};
use flags::{target_flags, with_our_linker};
use forall_report::{Build, Event};
use stamp::Stamp;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tracing::info_span;

/// A test program, built both ways.
#[derive(Debug)]
pub struct Program<'w> {
    pub package: &'w Package,
    /// The test executable as `cargo test` would run it.
    pub plain: PathBuf,
    /// The library our linker made in the place of the test executable.
    pub instrumented: PathBuf,
    /// Was it compiled with optimisation?
    pub optimised: bool,
    pub target: CargoTarget,
    /// Where cargo lets it find the shared libraries of build scripts.
    libraries: Vec<PathBuf>,
}

impl Program<'_> {
    /// What cargo tells the tests it runs, in their environment; and to spare themselves backtraces, which nobody reads and which take longer
    /// than most tests.
    pub fn variables(&self) -> Vec<(&'static str, OsString)> {
        let of_package = self.package.variables().into_iter().map(|(name, value)| (name, value.into()));
        let known = std::env::var_os(SEARCH_PATH).unwrap_or_default();
        let directories = self.libraries.iter().cloned().chain(std::env::split_paths(&known));
        let search = std::env::join_paths(directories).ok().filter(|_| !self.libraries.is_empty());
        let of_process = search.map(|search| (SEARCH_PATH, search));
        of_package.chain(of_process).chain([("RUST_BACKTRACE", "0".into())]).collect()
    }
}

/// Environment variable: where shared libraries are found first.
const SEARCH_PATH: &str = "LD_LIBRARY_PATH";

/// Builds the tests of the selected packages.
pub struct Builds<'w> {
    pub selection: &'w Selection,
    pub workspace: &'w Workspace,
    pub packages: Vec<&'w Package>,
    pub status: &'w Status,
    pub events: &'w Events,
}

impl<'w> Builds<'w> {
    /// Both builds; programs are ordered by package, then by kind and name of the target.
    pub fn programs(&self, toolchain: &Toolchain, may_set_aside: bool) -> Result<Vec<Program<'w>>, Stop> {
        self.events.send(&Event::Build { what: Build::Plain }).or_stop(Exit::Internal)?;
        let plain = match run(self.plain(RENDERED), self.status) {
            Err(error) if may_set_aside => self.without_outdated(error),
            built => built,
        };
        let plain = plain.or_stop(Exit::Build)?;

        let directory = self.workspace.target_directory.join("forall");
        let tool =
            std::env::current_exe().context("cannot find this program's own file").or_stop(Exit::Internal)?;
        let stamp = Stamp::open(&directory.join("linked"), &tool).or_stop(Exit::CannotWrite)?;
        let instrumented = self.instrumented(toolchain, &directory, &tool).or_stop(Exit::Build)?;
        self.events.send(&Event::Build { what: Build::Instrumented }).or_stop(Exit::Internal)?;
        let instrumented = run(instrumented, self.status).or_stop(Exit::Build)?;
        stamp
            .record(instrumented.iter().map(|artifact| artifact.executable.as_path()))
            .or_stop(Exit::CannotWrite)?;

        pair(&self.packages, plain, instrumented).or_stop(Exit::Internal)
    }

    /// Builds the plain tests once more; what the compiler says, in JSON, if that does not succeed.
    pub fn rebuild(&self) -> anyhow::Result<Result<(), String>> {
        self.try_build(self.plain(IN_JSON))
    }

    /// Does what would be built compile? What the compiler says, in JSON, if it does not.
    pub fn check(&self) -> anyhow::Result<Result<(), String>> {
        let mut check = self.cargo(&["check", "--profile", "test", "--keep-going", "--quiet"], IN_JSON);
        check.arg("--target-dir").arg(&self.workspace.target_directory);
        self.try_build(check)
    }

    fn try_build(&self, mut command: Command) -> anyhow::Result<Result<(), String>> {
        self.status.command(&command);
        let output =
            command.stdin(Stdio::null()).stderr(Stdio::null()).output().context("cannot run cargo")?;
        Ok(match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
        })
    }

    fn plain(&self, format: &str) -> Command {
        let mut plain = self.cargo(&["test", "--no-run"], format);
        if self.status.is_quiet() {
            plain.arg("--quiet");
        }
        if let Some(directory) = &self.selection.target_dir {
            plain.arg("--target-dir").arg(directory);
        }
        plain
    }

    fn instrumented(&self, toolchain: &Toolchain, directory: &Path, tool: &Path) -> anyhow::Result<Command> {
        let mut instrumented = self.cargo(&["test", "--no-run"], RENDERED);
        instrumented.arg("--target-dir").arg(directory.join("build"));
        instrumented.args(["--target", &toolchain.host]);
        // The plain build has said all there is to say about the sources.
        if !self.status.is_verbose() {
            instrumented.arg("--quiet");
        }
        instrumented.env(forall_instrument::CACHE_VARIABLE, directory.join("parts"));
        instrumented.env(forall_instrument::SYSROOT_VARIABLE, &toolchain.sysroot);
        with_our_linker(&mut instrumented, tool, &toolchain.host)?;
        Ok(instrumented)
    }

    fn cargo(&self, what: &[&str], format: &str) -> Command {
        let mut command = Command::new(workspace::cargo());
        command.args(what).arg(format);
        command.args(workspace::manifest_flags(self.selection));
        for package in &self.packages {
            command.args(["--package", &package.id]);
        }
        command.args(target_flags(self.selection));
        match self.status.color() {
            Color::Auto => {}
            Color::Always => drop(command.args(["--color", "always"])),
            Color::Never => drop(command.args(["--color", "never"])),
        }
        if self.status.is_verbose() {
            command.arg("--verbose");
        }
        // A session that was itself started in a role must not hand it on.
        command.env_remove(role::VARIABLE);
        command
    }

    /// Builds once more without the cases that do not fit their tests any more, if there are such.
    fn without_outdated(&self, error: anyhow::Error) -> anyhow::Result<Vec<Artifact>> {
        let root = &self.workspace.root;
        let aside = outdated::set_aside(self.plain(IN_JSON), root, &self.packages)?;
        if aside.is_empty() {
            return Err(error);
        }
        let built = run(self.plain(RENDERED), self.status);
        if built.is_err() {
            outdated::put_back(&aside);
            return built;
        }
        for outdated::Aside { file, kept_as } in &aside {
            let shown = |file: &Path| file.strip_prefix(root).unwrap_or(file).display().to_string();
            self.status.note(&format!(
                "{} does not fit its test any more; it is kept as {}, and cases are found anew",
                shown(file),
                shown(kept_as)
            ));
        }
        built
    }
}

/// How cargo tells what it built, and whether it shows errors itself.
const RENDERED: &str = "--message-format=json-render-diagnostics";
const IN_JSON: &str = "--message-format=json";

fn run(command: Command, status: &Status) -> anyhow::Result<Vec<Artifact>> {
    artifacts(&messages(command, status)?)
}

fn messages(mut command: Command, status: &Status) -> anyhow::Result<String> {
    let _logged = info_span!("build", ?command).entered();
    status.command(&command);
    // Who wants quiet hears of errors only.
    let stderr = if status.is_quiet() { Stdio::piped() } else { Stdio::inherit() };
    let output = command.stdin(Stdio::null()).stderr(stderr).output().context("cannot run cargo")?;
    if !output.status.success() {
        std::io::stderr().write_all(&output.stderr)?;
        bail!("the tests do not build");
    }
    Ok(String::from_utf8(output.stdout)?)
}

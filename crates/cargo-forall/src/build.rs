//! Builds the selected tests twice: as the user's `cargo test` does, and once more through our linker.

use crate::args::{Color, Selection};
use crate::exit::{Exit, OrStop, Stop};
use crate::outdated;
use crate::role;
use crate::rustflags::{self, Joined};
use crate::status::Status;
use crate::toolchain::Toolchain;
use crate::workspace::{self, Package, Workspace};
use anyhow::Context;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ffi::OsString;
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
    pub target: Target,
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
}

impl<'w> Builds<'w> {
    /// Both builds; programs are ordered by package, then by kind and name of the target.
    pub fn programs(&self, toolchain: &Toolchain, may_set_aside: bool) -> Result<Vec<Program<'w>>, Stop> {
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
        self.status.say("Building", "the tests with instrumentation");
        let instrumented = run(instrumented, self.status).or_stop(Exit::Build)?;
        stamp.record(&instrumented).or_stop(Exit::CannotWrite)?;

        pair(&self.packages, plain, instrumented).or_stop(Exit::Internal)
    }

    /// Builds the plain tests once more; what the compiler says, in JSON, if that does not succeed.
    pub fn rebuild(&self) -> anyhow::Result<Result<(), String>> {
        let mut command = self.plain(IN_JSON);
        self.status.command(&command);
        let output =
            command.stdin(Stdio::null()).stderr(Stdio::null()).output().context("cannot run cargo")?;
        Ok(match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
        })
    }

    fn plain(&self, format: &str) -> Command {
        let mut plain = self.cargo_test(format);
        if self.status.is_quiet() {
            plain.arg("--quiet");
        }
        if let Some(directory) = &self.selection.target_dir {
            plain.arg("--target-dir").arg(directory);
        }
        plain
    }

    fn instrumented(&self, toolchain: &Toolchain, directory: &Path, tool: &Path) -> anyhow::Result<Command> {
        let mut instrumented = self.cargo_test(RENDERED);
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

    fn cargo_test(&self, format: &str) -> Command {
        let mut command = Command::new(workspace::cargo());
        command.args(["test", "--no-run", format]);
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

/// A test executable that cargo reports.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
struct Artifact {
    package_id: String,
    target: Target,
    executable: PathBuf,
    #[serde(default)]
    profile: Level,
    #[serde(skip)]
    libraries: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
struct Level {
    #[serde(default)]
    opt_level: String,
}

/// What of a package a program was built from.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Target {
    pub kind: Vec<String>,
    pub name: String,
}

impl Target {
    /// As its directory of cases is called: `lib`, `bin-tool`, `test-it`.
    pub fn label(&self) -> String {
        match self.kind.first().map_or("lib", String::as_str) {
            kind @ ("bin" | "test" | "example" | "bench") => format!("{kind}-{}", self.name),
            "custom-build" => "build".into(),
            _ => "lib".into(),
        }
    }

    pub fn is_library(&self) -> bool {
        self.label() == "lib"
    }

    /// Is it compiled for the compiler, and not for the machine of the tests?
    pub fn is_proc_macro(&self) -> bool {
        self.kind.iter().any(|kind| kind == "proc-macro")
    }

    /// The library comes first.
    fn rank(&self) -> usize {
        let kinds = ["lib", "rlib", "dylib", "cdylib", "staticlib", "proc-macro", "bin", "test"];
        kinds.iter().position(|kind| self.kind.iter().any(|own| own == kind)).unwrap_or(kinds.len())
    }
}

fn target_flags(selection: &Selection) -> Vec<OsString> {
    let mut flags: Vec<OsString> = Vec::new();
    for (given, flag) in [
        (selection.lib, "--lib"),
        (selection.bins, "--bins"),
        (selection.tests, "--tests"),
        (selection.all_features, "--all-features"),
        (selection.no_default_features, "--no-default-features"),
    ] {
        if given {
            flags.push(flag.into());
        }
    }
    for (names, flag) in
        [(&selection.bin, "--bin"), (&selection.test, "--test"), (&selection.features, "--features")]
    {
        for name in names {
            flags.extend([flag.into(), name.into()]);
        }
    }
    let Selection { lib, bins, tests, bin, test, .. } = selection;
    if !(*lib || *bins || *tests) && bin.is_empty() && test.is_empty() {
        // Without any flag cargo also builds the examples, which have no tests.
        flags.push("--tests".into());
    }
    flags
}

/// Makes cargo call us as the linker, with the whole program as LLVM bitcode.
fn with_our_linker(command: &mut Command, tool: &Path, host: &str) -> anyhow::Result<()> {
    let tool = tool.to_str().context("the path of this program is not UTF-8")?;
    let linker = format!("-Clinker={tool}");
    let ours = [
        "-Clinker-plugin-lto",
        linker.as_str(),
        "-Clinker-flavor=gcc",
        "-Cdebuginfo=line-tables-only",
        "--cfg=forall_explore",
        "--cap-lints=allow",
    ];
    command.env(role::VARIABLE, role::LINKER);
    // Flags in the environment replace those of the configuration, so that is where ours go if there are any.
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").ok();
    let plain = std::env::var("RUSTFLAGS").ok();
    let joined = match environment_flags(encoded.as_deref(), plain.as_deref()) {
        Some(flags) => Joined::After(flags),
        None => rustflags::joined(host)?,
    };
    match joined {
        Joined::After(flags) => {
            let all: Vec<&str> = flags.iter().map(String::as_str).chain(ours).collect();
            command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\x1f"));
        }
        Joined::Setting(setting) => {
            let list = serde_json::to_string(&ours)?;
            command.args(["--config", &format!("{setting}={list}")]);
        }
    }
    Ok(())
}

fn environment_flags(encoded: Option<&str>, plain: Option<&str>) -> Option<Vec<String>> {
    match (encoded, plain) {
        (Some(encoded), _) => {
            Some(encoded.split('\x1f').filter(|flag| !flag.is_empty()).map(str::to_owned).collect())
        }
        (None, Some(plain)) => Some(plain.split_whitespace().map(str::to_owned).collect()),
        (None, None) => None,
    }
}

fn run(mut command: Command, status: &Status) -> anyhow::Result<Vec<Artifact>> {
    let _logged = info_span!("build", ?command).entered();
    status.command(&command);
    let output =
        command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    anyhow::ensure!(output.status.success(), "the tests do not build");
    artifacts(&String::from_utf8(output.stdout)?)
}

fn artifacts(messages: &str) -> anyhow::Result<Vec<Artifact>> {
    #[derive(Deserialize)]
    struct Message {
        reason: String,
    }
    #[derive(Deserialize)]
    struct Built {
        profile: Profile,
        executable: Option<PathBuf>,
    }
    #[derive(Deserialize)]
    struct Profile {
        test: bool,
    }
    let mut artifacts: Vec<Artifact> = Vec::new();
    let mut libraries = Vec::new();
    for line in messages.lines().filter(|line| line.starts_with('{')) {
        let message: Message = serde_json::from_str(line).context("cannot understand what cargo says")?;
        if message.reason == "build-script-executed" {
            libraries.extend(serde_json::from_str::<Script>(line)?.libraries());
        }
        if message.reason != "compiler-artifact" {
            continue;
        }
        let built: Built = serde_json::from_str(line)?;
        if built.profile.test && built.executable.is_some() {
            artifacts.push(serde_json::from_str(line)?);
        }
    }
    artifacts.iter_mut().for_each(|artifact| artifact.libraries.clone_from(&libraries));
    Ok(artifacts)
}

/// A build script that was run.
#[derive(Deserialize)]
struct Script {
    #[serde(default)]
    linked_paths: Vec<String>,
    #[serde(default)]
    out_dir: PathBuf,
}

impl Script {
    /// The directories to be searched that are cargo's own: others are for who runs the tests to name.
    fn libraries(&self) -> impl Iterator<Item = PathBuf> {
        // Below `debug/build/<package>/out`.
        let own = self.out_dir.ancestors().nth(4);
        let paths =
            self.linked_paths.iter().map(|path| path.split_once('=').map_or(&**path, |(_, path)| path));
        paths.map(PathBuf::from).filter(move |path| own.is_some_and(|own| path.starts_with(own)))
    }
}

fn pair<'w>(
    packages: &[&'w Package],
    mut plain: Vec<Artifact>,
    instrumented: Vec<Artifact>,
) -> anyhow::Result<Vec<Program<'w>>> {
    plain.sort_by_key(|artifact| (artifact.target.rank(), artifact.target.name.clone()));
    let mut programs = Vec::new();
    for package in packages {
        for plain in plain.iter().filter(|artifact| artifact.package_id == package.id) {
            let twin = instrumented
                .iter()
                .find(|twin| twin.package_id == plain.package_id && twin.target == plain.target)
                .with_context(|| format!("the tests of `{}` were built only once", plain.target.name))?;
            programs.push(Program {
                package,
                plain: plain.executable.clone(),
                instrumented: twin.executable.clone(),
                optimised: twin.profile.opt_level != "0",
                target: plain.target.clone(),
                libraries: plain.libraries.clone(),
            });
        }
    }
    Ok(programs)
}

/// Remembers which files this very program linked. Cargo does not know that another version of it would link other files.
struct Stamp {
    file: PathBuf,
    tool: String,
    linked: BTreeSet<String>,
}

impl Stamp {
    /// Removes what another version has linked, for cargo to link it again.
    fn open(file: &Path, tool: &Path) -> anyhow::Result<Stamp> {
        let metadata = tool.metadata()?;
        let modified = metadata.modified()?.duration_since(std::time::UNIX_EPOCH)?;
        let tool = format!("{} {}", metadata.len(), modified.as_nanos());
        let recorded = std::fs::read_to_string(file).unwrap_or_default();
        let mut lines = recorded.lines();
        let by_this_tool = lines.next() == Some(&tool);
        let mut linked: BTreeSet<String> = lines.map(str::to_owned).collect();
        if !by_this_tool {
            for path in &linked {
                // What is already gone need not be removed.
                let _ = std::fs::remove_file(path);
            }
            linked.clear();
        }
        let stamp = Stamp { file: file.into(), tool, linked };
        stamp.write()?;
        Ok(stamp)
    }

    fn record(mut self, artifacts: &[Artifact]) -> anyhow::Result<()> {
        self.linked
            .extend(artifacts.iter().map(|artifact| artifact.executable.to_string_lossy().into_owned()));
        self.linked.retain(|path| Path::new(path).exists());
        self.write()
    }

    fn write(&self) -> anyhow::Result<()> {
        let lines: Vec<&str> =
            [self.tool.as_str()].into_iter().chain(self.linked.iter().map(String::as_str)).collect();
        let directory = self.file.parent().context("a stamp has a directory")?;
        std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&self.file, lines.join("\n")))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = r#"
{"reason":"compiler-artifact","package_id":"p#dep","target":{"kind":["lib"],"name":"dep"},"profile":{"test":false},"executable":null}
{"reason":"build-script-executed","package_id":"p#dep"}
{"reason":"compiler-artifact","package_id":"p#a","target":{"kind":["test"],"name":"it"},"profile":{"test":true},"executable":"/t/it-1"}
{"reason":"compiler-artifact","package_id":"p#a","target":{"kind":["lib"],"name":"a"},"profile":{"test":true},"executable":"/t/a-1"}
{"reason":"compiler-artifact","package_id":"p#a","target":{"kind":["bin"],"name":"a"},"profile":{"test":false},"executable":"/t/a"}
{"reason":"build-finished","success":true}
"#;

    fn package(id: &str) -> Package {
        let json = format!(
            r#"{{"id":"{id}","name":"a","version":"0.1.0","manifest_path":"/w/Cargo.toml","dependencies":[]}}"#
        );
        serde_json::from_str(&json).expect("a package")
    }

    #[test]
    fn only_test_executables_are_taken_from_what_cargo_says() {
        let artifacts = artifacts(MESSAGES).expect("understood");
        let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.target.name.as_str()).collect();
        assert_eq!(names, ["it", "a"]);
    }

    #[test]
    fn shared_libraries_of_build_scripts_are_found() {
        let script = r#"{"reason":"build-script-executed","out_dir":"/t/debug/build/c-1/out","linked_paths":["native=/t/debug/build/c-1/out","/usr/lib/x"]}"#;
        let artifacts = artifacts(&format!("{script}{MESSAGES}")).expect("understood");
        assert!(artifacts.iter().all(|artifact| artifact.libraries == [Path::new("/t/debug/build/c-1/out")]));
    }

    #[test]
    fn programs_are_paired_by_target_whatever_the_order_of_building() {
        let plain = artifacts(MESSAGES).expect("understood");
        let mut instrumented = artifacts(&MESSAGES.replace("/t/", "/forall/")).expect("understood");
        instrumented.reverse();
        let package = package("p#a");
        let programs = pair(&[&package], plain.clone(), instrumented).expect("pairs");
        let paths: Vec<(&str, &str)> = programs
            .iter()
            .map(|program| (program.plain.to_str().unwrap(), program.instrumented.to_str().unwrap()))
            .collect();
        assert_eq!(paths, [("/t/a-1", "/forall/a-1"), ("/t/it-1", "/forall/it-1")]);
        assert!(pair(&[&package], plain, Vec::new()).is_err());
    }

    #[test]
    fn without_a_choice_of_targets_all_with_tests_are_built() {
        assert_eq!(target_flags(&Selection::default()), ["--tests"]);
        let chosen = Selection {
            lib: true,
            test: vec!["it".into()],
            features: vec!["f g".into()],
            ..Selection::default()
        };
        assert_eq!(target_flags(&chosen), ["--lib", "--test", "it", "--features", "f g"]);
    }

    #[test]
    fn flags_of_the_environment_are_kept() {
        assert_eq!(environment_flags(None, None), None);
        assert_eq!(
            environment_flags(None, Some(" -Cx  --cfg=y ")),
            Some(vec!["-Cx".into(), "--cfg=y".into()])
        );
        assert_eq!(environment_flags(Some("a b\x1fc"), Some("d")), Some(vec!["a b".into(), "c".into()]));
    }

    #[test]
    fn what_another_version_linked_is_linked_again() {
        let directory = tempfile::tempdir().unwrap();
        let [tool, linked, file] = ["tool", "linked", "stamp"].map(|name| directory.path().join(name));
        std::fs::write(&tool, "version 1").unwrap();
        std::fs::write(&linked, "").unwrap();
        let target = Target { kind: vec!["lib".into()], name: "a".into() };
        let artifact = Artifact {
            package_id: "p".into(),
            target,
            executable: linked.clone(),
            profile: Level::default(),
            libraries: Vec::new(),
        };
        Stamp::open(&file, &tool).unwrap().record(&[artifact]).unwrap();
        Stamp::open(&file, &tool).unwrap();
        assert!(linked.exists());
        std::fs::write(&tool, "version 2 is longer").unwrap();
        Stamp::open(&file, &tool).unwrap();
        assert!(!linked.exists());
    }
}

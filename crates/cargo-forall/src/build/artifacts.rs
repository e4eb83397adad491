//! What cargo says it built.

use super::Program;
use crate::workspace::Package;
use anyhow::Context;
use serde::Deserialize;
use std::path::PathBuf;

/// A test executable that cargo reports.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Artifact {
    pub package_id: String,
    pub target: CargoTarget,
    pub executable: PathBuf,
    #[serde(default)]
    pub profile: Profile,
    /// Where it finds the shared libraries of build scripts.
    #[serde(skip)]
    pub libraries: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Profile {
    #[serde(default)]
    opt_level: String,
}

/// What of a package a program was built from.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct CargoTarget {
    pub kind: Vec<String>,
    pub name: String,
}

impl CargoTarget {
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

/// The test executables among what was built.
pub fn artifacts(messages: &str) -> anyhow::Result<Vec<Artifact>> {
    #[derive(Deserialize)]
    struct Message {
        reason: String,
    }
    #[derive(Deserialize)]
    struct Built {
        profile: TestProfile,
        executable: Option<PathBuf>,
    }
    #[derive(Deserialize)]
    struct TestProfile {
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

/// Programs by package, then by kind and name of the target.
pub fn pair<'w>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

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
}

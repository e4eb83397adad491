//! How the typed tree is had: cargo checks the package through a wrapper of rustc, which compiles as it is told, and then asks the compiler a second time.

use super::stored::{self, Compiled};
use std::ffi::OsString;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// Has cargo call `wrapper` instead of rustc for the packages of the workspace.
pub fn wrap(cargo: &mut Command, wrapper: &Path) {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper);
    // A cache of compilers' results would answer without calling us.
    cargo.env("RUSTC_WRAPPER", "");
}

/// Where the model is of what cargo has built: beside it.
pub fn model_of(artifact: &Path) -> Option<PathBuf> {
    let name = artifact.file_stem()?.to_str()?;
    let name = name.strip_prefix("lib").unwrap_or(name);
    Some(artifact.with_file_name(format!("{name}.model")))
}

/// The wrapper: compiles, as `rustc` with arguments that cargo has made up, and writes the model of what was compiled if it is of a package that the user
/// has chosen.
pub fn compile(arguments: &[OsString]) -> std::io::Result<ExitStatus> {
    let Some((rustc, arguments)) = arguments.split_first() else {
        return Err(std::io::Error::other("there is no compiler to call"));
    };
    let status = Command::new(rustc).args(arguments).status()?;
    if status.success()
        && std::env::var_os("CARGO_PRIMARY_PACKAGE").is_some()
        && let Some(call) = Call::of(arguments)
    {
        call.write_model(rustc)?;
    }
    Ok(status)
}

/// What cargo asks of the compiler.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    /// Those that say what is compiled, and not what becomes of it.
    arguments: Vec<OsString>,
    model: PathBuf,
    compiled: Compiled,
}

impl Call {
    /// Nothing if it is only a question, or compiles a build script.
    fn of(arguments: &[OsString]) -> Option<Call> {
        let mut call = Call { arguments: Vec::new(), model: PathBuf::new(), compiled: Compiled::default() };
        call.compiled.edition = 2015;
        let (mut directory, mut suffix) = (None, String::new());
        let mut all = arguments.iter();
        while let Some(argument) = all.next() {
            let text = argument.to_str()?;
            // `--name value` and `--name=value`; `-C name=value` and `-Cname=value`.
            let (name, value) = match text {
                "--test" => ("--test", None),
                "-C" | "-Z" | "-L" | "-A" | "-W" | "-D" => (text, all.next()?.to_str()),
                _ if text.starts_with("-C") => ("-C", text.get(2..)),
                _ => match text.split_once('=') {
                    Some((name, value)) if name.starts_with("--") => (name, Some(value)),
                    _ if text.starts_with("--") => (text, all.next()?.to_str()),
                    _ => (text, None),
                },
            };
            let value_or_empty = value.unwrap_or_default();
            match name {
                "--emit" | "--json" | "--error-format" | "--diagnostic-width" => continue,
                "-C" if value_or_empty.starts_with("incremental=") => continue,
                "-C" => {
                    if let Some(given) = value_or_empty.strip_prefix("extra-filename=") {
                        given.clone_into(&mut suffix);
                    }
                }
                "--out-dir" => directory = Some(PathBuf::from(value_or_empty)),
                "--crate-name" => value_or_empty.clone_into(&mut call.compiled.krate),
                "--edition" => call.compiled.edition = value_or_empty.parse().ok()?,
                "--test" => call.compiled.with_tests = true,
                "--extern" => {
                    let name = value_or_empty.split('=').next().unwrap_or_default();
                    let name = name.rsplit(':').next().unwrap_or_default();
                    call.compiled.crates.insert(name.to_owned());
                }
                _ if !name.starts_with('-') => call.compiled.root = name.into(),
                _ => {}
            }
            call.arguments.push(name.into());
            call.arguments.extend(value.map(OsString::from));
        }
        let krate = &call.compiled.krate;
        let is_build_script = krate.starts_with("build_script_") && !call.compiled.with_tests;
        call.model = directory?.join(format!("{krate}{suffix}.model"));
        (!krate.is_empty() && !is_build_script).then_some(call)
    }

    fn write_model(mut self, rustc: &OsString) -> std::io::Result<()> {
        let version = Command::new(rustc).arg("--version").output()?;
        self.compiled.rustc = String::from_utf8_lossy(&version.stdout).trim().to_owned();
        self.compiled.directory = std::env::current_dir()?;
        let mut asked = Command::new(rustc);
        asked.args(&self.arguments).args(["-Awarnings", "-Zunpretty=thir-tree"]);
        // For this process alone: cargo and build scripts look at it.
        asked.env("RUSTC_BOOTSTRAP", "1");
        asked.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = asked.spawn()?;
        let said = child.stderr.take().map(|mut stderr| {
            std::thread::spawn(move || {
                let mut said = String::new();
                // What cannot be read is not said.
                let _ = stderr.read_to_string(&mut said);
                said
            })
        });
        let text =
            BufReader::with_capacity(1 << 18, child.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?);
        let bodies = stored::write_bodies(&self.model, text)?;
        if bodies.is_err() {
            // It may have ended already.
            let _ = child.kill();
        }
        let status = child.wait()?;
        let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
        let bodies = match (bodies, said.lines().find(|line| line.starts_with("error"))) {
            (Ok(bodies), _) if status.success() => Ok(bodies),
            (_, Some(error)) => Err(format!("it says `{error}`")),
            (Err(unreadable), None) => Err(unreadable.to_string()),
            (Ok(_), None) => Err(format!("it ended with {status}")),
        };
        stored::write(&self.model, self.compiled, bodies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(arguments: &str) -> Option<Call> {
        Call::of(&arguments.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_compiled_is_asked_for_again_but_not_what_becomes_of_it() {
        let call = call(
            "--crate-name strsim --edition=2018 src/lib.rs --error-format=json --json=artifacts --emit=dep-info,metadata -C embed-bitcode=no --test -Cincremental=/t/i -C extra-filename=-1a2 --out-dir /t/deps -C incremental=/t/i -L dependency=/t/deps --extern rand=/t/librand.rmeta --extern noprelude:alloc --cfg a",
        )
        .unwrap();
        let arguments: Vec<&str> = call.arguments.iter().filter_map(|argument| argument.to_str()).collect();
        assert_eq!(
            arguments.join(" "),
            "--crate-name strsim --edition 2018 src/lib.rs -C embed-bitcode=no --test -C extra-filename=-1a2 --out-dir /t/deps -L dependency=/t/deps --extern rand=/t/librand.rmeta --extern noprelude:alloc --cfg a"
        );
        assert_eq!(call.model, Path::new("/t/deps/strsim-1a2.model"));
        assert_eq!(model_of(Path::new("/t/deps/libstrsim-1a2.rmeta")), Some(call.model));
        assert_eq!(call.compiled.crates.iter().collect::<Vec<_>>(), ["alloc", "rand"]);
        assert_eq!(call.compiled.root, Path::new("src/lib.rs"));
        assert_eq!((call.compiled.edition, call.compiled.with_tests), (2018, true));
    }

    #[test]
    fn questions_and_build_scripts_have_no_model() {
        assert_eq!(call("-vV"), None);
        assert_eq!(call("- --crate-name ___ --print=file-names"), None);
        assert_eq!(call("--crate-name build_script_build build.rs --out-dir /t"), None);
    }
}

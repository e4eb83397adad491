//! From machine code to a file: the system linker.

use crate::Error;
use crate::arguments::Arguments;
use crate::bitcode::{Inputs, Native};
use crate::compiled_module::Object;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the output is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// What rustc asked for.
    AsAsked,
    /// A shared library, whatever rustc asked for.
    Library,
}

/// Environment variable: the C compiler that links.
const LINKER: &str = "FORALL_CC";

pub fn write(objects: Vec<Object>, arguments: &Arguments, linked: &Inputs, form: Form) -> Result<(), Error> {
    let directory = tempfile::tempdir().map_err(Error::io("make a directory in", std::env::temp_dir()))?;
    let mut inputs: Vec<OsString> = Vec::new();
    for (index, object) in objects.into_iter().enumerate() {
        inputs.push(match object {
            Object::InCache(path) => path.into(),
            Object::InMemory(code) => {
                let path = directory.path().join(format!("program-{index}.o"));
                std::fs::write(&path, code).map_err(Error::io("write", &path))?;
                path.into()
            }
        });
    }
    for (index, input) in linked.native.iter().enumerate() {
        inputs.push(match input {
            Native::File { path, .. } => path.into(),
            Native::Member { name, bytes } => {
                let path = directory.path().join(format!("{index}-{}", name.replace('/', "_")));
                std::fs::write(&path, &**bytes).map_err(Error::io("write", &path))?;
                path.into()
            }
        });
    }
    run_linker(arguments, inputs, &linked.directories, form)
}

fn run_linker(
    arguments: &Arguments,
    inputs: Vec<OsString>,
    directories: &BTreeSet<PathBuf>,
    form: Form,
) -> Result<(), Error> {
    let program = std::env::var(LINKER).unwrap_or_else(|_| "cc".into());
    let mut command = Command::new(&program);
    if form == Form::Library {
        command.args(["-shared", "-Wl,--no-undefined"]);
        // Cargo tells tests where the shared libraries of build scripts are; the runner has to know by itself.
        for directory in directories {
            command.args(["-Xlinker", "-rpath", "-Xlinker"]).arg(directory);
        }
        command.args(["-Xlinker", "--disable-new-dtags"]); // also for what these libraries need themselves
    }
    let only_for_executables = |argument: &OsString| {
        matches!(argument.to_str(), Some("-pie" | "-no-pie" | "-static-pie" | "-static"))
    };
    command.args(inputs);
    command.args(arguments.rest.iter().filter(|&a| form == Form::AsAsked || !only_for_executables(a)));
    command.arg("-o").arg(&arguments.output);
    let output = command.output().map_err(Error::io("run the linker", Path::new(&program)))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::SystemLinker { program, output: String::from_utf8_lossy(&output.stderr).into_owned() })
}

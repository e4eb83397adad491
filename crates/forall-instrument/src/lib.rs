//! The linker that cargo calls under `cargo forall`.
//!
//! rustc hands over LLVM bitcode for the whole program. If it has parameterized tests, they become the roots of a shared library
//! whose code reports, through [`forall_protocol::hooks`], what it does with symbolic data; otherwise the program is linked as it is.

mod arguments;
mod bitcode;
#[cfg(test)]
mod census;
mod error;
mod hashing;
mod llvm;
mod lower;
mod output;
mod program;
mod shadow;
mod sites;
mod toolchain;

pub use error::Error;
pub use toolchain::{find_llvm, sysroot};

use arguments::Arguments;
use forall_protocol::hooks;
use llvm::{Machine, Module};
use sites::Sites;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;

/// Environment variable: where to write the instrumented program as LLVM assembly, for debugging forall itself.
const DUMP: &str = "FORALL_DUMP_IR";

/// Environment variable: where to write which instructions and functions the program has, and what was done about each.
const CENSUS: &str = "FORALL_CENSUS";

/// Does the work of the linker for one call of rustc's.
pub fn link(arguments: &[OsString]) -> Result<(), Error> {
    let arguments = Arguments::parse(arguments)?;
    let library = find_llvm(&sysroot()?)?;
    llvm::load(&library).map_err(|message| Error::UnusableLlvm { path: library, message })?;
    let inputs = bitcode::collect(&arguments.inputs)?;
    let program = program::assemble(&inputs.objects)?;
    let machine = Machine::for_module(program, arguments.optimised).map_err(Error::llvm("make code here"))?;
    let puts = program::puts(program);
    let form = if puts.is_empty() {
        program::complete(program, &inputs.members)?;
        let keep = inputs.wanted.iter().cloned().chain(exported_names(program)).collect();
        program::reduce(program, &machine, &keep)?;
        output::Form::AsAsked
    } else {
        program::export_puts(program, &puts);
        program::drop_harness(program, &machine)?;
        program::complete(program, &inputs.members)?;
        instrument(program, &machine, inputs.wanted.clone())?;
        output::Form::Library
    };
    output::write(program, &machine, &arguments, &inputs.native, form)
}

fn instrument(program: Module, machine: &Machine, mut keep: HashSet<String>) -> Result<(), Error> {
    program::become_library(program)?;
    keep.insert(hooks::PUTS.to_owned());
    program::reduce(program, machine, &keep)?;
    program::check_panic_entry(program)?;
    hashing::watch(program);
    program::normalise(program, machine)?;
    lower::lower(program);
    program::export_constants(program);
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let mut census = std::env::var_os(CENSUS).map(|_| shadow::Census::default());
    let manifest = shadow::instrument(program, Sites::new(package), census.as_mut());
    if let (Some(path), Some(census)) = (std::env::var_os(CENSUS), census) {
        let path = PathBuf::from(path);
        std::fs::write(&path, census.to_string()).map_err(Error::io("write", &path))?;
    }
    shadow::export_manifest(program, &manifest);
    if let Some(path) = std::env::var_os(DUMP) {
        program.print_to(&PathBuf::from(path)).map_err(Error::llvm("print the program"))?;
    }
    program.verify().map_err(Error::llvm("accept the instrumented program (this is a bug in forall)"))
}

/// Names that are not Rust's own: `main`, and what the program exports to C.
fn exported_names(program: Module) -> impl Iterator<Item = String> {
    let values = program.functions().into_iter().chain(program.globals());
    let names = values.filter(|value| !value.is_declaration()).map(|value| value.name());
    names.filter(|name| !name.starts_with("_ZN") && !name.starts_with("_R") && !name.starts_with("llvm."))
}

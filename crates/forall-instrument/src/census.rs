//! Nothing in the standard library is silently dropped: every kind of instruction and function in its
//! bitcode, with what is done about it.

use crate::llvm::{Block, Builder, Context, Machine, Module, Type};
use crate::shadow::{self, Census};
use crate::sites::Sites;
use crate::{bitcode, find_llvm, llvm, lower, module, sysroot};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[test]
fn every_kind_in_the_standard_library_is_followed_or_reported() {
    let sysroot = sysroot().unwrap();
    llvm::load(&find_llvm(&sysroot).unwrap()).unwrap();
    let inputs = bitcode::collect(&libraries(&sysroot), &[], &sysroot).unwrap();
    let modules = inputs.members.iter().map(|code| Context::new().parse(&code.bytes, &code.name).unwrap());
    let census: Vec<Census> = modules.map(census_of).collect();
    let table = Census::merged(&census).to_string();
    let dropped: Vec<&str> = table.lines().filter(|line| line.contains("DROPPED")).collect();
    assert!(dropped.is_empty(), "{dropped:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/census.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let (known, found): (BTreeSet<&str>, BTreeSet<&str>) = (known.lines().collect(), table.lines().collect());
    let differ: Vec<&&str> = known.symmetric_difference(&found).collect();
    assert!(differ.is_empty(), "{} (BLESS=1 renews it) does not agree: {differ:#?}", path.display());
}

/// What LLVM tells of the machine, as the time, may differ from run to run.
#[test]
fn an_intrinsic_that_takes_nothing_is_reported() {
    let sysroot = sysroot().unwrap();
    llvm::load(&find_llvm(&sysroot).unwrap()).unwrap();
    let inputs = bitcode::collect(&libraries(&sysroot), &[], &sysroot).unwrap();
    let smallest = inputs.members.iter().min_by_key(|code| code.bytes.len()).expect("there are libraries");
    let context = Context::new();
    let like = context.parse(&smallest.bytes, &smallest.name).unwrap();
    let (module, b) = (context.empty_module("clock"), Builder::new(context));
    module.copy_target_of(like);
    let time = Type::function(b.int_type(64), &[]);
    let clock = module.add_function("llvm.readcyclecounter", time);
    let user = module.add_function("user", Type::function(b.int_type(64), &[b.int_type(64)]));
    b.at_end(Block::append(context, user, "entry"));
    b.ret(Some(b.call(time, clock, &[])));
    assert!(census_of(module).to_string().contains("llvm.readcyclecounter: reported"));
}

/// The bitcode of a toolchain; the harness of its tests and what builds procedural macros are never part of a
/// program that is explored.
fn libraries(sysroot: &Path) -> Vec<PathBuf> {
    let directory = sysroot.join("lib/rustlib/x86_64-unknown-linux-gnu/lib");
    let left_out = ["libtest-", "libproc_macro-", "libprofiler_builtins-"];
    let mut libraries: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rlib"))
        .filter(|path| {
            !left_out.iter().any(|name| path.file_name().unwrap().to_string_lossy().starts_with(name))
        })
        .collect();
    libraries.sort();
    libraries
}

fn census_of(module: Module) -> Census {
    let machine = Machine::for_module(module, false).unwrap();
    module::normalise(module, &machine, false).unwrap();
    lower::lower(module);
    let mut census = Census::default();
    shadow::instrument(module, "census", BTreeMap::new(), Sites::new(PathBuf::new()), Some(&mut census));
    census
}

//! Tests that are there and are not explored.

use crate::args::Selection;
use crate::build::Program;
use crate::workspace::{Package, Source};
use forall_source::marked;

/// What to say of them, and what to do.
pub fn tests(selection: &Selection, packages: &[&Package], programs: &[Program<'_>]) -> Vec<String> {
    let mut unexplored = Vec::new();
    for package in packages {
        for source in &package.targets {
            let is_it =
                |program: &&Program<'_>| program.package.id == package.id && program.target == source.target;
            let why = match programs.iter().find(is_it) {
                Some(program) if program.target.is_proc_macro() => of_the_compiler(source),
                None if is_turned_off(source) && selection.is_everything() => not_built(package, source),
                _ => continue,
            };
            if marked::are_below(&source.src_path) {
                unexplored.push(why);
            }
        }
    }
    unexplored
}

/// Examples and benchmarks have no tests unless the manifest says so.
fn is_turned_off(source: &Source) -> bool {
    let without = ["example", "bench", "custom-build"];
    !source.test && source.target.kind.iter().all(|kind| !without.contains(&kind.as_str()))
}

fn of_the_compiler(source: &Source) -> String {
    format!(
        "the tests of `{}` are not explored: it is a procedural macro, and runs in the compiler\n  help: move what is to be explored, with its tests, to a library that the procedural macro uses",
        source.target.name
    )
}

fn not_built(package: &Package, source: &Source) -> String {
    let table = match source.target.kind.first().map(String::as_str) {
        Some(kind @ ("bin" | "test")) => {
            format!("`test = false` of the [[{kind}]] `{}`", source.target.name)
        }
        _ => "`test = false` of the [lib]".into(),
    };
    format!(
        "the tests of `{}` are not explored, because `cargo test` does not build them: {table} in {} says so\n  help: remove `test = false` there",
        source.target.name,
        package.manifest().display()
    )
}

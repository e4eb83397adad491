//! The linker that cargo calls under `cargo forall`.
//!
//! rustc hands over LLVM bitcode for the whole program. If it has parameterized tests, they become the roots
//! of a shared library whose code reports, through [`forall_protocol::hooks`], what it does with symbolic
//! data; otherwise the program is linked as it is.
//!
//! See docs/decisions/whole-program-module-by-module.md.

mod addresses;
mod alignment;
mod arguments;
mod assembly;
mod bitcode;
mod cache;
#[cfg(test)]
mod census;
mod codes;
mod compiled_module;
mod contents;
mod error;
mod file;
mod frames;
mod hashing;
mod hidden;
mod libraries;
mod llvm;
mod lower;
mod module;
mod origin;
mod outline;
mod output;
mod places;
mod process;
mod reach;
mod reads;
mod shadow;
mod sites;
mod toolchain;
mod whole;

pub use cache::VARIABLE as CACHE_VARIABLE;
pub use error::Error;
pub use sites::function_name;
pub use toolchain::{VARIABLE as SYSROOT_VARIABLE, find_llvm, sysroot};

use arguments::Arguments;
use bitcode::{Bitcode, Inputs};
use cache::{Cache, Key};
use compiled_module::{CompileOptions, CompiledModule, Object};
use llvm::Context;
use outline::Outline;
use reach::{Reached, Roots};
use shadow::Census;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Mutex;

/// Environment variable: a directory for the instrumented program as LLVM assembly, for debugging forall itself.
const DUMP: &str = "FORALL_DUMP_IR";

/// Environment variable: a directory to write in which instructions and functions the program has, and what
/// was done about each.
const CENSUS: &str = "FORALL_CENSUS";

/// Does the work of the linker for one call of rustc's.
pub fn link(arguments: &[OsString]) -> Result<(), Error> {
    let arguments = Arguments::parse(arguments)?;
    let sysroot = sysroot()?;
    let library = find_llvm(&sysroot)?;
    let tool = tool(&library);
    llvm::load(&library).map_err(|message| Error::UnusableLlvm { path: library, message })?;
    let inputs = bitcode::collect(&arguments.inputs, &arguments.rest, &sysroot)?;
    let cache = Cache::from_environment()?;
    let outline = |code: &Bitcode| outline(code, tool, &cache);
    let objects = inputs.objects.iter().map(outline).collect::<Result<Vec<_>, Error>>()?;
    let instrument = reach::has_puts(&objects);
    let roots = if instrument { Roots::Puts } else { Roots::Names };
    let reached = reach::reach(&inputs, objects, roots, |module| outline(inputs.module(module)))?;
    if instrument && reached.facts.unknown_panics {
        return Err(Error::UnknownStd);
    }
    let options = CompileOptions {
        instrument,
        optimised: arguments.optimised,
        package: std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from),
        facts: reached.facts,
        census: std::env::var_os(CENSUS).is_some(),
        dump: std::env::var_os(DUMP).map(PathBuf::from),
        tool,
    };
    let compiled = compile_modules(&inputs, &reached, &options, &cache)?;
    if let Some(directory) = std::env::var_os(CENSUS) {
        write_census(Path::new(&directory), &arguments.output, &compiled)?;
    }
    let mut objects: Vec<Object> = Vec::new();
    if instrument {
        let smallest =
            reached.modules.keys().map(|&module| inputs.module(module)).min_by_key(|m| m.bytes.len());
        let code = smallest.expect("tests are in modules");
        let target = Context::new()
            .parse(&code.bytes, &code.name)
            .map_err(Error::llvm(format!("read {}", code.name)))?;
        let codes = codes(&reached, &inputs, &options);
        objects.push(Object::InMemory(whole::make(&compiled, codes, target)?));
    }
    objects.extend(compiled.into_iter().map(|module| module.object));
    let form = if instrument { output::Form::Library } else { output::Form::AsAsked };
    output::write(objects, &arguments, &inputs, form)?;
    cache.trim();
    Ok(())
}

/// For every test: equal as long as nothing has changed that its exploration depends on.
fn codes(reached: &Reached, inputs: &Inputs, options: &CompileOptions) -> Vec<u128> {
    let CompileOptions { optimised, package, facts, tool, .. } = options;
    let common = Key::of((optimised, package, facts, tool, inputs.machine_code()));
    reached.codes.iter().map(|code| Key::of((common, code)).number()).collect()
}

/// What makes this program and the toolchain's LLVM different from others.
fn tool(library: &Path) -> Key {
    let own = std::env::current_exe().ok();
    Key::of((forall_protocol::VERSION, own.map(|path| file::version(&path)), library, file::version(library)))
}

fn outline(code: &Bitcode, tool: Key, cache: &Cache) -> Result<Rc<Outline>, Error> {
    let key = Key::of((code.key(), tool));
    if let Some(outline) = cache.get("outline", key).and_then(|bytes| Outline::decode(&bytes).ok()) {
        return Ok(Rc::new(outline));
    }
    let module =
        Context::new().parse(&code.bytes, &code.name).map_err(Error::llvm(format!("read {}", code.name)))?;
    let outline = Outline::of(module, code.is_standard().then_some(key))?;
    cache.put("outline", key, &outline.encode());
    Ok(Rc::new(outline))
}

/// The modules of the program, compiled, in their order; side by side, the largest first.
fn compile_modules(
    inputs: &Inputs,
    reached: &Reached,
    options: &CompileOptions,
    cache: &Cache,
) -> Result<Vec<CompiledModule>, Error> {
    let mut waiting: Vec<usize> = reached.modules.keys().copied().collect();
    waiting.sort_by_key(|&module| inputs.module(module).bytes.len());
    let waiting = Mutex::new(waiting);
    let take = || waiting.lock().expect("nobody panics with it").pop();
    let work = || {
        let mut made = Vec::new();
        while let Some(module) = take() {
            made.push((
                module,
                CompiledModule::of(inputs.module(module), &reached.modules[&module], options, cache)?,
            ));
        }
        Ok(made)
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let made: Vec<Result<Vec<(usize, CompiledModule)>, Error>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker")).collect()
    });
    let mut compiled: Vec<(usize, CompiledModule)> =
        made.into_iter().collect::<Result<Vec<_>, Error>>()?.into_iter().flatten().collect();
    compiled.sort_by_key(|&(module, _)| module);
    Ok(compiled.into_iter().map(|(_, module)| module).collect())
}

/// What was done about each kind of instruction in all modules, in a file with the name of the program.
fn write_census(directory: &Path, output: &Path, compiled: &[CompiledModule]) -> Result<(), Error> {
    let census = Census::merged(compiled.iter().map(|module| &module.census));
    let path = directory.join(output.file_name().unwrap_or_default()).with_extension("txt");
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&path, census.to_string()))
        .map_err(Error::io("write", path))
}

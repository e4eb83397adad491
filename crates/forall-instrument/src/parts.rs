//! Generating machine code on all processors.
//!
//! Generating code is most of what the linker does, and LLVM does it on one thread. So this process forks: each child makes an object of some of
//! the functions, and takes the others for defined elsewhere.

use crate::Error;
use crate::llvm::{Linkage, Machine, Module, Value};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Fewer instructions than this are not worth another process.
const SMALL: usize = 30_000;
const MOST: usize = 8;

/// Writes the program's machine code into one or more objects in a directory.
pub fn emit(program: Module, machine: &Machine, directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut sizes: Vec<(Value, usize)> =
        program.functions().into_iter().filter(|f| !f.is_declaration()).map(|f| (f, size(f))).collect();
    let total: usize = sizes.iter().map(|(_, size)| size).sum();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let count = (total / SMALL).clamp(1, processors.min(MOST));
    let objects: Vec<PathBuf> = (0..count).map(|part| directory.join(format!("program-{part}.o"))).collect();
    if count == 1 {
        emit_one(program, machine, &objects[0])?;
        return Ok(objects);
    }
    publish(program);
    sizes.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
    let mut parts = vec![(0, HashSet::new()); count];
    for (function, size) in sizes {
        let smallest = parts.iter_mut().min_by_key(|part| part.0).expect("there are parts");
        smallest.0 += size;
        smallest.1.insert(function);
    }
    let children: Vec<Child> = (1..count)
        .map(|part| Child::start(|| emit_part(program, machine, &parts[part].1, false, &objects[part])))
        .collect::<Result<_, _>>()?;
    let first = emit_part(program, machine, &parts[0].1, true, &objects[0]);
    for child in children {
        child.finish()?;
    }
    first.map(|()| objects)
}

fn size(function: Value) -> usize {
    function.blocks().into_iter().map(|block| block.instructions().len()).sum()
}

fn emit_one(program: Module, machine: &Machine, object: &Path) -> Result<(), Error> {
    machine.emit_object(program, object).map_err(Error::llvm("generate code"))
}

/// Lets the objects refer to each other: what was local to the program is now local to the library.
fn publish(program: Module) {
    let values = program.functions().into_iter().chain(program.globals());
    for (index, value) in values.filter(|value| !value.is_declaration() && value.is_local()).enumerate() {
        // Machine code that is linked in may have local symbols of the same name.
        value.set_name(&format!("{}.{index}.forall", value.name()));
        value.leave_group();
        value.set_linkage(Linkage::External);
        value.hide();
    }
}

fn emit_part(
    program: Module,
    machine: &Machine,
    functions: &HashSet<Value>,
    with_data: bool,
    object: &Path,
) -> Result<(), Error> {
    let defined = |value: &Value| !value.is_declaration() && !value.is_appending();
    let others = program.functions().into_iter().filter(|f| defined(f) && !functions.contains(f));
    others.for_each(make_absent);
    if !with_data {
        program.drop_special_globals();
        program.globals().into_iter().filter(defined).for_each(make_absent);
    }
    emit_one(program, machine, object)
}

fn make_absent(value: Value) {
    value.leave_group();
    value.set_linkage(Linkage::Elsewhere);
}

/// A process that makes one of the objects.
struct Child(libc::pid_t);

impl Child {
    fn start(work: impl FnOnce() -> Result<(), Error>) -> Result<Child, Error> {
        // SAFETY: the linker has one thread, so the child finds everything in order. It only makes its object, and ends at once, without running
        // what this process does at its end.
        let pid = unsafe { libc::fork() };
        if pid < 0 {
            let path = std::env::current_exe().unwrap_or_default();
            return Err(Error::io("start another process of", path)(std::io::Error::last_os_error()));
        }
        if pid == 0 {
            let code = match work() {
                Ok(()) => 0,
                Err(error) => {
                    eprintln!("{error}");
                    1
                }
            };
            // SAFETY: nothing has to be cleaned up.
            unsafe { libc::_exit(code) };
        }
        Ok(Child(pid))
    }

    fn finish(self) -> Result<(), Error> {
        let mut status = 0;
        // SAFETY: a child of this process that nobody else waits for.
        let waited = unsafe { libc::waitpid(self.0, &mut status, 0) };
        if waited == self.0 && status == 0 {
            return Ok(());
        }
        Err(Error::llvm("generate code")(format!("a process that generates code ended with status {status}")))
    }
}

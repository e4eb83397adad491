//! What the program does before `main`: a replay begins when all of it is done.

use std::ffi::{c_char, c_int, c_ulong};

/// What a constructor is given, as the loader does.
#[derive(Clone, Copy)]
pub struct Start {
    pub count: c_int,
    pub arguments: *const *const c_char,
    pub variables: *const *const c_char,
}

pub type Constructor = extern "C" fn(c_int, *const *const c_char, *const *const c_char);

unsafe extern "C" {
    fn getauxval(kind: c_ulong) -> c_ulong;
}

const AT_PHDR: c_ulong = 3;
const AT_PHNUM: c_ulong = 5;
const PT_DYNAMIC: u32 = 2;
const PT_PHDR: u32 = 6;
const DT_NULL: u64 = 0;
const DT_INIT_ARRAY: u64 = 25;
const DT_INIT_ARRAYSZ: u64 = 27;

/// A program header of a 64-bit ELF file.
#[repr(C)]
struct Segment {
    kind: u32,
    _flags: u32,
    _offset: u64,
    address: u64,
    _rest: [u64; 4],
}

/// Runs the constructors of the program that come after `own`, as the loader would if `own` came back. In
/// which order the linker puts them is its own affair.
pub fn run_those_after(own: Constructor, start: Start) {
    let Start { count, arguments, variables } = start;
    let all = constructors();
    let Some(position) = all.iter().position(|constructor| *constructor == own as usize) else { return };
    // The loader skips these two.
    let later = all[position + 1..].iter().filter(|constructor| ![0, usize::MAX].contains(*constructor));
    for constructor in later {
        // SAFETY: the loader would call it next, with these arguments; it calls none of them once this
        // process has ended.
        let constructor = unsafe { std::mem::transmute::<usize, Constructor>(*constructor) };
        constructor(count, arguments, variables);
    }
}

/// The program's constructors, in the order in which the loader calls them; none if it is not known where they are.
fn constructors() -> &'static [usize] {
    if cfg!(not(target_pointer_width = "64")) {
        return &[];
    }
    // SAFETY: it only looks something up.
    let (headers, count) = unsafe { (getauxval(AT_PHDR), getauxval(AT_PHNUM)) };
    if headers == 0 {
        return &[];
    }
    // SAFETY: the kernel says that so many headers of the program lie there, for as long as it runs.
    let segments = unsafe { std::slice::from_raw_parts(headers as *const Segment, count as usize) };
    let find = |kind| segments.iter().find(|segment| segment.kind == kind);
    let (Some(own), Some(dynamic)) = (find(PT_PHDR), find(PT_DYNAMIC)) else { return &[] };
    let moved_by = (headers as usize as u64).wrapping_sub(own.address);
    let (mut address, mut length) = (0, 0);
    let mut entry = moved_by.wrapping_add(dynamic.address) as *const [u64; 2];
    loop {
        // SAFETY: the table lies there, and ends with an entry of kind `DT_NULL`.
        let [kind, value] = unsafe { *entry };
        match kind {
            DT_NULL => break,
            DT_INIT_ARRAY => address = moved_by.wrapping_add(value),
            DT_INIT_ARRAYSZ => length = value as usize / size_of::<usize>(),
            _ => {}
        }
        // SAFETY: it was not the last one.
        entry = unsafe { entry.add(1) };
    }
    if address == 0 {
        return &[];
    }
    // SAFETY: the table says that so many constructors lie there; nobody writes them after the program was loaded.
    unsafe { std::slice::from_raw_parts(address as *const usize, length) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static CALLS: AtomicUsize = AtomicUsize::new(0);

    extern "C" fn first(_: c_int, _: *const *const c_char, _: *const *const c_char) {
        CALLS.fetch_add(1, Ordering::Relaxed);
    }

    extern "C" fn second(_: c_int, _: *const *const c_char, _: *const *const c_char) {
        CALLS.fetch_add(100, Ordering::Relaxed);
    }

    #[used]
    #[unsafe(link_section = ".init_array")]
    static FIRST: Constructor = first;
    #[used]
    #[unsafe(link_section = ".init_array")]
    static SECOND: Constructor = second;

    #[test]
    fn those_that_come_later_are_run() {
        let all = constructors();
        let position = |one: Constructor| all.iter().position(|other| *other == one as usize).unwrap();
        assert_eq!(CALLS.load(Ordering::Relaxed), 101, "by the loader");
        let start = Start { count: 0, arguments: std::ptr::null(), variables: std::ptr::null() };
        let (earlier, later, added) = match position(first) < position(second) {
            true => (first as Constructor, second as Constructor, 100),
            false => (second as Constructor, first as Constructor, 1),
        };
        run_those_after(earlier, start);
        assert_eq!(CALLS.load(Ordering::Relaxed), 101 + added);
        run_those_after(later, start);
        assert_eq!(CALLS.load(Ordering::Relaxed), 101 + added);
    }
}

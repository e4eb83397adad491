//! Which functions of the explored program are active: found out only where a run fails.

use forall_protocol::shared::{MAX_FRAMES, Shared};
use std::ffi::{c_int, c_void};

/// Where the explored program lies in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// What the addresses in its symbol table are relative to.
    base: usize,
    start: usize,
    end: usize,
}

impl Extent {
    /// Of the library that has this address in it; empty when there is none.
    pub fn around(address: usize) -> Extent {
        let mut search = Search { address, found: Extent::default() };
        // SAFETY: the function is called with these arguments only during the call.
        unsafe { libc::dl_iterate_phdr(Some(look_at), (&raw mut search).cast()) };
        search.found
    }

    fn contains(&self, address: usize) -> bool {
        (self.start..self.end).contains(&address)
    }
}

struct Search {
    address: usize,
    found: Extent,
}

unsafe extern "C" fn look_at(info: *mut libc::dl_phdr_info, _size: usize, search: *mut c_void) -> c_int {
    // SAFETY: the loader describes one of its libraries, `Extent::around` passes its search.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
    // SAFETY: so many headers there are.
    let segments = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    let base = info.dlpi_addr as usize;
    let loaded = segments.iter().filter(|segment| segment.p_type == libc::PT_LOAD);
    let range = |segment: &libc::Elf64_Phdr| {
        let start = base + segment.p_vaddr as usize;
        start..start + segment.p_memsz as usize
    };
    if loaded.clone().any(|segment| range(segment).contains(&search.address)) {
        let start = loaded.clone().map(|segment| range(segment).start).min().unwrap_or_default();
        let end = loaded.map(|segment| range(segment).end).max().unwrap_or_default();
        search.found = Extent { base, start, end };
        return 1;
    }
    0
}

/// Records the functions of the program that are active, the innermost first, as far as nothing else lies
/// between them. If there are too many, none is recorded. Allowed in a handler of a signal that the program
/// itself has raised.
pub fn record(shared: Shared, extent: &Extent) {
    let mut walk = Walk { shared, extent, count: 0, last: 0 };
    if extent.start < extent.end {
        // SAFETY: the function is called with these arguments only during the call; the program is compiled
        // with tables for unwinding.
        unsafe { _Unwind_Backtrace(note_frame, (&raw mut walk).cast()) };
    }
    let count = if walk.count > MAX_FRAMES { 0 } else { walk.count as u32 };
    // SAFETY: the header lies in the mapping, and only the process that runs writes this field during a run.
    unsafe { (*shared.header()).frames = count };
}

struct Walk<'a> {
    shared: Shared,
    extent: &'a Extent,
    count: usize,
    /// The function before, which may have called itself.
    last: usize,
}

extern "C" fn note_frame(context: *mut c_void, walk: *mut c_void) -> c_int {
    // SAFETY: `record` passes its walk.
    let walk = unsafe { &mut *walk.cast::<Walk<'_>>() };
    // SAFETY: the unwinder passes the context of a frame.
    let function = unsafe { _Unwind_GetRegionStart(context) };
    if !walk.extent.contains(function) {
        // Before the program stands what looks at it, behind it what has called it.
        return if walk.count == 0 { GO_ON } else { STOP };
    }
    if function == walk.last {
        return GO_ON;
    }
    walk.last = function;
    if walk.count < MAX_FRAMES {
        // SAFETY: the table lies in the mapping and has room for so many.
        unsafe { walk.shared.frames().add(walk.count).write((function - walk.extent.base) as u64) };
    }
    walk.count += 1;
    if walk.count > MAX_FRAMES { STOP } else { GO_ON }
}

/// `_URC_NO_REASON` and `_URC_END_OF_STACK`.
const GO_ON: c_int = 0;
const STOP: c_int = 5;

// Part of what unwinds panics, which every Rust program is linked with.
unsafe extern "C" {
    fn _Unwind_Backtrace(
        each: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetRegionStart(context: *mut c_void) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[inline(never)]
    fn inner(shared: Shared, extent: &Extent) -> usize {
        record(shared, extent);
        std::hint::black_box(1)
    }

    #[inline(never)]
    fn recursive(shared: Shared, extent: &Extent, depth: usize) -> usize {
        let below = if depth == 0 { inner(shared, extent) } else { recursive(shared, extent, depth - 1) };
        std::hint::black_box(below + 1)
    }

    fn recorded(depth: usize) -> Vec<u64> {
        let memory = Memory::new();
        let extent = Extent::around(recorded as *const () as usize);
        assert!(extent.contains(recorded as *const () as usize));
        recursive(memory.shared(), &extent, depth);
        // SAFETY: nobody else uses the memory.
        unsafe {
            let count = (*memory.shared().header()).frames as usize;
            std::slice::from_raw_parts(memory.shared().frames(), count).to_vec()
        }
    }

    #[test]
    fn functions_are_told_from_the_innermost_on_and_recursion_once() {
        let (flat, deep) = (recorded(0), recorded(7));
        let base = Extent::around(recorded as *const () as usize).base;
        let position = |function: usize| flat.iter().position(|frame| *frame == (function - base) as u64);
        let inner = position(inner as *const () as usize).unwrap();
        assert_eq!(position(recursive as *const () as usize), Some(inner + 1));
        assert_eq!(flat, deep);
    }

    #[test]
    fn what_is_not_loaded_has_no_extent() {
        assert_eq!(Extent::around(8), Extent::default());
    }
}

//! Taking a child back to where it was before a run, so that it can do another one.
//!
//! A fork for each run costs far more than most runs. So a child goes back instead: every page of its memory
//! that was written since it was born gets its contents back. The kernel tells which those are ([`written`]).
//! What memory does not hold (open files, mappings, signal handlers, threads, …) changes only by system calls
//! that come before [`super::refusals`] or are looked for here; a child in which there was any such change is
//! not taken back but replaced by a new one.
//!
//! All this happens on a stack of its own and without the C library, whose state is part of what is taken back.
//!
//! See docs/decisions/rewind-a-child-instead-of-forking.md.

mod regions;
mod unwatched;
mod written;

use super::refusals;
use crate::confine::syscall::perform;
use crate::mapping::Mapping;
use regions::Region;
use std::io;
use std::ops::Range;
use unwatched::Unwatched;
use written::Written;

/// What can be prepared before there is a child.
pub struct Plan {
    /// Memory to take back.
    regions: Vec<Region>,
    /// Addresses of pages, ascending, and at the same positions their contents.
    addresses: Mapping,
    contents: Mapping,
    /// For what the kernel tells at a time: it makes room for as much in its own memory.
    found: Mapping,
    /// Stack for everything that is not the test.
    stack: Mapping,
}

pub const PAGE: usize = 4096;
/// A program that has more is not taken back.
const MOST_PAGES: usize = 1 << 16;
/// A run that wrote more is more easily repeated in a new child.
const MOST_WRITTEN: usize = 1 << 11;
const STACK: usize = 256 << 10;

impl Plan {
    /// Everything that must not be mapped later is mapped now.
    pub fn new() -> io::Result<Plan> {
        Ok(Plan {
            regions: Vec::new(),
            addresses: Mapping::anonymous(MOST_PAGES * size_of::<usize>())?,
            contents: Mapping::anonymous(MOST_PAGES * PAGE)?,
            found: Mapping::anonymous(PAGE)?,
            stack: Mapping::anonymous(STACK)?,
        })
    }

    /// Finds out what memory there is to take back: all but `kept`. From here on nothing may be mapped.
    pub fn complete(&mut self, kept: &[Range<usize>]) -> io::Result<()> {
        let own = [&self.addresses, &self.contents, &self.found, &self.stack].map(Mapping::range);
        let kept: Vec<Range<usize>> = own.into_iter().chain(kept.iter().cloned()).collect();
        // To make the list may take memory, which belongs on the list.
        loop {
            let regions = regions::writable(&kept)?;
            if regions == self.regions {
                return Ok(());
            }
            self.regions = regions;
        }
    }

    /// From the first region to the last, without what is known to be `untouched`: to look at much memory
    /// takes long, even if nothing is there.
    fn spans(&self, untouched: &Range<usize>) -> [Range<usize>; 2] {
        let (Some(first), Some(last)) = (self.regions.first(), self.regions.last()) else {
            return [0..0, 0..0];
        };
        let (start, end) = (first.range.start, last.range.end);
        [start..end.min(untouched.start), start.max(untouched.end)..end]
    }

    fn is_of_file(&self, page: usize) -> bool {
        self.regions.iter().any(|region| region.is_of_file && region.range.contains(&page))
    }

    pub fn stack(&self) -> &Mapping {
        &self.stack
    }
}

/// A child that can be taken back to its state of now.
pub struct Rewind<'a> {
    plan: &'a Plan,
    written: Written,
    /// How many pages have known contents.
    pages: usize,
    /// Pages are not watched any more once written, for that is cheaper when they are written by each run.
    unwatched: Unwatched,
    alternate_stack: libc::stack_t,
    program_break: u64,
}

impl<'a> Rewind<'a> {
    /// `None` where this is not possible: the kernel is too old, or there is too much to remember.
    pub fn new(plan: &'a Plan) -> Option<Rewind<'a>> {
        let written = Written::watch(&plan.regions)?;
        // SAFETY: all zero is a stack that is not used.
        let mut alternate_stack: libc::stack_t = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel writes one structure.
        unsafe { perform(libc::SYS_sigaltstack, [0, address(&raw mut alternate_stack), 0, 0, 0, 0]) };
        // SAFETY: asks for the current end of the heap.
        let program_break = unsafe { perform(libc::SYS_brk, [0; 6]) } as u64;
        let unwatched = Unwatched::default();
        let mut rewind = Rewind { plan, written, pages: 0, unwatched, alternate_stack, program_break };
        rewind.remember().then_some(rewind)
    }

    /// Is there nothing but memory to take back?
    pub fn is_possible(&self) -> bool {
        const NOTHING_OR_NOT_ALONE: u64 = libc::CLONE_THREAD as u64;
        // SAFETY: this call does nothing, or fails when there are several threads.
        unsafe { perform(libc::SYS_unshare, [NOTHING_OR_NOT_ALONE, 0, 0, 0, 0, 0]) == 0 }
    }

    /// Takes the child back, which has not written to what is `untouched`, and if it was `quiet` to nothing
    /// that was watched. If this fails it is of no further use.
    pub fn rewind(&mut self, untouched: &Range<usize>, quiet: bool) -> bool {
        // SAFETY: the kernel reads one structure.
        let set = unsafe {
            perform(libc::SYS_sigaltstack, [address(&raw const self.alternate_stack), 0, 0, 0, 0, 0])
        };
        if set != 0 || (refusals::moved_break() && !self.cut_heap()) {
            return false;
        }
        match self.unwatched.all().filter(|_| quiet) {
            Some(pages) => {
                let written = pages.iter().filter(|page| !untouched.contains(&page.address));
                written.for_each(|page| self.restore(page.address, page.contents()));
                true
            }
            None => self.restore_written(untouched),
        }
    }

    fn cut_heap(&self) -> bool {
        // SAFETY: the heap ended there before the run, and nothing in it is used any more.
        unsafe { perform(libc::SYS_brk, [self.program_break, 0, 0, 0, 0, 0]) as u64 == self.program_break }
    }

    /// Does it take back more than most runs write?
    pub fn is_heavy(&self) -> bool {
        const HEAVY: usize = 40;
        self.unwatched.all().is_none_or(|pages| pages.len() > HEAVY)
    }

    /// Asks the kernel what was written.
    fn restore_written(&mut self, untouched: &Range<usize>) -> bool {
        let mut total = 0;
        for mut rest in self.plan.spans(untouched) {
            while !rest.is_empty() {
                let Some((found, end)) = self.written.written(&rest, &self.plan.found) else { return false };
                for pages in found {
                    total += pages.count();
                    if total > MOST_WRITTEN {
                        return false;
                    }
                    for page in pages.addresses() {
                        let contents = self.position(page);
                        if contents.is_none() && self.plan.is_of_file(page) {
                            return false;
                        }
                        self.restore(page, contents);
                        self.unwatched.add(page, contents);
                    }
                }
                rest.start = end;
            }
        }
        total <= unwatched::MOST || self.watch_again()
    }

    /// Learns the contents of all pages that have any.
    fn remember(&mut self) -> bool {
        for region in &self.plan.regions {
            if region.is_of_file {
                for page in region.range.clone().step_by(PAGE) {
                    // SAFETY: the page is mapped and readable. What is in the file counts as present from here on.
                    unsafe { std::ptr::with_exposed_provenance::<u8>(page).read_volatile() };
                }
            }
            let mut rest = region.range.clone();
            while !rest.is_empty() {
                let Some((found, end)) = self.written.present(&rest, &self.plan.found) else { return false };
                for pages in found {
                    for page in pages.addresses() {
                        if self.pages == MOST_PAGES {
                            return false;
                        }
                        // SAFETY: there is room, as just checked; the page is present, hence readable.
                        unsafe {
                            self.addresses().add(self.pages).write(page);
                            self.contents(self.pages)
                                .copy_from_nonoverlapping(std::ptr::with_exposed_provenance(page), PAGE);
                        }
                        self.pages += 1;
                    }
                }
                rest.start = end;
            }
        }
        self.written.protect(self.remembered())
    }

    fn watch_again(&mut self) -> bool {
        self.unwatched.lose_track();
        self.written.protect(self.remembered())
    }

    /// Where the contents of a page are.
    fn position(&self, page: usize) -> Option<usize> {
        self.remembered().binary_search(&page).ok()
    }

    /// The pages with known contents, by address.
    fn remembered(&self) -> &[usize] {
        // SAFETY: as many addresses were written.
        unsafe { std::slice::from_raw_parts(self.addresses(), self.pages) }
    }

    /// What was not present before the run was zero.
    fn restore(&self, page: usize, contents: Option<usize>) {
        let target = std::ptr::with_exposed_provenance_mut::<u8>(page);
        match contents {
            // SAFETY: the page is writable, and nobody else uses it: the only thread is here, on another stack.
            Some(position) => unsafe { target.copy_from_nonoverlapping(self.contents(position), PAGE) },
            // SAFETY: as above.
            None => unsafe { target.write_bytes(0, PAGE) },
        }
    }

    fn addresses(&self) -> *mut usize {
        self.plan.addresses.start().cast()
    }

    fn contents(&self, position: usize) -> *mut u8 {
        // SAFETY: positions are below `MOST_PAGES`.
        unsafe { self.plan.contents.start().add(position * PAGE) }
    }
}

fn address<T>(pointer: *const T) -> u64 {
    pointer.expose_provenance() as u64
}

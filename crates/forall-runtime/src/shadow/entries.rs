//! One entry for each byte of the address space.
//!
//! Nearly all memory is concrete. A table of tags answers that quickly: a tag covers eight bytes (and all others that share its index) and
//! stays set once anything symbolic was there. Behind it a two-level table leads from addresses to pages of entries.
//!
//! The thread that runs the test reads and writes; other threads of the program may clear (their data is concrete). They meet at an entry
//! only where the program's own threads meet at that byte. What they meet at otherwise, tags and tables, is atomic.

use crate::ending::Report;
use crate::mapping::{Mapping, Zeroed};
use forall_protocol::shared::Ending;
use forall_protocol::terms::TermId;
use std::io;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU32, AtomicUsize, Ordering};

/// An entry is `term << 4 | index of the byte in the term's value`; 0 is concrete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(pub u32);

impl Entry {
    pub const CONCRETE: Entry = Entry(0);

    pub fn new(term: TermId, byte: u32) -> Entry {
        debug_assert!(term < 1 << 28 && byte < 16);
        Entry(term << 4 | byte)
    }

    pub fn term(self) -> TermId {
        self.0 >> 4
    }

    pub fn byte(self) -> u32 {
        self.0 & 15
    }
}

pub struct Shadow {
    tables: Zeroed<Tables>,
    pages: Mapping,
    /// Bytes of `pages` in use.
    used: AtomicUsize,
    report: Report,
}

// SAFETY: shared parts are atomic; entries are accessed as the module documentation says.
unsafe impl Sync for Shadow {}

const PAGE: usize = 4096;
const TAGS: usize = 1 << 20;
/// User addresses have 47 bits: 17 for the region, 18 for the page in it, 12 for the byte.
const ADDRESSES: usize = 1 << 47;
const REGION: usize = 1 << 30;
const PAGES_IN_REGION: usize = REGION / PAGE;
/// Room for the entries of 2 GiB.
const CAPACITY: usize = 8 << 30;
/// Ranges up to this length are looked up in the tags, longer ones by page.
const SHORT: usize = 512;

#[repr(C)]
struct Tables {
    tags: [AtomicU8; TAGS],
    regions: [AtomicPtr<Region>; ADDRESSES / REGION],
}

struct Region {
    pages: [AtomicPtr<Page>; PAGES_IN_REGION],
}

struct Page {
    entries: [AtomicU32; PAGE],
}

impl Shadow {
    pub fn new(report: Report) -> io::Result<Shadow> {
        // SAFETY: tags may be zero and pointers null.
        let tables = unsafe { Zeroed::new() }?;
        Ok(Shadow { tables, pages: Mapping::anonymous(CAPACITY)?, used: AtomicUsize::new(0), report })
    }

    /// Has nothing symbolic ever been in memory?
    pub fn is_empty(&self) -> bool {
        self.used.load(Ordering::Relaxed) == 0
    }

    /// Might the range hold anything symbolic? `false` is certain.
    #[inline]
    pub fn may_hold(&self, address: usize, length: usize) -> bool {
        if length == 0 {
            return false;
        }
        if length > SHORT {
            return self.has_pages(address, length);
        }
        let last = address.wrapping_add(length - 1) >> 3;
        let mut granule = address >> 3;
        loop {
            if self.tag(granule).load(Ordering::Relaxed) != 0 {
                return true;
            }
            if granule == last {
                return false;
            }
            granule = granule.wrapping_add(1);
        }
    }

    /// Does the range hold anything symbolic?
    pub fn holds(&self, address: usize, length: usize) -> bool {
        self.may_hold(address, length) && self.first_symbolic(address, length).is_some()
    }

    /// Offset of the first symbolic byte of the range.
    pub fn first_symbolic(&self, address: usize, length: usize) -> Option<usize> {
        self.each_page(address, length, |page, start, at| {
            let entries = &page.entries[range_in_page(at)];
            entries.iter().position(|entry| entry.load(Ordering::Relaxed) != 0).map(|i| start - address + i)
        })
    }

    /// The entry of one byte.
    pub fn entry(&self, address: usize) -> Entry {
        self.page(address)
            .map_or(Entry::CONCRETE, |page| Entry(page.entries[address % PAGE].load(Ordering::Relaxed)))
    }

    /// Ends the run when there is no room for more pages.
    pub fn set(&self, address: usize, entry: Entry) {
        if address >= ADDRESSES {
            return;
        }
        self.page_or_new(address).entries[address % PAGE].store(entry.0, Ordering::Relaxed);
        if entry != Entry::CONCRETE {
            self.tag(address >> 3).store(1, Ordering::Relaxed);
        }
    }

    /// Makes the range concrete.
    pub fn clear(&self, address: usize, length: usize) {
        if self.may_hold(address, length) {
            self.each_page(address, length, |page, _, at| {
                for entry in &page.entries[range_in_page(at)] {
                    entry.store(0, Ordering::Relaxed);
                }
                None::<()>
            });
        }
    }

    /// Does what `memmove` does to the bytes themselves.
    pub fn copy(&self, to: usize, from: usize, length: usize) {
        if to == from || length == 0 {
            return;
        }
        if !self.may_hold(from, length) {
            return self.clear(to, length);
        }
        // Beyond the last address the program itself cannot copy either.
        let length = length.min(ADDRESSES.saturating_sub(to.max(from)));
        if to.wrapping_sub(from) >= length {
            let mut done = 0;
            while done < length {
                let chunk = (length - done).min(PAGE - (to + done) % PAGE).min(PAGE - (from + done) % PAGE);
                self.copy_in_pages(to + done, from + done, chunk);
                done += chunk;
            }
        } else {
            let mut left = length;
            while left > 0 {
                let room = |end: usize| (end - 1) % PAGE + 1;
                let chunk = left.min(room(to + left)).min(room(from + left));
                left -= chunk;
                self.copy_in_pages(to + left, from + left, chunk);
            }
        }
    }

    /// Copies entries where neither range leaves its page.
    fn copy_in_pages(&self, to: usize, from: usize, length: usize) {
        let Some(source) = self.page(from) else {
            return self.clear(to, length);
        };
        let symbolic =
            source.entries[from % PAGE..][..length].iter().any(|entry| entry.load(Ordering::Relaxed) != 0);
        if !symbolic {
            return self.clear(to, length);
        }
        let target = self.page_or_new(to);
        let (first, second) = (to % PAGE, from % PAGE);
        // SAFETY: both ranges lie in their pages. The entries belong to this thread, as the module documentation says.
        unsafe {
            let source = source.entries.as_ptr().add(second).cast::<u32>();
            let target = target.entries.as_ptr().add(first).cast::<u32>().cast_mut();
            target.copy_from(source, length);
        }
        for (offset, entry) in target.entries[first..][..length].iter().enumerate() {
            if entry.load(Ordering::Relaxed) != 0 {
                self.tag((to + offset) >> 3).store(1, Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn tag(&self, granule: usize) -> &AtomicU8 {
        &self.tables.tags[granule % TAGS]
    }

    fn page(&self, address: usize) -> Option<&Page> {
        let region = self.tables.regions.get(address / REGION)?.load(Ordering::Acquire);
        // SAFETY: a region in the table is complete and never goes away.
        let region = unsafe { region.as_ref() }?;
        let page = region.pages[address % REGION / PAGE].load(Ordering::Acquire);
        // SAFETY: the same holds for pages.
        unsafe { page.as_ref() }
    }

    fn page_or_new(&self, address: usize) -> &Page {
        let region = self.or_new(&self.tables.regions[address / REGION]);
        self.or_new(&region.pages[address % REGION / PAGE])
    }

    /// What the pointer leads to, made on the first visit. Only the thread that runs the test gets here.
    fn or_new<T>(&self, pointer: &AtomicPtr<T>) -> &T {
        let mut target = pointer.load(Ordering::Acquire);
        if target.is_null() {
            let start = self.used.fetch_add(size_of::<T>().next_multiple_of(PAGE), Ordering::Relaxed);
            if start + size_of::<T>() > self.pages.length() {
                self.report.end(Ending::Exhausted);
            }
            // SAFETY: inside the mapping, as just checked.
            target = unsafe { self.pages.start().add(start) }.cast();
            pointer.store(target, Ordering::Release);
        }
        // SAFETY: points into `pages` at zeroed memory of the right size that is given out once; a `T` may be zero.
        unsafe { &*target }
    }

    fn has_pages(&self, address: usize, length: usize) -> bool {
        self.each_page(address, length, |_, _, _| Some(())).is_some()
    }

    /// Visits the existing pages that meet the range, with the address and the place in the page of what they share, until a visit
    /// finds something.
    fn each_page<R>(
        &self,
        address: usize,
        length: usize,
        mut visit: impl FnMut(&Page, usize, (usize, usize)) -> Option<R>,
    ) -> Option<R> {
        let end = address.saturating_add(length).min(ADDRESSES);
        let mut at = address;
        while at < end {
            let region = self.tables.regions[at / REGION].load(Ordering::Acquire);
            if region.is_null() {
                at = (at / REGION + 1) * REGION;
                continue;
            }
            let next = ((at / PAGE + 1) * PAGE).min(end);
            if let Some(page) = self.page(at)
                && let Some(found) = visit(page, at, (at % PAGE, next - at))
            {
                return Some(found);
            }
            at = next;
        }
        None
    }
}

fn range_in_page((start, length): (usize, usize)) -> std::ops::Range<usize> {
    start..start + length
}

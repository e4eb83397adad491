//! Which pages were written, as Linux 6.7 and later tell: asynchronous write protection by `userfaultfd`, and
//! the scan of page tables.

use super::PAGE;
use super::regions::Region;
use crate::confine::syscall::perform;
use crate::mapping::Mapping;
use std::ops::Range;

/// Pages that follow each other, as the kernel tells of them.
#[repr(C)]
pub struct Pages {
    start: u64,
    end: u64,
    categories: u64,
}

impl Pages {
    pub fn count(&self) -> usize {
        (self.end - self.start) as usize / PAGE
    }

    pub fn addresses(&self) -> impl Iterator<Item = usize> + use<> {
        (self.start as usize..self.end as usize).step_by(PAGE)
    }
}

/// The descriptors through which the kernel is asked.
pub struct Written {
    faults: u64,
    tables: u64,
}

impl Written {
    /// Prepares these regions of this process for watching. `None` where the kernel cannot do it, or may not.
    pub fn watch(regions: &[Region]) -> Option<Written> {
        const USER_MODE_ONLY: u64 = 1;
        const VERSION: u64 = 0xAA;
        const WRITE_PROTECTION: u64 = 1 << 0;
        const OF_PAGES_NOT_YET_THERE: u64 = 1 << 13;
        const ASYNCHRONOUS: u64 = 1 << 15;
        let flags = libc::O_CLOEXEC as u64 | USER_MODE_ONLY;
        // SAFETY: makes a descriptor.
        let faults = far(unsafe { perform(libc::SYS_userfaultfd, [flags, 0, 0, 0, 0, 0]) })?;
        let mut handshake = [VERSION, WRITE_PROTECTION | OF_PAGES_NOT_YET_THERE | ASYNCHRONOUS, 0];
        control(faults, HANDSHAKE, &mut handshake)?;
        for region in regions {
            const WRITES: u64 = 1 << 1;
            let length = region.range.len() as u64;
            control(faults, REGISTER, &mut [region.range.start as u64, length, WRITES, 0])?;
        }
        Some(Written { faults, tables: open_tables()? })
    }

    /// From here on these pages do not count as written until they are.
    pub fn protect(&self, pages: &[usize]) -> bool {
        const PROTECT: u64 = 1;
        let mut rest = pages;
        while let [first, ..] = rest {
            let adjacent = rest.iter().zip(0..).take_while(|(page, n)| **page == first + n * PAGE).count();
            let range = &mut [*first as u64, (adjacent * PAGE) as u64, PROTECT];
            if control(self.faults, WRITE_PROTECT, range).is_none() {
                return false;
            }
            rest = &rest[adjacent..];
        }
        true
    }

    /// Pages of the regions that were written, or were not there to be protected, and how far it looked.
    pub fn written<'b>(&self, range: &Range<usize>, buffer: &'b Mapping) -> Option<(&'b [Pages], usize)> {
        self.scan(range, IS_WATCHED | IS_WRITTEN, buffer)
    }

    /// Pages that have contents, and how far it looked.
    pub fn present<'b>(&self, range: &Range<usize>, buffer: &'b Mapping) -> Option<(&'b [Pages], usize)> {
        self.scan(range, 0, buffer)
    }

    fn scan<'b>(
        &self,
        range: &Range<usize>,
        demanded: u64,
        buffer: &'b Mapping,
    ) -> Option<(&'b [Pages], usize)> {
        let mut request = ScanRequest {
            size: size_of::<ScanRequest>() as u64,
            start: range.start as u64,
            end: range.end as u64,
            buffer: buffer.start().expose_provenance() as u64,
            buffer_length: (buffer.length() / size_of::<Pages>()) as u64,
            demanded,
            one_demanded: IS_PRESENT | IS_SWAPPED,
            told: demanded | IS_PRESENT | IS_SWAPPED,
            ..ScanRequest::default()
        };
        let argument = (&raw mut request).expose_provenance() as u64;
        // SAFETY: the kernel reads the request, writes to it, and fills the buffer, which is as long as said.
        let count = unsafe { perform(libc::SYS_ioctl, [self.tables, SCAN, argument, 0, 0, 0]) };
        let count = usize::try_from(count).ok()?;
        // SAFETY: the kernel wrote as many; nobody writes the buffer while this is borrowed, the next scan
        // coming later.
        let found = unsafe { std::slice::from_raw_parts(buffer.start().cast(), count) };
        let end = request.walked_to as usize;
        (end > range.start).then_some((found, end))
    }
}

const HANDSHAKE: u64 = 0xC018_AA3F;
const REGISTER: u64 = 0xC020_AA00;
const WRITE_PROTECT: u64 = 0xC018_AA06;
const SCAN: u64 = 0xC060_6610;

/// It lies in a region that was prepared for watching.
const IS_WATCHED: u64 = 1 << 0;
const IS_WRITTEN: u64 = 1 << 1;
const IS_PRESENT: u64 = 1 << 3;
const IS_SWAPPED: u64 = 1 << 4;

/// The kernel's `pm_scan_arg`.
#[derive(Default)]
#[repr(C)]
struct ScanRequest {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walked_to: u64,
    buffer: u64,
    buffer_length: u64,
    most_pages: u64,
    inverted: u64,
    demanded: u64,
    one_demanded: u64,
    told: u64,
}

fn control<const N: usize>(descriptor: u64, request: u64, argument: &mut [u64; N]) -> Option<()> {
    let argument = argument.as_mut_ptr().expose_provenance() as u64;
    // SAFETY: each request reads and writes a structure of as many words.
    (unsafe { perform(libc::SYS_ioctl, [descriptor, request, argument, 0, 0, 0]) } >= 0).then_some(())
}

/// The page tables of a process belong to whoever may dump it, which otherwise nobody may here.
fn open_tables() -> Option<u64> {
    let path = c"/proc/self/pagemap".as_ptr().expose_provenance() as u64;
    let flags = (libc::O_RDONLY | libc::O_CLOEXEC) as u64;
    let dumpable = |may: u64| [libc::PR_SET_DUMPABLE as u64, may, 0, 0, 0, 0];
    // SAFETY: these change a setting of this process, and make a descriptor.
    let opened = unsafe {
        perform(libc::SYS_prctl, dumpable(1));
        let opened = perform(libc::SYS_open, [path, flags, 0, 0, 0, 0]);
        perform(libc::SYS_prctl, dumpable(0));
        opened
    };
    far(opened)
}

/// Moves a descriptor to where the explored program does not stumble over it.
fn far(descriptor: i64) -> Option<u64> {
    let near = u64::try_from(descriptor).ok()?;
    let mut lowest = super::super::FAR as u64;
    loop {
        // SAFETY: duplicates a descriptor of this process.
        let far = unsafe { perform(libc::SYS_fcntl, [near, libc::F_DUPFD_CLOEXEC as u64, lowest, 0, 0, 0]) };
        if let Ok(far) = u64::try_from(far) {
            // SAFETY: the descriptor is not used any more.
            unsafe { perform(libc::SYS_close, [near, 0, 0, 0, 0, 0]) };
            return Some(far);
        }
        // So many descriptors may not be open.
        lowest /= 2;
        if lowest < 8 {
            return None;
        }
    }
}

//! Memory straight from the kernel: zero-filled, sparse, and apart from the heap that the explored program uses.

use crate::confine::syscall::perform;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, Range};
use std::os::fd::RawFd;
use std::ptr::NonNull;

/// A mapping that is returned to the kernel when dropped.
pub struct Mapping {
    start: NonNull<u8>,
    length: usize,
}

// SAFETY: a mapping belongs to the process, not to a thread; all access goes through raw pointers.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Private zeroes. A page costs nothing before it is first written.
    pub fn anonymous(length: usize) -> io::Result<Mapping> {
        Mapping::new(length, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE, -1)
    }

    /// The contents of `fd`, shared with every process that maps it.
    pub fn shared(fd: RawFd, length: usize) -> io::Result<Mapping> {
        Mapping::new(length, libc::MAP_SHARED | libc::MAP_NORESERVE, fd)
    }

    fn new(length: usize, flags: i32, fd: RawFd) -> io::Result<Mapping> {
        // SAFETY: the kernel chooses the address, so no existing memory is touched.
        let start = unsafe {
            libc::mmap(std::ptr::null_mut(), length, libc::PROT_READ | libc::PROT_WRITE, flags, fd, 0)
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).expect("the kernel maps nothing at 0 unasked");
        Ok(Mapping { start, length })
    }

    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    pub fn length(&self) -> usize {
        self.length
    }

    pub fn range(&self) -> Range<usize> {
        let start = self.start.as_ptr().addr();
        start..start + self.length.next_multiple_of(4096)
    }

    /// Makes private memory zero again.
    pub fn forget_contents(&self) -> io::Result<()> {
        // Also in a child, where what leaves other traces than in memory is looked at.
        let range = [self.start.as_ptr().expose_provenance() as u64, self.length as u64];
        let advice = [range[0], range[1], libc::MADV_DONTNEED as u64, 0, 0, 0];
        // SAFETY: the range is this mapping; whoever reads it afterwards sees zeroes, which every table in it
        // understands.
        match unsafe { perform(libc::SYS_madvise, advice) } {
            0 => Ok(()),
            error => Err(io::Error::from_raw_os_error(-error as i32)),
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range was mapped in `new`, and its owner goes away now.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.length) };
    }
}

/// A large `T` in memory of its own, initially all zero.
pub struct Zeroed<T> {
    mapping: Mapping,
    holds: PhantomData<T>,
}

impl<T> Zeroed<T> {
    /// # Safety
    /// All bytes zero are a valid `T`, which needs no drop.
    pub unsafe fn new() -> io::Result<Zeroed<T>> {
        const { assert!(align_of::<T>() <= 4096) };
        Ok(Zeroed { mapping: Mapping::anonymous(size_of::<T>())?, holds: PhantomData })
    }

    pub fn range(&self) -> Range<usize> {
        self.mapping.range()
    }

    /// Makes it zero again.
    pub fn reset(&mut self) -> io::Result<()> {
        self.mapping.forget_contents()
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the mapping is as large as `T`, page aligned, and holds a valid `T` by the contract of `new`.
        unsafe { &*self.mapping.start.as_ptr().cast() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[test]
    fn a_large_value_is_zero_until_written_and_after_a_reset() {
        // SAFETY: an atomic integer may be zero.
        let mut table: Zeroed<[AtomicU32; 1 << 20]> = unsafe { Zeroed::new() }.unwrap();
        assert_eq!(table[77_777].load(Relaxed), 0);
        table[77_777].store(5, Relaxed);
        assert_eq!(table[77_777].load(Relaxed), 5);
        table.reset().unwrap();
        assert_eq!(table[77_777].load(Relaxed), 0);
    }
}

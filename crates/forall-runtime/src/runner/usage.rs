//! What this process has used so far, as the kernel counts it.

use crate::confine::syscall::perform;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// How often a page had to be made present or writable.
    pub faults: u64,
    /// Whole seconds of processor time.
    pub seconds: u64,
}

impl Usage {
    /// `None` if the kernel does not tell.
    pub fn now() -> Option<Usage> {
        // SAFETY: all zero is a valid structure of integers.
        let mut told: libc::rusage = unsafe { std::mem::zeroed() };
        let to = (&raw mut told).expose_provenance() as u64;
        // SAFETY: the kernel writes one structure.
        let result = unsafe { perform(libc::SYS_getrusage, [libc::RUSAGE_SELF as u64, to, 0, 0, 0, 0]) };
        let (user, system) = (told.ru_utime, told.ru_stime);
        (result == 0).then(|| Usage {
            faults: (told.ru_minflt + told.ru_majflt) as u64,
            seconds: (user.tv_sec + system.tv_sec + (user.tv_usec + system.tv_usec) / 1_000_000) as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Mapping;

    #[test]
    fn a_new_page_is_a_fault() {
        let memory = Mapping::anonymous(64 * 4096).unwrap();
        let before = Usage::now().unwrap();
        for page in 0..64 {
            // SAFETY: inside the mapping.
            unsafe { memory.start().add(page * 4096).write_volatile(1) };
        }
        let after = Usage::now().unwrap();
        assert!(after.faults >= before.faults + 64, "{before:?} {after:?}");
        assert!(after.seconds >= before.seconds);
    }
}

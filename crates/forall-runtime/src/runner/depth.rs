//! How much stack a run used, when that is more than a test has outside of forall.

use super::rewind::PAGE;
use crate::confine::syscall::perform;

/// What a thread of the test harness has, less what is on it before the test begins. Instrumented frames are
/// larger than plain ones, so a run that uses less would use less there, too.
const ORDINARY: usize = (2 << 20) - (64 << 10);
/// Programs use every page on their way down, so that a few of them tell whether any beyond was used.
const WINDOW: usize = 16;

/// Bytes that were used below `top`; 0 if they are not out of the ordinary.
pub fn extraordinary(top: usize) -> usize {
    let mut depth = ORDINARY;
    while is_used(top - depth - WINDOW * PAGE) {
        depth += WINDOW * PAGE;
    }
    if depth == ORDINARY { 0 } else { depth }
}

/// Was any page of the window ever written? Beyond the stack, none was.
fn is_used(start: usize) -> bool {
    let mut present = [0_u8; WINDOW];
    let to = present.as_mut_ptr().expose_provenance() as u64;
    // SAFETY: the kernel writes one byte a page; memory that is not there makes it fail.
    let told = unsafe { perform(libc::SYS_mincore, [start as u64, (WINDOW * PAGE) as u64, to, 0, 0, 0]) };
    told == 0 && present.iter().any(|page| page & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Mapping;

    #[test]
    fn only_what_is_out_of_the_ordinary_counts() {
        let stack = Mapping::anonymous(8 << 20).unwrap();
        let top = stack.range().end;
        let write_down_to = |depth: usize| {
            for page in (top - depth..top).step_by(PAGE) {
                // SAFETY: inside the mapping.
                unsafe { std::ptr::with_exposed_provenance_mut::<u8>(page).write_volatile(1) };
            }
        };
        stack.start().expose_provenance();
        assert_eq!(extraordinary(top), 0);
        write_down_to(1 << 20);
        assert_eq!(extraordinary(top), 0);
        write_down_to(3 << 20);
        assert!((3 << 20..4 << 20).contains(&extraordinary(top)));
    }
}

use super::*;
use crate::check::evaluate;
use crate::testing::Memory;
use forall_protocol::terms::TermRecord;

fn input(state: &RunState, index: u32) -> TermId {
    state.terms.intern(TermRecord::new(Op::Input, 8, index, 0, 0))
}

/// Compares two byte strings whose bytes at the given positions are inputs, and what the term says with what is so.
fn check(left: &[u8], symbolic_left: &[usize], right: &[u8], symbolic_right: &[usize]) -> TermId {
    let memory = Memory::new();
    let state = memory.state();
    let (mut left, mut right) = (left.to_vec(), right.to_vec());
    let mut inputs = Vec::new();
    for (bytes, positions) in [(&mut left, symbolic_left), (&mut right, symbolic_right)] {
        for &at in positions {
            state.shadow.store(
                &state.terms,
                bytes[at..].as_ptr().addr(),
                input(&state, inputs.len() as u32),
                8,
            );
            inputs.push(u128::from(bytes[at]));
        }
    }
    // SAFETY: both are slices of the same length.
    let term = unsafe { order_term(&state, left.as_mut_ptr(), right.as_mut_ptr(), left.len()) };
    if term != CONCRETE {
        let expected = left.cmp(&right) as i32 as u32;
        assert_eq!(evaluate(&state.terms, term, &inputs), u128::from(expected), "{left:?} {right:?}");
    }
    term
}

#[test]
fn an_order_term_says_what_memcmp_says() {
    let strings: [&[u8; 3]; 5] = [b"abc", b"abd", b"bbc", b"a\xFFc", b"\0bc"];
    for left in strings {
        for right in strings {
            for positions in 0..64_usize {
                let chosen = |shift: usize| (0..3).filter(move |at| positions >> (at + shift) & 1 == 1);
                let (on_left, on_right): (Vec<_>, Vec<_>) = (chosen(0).collect(), chosen(3).collect());
                check(left, &on_left, right, &on_right);
            }
        }
    }
}

#[test]
fn a_difference_before_anything_symbolic_is_concrete() {
    assert_eq!(check(b"abc", &[2], b"xbc", &[]), CONCRETE);
    assert_ne!(check(b"abc", &[0], b"xbc", &[]), CONCRETE);
    assert_eq!(check(b"abc", &[], b"abc", &[]), CONCRETE);
}

#[test]
fn one_term_on_both_sides_is_no_difference() {
    let memory = Memory::new();
    let state = memory.state();
    let mut bytes = *b"xyxy";
    for at in [0, 2] {
        state.shadow.store(&state.terms, bytes[at..].as_ptr().addr(), input(&state, 0), 8);
    }
    let start = bytes.as_mut_ptr();
    // SAFETY: two times two bytes of the array.
    assert_eq!(unsafe { order_term(&state, start, start.add(2), 2) }, CONCRETE);
}

#[test]
fn a_moved_block_takes_its_terms_along_and_leaves_none() {
    const ADDRESS: usize = 0x10_0000;
    // Far apart, overlapping to either side, in place, growing and shrinking.
    for (new, size) in
        [(0x20_0000, 24), (0x20_0000, 4), (0x10_0005, 24), (0xF_FFFB, 12), (ADDRESS, 32), (ADDRESS, 3)]
    {
        let memory = Memory::new();
        let state = memory.state();
        let byte = |index| input(&state, index);
        for at in 0..16 {
            state.shadow.fill(ADDRESS + at, byte(at as u32), 1);
        }
        // Left behind by something else in the place of the new block.
        if new == 0x20_0000 {
            state.shadow.fill(new, byte(99), size + 1);
        }
        move_block(&state, new, size, ADDRESS, 16, size.min(16));
        for at in 0..size {
            let expected = if at < 16 { byte(at as u32) } else { CONCRETE };
            assert_eq!(state.shadow.entry(new + at).term(), expected, "{new:#x}+{at}");
        }
        for at in (ADDRESS..ADDRESS + 16).filter(|at| !(new..new + size).contains(at)) {
            assert!(!state.shadow.holds(at, 1), "{at:#x} for {new:#x}");
        }
    }
}

//! Arithmetic, comparisons, conversions, selections.

use crate::state::State;
use forall_protocol::terms::{CONCRETE, Op, TermId};

pub unsafe extern "C" fn binary(
    op: u32,
    left_term: TermId,
    right_term: TermId,
    left: u64,
    right: u64,
) -> TermId {
    if left_term | right_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    unsafe { binary_term(op, left_term, right_term, left.into(), right.into()) }
}

pub unsafe extern "C" fn binary_wide(
    op: u32,
    left_term: TermId,
    right_term: TermId,
    left: u128,
    right: u128,
) -> TermId {
    if left_term | right_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    unsafe { binary_term(op, left_term, right_term, left, right) }
}

pub unsafe extern "C" fn unary(op: u32, operand_term: TermId) -> TermId {
    if operand_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(State { terms, .. }) = (unsafe { State::followed() }) else { return CONCRETE };
    terms.unary(operation(op), width(op), operand_term)
}

pub unsafe extern "C" fn resize(op: u32, operand_term: TermId) -> TermId {
    if operand_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(State { terms, .. }) = (unsafe { State::followed() }) else { return CONCRETE };
    let to = op >> 16 & 0xFF;
    terms.unless_constant(match operation(op) {
        Op::Extract => terms.extract(operand_term, 0, to),
        extension => terms.extend(extension, operand_term, to),
    })
}

pub unsafe extern "C" fn select(
    width: u32,
    condition_term: TermId,
    left_term: TermId,
    right_term: TermId,
    condition: u32,
    left: u64,
    right: u64,
) -> TermId {
    if condition_term == CONCRETE {
        return if condition != 0 { left_term } else { right_term };
    }
    // SAFETY: hooks run only while a state is installed.
    unsafe { select_term(width, condition_term, (left_term, left.into()), (right_term, right.into())) }
}

pub unsafe extern "C" fn select_wide(
    width: u32,
    condition_term: TermId,
    left_term: TermId,
    right_term: TermId,
    condition: u32,
    left: u128,
    right: u128,
) -> TermId {
    if condition_term == CONCRETE {
        return if condition != 0 { left_term } else { right_term };
    }
    // SAFETY: hooks run only while a state is installed.
    unsafe { select_term(width, condition_term, (left_term, left), (right_term, right)) }
}

/// # Safety
/// A state is installed.
unsafe fn binary_term(op: u32, left_term: TermId, right_term: TermId, left: u128, right: u128) -> TermId {
    // SAFETY: the caller promises an installed state.
    let Some(State { terms, .. }) = (unsafe { State::followed() }) else { return CONCRETE };
    let width = width(op);
    let left = terms.operand(left_term, width, left);
    let right = terms.operand(right_term, width, right);
    terms.unless_constant(terms.binary(operation(op), width, left, right))
}

/// # Safety
/// A state is installed.
unsafe fn select_term(
    width: u32,
    condition: TermId,
    (left_term, left): (TermId, u128),
    (right_term, right): (TermId, u128),
) -> TermId {
    // SAFETY: the caller promises an installed state.
    let Some(State { terms, .. }) = (unsafe { State::followed() }) else { return CONCRETE };
    let left = terms.operand(left_term, width, left);
    let right = terms.operand(right_term, width, right);
    terms.unless_constant(terms.choose(width, condition, left, right))
}

fn operation(op: u32) -> Op {
    Op::from_code(op as u8).expect("the instrumenter and the runtime agree on the operations")
}

fn width(op: u32) -> u32 {
    op >> 8 & 0xFF
}

//! Arithmetic, comparisons, conversions, selections.

use crate::addresses::Operand;
use crate::ranges::Comparison;
use crate::run_state::RunState;
use crate::terms::Asked;
use forall_protocol::hooks::Address;
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

pub unsafe extern "C" fn ternary(
    op: u32,
    first_term: TermId,
    second_term: TermId,
    third_term: TermId,
    first: u64,
    second: u64,
    third: u64,
) -> TermId {
    if first_term | second_term | third_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    let [first_term, second_term, third_term] =
        [(first_term, first), (second_term, second), (third_term, third)]
            .map(|(t, v)| open(state, t, v.into()));
    if first_term | second_term | third_term == CONCRETE {
        return CONCRETE;
    }
    let operand = |term, value: u64| state.terms.operand(term, width(op), value.into());
    let operands = [operand(first_term, first), operand(second_term, second), operand(third_term, third)];
    state.unless_idle(state.terms.ternary(operation(op), width(op), operands))
}

pub unsafe extern "C" fn unary(op: u32, operand_term: TermId) -> TermId {
    if operand_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    if state.open(operand_term) == CONCRETE {
        return CONCRETE;
    }
    state.unless_idle(state.terms.unary(operation(op), width(op), operand_term, op >> 16))
}

pub unsafe extern "C" fn concat(
    widths: u32,
    high_term: TermId,
    low_term: TermId,
    high: u64,
    low: u128,
) -> TermId {
    if high_term | low_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    let (high_term, low_term) = (open(state, high_term, high.into()), open(state, low_term, low));
    if high_term | low_term == CONCRETE {
        return CONCRETE;
    }
    let high = state.terms.operand(high_term, widths & 0xFF, high.into());
    let low = state.terms.operand(low_term, widths >> 8 & 0xFF, low);
    state.unless_idle(state.terms.unless_constant(state.terms.concat(high, low)))
}

pub unsafe extern "C" fn resize(op: u32, operand_term: TermId) -> TermId {
    if operand_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    if state.open(operand_term) == CONCRETE {
        return CONCRETE;
    }
    let (terms, to) = (&state.terms, op >> 16 & 0xFF);
    let asked = Asked { op, terms: [operand_term, CONCRETE], value: 0 };
    state.unless_idle(state.recent.or_build(asked, || {
        terms.unless_constant(match operation(op) {
            Op::Extract => terms.extract(operand_term, op >> 24, to),
            extension @ (Op::ZExt | Op::SExt) => terms.extend(extension, operand_term, to),
            conversion => terms.unary(conversion, to, operand_term, 0),
        })
    }))
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
    unsafe {
        select_term(width, (condition_term, condition), (left_term, left.into()), (right_term, right.into()))
    }
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
    unsafe { select_term(width, (condition_term, condition), (left_term, left), (right_term, right)) }
}

pub unsafe extern "C" fn address(address: Address, address_term: TermId, beside: Address) -> TermId {
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    let address = address.expose_provenance() as u64;
    state.computed(state.report.current_place(), address_term, || address.into());
    if !beside.is_null() && state.are_in_one_object(address, beside.addr() as u64) {
        return state.open(address_term);
    }
    state.address(address_term, address)
}

pub unsafe extern "C" fn pointer(number_term: TermId) -> TermId {
    if number_term == CONCRETE {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    state.unless_idle(state.pointer(number_term))
}

/// # Safety
/// A state is installed.
unsafe fn binary_term(op: u32, left_term: TermId, right_term: TermId, left: u128, right: u128) -> TermId {
    // SAFETY: the caller promises an installed state.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    let (terms, width) = (&state.terms, width(op));
    let (left_term, right_term) = (open(state, left_term, left), open(state, right_term, right));
    if left_term | right_term == CONCRETE {
        return CONCRETE;
    }
    let operands = [(left_term, left), (right_term, right)].map(|(term, value)| Operand { term, value });
    if state.cancels_addresses(op, operands[0], operands[1]) {
        return CONCRETE;
    }
    let build = || {
        let (left, right) = (terms.operand(left_term, width, left), terms.operand(right_term, width, right));
        terms.unless_constant(terms.binary(operation(op), width, left, right))
    };
    let (constant, comparison) = match (left_term, right_term) {
        (CONCRETE, term) => {
            (left, Comparison::new(operation(op), term, width, left as u64, false).zip(Some(right)))
        }
        (term, CONCRETE) => {
            (right, Comparison::new(operation(op), term, width, right as u64, true).zip(Some(left)))
        }
        _ => (0, None),
    };
    // Later on that would have to be found out wherever the bit is used.
    if comparison.is_some_and(|(comparison, value)| state.follows(&comparison, value as u64)) {
        return CONCRETE;
    }
    state.unless_idle(match u64::try_from(constant) {
        Ok(value) => state.recent.or_build(Asked { op, terms: [left_term, right_term], value }, build),
        Err(_) => build(),
    })
}

/// # Safety
/// A state is installed.
unsafe fn select_term(
    width: u32,
    (condition_term, condition): (TermId, u32),
    (left_term, left): (TermId, u128),
    (right_term, right): (TermId, u128),
) -> TermId {
    // SAFETY: the caller promises an installed state.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    let RunState { terms, .. } = state;
    let place = state.report.current_place();
    state.computed(place, condition_term, || condition.into());
    // What is not chosen may be anything: a compiler that knows so computes it all the same.
    if condition != 0 {
        state.computed(place, left_term, || left);
    } else {
        state.computed(place, right_term, || right);
    }
    let (left_term, right_term) = (state.open(left_term), state.open(right_term));
    if state.open(condition_term) == CONCRETE {
        return if condition != 0 { left_term } else { right_term };
    }
    let left = terms.operand(left_term, width, left);
    let right = terms.operand(right_term, width, right);
    state.unless_idle(terms.unless_constant(terms.choose(width, condition_term, left, right)))
}

/// The operand's term, unless there is only one value that it can have here.
fn open(state: &RunState, term: TermId, value: u128) -> TermId {
    state.computed(state.report.current_place(), term, || value);
    state.open(term)
}

fn operation(op: u32) -> Op {
    Op::from_code(op as u8).expect("the instrumenter and the runtime agree on the operations")
}

fn width(op: u32) -> u32 {
    op >> 8 & 0xFF
}

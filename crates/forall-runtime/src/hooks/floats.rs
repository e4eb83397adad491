//! Floats of which the compiler leaves something open, see [`crate::terms::marks`].

use crate::check::floats::is_nan;
use crate::run_state::RunState;
use crate::terms::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId};

pub unsafe extern "C" fn yielded(width: u32, term: TermId, bits: u64) -> TermId {
    if term != CONCRETE || !is_nan(width, bits.into()) {
        return term;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(RunState { terms, .. }) = (unsafe { RunState::followed() }) else { return CONCRETE };
    terms.binary(Op::FAdd, width, terms.constant(width, bits.into()), terms.constant(width, 0))
}

pub unsafe extern "C" fn extreme(
    op: u32,
    left_term: TermId,
    right_term: TermId,
    left: u64,
    right: u64,
) -> TermId {
    let (is_greatest, width) = (op & 1 == 1, op >> 8);
    if left_term | right_term == CONCRETE && !is_either(width, left, right) {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    extreme_of(state, is_greatest, width, (left_term, left), (right_term, right))
}

fn extreme_of(
    state: &RunState,
    is_greatest: bool,
    width: u32,
    (left_term, left): (TermId, u64),
    (right_term, right): (TermId, u64),
) -> TermId {
    let place = state.report.current_place();
    let open = |term, value: u64| {
        state.computed(place, term, || value.into());
        state.open(term)
    };
    let (left_term, right_term) = (open(left_term, left), open(right_term, right));
    if left_term | right_term == CONCRETE && !is_either(width, left, right) {
        return CONCRETE;
    }
    let operand = |term, value: u64| state.terms.operand(term, width, value.into());
    let (left, right) = (operand(left_term, left), operand(right_term, right));
    state.unless_idle(extreme_term(&state.terms, is_greatest, width, left, right))
}

/// The right operand if it is beyond the left one or the left one is a NaN, else the left one; but that is
/// the compiler's choice, where either would do.
fn extreme_term(terms: &Terms, is_greatest: bool, width: u32, left: TermId, right: TermId) -> TermId {
    if terms.is_constant(left) && terms.is_constant(right) {
        // Either would do, or nobody would have asked: no input decides that.
        return terms.choose_openly(width, terms.constant(1, 1), left);
    }
    let binary = |op, left, right| terms.binary(op, width, left, right);
    let is_number = |term| binary(Op::FEq, term, term);
    let beyond = if is_greatest { binary(Op::FLt, left, right) } else { binary(Op::FLt, right, left) };
    let of_numbers = terms.choose(width, beyond, right, left);
    let extreme = terms.choose(width, is_number(left), of_numbers, right);
    let is_certain =
        |term| terms.constant_value(term).is_some_and(|bits| !is_zero_or_nan(width, bits as u64));
    if is_certain(left) || is_certain(right) {
        return extreme;
    }
    let join = |op, left, right| terms.binary(op, 1, left, right);
    let are_zeros = join(Op::And, binary(Op::FEq, left, right), binary(Op::Ne, left, right));
    let are_nans = join(Op::And, terms.not(is_number(left)), terms.not(is_number(right)));
    terms.choose_openly(width, join(Op::Or, are_zeros, are_nans), extreme)
}

/// Are they zeros of different signs, or both NaNs?
fn is_either(width: u32, left: u64, right: u64) -> bool {
    let are_zeros = is_zero(width, left) && is_zero(width, right);
    are_zeros && left != right || is_nan(width, left.into()) && is_nan(width, right.into())
}

fn is_zero_or_nan(width: u32, bits: u64) -> bool {
    is_zero(width, bits) || is_nan(width, bits.into())
}

fn is_zero(width: u32, bits: u64) -> bool {
    match width {
        32 => f32::from_bits(bits as u32) == 0.0,
        _ => f64::from_bits(bits) == 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::evaluate;
    use crate::testing::Memory;
    use forall_protocol::terms::TermRecord;

    #[test]
    fn what_was_left_open_of_a_zero_stays_open() {
        let memory = Memory::new();
        let state = memory.state();
        let extreme = |is_greatest, (left_term, left): (TermId, f64), right: f64| {
            let (left, right) = ((left_term, left.to_bits()), (CONCRETE, right.to_bits()));
            extreme_of(&state, is_greatest, 64, left, right)
        };
        let zero = extreme(false, (CONCRETE, 0.0), -0.0);
        assert!(state.terms.is_fixed(zero), "no input decides that");
        for (is_greatest, right) in [(false, 1.0), (true, 0.0), (true, -1.0), (false, -0.0)] {
            let next = extreme(is_greatest, (zero, 0.0), right);
            assert_ne!(next, CONCRETE, "{right}");
            assert!(state.terms.is_fixed(next) && state.is_left_open(0, next), "{right}");
        }
        assert_eq!(extreme(false, (CONCRETE, 0.0), 1.0), CONCRETE);
        assert!(!state.is_left_open(0, extreme(true, (zero, 0.0), 1.0)), "it is gone");
    }

    #[test]
    fn the_extreme_is_open_where_either_would_do() {
        let memory = Memory::new();
        let terms = memory.terms();
        let [x, y] = [0, 1].map(|index| terms.intern(TermRecord::new(Op::Input, 64, index, 0, 0)));
        for is_greatest in [false, true] {
            let term = extreme_term(&terms, is_greatest, 64, x, y);
            let is_open = terms.record(term).a;
            let numbers = [0.0, -0.0, 1.0, f64::INFINITY, f64::NAN];
            for (left, right) in numbers.into_iter().flat_map(|left| numbers.map(|right| (left, right))) {
                let values = [left.to_bits().into(), right.to_bits().into()];
                let value = f64::from_bits(evaluate(&terms, term, &values) as u64);
                let expected = if is_greatest { left.max(right) } else { left.min(right) };
                assert!(value == expected || value.is_nan() && expected.is_nan(), "{left} and {right}");
                let open = evaluate(&terms, is_open, &values) == 1;
                assert_eq!(open, is_either(64, left.to_bits(), right.to_bits()), "{left} and {right}");
            }
        }
        let one = terms.constant(64, 1_f64.to_bits().into());
        assert_eq!(
            terms.open_marks(extreme_term(&terms, false, 64, x, one)),
            0,
            "there is nothing to choose"
        );
    }
}

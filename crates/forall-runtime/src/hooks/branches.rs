//! Where the program chooses its way.

use crate::decisions::Switch;
use crate::run_state::{RunState, is_followed};
use forall_protocol::hooks::Address;
use forall_protocol::terms::{CONCRETE, TermId};

pub unsafe extern "C" fn branch(site: u32, condition_term: TermId, taken: u32) {
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { covering(site, taken) }) else { return };
    if condition_term != CONCRETE
        && let Some(decisions) = state.decisions()
    {
        state.computed(site, condition_term, || taken.into());
        let condition_term = state.observe(site, condition_term);
        if condition_term != CONCRETE && state.settle(site, condition_term, taken.into()) {
            decisions.decide(&state.terms, site, condition_term, taken != 0);
        }
    }
}

pub unsafe extern "C" fn switch(site: u32, value_term: TermId, value: u128, table: Address) {
    // SAFETY: the instrumenter emits the table with its cases as a constant.
    let switch = unsafe { Switch::new(table.cast()) };
    let group = switch.group_of(value);
    let outcome = match group {
        Some(group) => group,
        None if switch.has_default => switch.groups,
        // What the compiler holds impossible has no outcome.
        None => return,
    };
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { covering(site, outcome) }) else { return };
    if value_term != CONCRETE
        && let Some(decisions) = state.decisions()
    {
        state.computed(site, value_term, || value);
        let value_term = state.observe(site, state.open(value_term));
        if value_term == CONCRETE || !state.settle(site, value_term, value) {
            return;
        }
        decisions.switch(&state.terms, site, value_term, &switch, group);
    }
}

pub unsafe extern "C" fn fix(term: TermId, width: u32, value: u64, site: u32) {
    if term == CONCRETE {
        return;
    }
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.fix(site, term, width, value);
    }
}

/// Marks an outcome; yields the state where decisions may be made.
///
/// # Safety
/// A state is installed.
#[inline]
unsafe fn covering(site: u32, outcome: u32) -> Option<&'static RunState> {
    // SAFETY: the caller promises an installed state; a thread that is not followed only marks coverage.
    let state = unsafe { RunState::any_thread() };
    if !is_followed() {
        state.cover(site, outcome);
        // SAFETY: as above.
        return unsafe { RunState::followed() };
    }
    if !state.muted.get() {
        state.cover(site, outcome);
    }
    Some(state)
}

//! Loads, stores, block operations, the heap.
//!
//! Reading at an address that depends on the inputs is a selection among all it may lead to, if that is a
//! constant or little; writing to one is a change of all of it. Any other such address, and every such
//! length, is fixed to its concrete value, as a decision that can be flipped.
//!
//! See docs/decisions/concretization-is-a-branch.md.

use super::bytes;
use crate::run_state::{RunState, is_followed};
use forall_protocol::hooks::{Address, POINTER};
use forall_protocol::terms::{CONCRETE, Op, TermId};

pub unsafe extern "C" fn load(address: Address, address_term: TermId, width: u32, site: u32) -> TermId {
    let (width, is_pointer) = (width & !POINTER, width & POINTER != 0);
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    if address_term == CONCRETE && !state.shadow.may_hold(address.addr(), width.div_ceil(8) as usize) {
        return CONCRETE;
    }
    // SAFETY: as above.
    let Some(state) = (unsafe { RunState::followed() }) else { return CONCRETE };
    let address_term = state.observe_place(site, state.open(address_term));
    if address_term != CONCRETE && width.is_multiple_of(8) {
        let length = width as usize / 8;
        let selected = state.look_up(site, address_term, address.addr(), length).or_else(|| {
            // What a pointer leads to must be known sooner or later, and then it is simpler to know where it
            // came from.
            let window =
                state.window_to_read(address_term, address.addr(), length).filter(|_| !is_pointer)?;
            Some(window.read(&state.terms, &state.shadow))
        });
        if let Some(value) = selected {
            // SAFETY: the program is about to read the same bytes.
            state.computed(site, value, || unsafe { bits(address, width) });
            return state.unless_idle(value);
        }
    }
    state.fix(site, address_term, 64, address.addr() as u64);
    // SAFETY: the program is about to read the same bytes.
    let value = unsafe { state.shadow.load(&state.terms, address.expose_provenance(), width) };
    // SAFETY: as above.
    state.computed(site, value, || unsafe { bits(address, width) });
    value
}

/// A value of `width` bits in memory.
///
/// # Safety
/// Its bytes are readable.
unsafe fn bits(address: Address, width: u32) -> u128 {
    let mut bytes = [0; 16];
    // SAFETY: as the caller promises; no value has more than 16 bytes.
    unsafe { address.copy_to_nonoverlapping(bytes.as_mut_ptr(), width.div_ceil(8) as usize) };
    u128::from_le_bytes(bytes)
}

pub unsafe extern "C" fn holds(address: Address, length: u64) -> u32 {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    u32::from(state.shadow.holds(address.addr(), length as usize))
}

pub unsafe extern "C" fn store(
    address: Address,
    address_term: TermId,
    value_term: TermId,
    width: u32,
    site: u32,
) {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    let length = width.div_ceil(8) as usize;
    if address_term | value_term == CONCRETE {
        return state.shadow.clear(address.addr(), length);
    }
    // SAFETY: as above.
    let Some(state) = (unsafe { RunState::followed() }) else {
        return state.shadow.clear(address.addr(), length);
    };
    state.fix(site, address_term, 64, address.addr() as u64);
    state.shadow.store(&state.terms, address.addr(), state.open(value_term), width);
}

pub unsafe extern "C" fn store_at(
    address: Address,
    address_term: TermId,
    value_term: TermId,
    value: u64,
    width: u32,
    site: u32,
) {
    if address_term != CONCRETE
        && width.is_multiple_of(8)
        // SAFETY: hooks run only while a state is installed.
        && let Some(state) = unsafe { RunState::followed() }
        && state.observe_place(site, state.open(address_term)) != CONCRETE
        && let Some(window) = state.window_to_write(address_term, address.addr(), width as usize / 8)
    {
        let value = state.terms.operand(value_term, width, value.into());
        return window.write(&state.terms, &state.shadow, value);
    }
    // SAFETY: as the caller promises.
    unsafe { store(address, address_term, value_term, width, site) }
}

pub unsafe extern "C" fn copy(
    to: Address,
    to_term: TermId,
    from: Address,
    from_term: TermId,
    length: u64,
    length_term: TermId,
    site: u32,
) {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    let concrete = to_term | from_term | length_term == CONCRETE;
    if concrete && !state.shadow.may_hold(from.addr(), length as usize) {
        return state.shadow.clear(to.addr(), length as usize);
    }
    // SAFETY: as above.
    let Some(state) = (unsafe { RunState::followed() }) else {
        return state.shadow.clear(to.addr(), length as usize);
    };
    let [to_term, from_term] = [to_term, from_term].map(|term| state.observe_place(site, state.open(term)));
    state.fix(site, length_term, 64, length);
    let (length, width) = (length as usize, 8 * length as u32);
    let selected = if from_term == CONCRETE {
        None
    } else {
        state.look_up(site, from_term, from.addr(), length).or_else(|| {
            let window = state.window_to_read(from_term, from.addr(), length)?;
            Some(window.read(&state.terms, &state.shadow))
        })
    };
    if selected.is_none() {
        state.fix(site, from_term, 64, from.addr() as u64);
    }
    if to_term != CONCRETE
        && let Some(window) = state.window_to_write(to_term, to.addr(), length)
    {
        // SAFETY: the program is about to read the same bytes.
        let value = selected
            .unwrap_or_else(|| unsafe { state.shadow.load(&state.terms, from.expose_provenance(), width) });
        // SAFETY: as above.
        let bytes = unsafe { bytes(from, length as u64) };
        let concrete = bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
        let value = state.terms.operand(value, width, concrete);
        return window.write(&state.terms, &state.shadow, value);
    }
    state.fix(site, to_term, 64, to.addr() as u64);
    match selected {
        Some(value) => state.shadow.store(&state.terms, to.addr(), value, width),
        None => state.shadow.copy(to.addr(), from.addr(), length),
    }
}

pub unsafe extern "C" fn fill(
    to: Address,
    to_term: TermId,
    byte_term: TermId,
    length: u64,
    length_term: TermId,
    site: u32,
) {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    if to_term | byte_term | length_term == CONCRETE {
        return state.shadow.clear(to.addr(), length as usize);
    }
    // SAFETY: as above.
    let Some(state) = (unsafe { RunState::followed() }) else {
        return state.shadow.clear(to.addr(), length as usize);
    };
    state.fix(site, length_term, 64, length);
    state.fix(site, to_term, 64, to.addr() as u64);
    state.shadow.fill(to.addr(), byte_term, length as usize);
}

pub unsafe extern "C" fn compare(
    left: Address,
    left_term: TermId,
    right: Address,
    right_term: TermId,
    length: u64,
    length_term: TermId,
    site: u32,
) -> u32 {
    // SAFETY: the program asks for the comparison of these bytes, so they are readable.
    let order = unsafe { libc::memcmp(left.cast(), right.cast(), length as usize) }.signum() as u32;
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    let holds = |address: Address| state.shadow.may_hold(address.addr(), length as usize);
    let concrete = left_term | right_term | length_term == CONCRETE && !holds(left) && !holds(right);
    if concrete && !is_followed() {
        return order;
    }
    // SAFETY: as above.
    let Some(state) = (unsafe { RunState::followed() }) else { return order };
    state.result.set(CONCRETE);
    if !concrete {
        state.fix(site, length_term, 64, length);
        state.fix(site, left_term, 64, left.addr() as u64);
        state.fix(site, right_term, 64, right.addr() as u64);
        // SAFETY: the bytes are readable, as above.
        let term = unsafe { order_term(state, left, right, length as usize) };
        state.computed(site, term, || order.into());
        state.result.set(term);
    }
    order
}

pub unsafe extern "C" fn result() -> TermId {
    if !is_followed() {
        return CONCRETE;
    }
    // SAFETY: hooks run only while a state is installed.
    unsafe { RunState::any_thread() }.result.get()
}

pub unsafe extern "C" fn clear(address: Address, length: u64) {
    // SAFETY: hooks run only while a state is installed.
    unsafe { RunState::any_thread() }.shadow.clear(address.addr(), length as usize);
}

pub unsafe extern "C" fn allocated(address: Address, length: u64) {
    if address.is_null() {
        // There was no memory. So large a block would be everything.
        return;
    }
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    state.shadow.clear(address.addr(), length as usize);
    state.objects.begins(address.expose_provenance(), length as usize);
}

pub unsafe extern "C" fn release(address: Address) {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    state.objects.ends(address.addr());
    if !address.is_null() && !state.shadow.is_empty() {
        // SAFETY: the program is about to free the block.
        let length = unsafe { libc::malloc_usable_size(address.cast()) };
        state.shadow.clear(address.addr(), length);
    }
}

pub unsafe extern "C" fn reallocate(address: Address, size: u64) -> Address {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    let size = size as usize;
    // SAFETY: the program hands over a heap block, or null, which has no bytes.
    let old_length = unsafe { libc::malloc_usable_size(address.cast()) };
    let old = address.addr();
    // SAFETY: this is the reallocation that the program asks for.
    let new: Address = unsafe { libc::realloc(address.cast(), size) }.cast();
    if new.is_null() && size > 0 {
        // The old block stays as it is.
        return new;
    }
    state.objects.ends(old);
    state.objects.begins(new.expose_provenance(), size);
    let kept = if is_followed() { old_length.min(size) } else { 0 };
    move_block(state, new.addr(), size, old, old_length, kept);
    new
}

/// `kept` bytes of a block are elsewhere now; what else its places hold is concrete. The two may overlap.
fn move_block(state: &RunState, new: usize, size: usize, old: usize, old_length: usize, kept: usize) {
    let (new_end, old_end) = (new + size, old + old_length);
    state.shadow.copy(new, old, kept);
    state.shadow.clear(new + kept, size - kept);
    if new >= old_end || old >= new_end {
        return state.shadow.clear(old, old_length);
    }
    if old < new {
        state.shadow.clear(old, new - old);
    }
    if old_end > new_end {
        state.shadow.clear(new_end, old_end - new_end);
    }
}

/// -1, 0 or 1, as the first pair of different bytes says.
///
/// # Safety
/// `length` bytes at both addresses are readable.
unsafe fn order_term(state: &RunState, left: Address, right: Address, length: usize) -> TermId {
    const WIDTH: u32 = 32;
    let RunState { shadow, terms, .. } = state;
    let symbolic = |at: usize| shadow.holds(left.addr() + at, 1) || shadow.holds(right.addr() + at, 1);
    let differ = |at: usize| {
        // SAFETY: as the caller promises.
        unsafe { left.add(at).read() != right.add(at).read() }
    };
    // Concrete bytes that differ decide the matter wherever the comparison gets that far.
    let decided = (0..length).find(|&at| !symbolic(at) && differ(at));
    let Some(first) = (0..decided.unwrap_or(length)).find(|&at| symbolic(at)) else {
        return CONCRETE;
    };
    let constant = |value: i32| terms.constant(WIDTH, value as u32 as u128);
    let mut order = match decided {
        // SAFETY: as the caller promises.
        Some(at) if unsafe { left.add(at).read() < right.add(at).read() } => constant(-1),
        Some(_) => constant(1),
        None => constant(0),
    };
    let (left, right) = (left.expose_provenance(), right.expose_provenance());
    for at in (first..decided.unwrap_or(length)).rev().filter(|&at| symbolic(at)) {
        // SAFETY: as the caller promises.
        let (a, b) = unsafe { (shadow.byte(terms, left + at), shadow.byte(terms, right + at)) };
        if a == b {
            continue;
        }
        let sign = terms.choose(WIDTH, terms.binary(Op::ULt, 8, a, b), constant(-1), constant(1));
        order = terms.choose(WIDTH, terms.binary(Op::Eq, 8, a, b), order, sign);
    }
    terms.unless_constant(order)
}

#[cfg(test)]
mod tests;

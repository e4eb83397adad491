//! Hash maps with random keys.

use crate::run_state::{RunState, is_followed};
use forall_protocol::hooks::Address;
use forall_protocol::manifest::{HASH_ORDER, RANDOM_HASH};
use forall_protocol::shared::NoteKind;
use forall_protocol::terms::CONCRETE;

pub unsafe extern "C" fn random_keys() {
    // SAFETY: hooks run only while a state is installed.
    unsafe { RunState::any_thread() }.hashes.ask_for_keys();
}

pub unsafe extern "C" fn hash_begin(state: Address, hasher: Address) {
    // SAFETY: the program is about to hash with these keys.
    let keys = unsafe { state.cast::<[u64; 2]>().read_unaligned() };
    // SAFETY: hooks run only while a state is installed.
    unsafe { RunState::any_thread() }.hashes.begin(keys, hasher.addr());
}

pub unsafe extern "C" fn hash_write(hasher: Address, bytes: Address, length: u64, ends_in: u32) -> u32 {
    // SAFETY: hooks run only while a state is installed.
    let RunState { hashes, shadow, .. } = unsafe { RunState::any_thread() };
    let shadow = is_followed().then_some(shadow);
    // SAFETY: the program is about to hash these bytes.
    let recorded = unsafe { hashes.write(shadow, hasher.addr(), bytes, length as usize) };
    if recorded && ends_in != 0 {
        let end = ends_in as u8;
        // SAFETY: there is one byte.
        unsafe { hashes.write(shadow, hasher.addr(), &end, 1) };
    }
    recorded.into()
}

pub unsafe extern "C" fn hash_finish(hasher: Address) -> u64 {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    // SAFETY: as above. On another thread all is concrete.
    let followed = unsafe { RunState::followed() };
    let site = state.report.current_place();
    let decide = |condition, same| {
        let condition = state.observe_equality(site, condition);
        if condition != CONCRETE
            && let Some(decisions) = followed.and_then(RunState::decisions)
            && state.settle(site, condition, u128::from(same))
        {
            decisions.decide(&state.terms, site, condition, same);
        }
    };
    let terms = followed.map(|state| (&state.terms, &state.shadow));
    state.hashes.finish(terms, hasher.addr(), decide).unwrap_or_else(|| {
        state.note(NoteKind::Random, site, RANDOM_HASH);
        0
    })
}

pub unsafe extern "C" fn hash_seen() {
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.note(NoteKind::Random, state.report.current_place(), RANDOM_HASH);
    }
}

pub unsafe extern "C" fn unordered(remaining: u32) {
    if remaining == 0 {
        return;
    }
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() }
        && state.hashes.are_random()
        && !state.hashes.is_order_ignored()
    {
        state.note(NoteKind::Random, state.report.current_place(), HASH_ORDER);
    }
}

pub unsafe extern "C" fn order_ignored(ignored: u32) {
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.hashes.ignore_order(ignored != 0);
    }
}

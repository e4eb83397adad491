//! What the program does that terms do not follow.

use crate::run_state::RunState;
use forall_protocol::hooks::Address;
use forall_protocol::shared::NoteKind;
use forall_protocol::terms::{CONCRETE, TermId};

pub unsafe extern "C" fn leave(site: u32, what: u32) {
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.note(NoteKind::NotFollowed, site, what);
    }
}

pub unsafe extern "C" fn unsupported(site: u32, what: u32, terms: TermId) {
    if terms == CONCRETE {
        return;
    }
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.note(NoteKind::Unsupported, site, what);
    }
}

pub unsafe extern "C" fn unsupported_read(site: u32, what: u32, address: Address, length: u64) {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    if !state.shadow.may_hold(address.addr(), length as usize) {
        return;
    }
    // SAFETY: as above.
    if let Some(state) = unsafe { RunState::followed() }
        && state.shadow.holds(address.addr(), length as usize)
    {
        state.note(NoteKind::Unsupported, site, what);
    }
}

//! From the first input of a test to its end.

use super::bytes;
use super::threads::is_spawned;
use crate::inputs::Drawn;
use crate::panics::Reported;
use crate::run_state::{RunState, is_followed};
use forall_protocol::hooks::Address;
use forall_protocol::inputs::InputKind;
use forall_protocol::shared::Ending;
use forall_protocol::terms::{Op, TermRecord};

pub unsafe extern "C" fn mute() {
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.muted.set(state.expected_message.get().is_none());
        state.hashes.forget_hashers();
    }
}

pub unsafe extern "C" fn draw(name: Address, name_length: u64, kind: u32, to: Address) {
    let kind =
        InputKind::from_code(kind).expect("the forall crate and the runtime agree on the kinds of inputs");
    // SAFETY: the forall crate hands over the name.
    let name = unsafe { bytes(name, name_length) };
    // SAFETY: hooks run only while a state is installed; other threads draw under the lock.
    let state = unsafe { RunState::any_thread() };
    let Drawn { index, value, is_new } = state.drawing.hold(|| state.inputs.draw(name, kind));
    if !is_new {
        state.note_drawn_twice();
    }
    let is_decided = kind == InputKind::Answers;
    let value = if is_decided { state.inputs.max_answers().into() } else { value };
    // SAFETY: the forall crate has room for 16 bytes there.
    unsafe { to.cast::<[u8; 16]>().write_unaligned(value.to_le_bytes()) };
    state.shadow.clear(to.addr(), 16);
    // SAFETY: as above.
    if let Some(RunState { terms, shadow, .. }) = unsafe { RunState::followed() }
        && !is_decided
    {
        let input = terms.intern(TermRecord::new(Op::Input, kind.width(), index, 0, 0));
        shadow.store(terms, to.addr(), input, kind.width());
    }
}

pub unsafe extern "C" fn returned(value: Address, length: u64) {
    // SAFETY: hooks run only while a state is installed.
    if let Some(state) = unsafe { RunState::followed() } {
        state.seen_in_result(value.addr(), length as usize);
    }
}

pub unsafe extern "C" fn discard() {
    // SAFETY: hooks run only while a state is installed.
    unsafe { RunState::any_thread() }.report.end(Ending::Meaningless)
}

pub unsafe extern "C" fn panicked(
    message: Address,
    message_length: u64,
    file: Address,
    file_length: u64,
    line: u32,
    column: u32,
) {
    // A panic on another thread is that thread's affair; the test hears of it when it joins.
    // SAFETY: hooks run only while a state is installed.
    let Some(state) = (unsafe { RunState::followed() }) else { return };
    if is_spawned() {
        state.muted.set(false);
        return state.panicked_elsewhere.set(true);
    }
    // SAFETY: the forall crate hands over the text.
    unsafe { state.decide_message(message, message_length as usize) };
    let RunState { report, muted, panics, .. } = state;
    muted.set(false);
    report.place();
    report.frames();
    // SAFETY: the forall crate hands over both texts. The name of a file is a constant of the program.
    let (message, file) = unsafe { (bytes(message, message_length), bytes(file, file_length)) };
    panics.add(Reported::new(message, file, [line, column], report.current_place()));
    if panics.count() > 1 && ENDS_ANOTHER.contains(&message) {
        return report.add_to_message(message);
    }
    report.location(file, line, column);
    report.message(message);
}

/// What the standard library says where another panic must not go on. That one says more.
const ENDS_ANOTHER: [&[u8]; 2] =
    [b"panic in a function that cannot unwind", b"panic in a destructor during cleanup"];

pub unsafe extern "C" fn finish(ending: u32, message: Address, message_length: u64) {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    let ending = Ending::from_code(ending).unwrap_or(Ending::Died);
    if ending == Ending::Panicked && is_followed() {
        // A panic that was resumed has been through no hook.
        // SAFETY: the forall crate hands over the text.
        unsafe { state.decide_message(message, message_length as usize) };
    }
    // SAFETY: as above.
    let message = unsafe { bytes(message, message_length) };
    // The panic hook knows more than what is left of the panic at the end.
    let reported = ending == Ending::Panicked && is_followed() && state.panics.count() > 0;
    if is_followed() {
        state.note_missed_decisions(ending);
    }
    if !reported {
        state.report.location(b"", 0, 0);
    }
    if !reported || !message.is_empty() {
        state.report.message(message);
    }
    if reported
        && let Some(Reported { file, line, column, place, .. }) = state.panics.before_the_last(message)
    {
        state.report.location(file, line, column);
        state.report.place_was(place);
        state.report.forget_frames();
    }
    if reported { state.report.exit(ending) } else { state.report.end(ending) }
}

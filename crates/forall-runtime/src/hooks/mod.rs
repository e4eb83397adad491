//! The functions an instrumented program calls, as [`forall_protocol::hooks`] describes them; one file a family.
//!
//! Most calls find nothing symbolic, so each hook first makes sure that there is anything to do. All may be
//! called only while a state is installed, that is, in the child of a runner.

mod branches;
mod departures;
mod floats;
mod hashing;
mod lifecycle;
mod memory;
mod operations;
mod threads;

use forall_protocol::hooks::{Address, Hooks};

/// The table for an instrumented library.
pub fn table() -> Hooks {
    Hooks {
        binary: operations::binary,
        binary_wide: operations::binary_wide,
        ternary: operations::ternary,
        unary: operations::unary,
        concat: operations::concat,
        resize: operations::resize,
        yielded: floats::yielded,
        extreme: floats::extreme,
        select: operations::select,
        select_wide: operations::select_wide,
        branch: branches::branch,
        switch: branches::switch,
        load: memory::load,
        holds: memory::holds,
        store: memory::store,
        store_at: memory::store_at,
        copy: memory::copy,
        fill: memory::fill,
        compare: memory::compare,
        result: memory::result,
        fix: branches::fix,
        clear: memory::clear,
        allocated: memory::allocated,
        release: memory::release,
        reallocate: memory::reallocate,
        spawn: threads::spawn,
        join: threads::join,
        detach: threads::detach,
        at_thread_exit: threads::at_thread_exit,
        system: threads::system,
        leave: departures::leave,
        unsupported: departures::unsupported,
        unsupported_read: departures::unsupported_read,
        address: operations::address,
        pointer: operations::pointer,
        mute: lifecycle::mute,
        hash_begin: hashing::hash_begin,
        hash_write: hashing::hash_write,
        hash_finish: hashing::hash_finish,
        hash_seen: hashing::hash_seen,
        random_keys: hashing::random_keys,
        unordered: hashing::unordered,
        order_ignored: hashing::order_ignored,
        draw: lifecycle::draw,
        returned: lifecycle::returned,
        discard: lifecycle::discard,
        panicked: lifecycle::panicked,
        next_destructor: threads::next_destructor,
        finish: lifecycle::finish,
    }
}

/// Bytes the program hands over.
///
/// # Safety
/// `length` bytes at `start` are readable and stay as they are for the duration of the hook.
unsafe fn bytes<'a>(start: Address, length: u64) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(start, length as usize) }
}

//! Under exploration the values come from the host.

use crate::input::Made;
use crate::source::{Leaf, Origin, Room, Source};
use forall_protocol::inputs::InputKind;

// The instrumenter routes these to the table of hooks: `forall_protocol::hooks::CALLED_BY_NAME`.
unsafe extern "C" {
    fn __forall_draw(name: *const u8, name_length: u64, kind: u32, to: *mut u8);
    safe fn __forall_discard() -> !;
}

/// Gives up the input.
pub fn discard() -> ! {
    __forall_discard()
}

/// A value that is asked for while the test runs.
pub fn chosen<T: Made<By> + 'static, By>(name: String) -> T {
    let mut room = Room::called(name);
    T::make(&mut Source::new(&mut room, &Explored))
}

pub struct Explored;

impl Origin for Explored {
    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        // SAFETY: the hook reads the name and writes the sixteen bytes that a leaf has.
        unsafe { __forall_draw(name.as_ptr(), name.len() as u64, kind as u32, leaf.0.as_mut_ptr()) }
    }
}

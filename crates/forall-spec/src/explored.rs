//! Under exploration the values come from the host.

use crate::fake::Call;
use crate::input::MakeInput;
use crate::source::{Leaf, Origin, Room, Source, below};
use forall_protocol::inputs::InputKind;

// The instrumenter routes these to the table of hooks: `forall_protocol::hooks::CALLED_BY_NAME`.
unsafe extern "C" {
    fn __forall_draw(name: *const u8, name_length: u64, kind: u32, to: *mut u8);
    safe fn __forall_discard() -> !;
    safe fn __forall_mute();
}

/// Gives up the input.
pub fn discard() -> ! {
    __forall_discard()
}

/// What is decided from here on until a panic is not part of the path.
pub fn mute() {
    __forall_mute();
}

/// A value that is asked for while the test runs.
pub fn chosen<T: MakeInput<By> + 'static, By>(name: String) -> T {
    let mut room = Room::called(name);
    T::make(&mut Source::new(&mut room, &Explored))
}

/// Who decides what a fake answers: the host, under the name of the fake.
pub struct Decider {
    name: String,
}

impl Decider {
    pub fn of(source: &Source<'_>) -> Decider {
        Decider { name: source.name().into() }
    }

    pub fn answer<T>(&self, name: String, _: &Call<'_>, draw: impl FnOnce(&mut Source<'_>) -> T) -> T {
        draw(&mut Source::new(&mut Room::called(below(&self.name, &name)), &Explored))
    }

    pub fn bound(&self, name: &str) -> usize {
        Source::new(&mut Room::called(below(&self.name, name)), &Explored).bound()
    }
}

pub struct Explored;

impl Origin for Explored {
    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        // SAFETY: the hook reads the name and writes the sixteen bytes that a leaf has.
        unsafe { __forall_draw(name.as_ptr(), name.len() as u64, kind as u32, leaf.0.as_mut_ptr()) }
    }
}

//! Where the values of inputs come from.

use crate::nesting::Nesting;
use crate::shared::Pool;
use forall_protocol::inputs::InputKind;
#[cfg(not(forall_explore))]
use forall_protocol::replay::Call;
use forall_protocol::value::{Form, Reach, Shape};

/// Gives the values of which an [`Input`](crate::Input) is made.
///
/// Values are asked for by name, and the name says where in the parameters they stand: `x`, `point.x`, `names[2].len`.
pub struct Source<'a> {
    room: &'a mut Room,
    length: usize,
    origin: &'a dyn Origin,
}

/// What the sources of all parts share.
#[derive(Default)]
pub struct Room {
    /// Behind the `length` of a source stands what another one has left there.
    name: String,
    pub nesting: Nesting,
    pool: Pool,
}

impl Room {
    /// For values that are called otherwise than by a parameter.
    pub fn called(name: String) -> Room {
        Room { name, ..Room::default() }
    }
}

impl<'a> Source<'a> {
    /// A source of all parameters together, or of what the room is called by.
    pub fn new(room: &'a mut Room, origin: &'a dyn Origin) -> Source<'a> {
        Source { length: room.name.len(), room, origin }
    }

    /// The source of a named part of the value.
    pub fn part(&mut self, name: &str) -> Source<'_> {
        self.room.name.truncate(self.length);
        if self.length > 0 {
            self.room.name.push('.');
        }
        self.room.name.push_str(name);
        self.longer()
    }

    /// The source of an element of the value.
    pub fn element(&mut self, index: usize) -> Source<'_> {
        self.room.name.truncate(self.length);
        self.room.name.push('[');
        push_number(&mut self.room.name, index);
        self.room.name.push(']');
        self.longer()
    }

    fn longer(&mut self) -> Source<'_> {
        Source { length: self.room.name.len(), room: self.room, origin: self.origin }
    }

    /// The value that is called like this source.
    pub fn leaf(&mut self, kind: InputKind) -> Leaf {
        self.leaf_as(kind, kind)
    }

    /// A number that is called like this source and told as `shown`, and that exploration sees as something else.
    pub fn leaf_as(&mut self, kind: InputKind, shown: InputKind) -> Leaf {
        let leaf = self.undisclosed(kind);
        self.origin.drew(shown, &leaf);
        leaf
    }

    /// A value that is told like a drawn one, and that only one number can be.
    pub(crate) fn known(&mut self, number: u64) -> u64 {
        self.origin.drew(InputKind::U64, &Leaf(u128::from(number).to_le_bytes()));
        number
    }

    /// A value that decides what the parts are and is none of them.
    pub fn choice(&mut self) -> bool {
        self.undisclosed(InputKind::Bool).read::<u8>() != 0
    }

    /// Which of so many ways to go. The number is known to the program afterwards: each way is a path.
    pub fn way(&mut self, ways: usize) -> usize {
        if ways <= 1 {
            return 0;
        }
        let drawn = u32::from_le(self.undisclosed(InputKind::Way).read());
        // Whatever is no number of a way stands for the last: so there is nothing to discard.
        let mut way = 0;
        while way + 1 < ways && drawn as usize != way {
            way += 1;
        }
        way
    }

    /// How many parts there are.
    pub fn count(&mut self) -> usize {
        usize::from_le(self.undisclosed(InputKind::Length).read())
    }

    pub fn undisclosed(&mut self, kind: InputKind) -> Leaf {
        self.room.name.truncate(self.length);
        let mut leaf = Leaf([0; 16]);
        self.origin.fill(&self.room.name, kind, &mut leaf);
        leaf
    }

    /// What `draw` draws are the parts of something.
    pub fn whole<T>(&mut self, shape: Shape, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.origin.enter();
        let value = draw(self);
        self.origin.leave(shape);
        value
    }

    /// What `draw` draws are the parts of something that user code puts together.
    pub fn built<T>(&mut self, how: &Construction, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.origin.enter();
        let value = draw(self);
        self.origin.leave_built(how);
        value
    }

    /// What `draw` draws are the fields of a fake that is called like this source.
    pub(crate) fn faked<T>(
        &mut self,
        path: &'static str,
        fields: &[&str],
        draw: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.origin.enter();
        let value = draw(self);
        self.room.name.truncate(self.length);
        self.origin.leave_fake(path, &self.room.name, fields);
        value
    }

    /// What `draw` draws is an object of this name that may stand in several places; nothing where it stood before.
    pub(crate) fn shared<T>(
        &mut self,
        path: &'static str,
        name: &str,
        draw: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.origin.enter();
        let value = draw(self);
        self.origin.leave_shared(path, name);
        value
    }

    pub(crate) fn pool(&mut self) -> &mut Pool {
        &mut self.room.pool
    }

    pub(crate) fn name(&self) -> &str {
        &self.room.name[..self.length]
    }

    /// How often the type may be nested in itself below this source.
    pub fn depth(&mut self) -> usize {
        let depth = usize::from_le(self.part("depth").undisclosed(InputKind::Depth).read());
        // Known to the program from here on: the levels below compare plain numbers.
        let mut known = 0;
        while known < depth {
            known += 1;
        }
        known
    }

    /// The same room, named by the first `length` bytes of this source's name until `draw` is done.
    pub fn above<T>(&mut self, length: usize, draw: impl FnOnce(&mut Source<'_>) -> T) -> T {
        let behind = self.room.name[length..self.length].to_owned();
        let value = draw(&mut Source { length, room: self.room, origin: self.origin });
        self.room.name.truncate(length);
        self.room.name.push_str(&behind);
        value
    }

    pub fn name_length(&self) -> usize {
        self.length
    }

    pub fn nesting(&mut self) -> &mut Nesting {
        &mut self.room.nesting
    }

    /// What a function of the user's makes of what `call` draws.
    pub fn made<T>(&mut self, how: &Construction, call: impl FnOnce(&mut Self) -> T) -> T {
        self.origin.enter();
        self.origin.calls(how);
        let value = self.seen(call);
        self.origin.called();
        self.origin.leave_built(how);
        value
    }

    /// All parameters of a factory are drawn. Not for use by hand.
    #[doc(hidden)]
    pub fn ready(&mut self) {
        self.release_shared();
        self.origin.ready();
    }

    /// All arguments are drawn and the test begins. Not for use by hand.
    #[doc(hidden)]
    pub fn complete(&mut self) {
        self.forget_shared();
        self.origin.complete();
    }

    /// Are the values meant as they are? If not, those which do not fit may be made to.
    pub fn is_exact(&self) -> bool {
        self.origin.is_exact()
    }

    /// The value that is called like this source did not fit, and is this one.
    pub fn instead(&mut self, bits: u128) {
        self.room.name.truncate(self.length);
        self.origin.instead(&self.room.name, bits);
    }

    /// The elements of the value did not fit as they are: only these are used, in this order.
    pub fn arrange(&mut self, order: &[usize]) {
        self.room.name.truncate(self.length);
        self.origin.arrange(&self.room.name, order);
        self.part("len").instead(order.len() as u128);
    }
}

/// Without the formatting of the standard library, which is much code to run under exploration.
pub fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// `storage.load#1`.
pub(crate) fn below(name: &str, part: &str) -> String {
    [name, ".", part].concat()
}

/// How user code puts parts together.
pub struct Construction {
    pub form: Form,
    pub reach: Reach,
    /// The type or function, from its crate on.
    pub path: &'static str,
    /// The variant or associated function; else empty.
    pub item: &'static str,
    /// Names of the parts; none where they have no names.
    pub fields: &'static [&'static str],
}

impl Construction {
    /// Of parts without names, by something that can be named everywhere.
    pub const fn of(form: Form, path: &'static str, item: &'static str) -> Construction {
        Construction { form, reach: Reach::Everywhere, path, item, fields: &[] }
    }
}

/// Decides values: an exploration, a request to repeat one, or a list of boundaries. Only what writes down the arguments needs to be
/// told what becomes of the values. It is shared by all who draw: a factory may choose while its parameters are drawn.
pub trait Origin: Send + Sync {
    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf);

    fn is_exact(&self) -> bool {
        true
    }

    /// The value of this name, as it was made to fit.
    fn instead(&self, name: &str, bits: u128) {
        let _ = (name, bits);
    }

    /// Of the elements of what has this name only these are used, in this order.
    fn arrange(&self, name: &str, order: &[usize]) {
        let _ = (name, order);
    }

    /// The value is an argument or a part of one.
    fn drew(&self, kind: InputKind, leaf: &Leaf) {
        let _ = (kind, leaf);
    }

    /// The parts of something follow.
    fn enter(&self) {}

    /// These were all its parts.
    fn leave(&self, shape: Shape) {
        let _ = shape;
    }

    /// The same, where user code puts them together.
    fn leave_built(&self, how: &Construction) {
        let _ = how;
    }

    /// The same, where they are the fields of a fake of this name.
    fn leave_fake(&self, path: &'static str, name: &str, fields: &[&str]) {
        let _ = (path, name, fields);
    }

    /// The same, where it is an object of this name, to which `path` is a handle.
    fn leave_shared(&self, path: &'static str, name: &str) {
        let _ = (path, name);
    }

    /// What was drawn since `enter` is what a fake answered.
    #[cfg(not(forall_explore))]
    fn answered(&self, name: &str, call: &dyn Fn() -> Call) {
        let _ = (name, call);
    }

    /// What was drawn since `enter` is a choice.
    #[cfg(not(forall_explore))]
    fn chose(&self, name: &str, type_name: &'static str) {
        let _ = (name, type_name);
    }

    /// A function of the user's is to make something, of what is drawn from here on.
    fn calls(&self, how: &Construction) {
        let _ = how;
    }

    /// All that it needs is drawn.
    fn ready(&self) {}

    /// It has returned.
    fn called(&self) {}

    /// The test panicked.
    #[cfg(not(forall_explore))]
    fn panicked(&self) {}

    /// These were all arguments.
    fn complete(&self) {}
}

/// A value as it comes: little-endian, as many bytes as the widest kind needs.
#[repr(C, align(16))]
pub struct Leaf(pub [u8; 16]);

impl Leaf {
    /// The leading bytes. Under exploration it matters that this is one load of just the value: what is loaded is then the input
    /// itself and not a part of something wider.
    pub fn read<T: Integer>(&self) -> T {
        const { assert!(size_of::<T>() <= 16 && align_of::<T>() <= 16) }
        // SAFETY: the value lies inside of the array, which is aligned for it, and every bit pattern is an integer.
        unsafe { (&raw const self.0).cast::<T>().read() }
    }
}

/// Types of which every bit pattern is a value.
pub trait Integer: Copy {}

macro_rules! integer {
    ($($integer:ident)*) => { $(impl Integer for $integer {})* };
}

integer! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Writes down what it is asked for.
    struct Asked(Mutex<Vec<String>>);

    impl Origin for Asked {
        fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
            self.0.lock().unwrap().push(format!("{name}: {}", kind.rust_name()));
            leaf.0 = 0x1234_u128.to_le_bytes();
        }
    }

    #[test]
    fn parts_are_named_by_where_they_stand() {
        let asked = Asked(Mutex::default());
        let mut room = Room::default();
        let mut source = Source::new(&mut room, &asked);
        let mut point = source.part("point");
        let x = point.part("x").leaf(InputKind::U16);
        let y = point.part("y").leaf(InputKind::U8);
        point.leaf(InputKind::U8);
        source.part("b").leaf(InputKind::Bool);
        source.part("rows").element(0).element(1203).part("len").count();
        assert_eq!((u16::from_le(x.read()), y.read::<u8>()), (0x1234, 0x34));
        assert_eq!(
            asked.0.into_inner().unwrap(),
            ["point.x: u16", "point.y: u8", "point: u8", "b: bool", "rows[0][1203].len: usize"]
        );
    }
}

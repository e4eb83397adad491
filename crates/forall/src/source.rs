//! Where the values of inputs come from.

use forall_protocol::inputs::InputKind;
use forall_protocol::value::Shape;

/// Gives the values of which an [`Input`](crate::Input) is made.
///
/// Values are asked for by name, and the name says where in the parameters they stand: `x`, `point.x`, `names[2].len`.
pub struct Source<'a> {
    /// Shared by the sources of all parts: behind `length` stands what another one has left there.
    name: &'a mut String,
    length: usize,
    origin: &'a mut dyn Origin,
}

impl<'a> Source<'a> {
    /// A source of all parameters together. `name` is room for names.
    pub(crate) fn new(name: &'a mut String, origin: &'a mut dyn Origin) -> Source<'a> {
        Source { name, length: 0, origin }
    }

    /// The source of a named part of the value.
    pub fn part(&mut self, name: &str) -> Source<'_> {
        self.name.truncate(self.length);
        if self.length > 0 {
            self.name.push('.');
        }
        self.name.push_str(name);
        self.longer()
    }

    /// The source of an element of the value.
    pub(crate) fn element(&mut self, index: usize) -> Source<'_> {
        self.name.truncate(self.length);
        self.name.push('[');
        push_number(self.name, index);
        self.name.push(']');
        self.longer()
    }

    fn longer(&mut self) -> Source<'_> {
        Source { length: self.name.len(), name: self.name, origin: self.origin }
    }

    /// The value that is called like this source.
    pub(crate) fn leaf(&mut self, kind: InputKind) -> Leaf {
        let leaf = self.undisclosed(kind);
        self.origin.drew(kind, &leaf);
        leaf
    }

    /// A value that decides what the parts are and is none of them.
    pub(crate) fn choice(&mut self) -> bool {
        self.undisclosed(InputKind::Bool).read::<u8>() != 0
    }

    /// How many parts there are.
    pub(crate) fn count(&mut self) -> usize {
        usize::from_le(self.undisclosed(InputKind::Length).read())
    }

    fn undisclosed(&mut self, kind: InputKind) -> Leaf {
        self.name.truncate(self.length);
        let mut leaf = Leaf([0; 16]);
        self.origin.fill(self.name, kind, &mut leaf);
        leaf
    }

    /// What `draw` draws are the parts of something.
    pub(crate) fn whole<T>(&mut self, shape: Shape, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.origin.enter();
        let value = draw(self);
        self.origin.leave(shape);
        value
    }

    /// All arguments are drawn and the test begins. Not for use by hand.
    #[doc(hidden)]
    pub fn complete(&mut self) {
        self.origin.complete();
    }

    /// Are the values meant as they are? If not, those which do not fit may be made to.
    pub(crate) fn is_exact(&self) -> bool {
        self.origin.is_exact()
    }
}

/// Without the formatting of the standard library, which is much code to run under exploration.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Decides values: an exploration, a request to repeat one, or a list of boundaries. Only what writes down the arguments needs to be
/// told what becomes of the values.
pub(crate) trait Origin {
    fn fill(&mut self, name: &str, kind: InputKind, leaf: &mut Leaf);

    fn is_exact(&self) -> bool {
        true
    }

    /// The value is an argument or a part of one.
    fn drew(&mut self, kind: InputKind, leaf: &Leaf) {
        let _ = (kind, leaf);
    }

    /// The parts of something follow.
    fn enter(&mut self) {}

    /// These were all its parts.
    fn leave(&mut self, shape: Shape) {
        let _ = shape;
    }

    /// These were all arguments.
    fn complete(&mut self) {}
}

/// A value as it comes: little-endian, as many bytes as the widest kind needs.
#[repr(C, align(16))]
pub(crate) struct Leaf(pub(crate) [u8; 16]);

impl Leaf {
    /// The leading bytes. Under exploration it matters that this is one load of just the value: what is loaded is then the input
    /// itself and not a part of something wider.
    pub(crate) fn read<T: Integer>(&self) -> T {
        const { assert!(size_of::<T>() <= 16 && align_of::<T>() <= 16) }
        // SAFETY: the value lies inside of the array, which is aligned for it, and every bit pattern is an integer.
        unsafe { (&raw const self.0).cast::<T>().read() }
    }
}

/// Types of which every bit pattern is a value.
pub(crate) trait Integer: Copy {}

macro_rules! integer {
    ($($integer:ident)*) => { $(impl Integer for $integer {})* };
}

integer! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down what it is asked for.
    struct Asked(Vec<String>);

    impl Origin for Asked {
        fn fill(&mut self, name: &str, kind: InputKind, leaf: &mut Leaf) {
            self.0.push(format!("{name}: {}", kind.rust_name()));
            leaf.0 = 0x1234_u128.to_le_bytes();
        }
    }

    #[test]
    fn parts_are_named_by_where_they_stand() {
        let mut asked = Asked(Vec::new());
        let mut name = String::new();
        let mut source = Source::new(&mut name, &mut asked);
        let mut point = source.part("point");
        let x = point.part("x").leaf(InputKind::U16);
        let y = point.part("y").leaf(InputKind::U8);
        point.leaf(InputKind::U8);
        source.part("b").leaf(InputKind::Bool);
        source.part("rows").element(0).element(1203).part("len").count();
        assert_eq!((u16::from_le(x.read()), y.read::<u8>()), (0x1234, 0x34));
        assert_eq!(
            asked.0,
            ["point.x: u16", "point.y: u8", "point: u8", "b: bool", "rows[0][1203].len: usize"]
        );
    }
}

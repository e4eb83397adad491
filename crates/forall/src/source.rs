//! Where the values of inputs come from.

use forall_protocol::inputs::InputKind;

/// Gives the values of which an [`Input`](crate::Input) is made.
///
/// Values are asked for by name, and the name says where in the parameters they stand: `x`, `point.x`.
pub struct Source<'a> {
    name: String,
    origin: &'a mut dyn Origin,
}

impl<'a> Source<'a> {
    /// A source of all parameters together.
    pub(crate) fn new(origin: &'a mut dyn Origin) -> Source<'a> {
        Source { name: String::new(), origin }
    }

    /// The source of a named part of the value.
    pub fn part(&mut self, name: &str) -> Source<'_> {
        let mut full = self.name.clone();
        if !full.is_empty() {
            full.push('.');
        }
        full.push_str(name);
        Source { name: full, origin: self.origin }
    }

    /// The value that is called like this source.
    pub(crate) fn leaf(&mut self, kind: InputKind) -> Leaf {
        let mut leaf = Leaf([0; 16]);
        self.origin.fill(&self.name, kind, &mut leaf);
        leaf
    }
}

/// Decides values: an exploration, a request to repeat one, or a list of boundaries.
pub(crate) trait Origin {
    fn fill(&mut self, name: &str, kind: InputKind, leaf: &mut Leaf);
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
        let mut source = Source::new(&mut asked);
        let mut point = source.part("point");
        let x = point.part("x").leaf(InputKind::U16);
        let y = point.part("y").leaf(InputKind::U8);
        source.part("b").leaf(InputKind::Bool);
        assert_eq!((u16::from_le(x.read()), y.read::<u8>()), (0x1234, 0x34));
        assert_eq!(asked.0, ["point.x: u16", "point.y: u8", "b: bool"]);
    }
}

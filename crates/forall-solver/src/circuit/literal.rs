//! A wire or its complement.

use std::ops::Not;

/// The wire, times two, plus one for the complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(u32);

impl Literal {
    pub const FALSE: Literal = Literal(0);
    pub const TRUE: Literal = Literal(1);

    pub fn of_wire(wire: u32) -> Self {
        Literal(wire << 1)
    }

    pub fn of_bool(value: bool) -> Self {
        Literal(u32::from(value))
    }

    pub fn wire(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn positive(self) -> Self {
        Literal(self.0 & !1)
    }

    pub fn negated_if(self, flipped: bool) -> Self {
        Literal(self.0 ^ u32::from(flipped))
    }

    pub fn is_constant(self) -> bool {
        self.wire() == 0
    }

    /// Distinct for the two literals of a wire.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

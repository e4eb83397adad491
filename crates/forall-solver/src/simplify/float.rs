//! Floating-point operations: what can be said about them without floating-point circuits.

use crate::concrete;
use crate::terms::{Binary, Float, Node, Term, Terms};

impl Terms {
    /// The operands are not all constants.
    pub(crate) fn simplified_float(&mut self, op: Float, operands: [Term; 3], width: u32) -> Term {
        let [a, b, _] = operands;
        let simpler = match op {
            Float::Eq if a == b => Some(self.is_number(a)),
            Float::Le if a == b => Some(self.is_number(a)),
            Float::Lt if a == b => Some(self.truth(false)),
            Float::Eq | Float::Lt | Float::Le => self.compare_converted(op, a, b),
            Float::Round(_) if self.is_whole(a) => Some(a),
            Float::ToS | Float::ToU => self.there_and_back(op, a, width),
            _ => None,
        };
        simpler.unwrap_or_else(|| {
            // Equality does not care which operand is which; that of other operations may be seen in a NaN.
            let ordered = match op {
                Float::Eq if a > b => [b, a, b],
                _ => operands,
            };
            self.intern(Node::Float(op, ordered), width)
        })
    }

    /// It is not a NaN: the magnitude is at most that of infinity.
    fn is_number(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let magnitude = self.extract(a, 0, width - 1);
        let infinity = self.constant(width - 1, if width == 32 { 0x7f80_0000 } else { 0x7ff0 << 48 });
        self.binary(Binary::ULe, magnitude, infinity)
    }

    /// Is it the result of an operation that only yields whole numbers, and quiet NaNs?
    fn is_whole(&self, a: Term) -> bool {
        matches!(self.node(a), Node::Float(Float::Round(_) | Float::FromS | Float::FromU, _))
    }

    /// An integer that was converted to a float, if that kept its value, and back.
    fn there_and_back(&mut self, op: Float, a: Term, width: u32) -> Option<Term> {
        let precision = if self.width(a) == 32 { 24 } else { 53 };
        match (self.node(a), op) {
            (Node::Float(Float::FromS, [x, ..]), Float::ToS) if self.width(x) <= precision.min(width) => {
                Some(self.sign_extend(x, width))
            }
            (Node::Float(Float::FromU, [x, ..]), Float::ToU) if self.width(x) <= precision.min(width) => {
                Some(self.zero_extend(x, width))
            }
            _ => None,
        }
    }

    /// Conversions from integers keep the order, so comparing their result with a constant is comparing the
    /// integer with another.
    fn compare_converted(&mut self, op: Float, a: Term, b: Term) -> Option<Term> {
        let (converted, constant, constant_first) = match (self.as_constant(a), self.as_constant(b)) {
            (None, Some(constant)) => (a, constant, false),
            (Some(constant), None) => (b, constant, true),
            _ => return None,
        };
        let Node::Float(conversion @ (Float::FromS | Float::FromU), [x, ..]) = self.node(converted) else {
            return None;
        };
        let (of, width) = (self.width(x), self.width(converted));
        // In the order of the integers: 0 is the least.
        let offset = if conversion == Float::FromS { concrete::sign_bit(of) } else { 0 };
        let holds = |op: Float, place: u128| {
            let value = concrete::float(conversion, of, width, [place ^ offset, 0, 0]);
            let operands = if constant_first { [constant, value, 0] } else { [value, constant, 0] };
            concrete::float(op, width, 1, operands) == 1
        };
        let less = if conversion == Float::FromS { Binary::SLt } else { Binary::ULt };
        match op {
            Float::Lt | Float::Le => {
                // With the constant first, it holds from some integer on, else up to one.
                let first = first_place(of, |place| holds(op, place) == constant_first);
                let below = self.below(less, x, first, offset);
                Some(if constant_first { self.not(below) } else { below })
            }
            _ => {
                let at_least = |op: Float, place: u128| {
                    let value = concrete::float(conversion, of, width, [place ^ offset, 0, 0]);
                    concrete::float(op, width, 1, [constant, value, 0]) == 1
                };
                let first = first_place(of, |place| at_least(Float::Le, place));
                let end = first_place(of, |place| at_least(Float::Lt, place));
                let (below_first, below_end) =
                    (self.below(less, x, first, offset), self.below(less, x, end, offset));
                let from_first = self.not(below_first);
                Some(self.binary(Binary::And, from_first, below_end))
            }
        }
    }

    /// Is the integer before this place? `None` is the place after the last.
    fn below(&mut self, less: Binary, x: Term, place: Option<u128>, offset: u128) -> Term {
        match place {
            Some(place) => {
                let end = self.constant(self.width(x), place ^ offset);
                self.binary(less, x, end)
            }
            None => self.truth(true),
        }
    }
}

/// The first number of so many bits for which this holds; it holds for all that follow.
fn first_place(width: u32, holds: impl Fn(u128) -> bool) -> Option<u128> {
    let (mut low, mut high) = (0, concrete::mask(width));
    if !holds(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

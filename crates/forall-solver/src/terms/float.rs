//! Operations on floating-point numbers.
//!
//! See docs/decisions/floats-are-bit-patterns.md.

use crate::listed::list_values;

/// An operation on IEEE 754 numbers of 32 or 64 bits, which are bit-vectors like all others. The results are
/// those of x86-64's SSE, to the bit:
///
/// - results are rounded to the nearest number, ties to even;
/// - if operands are NaNs, the result is the first of them, made quiet;
/// - if the operation is invalid, it is the NaN with the sign set and nothing else: `0xffc0_0000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Float {
    Add,
    Sub,
    Mul,
    Div,
    /// `%` of Rust, `fmod` of C: exact, with the sign of the dividend.
    Rem,
    Sqrt,
    /// `a * b + c`, rounded once.
    Fma,
    /// To a whole number.
    Round(Rounding),
    /// Comparisons yield one bit: 0 if an operand is a NaN.
    Eq,
    Lt,
    Le,
    /// To a float of another width.
    ToF,
    /// From a signed integer of any width.
    FromS,
    /// From an unsigned integer of any width.
    FromU,
    /// To a signed integer of any width, as Rust's `as` does it: rounded towards zero, the nearest integer if
    /// out of range, 0 for a NaN.
    ToS,
    /// The same, to an unsigned integer.
    ToU,
}

/// Which whole number is taken for one between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// The nearer one, the even one if there is a tie.
    Even,
    Floor,
    Ceil,
    Trunc,
    /// The nearer one, the one farther from zero if there is a tie.
    Away,
}

list_values!(pub Rounding: Even, Floor, Ceil, Trunc, Away);

list_values!(
    pub Float:
    Add, Sub, Mul, Div, Rem, Sqrt, Fma, Round(Rounding::Even), Round(Rounding::Floor), Round(Rounding::Ceil),
    Round(Rounding::Trunc), Round(Rounding::Away), Eq, Lt, Le, ToF, FromS, FromU, ToS, ToU,
);

impl Float {
    /// How many operands it has.
    pub fn arity(self) -> usize {
        match self {
            Float::Fma => 3,
            Float::Add | Float::Sub | Float::Mul | Float::Div | Float::Rem => 2,
            Float::Eq | Float::Lt | Float::Le => 2,
            Float::Sqrt | Float::Round(_) | Float::ToF => 1,
            Float::FromS | Float::FromU | Float::ToS | Float::ToU => 1,
        }
    }

    /// Is there such an operation, from operands of one width to results of another?
    pub fn takes(self, operand: u32, result: u32) -> bool {
        let is_float = |width| width == 32 || width == 64;
        match self {
            Float::Eq | Float::Lt | Float::Le => is_float(operand) && result == 1,
            Float::ToF => is_float(operand) && is_float(result) && operand != result,
            Float::FromS | Float::FromU => is_float(result),
            Float::ToS | Float::ToU => is_float(operand),
            _ => is_float(operand) && result == operand,
        }
    }
}

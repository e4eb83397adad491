//! The operations terms are made of.

use crate::listed::list_values;

/// An operation on one term; the result is as wide as the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unary {
    /// Every bit flipped; at width 1 the logical "not".
    Not,
    /// Two's complement negation.
    Neg,
    /// Number of ones.
    CtPop,
    /// Number of leading zeros; the width for zero.
    CtLz,
    /// Number of trailing zeros; the width for zero.
    CtTz,
    /// Bytes in reverse order; the width is a multiple of 8.
    BSwap,
    /// Bits in reverse order.
    BitReverse,
}

/// An operation on two terms of equal width (except [`Binary::Concat`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// All ones for a zero divisor.
    UDiv,
    /// Rounds towards zero; `MIN / -1` is `MIN`; for a zero divisor 1 if the dividend is negative, else -1.
    SDiv,
    /// The dividend for a zero divisor.
    URem,
    /// Has the sign of the dividend; the dividend for a zero divisor.
    SRem,
    /// Zero if shifted by the width or more.
    Shl,
    /// Zero if shifted by the width or more.
    LShr,
    /// Copies of the sign bit if shifted by the width or more.
    AShr,
    And,
    Or,
    Xor,
    /// Comparisons yield one bit.
    Eq,
    Ne,
    ULt,
    ULe,
    SLt,
    SLe,
    /// One bit: the operation leaves the range of its operands' type.
    UAddOverflow,
    SAddOverflow,
    USubOverflow,
    SSubOverflow,
    UMulOverflow,
    SMulOverflow,
    /// The first operand is the high bits, the second the low ones.
    Concat,
}

list_values!(pub Unary: Not, Neg, CtPop, CtLz, CtTz, BSwap, BitReverse);

list_values!(
    pub Binary:
    Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Eq, Ne, ULt, ULe, SLt, SLe,
    UAddOverflow, SAddOverflow, USubOverflow, SSubOverflow, UMulOverflow, SMulOverflow, Concat,
);

impl Binary {
    /// Is the result one bit, whatever the width of the operands?
    pub fn yields_bit(self) -> bool {
        (Binary::Eq..=Binary::SMulOverflow).contains(&self)
    }
}

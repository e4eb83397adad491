//! The terms a run builds, in the raw form in which the runtime records them.
//!
//! A term is a fixed-width bit-vector expression over the inputs. It is named by a [`TermId`]: its index in
//! the arena of one exploration, where equal records are stored once. Id 0 means "concrete": no term at all.

/// Index of a record in the term arena; [`CONCRETE`] is no term.
pub type TermId = u32;

/// The id that says "this value does not depend on any input".
pub const CONCRETE: TermId = 0;

/// Terms are at most this wide.
pub const MAX_WIDTH: u32 = 128;

/// What a term computes. Division and remainder are never recorded for a zero divisor (the program checked
/// before); shifts by the width or more yield zero (`AShr`: copies of the sign bit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Op {
    /// `a | b << 32` is the value; at most 64 bits. Wider constants are a [`Op::Concat`].
    Const = 0,
    /// `a` is the index of the input.
    Input,
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
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
    /// `a` are the high bits, `b` the low ones.
    Concat,
    /// Bits `b .. b + width` of `a`.
    Extract,
    ZExt,
    SExt,
    /// `if a { b } else { c }`, `a` one bit wide. With `b` for `c` it says that the compiler leaves `b` open
    /// if `a`: of equal zeros or of two NaNs it may take the other.
    Ite,
    /// Number of ones.
    CtPop,
    /// Number of leading zeros; the width for zero.
    CtLz,
    /// Number of trailing zeros; the width for zero.
    CtTz,
    BSwap,
    BitReverse,
    /// Floats are 32 or 64 bits in the encoding of IEEE 754, rounded to nearest, ties to even. A NaN among
    /// the operands is quieted and passed on, the first one winning; an invalid operation yields the quiet
    /// NaN with the sign bit set and nothing else in it.
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// The remainder of a division that rounds towards zero: `fmod`.
    FRem,
    FSqrt,
    /// `a * b + c`, rounded once.
    FFma,
    /// To an integral value; `b` is a [`Rounding`].
    FRound,
    /// Comparisons yield one bit; all are false for a NaN.
    FEq,
    FLt,
    FLe,
    /// To the other width.
    FToF,
    /// From a signed or an unsigned integer of any width.
    FFromS,
    FFromU,
    /// To a signed or an unsigned integer of any width: rounded towards zero, kept in its range, 0 for a NaN.
    FToS,
    FToU,
    /// Where something lies in memory; `a | b << 32` is the address in this run. No input, but nothing that
    /// follows from the inputs, either.
    Address,
}

/// How [`Op::FRound`] rounds, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Rounding {
    /// To the nearest; in the middle to the even one.
    Even = 0,
    Floor,
    Ceil,
    /// Towards zero.
    Trunc,
    /// To the nearest; in the middle away from zero.
    Away,
}

crate::list_variants!(pub Rounding: Even, Floor, Ceil, Trunc, Away);

impl Rounding {
    pub fn from_code(code: u32) -> Option<Rounding> {
        Rounding::ALL.get(code as usize).copied()
    }
}

crate::list_variants!(
    pub Op:
    Const, Input, Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Eq, Ne, ULt, ULe, SLt,
    SLe, UAddOverflow, SAddOverflow, USubOverflow, SSubOverflow, UMulOverflow, SMulOverflow, Concat, Extract,
    ZExt, SExt, Ite, CtPop, CtLz, CtTz, BSwap, BitReverse, FAdd, FSub, FMul, FDiv, FRem, FSqrt, FFma, FRound,
    FEq, FLt, FLe, FToF, FFromS, FFromU, FToS, FToU, Address,
);

impl Op {
    pub fn from_code(code: u8) -> Option<Op> {
        Op::ALL.get(usize::from(code)).copied()
    }

    /// Does a binary operation yield one bit, whatever the width of its operands?
    pub fn yields_bit(self) -> bool {
        (Op::Eq as u8..=Op::SMulOverflow as u8).contains(&(self as u8))
            || matches!(self, Op::FEq | Op::FLt | Op::FLe)
    }
}

/// A term as it stands in the arena. Unused operands are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct TermRecord {
    /// Code of the [`Op`].
    pub op: u8,
    /// Width of the result in bits, 1 to 128.
    pub width: u8,
    /// Notes of the runtime's own; nobody else looks at them.
    pub marks: u16,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

impl TermRecord {
    pub fn new(op: Op, width: u32, a: u32, b: u32, c: u32) -> TermRecord {
        debug_assert!((1..=MAX_WIDTH).contains(&width));
        TermRecord { op: op as u8, width: width as u8, marks: 0, a, b, c }
    }

    /// A constant of at most 64 bits.
    pub fn constant(width: u32, value: u64) -> TermRecord {
        TermRecord::new(Op::Const, width, value as u32, (value >> 32) as u32, 0)
    }

    /// An address.
    pub fn address(value: u64) -> TermRecord {
        TermRecord::new(Op::Address, 64, value as u32, (value >> 32) as u32, 0)
    }
}

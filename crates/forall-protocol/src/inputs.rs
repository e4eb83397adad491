//! The kinds of leaf values an exploration decides.

/// What an input is: its width, and how its bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum InputKind {
    Bool = 0,
    Char,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    /// The bits of a float, whatever they are.
    F32,
    F64,
    /// The length of a collection, which the host bounds: no value is above `max_len`.
    Length,
    /// How often a value may have another of its type inside, which the host decides: it is `max_depth`.
    Depth,
    /// Which of several ways a value is made: no part of the value.
    Way,
    /// A byte of which code of others makes a value: it says nothing by itself.
    Byte,
    /// The part of a duration below a second.
    Nanoseconds,
    /// How often a fake answers in one run: whatever its value, the program is told what the host has
    /// decided, and no term. The name ends in `answers(FakeStorage)`; in `spent(FakeStorage)` when it has
    /// answered so often and is asked once more.
    Answers,
}

crate::list_variants!(
    pub InputKind:
    Bool, Char, U8, U16, U32, U64, U128, Usize, I8, I16, I32, I64, I128, Isize, F32, F64, Length, Depth, Way,
    Byte, Nanoseconds, Answers,
);

impl InputKind {
    pub fn from_code(code: u32) -> Option<InputKind> {
        InputKind::ALL.get(code as usize).copied()
    }

    /// Width of the term in bits. `usize` is 64 bits: the explored program runs on a 64-bit machine.
    pub fn width(self) -> u32 {
        match self {
            InputKind::Bool => 1,
            InputKind::U8 | InputKind::I8 | InputKind::Byte => 8,
            InputKind::U16 | InputKind::I16 => 16,
            InputKind::Char
            | InputKind::U32
            | InputKind::I32
            | InputKind::F32
            | InputKind::Way
            | InputKind::Nanoseconds => 32,
            InputKind::U64
            | InputKind::I64
            | InputKind::Usize
            | InputKind::Isize
            | InputKind::F64
            | InputKind::Length
            | InputKind::Depth
            | InputKind::Answers => 64,
            InputKind::U128 | InputKind::I128 => 128,
        }
    }

    pub fn is_signed(self) -> bool {
        (InputKind::I8..=InputKind::Isize).contains(&self)
    }

    /// Is it a whole number, whatever it stands for?
    pub fn is_number(self) -> bool {
        (InputKind::U8..=InputKind::Isize).contains(&self)
            || matches!(self, InputKind::Way | InputKind::Byte | InputKind::Nanoseconds)
    }

    /// Does it stand for itself in what a test is given? Others say how much there is, or what it is made of.
    pub fn is_data(self) -> bool {
        (InputKind::Char..=InputKind::F64).contains(&self)
    }

    /// The type's name in Rust.
    pub fn rust_name(self) -> &'static str {
        match self {
            InputKind::Bool => "bool",
            InputKind::Char => "char",
            InputKind::U8 | InputKind::Byte => "u8",
            InputKind::U16 => "u16",
            InputKind::U32 | InputKind::Way | InputKind::Nanoseconds => "u32",
            InputKind::U64 => "u64",
            InputKind::U128 => "u128",
            InputKind::Usize => "usize",
            InputKind::I8 => "i8",
            InputKind::I16 => "i16",
            InputKind::I32 => "i32",
            InputKind::I64 => "i64",
            InputKind::I128 => "i128",
            InputKind::Isize => "isize",
            InputKind::F32 => "f32",
            InputKind::F64 => "f64",
            InputKind::Length | InputKind::Depth | InputKind::Answers => "usize",
        }
    }
}

/// An input as the explored program asked for it. Its identity is name and kind, not the order of asking.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    /// Where it stands in the test's parameters: `x`, `v.len`, `p.x`.
    pub name: String,
    pub kind: InputKind,
}

impl Input {
    /// The parameter, or choice, that it belongs to.
    pub fn parameter(&self) -> &str {
        self.name.split(['.', '[', '#']).next().unwrap_or_default()
    }

    /// The value, or the next one that is not above a bound for integers and lengths.
    pub fn at_most(&self, most: u64, value: u128) -> u128 {
        let is_integer = (InputKind::U8..=InputKind::Isize).contains(&self.kind);
        let is_negative = self.kind.is_signed() && value >> (self.kind.width() - 1) & 1 == 1;
        match (is_integer || self.kind == InputKind::Length) && !is_negative {
            true => value.min(most.into()),
            false => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_indices_of_the_table() {
        for (code, kind) in InputKind::ALL.into_iter().enumerate() {
            assert_eq!(InputKind::from_code(code as u32), Some(kind));
            assert_eq!(kind as usize, code);
            assert_eq!(kind.is_signed(), kind.rust_name().starts_with('i'));
        }
    }
}

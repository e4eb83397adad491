//! The types of generated expressions.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    pub bits: u32,
    pub signed: bool,
}

pub const U8: Int = Int { bits: 8, signed: false };
pub const INTS: [Int; 10] = {
    let mut ints = [U8; 10];
    let mut index = 0;
    while index < 10 {
        ints[index] = Int { bits: 8 << (index / 2), signed: index % 2 == 1 };
        index += 1;
    }
    ints
};

impl Int {
    pub fn name(self) -> String {
        format!("{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int(Int),
    F32,
    F64,
    Char,
    Text,
    List(Int),
    Maybe(Int),
}

impl Type {
    pub fn name(self) -> String {
        match self {
            Type::Bool => "bool".into(),
            Type::Int(int) => int.name(),
            Type::F32 => "f32".into(),
            Type::F64 => "f64".into(),
            Type::Char => "char".into(),
            Type::Text => "String".into(),
            Type::List(int) => format!("Vec<{}>", int.name()),
            Type::Maybe(int) => format!("Option<{}>", int.name()),
        }
    }

    /// Whether a value can be used twice as it is.
    pub fn is_copy(self) -> bool {
        !matches!(self, Type::Text | Type::List(_))
    }
}

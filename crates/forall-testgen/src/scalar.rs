//! Numbers, characters and truth values as a person writes them.

use forall_protocol::inputs::InputKind;
use std::fmt;

/// A value of a scalar type. Its `Display` is the Rust expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scalar {
    kind: InputKind,
    bits: u128,
}

impl Scalar {
    /// `None` when the bits are no value of the type: not every number is a `char`. Bits past the type's
    /// width are ignored.
    pub fn new(kind: InputKind, bits: u128) -> Option<Scalar> {
        let bits = bits & (u128::MAX >> (128 - kind.width()));
        let value = Scalar { kind, bits };
        (kind != InputKind::Char || char::from_u32(bits as u32).is_some()).then_some(value)
    }

    pub fn notation(self) -> Notation {
        match self.kind {
            InputKind::Bool => Notation::Bool(self.bits == 1),
            InputKind::Char => {
                Notation::Char(char::from_u32(self.bits as u32).expect("checked when it was made"))
            }
            InputKind::F32 => float_notation(self.kind, f32::from_bits(self.bits as u32)),
            InputKind::F64 => float_notation(self.kind, f64::from_bits(self.bits as u64)),
            kind => integer_notation(kind, self.bits),
        }
    }
}

/// How a value is best told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notation {
    Bool(bool),
    Char(char),
    Number {
        negative: bool,
        magnitude: u128,
    },
    /// `T::MAX - below`.
    NearMax {
        kind: InputKind,
        below: u128,
    },
    /// `T::MIN + above`.
    NearMin {
        kind: InputKind,
        above: u128,
    },
    /// `T::NAME`.
    Constant {
        kind: InputKind,
        name: &'static str,
    },
    /// A float that is a number, as a literal.
    Decimal(String),
    /// A float that is none and has bits that no literal gives.
    Bits {
        kind: InputKind,
        bits: u64,
    },
}

/// What is the same for both types of floats.
trait Float: fmt::Debug + Copy {
    const CONSTANTS: [(Self, &'static str); 7];

    fn bits(self) -> u64;

    fn is_nan(self) -> bool;
}

macro_rules! float {
    ($float:ident) => {
        impl Float for $float {
            const CONSTANTS: [($float, &'static str); 7] = [
                ($float::NAN, "NAN"),
                ($float::INFINITY, "INFINITY"),
                ($float::NEG_INFINITY, "NEG_INFINITY"),
                ($float::MAX, "MAX"),
                ($float::MIN, "MIN"),
                ($float::MIN_POSITIVE, "MIN_POSITIVE"),
                ($float::EPSILON, "EPSILON"),
            ];

            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            fn is_nan(self) -> bool {
                <$float>::is_nan(self)
            }
        }
    };
}

float! { f32 }
float! { f64 }

fn float_notation<F: Float>(kind: InputKind, value: F) -> Notation {
    if let Some((_, name)) = F::CONSTANTS.iter().find(|(constant, _)| constant.bits() == value.bits()) {
        return Notation::Constant { kind, name };
    }
    match value.is_nan() {
        true => Notation::Bits { kind, bits: value.bits() },
        // The shortest digits that are read back as the same number.
        false => Notation::Decimal(format!("{value:?}")),
    }
}

fn integer_notation(kind: InputKind, bits: u128) -> Notation {
    // Of small types, the numbers next to the limits are better known than their distance from them.
    const NEAR: u128 = 16;
    let near = if kind.width() >= 32 { NEAR } else { 0 };
    let ones = u128::MAX >> (128 - kind.width());
    let sign = if kind.is_signed() { ones ^ (ones >> 1) } else { 0 };
    let max = ones ^ sign;
    if bits & sign != 0 {
        let above = bits - sign;
        if above <= near {
            return Notation::NearMin { kind, above };
        }
        return Notation::Number { negative: true, magnitude: ones - bits + 1 };
    }
    let below = max - bits;
    if below <= near {
        Notation::NearMax { kind, below }
    } else {
        Notation::Number { negative: false, magnitude: bits }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.notation() {
            Notation::Bool(value) => write!(f, "{value}"),
            Notation::Char('"') => f.write_str("'\"'"),
            Notation::Char(value) => write!(f, "'{}'", value.escape_default()),
            Notation::Number { negative, magnitude } => {
                write!(f, "{}{}", if negative { "-" } else { "" }, grouped(magnitude))
            }
            Notation::NearMax { kind, below: 0 } => write!(f, "{}::MAX", kind.rust_name()),
            Notation::NearMax { kind, below } => write!(f, "{}::MAX - {below}", kind.rust_name()),
            Notation::NearMin { kind, above: 0 } => write!(f, "{}::MIN", kind.rust_name()),
            Notation::NearMin { kind, above } => write!(f, "{}::MIN + {above}", kind.rust_name()),
            Notation::Constant { kind, name } => write!(f, "{}::{name}", kind.rust_name()),
            Notation::Decimal(digits) => f.write_str(&digits),
            Notation::Bits { kind, bits } => {
                write!(f, "{}::from_bits({bits:#x})", kind.rust_name())
            }
        }
    }
}

/// Decimal digits; from five on in groups of three.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use InputKind::*;

    fn written(kind: InputKind, bits: u128) -> String {
        Scalar::new(kind, bits).expect("a value").to_string()
    }

    #[test]
    fn integers_are_numbers_or_their_distance_from_a_limit() {
        assert_eq!(written(I64, 1 << 63), "i64::MIN");
        assert_eq!(written(I64, (1 << 63) + 1), "i64::MIN + 1");
        assert_eq!(written(I64, (1 << 63) - 2), "i64::MAX - 1");
        assert_eq!(written(I32, u128::from(u32::MAX)), "-1");
        assert_eq!(written(I32, 0x7fff_ffff), "i32::MAX");
        assert_eq!(written(I8, 0x81), "-127");
        assert_eq!(written(I8, 0x80), "i8::MIN");
        assert_eq!(written(U8, 254), "254");
        assert_eq!(written(U8, 255), "u8::MAX");
        assert_eq!(written(U8, 65), "65");
        assert_eq!(written(U16, 0), "0");
        assert_eq!(written(Usize, u128::from(u64::MAX)), "usize::MAX");
        assert_eq!(written(I128, 1 << 127), "i128::MIN");
        assert_eq!(written(I128, u128::MAX), "-1");
        assert_eq!(written(U128, u128::MAX - 16), "u128::MAX - 16");
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(written(U32, 9999), "9999");
        assert_eq!(written(U32, 10_000), "10_000");
        assert_eq!(written(U64, 123_456_789), "123_456_789");
        assert_eq!(written(I32, u128::from((-123_456_i32).cast_unsigned())), "-123_456");
    }

    #[test]
    fn characters_and_truth_values() {
        assert_eq!(written(Char, 'a' as u128), "'a'");
        assert_eq!(written(Char, '\n' as u128), "'\\n'");
        assert_eq!(written(Char, '\'' as u128), "'\\''");
        assert_eq!(written(Char, '"' as u128), "'\"'");
        assert_eq!(written(Char, 0), "'\\u{0}'");
        assert_eq!(written(Char, 0x1f600), "'\\u{1f600}'");
        assert_eq!(written(Bool, 1), "true");
        assert_eq!(written(Bool, 0), "false");
        assert_eq!(Scalar::new(Char, 0xd800), None);
    }

    #[test]
    fn floats_are_decimals_or_named() {
        let single = |value: f32| written(F32, value.to_bits().into());
        let double = |value: f64| written(F64, value.to_bits().into());
        assert_eq!(double(0.0), "0.0");
        assert_eq!(double(-0.0), "-0.0");
        assert_eq!(double(1.5), "1.5");
        assert_eq!(double(1e300), "1e300");
        assert_eq!(double(5e-324), "5e-324");
        assert_eq!(double(f64::NAN), "f64::NAN");
        assert_eq!(double(f64::NEG_INFINITY), "f64::NEG_INFINITY");
        assert_eq!(single(f32::MAX), "f32::MAX");
        assert_eq!(single(0.1), "0.1");
        assert_eq!(written(F64, 0x7ff8_0000_0000_0001), "f64::from_bits(0x7ff8000000000001)");
        assert_eq!(written(F32, 0xffc0_0000), "f32::from_bits(0xffc00000)");
    }

    #[test]
    fn every_value_of_the_small_types_is_read_back() {
        for bits in 0..=u16::MAX {
            let written = written(I16, u128::from(bits));
            let value = match written.as_str() {
                "i16::MIN" => i16::MIN,
                "i16::MAX" => i16::MAX,
                number => number.replace('_', "").parse().expect("a number"),
            };
            assert_eq!(value.cast_unsigned(), bits);
        }
    }
}

//! Random expressions of a type.

use super::node::Node;
use super::operations::*;
use super::random::Random;
use super::types::{INTS, Int, Type, U8};

pub struct Expressions<'r> {
    pub random: &'r mut Random,
    /// What has a name.
    pub scope: Vec<(String, Type)>,
}

impl Expressions<'_> {
    pub fn expression(&mut self, of: Type, depth: usize) -> Node {
        if depth == 0 || self.random.chance(8) {
            return self.leaf(of);
        }
        let (operands, ways) = *self.operation(of);
        let element = match of {
            Type::Int(int) | Type::List(int) | Type::Maybe(int) => Type::Int(int),
            other => other,
        };
        let types: Vec<Type> = operands.chars().map(|code| self.operand(code, element)).collect();
        let operands = types.into_iter().map(|of| self.expression(of, depth - 1)).collect();
        Node::of(&ways.replace("@T", &element.name()), operands)
    }

    fn operation(&mut self, of: Type) -> &'static (&'static str, &'static str) {
        let all = match of {
            Type::Int(int) if self.random.chance(10) => {
                if int.signed {
                    SIGNED
                } else {
                    UNSIGNED
                }
            }
            Type::Int(_) => INTEGERS,
            Type::Bool => BOOLS,
            Type::F32 | Type::F64 => FLOATS,
            Type::Char => CHARS,
            Type::Text => TEXTS,
            Type::List(_) => LISTS,
            Type::Maybe(_) => OPTIONS,
        };
        self.random.pick(all)
    }

    fn operand(&mut self, code: char, element: Type) -> Type {
        match code {
            'T' => element,
            'B' => Type::Bool,
            'N' => Type::Int(self.int()),
            'Z' => Type::Int(Int { bits: 32, signed: false }),
            'F' => Type::F64,
            'G' => Type::F32,
            'C' => Type::Char,
            'X' => Type::Text,
            'L' => Type::List(self.int()),
            'M' => Type::Maybe(self.int()),
            other => panic!("{other} is no type of an operand"),
        }
    }

    /// Mostly the narrow ones, where there is more to happen.
    pub fn int(&mut self) -> Int {
        let among = if self.random.chance(60) { 4 } else { INTS.len() };
        INTS[self.random.below(among)]
    }

    /// Something that has a name, or is made of it; sometimes a constant.
    fn leaf(&mut self, of: Type) -> Node {
        if self.random.chance(15) {
            return self.constant(of);
        }
        let fitting: Vec<&(String, Type)> = self.scope.iter().filter(|(_, is)| *is == of).collect();
        if !fitting.is_empty() && self.random.chance(80) {
            return Node::leaf(name(fitting[self.random.below(fitting.len())]));
        }
        let ints: Vec<&(String, Type)> =
            self.scope.iter().filter(|(_, is)| matches!(is, Type::Int(_))).collect();
        if ints.is_empty() {
            return self.constant(of);
        }
        let int = name(ints[self.random.below(ints.len())]);
        Node::leaf(match of {
            Type::Bool => format!("({int} & 4 != 0)"),
            Type::Int(other) => format!("({int} as {})", other.name()),
            Type::F32 => format!("({int} as f32)"),
            Type::F64 => format!("(f64::from_bits(({int} as u64) << 56) + 0.5)"),
            Type::Char => format!("char::from({int} as u8)"),
            Type::Text => format!("{int}.to_string()"),
            Type::List(other) => format!("vec![{int} as {}]", other.name()),
            Type::Maybe(other) => format!("Some({int} as {})", other.name()),
        })
    }

    fn constant(&mut self, of: Type) -> Node {
        Node::leaf(match of {
            Type::Bool => self.random.chance(50).to_string(),
            Type::Int(int) => self.integer(int),
            Type::F32 | Type::F64 => {
                let of = of.name();
                let among = ["0.0", "-0.0", "1.5", "-2.0", "1e30", "0.1", "INFINITY", "MIN_POSITIVE", "MAX"];
                match *self.random.pick(&among) {
                    name if name.starts_with(|c: char| c.is_ascii_uppercase()) => format!("{of}::{name}"),
                    number => format!("({number}_{of})"),
                }
            }
            Type::Char => (*self.random.pick(&["'a'", "'Z'", "'0'", "' '", "'é'", "'\\u{1F600}'"])).into(),
            Type::Text => {
                format!("{}.to_owned()", self.random.pick(&["\"\"", "\"a\"", "\"12\"", "\" Aé\"", "\"-7f\""]))
            }
            Type::List(int) => format!("vec![{}, {}]", self.integer(int), self.integer(int)),
            Type::Maybe(int) => match self.random.chance(30) {
                true => format!("None::<{}>", int.name()),
                false => format!("Some({})", self.integer(int)),
            },
        })
    }

    fn integer(&mut self, int: Int) -> String {
        let name = int.name();
        match self.random.below(6) {
            0 => format!("{name}::MAX"),
            1 => format!("{name}::MIN"),
            2 => format!("(1{name} << {})", self.random.below(int.bits as usize)),
            3 if int != U8 => format!("(({}u64) as {name})", self.random.bits() >> self.random.below(64)),
            _ => format!("{}{name}", self.random.below(100)),
        }
    }
}

/// A value that can be used again afterwards.
fn name((name, of): &(String, Type)) -> String {
    if of.is_copy() { name.clone() } else { format!("{name}.clone()") }
}

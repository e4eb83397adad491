//! Arguments as trees: what a test was called with, told so that it can be written down as code.
//!
//! See docs/decisions/replay-reports-arguments.md.

use crate::inputs::InputKind;
use crate::wire::{Malformed, Reader, Writer};

/// An argument, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A drawn input.
    Leaf { kind: InputKind, bits: u128 },
    /// Something of the standard library that is made of parts.
    Node { shape: Shape, parts: Vec<Value> },
    /// Something that user code says how to make.
    Built(Built),
}

/// How a value of the user's is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Built {
    pub form: Form,
    /// Where it can be written so.
    pub reach: Reach,
    /// The type or the function, from its crate on: `krate::module::Type`. Of [`Form::Source`], the expression.
    pub path: String,
    /// The variant or associated function in it; else empty.
    pub item: String,
    /// With the names of fields, where they have names.
    pub parts: Vec<(String, Value)>,
}

/// How parts follow a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Form {
    /// `Point { x: 1, y: 2 }`.
    Braces = 0,
    /// `Pair(1, 2)`, `stack(vec![], 1)`.
    Parentheses,
    /// `Color::Red`.
    Bare,
    /// `stack(vec![], 1).unwrap()`.
    Unwrapped,
    /// An expression of the test's own, as it is written there.
    Source,
    /// A fake: the item is the name under which it was drawn. What it answered is told apart.
    Fake,
    /// `FakeStorage::answering().on_load([None])`: parts without names are arguments of the first call, the
    /// others of one each.
    Chained,
    /// An object that stands in several places: the item is the name under which it was drawn, the path the
    /// type of handles to it. Its only part is its first handle; elsewhere it has none.
    Shared,
    /// Its only part, where the path and the item could stand as well.
    Alternative,
}

/// The path of a fake that is a function: `forall::function([1, 2])` returns one result at each call.
pub const FUNCTION: &str = "forall::function";

/// From where the fields of a struct can be named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Reach {
    #[default]
    Everywhere = 0,
    /// In the crate of the type.
    Crate,
    /// In the module of the type and below.
    Module,
}

crate::list_variants!(pub Reach: Everywhere, Crate, Module);

impl Reach {
    pub fn from_code(code: u32) -> Option<Reach> {
        Reach::ALL.get(code as usize).copied()
    }
}

crate::list_variants!(pub Form: Braces, Parentheses, Bare, Unwrapped, Source, Fake, Chained, Shared, Alternative);

impl Form {
    pub fn from_code(code: u32) -> Option<Form> {
        Form::ALL.get(code as usize).copied()
    }
}

/// What parts are put together to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Shape {
    /// Of any number of parts; none is the unit.
    Tuple = 0,
    Array,
    /// Behind a reference only.
    Slice,
    Vec,
    VecDeque,
    BTreeSet,
    HashSet,
    /// The parts of a map are tuples of two, key and value.
    BTreeMap,
    HashMap,
    /// The parts of a text are characters.
    String,
    /// Behind a reference only.
    Str,
    None,
    Some,
    Ok,
    Err,
    Box,
    Rc,
    Arc,
    /// Seconds and nanoseconds.
    Duration,
    /// Start and end.
    Range,
    RangeInclusive,
    /// The start.
    RangeFrom,
    /// The end.
    RangeTo,
    RangeToInclusive,
    RangeFull,
    /// `&` of its part.
    Reference,
    /// `&mut` of its part.
    MutableReference,
    /// `Cow::Borrowed` of a reference to its part.
    CowBorrowed,
    /// The same of a `str` or a slice; its part is the text or the vector that it is lent by.
    CowSlice,
    /// The same of something else that its part lends, as `Borrow` says.
    CowLent,
    CowOwned,
    Cell,
    RefCell,
    PhantomData,
    /// Of a call, where there are several of them.
    Arguments,
    /// `&` of its part inside of something else: it is never freed.
    Leaked,
}

crate::list_variants!(
    pub Shape:
    Tuple, Array, Slice, Vec, VecDeque, BTreeSet, HashSet, BTreeMap, HashMap, String, Str, None, Some, Ok,
    Err, Box, Rc, Arc, Duration, Range, RangeInclusive, RangeFrom, RangeTo, RangeToInclusive, RangeFull,
    Reference, MutableReference, CowBorrowed, CowSlice, CowLent, CowOwned, Cell, RefCell, PhantomData, Arguments,
    Leaked,
);

impl Shape {
    pub fn from_code(code: u32) -> Option<Shape> {
        Shape::ALL.get(code as usize).copied()
    }

    /// How many parts it has; `None` is any number.
    pub fn arity(self) -> Option<usize> {
        match self {
            Shape::Tuple
            | Shape::Array
            | Shape::Slice
            | Shape::Vec
            | Shape::VecDeque
            | Shape::BTreeSet
            | Shape::HashSet
            | Shape::BTreeMap
            | Shape::HashMap
            | Shape::String
            | Shape::Str
            | Shape::Arguments => None,
            Shape::None | Shape::RangeFull | Shape::PhantomData => Some(0),
            Shape::Some
            | Shape::Ok
            | Shape::Err
            | Shape::Box
            | Shape::Rc
            | Shape::Arc
            | Shape::Reference
            | Shape::MutableReference
            | Shape::CowBorrowed
            | Shape::CowSlice
            | Shape::CowLent
            | Shape::CowOwned
            | Shape::RangeFrom
            | Shape::RangeTo
            | Shape::RangeToInclusive
            | Shape::Cell
            | Shape::RefCell
            | Shape::Leaked => Some(1),
            Shape::Duration | Shape::Range | Shape::RangeInclusive => Some(2),
        }
    }
}

/// These stand in the place of a shape.
const LEAF: u32 = u32::MAX;
const BUILT: u32 = u32::MAX - 1;

impl Value {
    pub fn encode(&self, writer: &mut Writer) {
        match self {
            Value::Leaf { kind, bits } => {
                writer.u32(LEAF).u32(*kind as u32).u128(*bits);
            }
            Value::Node { shape, parts } => {
                writer.u32(*shape as u32).u32(parts.len() as u32);
                parts.iter().for_each(|part| part.encode(writer));
            }
            Value::Built(Built { form, reach, path, item, parts }) => {
                writer
                    .u32(BUILT)
                    .u32(*form as u32)
                    .u32(*reach as u32)
                    .text(path)
                    .text(item)
                    .u32(parts.len() as u32);
                for (name, part) in parts {
                    part.encode(writer.text(name));
                }
            }
        }
    }

    /// What it gives keeps the promises of its shapes.
    pub fn decode(reader: &mut Reader<'_>) -> Result<Value, Malformed> {
        let code = reader.u32()?;
        let value = match code {
            LEAF => Value::Leaf {
                kind: InputKind::from_code(reader.u32()?).ok_or(Malformed)?,
                bits: reader.u128()?,
            },
            BUILT => Value::Built(Built {
                form: Form::from_code(reader.u32()?).ok_or(Malformed)?,
                reach: Reach::from_code(reader.u32()?).ok_or(Malformed)?,
                path: reader.text()?,
                item: reader.text()?,
                parts: reader.list(|reader| Ok((reader.text()?, Value::decode(reader)?)))?,
            }),
            _ => Value::Node {
                shape: Shape::from_code(code).ok_or(Malformed)?,
                parts: reader.list(Value::decode)?,
            },
        };
        if value.is_well_formed() { Ok(value) } else { Err(Malformed) }
    }

    fn is_well_formed(&self) -> bool {
        match self {
            Value::Leaf { kind: InputKind::Char, bits } => {
                u32::try_from(*bits).ok().and_then(char::from_u32).is_some()
            }
            Value::Leaf { .. } => true,
            Value::Built(Built { form: Form::Bare | Form::Source, parts, .. }) => parts.is_empty(),
            Value::Built(_) => true,
            Value::Node { shape: Shape::BTreeMap | Shape::HashMap, parts } => parts
                .iter()
                .all(|entry| matches!(entry, Value::Node { shape: Shape::Tuple, parts } if parts.len() == 2)),
            Value::Node { shape: Shape::String | Shape::Str, parts } => {
                parts.iter().all(|part| matches!(part, Value::Leaf { kind: InputKind::Char, .. }))
            }
            Value::Node { shape, parts } => shape.arity().is_none_or(|arity| parts.len() == arity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(kind: InputKind, bits: u128) -> Value {
        Value::Leaf { kind, bits }
    }

    fn node(shape: Shape, parts: Vec<Value>) -> Value {
        Value::Node { shape, parts }
    }

    fn sent(value: &Value) -> Result<Value, Malformed> {
        let mut writer = Writer::default();
        value.encode(&mut writer);
        Value::decode(&mut Reader(&writer.into_bytes()))
    }

    #[test]
    fn trees_survive_the_wire() {
        let entry = node(Shape::Tuple, vec![leaf(InputKind::U8, 1), node(Shape::None, vec![])]);
        let text = node(Shape::String, vec![leaf(InputKind::Char, 'é'.into())]);
        let point = Value::Built(Built {
            form: Form::Braces,
            reach: Reach::Module,
            path: "krate::Shape".into(),
            item: "Point".into(),
            parts: vec![("x".into(), leaf(InputKind::U8, 1))],
        });
        let value = node(Shape::Tuple, vec![node(Shape::BTreeMap, vec![entry]), text, point]);
        assert_eq!(sent(&value), Ok(value.clone()));
        let mut writer = Writer::default();
        value.encode(&mut writer);
        let bytes = writer.into_bytes();
        assert_eq!(Value::decode(&mut Reader(&bytes[..bytes.len() - 1])), Err(Malformed));
    }

    #[test]
    fn what_cannot_be_written_as_code_is_refused() {
        for value in [
            leaf(InputKind::Char, 0xD800),
            node(Shape::Some, vec![]),
            node(Shape::None, vec![leaf(InputKind::U8, 1)]),
            node(Shape::HashMap, vec![leaf(InputKind::U8, 1)]),
            node(Shape::Str, vec![leaf(InputKind::U8, 1)]),
            node(Shape::Range, vec![leaf(InputKind::U8, 1)]),
            Value::Built(Built {
                form: Form::Bare,
                reach: Reach::Everywhere,
                path: "krate::Unit".into(),
                item: String::new(),
                parts: vec![(String::new(), leaf(InputKind::U8, 1))],
            }),
        ] {
            assert_eq!(sent(&value), Err(Malformed), "{value:?}");
        }
    }
}

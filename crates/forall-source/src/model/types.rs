//! Types, as the compiler knows them.

use super::definition::Definition;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Type {
    /// `u8`, `str`, `!`
    Primitive(String),
    /// A struct, enum or union, by a path that leads there: `std::vec::Vec`. Paths into the compiled crate begin
    /// at its root, without `crate::`.
    Named {
        path: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Argument>,
    },
    Reference {
        mutable: bool,
        to: Box<Type>,
    },
    Pointer {
        mutable: bool,
        to: Box<Type>,
    },
    Slice(Box<Type>),
    /// With its length: a number, or the name of a parameter.
    Array(Box<Type>, String),
    Tuple(Vec<Type>),
    /// `fn(u8) -> bool`
    Function {
        parameters: Vec<Type>,
        result: Box<Type>,
    },
    /// The type that each function has for itself.
    Item(Callee),
    Closure(Definition),
    /// `T` in a generic function
    Parameter(String),
    /// `dyn Fn(u8) -> bool + Send`
    Object(Object),
    /// `<T as Iterator>::Item`, which the compiler does not know either: the trait's item, and the arguments of
    /// the trait, `Self` first.
    Projection {
        definition: Definition,
        arguments: Vec<Argument>,
    },
    /// What cannot be written in a program, or is not understood: `impl Trait`, coroutines; as the compiler writes it.
    Other(String),
}

/// Of a generic type or function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Argument {
    Lifetime,
    Type(Type),
    Constant(String),
}

/// A function, and what its parameters for types stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callee {
    pub function: Definition,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// Not there if it is only `Send` or the like.
    pub principal: Option<(String, Vec<Argument>)>,
    /// `Item = u8`
    pub associated: Vec<(String, Type)>,
    pub automatic: Vec<Definition>,
}

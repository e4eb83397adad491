//! What the compiler knows of one body: a function, closure, constant or static.

use super::definition::Definition;
use super::place::{Place, Range};
use super::types::{Callee, Type};
use serde::{Deserialize, Serialize};

/// The number of an expression in its body.
pub type ExpressionId = u32;
/// The number of a type in its body.
pub type TypeId = u32;
/// The number of a variable in the function around it, closures included.
pub type BindingId = u32;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    pub definition: Definition,
    /// Of a function its block, without the signature.
    pub place: Place,
    /// Of a function what it returns, else the type of the constant.
    pub result: TypeId,
    pub parameters: Vec<Parameter>,
    /// Local variables, parameters included.
    pub bindings: Vec<Binding>,
    /// What is evaluated first comes first, and the whole last.
    pub expressions: Vec<Expression>,
    pub types: Vec<Type>,
    /// As the compiler was told to read them: relative to the directory in which it was started.
    pub files: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Not there if it is a pattern.
    pub name: Option<String>,
    pub ty: TypeId,
    pub binding: Option<BindingId>,
    /// Is it `self`, in any form?
    pub is_self: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    pub id: BindingId,
    pub name: String,
    pub ty: TypeId,
    pub place: Place,
    /// Is it `mut`?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mutable: bool,
    /// The right side, if it is all of the pattern of a `let`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initializer: Option<ExpressionId>,
}

/// An expression as written or made by a macro; what the compiler adds to it (dereferences, borrows, unsizing) is part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expression {
    pub place: Place,
    /// As written.
    pub ty: TypeId,
    /// After what the compiler adds, if it adds something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<TypeId>,
    pub kind: Kind,
    /// The expression that it is directly part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<ExpressionId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// A minus sign is part of it.
    Literal,
    /// The use of a variable, also by a closure.
    Local(BindingId),
    Constant(Definition),
    Static(Definition),
    /// A function by its name, called or not.
    Function(Callee),
    /// A call, method call, or operator that is a function.
    Call {
        /// Not there if a value decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        callee: Option<Callee>,
        /// The receiver comes first. Not there is what the compiler makes up.
        arguments: Vec<Option<ExpressionId>>,
        /// Is it written as a call, and not as an operator?
        written: bool,
    },
    /// An operator of the language, by the compiler's name: `Add`, `Not`, `And`, `AddAssign`.
    Operation {
        operator: String,
        operands: Vec<ExpressionId>,
    },
    /// Of an array or slice; that of other types is a call.
    Index(Vec<ExpressionId>),
    /// By its number.
    Field(u32),
    /// A struct, or a variant of an enum with its name, and its fields by their numbers.
    Struct {
        definition: Definition,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variant: Option<String>,
        fields: Vec<(u32, Option<ExpressionId>)>,
    },
    Closure(Definition),
    /// `&` as written, or `&mut`.
    Borrow {
        mutable: bool,
    },
    /// By the compiler's name: `If`, `Match`, `Block`, `Tuple`.
    Other(String),
}

impl Body {
    /// The expression that is written in just this range; of several the outermost, and what no macro made comes first.
    pub fn at(&self, file: &str, range: Range) -> Option<(ExpressionId, &Expression)> {
        let file = self.files.iter().position(|own| own == file)?;
        let there = self.numbered().filter(|(_, expression)| {
            usize::try_from(expression.place.file) == Ok(file) && expression.place.range == range
        });
        // Later ones are further out.
        there.max_by_key(|(number, expression)| (expression.place.expansion == 0, *number))
    }

    pub fn expression(&self, number: ExpressionId) -> Option<&Expression> {
        self.expressions.get(usize::try_from(number).ok()?)
    }

    pub fn ty(&self, number: TypeId) -> Option<&Type> {
        self.types.get(usize::try_from(number).ok()?)
    }

    pub fn binding(&self, number: BindingId) -> Option<&Binding> {
        self.bindings.iter().find(|binding| binding.id == number)
    }

    pub fn file(&self, place: Place) -> Option<&str> {
        self.files.get(usize::try_from(place.file).ok()?).map(String::as_str)
    }

    pub fn numbered(&self) -> impl Iterator<Item = (ExpressionId, &Expression)> {
        (0..).zip(&self.expressions)
    }

    /// The functions that are called or named.
    pub fn functions(&self) -> impl Iterator<Item = &Definition> {
        self.expressions.iter().filter_map(|expression| match &expression.kind {
            Kind::Function(callee) | Kind::Call { callee: Some(callee), .. } => Some(&callee.function),
            _ => None,
        })
    }
}

//! How tests make an object: by a constructor, and by calls that change it.

use crate::constant::Constant;

/// How a test makes an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// The type that it makes.
    pub ty: String,
    /// The expression that makes it, as written.
    pub constructor: String,
    /// Where that begins in the file.
    pub start: usize,
    /// The constants in it.
    pub holes: Vec<Constant>,
    /// The variable that it is kept in.
    pub variable: Option<String>,
    /// What is called on it afterwards and may change it, in the order of the source.
    pub calls: Vec<Method>,
}

/// A method that may change its receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    pub name: String,
    pub formals: Vec<Formal>,
    pub returns: bool,
}

/// An argument, as a value for it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formal {
    /// What the method calls it.
    pub name: Option<String>,
    pub ty: String,
    /// Is a reference to it passed?
    pub borrowed: bool,
}

//! What the names in a condition stand for.

use super::term::Term;
use super::variable::{Variable, When};
use crate::specification::Subject;
use std::collections::BTreeMap;

/// What a name means.
#[derive(Clone)]
pub enum Meaning<'a> {
    /// Plain data that stays as it is.
    Value(Term),
    /// Plain data behind `&mut`.
    Changing(Variable),
    /// Something with a virtual state.
    Object(Variable, &'a Subject),
}

#[derive(Clone)]
pub struct Scope<'a> {
    pub names: BTreeMap<String, Meaning<'a>>,
    /// What `Self` is.
    pub of: Option<&'a Subject>,
    pub module: &'a [String],
    /// What `old(…)` sees.
    pub before: When,
}

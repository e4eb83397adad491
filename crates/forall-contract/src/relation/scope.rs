//! What the names in a condition stand for.

use super::term::Term;
use super::types::Typed;
use super::variable::{Variable, When};
use crate::specification::Subject;
use std::collections::BTreeMap;
use syn::Pat;

/// What a name means.
#[derive(Clone)]
pub enum Meaning<'a> {
    /// It stays as it is, whenever it is looked at.
    Value(Term, Option<Typed<'a>>),
    /// It is seen as it is at a time: an object, or plain data behind `&mut`.
    Place(Variable, Typed<'a>),
    /// It is seen as it was at its own time, whenever that is spoken of.
    Seen(Variable, Typed<'a>),
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

impl<'a> Scope<'a> {
    /// Names what a pattern takes apart. Names that it does not understand stay unknown.
    pub fn name(&mut self, pattern: &Pat, value: &Term, ty: Option<&Typed<'a>>) {
        match pattern {
            Pat::Ident(pattern) if pattern.subpat.is_none() => {
                self.names.insert(pattern.ident.to_string(), Meaning::Value(value.clone(), ty.cloned()));
            }
            Pat::Reference(inner) => self.name(&inner.pat, value, ty),
            Pat::Type(inner) => self.name(&inner.pat, value, ty),
            Pat::Paren(inner) => self.name(&inner.pat, value, ty),
            Pat::Tuple(tuple) if !tuple.elems.iter().any(|part| matches!(part, Pat::Rest(_))) => {
                for (number, part) in tuple.elems.iter().enumerate() {
                    let member = Term::Member(Box::new(value.clone()), number.to_string());
                    let ty = ty.and_then(|ty| ty.member(&number.to_string()));
                    self.name(part, &member, ty.as_ref());
                }
            }
            _ => {}
        }
    }

    /// Names an element, by a name that nothing has that can be meant beside it.
    pub fn bind(&mut self, name: &str, ty: Option<Typed<'a>>) -> String {
        let is_taken = |name: &str| {
            self.names.values().any(|meaning| match meaning {
                Meaning::Value(term, _) => term.free_names().contains(&name),
                Meaning::Place(variable, _) | Meaning::Seen(variable, _) => {
                    Term::Variable(variable.clone()).free_names().contains(&name)
                }
            })
        };
        let mut unique = name.to_owned();
        let mut number = 2;
        while is_taken(&unique) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        self.names.insert(name.to_owned(), Meaning::Value(Term::Bound(unique.clone()), ty));
        unique
    }
}

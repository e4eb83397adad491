//! What takes part in a call: objects, plain data, and the names that conditions have for them.

use super::derived::Derivation;
use super::scope::{Meaning, Scope};
use super::state::elements;
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use super::{Acting, Role};
use crate::specification::{Function, Receiver, Specification, Subject, handed_over};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::PatType;

/// An object with its type.
pub struct Object<'a> {
    pub acting: Acting,
    pub subject: &'a Subject,
    pub ty: Typed<'a>,
    /// Is it there only after the call?
    pub is_new: bool,
}

impl<'a> Object<'a> {
    pub fn elements(&self) -> Vec<(Variable, Typed<'a>)> {
        elements(&self.acting.variable, self.subject, &self.ty)
    }
}

impl<'a> Derivation<'a> {
    pub(super) fn new(
        specification: &'a Specification,
        subject: Option<&'a Subject>,
        function: &'a Function,
    ) -> Derivation<'a> {
        let mut derivation = Derivation {
            specification,
            subject,
            function,
            objects: Vec::new(),
            changing: Vec::new(),
            unclear: Vec::new(),
            arguments: Vec::new(),
            names: BTreeMap::new(),
        };
        if let Some(subject) = subject
            && let Some(role) = role(function.receiver(), subject)
        {
            let ty = Typed::new(&syn::parse_quote!(Self), Some(subject), &function.module);
            let this = Variable::new(Root::This, When::Before);
            derivation.names.insert("self".to_owned(), Meaning::Place(this.clone(), ty.clone()));
            // After `drop` there is nothing.
            let role = if function.is_drop() { Role::Given } else { role };
            derivation.object(this, subject, ty, role);
        }
        for (parameter, (name, _)) in function.patterns().zip(function.parameters()) {
            derivation.argument(&name, parameter);
        }
        if let Some(ty) = function.result() {
            let ty = Typed::new(ty, subject, &function.module);
            if let Some((variable, subject, ty)) =
                derivation.object_in(Variable::new(Root::Result, When::After), &ty)
            {
                derivation.object(variable, subject, ty, Role::Made);
            }
        }
        derivation
    }

    /// The object that something is, or that is in it.
    fn object_in(&self, variable: Variable, ty: &Typed<'a>) -> Option<(Variable, &'a Subject, Typed<'a>)> {
        if let Some(subject) = ty.subject(self.specification) {
            return Some((variable, subject, ty.clone()));
        }
        let (variant, inner) = ty.inside().filter(|_| !ty.is_mutable())?;
        let subject = inner.subject(self.specification)?;
        Some((variable.step(Step::Inside(variant)), subject, inner))
    }

    fn object(&mut self, variable: Variable, subject: &'a Subject, ty: Typed<'a>, role: Role) {
        let is_new = role == Role::Made && handed_over(&ty.ty) == Receiver::Given;
        let acting = Acting { variable, subject: subject.name.clone(), role };
        self.objects.push(Object { acting, subject, ty, is_new });
    }

    fn argument(&mut self, name: &str, parameter: &'a PatType) {
        let variable = Variable::new(Root::Argument(name.to_owned()), When::Before);
        let ty = Typed::new(&parameter.ty, self.subject, &self.function.module);
        if let Some((variable, subject, inner)) = self.object_in(variable.clone(), &ty) {
            let place = Variable { path: Vec::new(), ..variable.clone() };
            self.names.insert(name.to_owned(), Meaning::Place(place, ty.clone()));
            if variable.path.is_empty() {
                let role = role(handed_over(&ty.ty), subject).unwrap_or(Role::Given);
                return self.object(variable, subject, ty, role);
            }
            self.arguments.push((name.to_owned(), ty.text()));
            let role = role(handed_over(&ty.ty), subject).unwrap_or(Role::Given);
            return self.object(variable, subject, inner, role);
        }
        self.arguments.push((name.to_owned(), ty.text()));
        if ty.is_mutable() {
            self.changing.push((variable.clone(), ty.clone()));
            self.names.insert(name.to_owned(), Meaning::Place(variable, ty));
            return;
        }
        let value = Term::Variable(variable);
        let mut scope = Scope {
            names: std::mem::take(&mut self.names),
            of: self.subject,
            module: &self.function.module,
            before: When::Before,
        };
        scope.name(&parameter.pat, &value, Some(&ty));
        self.names = scope.names;
        self.names.entry(name.to_owned()).or_insert(Meaning::Value(value, Some(ty)));
    }

    /// Callers see to the invariants of what they hand over; within a type, its private functions are called when they do not hold.
    pub(super) fn holds_before(&self, object: &Object<'_>) -> bool {
        let is_own = self.subject.is_some_and(|own| std::ptr::eq(own, object.subject));
        object.acting.role != Role::Made && (self.function.is_public || !is_own)
    }

    /// Where it is checked: of the object, and of what constructors return.
    pub(super) fn holds_after(&self, object: &Object<'_>) -> bool {
        let function = self.function;
        let is_checked = function.is_public && self.subject.is_some() && !function.is_drop();
        match (&object.acting.variable.root, object.acting.role) {
            (_, Role::Given) => false,
            (Root::This, _) => is_checked && !function.lends_mutably(),
            (Root::Result, _) => is_checked && self.is_constructed(),
            _ => false,
        }
    }

    /// Is the result `Self`, or an `Option` or `Result` of it?
    fn is_constructed(&self) -> bool {
        let (Some(ty), Some(subject)) = (self.function.result(), self.subject) else { return false };
        let words: Vec<String> = ty.to_token_stream().into_iter().map(|token| token.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["Self"] | ["Option", "<", "Self", ">"] | ["Result", "<", "Self", ..] => true,
            [name] => *name == subject.name,
            _ => false,
        }
    }
}

/// How an object takes part that is handed over so. What can be copied is not given away.
fn role(how: Receiver, subject: &Subject) -> Option<Role> {
    Some(match how {
        Receiver::None => return None,
        Receiver::Lent => Role::Lent,
        Receiver::Changed => Role::Changed,
        Receiver::Given if subject.is_copy => Role::Lent,
        Receiver::Given => Role::Given,
    })
}

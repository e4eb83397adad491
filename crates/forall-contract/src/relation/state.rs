//! The virtual state of a type: what can be known of its objects from outside.

use super::term::Term;
use super::types::Typed;
use super::variable::{Step, Variable, When};
use crate::specification::{Specification, Subject};

/// A variable with its type, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub variable: Variable,
    pub ty: String,
}

/// The elements of an object's state that need no argument, from its model, its public fields, and its observers.
pub fn state(object: &Variable, subject: &Subject) -> Vec<Element> {
    let ty = Typed::new(&syn::parse_quote!(Self), Some(subject), &subject.module);
    let elements = elements(object, subject, &ty).into_iter();
    elements.map(|(variable, ty)| Element { variable, ty: ty.text() }).collect()
}

/// The same, of an object of this type.
pub fn elements<'a>(object: &Variable, subject: &'a Subject, of: &Typed<'a>) -> Vec<(Variable, Typed<'a>)> {
    let element = |step: Step, ty: &syn::Type| (object.step(step), of.declared(ty, subject));
    let model = subject.model.iter().map(|it| element(Step::Model(it.name.clone()), &it.ty));
    let fields = subject.fields.iter().filter(|it| it.is_public);
    let fields = fields.map(|it| element(Step::Field(it.name.clone()), &it.ty));
    let observers = subject.observers().filter_map(|function| {
        Some(element(Step::Observer(function.name.clone(), Vec::new()), function.result()?))
    });
    model.chain(fields).chain(observers).collect()
}

/// Where staying as it is is by value, arrays are looked at so far.
const LONGEST: usize = 16;

/// The definition of staying as it is (10 to 12), of one element: arrays element by element, objects by their state.
pub fn unchanged<'a>(
    specification: &'a Specification,
    element: &Variable,
    ty: &Typed<'a>,
    around: &[&'a Subject],
) -> Vec<Term> {
    let (before, after) = (element.at(When::Before), element.at(When::After));
    if let Some(inner) = ty.subject(specification)
        // In itself, it is the same by value.
        && !around.iter().any(|around| std::ptr::eq(*around, inner))
    {
        let around = [around, &[inner]].concat();
        let elements = elements(element, inner, ty);
        return elements.iter().flat_map(|(it, ty)| unchanged(specification, it, ty, &around)).collect();
    }
    if let syn::Type::Array(array) = &ty.ty
        && let syn::Expr::Lit(length) = &array.len
        && let syn::Lit::Int(length) = &length.lit
        && let Ok(length) = length.base10_parse::<usize>()
        && length <= LONGEST
    {
        let index = |variable: &Variable, number: usize| {
            Term::Element(Box::new(Term::Variable(variable.clone())), Box::new(Term::integer(number as i128)))
        };
        return (0..length).map(|number| index(&after, number).same(index(&before, number))).collect();
    }
    vec![Term::Variable(after).same(Term::Variable(before))]
}

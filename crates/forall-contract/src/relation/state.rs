//! The virtual state of a type: what can be known of its objects from outside.

use super::chained::instantiated;
use super::term::Term;
use super::variable::{Step, Variable, When};
use super::{Part, Unclear};
use crate::specification::{Specification, Subject};
use crate::spelled::spelled;
use quote::ToTokens;

/// A variable with its type, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub variable: Variable,
    pub ty: String,
}

/// The elements of an object's state that need no argument, from its model, its public fields, and its observers.
pub fn state(object: &Variable, subject: &Subject) -> Vec<Element> {
    let field = |step: Step, ty: &syn::Type| Element {
        variable: object.step(step),
        ty: spelled(&ty.to_token_stream()),
    };
    let model = subject.model.iter().map(|it| field(Step::Model(it.name.clone()), &it.ty));
    let fields = subject.fields.iter().filter(|it| it.is_public);
    let fields = fields.map(|it| field(Step::Field(it.name.clone()), &it.ty));
    let observers = subject.observers().filter_map(|function| {
        Some(field(Step::Observer(function.name.clone(), Vec::new()), function.result()?))
    });
    model.chain(fields).chain(observers).collect()
}

/// What holds of every object of the type, at any time: its invariants, and what its observers ensure of it.
pub fn consistent(
    specification: &Specification,
    subject: &Subject,
    object: &Variable,
) -> (Vec<Part>, Vec<Unclear>) {
    let mut parts = Vec::new();
    let mut unclear = Vec::new();
    for element in state(object, subject) {
        let Some(instance) = instantiated(specification, Some(subject), &element.variable) else { continue };
        parts.extend(instance.parts);
        unclear.extend(instance.unclear);
    }
    (parts, unclear)
}

/// The type of a variable, where contracts tell it.
pub fn type_of(specification: &Specification, subject: Option<&Subject>, step: &Step) -> Option<String> {
    let written = |ty: &syn::Type| spelled(&ty.to_token_stream());
    match step {
        Step::Instantiated => Some("bool".to_owned()),
        Step::Field(name) | Step::Model(name) => {
            let subject = subject?;
            let mut all = subject.model.iter().chain(&subject.fields);
            all.find(|field| field.name == *name).map(|field| written(&field.ty))
        }
        Step::Observer(name, _) => match subject {
            Some(subject) => subject.function(name)?.result().map(written),
            None => specification.function(name, &[])?.result().map(written),
        },
    }
}

/// The definition of staying as it is (10 to 12), of one element: arrays element by element, objects by their state.
pub fn unchanged(
    specification: &Specification,
    element: &Element,
    of: Option<&Subject>,
    module: &[String],
) -> Vec<Term> {
    let (before, after) = (element.variable.at(When::Before), element.variable.at(When::After));
    let Ok(ty) = syn::parse_str::<syn::Type>(&element.ty) else {
        return vec![Term::Variable(after).equals(Term::Variable(before))];
    };
    if let Some(inner) = specification.subject_of(&ty, of, module) {
        let is_cycle = of.is_some_and(|of| std::ptr::eq(of, inner));
        if !is_cycle {
            let elements = state(&element.variable, inner);
            return elements
                .iter()
                .flat_map(|element| unchanged(specification, element, Some(inner), module))
                .collect();
        }
    }
    if let syn::Type::Array(array) = &ty
        && let syn::Expr::Lit(length) = &array.len
        && let syn::Lit::Int(length) = &length.lit
        && let Ok(length) = length.base10_parse::<usize>()
        && length <= 16
    {
        let index = |variable: &Variable, number: usize| {
            Term::Element(Box::new(Term::Variable(variable.clone())), Box::new(Term::integer(number as i128)))
        };
        return (0..length).map(|number| index(&after, number).equals(index(&before, number))).collect();
    }
    vec![Term::Variable(after).equals(Term::Variable(before))]
}

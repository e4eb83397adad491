//! What stays as it is (definitions 10 to 12).

use super::derived::Derivation;
use super::state::{Element, state, type_of, unchanged};
use super::term::Term;
use super::variable::{Root, Variable, When};
use super::{Changes, Origin, Part, Role};

/// Adds to a relation that what may not change stays: of every element of the state that occurs or needs no argument.
pub fn add(derivation: &Derivation<'_>, parts: &mut Vec<Part>) {
    let changes = derivation.changes();
    if changes == Changes::Everything {
        return;
    }
    let mut terms: Vec<Term> = Vec::new();
    for object in &derivation.objects {
        if matches!(object.acting.role, Role::Made | Role::Given) {
            continue;
        }
        let around = object.acting.variable.at(When::Before);
        let mut elements = state(&around, object.subject);
        for variable in parts.iter().flat_map(|part| part.term.variables()) {
            let is_new = !elements.iter().any(|element| element.variable.is_same(variable));
            if variable.is_of(&around) && variable.path.len() == around.path.len() + 1 && is_new {
                let Some(last) = variable.path.last() else { continue };
                if variable.is_instantiated() {
                    continue;
                }
                let ty = type_of(derivation.specification, Some(object.subject), last);
                elements.push(Element { variable: variable.at(When::Before), ty: ty.unwrap_or_default() });
            }
        }
        for element in elements {
            if may_change(&changes, &element.variable) {
                continue;
            }
            let module = &derivation.function.module;
            for term in unchanged(derivation.specification, &element, Some(object.subject), module) {
                if !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
    }
    parts.extend(terms.into_iter().map(|term| Part { term, origin: Origin::Framed, place: None }));
}

/// Does the clause that says what is changed name it, or what it is a part of?
fn may_change(changes: &Changes, variable: &Variable) -> bool {
    match changes {
        Changes::Nothing => false,
        Changes::Everything => true,
        Changes::Only(named) => named.iter().any(|named| {
            let is_all = named.path.is_empty() && named.root == variable.root && named.root != Root::Function;
            is_all || named.is_same(variable) || variable.is_of(named)
        }),
    }
}

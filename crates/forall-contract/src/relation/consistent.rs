//! What holds of every object of a type.

use super::chained::chain;
use super::derived::invariants;
use super::instance::instantiated;
use super::simplified::tidy;
use super::state::elements;
use super::types::Typed;
use super::variable::Variable;
use super::{Part, Unclear};
use crate::specification::{Specification, Subject};

/// At any time when it is seen from outside: its invariants, what its observers ensure of it, and of what they observe. The object is where a
/// path begins.
pub fn consistent(
    specification: &Specification,
    subject: &Subject,
    object: &Variable,
) -> (Vec<Part>, Vec<Unclear>) {
    let ty = Typed::new(&syn::parse_quote!(Self), Some(subject), &subject.module);
    let (mut parts, mut unclear) = invariants(specification, subject, object, &ty);
    for (element, _) in elements(object, subject, &ty) {
        let Some(instance) = instantiated(specification, Some(subject), &element) else { continue };
        parts.extend(instance.parts);
        unclear.extend(instance.unclear);
    }
    let root = |root: &super::Root| (*root == object.root).then(|| ty.clone());
    unclear.extend(chain(specification, &root, &mut parts));
    tidy(&mut parts);
    (parts, unclear)
}

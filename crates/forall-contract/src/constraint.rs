//! What a trait says of all that implement it: `#[invariant(condition)]`, and what no method may ever do,
//! `#[constraint(self.size() >= old(self.size()))]`.

use crate::clause::{Clause, Postcondition, content, invariants, name, postcondition, refuse};
use crate::problems::Problems;
use syn::{Attribute, parse_quote};

#[derive(Default)]
pub struct OfTrait {
    pub invariants: Vec<Clause>,
    pub constraints: Vec<Postcondition>,
}

impl OfTrait {
    /// Takes the attributes that belong to the contract of a trait.
    pub fn taken_from(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> OfTrait {
        let (constraints, others) =
            attributes.drain(..).partition(|attribute| name(attribute) == "constraint");
        *attributes = others;
        let constraints: Vec<Attribute> = constraints;
        let constraints = constraints.iter().filter_map(|attribute| constraint(attribute, problems));
        let constraints = constraints.collect();
        OfTrait { invariants: invariants(attributes, problems), constraints }
    }
}

fn constraint(attribute: &Attribute, problems: &mut Problems) -> Option<Postcondition> {
    let help = "write `#[constraint(self.size() >= old(self.size()))]`";
    let condition = content(&attribute.meta, help, problems)?;
    refuse(&condition, "a constraint", &["ret"], problems);
    let constraint = postcondition(parse_quote!(_), condition, problems)?;
    if constraint.old.is_empty() {
        let help =
            "say what was before: `old(self.size())`; what holds of each state is an `#[invariant(…)]`";
        problems.add(constraint.clause.span, "a constraint is about two states", help);
    }
    Some(constraint)
}

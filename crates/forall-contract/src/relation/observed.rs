//! What is observed in terms, also of each element that a quantifier names.

use super::term::{Domain, Quantifier, Term};
use super::variable::{Step, Variable};

/// An observation, and the quantifiers that name what it is made with, outermost first.
#[derive(Clone, PartialEq)]
pub struct Observed {
    pub variable: Variable,
    pub around: Vec<Around>,
}

#[derive(Clone, PartialEq)]
pub struct Around {
    pub name: String,
    pub of: Binder,
}

#[derive(Clone, PartialEq)]
pub enum Binder {
    Elements(Domain),
    /// Of what a pattern names, nothing is said outside of it.
    Pattern,
}

impl Observed {
    /// Is it made with what a pattern names?
    pub fn is_of_pattern(&self) -> bool {
        self.around.iter().any(|around| around.of == Binder::Pattern)
    }

    /// The same, of every element.
    pub fn of_each(&self, holds: Term) -> Term {
        of_each(&self.around, holds)
    }
}

fn of_each(around: &[Around], holds: Term) -> Term {
    around.iter().rev().fold(holds, |holds, around| {
        let Binder::Elements(domain) = &around.of else { return holds };
        if !holds.free_names().contains(&around.name.as_str()) {
            return holds;
        }
        Term::Quantified {
            quantifier: Quantifier::Every,
            name: around.name.clone(),
            over: Box::new(domain.clone()),
            holds: Box::new(holds),
            stops: false,
        }
    })
}

/// The observations in a term, what they are made with first.
pub fn observations(term: &Term) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    for observed in observed_in(term) {
        if !found.contains(&observed.variable) {
            found.push(observed.variable);
        }
    }
    found
}

/// The same, with the quantifiers around them.
pub fn observed_in(term: &Term) -> Vec<Observed> {
    let mut found = Vec::new();
    collect(term, &mut Vec::new(), &mut found);
    found
}

fn collect(term: &Term, around: &mut Vec<Around>, found: &mut Vec<Observed>) {
    match term {
        Term::Quantified { name, over, holds, .. } => {
            over.parts().into_iter().for_each(|part| collect(part, around, found));
            around.push(Around { name: name.clone(), of: Binder::Elements((**over).clone()) });
            collect(holds, around, found);
            around.pop();
        }
        Term::Variant { of, names, guard, .. } => {
            collect(of, around, found);
            let Some(guard) = guard else { return };
            let named = names.iter().map(|name| Around { name: name.clone(), of: Binder::Pattern });
            let named: Vec<Around> = named.collect();
            let count = around.len();
            around.extend(named);
            collect(guard, around, found);
            around.truncate(count);
        }
        _ => term.parts().into_iter().for_each(|part| collect(part, around, found)),
    }
    let Term::Variable(variable) = term else { return };
    for length in 1..=variable.path.len() {
        let prefix = Variable { path: variable.path[..length].to_vec(), ..variable.clone() };
        if !matches!(prefix.path.last(), Some(Step::Observer(..))) {
            continue;
        }
        let observed = Observed { around: needed(&prefix, around), variable: prefix };
        if !found.contains(&observed) {
            found.push(observed);
        }
    }
}

/// The quantifiers that name something in the variable, or in the domain of one of these.
fn needed(variable: &Variable, around: &[Around]) -> Vec<Around> {
    let term = Term::Variable(variable.clone());
    let mut names: Vec<String> = term.free_names().into_iter().map(str::to_owned).collect();
    let mut needed = Vec::new();
    for binder in around.iter().rev() {
        if !names.contains(&binder.name) {
            continue;
        }
        needed.push(binder.clone());
        if let Binder::Elements(domain) = &binder.of {
            let of_domain = domain.parts().into_iter().flat_map(Term::free_names);
            names.extend(of_domain.map(str::to_owned));
        }
    }
    needed.reverse();
    needed
}

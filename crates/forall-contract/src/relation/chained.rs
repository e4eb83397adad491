//! Contracts of what is observed in a contract.

use super::defined::{defined, given};
use super::instance::instantiated;
use super::observed::{Observed, observations, observed_in};
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable};
use super::{Origin, Part, Place, Unclear};
use crate::clause::Clause;
use crate::specification::{Function, Specification, Subject};

pub fn part(term: Term, origin: Origin, clause: &Clause, function: &Function) -> Part {
    Part { term, origin, place: Some(Place { span: clause.span, file: function.file.clone() }) }
}

/// What was not understood, with the file that it is in.
pub fn in_file(unclear: Vec<Unclear>, function: &Function) -> Vec<Unclear> {
    let placed = |unclear: Unclear| Unclear {
        file: unclear.file.clone().or_else(|| function.file.clone()),
        ..unclear
    };
    unclear.into_iter().map(placed).collect()
}

pub fn conjuncts(term: Term) -> Vec<Term> {
    match term {
        Term::All(terms) => terms,
        term => vec![term],
    }
}

/// The type of an element of a virtual state, step by step from where it begins.
pub fn type_at<'a>(
    specification: &'a Specification,
    root: &dyn Fn(&Root) -> Option<Typed<'a>>,
    variable: &Variable,
) -> Option<Typed<'a>> {
    let begin = match (&variable.root, variable.path.first()) {
        (Root::Function, Some(Step::Observer(name, _))) => {
            let function = specification.function(name, &[])?;
            Typed::new(function.result()?, None, &function.module)
        }
        (root_of, _) => root(root_of)?,
    };
    let skipped = usize::from(variable.root == Root::Function);
    variable.path.iter().skip(skipped).try_fold(begin, |ty, step| {
        if let Step::Inside(_) = step {
            return ty.inside().map(|(_, inner)| inner);
        }
        let subject = ty.subject(specification)?;
        let declared = match step {
            Step::Instantiated | Step::Inside(_) => &syn::parse_quote!(bool),
            Step::Field(name) | Step::Model(name) => {
                let mut all = subject.model.iter().chain(&subject.fields);
                &all.find(|field| field.name == *name)?.ty
            }
            Step::Observer(name, _) => subject.function(name)?.result()?,
        };
        Some(ty.declared(declared, subject))
    })
}

/// The types whose contracts led to an observation, and the functions.
type Led = Vec<(Option<String>, String)>;

/// The contracts of all that is observed.
struct Chain<'d, 'a> {
    specification: &'a Specification,
    root: &'d dyn Fn(&Root) -> Option<Typed<'a>>,
    known: Vec<Observed>,
    /// With what led there.
    parts: Vec<(Part, Led)>,
    unclear: Vec<Unclear>,
}

/// Definition 9: adds the contracts of all that is observed, and of what is observed in them. Says what is not understood of that. `root` has
/// the types of what observations begin with.
pub fn chain<'a>(
    specification: &'a Specification,
    root: &dyn Fn(&Root) -> Option<Typed<'a>>,
    parts: &mut Vec<Part>,
) -> Vec<Unclear> {
    let begin = std::mem::take(parts).into_iter().map(|part| (part, Led::new())).collect();
    let mut chain = Chain { specification, root, known: Vec::new(), parts: begin, unclear: Vec::new() };
    let mut at = 0;
    while let Some((part, led)) = chain.parts.get(at).cloned() {
        at += 1;
        if part.term.is_understood() {
            chain.follow(&part, &led);
        }
    }
    *parts = chain.parts.into_iter().map(|(part, _)| part).collect();
    chain.unclear
}

impl<'a> Chain<'_, 'a> {
    fn subject_around(&self, observed: &Variable) -> Option<&'a Subject> {
        let (object, ..) = observed.observation()?;
        type_at(self.specification, self.root, &object)?.subject(self.specification)
    }

    fn follow(&mut self, part: &Part, led: &Led) {
        for observed in observed_in(&part.term) {
            let subject = self.subject_around(&observed.variable);
            let name = observed.variable.observation().map(|(_, name, _)| name.to_owned());
            let own = (subject.map(|subject| subject.name.clone()), name.unwrap_or_default());
            if led.contains(&own) {
                self.again(&observed, &own.1, part);
                continue;
            }
            let instance = instantiated(self.specification, subject, &observed.variable);
            let Some(instance) = instance else { continue };
            let further = [&led[..], &[own]].concat();
            self.defined(&observed, &instance.required, part, &further);
            if self.known.contains(&observed) {
                continue;
            }
            self.known.push(observed.clone());
            self.unclear.extend(instance.unclear);
            if observed.is_of_pattern() && !instance.parts.is_empty() {
                let why = "it is made with what a pattern names: its contract is not taken";
                self.not_understood(&observed.variable, why, part);
                continue;
            }
            let presence =
                Term::all([Term::all(observed.variable.presence()), with_values(&observed.variable)]);
            for known in instance.parts {
                let term = observed.of_each(given(&presence, known.term));
                if !term.is(true) {
                    self.parts.push((Part { term, ..known }, further.clone()));
                }
            }
        }
        self.present(part, led);
    }

    /// Conditions are evaluated, so what is observed in them may be observed.
    fn defined(&mut self, observed: &Observed, required: &Term, part: &Part, led: &Led) {
        let is_own = part.origin == Origin::Observed(observed.variable.to_string());
        if required.is(true) || is_own {
            return;
        }
        let condition = defined(&part.term, &mut |variable| match *variable == observed.variable {
            true => required.clone(),
            false => Term::bool(true),
        });
        self.add(condition, Origin::Defined(observed.variable.to_string()), part, led);
    }

    /// What is unwrapped is there.
    fn present(&mut self, part: &Part, led: &Led) {
        let condition = defined(&part.term, &mut |variable| match variable.path.last() {
            Some(Step::Inside(_)) => variable.presence().pop().unwrap_or(Term::bool(true)),
            _ => Term::bool(true),
        });
        let inside = part.term.variables().into_iter().find(|variable| !variable.presence().is_empty());
        let Some(inside) = inside.map(ToString::to_string) else { return };
        self.add(condition, Origin::Defined(inside), part, led);
    }

    fn add(&mut self, condition: Term, origin: Origin, part: &Part, led: &Led) {
        for term in conjuncts(condition) {
            let is_known = term.is(true) || self.parts.iter().any(|(known, _)| known.term == term);
            if !is_known {
                let part = Part { term, origin: origin.clone(), place: part.place.clone() };
                self.parts.push((part, led.clone()));
            }
        }
    }

    /// Its own contract observes it again.
    fn again(&mut self, observed: &Observed, name: &str, part: &Part) {
        let is_known = self.known.iter().any(|known| known.variable == observed.variable);
        if !is_known {
            let why = format!("the contract of `{name}` observes it again: its contract is taken once");
            self.not_understood(&observed.variable, &why, part);
        }
    }

    fn not_understood(&mut self, observed: &Variable, why: &str, part: &Part) {
        let unclear = Unclear {
            text: observed.to_string(),
            why: why.to_owned(),
            span: part.place.as_ref().map_or_else(proc_macro2::Span::call_site, |place| place.span),
            file: part.place.as_ref().and_then(|place| place.file.clone()),
        };
        self.unclear.push(unclear);
    }
}

/// What it is observed with has a value: `self.get(n - 1)` is nothing where `n` is 0.
fn with_values(observed: &Variable) -> Term {
    let arguments = observed.path.iter().flat_map(|step| match step {
        Step::Observer(_, arguments) => arguments.as_slice(),
        _ => &[],
    });
    let partial = arguments.filter(|argument| argument.is_partial());
    Term::all(partial.map(|argument| Term::HasValue(Box::new(argument.clone()))).collect::<Vec<_>>())
}

/// Equal arguments, equal observations: of every two of the same at the same time. Of those that are made with an element of a quantifier,
/// nothing is said here.
pub fn same(parts: &mut Vec<Part>) {
    let mut all: Vec<Variable> = Vec::new();
    for part in parts.iter().filter(|part| part.term.is_understood()) {
        for observed in observations(&part.term) {
            let is_of_element = !Term::Variable(observed.clone()).free_names().is_empty();
            if !is_of_element && !all.contains(&observed) {
                all.push(observed);
            }
        }
    }
    for (number, first) in all.iter().enumerate() {
        for second in &all[number + 1..] {
            let (Some(one), Some(other)) = (first.observation(), second.observation()) else { continue };
            if one.0 != other.0 || one.1 != other.1 || one.2.len() != other.2.len() {
                continue;
            }
            let equal = one.2.iter().zip(other.2).map(|(one, other)| one.clone().same(other.clone()));
            let equal = super::simplified(&Term::all(equal));
            if !equal.is(false) {
                let same = Term::Variable(first.clone()).same(Term::Variable(second.clone()));
                parts.push(Part { term: equal.implies(same), origin: Origin::Same, place: None });
            }
        }
    }
}

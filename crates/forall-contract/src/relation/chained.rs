//! Contracts of what is observed in a contract.

use super::derived::Derivation;
use super::reader::Reader;
use super::scope::{Meaning, Scope};
use super::term::{Domain, Term};
use super::variable::{Root, Step, Variable};
use super::{Origin, Part, Place, Unclear};
use crate::clause::{Behavior, Clause};
use crate::specification::{Function, Specification, Subject};
use std::collections::BTreeMap;

/// A method reference with its arguments in place (definition 8).
pub struct Instance {
    /// What has to hold for it to be observed.
    pub required: Term,
    /// Where it may be observed, this is ensured.
    pub parts: Vec<Part>,
    pub unclear: Vec<Unclear>,
}

/// The contract of an observation; `None` if it is none, or nothing is known of it.
pub fn instantiated(
    specification: &Specification,
    subject: Option<&Subject>,
    observed: &Variable,
) -> Option<Instance> {
    let (object, name, arguments) = observed.observation()?;
    let function = match subject {
        Some(subject) => subject.function(name)?,
        None => specification.function(name, &[])?,
    };
    let scope = scope(specification, subject, function, &object, arguments, observed);
    let mut reader = Reader::new(specification, scope);
    let when = observed.when;
    let mut required = Vec::new();
    let contract = &function.contract;
    required.extend(contract.general.requires.iter().map(|clause| reader.read(&clause.written, when)));
    let applies: Vec<Term> =
        contract.behaviors.iter().map(|behavior| applies(&mut reader, behavior, observed)).collect();
    if !applies.is_empty() {
        required.push(Term::any(applies.clone()));
    }
    required
        .extend(contract.panics.iter().map(|panic| Term::negated(reader.read(&panic.when.written, when))));
    let required = Term::all(required);
    let mut parts = Vec::new();
    let always = std::iter::once((&contract.general, Term::bool(true)));
    for (behavior, applies) in always.chain(contract.behaviors.iter().zip(applies)) {
        for postcondition in &behavior.ensures {
            reader.named(&postcondition.result, observed, function, subject);
            for term in conjuncts(reader.read(&postcondition.clause.written, when)) {
                let term = required.clone().implies(applies.clone().implies(term));
                parts.push(part(
                    term,
                    Origin::Observed(observed.to_string()),
                    &postcondition.clause,
                    function,
                ));
            }
        }
    }
    let unclear = in_file(reader.unclear, function);
    Some(Instance { required, parts, unclear })
}

fn applies(reader: &mut Reader<'_>, behavior: &Behavior, observed: &Variable) -> Term {
    Term::all(behavior.requires.iter().map(|clause| reader.read(&clause.written, observed.when)))
}

fn scope<'a>(
    specification: &'a Specification,
    subject: Option<&'a Subject>,
    function: &'a Function,
    object: &Variable,
    arguments: &[Term],
    observed: &Variable,
) -> Scope<'a> {
    let mut names = BTreeMap::new();
    if let Some(subject) = subject {
        names.insert("self".to_owned(), Meaning::Object(object.clone(), subject));
    }
    for ((name, ty), argument) in function.parameters().into_iter().zip(arguments) {
        let inner = specification.subject_of(&ty, subject, &function.module);
        let meaning = match (inner, argument) {
            (Some(inner), Term::Variable(variable)) => Meaning::Object(variable.clone(), inner),
            _ => Meaning::Value(argument.clone()),
        };
        names.insert(name, meaning);
    }
    Scope { names, of: subject, module: &function.module, before: observed.when }
}

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

/// The type of the object that something is observed of, step by step from where it begins.
pub fn subject_at<'a>(
    specification: &'a Specification,
    root: &dyn Fn(&Root) -> Option<&'a Subject>,
    variable: &Variable,
) -> Option<&'a Subject> {
    let mut subject = root(&variable.root)?;
    for step in &variable.path {
        let ty = match step {
            Step::Instantiated => return None,
            Step::Field(name) | Step::Model(name) => {
                let mut all = subject.model.iter().chain(&subject.fields);
                all.find(|field| field.name == *name)?.ty.clone()
            }
            Step::Observer(name, _) => subject.function(name)?.result()?.clone(),
        };
        subject = specification.subject_of(&ty, Some(subject), &subject.module)?;
    }
    Some(subject)
}

/// The observations in a term, what they are made with first.
pub fn observations(term: &Term) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    for variable in term.variables() {
        for length in 1..=variable.path.len() {
            let prefix = Variable { path: variable.path[..length].to_vec(), ..variable.clone() };
            if matches!(prefix.path.last(), Some(Step::Observer(..))) && !found.contains(&prefix) {
                found.push(prefix);
            }
        }
    }
    found
}

/// What must hold so that the term can be evaluated: what each observation in it requires, where it is reached.
pub fn defined(term: &Term, required: &mut dyn FnMut(&Variable) -> Term) -> Term {
    match term {
        Term::All(terms) => in_turn(terms, required, |before| Term::all(before.iter().cloned())),
        Term::Any(terms) => in_turn(terms, required, |before| Term::any(before.iter().cloned()).negated()),
        Term::Implies(left, right) => {
            let then = (**left).clone().implies(defined(right, required));
            Term::all([defined(left, required), then])
        }
        Term::If(condition, yes, no) => Term::all([
            defined(condition, required),
            (**condition).clone().implies(defined(yes, required)),
            (**condition).clone().negated().implies(defined(no, required)),
        ]),
        Term::Quantified { quantifier: _, name, over, holds } => {
            let inner = defined(holds, required);
            let domain = match &**over {
                Domain::Range(from, to, _) => Term::all([defined(from, required), defined(to, required)]),
                Domain::Elements(of) => defined(of, required),
            };
            let every = match inner.is(true) {
                true => inner,
                false => Term::Quantified {
                    quantifier: super::Quantifier::Every,
                    name: name.clone(),
                    over: over.clone(),
                    holds: Box::new(inner),
                },
            };
            Term::all([domain, every])
        }
        other => {
            let mut all: Vec<Term> = other.parts().into_iter().map(|part| defined(part, required)).collect();
            if let Term::Variable(variable) = other {
                all.extend(observations(&Term::Variable(variable.clone())).iter().map(&mut *required));
            }
            Term::all(without_repetition(all))
        }
    }
}

fn in_turn(
    terms: &[Term],
    required: &mut dyn FnMut(&Variable) -> Term,
    reached: impl Fn(&[Term]) -> Term,
) -> Term {
    let each = terms.iter().enumerate().map(|(number, term)| {
        let inner = defined(term, required);
        match number {
            0 => inner,
            _ => reached(&terms[..number]).implies(inner),
        }
    });
    Term::all(without_repetition(each.collect()))
}

fn without_repetition(terms: Vec<Term>) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for term in terms {
        if !kept.contains(&term) {
            kept.push(term);
        }
    }
    kept
}

impl<'a> Reader<'a> {
    /// Gives the result the name that a postcondition has for it.
    pub(super) fn named(
        &mut self,
        pattern: &syn::Pat,
        result: &Variable,
        function: &Function,
        of: Option<&'a Subject>,
    ) {
        let object = function.result().and_then(|ty| self.subject_of(ty, of));
        if let Some(name) = super::looks::bound(pattern) {
            let meaning = match object {
                Some(subject) => Meaning::Object(result.clone(), subject),
                None => Meaning::Value(Term::Variable(result.clone())),
            };
            self.scope.names.insert(name, meaning);
        } else if let syn::Pat::Tuple(tuple) = pattern {
            for (number, part) in tuple.elems.iter().enumerate() {
                let Some(name) = super::looks::bound(part) else { continue };
                let member = Term::Member(Box::new(Term::Variable(result.clone())), number.to_string());
                self.scope.names.insert(name, Meaning::Value(member));
            }
        }
    }
}

impl Derivation<'_> {
    /// Definition 9: the contracts of all that is observed, and of what is observed in them.
    pub(super) fn chain(&mut self, parts: &mut Vec<Part>) {
        let mut chain = Chain::default();
        let mut done = 0;
        while done < parts.len() {
            let part = parts[done].clone();
            done += 1;
            if !part.term.is_understood() {
                continue;
            }
            for observed in observations(&part.term) {
                parts.extend(self.observed(observed, &part, &mut chain));
            }
            if !matches!(part.origin, Origin::Defined(_)) {
                self.add_defined(&part, parts);
            }
        }
    }

    /// The contract of one observation, the first time that it is met.
    fn observed(&mut self, observed: Variable, part: &Part, chain: &mut Chain) -> Vec<Part> {
        if chain.known.iter().any(|(known, _)| *known == observed) {
            return Vec::new();
        }
        let subject = self.subject_around(&observed);
        let name = observed.observation().map(|(_, name, _)| name.to_owned()).unwrap_or_default();
        let own = (subject.map(|subject| subject.name.clone()), name);
        // Those whose contracts led here.
        let mut led: Vec<_> = match &part.origin {
            Origin::Observed(by) | Origin::Defined(by) => {
                let by = chain.known.iter().find(|(known, _)| known.to_string() == *by);
                by.map(|(_, led)| led.clone()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        if led.contains(&own) {
            let unclear = Unclear {
                text: observed.to_string(),
                why: format!("the contract of `{}` observes it again: its contract is taken once", own.1),
                span: part.place.as_ref().map_or_else(proc_macro2::Span::call_site, |place| place.span),
                file: part.place.as_ref().and_then(|place| place.file.clone()),
            };
            chain.known.push((observed, led));
            self.add_unclear(vec![unclear]);
            return Vec::new();
        }
        led.push(own);
        chain.known.push((observed.clone(), led));
        let Some(instance) = instantiated(self.specification, subject, &observed) else { return Vec::new() };
        self.add_unclear(instance.unclear);
        instance.parts.into_iter().filter(|part| !part.term.is(true)).collect()
    }

    fn subject_around(&self, observed: &Variable) -> Option<&'_ Subject> {
        let (object, ..) = observed.observation()?;
        subject_at(self.specification, &|root| self.subject_of(root), &object)
    }

    /// Conditions are evaluated, so that what is observed in them may be observed.
    fn add_defined(&mut self, part: &Part, parts: &mut Vec<Part>) {
        let mut by: Vec<String> = Vec::new();
        let mut unclear = Vec::new();
        let specification = self.specification;
        let condition = defined(&part.term, &mut |observed| {
            let subject = self.subject_around(observed);
            match instantiated(specification, subject, observed) {
                Some(instance) if !instance.required.is(true) => {
                    by.push(observed.to_string());
                    unclear.extend(instance.unclear);
                    instance.required
                }
                _ => Term::bool(true),
            }
        });
        self.add_unclear(unclear);
        for term in conjuncts(condition) {
            if !term.is(true) && !parts.iter().any(|known| known.term == term) {
                let origin = Origin::Defined(by.first().cloned().unwrap_or_default());
                parts.push(Part { term, origin, place: part.place.clone() });
            }
        }
    }
}

/// Names of types and functions.
type Led = Vec<(Option<String>, String)>;

/// What has been observed, each with those whose contracts led to it.
#[derive(Default)]
struct Chain {
    known: Vec<(Variable, Led)>,
}

/// Equal arguments, equal observations: of every two of the same at the same time.
pub fn same(parts: &mut Vec<Part>) {
    let mut all: Vec<Variable> = Vec::new();
    for part in parts.iter().filter(|part| part.term.is_understood()) {
        for observed in observations(&part.term) {
            if !all.contains(&observed) {
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
            let equal = one.2.iter().zip(other.2).map(|(one, other)| one.clone().equals(other.clone()));
            let equal = super::simplified(&Term::all(equal));
            if !equal.is(false) {
                let same = Term::Variable(first.clone()).equals(Term::Variable(second.clone()));
                parts.push(Part { term: equal.implies(same), origin: Origin::Same, place: None });
            }
        }
    }
}

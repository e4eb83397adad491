//! The relation of one function, from its own clauses; what these observe is `chained` to them.

use super::chained::{chain, conjuncts, in_file, part, type_at};
use super::instance::not_where;
use super::objects::Object;
use super::reader::Reader;
use super::scope::{Meaning, Scope};
use super::state::{Element, state};
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use super::{Ends, Origin, Outcome, Part, Place, Relation, Role, Unclear, framed};
use crate::clause::Postcondition;
use crate::specification::{Function, Specification, Subject};
use crate::spelled::spelled;
use quote::ToTokens;
use std::collections::BTreeMap;

/// What the contract of the function means; `subject` is the type that it belongs to.
pub fn relation(specification: &Specification, subject: Option<&Subject>, function: &Function) -> Relation {
    Derivation::new(specification, subject, function).relation()
}

/// The invariants of an object.
pub fn invariants<'a>(
    specification: &'a Specification,
    subject: &'a Subject,
    this: &Variable,
    ty: &Typed<'a>,
) -> (Vec<Part>, Vec<Unclear>) {
    let (mut parts, mut unclear) = (Vec::new(), Vec::new());
    let presence = Term::all(this.presence());
    for invariant in &subject.invariants {
        let names = BTreeMap::from([("self".to_owned(), Meaning::Seen(this.clone(), ty.clone()))]);
        let scope = Scope { names, of: Some(subject), module: &subject.module, before: this.when };
        let mut reader = Reader::new(specification, scope);
        let place = Place { span: invariant.it.span, file: invariant.file.clone() };
        for term in conjuncts(reader.read(&invariant.it.written, this.when)) {
            let term = presence.clone().implies(term);
            parts.push(Part { term, origin: Origin::Invariant, place: Some(place.clone()) });
        }
        unclear.extend(reader.unclear.into_iter().map(|it| Unclear { file: invariant.file.clone(), ..it }));
    }
    (parts, unclear)
}

pub struct Derivation<'a> {
    pub specification: &'a Specification,
    pub subject: Option<&'a Subject>,
    pub function: &'a Function,
    pub objects: Vec<Object<'a>>,
    /// Plain data behind `&mut`.
    pub changing: Vec<(Variable, Typed<'a>)>,
    pub unclear: Vec<Unclear>,
    pub arguments: Vec<(String, String)>,
    pub names: BTreeMap<String, Meaning<'a>>,
}

impl<'a> Derivation<'a> {
    pub(super) fn reader(&self) -> Reader<'a> {
        let scope = Scope {
            names: self.names.clone(),
            of: self.subject,
            module: &self.function.module,
            before: When::Before,
        };
        Reader::new(self.specification, scope)
    }

    fn relation(mut self) -> Relation {
        let applies = self.applies();
        let before = self.before(&applies);
        let mut outcomes = vec![self.returns(&before, &applies)];
        for number in 0..self.function.contract.panics.len() {
            outcomes.push(self.panics(number, &before));
        }
        for outcome in &mut outcomes {
            self.completed(outcome);
        }
        let state = self.state(&outcomes);
        let name = match self.subject {
            Some(subject) => format!("{}::{}", subject.name, self.function.name),
            None => self.function.name.clone(),
        };
        let is_object = self.objects.iter().any(|object| object.acting.variable.root == Root::Result);
        let result = self.function.result().filter(|_| !is_object);
        Relation {
            function: name,
            changes: self.changes(),
            objects: self.objects.into_iter().map(|object| object.acting).collect(),
            arguments: self.arguments,
            result: result.map(|ty| spelled(&ty.to_token_stream())),
            outcomes,
            state,
            unclear: in_file(self.unclear, self.function),
        }
    }

    /// When each behavior applies.
    fn applies(&mut self) -> Vec<Term> {
        let mut reader = self.reader();
        let behaviors = self.function.contract.behaviors.iter();
        let applies = behaviors.map(|behavior| {
            let requires = behavior.requires.iter();
            Term::all(requires.map(|clause| reader.read(&clause.written, When::Before)).collect::<Vec<_>>())
        });
        let applies = applies.collect();
        self.heard(reader);
        applies
    }

    /// What holds before the call, however it ends.
    fn before(&mut self, applies: &[Term]) -> Vec<Part> {
        let mut parts = self.instantiated(When::Before);
        let mut reader = self.reader();
        let contract = &self.function.contract;
        for clause in &contract.general.requires {
            let term = reader.read(&clause.written, When::Before);
            let each = conjuncts(term).into_iter();
            parts.extend(each.map(|term| part(term, Origin::Required, clause, self.function)));
        }
        if let Some(first) = contract.behaviors.iter().find_map(|behavior| behavior.requires.first()) {
            parts.push(part(Term::any(applies.to_vec()), Origin::Required, first, self.function));
        }
        self.heard(reader);
        parts.extend(self.invariants(When::Before));
        parts
    }

    fn returns(&mut self, before: &[Part], applies: &[Term]) -> Outcome {
        let mut parts = before.to_vec();
        let mut reader = self.reader();
        let contract = &self.function.contract;
        for panic in &contract.panics {
            let term = reader.read(&panic.when.written, When::Before).negated();
            parts.push(part(term, Origin::Panics, &panic.when, self.function));
        }
        let guard = parts.clone();
        parts.extend(self.ensured(
            &mut reader,
            &contract.general.ensures,
            &Term::bool(true),
            &Origin::Ensured(None),
        ));
        for (number, (behavior, applies)) in (1..).zip(contract.behaviors.iter().zip(applies)) {
            let origin = Origin::Ensured(Some(number));
            parts.extend(self.ensured(&mut reader, &behavior.ensures, applies, &origin));
        }
        self.heard(reader);
        parts.extend(self.instantiated(When::After));
        parts.extend(self.invariants(When::After));
        Outcome { ends: Ends::Returns, parts, guard }
    }

    fn panics(&mut self, number: usize, before: &[Part]) -> Outcome {
        let mut parts = before.to_vec();
        let mut reader = self.reader();
        let panic = &self.function.contract.panics[number];
        let term = reader.read(&panic.when.written, When::Before);
        parts.push(part(term, Origin::Panics, &panic.when, self.function));
        let guard = parts.clone();
        parts.extend(self.ensured(&mut reader, &panic.ensures, &Term::bool(true), &Origin::Ensured(None)));
        self.heard(reader);
        Outcome { ends: Ends::Panics(panic.text.value()), parts, guard }
    }

    fn ensured(
        &self,
        reader: &mut Reader<'a>,
        postconditions: &'a [Postcondition],
        applies: &Term,
        origin: &Origin,
    ) -> Vec<Part> {
        let result = Variable::new(Root::Result, When::After);
        let mut parts = Vec::new();
        for postcondition in postconditions {
            if !applies.is_understood() {
                reader.unclear.push(not_where(&postcondition.clause, applies));
            }
            let names = reader.scope.names.clone();
            reader.name_result(&postcondition.result, &result, self.function, self.subject);
            let term = reader.read(&postcondition.clause.written, When::After);
            reader.scope.names = names;
            for term in conjuncts(term) {
                let term = applies.clone().implies(term);
                parts.push(part(term, origin.clone(), &postcondition.clause, self.function));
            }
        }
        parts
    }

    /// Takes over what the reader did not understand.
    fn heard(&mut self, reader: Reader<'a>) {
        self.add_unclear(in_file(reader.unclear, self.function));
    }

    /// What stands in one place is said once, whatever it is needed for.
    pub fn add_unclear(&mut self, unclear: Vec<Unclear>) {
        let place = |unclear: &Unclear| format!("{:?} {:?}", unclear.file, unclear.span);
        for unclear in unclear {
            let is_known = self.unclear.iter().any(|known| {
                known.text == unclear.text && known.why == unclear.why && place(known) == place(&unclear)
            });
            if !is_known {
                self.unclear.push(unclear);
            }
        }
    }

    /// Definition 13: what is used has been made, what is made was not there before.
    fn instantiated(&self, when: When) -> Vec<Part> {
        let each = self.objects.iter().filter_map(|object| {
            let is = match (object.acting.role, when) {
                (Role::Made, When::Before) if object.is_new => false,
                (Role::Made, When::Before) => return None,
                (Role::Given, When::After) => false,
                _ => true,
            };
            let variable = object.acting.variable.at(when);
            let presence = Term::all(variable.presence());
            let variable = Term::Variable(variable.step(Step::Instantiated));
            Some(presence.implies(if is { variable } else { variable.negated() }))
        });
        each.map(|term| Part { term, origin: Origin::Instantiated, place: None }).collect()
    }

    /// Those that callers see to before, and those that are checked after.
    fn invariants(&mut self, when: When) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut unclear = Vec::new();
        for object in &self.objects {
            let holds = match when {
                When::Before => self.holds_before(object),
                _ => self.holds_after(object),
            };
            if holds {
                let this = object.acting.variable.at(when);
                let (found, not_understood) =
                    invariants(self.specification, object.subject, &this, &object.ty);
                parts.extend(found);
                unclear.extend(not_understood);
            }
        }
        self.add_unclear(unclear);
        parts
    }

    pub fn subject_of(&self, root: &Root) -> Option<&'a Subject> {
        self.objects.iter().find(|object| object.acting.variable.root == *root).map(|object| object.subject)
    }

    pub fn type_of_root(&self, root: &Root) -> Option<Typed<'a>> {
        let module = &self.function.module;
        match root {
            Root::This => Some(Typed::new(&syn::parse_quote!(Self), self.subject, module)),
            Root::Argument(name) => match self.names.get(name)? {
                Meaning::Place(_, ty) | Meaning::Seen(_, ty) => Some(ty.clone()),
                Meaning::Value(_, ty) => ty.clone(),
            },
            Root::Result => Some(Typed::new(self.function.result()?, self.subject, module)),
            Root::Function => None,
        }
    }

    pub fn type_of(&self, variable: &Variable) -> Option<Typed<'a>> {
        type_at(self.specification, &|root| self.type_of_root(root), variable)
    }

    /// The virtual state of all objects: what needs no argument, and what occurs. For elements of quantifiers stands `_`.
    fn state(&self, outcomes: &[Outcome]) -> Vec<Element> {
        let mut all: Vec<Element> = Vec::new();
        for object in &self.objects {
            let variable = object.acting.variable.at(When::Before);
            match object.ty.ty.to_token_stream().to_string().as_str() {
                "Self" => all.extend(state(&variable, object.subject)),
                _ => all.extend(object.elements().into_iter().map(|(variable, ty)| {
                    let ty = ty.text();
                    Element { variable: variable.at(When::Before), ty }
                })),
            }
        }
        let parts = outcomes.iter().flat_map(|outcome| &outcome.parts);
        for variable in parts.flat_map(|part| part.term.variables()) {
            let variable = variable.at(When::Before).anonymous();
            let is_known = all.iter().any(|element| element.variable.is_same(&variable));
            let is_state = !variable.path.is_empty() && !variable.is_instantiated();
            if !is_known && is_state {
                let ty = self.type_of(&variable).map_or_else(|| "_".to_owned(), |ty| ty.text());
                all.push(Element { variable, ty });
            }
        }
        all
    }

    /// What an observer returns is what is observed.
    fn observation(&self) -> Option<Part> {
        let is_object = self.objects.iter().any(|object| object.acting.variable.root == Root::Result);
        let observer = self.subject?.observer(&self.function.name)?;
        let arguments = self.function.parameters().into_iter().map(|(name, _)| {
            Some(match self.names.get(&name)? {
                Meaning::Value(term, _) => term.clone(),
                Meaning::Place(variable, _) | Meaning::Seen(variable, _) => {
                    Term::Variable(variable.at(When::After))
                }
            })
        });
        let arguments = arguments.collect::<Option<Vec<Term>>>()?;
        if is_object || !std::ptr::eq(observer, self.function) {
            return None;
        }
        let observed = Variable::new(Root::This, When::After)
            .step(Step::Observer(self.function.name.clone(), arguments));
        let result = Term::Variable(Variable::new(Root::Result, When::After));
        Some(Part { term: result.same(Term::Variable(observed)), origin: Origin::Same, place: None })
    }

    /// Adds what follows from what is observed, until nothing new is.
    fn completed(&mut self, outcome: &mut Outcome) {
        for parts in [&mut outcome.guard, &mut outcome.parts] {
            let unclear = chain(self.specification, &|root| self.type_of_root(root), parts);
            self.add_unclear(unclear);
        }
        if outcome.ends == Ends::Returns {
            outcome.parts.extend(self.observation());
        }
        framed::add(self, &mut outcome.parts);
        for parts in [&mut outcome.guard, &mut outcome.parts] {
            super::chained::same(parts);
            super::simplified::tidy(parts);
        }
    }
}

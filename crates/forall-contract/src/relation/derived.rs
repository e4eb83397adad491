//! The relation of one function, from its own clauses; what these observe is `chained` to them.

use super::chained::{chain, conjuncts, in_file, part, type_at};
use super::instance::not_where;
use super::objects::Object;
use super::owed::{Owed, Side};
use super::reader::Reader;
use super::scope::{Meaning, Scope};
use super::state::{Element, state};
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use super::{Ends, Origin, Outcome, Part, Place, Relation, Role, Unclear, framed};
use crate::clause::{Exception, Postcondition};
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
    let kept = subject.keeps.iter().filter_map(|path| specification.trait_of(path, &subject.module));
    for invariant in kept.flat_map(|kept| &kept.invariants).chain(&subject.invariants) {
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
        let owed = self.owed();
        let mut outcomes = vec![self.returns(&owed)];
        for side in &owed.sides {
            for panic in &side.function.contract.panics {
                outcomes.push(self.panics(&owed, side, panic));
            }
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
            signature: spelled(&self.function.signature.to_token_stream()).replace(") ->", ") -> "),
            place: Place { span: self.function.signature.ident.span(), file: self.function.file.clone() },
            lends: self.function.lends_mutably(),
            changes: self.changes(),
            objects: self.objects.into_iter().map(|object| object.acting).collect(),
            arguments: self.arguments,
            result: result.map(|ty| spelled(&ty.to_token_stream())),
            outcomes,
            state,
            unclear: in_file(self.unclear, self.function),
        }
    }

    fn returns(&mut self, owed: &Owed<'a>) -> Outcome {
        let mut parts = owed.before.clone();
        for side in &owed.sides {
            let mut reader = self.reader_of(side);
            for panic in &side.function.contract.panics {
                let when = reader.read(&panic.when.written, When::Before);
                let term = Term::all([side.condition.clone(), when]).negated();
                parts.push(part(term, Origin::Panics, &panic.when, side.function));
            }
            self.heard(reader, side.function);
        }
        let guard = parts.clone();
        for side in &owed.sides {
            let contract = &side.function.contract;
            parts.extend(self.updates(side));
            parts.extend(self.ensured(
                side,
                &contract.general.ensures,
                &side.condition,
                &Origin::Ensured(None),
            ));
            for (number, (behavior, applies)) in (1..).zip(contract.behaviors.iter().zip(&side.applies)) {
                let origin = Origin::Ensured(Some(number));
                let applies = Term::all([side.condition.clone(), applies.clone()]);
                parts.extend(self.ensured(side, &behavior.ensures, &applies, &origin));
            }
        }
        parts.extend(self.constraints());
        parts.extend(self.instantiated(When::After));
        parts.extend(self.invariants(When::After));
        parts.extend(self.of_trait(When::After));
        Outcome { ends: Ends::Returns, parts, guard }
    }

    fn panics(&mut self, owed: &Owed<'a>, side: &Side<'a>, panic: &'a Exception) -> Outcome {
        let mut parts = owed.before.clone();
        let mut reader = self.reader_of(side);
        let when = reader.read(&panic.when.written, When::Before);
        self.heard(reader, side.function);
        for term in conjuncts(Term::all([side.condition.clone(), when])) {
            parts.push(part(term, Origin::Panics, &panic.when, side.function));
        }
        let guard = parts.clone();
        parts.extend(self.ensured(side, &panic.ensures, &Term::bool(true), &Origin::Ensured(None)));
        Outcome { ends: Ends::Panics(panic.text.value()), parts, guard }
    }

    fn ensured(
        &mut self,
        side: &Side<'a>,
        postconditions: &'a [Postcondition],
        applies: &Term,
        origin: &Origin,
    ) -> Vec<Part> {
        let mut reader = self.reader_of(side);
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
                parts.push(part(term, origin.clone(), &postcondition.clause, side.function));
            }
        }
        self.heard(reader, side.function);
        parts
    }

    /// Takes over what the reader did not understand.
    pub(super) fn heard(&mut self, reader: Reader<'a>, function: &Function) {
        self.add_unclear(in_file(reader.unclear, function));
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
    pub(super) fn instantiated(&self, when: When) -> Vec<Part> {
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
    pub(super) fn invariants(&mut self, when: When) -> Vec<Part> {
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

//! The relation of one function, from its own clauses; what these observe is `chained` to them.

use super::chained::{conjuncts, in_file, part, subject_at};
use super::framed;
use super::reader::Reader;
use super::scope::{Meaning, Scope};
use super::state::{Element, state, type_of};
use super::term::Term;
use super::variable::{Root, Step, Variable, When};
use super::{Acting, Changes, Ends, Origin, Outcome, Part, Place, Relation, Role, Unclear};
use crate::clause::Behavior;
use crate::specification::{Function, Receiver, Specification, Subject};
use crate::spelled::spelled;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::Type;

/// What the contract of the function means; `subject` is the type that it belongs to.
pub fn relation(specification: &Specification, subject: Option<&Subject>, function: &Function) -> Relation {
    let derivation = Derivation::new(specification, subject, function);
    derivation.relation()
}

/// An object with its type.
pub struct Object<'a> {
    pub acting: Acting,
    pub subject: &'a Subject,
    /// Is it there only after the call?
    is_new: bool,
}

pub struct Derivation<'a> {
    pub specification: &'a Specification,
    pub subject: Option<&'a Subject>,
    pub function: &'a Function,
    pub objects: Vec<Object<'a>>,
    pub unclear: Vec<Unclear>,
    arguments: Vec<(String, String)>,
    names: BTreeMap<String, Meaning<'a>>,
}

impl<'a> Derivation<'a> {
    fn new(
        specification: &'a Specification,
        subject: Option<&'a Subject>,
        function: &'a Function,
    ) -> Derivation<'a> {
        let mut derivation = Derivation {
            specification,
            subject,
            function,
            objects: Vec::new(),
            unclear: Vec::new(),
            arguments: Vec::new(),
            names: BTreeMap::new(),
        };
        if let Some(subject) = subject {
            let role = match function.receiver() {
                Receiver::None => None,
                Receiver::Lent => Some(Role::Lent),
                Receiver::Changed => Some(Role::Changed),
                Receiver::Given => Some(Role::Given),
            };
            if let Some(role) = role {
                derivation.object("self", Root::This, subject, role);
            }
        }
        for (name, ty) in function.parameters() {
            derivation.argument(&name, &ty);
        }
        if let Some(ty) = function.result()
            && let Some(subject) = specification.subject_of(ty, subject, &function.module)
        {
            derivation.object("", Root::Result, subject, Role::Made);
            if let Some(made) = derivation.objects.last_mut() {
                made.is_new = !matches!(ty, Type::Reference(_));
            }
        }
        derivation
    }

    fn object(&mut self, name: &str, root: Root, subject: &'a Subject, role: Role) {
        let when = if role == Role::Made { When::After } else { When::Before };
        let variable = Variable::new(root, when);
        if role != Role::Made {
            self.names.insert(name.to_owned(), Meaning::Object(variable.clone(), subject));
        }
        let acting = Acting { variable, subject: subject.name.clone(), role };
        self.objects.push(Object { acting, subject, is_new: false });
    }

    fn argument(&mut self, name: &str, ty: &Type) {
        let root = Root::Argument(name.to_owned());
        if let Some(subject) = self.specification.subject_of(ty, self.subject, &self.function.module) {
            let role = match ty {
                Type::Reference(of) if of.mutability.is_some() => Role::Changed,
                Type::Reference(_) => Role::Lent,
                _ => Role::Given,
            };
            return self.object(name, root, subject, role);
        }
        self.arguments.push((name.to_owned(), spelled(&ty.to_token_stream())));
        let variable = Variable::new(root, When::Before);
        let meaning = match ty {
            Type::Reference(of) if of.mutability.is_some() => Meaning::Changing(variable),
            _ => Meaning::Value(Term::Variable(variable)),
        };
        self.names.insert(name.to_owned(), meaning);
    }

    fn reader(&self) -> Reader<'a> {
        let scope = Scope {
            names: self.names.clone(),
            of: self.subject,
            module: &self.function.module,
            before: When::Before,
        };
        Reader::new(self.specification, scope)
    }

    fn relation(mut self) -> Relation {
        let mut outcomes = vec![self.returns()];
        for number in 0..self.function.contract.panics.len() {
            outcomes.push(self.panics(number));
        }
        for outcome in &mut outcomes {
            self.completed(&mut outcome.parts);
        }
        let state = self.state(&outcomes);
        let name = match self.subject {
            Some(subject) => format!("{}::{}", subject.name, self.function.name),
            None => self.function.name.clone(),
        };
        let made_of_data = self
            .function
            .result()
            .filter(|_| !self.objects.iter().any(|object| object.acting.variable.root == Root::Result));
        Relation {
            function: name,
            changes: self.changes(),
            objects: self.objects.into_iter().map(|object| object.acting).collect(),
            arguments: self.arguments,
            result: made_of_data.map(|ty| spelled(&ty.to_token_stream())),
            outcomes,
            state,
            unclear: in_file(self.unclear, self.function),
        }
    }

    /// What the function may change of what it can change.
    pub fn changes(&self) -> Changes {
        match self.function.contract.pure {
            Some(_) => Changes::Nothing,
            None => Changes::Everything,
        }
    }

    /// What holds before the call, however it ends.
    fn before(&mut self) -> Vec<Part> {
        let mut parts = self.instantiated(When::Before);
        let mut reader = self.reader();
        let contract = &self.function.contract;
        for clause in &contract.general.requires {
            let term = reader.read(&clause.written, When::Before);
            parts.extend(
                conjuncts(term).into_iter().map(|term| part(term, Origin::Required, clause, self.function)),
            );
        }
        if let Some(first) = contract.behaviors.iter().find_map(|behavior| behavior.requires.first()) {
            let applies = contract.behaviors.iter().map(|behavior| required(&mut reader, behavior));
            parts.push(part(Term::any(applies.collect::<Vec<_>>()), Origin::Required, first, self.function));
        }
        self.unclear(reader);
        parts.extend(self.invariants(When::Before));
        parts
    }

    fn returns(&mut self) -> Outcome {
        let mut parts = self.before();
        let mut reader = self.reader();
        let contract = &self.function.contract;
        for panic in &contract.panics {
            let term = reader.read(&panic.when.written, When::Before).negated();
            parts.push(part(term, Origin::Panics, &panic.when, self.function));
        }
        let always = std::iter::once((None, &contract.general));
        for (number, behavior) in always.chain((1..).map(Some).zip(&contract.behaviors)) {
            let applies = match number {
                Some(_) => required(&mut reader, behavior),
                None => Term::bool(true),
            };
            let origin = Origin::Ensured(number);
            parts.extend(self.ensured(&mut reader, &behavior.ensures, &applies, &origin));
        }
        self.unclear(reader);
        parts.extend(self.instantiated(When::After));
        parts.extend(self.invariants(When::After));
        Outcome { ends: Ends::Returns, parts }
    }

    fn panics(&mut self, number: usize) -> Outcome {
        let mut parts = self.before();
        let mut reader = self.reader();
        let panic = &self.function.contract.panics[number];
        let term = reader.read(&panic.when.written, When::Before);
        parts.push(part(term, Origin::Panics, &panic.when, self.function));
        parts.extend(self.ensured(&mut reader, &panic.ensures, &Term::bool(true), &Origin::Ensured(None)));
        self.unclear(reader);
        Outcome { ends: Ends::Panics(panic.text.value()), parts }
    }

    fn ensured(
        &self,
        reader: &mut Reader<'a>,
        postconditions: &[crate::clause::Postcondition],
        applies: &Term,
        origin: &Origin,
    ) -> Vec<Part> {
        let result = Variable::new(Root::Result, When::After);
        let mut parts = Vec::new();
        for postcondition in postconditions {
            let names = reader.scope.names.clone();
            reader.named(&postcondition.result, &result, self.function, self.subject);
            let term = reader.read(&postcondition.clause.written, When::After);
            reader.scope.names = names;
            for term in conjuncts(term) {
                let term = applies.clone().implies(term);
                parts.push(part(term, origin.clone(), &postcondition.clause, self.function));
            }
        }
        parts
    }

    /// What was not understood is reported once, whatever it is needed for.
    fn unclear(&mut self, reader: Reader<'a>) {
        self.add_unclear(in_file(reader.unclear, self.function));
    }

    pub fn add_unclear(&mut self, unclear: Vec<Unclear>) {
        for unclear in unclear {
            if !self.unclear.iter().any(|known| known.text == unclear.text && known.why == unclear.why) {
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
            let variable = Term::Variable(object.acting.variable.at(when).step(Step::Instantiated));
            Some(if is { variable } else { variable.negated() })
        });
        each.map(|term| Part { term, origin: Origin::Instantiated, place: None }).collect()
    }

    /// Those of the object hold around public functions, those of others always, those of what is made afterwards.
    fn invariants(&mut self, when: When) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut unclear = Vec::new();
        for Object { acting, subject, .. } in &self.objects {
            let is_there = match when {
                When::Before => acting.role != Role::Made,
                _ => {
                    acting.role != Role::Given
                        && (acting.role != Role::Lent || acting.variable.root == Root::This)
                }
            };
            let holds = acting.variable.root != Root::This || self.function.is_public;
            if !is_there || !holds {
                continue;
            }
            for invariant in &subject.invariants {
                let mut reader = self.reader();
                let object = Meaning::Object(acting.variable.at(when), subject);
                reader.scope.names = BTreeMap::from([("self".to_owned(), object)]);
                reader.scope.of = Some(subject);
                let place = Place { span: invariant.it.span, file: invariant.file.clone() };
                for term in conjuncts(reader.read(&invariant.it.written, when)) {
                    parts.push(Part { term, origin: Origin::Invariant, place: Some(place.clone()) });
                }
                unclear.extend(
                    reader.unclear.into_iter().map(|it| Unclear { file: invariant.file.clone(), ..it }),
                );
            }
        }
        self.add_unclear(unclear);
        parts
    }

    pub fn subject_of(&self, root: &Root) -> Option<&'a Subject> {
        self.objects.iter().find(|object| object.acting.variable.root == *root).map(|object| object.subject)
    }

    /// The virtual state of all objects: what needs no argument, and what occurs.
    fn state(&self, outcomes: &[Outcome]) -> Vec<Element> {
        let mut elements: Vec<Element> = Vec::new();
        for object in &self.objects {
            elements.extend(state(&object.acting.variable.at(When::Before), object.subject));
        }
        let parts = outcomes.iter().flat_map(|outcome| &outcome.parts);
        for variable in parts.flat_map(|part| part.term.variables()) {
            let Some((last, around)) = variable.path.split_last() else { continue };
            let is_known = elements.iter().any(|element| element.variable.is_same(variable));
            if is_known || variable.is_instantiated() {
                continue;
            }
            let of = Variable { path: around.to_vec(), ..variable.clone() };
            let subject = subject_at(self.specification, &|root| self.subject_of(root), &of);
            let ty = type_of(self.specification, subject, last).unwrap_or_else(|| "_".to_owned());
            elements.push(Element { variable: variable.at(When::Before), ty });
        }
        elements
    }
}

fn required(reader: &mut Reader<'_>, behavior: &Behavior) -> Term {
    Term::all(behavior.requires.iter().map(|clause| reader.read(&clause.written, When::Before)))
}

impl Derivation<'_> {
    /// What an observer returns is what is observed.
    fn observation(&self) -> Option<Part> {
        let is_plain = !self.objects.iter().any(|object| object.acting.variable.root == Root::Result);
        let arguments = self.function.parameters().into_iter().map(|(name, _)| match self.names.get(&name) {
            Some(Meaning::Value(term)) => Some(term.clone()),
            _ => None,
        });
        let arguments = arguments.collect::<Option<Vec<Term>>>()?;
        if !self.function.is_observer() || self.subject.is_none() || !is_plain {
            return None;
        }
        let observed = Variable::new(Root::This, When::After)
            .step(Step::Observer(self.function.name.clone(), arguments));
        let result = Term::Variable(Variable::new(Root::Result, When::After));
        Some(Part { term: result.equals(Term::Variable(observed)), origin: Origin::Same, place: None })
    }

    /// Adds what follows from what is observed, until nothing new is.
    fn completed(&mut self, parts: &mut Vec<Part>) {
        self.chain(parts);
        parts.extend(self.observation());
        framed::add(self, parts);
        super::chained::same(parts);
        super::simplified::tidy(parts);
    }
}

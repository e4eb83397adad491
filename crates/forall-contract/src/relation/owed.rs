//! Who owes what: of a function, and of the method of a trait that it implements.

use super::chained::{conjuncts, part};
use super::derived::Derivation;
use super::reader::Reader;
use super::scope::Meaning;
use super::term::Term;
use super::variable::When;
use super::{Origin, Part, Place, Unclear};
use crate::specification::{Function, Subject};
use std::collections::BTreeMap;

pub struct Owed<'a> {
    /// What holds before the call, however it ends.
    pub before: Vec<Part>,
    /// The function, and the method of the trait.
    pub sides: Vec<Side<'a>>,
}

/// A contract of the function: its own, or that of the trait.
pub struct Side<'a> {
    pub function: &'a Function,
    pub names: BTreeMap<String, Meaning<'a>>,
    /// When what it ensures is owed, beside what a behavior says.
    pub condition: Term,
    /// When each behavior applies.
    pub applies: Vec<Term>,
}

impl<'a> Derivation<'a> {
    /// Callers owe what the trait requires, or what the implementation does, which may be less. What either ensures is owed where what it
    /// requires holds.
    pub(super) fn owed(&mut self) -> Owed<'a> {
        let mut before = self.instantiated(When::Before);
        let (mut own, required) = self.side(self.function, self.names.clone());
        let inherited = self.specification.inherited(self.function);
        let sides = match inherited.map(|inherited| self.side(inherited, self.names_in(inherited))) {
            None => {
                before.extend(required);
                vec![own]
            }
            Some((theirs, of_trait)) if required.is_empty() => {
                before.extend(of_trait);
                vec![own, theirs]
            }
            Some((mut theirs, of_trait)) => {
                let all = |parts: &[Part]| Term::all(parts.iter().map(|part| part.term.clone()));
                (own.condition, theirs.condition) = (all(&required), all(&of_trait));
                let either = Term::any([theirs.condition.clone(), own.condition.clone()]);
                before.extend(
                    required
                        .into_iter()
                        .take(usize::from(!of_trait.is_empty()))
                        .map(|part| Part { term: either.clone(), ..part }),
                );
                vec![own, theirs]
            }
        };
        before.extend(self.invariants(When::Before));
        before.extend(self.of_trait(When::Before));
        Owed { before, sides }
    }

    /// A contract, and what it requires.
    fn side(
        &mut self,
        function: &'a Function,
        names: BTreeMap<String, Meaning<'a>>,
    ) -> (Side<'a>, Vec<Part>) {
        let mut side = Side { function, names, condition: Term::bool(true), applies: Vec::new() };
        let mut reader = self.reader_of(&side);
        let contract = &function.contract;
        let mut parts = Vec::new();
        for clause in &contract.general.requires {
            let term = reader.read(&clause.written, When::Before);
            let each = conjuncts(term).into_iter();
            parts.extend(each.map(|term| part(term, Origin::Required, clause, function)));
        }
        for behavior in &contract.behaviors {
            let requires = behavior.requires.iter();
            let each = requires.map(|clause| reader.read(&clause.written, When::Before));
            side.applies.push(Term::all(each.collect::<Vec<_>>()));
        }
        if let Some(first) = contract.behaviors.iter().find_map(|behavior| behavior.requires.first()) {
            parts.push(part(Term::any(side.applies.clone()), Origin::Required, first, function));
        }
        self.heard(reader, function);
        (side, parts)
    }

    pub(super) fn reader_of(&self, side: &Side<'a>) -> Reader<'a> {
        let mut reader = self.reader();
        reader.scope.names = side.names.clone();
        reader.scope.module = &side.function.module;
        reader
    }

    /// What the method of the trait calls the parameters.
    fn names_in(&self, inherited: &Function) -> BTreeMap<String, Meaning<'a>> {
        let own = self.function.parameters().into_iter();
        let pairs = own.zip(inherited.parameters());
        let mut names: BTreeMap<String, Meaning<'a>> = pairs
            .filter_map(|((own, _), (theirs, _))| Some((theirs, self.names.get(&own)?.clone())))
            .collect();
        names.extend(self.names.get("self").map(|this| ("self".to_owned(), this.clone())));
        names
    }

    /// The traits whose conditions the function keeps: its own, and those that its block names.
    fn traits(&self) -> impl Iterator<Item = &'a Subject> {
        let (specification, function) = (self.specification, self.function);
        let paths = function.of_trait.iter().chain(&function.keeps);
        paths.filter_map(|path| specification.trait_of(path, &function.module))
    }

    /// The invariants of the trait that the function belongs to.
    pub(super) fn of_trait(&mut self, when: When) -> Vec<Part> {
        let Some(this) = self.objects.iter().find(|it| it.acting.variable.root == super::Root::This) else {
            return Vec::new();
        };
        let holds = if when == When::Before { self.holds_before(this) } else { self.holds_after(this) };
        let path = self.function.of_trait.as_ref().filter(|_| holds);
        let of_trait = path.and_then(|path| self.specification.trait_of(path, &self.function.module));
        let clauses = of_trait.map(|of_trait| of_trait.invariants.iter()).into_iter().flatten();
        self.said_of_this(clauses, when, &Origin::Invariant)
    }

    /// What no method may do.
    pub(super) fn constraints(&mut self) -> Vec<Part> {
        let this = self.objects.iter().find(|it| it.acting.variable.root == super::Root::This);
        let is_checked = this.is_some_and(|this| self.holds_after(this));
        let traits: Vec<&'a Subject> = self.traits().filter(|_| is_checked).collect();
        let clauses = traits.into_iter().flat_map(|of_trait| &of_trait.constraints);
        self.said_of_this(clauses, When::After, &Origin::Ensured(None))
    }

    fn said_of_this(
        &mut self,
        clauses: impl Iterator<Item = &'a crate::specification::Placed<crate::clause::Clause>>,
        when: When,
        origin: &Origin,
    ) -> Vec<Part> {
        let mut parts = Vec::new();
        for clause in clauses {
            let mut reader = self.reader();
            let place = Place { span: clause.it.span, file: clause.file.clone() };
            for term in conjuncts(reader.read(&clause.it.written, when)) {
                parts.push(Part { term, origin: origin.clone(), place: Some(place.clone()) });
            }
            let unclear = reader.unclear.into_iter();
            self.add_unclear(unclear.map(|it| Unclear { file: clause.file.clone(), ..it }).collect());
        }
        parts
    }
}

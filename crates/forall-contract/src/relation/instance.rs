//! A method reference with its arguments in place (definition 8).

use super::chained::{conjuncts, in_file, part};
use super::reader::Reader;
use super::scope::{Meaning, Scope};
use super::term::Term;
use super::types::Typed;
use super::variable::Variable;
use super::{Origin, Part, Unclear};
use crate::clause::Behavior;
use crate::specification::{Function, Specification, Subject};
use std::collections::BTreeMap;

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
        Some(subject) => subject.observer(name)?,
        None => specification.function(name, &[])?,
    };
    let of_trait = specification.inherited(function);
    let sides: Vec<&Function> = std::iter::once(function).chain(of_trait).collect();
    let mut readers: Vec<Reader<'_>> = sides
        .iter()
        .map(|side| Reader::new(specification, scope(subject, side, &object, arguments, observed)))
        .collect();
    let each: Vec<Owes> =
        sides.iter().zip(&mut readers).map(|(side, reader)| Owes::of(side, reader, observed)).collect();
    let required = match each.as_slice() {
        // An implementation may require less, and nothing where its trait requires something means that.
        [own, theirs] if own.required.is_some() => Term::any([theirs.required(), own.required()]),
        [_, theirs] => theirs.required(),
        all => Term::all(all.iter().map(Owes::required)),
    };
    let mut parts = Vec::new();
    let mut unclear = Vec::new();
    for ((side, mut reader), owes) in sides.iter().zip(readers).zip(each) {
        let condition = Term::all([required.clone(), owes.required.unwrap_or(Term::bool(true))]);
        let condition = super::simplified(&condition);
        let always = std::iter::once((&side.contract.general, Term::bool(true)));
        for (behavior, applies) in always.chain(side.contract.behaviors.iter().zip(owes.applies)) {
            let condition = Term::all([condition.clone(), applies]);
            for postcondition in &behavior.ensures {
                if !condition.is_understood() {
                    reader.unclear.push(not_where(&postcondition.clause, &condition));
                    continue;
                }
                let names = reader.scope.names.clone();
                reader.name_result(&postcondition.result, observed, function, subject);
                let holds = reader.read(&postcondition.clause.written, observed.when);
                reader.scope.names = names;
                for term in conjuncts(holds) {
                    let term = super::defined::given(&condition, term);
                    let origin = Origin::Observed(observed.to_string());
                    parts.push(part(term, origin, &postcondition.clause, side));
                }
            }
        }
        unclear.extend(in_file(reader.unclear, side));
    }
    Some(Instance { required, parts, unclear })
}

/// What has to hold for one of the contracts of an observer.
struct Owes {
    /// Nothing where it says nothing.
    required: Option<Term>,
    applies: Vec<Term>,
}

impl Owes {
    fn of(function: &Function, reader: &mut Reader<'_>, observed: &Variable) -> Owes {
        let (contract, when) = (&function.contract, observed.when);
        let mut required: Vec<Term> =
            contract.general.requires.iter().map(|clause| reader.read(&clause.written, when)).collect();
        let applies: Vec<Term> =
            contract.behaviors.iter().map(|behavior| applies(reader, behavior, observed)).collect();
        if !applies.is_empty() {
            required.push(Term::any(applies.clone()));
        }
        let panics = contract.panics.iter();
        required.extend(panics.map(|panic| Term::negated(reader.read(&panic.when.written, when))));
        Owes { required: (!required.is_empty()).then(|| Term::all(required)), applies }
    }

    fn required(&self) -> Term {
        self.required.clone().unwrap_or(Term::bool(true))
    }
}

/// It is owed where something holds that is not understood.
pub fn not_where(clause: &crate::clause::Clause, condition: &Term) -> Unclear {
    let unknown = super::chained::conjuncts(condition.clone()).into_iter().find(|term| !term.is_understood());
    let unknown = unknown.map(|term| term.to_string().replace('?', "")).unwrap_or_default();
    Unclear {
        text: clause.text.clone(),
        why: format!("it is owed where `{unknown}` holds, which is not understood"),
        span: clause.span,
        file: None,
    }
}

fn applies(reader: &mut Reader<'_>, behavior: &Behavior, observed: &Variable) -> Term {
    Term::all(behavior.requires.iter().map(|clause| reader.read(&clause.written, observed.when)))
}

fn scope<'a>(
    subject: Option<&'a Subject>,
    function: &'a Function,
    object: &Variable,
    arguments: &[Term],
    observed: &Variable,
) -> Scope<'a> {
    let module = &function.module;
    let mut scope = Scope { names: BTreeMap::new(), of: subject, module, before: observed.when };
    if let Some(subject) = subject {
        let ty = Typed::new(&syn::parse_quote!(Self), Some(subject), module);
        scope.names.insert("self".to_owned(), Meaning::Place(object.clone(), ty));
    }
    for (parameter, argument) in function.patterns().zip(arguments) {
        let ty = Typed::new(&parameter.ty, subject, module);
        match (argument, super::looks::bound(&parameter.pat)) {
            (Term::Variable(variable), Some(name)) => {
                scope.names.insert(name, Meaning::Seen(variable.clone(), ty));
            }
            _ => scope.name(&parameter.pat, argument, Some(&ty)),
        }
    }
    scope
}

impl<'a> Reader<'a> {
    /// Gives the result the name that a postcondition has for it.
    pub(super) fn name_result(
        &mut self,
        pattern: &syn::Pat,
        result: &Variable,
        function: &'a Function,
        of: Option<&'a Subject>,
    ) {
        let ty = function.result().map(|ty| Typed::new(ty, of, &function.module));
        match (super::looks::bound(pattern), ty) {
            (Some(name), Some(ty)) => {
                self.scope.names.insert(name, Meaning::Seen(result.clone(), ty));
            }
            (_, ty) => self.scope.name(pattern, &Term::Variable(result.clone()), ty.as_ref()),
        }
    }
}

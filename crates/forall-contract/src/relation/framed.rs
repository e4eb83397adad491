//! What stays as it is (definitions 10 to 12).

use super::derived::Derivation;
use super::instance::instantiated;
use super::observed::observed_in;
use super::state::{elements, unchanged};
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use super::{Changes, Origin, Part, Role};
use crate::frame::{self, Frame};
use crate::specification::Subject;

/// Adds to a relation that what may not change stays.
pub fn add(derivation: &Derivation<'_>, parts: &mut Vec<Part>) {
    let terms = match derivation.changes() {
        Changes::Everything => return,
        Changes::Nothing => of_pure(derivation, parts),
        changes @ Changes::Only(_) => of_checked(derivation, &changes, parts),
    };
    for term in terms {
        if !term.is(true) && !parts.iter().any(|part| part.term == term) {
            parts.push(Part { term, origin: Origin::Framed, place: None });
        }
    }
}

/// What only looks leaves all as it is: every element of the state that needs no argument, or occurs.
fn of_pure(derivation: &Derivation<'_>, parts: &[Part]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut framed: Vec<Variable> = Vec::new();
    for (element, ty, around) in elements_of(derivation, parts) {
        framed.push(element.clone());
        terms.extend(unchanged(derivation.specification, &element, &ty, &around));
    }
    for observed in parts.iter().filter(|part| part.term.is_understood()).flat_map(|it| observed_in(&it.term))
    {
        let variable = &observed.variable;
        let is_framed = framed.iter().any(|known| known.is_same(variable) || variable.is_of(known));
        let has_arguments = variable.observation().is_some_and(|(.., arguments)| !arguments.is_empty());
        let object = derivation.objects.iter().find(|object| variable.is_of(&object.acting.variable));
        let is_kept = object.is_some_and(|it| !matches!(it.acting.role, Role::Made | Role::Given));
        if is_kept && !observed.is_of_pattern() && (has_arguments || !is_framed) {
            let (before, after) = (variable.at(When::Before), variable.at(When::After));
            terms.push(observed.of_each(Term::Variable(after).same(Term::Variable(before))));
        }
    }
    terms
}

/// What `modifies` does not name, as far as it is compared where contracts are checked: in the module of the function, of what is lent to be
/// changed, what needs no argument; and what the postconditions ask with the function's own arguments.
fn of_checked(derivation: &Derivation<'_>, changes: &Changes, parts: &[Part]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let module = &derivation.function.module;
    for object in &derivation.objects {
        let this = object.acting.variable.at(When::Before);
        let is_asked = match (&this.root, object.acting.role) {
            (Root::This, role) => role != Role::Given,
            (_, role) => role == Role::Changed && this.path.is_empty(),
        };
        if !is_asked {
            continue;
        }
        let is_here = |variable: &Variable| match variable.path.last() {
            Some(Step::Observer(name, _)) => {
                object.subject.function(name).is_some_and(|function| function.module == *module)
            }
            Some(Step::Field(_)) => object.subject.module == *module,
            Some(Step::Model(name)) => {
                let declared = object.subject.model.iter().find(|field| field.name == *name);
                declared.is_some_and(|field| field.module == *module)
            }
            _ => false,
        };
        let own = elements(&this, object.subject, &object.ty);
        let of_own = own.iter().filter(|(variable, _)| is_here(variable));
        let stays_here = |variable: &Variable, ty: &Typed<'_>| {
            let stays = observable(derivation, object.subject, variable, stays(variable, ty));
            unless(may_change(changes, variable), stays)
        };
        terms.extend(of_own.map(|(variable, ty)| stays_here(variable, ty)));
        let ensured = parts.iter().filter(|part| matches!(part.origin, Origin::Ensured(_)));
        for variable in ensured.flat_map(|part| part.term.variables()) {
            let Some((of, _, arguments)) = variable.observation() else { continue };
            let is_asked = variable.when == When::After && of.is_same(&this) && !arguments.is_empty();
            let lasts = arguments.iter().all(|argument| is_lasting(argument, derivation));
            if let Some(ty) = derivation.type_of(variable)
                && is_asked
                && lasts
                && is_here(variable)
            {
                terms.push(stays_here(variable, &ty));
            }
        }
    }
    for (variable, ty) in &derivation.changing {
        terms.push(unless(may_change(changes, variable), stays(variable, ty)));
    }
    terms
}

/// Is it the same before and after: made of parameters and literals?
fn is_lasting(argument: &Term, derivation: &Derivation<'_>) -> bool {
    let is_given = |variable: &&Variable| {
        let is_argument = matches!(variable.root, Root::Argument(_)) && variable.path.is_empty();
        is_argument && !derivation.changing.iter().any(|(changing, _)| changing.is_same(variable))
    };
    argument.free_names().is_empty() && argument.variables().iter().all(is_given)
}

/// What cannot be observed before the call, or after it, is not compared.
fn observable(derivation: &Derivation<'_>, subject: &Subject, variable: &Variable, stays: Term) -> Term {
    let required = [When::Before, When::After].map(|when| {
        let instance = instantiated(derivation.specification, Some(subject), &variable.at(when));
        instance.map_or(Term::bool(true), |instance| instance.required)
    });
    let required = super::simplified(&Term::all(required));
    match required.is_understood() {
        true => required.implies(stays),
        false => Term::bool(true),
    }
}

/// It is compared by `==`, and what differs from itself is not compared.
fn stays(variable: &Variable, ty: &Typed<'_>) -> Term {
    let before = Term::Variable(variable.at(When::Before));
    let after = Term::Variable(variable.at(When::After));
    match ty.is_exact() {
        true => after.same(before),
        false => before.clone().equals(before.clone()).implies(after.equals(before)),
    }
}

/// The elements of the state that need no argument, and fields that occur.
fn elements_of<'a>(
    derivation: &Derivation<'a>,
    parts: &[Part],
) -> Vec<(Variable, Typed<'a>, Vec<&'a Subject>)> {
    let mut all = Vec::new();
    for object in &derivation.objects {
        if matches!(object.acting.role, Role::Made | Role::Given) {
            continue;
        }
        let around = object.acting.variable.at(When::Before);
        let own = elements(&around, object.subject, &object.ty);
        all.extend(own.into_iter().map(|(variable, ty)| (variable, ty, vec![object.subject])));
        for variable in parts.iter().flat_map(|part| part.term.variables()) {
            let depth = around.path.len() + 1;
            let Some(Step::Field(_) | Step::Model(_)) = variable.path.get(depth - 1) else { continue };
            let field = Variable { path: variable.path[..depth].to_vec(), ..variable.at(When::Before) };
            let is_new = field.is_of(&around) && !all.iter().any(|(known, ..)| known.is_same(&field));
            let ty = derivation.type_of(&field).filter(|_| is_new);
            all.extend(ty.map(|ty| (field, ty, vec![object.subject])));
        }
    }
    all
}

fn unless(may_change: Term, stays: Term) -> Term {
    match may_change {
        may if may.is(false) => stays,
        may if may.is(true) => may,
        may => Term::any([may, stays]),
    }
}

/// When the clause that says what is changed names it, or what it is a part of.
pub fn may_change(changes: &Changes, variable: &Variable) -> Term {
    match changes {
        Changes::Nothing => Term::bool(false),
        Changes::Everything => Term::bool(true),
        Changes::Only(named) => {
            Term::any(named.iter().map(|named| covers(named, variable)).collect::<Vec<_>>())
        }
    }
}

/// When the one is the other, or a part of it. `_` stands for any argument.
fn covers(named: &Variable, variable: &Variable) -> Term {
    if named.root != variable.root || named.path.len() > variable.path.len() {
        return Term::bool(false);
    }
    let steps = named.path.iter().zip(&variable.path).map(|(named, step)| match (named, step) {
        (Step::Observer(one, these), Step::Observer(other, those))
            if one == other && these.len() == those.len() =>
        {
            let is_any = |term: &Term| *term == Term::Bound("_".to_owned());
            let pairs = these.iter().zip(those).filter(|(this, _)| !is_any(this));
            Term::all(pairs.map(|(this, that)| that.clone().same(this.clone())).collect::<Vec<_>>())
        }
        (named, step) => Term::bool(named == step),
    });
    let steps: Vec<Term> = steps.collect();
    match steps.iter().any(|term| term.is(false)) {
        true => Term::bool(false),
        false => super::simplified(&Term::all(steps)),
    }
}

impl<'a> Derivation<'a> {
    /// What the function may change of what it can change.
    pub(super) fn changes(&self) -> Changes {
        let own = self.function.contract.modifies.as_ref();
        match (own.or_else(|| self.inherited_frame()), self.function.contract.pure) {
            (_, Some(_)) => Changes::Nothing,
            // It may still be changed through the result.
            _ if self.function.lends_mutably() => Changes::Everything,
            (Some(frame), None) => Changes::Only(self.named(frame)),
            (None, None) => Changes::Everything,
        }
    }

    /// That of the trait, where it calls the parameters the same.
    fn inherited_frame(&self) -> Option<&'a Frame> {
        let inherited = self.specification.inherited(self.function)?;
        let names = |function: &crate::specification::Function| {
            function.parameters().into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        inherited.contract.modifies.as_ref().filter(|_| names(inherited) == names(self.function))
    }

    fn named(&self, frame: &Frame) -> Vec<Variable> {
        let each = frame.places.iter().map(|place| {
            let root = match place.of == "self" {
                true => Root::This,
                false => Root::Argument(place.of.to_string()),
            };
            let object = Variable::new(root, When::Before);
            match &place.part {
                frame::Part::All => object,
                frame::Part::Field(name) => {
                    let subject = self.subject_of(&object.root);
                    let is_model = subject.is_some_and(|it| it.model.iter().any(|it| it.name == *name));
                    object.step(if is_model { Step::Model(name.clone()) } else { Step::Field(name.clone()) })
                }
                frame::Part::Observer { name, arguments } => {
                    let mut reader = self.reader();
                    let read = |argument: &syn::Expr| match argument {
                        syn::Expr::Infer(_) => Term::Bound("_".to_owned()),
                        argument => reader.argument(argument, When::Before),
                    };
                    let arguments = arguments.iter().map(read).collect();
                    object.step(Step::Observer(name.to_string(), arguments))
                }
            }
        });
        each.chain(self.updated()).collect()
    }

    /// Ghost state changes whatever the clause says.
    fn updated(&self) -> impl Iterator<Item = Variable> {
        let mut reader = self.reader();
        let updates = self.function.contract.updates.iter();
        updates.filter_map(move |update| Some(reader.place(&update.place, When::Before)?.0))
    }
}

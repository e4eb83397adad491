//! What stays as it is (definitions 10 to 12).

use super::derived::Derivation;
use super::observed::{Observed, observed_in};
use super::state::{elements, unchanged};
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Step, Variable, When};
use super::{Changes, Origin, Part, Role};
use crate::frame::{self, Frame};
use crate::specification::Subject;

/// Adds to a relation that what may not change stays: of every element of the state that occurs or needs no argument.
pub fn add(derivation: &Derivation<'_>, parts: &mut Vec<Part>) {
    let changes = derivation.changes();
    if changes == Changes::Everything {
        return;
    }
    let mut terms: Vec<Term> = Vec::new();
    let mut framed: Vec<Variable> = Vec::new();
    for (element, ty, around) in elements_of(derivation, parts) {
        framed.push(element.clone());
        let stays = unchanged(derivation.specification, &element, &ty, &around);
        terms.extend(stays.into_iter().map(|term| unless(may_change(&changes, &element), term)));
    }
    // What is observed with arguments.
    for observed in parts.iter().filter(|part| part.term.is_understood()).flat_map(|it| observed_in(&it.term))
    {
        let Observed { variable, .. } = &observed;
        let is_framed = framed.iter().any(|known| known.is_same(variable) || variable.is_of(known));
        let stays = derivation.objects.iter().find(|object| variable.is_of(&object.acting.variable));
        let is_kept = stays.is_some_and(|it| !matches!(it.acting.role, Role::Made | Role::Given));
        if is_framed && variable.observation().is_none_or(|(.., arguments)| arguments.is_empty())
            || !is_kept
            || observed.is_of_pattern()
        {
            continue;
        }
        let same = Term::Variable(variable.at(When::After)).same(Term::Variable(variable.at(When::Before)));
        let term = unless(may_change(&changes, variable), same);
        terms.push(if term.is(true) { term } else { observed.of_each(term) });
    }
    for term in terms {
        if !term.is(true) && !parts.iter().any(|part| part.term == term) {
            parts.push(Part { term, origin: Origin::Framed, place: None });
        }
    }
}

/// The elements of the state that need no argument, private fields that occur, and plain data that could be changed.
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
    all.extend(derivation.changing.iter().map(|(variable, ty)| (variable.clone(), ty.clone(), Vec::new())));
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

impl Derivation<'_> {
    /// What the function may change of what it can change.
    pub(super) fn changes(&self) -> Changes {
        match (&self.function.contract.modifies, self.function.contract.pure) {
            (_, Some(_)) => Changes::Nothing,
            // It may still be changed through the result.
            _ if self.function.lends_mutably() => Changes::Everything,
            (Some(frame), None) => Changes::Only(self.named(frame)),
            (None, None) => Changes::Everything,
        }
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
        each.collect()
    }
}

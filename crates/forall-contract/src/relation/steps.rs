//! Calls in a row: what bounded model checking asks (definitions 19 and 23 to 26).

use super::composed::{moved, numbered};
use super::derived::relation;
use super::sign::Sign;
use super::term::Term;
use super::types::Typed;
use super::variable::{Root, Variable, When};
use super::{Relation, Role};
use crate::specification::{Function, Receiver, Specification, Subject};

/// What can be called to make and change objects of a type: public constructors, and public methods that are not pure.
pub struct Steps {
    pub actions: Vec<Relation>,
}

impl Steps {
    pub fn of(specification: &Specification, subject: &Subject) -> Steps {
        let is_action = |function: &&Function| {
            let makes = function.result().is_some_and(|ty| {
                let ty = Typed::new(ty, Some(subject), &function.module);
                let made = ty.inside().map_or(ty, |(_, inner)| inner).subject(specification);
                made.is_some_and(|made| std::ptr::eq(made, subject))
            });
            let is_made = makes && function.receiver() == Receiver::None;
            let changes = function.receiver() != Receiver::None && function.contract.pure.is_none();
            function.is_public && (is_made || changes)
        };
        let actions = subject.functions.iter().filter(is_action);
        Steps { actions: actions.map(|function| relation(specification, Some(subject), function)).collect() }
    }

    /// The step of this number, from 1: one of the calls is made. Which one is a number, so that it is exactly one.
    pub fn transition(&self, number: usize) -> Term {
        let method = || Term::Bound(format!("method_{number}"));
        let each = self.actions.iter().map(|action| {
            let name = action.function.rsplit("::").next().unwrap_or_default();
            let is_called = method().equals(Term::Constant(name.to_owned()));
            is_called.implies(step(action, number))
        });
        let one = self.actions.iter().map(|action| {
            let name = action.function.rsplit("::").next().unwrap_or_default();
            method().equals(Term::Constant(name.to_owned()))
        });
        let one = Term::any(one.collect::<Vec<_>>());
        Term::all(each.collect::<Vec<_>>().into_iter().chain([one]))
    }
}

/// A relation as the step of a number: from the state after the step before it to the state after it.
fn step(action: &Relation, number: usize) -> Term {
    let time = |when: When| match when {
        When::Before => When::Between(number - 1),
        _ => When::Between(number),
    };
    // What a constructor makes is the object of the other calls.
    let has_receiver = action.objects.iter().any(|object| object.variable.root == Root::This);
    let made = action.objects.iter().find(|object| object.role == Role::Made && !has_receiver);
    let made = made.map(|object| object.variable.clone());
    let presence = made.as_ref().map(Variable::presence).unwrap_or_default();
    let formula = Term::all([action.returns().formula(), Term::all(presence)]);
    let renamed = formula.replaced(&mut |variable| {
        let made = made.as_ref()?;
        (variable.root == made.root
            && variable.path.starts_with(&made.path)
            && variable.path.len() > made.path.len())
        .then(|| {
            let path = variable.path[made.path.len()..].to_vec();
            Term::Variable(Variable { root: Root::This, path, when: variable.when })
        })
    });
    numbered(&moved(&renamed, &time), number)
}

/// After one of so many steps, the precondition of the function holds.
pub fn goal(relation: &Relation, steps: usize) -> Term {
    let guard = relation.returns().guard();
    let each = (0..=steps).map(|number| {
        let is_there = Term::Compare(
            Box::new(Term::Bound("steps".to_owned())),
            Sign::Equal,
            Box::new(Term::integer(number as i128)),
        );
        Term::all([is_there, moved(&guard, &|_| When::Between(number))])
    });
    Term::any(each.collect::<Vec<_>>())
}

/// The objects that a call needs, and those that their own methods return, so many calls deep.
pub fn relevant_objects(
    specification: &Specification,
    subject: Option<&Subject>,
    function: &Function,
    depth: usize,
) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let receiver = subject.filter(|_| function.receiver() != Receiver::None);
    let mut pending: Vec<(String, &Subject, usize)> =
        receiver.map(|subject| ("self".to_owned(), subject, depth)).into_iter().collect();
    for (name, ty) in function.parameters() {
        let of_argument = specification.subject_of(&ty, subject, &function.module);
        pending.extend(of_argument.map(|subject| (name, subject, depth)));
    }
    while let Some((name, subject, depth)) = pending.pop() {
        let known = (name.clone(), subject.name.clone());
        if found.contains(&known) {
            continue;
        }
        found.push(known);
        let returning = subject.functions.iter().filter(|function| function.is_public && depth > 0);
        for function in returning.filter(|function| function.receiver() != Receiver::None) {
            let Some(ty) = function.result() else { continue };
            let returned = specification.subject_of(ty, Some(subject), &function.module);
            pending.extend(returned.map(|inner| (format!("{name}.{}()", function.name), inner, depth - 1)));
        }
    }
    found
}

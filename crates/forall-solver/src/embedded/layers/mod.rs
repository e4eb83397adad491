//! What stands around the search: each layer answers a query, makes it smaller, or leaves it to the next.
//!
//! One file each. [`in_order`] is the list: what costs less comes first.

mod domains;
mod exhaustion;
mod inequalities;
mod known_values;
mod models;
mod nearby;
mod orderings;
mod quotients;
mod search;

use super::circuits::Circuits;
use crate::evaluate::Evaluation;
use crate::meter::Meter;
use crate::model::Model;
use crate::solver::Answer;
use crate::terms::{Term, Terms};
use domains::Domains;
use models::Models;

/// A way to answer a query, or to make it smaller. Whatever it does is bounded by a constant or by steps that
/// the query's meter counts, never by time, and the same queries in the same order get the same answers.
pub(super) trait Layer: Send {
    /// For measuring. Layers of one name are left out together.
    fn name(&self) -> &'static str;

    fn decide(&mut self, query: &mut Query<'_>) -> Step;

    /// May the conditions depend on uninterpreted functions? To set what a function yields to one value after
    /// the other is not enough then: equal arguments have equal results.
    fn takes_functions(&self) -> bool {
        false
    }
}

/// The layers and the attempts of the search, in the order in which they are asked. The last attempt is
/// bounded by the query's limit alone.
pub(super) fn in_order() -> Vec<Box<dyn Layer>> {
    vec![
        Box::new(domains::OneVariable),
        Box::new(models::EarlierModels),
        Box::new(domains::EachVariable),
        Box::new(orderings::Orderings),
        Box::new(inequalities::Inequalities),
        Box::new(search::VERY_EASY),
        Box::new(known_values::KnownValues),
        Box::new(search::EASY),
        Box::new(exhaustion::TryAll),
        Box::new(nearby::Nearby::default()),
        Box::new(quotients::Quotients),
        Box::new(search::TO_THE_END),
    ]
}

/// Their names, each once. The search is none of them: nothing can do without it.
pub(super) fn names() -> Vec<&'static str> {
    let mut names = vec![search::NAME];
    for layer in in_order() {
        if !names.contains(&layer.name()) {
            names.push(layer.name());
        }
    }
    names.split_off(1)
}

/// Conditions that share variables, sorted by creation and distinct: is there an assignment under which all
/// of them hold?
pub(super) struct Query<'a> {
    pub terms: &'a mut Terms,
    pub group: &'a [Term],
    pub meter: &'a Meter,
    pub shared: &'a mut Shared,
}

/// What more than one layer makes use of.
#[derive(Default)]
pub(super) struct Shared {
    pub models: Models,
    pub domains: Domains,
    pub circuits: Circuits,
}

/// What a layer makes of a query.
pub(super) enum Step {
    /// Nothing: the next layer is asked.
    Open,
    Answer(Answer),
    /// Every solution gives these values to these variables, and to the others values that make all of these
    /// conditions true.
    Smaller {
        conditions: Vec<Term>,
        values: Vec<(Term, u128)>,
    },
}

impl Step {
    /// A contradiction answers the query, everything else leaves it open.
    fn unsat_if(contradiction: bool) -> Step {
        if contradiction { Step::Answer(Answer::Unsat) } else { Step::Open }
    }
}

impl Query<'_> {
    /// The answer, if the model satisfies all conditions.
    fn confirmed(&self, model: Model) -> Step {
        match Evaluation::new(model.clone()).all_true(self.terms, self.group) {
            true => Step::Answer(Answer::Sat(model)),
            false => Step::Open,
        }
    }
}

//! Recent models: neighbouring questions often have the same answer.

use std::collections::VecDeque;

use super::{Layer, Query, Step};
use crate::evaluate::Evaluation;
use crate::model::Model;
use crate::solver::Answer;
use crate::terms::{Term, Terms};

pub(super) struct EarlierModels;

impl Layer for EarlierModels {
    fn name(&self) -> &'static str {
        "Models"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let model = query.shared.models.satisfying(query.terms, query.group);
        model.map_or(Step::Open, |model| Step::Answer(Answer::Sat(model)))
    }

    fn takes_functions(&self) -> bool {
        true
    }
}

/// The latest first.
#[derive(Default)]
pub(in crate::embedded) struct Models {
    recent: VecDeque<Evaluation>,
}

impl Models {
    const KEPT: usize = 8;

    pub fn remember(&mut self, model: &Model) {
        if let Some(place) = self.recent.iter().position(|known| known.model() == model) {
            let known = self.recent.remove(place).expect("it was just found there");
            self.recent.push_front(known);
            return;
        }
        self.recent.truncate(Self::KEPT - 1);
        self.recent.push_front(Evaluation::new(model.clone()));
    }

    pub fn latest(&self) -> Option<&Model> {
        self.recent.front().map(Evaluation::model)
    }

    /// What a recent model says about the variables of these conditions, if it satisfies them all.
    pub fn satisfying(&mut self, terms: &Terms, group: &[Term]) -> Option<Model> {
        // The youngest condition is the one that earlier models were not made for.
        let fits = |known: &mut &mut Evaluation| group.iter().rev().all(|&c| known.value(terms, c) == 1);
        let known = self.recent.iter_mut().find_map(|mut known| fits(&mut known).then_some(known))?;
        let mut model = Model::new();
        for &variable in group.iter().flat_map(|&condition| terms.variables_of(condition)) {
            model.adopt(terms, known.model(), variable);
        }
        Some(model)
    }
}

//! The solver that needs nothing but this crate: cheap layers first, the search last.

mod circuits;
mod conditions;
mod layers;

use crate::evaluate::Evaluation;
use crate::meter::Meter;
use crate::model::Model;
use crate::slicing::{connected, independent_groups};
use crate::solver::{Answer, Cancel, Limit, Solver, Unknown};
use crate::terms::{Term, Terms};

use layers::{Layer, Query, Shared, Step};

/// Answers queries by simplification, memory of earlier answers, and a search over circuits in which every
/// term is encoded once.
///
/// Meant for the queries of one [`Terms`]. Given others, it forgets everything and starts over.
pub struct Embedded {
    asked_about: Option<u64>,
    layers: Vec<Box<dyn Layer>>,
    shared: Shared,
    /// Layers by name that are not in use.
    left_out: Vec<&'static str>,
    /// Of all queries so far.
    work: u64,
}

/// Conditions that share no variable are queries of their own: what comes before the layers, and is measured
/// like one.
const SLICING: &str = "Slicing";

impl Embedded {
    pub fn new() -> Self {
        Embedded {
            asked_about: None,
            layers: layers::in_order(),
            shared: Shared::default(),
            left_out: Vec::new(),
            work: 0,
        }
    }

    /// About how many bytes it may use.
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.shared.circuits.memory = bytes;
        self
    }

    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.shared.circuits.cancel = cancel;
        self
    }

    /// The names of all layers around the search, in the order in which they are asked.
    pub fn layers() -> Vec<&'static str> {
        [vec![SLICING], layers::names()].concat()
    }

    /// For measuring what a layer is worth: one of [`Embedded::layers`].
    pub fn without(mut self, layer: &'static str) -> Self {
        assert!(Embedded::layers().contains(&layer), "there is no layer {layer}");
        self.left_out.push(layer);
        self.renew_layers();
        self
    }

    /// For measuring what the layers are worth: every query goes to the search.
    pub fn without_layers() -> Self {
        Embedded::layers().into_iter().fold(Embedded::new(), Embedded::without)
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded::new()
    }
}

impl Solver for Embedded {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        let meter = Meter::new(limit);
        self.belong_to(terms);
        let consistency = terms.consistency(assertions);
        let together: Vec<Term>;
        let mut assertions = assertions;
        if !consistency.is_empty() {
            together = [assertions, &consistency].concat();
            assertions = &together;
        }
        let answer = self.check_conditions(terms, assertions, &meter);
        self.work += meter.spent();
        if let Answer::Sat(model) = &answer {
            debug_assert!(Evaluation::new(model.clone()).all_true(terms, assertions));
            self.shared.models.remember(model);
        }
        answer
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        let Some((last, before)) = assertions.split_last() else { return Answer::Sat(known.clone()) };
        if !self.is_slicing() || depends_on_functions(terms, assertions) {
            return self.check(terms, assertions, limit);
        }
        self.belong_to(terms);
        let (last, before) = match (conditions::split(terms, &[*last]), conditions::split(terms, before)) {
            (Some(last), Some(before)) if last.iter().all(|&c| !terms.variables_of(c).is_empty()) => {
                (last, before)
            }
            _ => return self.check(terms, assertions, limit),
        };
        let group = connected(terms, &last, &before);
        let meter = Meter::new(limit);
        let answer = self.check_group(terms, &group, &meter);
        self.work += meter.spent();
        let part = match answer {
            Answer::Sat(part) => part,
            other => return other,
        };
        let mut model = known.clone();
        for &variable in group.iter().flat_map(|&condition| terms.variables_of(condition)) {
            model.set(variable, part.get(variable));
        }
        debug_assert!(Evaluation::new(model.clone()).all_true(terms, assertions));
        self.shared.models.remember(&model);
        Answer::Sat(model)
    }

    /// All but the values of terms, which follow from the terms alone.
    fn forget(&mut self) -> bool {
        let Shared { domains, circuits, .. } = std::mem::take(&mut self.shared);
        self.shared = Shared { domains, circuits: circuits.renewed(), ..Shared::default() };
        self.renew_layers();
        true
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl Embedded {
    fn belong_to(&mut self, terms: &Terms) {
        if self.asked_about != Some(terms.identity()) {
            self.asked_about = Some(terms.identity());
            self.shared.domains = Default::default();
            self.forget();
        }
    }

    /// Layers that know nothing of the queries so far.
    fn renew_layers(&mut self) {
        self.layers = layers::in_order();
        self.layers.retain(|layer| !self.left_out.contains(&layer.name()));
    }

    fn is_slicing(&self) -> bool {
        !self.left_out.contains(&SLICING)
    }

    fn check_conditions(&mut self, terms: &mut Terms, assertions: &[Term], meter: &Meter) -> Answer {
        let Some(conditions) = conditions::split(terms, assertions) else { return Answer::Unsat };
        let mut model = Model::new();
        let mut unknown = None;
        let groups = match self.is_slicing() {
            true => independent_groups(terms, &conditions),
            false => vec![together(conditions)],
        };
        for group in groups {
            match self.check_group(terms, &group, meter) {
                Answer::Sat(part) => model.adopt_all(part),
                Answer::Unsat => return Answer::Unsat,
                // Another group may still be impossible, and then so is the whole.
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        unknown.map_or(Answer::Sat(model), Answer::Unknown)
    }

    /// Asks one layer after the other.
    fn check_group(&mut self, terms: &mut Terms, group: &[Term], meter: &Meter) -> Answer {
        let functions = depends_on_functions(terms, group);
        self.shared.circuits.make_room();
        for layer in 0..self.layers.len() {
            if functions && !self.layers[layer].takes_functions() {
                continue;
            }
            let mut query = Query { terms, group, meter, shared: &mut self.shared };
            match self.layers[layer].decide(&mut query) {
                Step::Open => {}
                Step::Answer(answer) => return answer,
                Step::Smaller { conditions, values } => {
                    match self.check_smaller(terms, group, meter, &conditions, values) {
                        Answer::Unknown(_) => {}
                        answer => return answer,
                    }
                }
            }
        }
        match self.shared.circuits.cancel.is_cancelled() {
            true => Answer::Unknown(Unknown::Cancelled),
            false => Answer::Unknown(meter.why()),
        }
    }

    /// Answers by conditions that are left of a group when some variables have these values.
    fn check_smaller(
        &mut self,
        terms: &mut Terms,
        group: &[Term],
        meter: &Meter,
        conditions: &[Term],
        values: Vec<(Term, u128)>,
    ) -> Answer {
        match self.check_conditions(terms, conditions, meter) {
            Answer::Sat(mut model) => {
                values.into_iter().for_each(|(variable, value)| model.set(variable, value));
                match Evaluation::new(model.clone()).all_true(terms, group) {
                    true => Answer::Sat(model),
                    false => Answer::Unknown(Unknown::Internal),
                }
            }
            other => other,
        }
    }
}

/// Sorted by creation and distinct, as groups are.
fn together(mut conditions: Vec<Term>) -> Vec<Term> {
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// What a function yields is no variable that could be set to one value after the other.
fn depends_on_functions(terms: &Terms, group: &[Term]) -> bool {
    group.iter().any(|&condition| terms.depends_on_functions(condition))
}

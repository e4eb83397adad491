//! Values for variables, and results of functions.

use std::collections::BTreeMap;

use crate::evaluate::Evaluation;
use crate::terms::{Function, Node, Term, Terms};

/// An assignment of values to variables, and of results to functions. A variable that was never set is 0, and
/// so is a result.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Model {
    /// Only values other than 0, so that equal assignments are equal models.
    values: BTreeMap<Term, u128>,
    results: BTreeMap<(Function, Vec<u128>), u128>,
}

impl Model {
    pub fn new() -> Self {
        Model::default()
    }

    pub fn get(&self, variable: Term) -> u128 {
        self.values.get(&variable).copied().unwrap_or(0)
    }

    /// Bits beyond the width of the variable are ignored by whoever evaluates under this model.
    pub fn set(&mut self, variable: Term, value: u128) {
        if value == 0 {
            self.values.remove(&variable);
        } else {
            self.values.insert(variable, value);
        }
    }

    /// What a function yields for these values of its arguments.
    pub fn result(&self, function: Function, arguments: &[u128]) -> u128 {
        if self.results.is_empty() {
            return 0;
        }
        self.results.get(&(function, arguments.to_vec())).copied().unwrap_or(0)
    }

    pub fn set_result(&mut self, function: Function, arguments: &[u128], value: u128) {
        self.results.insert((function, arguments.to_vec()), value);
    }

    /// The variables that are not 0, in the order in which they were created.
    pub fn iter(&self) -> impl Iterator<Item = (Term, u128)> + '_ {
        self.values.iter().map(|(&variable, &value)| (variable, value))
    }

    /// The model in which variables and applications of functions have these values. An application comes
    /// after those that its arguments depend on, as in the order of creation.
    pub(crate) fn of_values(terms: &Terms, values: impl IntoIterator<Item = (Term, u128)>) -> Model {
        let mut model = Model::new();
        for (term, value) in values {
            match terms.node(term) {
                Node::Apply(function, _) => {
                    let mut evaluation = Evaluation::new(model.clone());
                    let arguments: Vec<u128> =
                        terms.node(term).operands().map(|a| evaluation.value(terms, a)).collect();
                    model.set_result(function, &arguments, value);
                }
                _ => model.set(term, value),
            }
        }
        model
    }

    /// Takes over what another model says about a variable, or all it says about the function that is applied here.
    pub(crate) fn adopt(&mut self, terms: &Terms, other: &Model, unknown: Term) {
        match terms.node(unknown) {
            Node::Apply(function, _) => {
                let known = other.results.iter().filter(|((of, _), _)| *of == function);
                self.results.extend(known.map(|(application, &value)| (application.clone(), value)));
            }
            _ => self.set(unknown, other.get(unknown)),
        }
    }

    /// Takes over all that another model says.
    pub(crate) fn adopt_all(&mut self, other: Model) {
        other.iter().for_each(|(variable, value)| self.set(variable, value));
        self.results.extend(other.results);
    }
}

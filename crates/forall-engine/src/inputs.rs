//! The inputs that runs have asked for, each a variable of the solver: by index, by name, and as models.

use crate::domains::{Domains, measured};
use crate::executor::ExecutorError;
use forall_protocol::inputs::{Input, InputKind};
use forall_report::Assumption;
use forall_solver::{Model, Preference, Style, Term, Terms};
use std::collections::HashSet;

/// All inputs known so far.
#[derive(Debug)]
pub struct Inputs {
    pub domains: Domains,
    all: Vec<Input>,
    /// By input index.
    variables: Vec<Term>,
    names: HashSet<String>,
}

impl Inputs {
    pub fn new(domains: Domains) -> Inputs {
        Inputs { domains, all: Vec::new(), variables: Vec::new(), names: HashSet::new() }
    }

    pub fn add(&mut self, input: &Input, terms: &mut Terms) {
        // One name can be asked for with two kinds, on different paths: these are two inputs.
        let mut name = input.name.clone();
        while !self.names.insert(name.clone()) {
            name = format!("{name}:{}", input.kind.rust_name());
        }
        let variable = terms.variable(&name, input.kind.width());
        terms.set_style(variable, style(input.kind));
        self.domains.add(self.all.len() as u32, input, variable, terms);
        self.variables.push(variable);
        self.all.push(input.clone());
    }

    /// By index.
    pub fn all(&self) -> &[Input] {
        &self.all
    }

    pub fn get(&self, index: u32) -> Result<&Input, ExecutorError> {
        self.all.get(index as usize).ok_or_else(|| {
            ExecutorError(format!("the explored program asked for input {index}, which it did not describe"))
        })
    }

    pub fn is(&self, index: u32, kind: InputKind) -> bool {
        self.all.get(index as usize).is_some_and(|input| input.kind == kind)
    }

    pub fn variable(&self, index: u32) -> Option<Term> {
        self.variables.get(index as usize).copied()
    }

    /// From here on lengths may be greater than those that proofs are about.
    pub fn allow(&mut self, length: u64, terms: &mut Terms) {
        self.domains.allow(length);
        for (index, (variable, input)) in (0..).zip(self.variables.iter().zip(&self.all)) {
            self.domains.add(index, input, *variable, terms);
        }
    }

    /// Does a condition depend on how long something is?
    pub fn is_about_length(&self, condition: Term, terms: &Terms) -> bool {
        let mut lengths =
            self.variables.iter().zip(&self.all).filter(|(_, input)| input.kind == InputKind::Length);
        let variables = terms.variables_of(condition);
        lengths.any(|(variable, _)| variables.contains(variable))
    }

    /// How a reader of the test would write a length.
    pub fn length_in_words(&self, index: u32) -> Option<String> {
        self.all.get(index as usize).map(measured)
    }

    /// The bounds of the lengths, depths and numbers asked for, each once. `beyond`: how long something was that
    /// counts nevertheless.
    pub fn bounds(&self, beyond: Option<u64>) -> Vec<Assumption> {
        let mut bounds: Vec<Assumption> =
            self.all.iter().filter_map(|input| self.domains.bound(input, beyond)).collect();
        bounds.sort_by_cached_key(Assumption::to_string);
        bounds.dedup();
        bounds
    }

    /// These inputs and their values, as a case has them.
    pub fn arguments(&self, inputs: &[u32], values: &[u128]) -> Result<Vec<(Input, u128)>, ExecutorError> {
        let given = inputs.iter().zip(values);
        given.map(|(input, value)| Ok((self.get(*input)?.clone(), *value))).collect()
    }

    /// Values by input index.
    pub fn values(&self, model: &Model) -> Vec<u128> {
        self.variables.iter().map(|variable| model.get(*variable)).collect()
    }

    /// Those of the values, by input index, that are not 0.
    pub fn named(&self, values: &[u128]) -> Result<Vec<(Input, u128)>, ExecutorError> {
        let set = (0..).zip(values).filter(|(_, value)| **value != 0);
        set.map(|(index, value)| Ok((self.get(index)?.clone(), *value))).collect()
    }

    /// The values by input index, and whether there is one for an input that nobody has asked for yet.
    pub fn indexed(&self, named: &[(Input, u128)]) -> (Vec<u128>, bool) {
        let mut values = vec![0; self.all.len()];
        let mut unknown = false;
        for (input, value) in named {
            match self.all.iter().position(|known| known == input) {
                Some(index) => values[index] = *value,
                None => unknown = true,
            }
        }
        (values, unknown)
    }

    /// The model that gives these inputs these values.
    pub fn model(&self, inputs: &[u32], values: &[u128]) -> Model {
        let mut model = Model::default();
        for (input, value) in inputs.iter().zip(values) {
            model.set(self.variables[*input as usize], *value);
        }
        model
    }

    /// The model in which the first inputs have these values.
    pub fn model_of_first(&self, values: &[u128]) -> Model {
        let mut model = Model::default();
        for (variable, value) in self.variables.iter().zip(values) {
            model.set(*variable, *value);
        }
        model
    }

    /// The model in which the first inputs have these values, and all others one that they may have.
    pub fn model_of(&self, values: &[u128]) -> Model {
        let mut model = self.model_of_first(values);
        for (variable, input) in self.variables.iter().zip(&self.all).skip(values.len()) {
            if input.kind == InputKind::Depth {
                model.set(*variable, u128::from(self.domains.depth()));
            }
        }
        model
    }

    /// How to make these inputs simple: the lengths, then the first ones first.
    pub fn preferences(&self, inputs: &[u32]) -> Vec<Preference> {
        let mut inputs = inputs.to_vec();
        inputs.sort_by_key(|index| self.all[*index as usize].kind != InputKind::Length);
        inputs.iter().map(|index| self.preference(*index)).collect()
    }

    /// Those of these inputs that should be equal only where they have to be: the values that a reader
    /// compares. That two lengths, two choices or two flags are the same is nothing to wonder about.
    pub fn data(&self, inputs: &[u32]) -> Vec<Preference> {
        let data = inputs.iter().filter(|index| self.all[**index as usize].kind.is_data());
        data.map(|index| self.preference(*index)).collect()
    }

    fn preference(&self, index: u32) -> Preference {
        let index = index as usize;
        Preference { variable: self.variables[index], style: style(self.all[index].kind), best: None }
    }

    /// These values are the best ones for inputs of these names.
    pub fn prefer(&self, preferences: &mut [Preference], values: &[(Input, u128)]) {
        for preference in preferences {
            let index = self.variables.iter().position(|own| *own == preference.variable);
            let input = index.and_then(|index| self.all.get(index));
            let best = values.iter().find(|(own, _)| Some(own) == input);
            preference.best = best.map(|(_, value)| *value);
        }
    }
}

fn style(kind: InputKind) -> Style {
    match kind {
        InputKind::Char => Style::Character,
        InputKind::F32 | InputKind::F64 => Style::Float,
        kind if kind.is_signed() => Style::Signed,
        _ => Style::Unsigned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Bounds;

    fn input(name: &str, kind: InputKind) -> Input {
        Input { name: name.into(), kind }
    }

    fn inputs(all: &[Input]) -> (Inputs, Terms) {
        let (mut inputs, mut terms) = (Inputs::new(Domains::new(&Bounds::default())), Terms::new());
        all.iter().for_each(|input| inputs.add(input, &mut terms));
        (inputs, terms)
    }

    #[test]
    fn one_name_of_two_kinds_is_two_inputs() {
        let kinds = [("x", InputKind::U8), ("x", InputKind::I8), ("x:i8", InputKind::I8)];
        let (inputs, _) = inputs(&kinds.map(|(name, kind)| input(name, kind)));
        assert_eq!(inputs.variables.iter().collect::<HashSet<_>>().len(), 3);
    }

    #[test]
    fn values_are_carried_over_by_name() {
        let (here, _) = inputs(&[input("x", InputKind::U8), input("y", InputKind::U8)]);
        let named = here.named(&[0, 7]).unwrap();
        assert_eq!(named, [(input("y", InputKind::U8), 7)]);
        let (there, _) = inputs(&[input("y", InputKind::U8), input("x", InputKind::U8)]);
        assert_eq!(there.indexed(&named), (vec![7, 0], false));
        assert_eq!(inputs(&[]).0.indexed(&named), (vec![], true));
    }

    #[test]
    fn inputs_that_a_model_leaves_out_have_values_that_they_may_have() {
        let (inputs, _) = inputs(&[input("x", InputKind::U8), input("t.depth", InputKind::Depth)]);
        assert_eq!(inputs.values(&inputs.model_of(&[7])), [7, 3]);
        assert_eq!(inputs.values(&inputs.model_of_first(&[7])), [7, 0]);
    }

    #[test]
    fn bounds_are_told_once_for_all_elements() {
        let names = ["rows[0].len", "rows.len", "rows[10][1].0.len", "rows[3][2].0.len", "rows[1].len"];
        let (inputs, _) = inputs(&names.map(|name| input(name, InputKind::Length)));
        let told: Vec<String> = inputs.bounds(None).iter().map(Assumption::to_string).collect();
        assert_eq!(told, ["rows.len() <= 8", "rows[_].len() <= 8", "rows[_][_].0.len() <= 8"]);
    }

    #[test]
    fn longer_inputs_are_allowed_from_then_on_also_those_known_before() {
        let (mut inputs, mut terms) = inputs(&[input("v.len", InputKind::Length)]);
        let is_allowed = |inputs: &Inputs, terms: &Terms, values: &[u128]| {
            let model = inputs.model_of(values);
            inputs.domains.conditions().iter().all(|domain| terms.evaluate(*domain, &model) == 1)
        };
        assert!(!is_allowed(&inputs, &terms, &[9]));
        inputs.allow(16, &mut terms);
        inputs.add(&input("w.len", InputKind::Length), &mut terms);
        assert!(is_allowed(&inputs, &terms, &[16, 16]));
        assert!(!is_allowed(&inputs, &terms, &[17, 0]) && !is_allowed(&inputs, &terms, &[0, 17]));
    }

    #[test]
    fn lengths_are_made_simple_first() {
        let kinds = [("x", InputKind::U8), ("v[0]", InputKind::U8), ("v.len", InputKind::Length)];
        let (inputs, _) = inputs(&kinds.map(|(name, kind)| input(name, kind)));
        let order: Vec<Term> = inputs.preferences(&[0, 2, 1]).iter().map(|p| p.variable).collect();
        assert_eq!(order, [2, 0, 1].map(|index| inputs.variables[index]));
    }
}

//! Values that conditions leave to single variables.
//!
//! Bytes of texts and small integers have so few values that a condition on one of them is a set, and the
//! conditions on all of them an intersection of sets. Wider variables that are compared with constants have
//! ranges instead.

mod ranges;

use super::{Layer, Query, Step};
use crate::concrete;
use crate::evaluate::apply;
use crate::hash::FastMap;
use crate::model::Model;
use crate::solver::Answer;
use crate::terms::{Node, Term, Terms};
use ranges::Ranges;

/// Wider variables have too many values.
const MOST_BITS: u32 = 8;
const MOST_VALUES: usize = 1 << MOST_BITS;

/// So many tables take a few megabytes. Beyond, they are made again when they are needed.
const MOST_TABLES: usize = 2000;

/// Both layers are measured as one: they share what they know.
const NAME: &str = "Domains";

/// Conditions on one small variable.
pub(super) struct OneVariable;

impl Layer for OneVariable {
    fn name(&self) -> &'static str {
        NAME
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let shared = &mut *query.shared;
        match shared.domains.decide_one(query.terms, query.group, shared.models.latest()) {
            Some(Some(model)) => Step::Answer(Answer::Sat(model)),
            Some(None) => Step::Answer(Answer::Unsat),
            None => Step::Open,
        }
    }
}

/// Conditions that the values of each variable by itself decide.
pub(super) struct EachVariable;

impl Layer for EachVariable {
    fn name(&self) -> &'static str {
        NAME
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let shared = &mut *query.shared;
        match shared.domains.decide(query.terms, query.group, shared.models.latest()) {
            Finding::Satisfying(model) => Step::Answer(Answer::Sat(model)),
            Finding::Impossible => Step::Answer(Answer::Unsat),
            Finding::Open => Step::Open,
        }
    }
}

#[derive(Default)]
pub(in crate::embedded) struct Domains {
    /// By term that depends on one small variable only: its value for each value of the variable.
    tables: FastMap<Term, Box<[u128]>>,
    /// By condition on one small variable only: the values for which it holds.
    sets: FastMap<Term, Set>,
    /// By term: its value under all assignments that the sets allow, if it is only one. For one query.
    known: FastMap<Term, Option<u128>>,
    /// What the conditions leave to small variables, and to wider ones.
    allowed: FastMap<Term, Set>,
    ranges: FastMap<Term, Ranges>,
}

/// Values of a small variable.
#[derive(Clone, Copy, PartialEq)]
struct Set([u64; MOST_VALUES / 64]);

enum Finding {
    Satisfying(Model),
    Impossible,
    Open,
}

impl Domains {
    /// Decides conditions if the values that they leave to single variables are enough to do so. A value of
    /// `preferred` is taken where it is possible.
    fn decide(&mut self, terms: &Terms, group: &[Term], preferred: Option<&Model>) -> Finding {
        self.allowed.clear();
        self.ranges.clear();
        self.known.clear();
        let mut others = Vec::new();
        for &condition in group {
            match small_variable(terms, condition) {
                Some(variable) => {
                    let set = self.set_of(terms, condition, variable);
                    let all = Set::all(terms.width(variable));
                    let allowed = self.allowed.entry(variable).or_insert(all);
                    *allowed = allowed.and(set);
                    if allowed.is_empty() {
                        return Finding::Impossible;
                    }
                }
                None => match ranges::comparison(terms, condition) {
                    Some((variable, comparison)) => {
                        let all = || Ranges::all(terms.width(variable));
                        let ranges = self.ranges.entry(variable).or_insert_with(all);
                        ranges.apply(comparison);
                        if ranges.is_empty() {
                            return Finding::Impossible;
                        }
                    }
                    None => others.push(condition),
                },
            }
        }
        let mut open = false;
        for &condition in &others {
            match self.value(terms, condition) {
                Some(0) => return Finding::Impossible,
                Some(_) => {}
                None => open = true,
            }
        }
        if open { Finding::Open } else { Finding::Satisfying(self.model(preferred)) }
    }

    /// Conditions on one small variable are decided by its values alone: a model, or none. `None` where there
    /// are other variables.
    fn decide_one(
        &mut self,
        terms: &Terms,
        group: &[Term],
        preferred: Option<&Model>,
    ) -> Option<Option<Model>> {
        let variable = small_variable(terms, *group.first()?)?;
        if group.iter().any(|&condition| terms.variables_of(condition) != [variable]) {
            return None;
        }
        let mut allowed = Set::all(terms.width(variable));
        for &condition in group {
            allowed = allowed.and(self.set_of(terms, condition, variable));
        }
        if allowed.is_empty() {
            return Some(None);
        }
        let mut model = Model::new();
        model.set(variable, allowed.value_like(preferred, variable));
        Some(Some(model))
    }

    /// The variables to which the conditions that were looked at last leave a single value.
    pub fn known_values(&self) -> Vec<(Term, u128)> {
        let small = self.allowed.iter().filter_map(|(&variable, allowed)| {
            let mut values = allowed.values();
            let only = values.next().filter(|_| values.next().is_none())?;
            Some((variable, only as u128))
        });
        let wide = self.ranges.iter().filter_map(|(&variable, ranges)| Some((variable, ranges.only()?)));
        small.chain(wide).collect()
    }

    /// Variables that are not restricted are 0.
    fn model(&self, preferred: Option<&Model>) -> Model {
        let mut model = Model::new();
        for (&variable, allowed) in &self.allowed {
            model.set(variable, allowed.value_like(preferred, variable));
        }
        for (&variable, ranges) in &self.ranges {
            let wanted = preferred.map_or(0, |preferred| preferred.get(variable));
            model.set(variable, if ranges.contains(wanted) { wanted } else { ranges.first() });
        }
        model
    }

    fn set_of(&mut self, terms: &Terms, condition: Term, variable: Term) -> Set {
        if let Some(&set) = self.sets.get(&condition) {
            return set;
        }
        let set = match ranges::comparison(terms, condition) {
            Some((_, comparison)) => {
                let mut ranges = Ranges::all(terms.width(variable));
                ranges.apply(comparison);
                ranges.values().collect()
            }
            None => {
                self.tabulate(terms, condition, variable);
                let table = self.tables[&condition].iter().enumerate();
                table.filter(|&(_, &holds)| holds == 1).map(|(value, _)| value).collect()
            }
        };
        self.sets.insert(condition, set);
        set
    }

    /// The value that a term has under all assignments that are left, if there is only one.
    fn value(&mut self, terms: &Terms, wanted: Term) -> Option<u128> {
        let mut pending = vec![wanted];
        while let Some(&term) = pending.last() {
            if self.known.contains_key(&term) {
                pending.pop();
                continue;
            }
            if let Some(variable) = small_variable(terms, term) {
                let value = self.value_in_table(terms, term, variable);
                self.known.insert(term, value);
                continue;
            }
            let before = pending.len();
            pending.extend(terms.node(term).operands().filter(|operand| {
                terms.as_constant(*operand).is_none() && !self.known.contains_key(operand)
            }));
            if pending.len() == before {
                let value = self.value_of_operands(terms, term);
                self.known.insert(term, value);
            }
        }
        self.known[&wanted]
    }

    fn value_of_operands(&self, terms: &Terms, term: Term) -> Option<u128> {
        let of = |operand: Term| terms.as_constant(operand).or_else(|| self.known[&operand]);
        match terms.node(term) {
            Node::Variable(_) => self.ranges.get(&term).and_then(Ranges::only),
            Node::Ite(condition, then, otherwise) => match of(condition) {
                Some(1) => of(then),
                Some(_) => of(otherwise),
                None => of(then).filter(|_| of(then) == of(otherwise)),
            },
            node => {
                let all_known = node.operands().all(|operand| of(operand).is_some());
                all_known
                    .then(|| apply(terms, term, &Model::new(), |operand| of(operand).unwrap_or_default()))
            }
        }
    }

    /// Makes sure that there is a table for a term that depends on this variable only. Its operands get
    /// theirs first.
    fn tabulate(&mut self, terms: &Terms, wanted: Term, variable: Term) {
        if self.tables.len() > MOST_TABLES {
            self.tables.clear();
        }
        let mut pending = vec![wanted];
        while let Some(&term) = pending.last() {
            let before = pending.len();
            let is_missing =
                |operand: &Term| terms.as_constant(*operand).is_none() && !self.tables.contains_key(operand);
            pending.extend(terms.node(term).operands().filter(is_missing));
            if pending.len() == before {
                pending.pop();
                if !self.tables.contains_key(&term) {
                    let table = self.table(terms, term, variable);
                    self.tables.insert(term, table);
                }
            }
        }
    }

    /// The operands have their tables.
    fn table(&self, terms: &Terms, term: Term, variable: Term) -> Box<[u128]> {
        let values = 0..=concrete::mask(terms.width(variable));
        if term == variable {
            return values.collect();
        }
        let model = Model::new();
        let operands: Vec<(Term, Option<&[u128]>)> = terms
            .node(term)
            .operands()
            .map(|operand| (operand, self.tables.get(&operand).map(|t| &**t)))
            .collect();
        let of = |operand: Term, value: u128| {
            let table = operands.iter().find_map(|&(known, table)| table.filter(|_| known == operand));
            match table {
                Some(table) => table[value as usize],
                None => terms.as_constant(operand).unwrap_or_default(),
            }
        };
        values.map(|value| apply(terms, term, &model, |operand| of(operand, value))).collect()
    }

    fn value_in_table(&mut self, terms: &Terms, term: Term, variable: Term) -> Option<u128> {
        self.tabulate(terms, term, variable);
        let table = &self.tables[&term];
        match self.allowed.get(&variable) {
            Some(allowed) => {
                let mut values = allowed.values().map(|value| table[value]);
                let first = values.next()?;
                values.all(|value| value == first).then_some(first)
            }
            None => table.iter().all(|value| *value == table[0]).then_some(table[0]),
        }
    }
}

/// The only variable that a term depends on, if it is small.
fn small_variable(terms: &Terms, term: Term) -> Option<Term> {
    match terms.variables_of(term) {
        &[variable] if terms.width(variable) <= MOST_BITS => Some(variable),
        _ => None,
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> Set {
        let mut set = Set([0; MOST_VALUES / 64]);
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

impl Set {
    fn all(width: u32) -> Set {
        match width {
            MOST_BITS => Set([u64::MAX; MOST_VALUES / 64]),
            _ => (0..1usize << width).collect(),
        }
    }

    fn insert(&mut self, value: usize) {
        self.0[value / 64] |= 1 << (value % 64);
    }

    fn contains(&self, value: usize) -> bool {
        self.0[value / 64] >> (value % 64) & 1 == 1
    }

    fn and(self, other: Set) -> Set {
        Set([0, 1, 2, 3].map(|word| self.0[word] & other.0[word]))
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The value that the variable has in a model, if it is one of these; otherwise the first.
    fn value_like(&self, preferred: Option<&Model>, variable: Term) -> u128 {
        let wanted = preferred.map_or(0, |preferred| preferred.get(variable)) as usize;
        let is_possible = wanted < MOST_VALUES && self.contains(wanted);
        (if is_possible { wanted } else { self.values().next().unwrap_or_default() }) as u128
    }

    fn values(&self) -> impl Iterator<Item = usize> {
        let words = self.0;
        (0..words.len()).flat_map(move |word| {
            let mut rest = words[word];
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * word + bit)
            })
        })
    }
}

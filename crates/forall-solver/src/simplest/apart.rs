//! Values that are equal although nothing asks for it are made different.
//!
//! See docs/decisions/equal-values-only-where-needed.md.

use super::Preference;
use super::float::next_floats;
use crate::concrete;
use crate::evaluate::Evaluation;
use crate::hash::FastMap;
use crate::meter::Meter;
use crate::model::Model;
use crate::solver::Limit;
use crate::terms::{Style, Term, Terms};

/// So many values are tried for a variable.
const TRIED: usize = 8;

/// Of more than so many equal values, all stay as they are: a long row of different ones says less than a row
/// of zeros.
const LONGEST_ROW: usize = 26;

/// They are written with a backslash.
const ESCAPED: [char; 3] = ['"', '\'', '\\'];

/// To compute the value of a term takes as long as so many steps of a search.
const OF_A_VALUE: u64 = 8;

/// So often the assertions are evaluated at most.
const MOST_ATTEMPTS: usize = 2000;

/// Makes variables of the same style and width different where they are equal and the assertions allow it:
/// what is equal in the result looks as if it had to be. `model` satisfies the assertions, and so does the
/// result.
///
/// The first variable keeps its value, the second gets the next simplest that no other has, and so on: 0, 1,
/// 2; `abc`; 1.5, 2.5. Nothing gets uglier for it:
///
/// - numbers go away from zero and never change their sign;
/// - characters stay letters, digits, or what they are; control characters stay as they are, and so do
///   infinities and NaNs;
/// - rows of more than 26 equal values remain.
///
/// It asks no solver. The result depends on nothing but the arguments, unless `limit` ends it early.
pub fn told_apart(
    terms: &mut Terms,
    assertions: &[Term],
    model: Model,
    preferences: &[Preference],
    limit: Limit,
) -> Model {
    let consistency = terms.consistency(assertions);
    let assertions = [assertions, &consistency].concat();
    let mut classes: Vec<Vec<Preference>> = Vec::new();
    for &preference in preferences {
        let kind = |p: &Preference| (p.style, terms.width(p.variable));
        match classes.iter_mut().find(|class| kind(&class[0]) == kind(&preference)) {
            Some(class) => class.push(preference),
            None => classes.push(vec![preference]),
        }
    }
    let mut separator = Separator {
        mentioning: mentioning(terms, &assertions, preferences),
        terms,
        model,
        meter: Meter::new(limit),
        attempts: 0,
    };
    for class in classes {
        separator.tell_apart(&class);
    }
    separator.model
}

/// The assertions by the variables that they are about.
fn mentioning(terms: &Terms, assertions: &[Term], preferences: &[Preference]) -> FastMap<Term, Vec<Term>> {
    let mut mentioning: FastMap<Term, Vec<Term>> =
        preferences.iter().map(|preference| (preference.variable, Vec::new())).collect();
    for &assertion in assertions {
        for variable in terms.variables_of(assertion) {
            mentioning.entry(*variable).and_modify(|of| of.push(assertion));
        }
    }
    mentioning
}

struct Separator<'a> {
    terms: &'a Terms,
    mentioning: FastMap<Term, Vec<Term>>,
    model: Model,
    meter: Meter,
    attempts: usize,
}

impl Separator<'_> {
    /// Of variables of one style and width, the first ones first.
    fn tell_apart(&mut self, class: &[Preference]) {
        let before = self.model.clone();
        let value = |of: &Preference| self.model.get(of.variable);
        let is_short =
            |row: &&Preference| class.iter().filter(|p| value(p) == value(row)).count() <= LONGEST_ROW;
        let forwards: Vec<Preference> = class.iter().filter(is_short).copied().collect();
        let backwards: Vec<Preference> = forwards.iter().rev().copied().collect();
        // Each change leaves fewer equal ones, and may be what another one was waiting for. Backwards, for
        // those that must not ascend.
        while self.pass(class, &forwards) | self.pass(class, &backwards) {}
        self.put_in_order(&forwards, &before);
    }

    /// Tries to change each that is equal to one before it.
    fn pass(&mut self, class: &[Preference], order: &[Preference]) -> bool {
        let mut changed = false;
        for place in 1..order.len() {
            let value = self.model.get(order[place].variable);
            if order[..place].iter().any(|before| self.model.get(before.variable) == value) {
                changed |= self.change(class, order[place], &order[place + 1..]);
            }
        }
        changed
    }

    /// Gives a variable a value that no other has, alone or with those behind it that are equal to it: they
    /// may have to be no smaller.
    fn change(&mut self, class: &[Preference], preference: Preference, behind: &[Preference]) -> bool {
        let Preference { variable, style, .. } = preference;
        let value = self.model.get(variable);
        // As many as are needed if every other one is allowed: what is further away looks odd.
        let reach = 2 * class.len() - 1;
        let is_free = |&next: &u128| class.iter().all(|other| self.model.get(other.variable) != next);
        let next: Vec<u128> = successors(style, self.terms.width(variable), value, reach)
            .into_iter()
            .filter(is_free)
            .take(TRIED)
            .collect();
        let equal = behind.iter().map(|p| p.variable).filter(|&other| self.model.get(other) == value);
        let together: Vec<Term> = [variable].into_iter().chain(equal).collect();
        next.iter().any(|&next| self.try_values(&[(variable, next)]))
            || together.len() > 1
                && next.iter().any(|&next| {
                    let changes: Vec<(Term, u128)> = together.iter().map(|&other| (other, next)).collect();
                    self.try_values(&changes)
                })
    }

    /// Lets those that were equal ascend in their order, if nothing is against it.
    fn put_in_order(&mut self, order: &[Preference], before: &Model) {
        let mut rows: Vec<u128> = order.iter().map(|p| before.get(p.variable)).collect();
        rows.sort_unstable();
        rows.dedup();
        for row in rows {
            let has_left = |variable: &Term| before.get(*variable) == row && self.model.get(*variable) != row;
            let left: Vec<Term> = order.iter().map(|p| p.variable).filter(has_left).collect();
            let mut values: Vec<u128> = left.iter().map(|&variable| self.model.get(variable)).collect();
            values.sort_by_key(|value| (*value).abs_diff(row));
            let changes: Vec<(Term, u128)> = left.into_iter().zip(values).collect();
            self.try_values(&changes);
        }
    }

    fn try_values(&mut self, changes: &[(Term, u128)]) -> bool {
        self.attempts += 1;
        if self.attempts > MOST_ATTEMPTS || self.meter.is_over_after(0) {
            return false;
        }
        let mut changed = self.model.clone();
        changes.iter().for_each(|&(variable, value)| changed.set(variable, value));
        let mut evaluation = Evaluation::new(changed);
        let fits =
            changes.iter().all(|(variable, _)| evaluation.all_true(self.terms, &self.mentioning[variable]));
        self.meter.spend(OF_A_VALUE * evaluation.computed() as u64);
        if fits {
            self.model = evaluation.model().clone();
        }
        fits
    }
}

/// The values behind this one, from the simplest to others that are about as simple.
fn successors(style: Style, width: u32, value: u128, reach: usize) -> Vec<u128> {
    let up_to = |last: u128| (value..=last).skip(1).take(reach);
    match style {
        Style::Float if width == 32 || width == 64 => next_floats(value, width, reach),
        Style::Unsigned | Style::Float => up_to(concrete::mask(width)).collect(),
        Style::Signed if value >= concrete::sign_bit(width) => {
            (concrete::sign_bit(width)..value).rev().take(reach).collect()
        }
        Style::Signed => up_to(concrete::sign_bit(width) - 1).collect(),
        Style::Character => {
            let Some(character) = u32::try_from(value).ok().and_then(char::from_u32) else {
                return Vec::new();
            };
            let (first, last) = match character {
                'a'..='z' => ('a', 'z'),
                '0'..='9' => ('0', '9'),
                'A'..='Z' => ('A', 'Z'),
                ' '..='~' => (' ', '~'),
                '\u{80}'.. => ('\u{80}', char::MAX),
                _ => return Vec::new(),
            };
            let of_its_kind = |next: &char| {
                next.is_ascii_alphanumeric() == first.is_ascii_alphanumeric() && !ESCAPED.contains(next)
            };
            (character..=last).skip(1).filter(of_its_kind).take(reach).map(u128::from).collect()
        }
    }
}

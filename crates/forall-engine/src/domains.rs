//! What inputs may be, whatever the path: a `char` is a Unicode scalar value, lengths end at a bound,
//! recursive types at a depth.

use crate::bounds::Bounds;
use forall_protocol::inputs::{Input, InputKind};
use forall_report::Assumption;
use forall_solver::{Binary, Evaluation, Term, Terms};

/// The domains of all inputs known so far, as conditions. An input whose every pattern of bits is a value has
/// none.
#[derive(Debug)]
pub struct Domains {
    /// What proofs are about.
    bounds: Bounds,
    /// No input is longer than this, unless its parameter has a bound of its own: `max_len`, or more while
    /// failures are sought beyond it.
    allowed_len: u64,
    conditions: Vec<Term>,
    /// The inputs that these are about, by index.
    inputs: Vec<u32>,
}

impl Domains {
    pub fn new(bounds: &Bounds) -> Domains {
        Domains {
            bounds: bounds.clone(),
            allowed_len: bounds.max_len,
            conditions: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// How deep recursive types go: exactly so deep.
    pub fn depth(&self) -> u64 {
        self.bounds.max_depth
    }

    /// Adds an input, by its index.
    pub fn add(&mut self, index: u32, input: &Input, variable: Term, terms: &mut Terms) {
        if let Some(condition) = self.domain(variable, input, terms) {
            self.conditions.push(condition);
            self.inputs.push(index);
        }
    }

    /// From here on lengths may be greater than those that proofs are about. All inputs have to be added
    /// again.
    pub fn allow(&mut self, length: u64) {
        self.allowed_len = length;
        self.conditions.clear();
        self.inputs.clear();
    }

    pub fn conditions(&self) -> &[Term] {
        &self.conditions
    }

    /// Has a run values that its inputs may have: those that it was given, so many, and those that it asked
    /// for?
    pub fn hold(&self, evaluation: &mut Evaluation, terms: &Terms, given: usize, drawn: &[u32]) -> bool {
        self.conditions.iter().zip(&self.inputs).all(|(condition, input)| {
            let concerned = (*input as usize) < given || drawn.contains(input);
            !concerned || evaluation.value(terms, *condition) == 1
        })
    }

    /// The bound of a length, depth or number as a reader of the test would write it, and what is said of a fake.
    /// Collections in collections share theirs. `beyond`: how long something was that counts nevertheless.
    pub fn bound(&self, input: &Input, beyond: Option<u64>) -> Option<Assumption> {
        let of = measured(input);
        match input.kind {
            InputKind::Length => {
                let at_most = match (self.bounds.own_max_len(input), beyond) {
                    (Some(own), _) => own,
                    (None, Some(beyond)) => beyond.max(self.allowed_len),
                    (None, None) => self.bounds.max_len,
                };
                Some(Assumption::Length { of, at_most })
            }
            InputKind::Depth => Some(Assumption::Depth { of, at_most: self.bounds.max_depth }),
            InputKind::Answers => self.answers(&input.name),
            _ => {
                let at_most = self.bounds.max_of(input)?;
                Some(Assumption::Number { of: any_element(&input.name), at_most })
            }
        }
    }

    /// What a verdict stands on when a fake is called, or called once too often.
    fn answers(&self, name: &str) -> Option<Assumption> {
        let (place, what, fake) = said_by_fake(name)?;
        match what {
            "answers" => Some(Assumption::Answers { of: fake.into() }),
            "spent" => {
                let of = format!("{}.answers()", any_element(place));
                Some(Assumption::AnswerCount { of, at_most: self.bounds.max_answers })
            }
            _ => None,
        }
    }

    /// What holds of an input, whatever the path.
    fn domain(&self, variable: Term, input: &Input, terms: &mut Terms) -> Option<Term> {
        let kind = input.kind;
        match kind {
            InputKind::Char => Some(is_char(variable, terms)),
            InputKind::Length => {
                let most = terms.constant(
                    kind.width(),
                    u128::from(self.bounds.own_max_len(input).unwrap_or(self.allowed_len)),
                );
                Some(terms.binary(Binary::ULe, variable, most))
            }
            InputKind::Depth => {
                let exactly = terms.constant(kind.width(), u128::from(self.bounds.max_depth));
                Some(terms.binary(Binary::Eq, variable, exactly))
            }
            _ => {
                let most = terms.constant(kind.width(), u128::from(self.bounds.max_of(input)?));
                let at_most = if kind.is_signed() { Binary::SLe } else { Binary::ULe };
                Some(terms.binary(at_most, variable, most))
            }
        }
    }
}

/// What a fake tells by the name of an input: `storage`, `spent`, `FakeStorage` of `storage.spent(FakeStorage)`.
pub fn said_by_fake(name: &str) -> Option<(&str, &str, &str)> {
    let (place, item) = name.rsplit_once('.')?;
    let (what, subject) = item.strip_suffix(')')?.split_once('(')?;
    Some((place, what, subject))
}

/// How a reader of the test would write a length or depth: `rows[_].len()` for the input `rows[2].len`.
pub fn measured(input: &Input) -> String {
    format!("{}()", any_element(&input.name))
}

/// `rows[_].len` of `rows[2].len`, `reply#_.len` of `reply#2.len`.
fn any_element(name: &str) -> String {
    let mut choices = name.split('#');
    let first = choices.next().unwrap_or_default().to_owned();
    let name =
        choices.fold(first, |name, rest| name + "#_" + rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let mut parts = name.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| match part.split_once(']') {
        Some((_, rest)) => name + "[_]" + rest,
        None => name + "[" + part,
    })
}

/// A `char` is a Unicode scalar value.
fn is_char(variable: Term, terms: &mut Terms) -> Term {
    let (low, high, end) = (
        terms.constant(32, 0xD800),
        terms.constant(32, 0xDFFF),
        terms.constant(32, u128::from(u32::from(char::MAX))),
    );
    let below = terms.binary(Binary::ULt, variable, low);
    let above = terms.binary(Binary::ULt, high, variable);
    let within = terms.binary(Binary::ULe, variable, end);
    let upper = terms.binary(Binary::And, above, within);
    terms.binary(Binary::Or, below, upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::ParameterBounds;
    use forall_solver::Model;

    fn input(name: &str, kind: InputKind) -> Input {
        Input { name: name.into(), kind }
    }

    /// Which of these values an input of this kind may have.
    fn allowed(kind: InputKind, values: &[u128]) -> Vec<bool> {
        allowed_within(&Bounds::default(), kind, values)
    }

    fn allowed_within(bounds: &Bounds, kind: InputKind, values: &[u128]) -> Vec<bool> {
        let (mut domains, mut terms) = (Domains::new(bounds), Terms::new());
        let variable = terms.variable("x", kind.width());
        domains.add(0, &input("x", kind), variable, &mut terms);
        let holds = |value: &u128| {
            let mut model = Model::default();
            model.set(variable, *value);
            domains.hold(&mut Evaluation::new(model), &terms, 1, &[])
        };
        values.iter().map(holds).collect()
    }

    #[test]
    fn the_domain_of_a_char_is_that_of_rust() {
        let codes = [0, 0x61, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10FFFF, 0x110000, u32::MAX];
        let of_rust = codes.map(|code| char::from_u32(code).is_some());
        assert_eq!(allowed(InputKind::Char, &codes.map(u128::from)), of_rust);
    }

    #[test]
    fn lengths_end_at_their_bound() {
        let lengths = [0, 8, 9, u128::from(u64::MAX)];
        assert_eq!(allowed(InputKind::Length, &lengths), [true, true, false, false]);
    }

    #[test]
    fn parameters_have_bounds_of_their_own() {
        let own = ParameterBounds { max_len: Some(12), max: Some(64) };
        let bounds = Bounds { parameters: [("x".into(), own)].into(), ..Bounds::default() };
        assert_eq!(allowed_within(&bounds, InputKind::Length, &[8, 12, 13]), [true, true, false]);
        assert_eq!(allowed_within(&bounds, InputKind::U8, &[0, 64, 65, 255]), [true, true, false, false]);
        assert_eq!(allowed_within(&bounds, InputKind::I8, &[0, 64, 65, 255]), [true, true, false, true]);
        let mut domains = Domains::new(&bounds);
        domains.allow(16);
        let length = Assumption::Length { of: "x.len()".into(), at_most: 12 };
        assert_eq!(domains.bound(&input("x.len", InputKind::Length), Some(16)), Some(length));
        let number = Assumption::Number { of: "x[_]".into(), at_most: 64 };
        assert_eq!(domains.bound(&input("x[2]", InputKind::U8), None), Some(number));
    }

    #[test]
    fn depths_are_what_they_may_be() {
        assert_eq!(allowed(InputKind::Depth, &[0, 3, 4]), [false, true, false]);
        let bound = Domains::new(&Bounds::default()).bound(&input("t[1].depth", InputKind::Depth), None);
        assert_eq!(bound, Some(Assumption::Depth { of: "t[_].depth()".into(), at_most: 3 }));
    }

    #[test]
    fn a_fake_answers_so_often_and_is_named() {
        let stands_on = |name| Domains::new(&Bounds::default()).bound(&input(name, InputKind::Answers), None);
        let fake = Assumption::Answers { of: "FakeStorage".into() };
        assert_eq!(stands_on("storage.answers(FakeStorage)"), Some(fake));
        let often = Assumption::AnswerCount { of: "all[_].open#_.answers()".into(), at_most: 16 };
        assert_eq!(stands_on("all[1].open#2.spent(FakeStorage)"), Some(often));
        assert_eq!(stands_on("storage.satisfied(FakeStorage::load)"), None);
    }

    #[test]
    fn an_input_that_nobody_asked_for_may_be_anything() {
        let (mut domains, mut terms) = (Domains::new(&Bounds::default()), Terms::new());
        let variable = terms.variable("v.len", 64);
        domains.add(5, &input("v.len", InputKind::Length), variable, &mut terms);
        let mut model = Model::default();
        model.set(variable, 9);
        let hold =
            |given, drawn: &[u32]| domains.hold(&mut Evaluation::new(model.clone()), &terms, given, drawn);
        assert!(hold(5, &[]) && hold(0, &[4]));
        assert!(!hold(6, &[]) && !hold(0, &[5]));
    }

    #[test]
    fn a_bound_is_the_same_for_all_elements() {
        let domains = Domains::new(&Bounds::default());
        for (name, told) in [
            ("rows.len", "rows.len()"),
            ("rows[2].len", "rows[_].len()"),
            ("rows[10][1].0.len", "rows[_][_].0.len()"),
            ("reply#10.len", "reply#_.len()"),
        ] {
            let bound = Assumption::Length { of: told.into(), at_most: 8 };
            assert_eq!(domains.bound(&input(name, InputKind::Length), None), Some(bound));
        }
        assert_eq!(domains.bound(&input("n.len", InputKind::Usize), None), None);
    }

    #[test]
    fn a_bound_says_how_far_beyond_it_something_counts() {
        let (mut domains, length) = (Domains::new(&Bounds::default()), input("v.len", InputKind::Length));
        domains.allow(16);
        for (beyond, at_most) in [(None, 8), (Some(9), 16), (Some(40), 40)] {
            let bound = Assumption::Length { of: "v.len()".into(), at_most };
            assert_eq!(domains.bound(&length, beyond), Some(bound));
        }
    }
}

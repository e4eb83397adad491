//! Models that a person likes to read.

mod reference;

use std::time::Duration;

use forall_solver::{
    Answer, Binary, Embedded, Limit, Model, Preference, Solver, Style, Term, Terms, Unknown, simplest,
};
use reference::{Random, name, ones};

struct Fixture {
    terms: Terms,
    assertions: Vec<Term>,
}

impl Fixture {
    fn new() -> Self {
        Fixture { terms: Terms::new(), assertions: Vec::new() }
    }

    fn assert(&mut self, op: Binary, a: Term, value: i128) {
        let value = self.terms.constant(self.terms.width(a), value as u128);
        let condition = self.terms.binary(op, a, value);
        self.assertions.push(condition);
    }

    fn forbid(&mut self, op: Binary, a: Term, value: i128) {
        self.assert(op, a, value);
        let condition = self.assertions.pop().unwrap();
        self.assertions.push(self.terms.not(condition));
    }

    fn simplest(&mut self, preferences: &[(Term, Style)]) -> Model {
        let mut solver = Embedded::new();
        let Answer::Sat(model) = solver.check(&mut self.terms, &self.assertions, Limit::default()) else {
            panic!()
        };
        self.simplest_from(&mut solver, model, preferences)
    }

    fn simplest_from(
        &mut self,
        solver: &mut dyn Solver,
        model: Model,
        preferences: &[(Term, Style)],
    ) -> Model {
        let preferences: Vec<Preference> =
            preferences.iter().map(|&(variable, style)| Preference { variable, style, best: None }).collect();
        simplest(solver, &mut self.terms, &self.assertions, model, &preferences, Limit::default())
    }
}

#[test]
fn unsigned_values_are_the_smallest() {
    let mut f = Fixture::new();
    let [free, bounded, hidden] = ["free", "bounded", "hidden"].map(|name| f.terms.variable(name, 64));
    f.forbid(Binary::ULt, bounded, 1_000_003);
    // No constant in sight gives this one away: its square is at least 10^12.
    let square = f.terms.binary(Binary::Mul, hidden, hidden);
    f.forbid(Binary::ULt, square, 1_000_000_000_000);
    f.assert(Binary::ULt, hidden, 1 << 30);
    let mut model = Model::new();
    model.set(free, 99);
    model.set(bounded, u128::from(u64::MAX));
    model.set(hidden, 1 << 29);
    let preferences = [free, bounded, hidden].map(|variable| (variable, Style::Unsigned));
    let simple = f.simplest_from(&mut Embedded::new(), model, &preferences);
    assert_eq!([free, bounded, hidden].map(|v| simple.get(v)), [0, 1_000_003, 1_000_000]);
}

#[test]
fn what_is_simple_already_stays_when_it_is_named_again() {
    for style in [Style::Unsigned, Style::Signed, Style::Character, Style::Float] {
        let mut f = Fixture::new();
        let [x, y] = ["x", "y"].map(|name| f.terms.variable(name, 32));
        f.forbid(Binary::ULt, x, 7);
        let sum = f.terms.binary(Binary::Add, x, y);
        f.assert(Binary::Eq, sum, 1000);
        let simple = f.simplest(&[(x, style), (y, style), (x, style), (y, style)]);
        let once = f.simplest(&[(x, style), (y, style)]);
        assert_eq!([x, y].map(|v| simple.get(v)), [x, y].map(|v| once.get(v)), "{style:?}");
        assert_eq!(simple.get(x).wrapping_add(simple.get(y)) & ones(32), 1000, "{style:?}");
    }
}

#[test]
fn signed_values_are_not_negative_if_possible_and_otherwise_close_to_zero() {
    let minus = |value: i128| value as u128 & ones(32);
    for (op, bound, forbidden, expected) in [
        (Binary::SLt, 10, None, 0),
        (Binary::SLt, 10, Some(0), 1),
        (Binary::SLt, 0, None, minus(-1)),
        (Binary::SLt, -100, Some(-101), minus(-102)),
        (Binary::SLt, i128::from(i32::MIN) + 1, None, minus(i128::from(i32::MIN))),
        (Binary::SLt, i128::from(i32::MAX), Some(0), 1),
    ] {
        let mut f = Fixture::new();
        let x = f.terms.variable("x", 32);
        f.assert(op, x, bound);
        if let Some(value) = forbidden {
            f.forbid(Binary::Eq, x, value);
        }
        let mut model = Model::new();
        model.set(x, minus(i128::from(i32::MIN)));
        let simple = f.simplest_from(&mut Embedded::new(), model, &[(x, Style::Signed)]);
        assert_eq!(simple.get(x), expected, "x < {bound}, not {forbidden:?}");
    }
}

#[test]
fn characters_are_letters_then_digits_then_whatever_can_be_printed() {
    let cases: [(&[(char, char)], char); 6] = [
        (&[], 'a'),
        (&[('a', 'c')], 'd'),
        (&[('a', 'z')], '0'),
        (&[('a', 'z'), ('0', '9')], 'A'),
        (&[('a', 'z'), ('0', '9'), ('A', 'Z')], ' '),
        (&[(' ', '~')], '\0'),
    ];
    for (forbidden, expected) in cases {
        let mut f = Fixture::new();
        let c = f.terms.variable("c", 32);
        f.assert(Binary::ULt, c, 0xD800);
        for &(first, last) in forbidden {
            let first_value = f.terms.constant(32, u128::from(first));
            let offset = f.terms.binary(Binary::Sub, c, first_value);
            f.forbid(Binary::ULe, offset, i128::from(u32::from(last) - u32::from(first)));
        }
        let mut model = Model::new();
        model.set(c, 0xD7FF);
        let simple = f.simplest_from(&mut Embedded::new(), model, &[(c, Style::Character)]);
        assert_eq!(char::from_u32(simple.get(c) as u32), Some(expected), "without {forbidden:?}");
    }
}

#[test]
fn earlier_variables_are_served_first() {
    let mut f = Fixture::new();
    let [x, y] = ["x", "y"].map(|name| f.terms.variable(name, 16));
    let sum = f.terms.binary(Binary::Add, x, y);
    f.assert(Binary::Eq, sum, 10);
    let simple = f.simplest(&[(x, Style::Unsigned), (y, Style::Unsigned)]);
    assert_eq!((simple.get(x), simple.get(y)), (0, 10));
    let simple = f.simplest(&[(y, Style::Unsigned), (x, Style::Unsigned)]);
    assert_eq!((simple.get(x), simple.get(y)), (10, 0));
}

/// The order in which the documentation prefers values.
fn rank(style: Style, width: u32, value: u128) -> (u32, u128) {
    match style {
        Style::Signed if value > ones(width) / 2 => (1, ones(width) - value),
        Style::Unsigned | Style::Signed | Style::Float => (0, value),
        Style::Character => match u8::try_from(value).unwrap_or(0) {
            b'a'..=b'z' => (0, value),
            b'0'..=b'9' => (1, value),
            b'A'..=b'Z' => (2, value),
            b' '..=b'~' => (3, value),
            _ => (4, value),
        },
    }
}

#[test]
fn no_solution_of_random_conditions_is_simpler() {
    let mut random = Random::new(8);
    let mut satisfiable = 0;
    for _ in 0..400 {
        let mut f = Fixture::new();
        let widths = random.pick(&[[4, 4, 3], [7, 3, 1], [8, 2, 1], [5, 5, 1]]);
        let styles = [(); 3].map(|()| random.pick(&[Style::Unsigned, Style::Signed, Style::Character]));
        let conditions: Vec<_> = (0..2).map(|_| random.expr(1, 3, &widths)).collect();
        let solutions = (0..1u128 << widths.iter().sum::<u32>()).map(|mut bits| {
            widths.map(|width| {
                let value = bits & ones(width);
                bits >>= width;
                value
            })
        });
        let ranks = |values: &[u128; 3]| -> Vec<_> {
            (0..3).map(|i| rank(styles[i], widths[i], values[i])).collect()
        };
        let best =
            solutions.filter(|values| conditions.iter().all(|c| c.value(values) == 1)).min_by_key(ranks);
        let Some(best) = best else { continue };
        satisfiable += 1;
        f.assertions = conditions.iter().map(|c| c.build(&mut f.terms)).collect();
        let variables: Vec<Term> = (0..3).map(|i| f.terms.variable(&name(i), widths[i])).collect();
        let preferences: Vec<_> = variables.iter().copied().zip(styles).collect();
        let simple = f.simplest(&preferences);
        let found: Vec<u128> = variables.iter().map(|&v| simple.get(v)).collect();
        assert_eq!(found, best, "{styles:?} {conditions:?}");
    }
    assert!(satisfiable > 100, "{satisfiable}");
}

/// Never knows, and counts how often it is asked.
struct Clueless(usize);

impl Solver for Clueless {
    fn check(&mut self, _: &mut Terms, _: &[Term], _: Limit) -> Answer {
        self.0 += 1;
        Answer::Unknown(Unknown::Timeout)
    }
}

#[test]
fn values_that_cannot_be_decided_in_time_are_kept() {
    let mut f = Fixture::new();
    let [x, y] = ["x", "y"].map(|name| f.terms.variable(name, 32));
    let product = f.terms.binary(Binary::Mul, x, y);
    f.assert(Binary::Eq, product, 391);
    let mut model = Model::new();
    model.set(x, 17);
    model.set(y, 23);
    let preferences = [(x, Style::Unsigned), (y, Style::Unsigned)];
    assert_eq!(f.simplest_from(&mut Clueless(0), model.clone(), &preferences), model);
}

#[test]
fn what_evaluation_shows_needs_no_solver() {
    let mut f = Fixture::new();
    let [x, y] = ["x", "y"].map(|name| f.terms.variable(name, 32));
    f.assert(Binary::ULt, x, 100);
    f.forbid(Binary::Eq, y, 3);
    let mut model = Model::new();
    model.set(x, 17);
    model.set(y, 23);
    let mut solver = Clueless(0);
    let simple = f.simplest_from(&mut solver, model, &[(x, Style::Unsigned), (y, Style::Signed)]);
    assert_eq!((simple.get(x), simple.get(y), solver.0), (0, 0, 0));
}

#[test]
fn a_limit_that_has_passed_asks_no_more() {
    let mut f = Fixture::new();
    let x = f.terms.variable("x", 32);
    let square = f.terms.binary(Binary::Mul, x, x);
    f.assert(Binary::Eq, square, 529);
    let mut model = Model::new();
    model.set(x, 23);
    let mut solver = Clueless(0);
    let preferences = [Preference { variable: x, style: Style::Unsigned, best: None }];
    let limit = Limit::of_time(Duration::ZERO);
    let kept = simplest(&mut solver, &mut f.terms, &f.assertions, model.clone(), &preferences, limit);
    assert_eq!((kept, solver.0), (model, 0));
}

#[test]
fn the_best_value_comes_first_and_then_the_simplest() {
    let mut f = Fixture::new();
    let (x, y) = (f.terms.variable("x", 8), f.terms.variable("y", 8));
    let sum = f.terms.binary(Binary::Add, x, y);
    let least = f.terms.constant(8, 16);
    let greater = f.terms.binary(Binary::ULt, least, sum);
    f.assertions.push(greater);
    let mut model = Model::new();
    model.set(x, 0);
    model.set(y, 200);
    let near = |x_best, y_best| {
        [(x, x_best), (y, y_best)].map(|(variable, best)| Preference {
            variable,
            style: Style::Unsigned,
            best,
        })
    };
    let mut values = |preferences: &[Preference]| {
        let mut solver = Embedded::new();
        let limit = Limit::default();
        let found = simplest(&mut solver, &mut f.terms, &f.assertions, model.clone(), preferences, limit);
        (found.get(x), found.get(y))
    };
    assert_eq!(values(&near(None, None)), (0, 17));
    assert_eq!(values(&near(Some(7), None)), (7, 10));
    // What cannot be had is as simple as without it.
    assert_eq!(values(&near(Some(7), Some(9))), (7, 10));
    assert_eq!(values(&near(Some(0), Some(90))), (0, 90));
}

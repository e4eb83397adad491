//! Floating-point operations: values as the machine computes them, rules that keep the meaning, queries and
//! their models.
//!
//! `FORALL_FLOAT_PAIRS` says how many random operands are tried for each operation.

mod reference;

use forall_solver::{
    Answer, Binary, Embedded, Float, Limit, Preference, Rounding, Solver, Style, Term, Terms, simplest,
};
use reference::{Expr, Random, float_edges, hardware, model};

fn wanted_pairs() -> usize {
    std::env::var("FORALL_FLOAT_PAIRS").map_or(20_000, |text| text.parse().expect("a number of pairs"))
}

/// Every operation, with widths of its operands and its result.
fn operations() -> Vec<(Float, u32, u32)> {
    let mut all = Vec::new();
    for op in Float::ALL {
        for (operand, result) in [(32, 32), (64, 64), (32, 64), (64, 32), (32, 1), (64, 1)] {
            let converts = matches!(op, Float::FromS | Float::FromU | Float::ToS | Float::ToU);
            if op.takes(operand, result) && !converts {
                all.push((op, operand, result));
            }
        }
    }
    for float in [32, 64] {
        for integer in [1, 2, 8, 24, 32, 53, 64, 100, 128] {
            all.extend([(Float::FromS, integer, float), (Float::FromU, integer, float)]);
            all.extend([(Float::ToS, float, integer), (Float::ToU, float, integer)]);
        }
    }
    all
}

fn check(terms: &mut Terms, (op, operand, result): (Float, u32, u32), values: &[u128]) {
    let constants: Vec<Term> = values.iter().map(|&value| terms.constant(operand, value)).collect();
    let folded = terms.float(op, &constants, result);
    let found = terms.as_constant(folded).expect("operations on constants are constants");
    let expected = hardware::float(op, operand, result, values);
    assert_eq!(found, expected, "{:?} of {values:x?}: {found:x}, not {expected:x}", (op, operand, result));
}

#[test]
fn values_are_those_of_the_machine_for_all_pairs_of_special_numbers() {
    let mut random = Random::new(11);
    for operation @ (op, operand, _) in operations() {
        let mut terms = Terms::new();
        let edges = match op {
            Float::FromS | Float::FromU => (0..300).map(|_| random.value(operand)).collect(),
            _ => float_edges(operand),
        };
        for &a in &edges {
            if op.arity() == 1 {
                check(&mut terms, operation, &[a]);
                continue;
            }
            for &b in &edges {
                let values = [a, b, random.pick(&edges)];
                check(&mut terms, operation, &values[..op.arity()]);
            }
        }
    }
}

#[test]
fn values_are_those_of_the_machine_for_random_numbers() {
    let mut random = Random::new(12);
    let operations = operations();
    for &operation @ (op, operand, result) in &operations {
        // Conversions of integers of many widths are one operation.
        let float = if matches!(op, Float::FromS | Float::FromU) { result } else { operand };
        let is_same = |(other, a, b): &&(Float, u32, u32)| *other == op && (*a == float || *b == float);
        let widths = match op {
            Float::FromS | Float::FromU | Float::ToS | Float::ToU => {
                operations.iter().filter(is_same).count()
            }
            _ => 1,
        };
        let mut left = wanted_pairs().div_ceil(widths);
        while left > 0 {
            let some = left.min(1_000);
            left -= some;
            // Terms are kept; these need not be.
            let mut terms = Terms::new();
            for _ in 0..some {
                let values = [0; 3].map(|_| match op {
                    Float::FromS | Float::FromU => random.value(operand),
                    _ => random.float(operand),
                });
                check(&mut terms, operation, &values[..op.arity()]);
            }
        }
    }
}

#[test]
fn comparisons_of_converted_integers_keep_their_meaning() {
    let mut terms = Terms::new();
    let mut random = Random::new(13);
    for width in [1, 2, 3, 4, 5, 8, 32, 64, 128] {
        let values: Vec<u128> = match width {
            1..=5 => (0..1 << width).collect(),
            _ => (0..60).map(|_| random.value(width)).collect(),
        };
        for conversion in [Float::FromS, Float::FromU] {
            for float in [32, 64] {
                let converted = Expr::Float(conversion, vec![Expr::Variable(0, width)], float);
                let mut constants = float_edges(float);
                constants
                    .extend(values.iter().map(|&value| hardware::float(conversion, width, float, &[value])));
                constants.truncate(250);
                for (constant, op) in
                    constants.iter().flat_map(|&c| [Float::Eq, Float::Lt, Float::Le].map(|op| (c, op)))
                {
                    let constant = Expr::Constant(float, constant);
                    for operands in
                        [vec![converted.clone(), constant.clone()], vec![constant, converted.clone()]]
                    {
                        let expr = Expr::Float(op, operands, 1);
                        let term = expr.build(&mut terms);
                        for &value in &values {
                            let model = model(&mut terms, &[width], &[value]);
                            assert_eq!(
                                terms.evaluate(term, &model),
                                expr.value(&[value]),
                                "{expr:?} with {value}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn converting_there_and_back_and_rounding_what_is_whole_keep_their_meaning() {
    for width in 1..=5 {
        let mut terms = Terms::new();
        let mut exprs = Vec::new();
        for (conversion, float) in [Float::FromS, Float::FromU].into_iter().flat_map(|c| [(c, 32), (c, 64)]) {
            let converted = Expr::Float(conversion, vec![Expr::Variable(0, width)], float);
            for back in [Float::ToS, Float::ToU] {
                exprs.extend((1..=8).map(|to| Expr::Float(back, vec![converted.clone()], to)));
            }
            let rounded =
                Rounding::ALL.map(|mode| Expr::Float(Float::Round(mode), vec![converted.clone()], float));
            exprs.extend(
                rounded
                    .iter()
                    .map(|once| Expr::Float(Float::Round(Rounding::Floor), vec![once.clone()], float)),
            );
            exprs.extend(rounded);
            for op in [Float::Eq, Float::Lt, Float::Le] {
                exprs.push(Expr::Float(op, vec![converted.clone(), converted.clone()], 1));
            }
        }
        for expr in exprs {
            let term = expr.build(&mut terms);
            for value in 0..1 << width {
                let model = model(&mut terms, &[width], &[value]);
                assert_eq!(terms.evaluate(term, &model), expr.value(&[value]), "{expr:?} with {value}");
            }
        }
    }
}

#[test]
fn converting_there_and_back_keeps_its_meaning_where_digits_are_lost() {
    let mut random = Random::new(15);
    for (float, width) in [(32, 24), (32, 25), (32, 26), (64, 53), (64, 54), (64, 128)] {
        let mut terms = Terms::new();
        let edges = [width - 2, width - 1]
            .map(|bit| [0, 1, 2, 3].map(|d| (1u128 << bit).wrapping_add(d).wrapping_sub(2)));
        let mut values: Vec<u128> = edges.concat();
        values.extend((0..100).map(|_| random.value(width)));
        for (conversion, back) in [(Float::FromS, Float::ToS), (Float::FromU, Float::ToU)] {
            let converted = Expr::Float(conversion, vec![Expr::Variable(0, width)], float);
            let expr = Expr::Float(back, vec![converted], 128);
            let term = expr.build(&mut terms);
            for value in values.iter().map(|value| value & reference::ones(width)) {
                let model = model(&mut terms, &[width], &[value]);
                assert_eq!(terms.evaluate(term, &model), expr.value(&[value]), "{expr:?} with {value}");
            }
        }
    }
}

#[test]
fn comparing_a_number_with_itself_and_rounding_twice_keep_their_meaning() {
    for width in [32, 64] {
        let mut terms = Terms::new();
        let x = Expr::Variable(0, width);
        let mut exprs: Vec<Expr> =
            [Float::Eq, Float::Lt, Float::Le].map(|op| Expr::Float(op, vec![x.clone(), x.clone()], 1)).into();
        for (first, second) in Rounding::ALL.into_iter().flat_map(|a| Rounding::ALL.map(|b| (a, b))) {
            let once = Expr::Float(Float::Round(first), vec![x.clone()], width);
            exprs.push(Expr::Float(Float::Round(second), vec![once], width));
        }
        for expr in exprs {
            let term = expr.build(&mut terms);
            for value in float_edges(width) {
                let model = model(&mut terms, &[width], &[value]);
                assert_eq!(terms.evaluate(term, &model), expr.value(&[value]), "{expr:?} with {value:x}");
            }
        }
    }
}

#[test]
fn comparing_two_numbers_keeps_its_meaning_in_either_order() {
    for width in [32, 64] {
        let mut terms = Terms::new();
        let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
        let edges = float_edges(width);
        for op in [Float::Eq, Float::Lt, Float::Le] {
            for operands in [[x.clone(), y.clone()], [y.clone(), x.clone()]] {
                let expr = Expr::Float(op, operands.into(), 1);
                let term = expr.build(&mut terms);
                for values in edges.iter().flat_map(|&a| edges.iter().map(move |&b| [a, b])) {
                    let model = model(&mut terms, &[width, width], &values);
                    assert_eq!(
                        terms.evaluate(term, &model),
                        expr.value(&values),
                        "{expr:?} with {values:x?}"
                    );
                }
            }
        }
    }
}

#[test]
fn random_terms_with_floats_keep_their_meaning() {
    let mut random = Random::new(14);
    for _ in 0..3_000 {
        let mut terms = Terms::new();
        let widths = [32, 64, random.pick(&[1, 8, 16, 32])];
        let width = random.pick(&[1, 32, 64]);
        let expr = random.float_expr(width, 5, &widths);
        let term = expr.build(&mut terms);
        for _ in 0..12 {
            let values =
                widths.map(|width| if width >= 32 { random.float(width) } else { random.value(width) });
            let model = model(&mut terms, &widths, &values);
            assert_eq!(terms.evaluate(term, &model), expr.value(&values), "{expr:?} with {values:x?}");
        }
    }
}

struct Setup {
    terms: Terms,
    solver: Embedded,
}

impl Setup {
    fn new() -> Self {
        Setup { terms: Terms::new(), solver: Embedded::new() }
    }

    fn f64(&mut self, value: f64) -> Term {
        self.terms.constant(64, u128::from(value.to_bits()))
    }

    fn is(&mut self, op: Float, a: Term, b: Term) -> Term {
        self.terms.float(op, &[a, b], 1)
    }

    fn check(&mut self, assertions: &[Term]) -> Answer {
        let answer = self.solver.check(&mut self.terms, assertions, Limit::default());
        if let Answer::Sat(model) = &answer {
            assert!(assertions.iter().all(|&assertion| self.terms.evaluate(assertion, model) == 1));
        }
        answer
    }

    fn simplest(&mut self, assertions: &[Term], variable: Term) -> f64 {
        let Answer::Sat(model) = self.check(assertions) else { panic!("no model") };
        let preference = Preference { variable, style: Style::Float, best: None };
        let limit = Limit::default();
        let model = simplest(&mut self.solver, &mut self.terms, assertions, model, &[preference], limit);
        f64::from_bits(model.get(variable) as u64)
    }
}

#[test]
fn sums_and_products_of_doubles_are_solved() {
    let mut s = Setup::new();
    let [x, y] = ["x", "y"].map(|name| s.terms.variable(name, 64));
    let sum = s.terms.float(Float::Add, &[x, y], 64);
    let (wanted, three) = (s.f64(10.5), s.f64(3.0));
    let is_wanted = s.is(Float::Eq, sum, wanted);
    let x_large = s.is(Float::Lt, three, x);
    let y_large = s.is(Float::Lt, three, y);
    assert!(matches!(s.check(&[is_wanted, x_large, y_large]), Answer::Sat(_)));
    // Three and more on both sides is at least six.
    let five = s.f64(5.0);
    let too_small = s.is(Float::Lt, sum, five);
    assert_eq!(s.check(&[too_small, x_large, y_large]), Answer::Unsat);
    let product = s.terms.float(Float::Mul, &[x, three], 64);
    let is_twelve = {
        let twelve = s.f64(12.0);
        s.is(Float::Eq, product, twelve)
    };
    let Answer::Sat(model) = s.check(&[is_twelve]) else { panic!() };
    assert_eq!(f64::from_bits(model.get(x) as u64), 4.0);
}

#[test]
fn a_number_that_differs_from_itself_is_found_to_be_a_nan() {
    let mut s = Setup::new();
    let x = s.terms.variable("x", 64);
    let same = s.is(Float::Eq, x, x);
    let differs = s.terms.not(same);
    let Answer::Sat(model) = s.check(&[differs]) else { panic!() };
    assert!(f64::from_bits(model.get(x) as u64).is_nan());
    let zero = s.f64(0.0);
    let quotient = s.terms.float(Float::Div, &[zero, zero], 64);
    let bits = s.terms.constant(64, 0xfff8 << 48);
    assert_eq!(quotient, bits);
}

#[test]
fn a_number_that_has_to_be_subnormal_is_the_least_one() {
    let mut s = Setup::new();
    let x = s.terms.variable("x", 64);
    let (exponent, fraction) = (s.terms.extract(x, 52, 11), s.terms.extract(x, 0, 52));
    let (no_exponent, no_fraction) = (s.terms.constant(11, 0), s.terms.constant(52, 0));
    let is_small = s.terms.binary(Binary::Eq, exponent, no_exponent);
    let is_not_zero = s.terms.binary(Binary::Ne, fraction, no_fraction);
    assert_eq!(s.simplest(&[is_small, is_not_zero], x).to_bits(), 1);
}

#[test]
fn whole_numbers_come_before_others_and_numbers_before_infinities() {
    let mut s = Setup::new();
    let x = s.terms.variable("x", 64);
    let (seven, high) = (s.f64(7.0), s.f64(7.75));
    let above = s.is(Float::Lt, seven, x);
    assert_eq!(s.simplest(&[above], x), 10.0);
    let below = s.is(Float::Lt, x, high);
    let between = s.simplest(&[above, below], x);
    assert_eq!(between, 7.5);
    let zero = s.f64(0.0);
    let not_negative = s.is(Float::Le, zero, x);
    assert_eq!(s.simplest(&[not_negative], x).to_bits(), 0);
    let square = s.terms.float(Float::Mul, &[x, x], 64);
    let two_and_a_quarter = s.f64(2.25);
    let is_square = s.is(Float::Eq, square, two_and_a_quarter);
    assert_eq!(s.simplest(&[is_square], x), 1.5);
    let ten = s.terms.constant(64, u128::from(10.0f64.to_bits()));
    let bits_of_ten = s.terms.binary(Binary::Eq, x, ten);
    assert_eq!(s.simplest(&[bits_of_ten], x), 10.0);
}

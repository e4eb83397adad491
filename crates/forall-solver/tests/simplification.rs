//! Simplified terms mean what was asked for: all operations and operand values at small widths, random terms
//! at all widths.

mod reference;

use forall_solver::{Binary, Terms, Unary};
use reference::everywhere::{check_everywhere, constants};
use reference::{Expr, Random, model, ones};

fn operations() -> impl Iterator<Item = Binary> {
    Binary::ALL.into_iter().filter(|&op| op != Binary::Concat)
}

fn unaries() -> impl Iterator<Item = Unary> {
    Unary::ALL.into_iter().filter(|&op| op != Unary::BSwap)
}

#[test]
fn every_operation_on_variables_and_constants_keeps_its_meaning() {
    let mut terms = Terms::new();
    for width in 1..=5 {
        let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
        let widths = [width, width];
        for op in unaries() {
            check_everywhere(&mut terms, &Expr::unary(op, x.clone()), &[width]);
            for c in constants(width) {
                check_everywhere(&mut terms, &Expr::unary(op, c), &[]);
            }
        }
        for op in operations() {
            check_everywhere(&mut terms, &Expr::binary(op, x.clone(), y.clone()), &widths);
            check_everywhere(&mut terms, &Expr::binary(op, x.clone(), x.clone()), &[width]);
            for c in constants(width) {
                check_everywhere(&mut terms, &Expr::binary(op, x.clone(), c.clone()), &[width]);
                check_everywhere(&mut terms, &Expr::binary(op, c.clone(), x.clone()), &[width]);
                for d in constants(width) {
                    check_everywhere(&mut terms, &Expr::binary(op, c.clone(), d), &[]);
                }
            }
        }
    }
}

/// All ways of making a term of one variable, with constants from a few.
fn shapes_of(x: &Expr, y: &Expr) -> Vec<Expr> {
    let width = x.width();
    // Among them masks of bits that are not adjacent, and divisors whose product fits.
    let mut edge = vec![0, 1, 2, ones(width) / 2, ones(width) / 2 + 1, ones(width)];
    edge.extend([3, 5].into_iter().filter(|&value| width > 2 && value < ones(width) / 2));
    let constants = || edge.iter().map(|&value| Expr::Constant(width, value & ones(width)));
    let mut shapes = vec![x.clone()];
    shapes.extend(unaries().map(|op| Expr::unary(op, x.clone())));
    for op in operations() {
        shapes.push(Expr::binary(op, x.clone(), y.clone()));
        shapes.extend(constants().map(|c| Expr::binary(op, x.clone(), c)));
        shapes.extend(constants().map(|c| Expr::binary(op, c, x.clone())));
    }
    for other in 1..=width + 2 {
        if other > width {
            shapes.push(Expr::ZeroExtend(Box::new(x.clone()), other));
            shapes.push(Expr::SignExtend(Box::new(x.clone()), other));
        } else {
            shapes.extend((0..=width - other).map(|low| Expr::Extract(Box::new(x.clone()), low, other)));
        }
    }
    shapes.push(Expr::binary(Binary::Concat, x.clone(), y.clone()));
    shapes.extend(constants().map(|c| Expr::binary(Binary::Concat, x.clone(), c)));
    shapes.extend(constants().map(|c| Expr::binary(Binary::Concat, c, x.clone())));
    let condition = Expr::Extract(Box::new(x.clone()), 0, 1);
    for c in constants() {
        let other = Expr::Constant(width, (edge[3] ^ 1) & ones(width));
        shapes.push(Expr::Ite(Box::new(condition.clone()), Box::new(c.clone()), Box::new(y.clone())));
        shapes.push(Expr::Ite(Box::new(condition.clone()), Box::new(c), Box::new(other)));
    }
    shapes
}

#[test]
fn every_operation_on_the_result_of_every_other_keeps_its_meaning() {
    let mut terms = Terms::new();
    for (width, y_width) in [(1, 1), (2, 2), (3, 1)] {
        // All values of both at the last width would take most of the time of all tests.
        let (x, y) =
            (Expr::Variable(0, width), Expr::SignExtend(Box::new(Expr::Variable(1, y_width)), width));
        for inner in shapes_of(&x, &y) {
            let other = match inner.width() == width {
                true => y.clone(),
                false => Expr::ZeroExtend(Box::new(Expr::Extract(Box::new(y.clone()), 0, 1)), inner.width()),
            };
            for outer in shapes_of(&inner, &other) {
                check_everywhere(&mut terms, &outer, &[width, y_width]);
            }
        }
    }
}

#[test]
fn every_operation_on_the_result_of_every_other_keeps_its_meaning_in_more_bits() {
    for width in [4, 5] {
        let mut terms = Terms::new();
        let x = Expr::Variable(0, width);
        // The other operand follows from the first: two free ones would take minutes.
        let y = Expr::Extract(Box::new(Expr::binary(Binary::Concat, x.clone(), x.clone())), 1, width);
        for inner in shapes_of(&x, &y) {
            let bit = Expr::Extract(Box::new(y.clone()), 0, 1);
            let other = match inner.width() {
                same if same == width => y.clone(),
                1 => bit,
                other => Expr::ZeroExtend(Box::new(bit), other),
            };
            for outer in shapes_of(&inner, &other) {
                check_everywhere(&mut terms, &outer, &[width]);
            }
        }
    }
}

#[test]
fn an_operation_done_twice_with_constants_keeps_its_meaning() {
    for width in 1..=5 {
        let mut terms = Terms::new();
        let x = Expr::Variable(0, width);
        for (op, c) in operations().flat_map(|op| constants(width).map(move |c| (op, c))) {
            let once = Expr::binary(op, x.clone(), c);
            for d in constants(once.width()) {
                check_everywhere(&mut terms, &Expr::binary(op, once.clone(), d), &[width]);
            }
        }
    }
}

/// All comparisons of x with y and with constants.
fn comparisons(x: &Expr, y: &Expr) -> Vec<Expr> {
    let ops = [Binary::Eq, Binary::Ne, Binary::ULt, Binary::ULe, Binary::SLt, Binary::SLe];
    let mut all = Vec::new();
    for op in ops {
        all.push(Expr::binary(op, x.clone(), y.clone()));
        all.push(Expr::binary(op, y.clone(), x.clone()));
        all.extend(constants(x.width()).map(|c| Expr::binary(op, x.clone(), c)));
        all.extend(constants(x.width()).map(|c| Expr::binary(op, c, x.clone())));
    }
    all
}

#[test]
fn two_comparisons_of_the_same_terms_keep_their_meaning() {
    let mut terms = Terms::new();
    for width in 1..=3 {
        let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
        let comparisons = comparisons(&x, &y);
        for (a, b) in comparisons.iter().flat_map(|a| comparisons.iter().map(move |b| (a, b))) {
            for op in [Binary::And, Binary::Or, Binary::Eq, Binary::Xor] {
                check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), &[width, width]);
            }
        }
    }
}

#[test]
fn two_comparisons_of_the_same_terms_keep_their_meaning_in_more_bits() {
    let mut terms = Terms::new();
    for width in 4..=5 {
        let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
        // Those that are stored; no rule is about one with a constant and one without.
        let ops = [Binary::Eq, Binary::ULt, Binary::SLt];
        let both = |a: &Expr, b: &Expr| ops.map(|op| Expr::binary(op, a.clone(), b.clone()));
        let with_constants: Vec<Expr> =
            constants(width).flat_map(|c| [both(&x, &c), both(&c, &x)]).flatten().collect();
        let without = [both(&x, &y), both(&y, &x)].concat();
        for (comparisons, widths) in [(with_constants, &[width][..]), (without, &[width, width])] {
            for (a, b) in comparisons.iter().flat_map(|a| comparisons.iter().map(move |b| (a, b))) {
                for op in [Binary::And, Binary::Or, Binary::Eq] {
                    check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), widths);
                }
            }
        }
    }
}

#[test]
fn three_way_comparisons_keep_their_meaning() {
    let mut terms = Terms::new();
    for width in 2..=5 {
        let (p, q) = (Expr::Variable(0, 1), Expr::Variable(1, 1));
        let [wide_p, wide_q] = [p, q].map(|bit| Expr::ZeroExtend(Box::new(bit), width));
        let difference = Expr::binary(Binary::Sub, wide_p, wide_q);
        for comparison in comparisons(&difference, &Expr::Constant(width, 1)) {
            check_everywhere(&mut terms, &comparison, &[1, 1]);
        }
    }
}

#[test]
fn what_a_match_on_an_ordering_asks_is_a_comparison() {
    let mut terms = Terms::new();
    let (a, b) = (terms.variable("a", 32), terms.variable("b", 32));
    let less = terms.binary(Binary::SLt, a, b);
    let greater = terms.binary(Binary::SLt, b, a);
    let [wide_less, wide_greater] = [less, greater].map(|bit| terms.zero_extend(bit, 8));
    let ordering = terms.binary(Binary::Sub, wide_greater, wide_less);
    let equal = terms.binary(Binary::Eq, a, b);
    for (value, expected) in [(255, less), (0, equal), (1, greater)] {
        let value = terms.constant(8, value);
        assert_eq!(terms.binary(Binary::Eq, ordering, value), expected);
    }
    let two = terms.constant(8, 2);
    let never = terms.binary(Binary::Eq, ordering, two);
    assert_eq!(terms.as_constant(never), Some(0));
}

#[test]
fn comparisons_of_sums_keep_their_meaning() {
    let mut terms = Terms::new();
    for (width, bits) in [(2, 1), (3, 1), (3, 2), (4, 2), (5, 2)] {
        let [x, y] = [0, 1].map(|i| Expr::ZeroExtend(Box::new(Expr::Variable(i, bits)), width));
        let sum = Expr::binary(Binary::Add, x.clone(), y.clone());
        let mut sums = vec![x, y, sum.clone()];
        sums.extend(constants(width).map(|c| Expr::binary(Binary::Add, sum.clone(), c)));
        let doubled: Vec<Expr> =
            sums.iter().map(|s| Expr::binary(Binary::Add, s.clone(), sums[0].clone())).collect();
        sums.extend(doubled);
        for (a, b) in sums.iter().flat_map(|a| sums.iter().map(move |b| (a, b))) {
            for op in [Binary::ULt, Binary::SLt] {
                check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), &[bits, bits]);
            }
        }
    }
}

#[test]
fn parts_of_values_put_together_keep_their_meaning() {
    let mut terms = Terms::new();
    let width = 3;
    let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
    let mut parts = Vec::new();
    for source in [&x, &y] {
        for part in 1..=2 {
            parts.extend((0..=width - part).map(|low| Expr::Extract(Box::new(source.clone()), low, part)));
        }
    }
    let signs: Vec<Expr> =
        parts.iter().filter(|p| p.width() == 1).map(|p| Expr::SignExtend(Box::new(p.clone()), 2)).collect();
    parts.extend(signs);
    parts.extend([
        x.clone(),
        Expr::ZeroExtend(Box::new(x.clone()), 5),
        Expr::Constant(2, 0),
        Expr::Constant(2, 2),
    ]);
    for a in &parts {
        for b in &parts {
            let pair = Expr::binary(Binary::Concat, a.clone(), b.clone());
            check_everywhere(&mut terms, &pair, &[width, width]);
            for c in &parts[..8] {
                check_everywhere(
                    &mut terms,
                    &Expr::binary(Binary::Concat, pair.clone(), c.clone()),
                    &[width, width],
                );
                check_everywhere(
                    &mut terms,
                    &Expr::binary(Binary::Concat, c.clone(), pair.clone()),
                    &[width, width],
                );
            }
        }
    }
}

#[test]
fn random_terms_of_all_widths_keep_their_meaning() {
    let mut random = Random::new(1);
    for _ in 0..6000 {
        let mut terms = Terms::new();
        let widths: Vec<u32> = (0..3).map(|_| random.width()).collect();
        let width = random.pick(&[1, 1, widths[0], widths[1]]);
        let expr = random.expr(width, 6, &widths);
        let term = expr.build(&mut terms);
        assert_eq!(terms.width(term), width);
        for _ in 0..12 {
            let values: Vec<u128> = widths.iter().map(|&width| random.value(width)).collect();
            let model = model(&mut terms, &widths, &values);
            assert_eq!(terms.evaluate(term, &model), expr.value(&values), "{expr:?} with {values:?}");
        }
    }
}

#[test]
fn equal_terms_are_one_term() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", 32), terms.variable("y", 32));
    assert_eq!(x, terms.variable("x", 32));
    assert_ne!(x, terms.variable("x", 16));
    assert_eq!(terms.binary(Binary::Add, x, y), terms.binary(Binary::Add, y, x));
    let less = terms.binary(Binary::ULt, x, y);
    let at_least = terms.binary(Binary::ULe, y, x);
    assert_eq!(terms.not(less), at_least);
}

#[test]
fn bytes_put_together_give_back_the_value_they_were_taken_from() {
    let mut terms = Terms::new();
    let x = terms.variable("x", 32);
    let y = terms.variable("y", 32);
    let product = terms.binary(Binary::Mul, x, y);
    let wide = terms.sign_extend(product, 64);
    for value in [x, product, wide] {
        let bytes: Vec<_> = (0..terms.width(value) / 8).map(|i| terms.extract(value, 8 * i, 8)).collect();
        let upwards =
            bytes.iter().copied().reduce(|low, high| terms.binary(Binary::Concat, high, low)).unwrap();
        assert_eq!(upwards, value);
        let downwards =
            bytes.iter().rev().copied().reduce(|high, low| terms.binary(Binary::Concat, high, low)).unwrap();
        assert_eq!(downwards, value);
    }
}

#[test]
fn bytes_shifted_into_place_are_one_value() {
    let mut terms = Terms::new();
    let bytes: Vec<_> = (0..4).map(|i| terms.variable(&format!("b{i}"), 8)).collect();
    let mut value = terms.constant(32, 0);
    for (i, &byte) in bytes.iter().enumerate() {
        let wide = terms.zero_extend(byte, 32);
        let distance = terms.constant(32, 8 * i as u128);
        let shifted = terms.binary(Binary::Shl, wide, distance);
        value = terms.binary(Binary::Or, value, shifted);
    }
    let together = bytes.iter().copied().reduce(|low, high| terms.binary(Binary::Concat, high, low)).unwrap();
    assert_eq!(value, together);
}

#[test]
fn comparisons_of_what_a_compiler_makes_of_small_types_become_small() {
    let mut terms = Terms::new();
    let x = terms.variable("x", 8);
    let wide = terms.zero_extend(x, 64);
    let [seven, hundred, thousand] = [7, 100, 1000].map(|value| terms.constant(64, value));
    let narrow_seven = terms.constant(8, 7);
    let narrow_hundred = terms.constant(8, 100);
    assert_eq!(terms.binary(Binary::Eq, wide, seven), terms.binary(Binary::Eq, x, narrow_seven));
    assert_eq!(terms.binary(Binary::SLt, wide, hundred), terms.binary(Binary::ULt, x, narrow_hundred));
    let impossible = terms.binary(Binary::Eq, wide, thousand);
    assert_eq!(terms.as_constant(impossible), Some(0));
    let certain = terms.binary(Binary::ULt, wide, thousand);
    assert_eq!(terms.as_constant(certain), Some(1));

    // A bool that was stored as a byte and is tested again.
    let condition = terms.binary(Binary::ULt, x, narrow_hundred);
    let byte = terms.zero_extend(condition, 8);
    let zero = terms.constant(8, 0);
    assert_eq!(terms.binary(Binary::Ne, byte, zero), condition);
    let bit = terms.extract(byte, 0, 1);
    assert_eq!(bit, condition);

    // An index that was reduced is in bounds.
    let ten = terms.constant(64, 10);
    let y = terms.variable("y", 64);
    let index = terms.binary(Binary::URem, y, ten);
    let in_bounds = terms.binary(Binary::ULt, index, ten);
    assert_eq!(terms.as_constant(in_bounds), Some(1));
}

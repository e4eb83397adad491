//! Simplified terms mean what was asked for, where a rule looks at what both operands are made of: all values
//! of all variables.

mod reference;

use forall_solver::{Binary, Terms, Unary};
use reference::Expr;
use reference::everywhere::{check_everywhere, constants};

fn boxed(expr: &Expr) -> Box<Expr> {
    Box::new(expr.clone())
}

fn not(expr: &Expr) -> Expr {
    Expr::unary(Unary::Not, expr.clone())
}

fn pairs(exprs: &[Expr]) -> impl Iterator<Item = (&Expr, &Expr)> {
    exprs.iter().flat_map(|a| exprs.iter().map(move |b| (a, b)))
}

#[test]
fn every_operation_on_two_extended_numbers_keeps_its_meaning() {
    let extended = |index: usize, bits: u32, width: u32| {
        let variable = Expr::Variable(index, bits);
        [Expr::ZeroExtend(boxed(&variable), width), Expr::SignExtend(boxed(&variable), width)]
    };
    // In the wider ones, products and quotients are computed in fewer bits.
    for width in 2..=9 {
        let mut terms = Terms::new();
        let most = if width > 5 { 3 } else { width - 1 };
        for (a_bits, b_bits) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
            for (a, b) in extended(0, a_bits, width)
                .iter()
                .flat_map(|a| extended(1, b_bits, width).map(move |b| (a.clone(), b)))
            {
                for op in Binary::ALL {
                    let expr = Expr::binary(op, a.clone(), b.clone());
                    check_everywhere(&mut terms, &expr, &[a_bits, b_bits]);
                }
            }
            // Small constants count as narrow, too.
            for (a, b) in
                extended(0, a_bits, width).iter().flat_map(|a| constants(width).map(move |c| (a.clone(), c)))
            {
                for op in
                    [Binary::Mul, Binary::SDiv, Binary::SRem, Binary::SMulOverflow, Binary::SAddOverflow]
                {
                    check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), &[a_bits]);
                    check_everywhere(&mut terms, &Expr::binary(op, b.clone(), a.clone()), &[a_bits]);
                }
            }
        }
    }
}

/// Sums, differences and multiples of three variables.
fn sums(width: u32) -> Vec<Expr> {
    let [a, b, c] = [0, 1, 2].map(|index| Expr::Variable(index, width));
    let add = |x: &Expr, y: &Expr| Expr::binary(Binary::Add, x.clone(), y.clone());
    let subtract = |x: &Expr, y: &Expr| Expr::binary(Binary::Sub, x.clone(), y.clone());
    let times = |x: &Expr, factor: u128| {
        Expr::binary(Binary::Mul, x.clone(), Expr::Constant(width, factor & reference::ones(width)))
    };
    let (one, all) = (Expr::Constant(width, 1), Expr::Constant(width, reference::ones(width)));
    let ab = add(&a, &b);
    vec![
        a.clone(),
        b.clone(),
        Expr::unary(Unary::Neg, a.clone()),
        not(&a),
        not(&ab),
        add(&a, &a),
        times(&a, 3),
        times(&a, 6),
        subtract(&a, &b),
        subtract(&b, &a),
        add(&a, &one),
        add(&b, &all),
        subtract(&one, &a),
        subtract(&a, &c),
        add(&b, &c),
        add(&ab, &c),
        add(&ab, &one),
        subtract(&ab, &c),
        subtract(&subtract(&a, &b), &c),
        add(&times(&a, 3), &b),
        subtract(&b, &times(&a, 3)),
        Expr::binary(Binary::Xor, a.clone(), b.clone()),
        ab,
    ]
}

#[test]
fn sums_of_sums_and_their_comparisons_keep_their_meaning() {
    for width in 1..=5 {
        let mut terms = Terms::new();
        // The third variable is narrower where all values of all would take long.
        let third = width.min(6u32.saturating_sub(width)).min(2);
        let narrow_third = |expr: &Expr| narrowed_third(expr, width, third);
        let sums: Vec<Expr> = sums(width).iter().map(narrow_third).collect();
        for (a, b) in pairs(&sums) {
            for op in [Binary::Add, Binary::Sub, Binary::Xor, Binary::Eq, Binary::ULt] {
                check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), &[width, width, third]);
            }
        }
    }
}

/// The same with a third variable of so many bits.
fn narrowed_third(expr: &Expr, width: u32, bits: u32) -> Expr {
    match expr {
        Expr::Variable(2, _) if bits < width => Expr::SignExtend(Box::new(Expr::Variable(2, bits)), width),
        Expr::Unary(op, a) => Expr::unary(*op, narrowed_third(a, width, bits)),
        Expr::Binary(op, a, b) => {
            Expr::binary(*op, narrowed_third(a, width, bits), narrowed_third(b, width, bits))
        }
        other => other.clone(),
    }
}

/// Selections by a bit, by its complement, and by another, one within the other.
fn selections(width: u32) -> Vec<Expr> {
    let conditions = [Expr::Variable(0, 1), not(&Expr::Variable(0, 1)), Expr::Variable(1, 1)];
    let [x, y] = [2, 3].map(|index| Expr::Variable(index, width));
    let plain = [x.clone(), y.clone(), not(&x), Expr::Constant(width, 0), Expr::Constant(width, 1)];
    let ite = |c: &Expr, a: &Expr, b: &Expr| Expr::Ite(boxed(c), boxed(a), boxed(b));
    let mut selections = Vec::new();
    for condition in &conditions {
        selections.extend(pairs(&plain).map(|(a, b)| ite(condition, a, b)));
    }
    let inner = selections.clone();
    for condition in &conditions[..2] {
        selections.extend(inner.iter().step_by(7).map(|inner| ite(condition, inner, &x)));
        selections.extend(inner.iter().step_by(7).map(|inner| ite(condition, &y, inner)));
        selections.extend(inner.iter().step_by(7).map(|inner| ite(condition, &plain[4], inner)));
    }
    selections
}

#[test]
fn selections_put_together_and_compared_keep_their_meaning() {
    for width in 1..=2 {
        let mut terms = Terms::new();
        let selections = selections(width);
        let widths = [1, 1, width, width];
        for selection in &selections {
            check_everywhere(&mut terms, selection, &widths);
            for c in constants(width) {
                for op in [Binary::Eq, Binary::ULt, Binary::SLt, Binary::And, Binary::Or, Binary::Xor] {
                    check_everywhere(&mut terms, &Expr::binary(op, selection.clone(), c.clone()), &widths);
                }
            }
        }
        let some: Vec<Expr> = selections.into_iter().step_by(5).collect();
        for (a, b) in pairs(&some) {
            for op in [Binary::Concat, Binary::Eq, Binary::And, Binary::Or] {
                check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), &widths);
            }
        }
    }
}

#[test]
fn selections_of_bits_by_related_bits_keep_their_meaning() {
    let mut terms = Terms::new();
    let bits: Vec<Expr> = (0..3).map(|index| Expr::Variable(index, 1)).collect();
    let mut all: Vec<Expr> = bits.iter().cloned().chain(bits.iter().map(not)).chain(constants(1)).collect();
    let combined: Vec<Expr> = [Binary::And, Binary::Or, Binary::Xor]
        .into_iter()
        .flat_map(|op| pairs(&bits).map(move |(a, b)| Expr::binary(op, a.clone(), b.clone())))
        .collect();
    all.extend(combined);
    for c in &all {
        for (a, b) in pairs(&all) {
            check_everywhere(&mut terms, &Expr::Ite(boxed(c), boxed(a), boxed(b)), &[1, 1, 1]);
        }
    }
}

#[test]
fn complements_and_parts_of_both_operands_keep_their_meaning() {
    for width in 2..=5 {
        let mut terms = Terms::new();
        let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, 2));
        let low = |bits: u32| Expr::Extract(boxed(&x), 0, bits);
        let mut operands = vec![x.clone(), not(&x), Expr::unary(Unary::BitReverse, x.clone())];
        operands.push(Expr::SignExtend(boxed(&y), width));
        for bits in 1..width {
            let high = Expr::Extract(boxed(&x), bits, width - bits);
            operands.push(Expr::binary(Binary::Concat, low(width - bits), Expr::Constant(bits, 0)));
            operands.push(Expr::binary(Binary::Concat, low(width - bits), Expr::Constant(bits, 1)));
            operands.push(Expr::binary(Binary::Concat, high.clone(), low(bits)));
            operands.push(Expr::binary(Binary::Concat, Expr::Constant(width - bits, 1), low(bits)));
            operands.push(Expr::ZeroExtend(boxed(&high), width));
            operands.push(Expr::SignExtend(boxed(&low(bits)), width));
        }
        let shifted: Vec<Expr> = [Binary::Shl, Binary::LShr, Binary::AShr]
            .map(|op| Expr::binary(op, x.clone(), Expr::SignExtend(boxed(&y), width)))
            .into();
        operands.extend(shifted);
        let negated: Vec<Expr> = operands.iter().skip(3).step_by(3).map(not).collect();
        operands.extend(negated);
        for (a, b) in pairs(&operands) {
            for op in Binary::ALL.into_iter().filter(|&op| op != Binary::Concat || width < 4) {
                check_everywhere(&mut terms, &Expr::binary(op, a.clone(), b.clone()), &[width, 2]);
            }
        }
    }
}

#[test]
fn swapped_bytes_keep_their_meaning() {
    let mut terms = Terms::new();
    for width in [8, 16] {
        let swapped = Expr::unary(Unary::BSwap, Expr::Variable(0, width));
        let twice = Expr::unary(Unary::BSwap, swapped.clone());
        let wanted = Expr::Constant(width, 0x1234 & reference::ones(width));
        let equal = Expr::binary(Binary::Eq, swapped.clone(), wanted);
        for expr in [swapped, twice, equal] {
            check_everywhere(&mut terms, &expr, &[width]);
        }
    }
}

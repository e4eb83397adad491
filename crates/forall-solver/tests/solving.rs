//! Answers of the embedded solver: every operation at small widths, random terms at all widths, limits.

mod reference;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use forall_solver::{Answer, Binary, Cancel, Embedded, Limit, Solver, Term, Terms, Unary, Unknown};
use reference::{Expr, Random, name, ones};

fn equal(terms: &mut Terms, t: Term, value: u128) -> Term {
    let value = terms.constant(terms.width(t), value);
    terms.binary(Binary::Eq, t, value)
}

/// With its variables fixed by equations, the expression has the value it should and no other.
fn check_circuit(terms: &mut Terms, solver: &mut Embedded, expr: &Expr, widths: &[u32], values: &[u128]) {
    let term = expr.build(terms);
    let expected = equal(terms, term, expr.value(values));
    let mut assertions: Vec<Term> = Vec::new();
    for (index, (&width, &value)) in widths.iter().zip(values).enumerate() {
        let variable = terms.variable(&name(index), width);
        assertions.push(equal(terms, variable, value));
    }
    let unexpected = terms.not(expected);
    for (last, satisfiable) in [(unexpected, false), (expected, true)] {
        assertions.push(last);
        let answer = solver.check(terms, &assertions, Limit::default());
        assert_eq!(matches!(answer, Answer::Sat(_)), satisfiable, "{expr:?} with {values:?}");
        assert_eq!(answer == Answer::Unsat, !satisfiable, "{expr:?} with {values:?}");
        assertions.pop();
    }
}

#[test]
fn the_circuit_of_every_operation_computes_it_for_all_operands() {
    let mut terms = Terms::new();
    for width in 1..=4 {
        let mut solver = Embedded::new();
        let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
        for a in 0..=ones(width) {
            for op in Unary::ALL.into_iter().filter(|&op| op != Unary::BSwap) {
                check_circuit(&mut terms, &mut solver, &Expr::unary(op, x.clone()), &[width], &[a]);
            }
            for b in 0..=ones(width) {
                for op in Binary::ALL {
                    let expr = Expr::binary(op, x.clone(), y.clone());
                    check_circuit(&mut terms, &mut solver, &expr, &[width, width], &[a, b]);
                }
            }
        }
    }
}

#[test]
fn the_circuit_of_every_operation_with_a_constant_computes_it_for_all_operands() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    for width in 2..=4 {
        let x = Expr::Variable(0, width);
        for c in 0..=ones(width) {
            for op in Binary::ALL {
                let shapes = [
                    Expr::binary(op, x.clone(), Expr::Constant(width, c)),
                    Expr::binary(op, Expr::Constant(width, c), x.clone()),
                ];
                for (shape, a) in shapes.iter().flat_map(|shape| (0..=ones(width)).map(move |a| (shape, a))) {
                    check_circuit(&mut terms, &mut solver, shape, &[width], &[a]);
                }
            }
        }
    }
}

#[test]
fn circuits_of_wide_operations_compute_random_operands() {
    let mut random = Random::new(5);
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    for round in 0..3 {
        for width in [8, 16, 24, 64, 128] {
            let (x, y) = (Expr::Variable(0, width), Expr::Variable(1, width));
            for op in Unary::ALL {
                check_circuit(
                    &mut terms,
                    &mut solver,
                    &Expr::unary(op, x.clone()),
                    &[width],
                    &[random.value(width)],
                );
            }
            // Concatenation would pass the greatest width.
            for op in Binary::ALL.into_iter().filter(|&op| op != Binary::Concat) {
                let (a, b) = (random.value(width), random.value(width));
                let right = if round == 0 { Expr::Constant(width, b) } else { y.clone() };
                check_circuit(
                    &mut terms,
                    &mut solver,
                    &Expr::binary(op, x.clone(), right),
                    &[width, width],
                    &[a, b],
                );
            }
        }
    }
}

#[test]
fn random_conditions_with_a_known_solution_are_satisfiable() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let mut terms = Terms::new();
        let mut solver = Embedded::new();
        let widths: Vec<u32> = (0..3).map(|_| random.pick(&[1, 7, 8, 16, 32, 64, 128])).collect();
        let values: Vec<u128> = widths.iter().map(|&width| random.value(width)).collect();
        let mut assertions = Vec::new();
        for _ in 0..4 {
            let condition = random.expr(1, 4, &widths);
            let term = condition.build(&mut terms);
            assertions.push(if condition.value(&values) == 1 { term } else { terms.not(term) });
            let limit = Limit::of_time(Duration::from_millis(500));
            match solver.check(&mut terms, &assertions, limit) {
                Answer::Sat(model) => {
                    assert!(assertions.iter().all(|&assertion| terms.evaluate(assertion, &model) == 1));
                }
                // Wide multiplications and divisions may take longer; a wrong answer they may not give.
                answer => assert_eq!(answer, Answer::Unknown(Unknown::Timeout), "{condition:?}"),
            }
        }
    }
}

#[test]
fn verdicts_on_random_conditions_are_those_of_trying_all_inputs() {
    let mut random = Random::new(3);
    let mut counts = [0, 0];
    for _ in 0..300 {
        let mut terms = Terms::new();
        let mut solver = Embedded::new();
        let widths = random.pick(&[[4, 4, 4], [8, 3, 1], [6, 6, 1], [5, 5, 2]]);
        let total: u32 = widths.iter().sum();
        let conditions: Vec<Expr> = (0..5).map(|_| random.expr(1, 4, &widths)).collect();
        for used in 1..=conditions.len() {
            let assertions: Vec<Term> = conditions[..used].iter().map(|c| c.build(&mut terms)).collect();
            let all_inputs = 0..1u128 << total;
            let satisfiable = all_inputs
                .map(|bits| split(bits, &widths))
                .any(|values| conditions[..used].iter().all(|condition| condition.value(&values) == 1));
            let answer = solver.check(&mut terms, &assertions, Limit::default());
            assert_eq!(matches!(answer, Answer::Sat(_)), satisfiable, "{:?}", &conditions[..used]);
            assert_eq!(answer == Answer::Unsat, !satisfiable, "{:?}", &conditions[..used]);
            counts[usize::from(satisfiable)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "both verdicts are met often: {counts:?}");
}

fn split(mut bits: u128, widths: &[u32]) -> Vec<u128> {
    let values = widths.iter().map(|&width| {
        let value = bits & ones(width);
        bits >>= width;
        value
    });
    values.collect()
}

#[test]
fn a_query_that_is_too_hard_ends_soon_after_its_limit() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let (p, q) = (terms.variable("p", 64), terms.variable("q", 64));
    let one = terms.constant(64, 1);
    // The product of two primes of 31 and 32 bits.
    let product = terms.binary(Binary::Mul, p, q);
    let mut assertions = vec![equal(&mut terms, product, 2147483647 * 4294967291)];
    assertions.push(terms.binary(Binary::ULt, one, p));
    assertions.push(terms.binary(Binary::ULt, p, q));
    let overflow = terms.binary(Binary::UMulOverflow, p, q);
    assertions.push(terms.not(overflow));
    let started = Instant::now();
    let answer = solver.check(&mut terms, &assertions, Limit::of_time(Duration::from_millis(50)));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    match answer {
        Answer::Sat(model) => assert_eq!((model.get(p), model.get(q)), (2147483647, 4294967291)),
        answer => assert_eq!(answer, Answer::Unknown(Unknown::Timeout)),
    }
}

/// Two primes of so many bits, given their product.
fn primes(terms: &mut Terms, product: u128) -> Vec<Term> {
    let (p, q) = (terms.variable("p", 64), terms.variable("q", 64));
    let one = terms.constant(64, 1);
    let multiplied = terms.binary(Binary::Mul, p, q);
    let overflow = terms.binary(Binary::UMulOverflow, p, q);
    vec![
        equal(terms, multiplied, product),
        terms.binary(Binary::ULt, one, p),
        terms.binary(Binary::ULt, p, q),
        terms.not(overflow),
    ]
}

/// Whether there is an answer depends on how much work it takes, and that on the query alone: not on how long
/// the work takes while others use the processors.
#[test]
fn work_decides_the_same_queries_on_a_busy_machine() {
    let outcome = |work: u64| {
        let mut terms = Terms::new();
        let mut solver = Embedded::new();
        let assertions = primes(&mut terms, 65521 * 4294967291);
        let answer = solver.check(&mut terms, &assertions, Limit { work, time: Duration::from_secs(600) });
        (answer, solver.work())
    };
    let limits = [10_000, 300_000, 1_000_000];
    let calm = limits.map(outcome);
    for ((answer, spent), limit) in calm.iter().zip(limits) {
        assert_eq!(*answer, Answer::Unknown(Unknown::Work));
        assert!((limit..2 * limit + 2_000_000).contains(spent), "{spent} of {limit}");
    }
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 * std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        assert_eq!(limits.map(outcome), calm);
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn time_that_ends_a_query_is_told_apart_from_work() {
    let mut terms = Terms::new();
    let assertions = primes(&mut terms, 2147483647 * 4294967291);
    let limit = Limit { time: Duration::from_millis(1), ..Limit::default() };
    assert_eq!(Embedded::new().check(&mut terms, &assertions, limit), Answer::Unknown(Unknown::Timeout));
}

#[test]
fn a_query_that_needs_too_much_memory_is_not_answered_and_the_next_one_is() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new().with_memory(4 << 20);
    let (p, q) = (terms.variable("p", 128), terms.variable("q", 128));
    let product = terms.binary(Binary::Mul, p, q);
    let quotient = terms.binary(Binary::UDiv, product, p);
    let hard = equal(&mut terms, quotient, 12345);
    assert_eq!(solver.check(&mut terms, &[hard], Limit::default()), Answer::Unknown(Unknown::Memory));
    let sum = terms.binary(Binary::Add, p, q);
    let easy = equal(&mut terms, sum, 12345);
    assert!(matches!(solver.check(&mut terms, &[easy], Limit::default()), Answer::Sat(_)));
}

#[test]
fn circuits_that_are_no_longer_asked_about_give_way_to_others() {
    let mut terms = Terms::new();
    // Room for one of these products and a half.
    let mut solver = Embedded::new().with_memory(20 << 20);
    for i in 0..6 {
        let [x, y] = ["x", "y"].map(|name| terms.variable(&format!("{name}{i}"), 64));
        let product = terms.binary(Binary::Mul, x, y);
        let condition = equal(&mut terms, product, 6);
        assert!(matches!(solver.check(&mut terms, &[condition], Limit::default()), Answer::Sat(_)), "{i}");
    }
}

#[test]
fn a_query_can_be_cancelled() {
    let mut terms = Terms::new();
    let cancel = Cancel::default();
    let mut solver = Embedded::new().cancelled_by(cancel.clone());
    let (p, q) = (terms.variable("p", 64), terms.variable("q", 64));
    let product = terms.binary(Binary::Mul, p, q);
    let one = terms.constant(64, 1);
    let overflow = terms.binary(Binary::UMulOverflow, p, q);
    // The product of two primes of 31 and 32 bits.
    let mut assertions = vec![equal(&mut terms, product, 2147483647 * 4294967291), terms.not(overflow)];
    assertions.push(terms.binary(Binary::ULt, one, p));
    assertions.push(terms.binary(Binary::ULt, p, q));
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            cancel.cancel();
        });
        let answer = solver.check(&mut terms, &assertions, Limit::of_time(Duration::from_secs(600)));
        assert!(matches!(answer, Answer::Unknown(Unknown::Cancelled) | Answer::Sat(_)), "{answer:?}");
    });
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn a_variable_with_a_single_value_left_is_replaced_by_it() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, 64));
    let n = terms.variable("n", 8);
    let (low, high) = (terms.constant(8, 21), terms.constant(8, 20));
    let (below, above) = (terms.binary(Binary::ULt, n, low), terms.binary(Binary::ULt, n, high));
    let above = terms.not(above);
    let distance = terms.zero_extend(n, 64);
    let (a, b) = (terms.binary(Binary::Shl, x, distance), terms.binary(Binary::Mul, y, y));
    let (c, d) = (terms.binary(Binary::Mul, a, b), terms.binary(Binary::Mul, b, a));
    let same = terms.binary(Binary::Eq, c, d);
    assert_eq!(terms.as_constant(same), Some(1));
    // Two ways to shift by 20, which no search through 64-bit products tells to be the same.
    let factor = terms.constant(64, 1 << 20);
    let (left, right) = (terms.binary(Binary::Mul, a, b), terms.binary(Binary::Mul, x, factor));
    let right = terms.binary(Binary::Mul, right, b);
    let differ = terms.binary(Binary::Ne, left, right);
    let limit = Limit::of_time(Duration::from_secs(5));
    assert_eq!(solver.check(&mut terms, &[below, above, differ], limit), Answer::Unsat);
    let equal = terms.not(differ);
    let big = terms.binary(Binary::ULt, factor, left);
    let Answer::Sat(model) = solver.check(&mut terms, &[below, above, equal, big], limit) else { panic!() };
    assert_eq!(model.get(n), 20);
}

#[test]
fn quotients_contradict_each_other_by_their_sizes() {
    for (division, less) in [(Binary::UDiv, Binary::ULt), (Binary::SDiv, Binary::SLt)] {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.variable(name, 128));
        let [zero, large] = [0, 1 << 120].map(|value| terms.constant(128, value));
        let twice = terms.binary(Binary::Add, z, z);
        let [of_x, of_y] = [x, y].map(|dividend| terms.binary(division, dividend, z));
        let y_less = terms.binary(less, y, twice);
        let quotient_less = terms.binary(less, of_x, of_y);
        let mut conditions = vec![
            terms.binary(less, zero, z),
            terms.binary(less, z, large),
            terms.binary(less, x, twice),
            terms.not(y_less),
            quotient_less,
        ];
        let limit = Limit::of_time(Duration::from_secs(10));
        assert!(matches!(Embedded::new().check(&mut terms, &conditions, limit), Answer::Sat(_)));
        // The quotient of `x` is at most 1, that of `y` at least 2.
        conditions[4] = terms.not(quotient_less);
        assert_eq!(Embedded::new().check(&mut terms, &conditions, limit), Answer::Unsat);
    }
}

/// What a search can only find out by trying value after value, and each takes it long.
#[test]
fn all_values_of_few_bits_are_tried() {
    let mut terms = Terms::new();
    let [high, low] = ["high", "low"].map(|name| terms.variable(name, 8));
    let [factor, distance] = [0x9E37_79B1, 15].map(|value| terms.constant(32, value));
    let number = terms.binary(Binary::Concat, high, low);
    let number = terms.zero_extend(number, 32);
    let (mut term, mut values) = (number, (0..=u32::from(u16::MAX)).collect::<Vec<u32>>());
    for _ in 0..8 {
        let product = terms.binary(Binary::Mul, term, factor);
        let shifted = terms.binary(Binary::LShr, product, distance);
        let other = terms.binary(Binary::Add, shifted, number);
        term = terms.binary(Binary::Mul, product, other);
        for (number, value) in values.iter_mut().enumerate() {
            let product = value.wrapping_mul(0x9E37_79B1);
            *value = product.wrapping_mul((product >> 15).wrapping_add(number as u32));
        }
    }
    let limit = Limit::of_time(Duration::from_secs(5));
    let found = equal(&mut terms, term, values[0xABCD].into());
    let Answer::Sat(model) = Embedded::new().check(&mut terms, &[found], limit) else { panic!() };
    assert_eq!(values[(model.get(high) << 8 | model.get(low)) as usize], values[0xABCD]);
    let other = (values[0xABCD]..).find(|value| !values.contains(value)).expect("most values are not taken");
    let impossible = equal(&mut terms, term, other.into());
    assert_eq!(Embedded::new().check(&mut terms, &[impossible], limit), Answer::Unsat);
}

#[test]
fn an_impossible_part_decides_even_if_another_part_is_too_hard() {
    let mut terms = Terms::new();
    let (p, q, x) = (terms.variable("p", 64), terms.variable("q", 64), terms.variable("x", 8));
    let product = terms.binary(Binary::Mul, p, q);
    let square = terms.binary(Binary::Mul, x, x);
    // No square ends in the bits 10.
    let impossible = equal(&mut terms, square, 6);
    let hard = equal(&mut terms, product, 2147483647 * 4294967291);
    let limit = Limit::of_time(Duration::from_millis(200));
    assert_eq!(Embedded::new().check(&mut terms, &[hard, impossible], limit), Answer::Unsat);
}

#[test]
fn deep_terms_are_solved_without_a_deep_stack() {
    let mut terms = Terms::new();
    let x = terms.variable("x", 8);
    let y = terms.variable("y", 8);
    let mut deep = x;
    for i in 0..100_000 {
        let op = if i % 2 == 0 { Binary::Xor } else { Binary::Or };
        let c = if i % 2 == 0 { y } else { x };
        deep = terms.binary(op, deep, c);
        let odd = terms.constant(8, 2 * (i % 100) + 1);
        deep = terms.binary(Binary::Add, deep, odd);
    }
    let wanted = terms.constant(8, 77);
    let condition = terms.binary(Binary::Eq, deep, wanted);
    let answer = Embedded::new().check(&mut terms, &[condition], Limit::of_time(Duration::from_secs(60)));
    assert!(!matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

#[test]
fn long_selections_are_built_and_solved_without_a_deep_stack() {
    let mut terms = Terms::new();
    let index = terms.variable("index", 32);
    let mut selected = terms.constant(32, 0);
    for i in 0..50_000 {
        let here = equal(&mut terms, index, i);
        let entry = terms.constant(32, i * 7 + 3);
        selected = terms.ite(here, entry, selected);
    }
    let found = equal(&mut terms, selected, 1234 * 7 + 3);
    let limit = Limit::of_time(Duration::from_secs(60));
    let Answer::Sat(model) = Embedded::new().check(&mut terms, &[found], limit) else { panic!() };
    assert_eq!(model.get(index), 1234);
}

#[test]
fn a_solver_given_other_terms_starts_over() {
    let mut solver = Embedded::new();
    for value in [3, 4] {
        let mut terms = Terms::new();
        let x = terms.variable("x", 8);
        let condition = equal(&mut terms, x, value);
        let Answer::Sat(found) = solver.check(&mut terms, &[condition], Limit::default()) else { panic!() };
        assert_eq!(found.get(x), value);
    }
}

/// What is asked is whether there is a way out of a known assignment; what is known must not change the answer.
#[test]
fn a_known_assignment_of_all_but_the_last_condition_changes_no_verdict() {
    const WIDTHS: [u32; 6] = [8, 8, 3, 16, 1, 8];
    let mut random = Random::new(7);
    let (mut sat, mut unsat) = (0, 0);
    let mut kept = 0;
    for round in 0..600 {
        let mut terms = Terms::new();
        let values = WIDTHS.map(|width| random.value(width));
        let known = reference::model(&mut terms, &WIDTHS, &values);
        let variables: Vec<Term> =
            (0..).zip(WIDTHS).map(|(n, width)| terms.variable(&name(n), width)).collect();
        let mut conditions = Vec::new();
        for _ in 0..random.below(9) {
            let depth = random.below(3);
            let condition = random.expr(1, depth, &WIDTHS).build(&mut terms);
            let holds = terms.evaluate(condition, &known) == 1;
            conditions.push(if holds { condition } else { terms.not(condition) });
        }
        // A run goes one way, and somebody asks for the other.
        let Some(taken) = conditions.pop() else { continue };
        let mut solver = Embedded::new();
        solver.check(&mut terms, &conditions, Limit::default());
        conditions.push(terms.not(taken));
        let whole = Embedded::new().check(&mut terms, &conditions, Limit::default());
        let last = solver.check_last(&mut terms, &conditions, &known, Limit::default());
        match (whole, last) {
            (Answer::Sat(_), Answer::Sat(model)) => {
                sat += 1;
                assert!(conditions.iter().all(|&c| terms.evaluate(c, &model) == 1), "in round {round}");
                let is_alone = |v: &Term| {
                    let mut about_it = conditions.iter().filter(|&&c| terms.variables_of(c).contains(v));
                    !terms.variables_of(taken).contains(v) && about_it.all(|&c| terms.variables_of(c) == [*v])
                };
                let alone: Vec<Term> = variables.iter().copied().filter(is_alone).collect();
                kept += alone.len();
                assert!(alone.iter().all(|&v| model.get(v) == known.get(v)), "in round {round}");
            }
            (Answer::Unsat, Answer::Unsat) => unsat += 1,
            (whole, last) => panic!("{whole:?} and {last:?} in round {round}"),
        }
    }
    assert!(sat > 100 && unsat > 50 && kept > 50, "{sat} {unsat} {kept}");
}

#[test]
fn a_solver_that_forgot_answers_as_a_new_one() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, 32));
    let ten = terms.constant(32, 10);
    let small = terms.binary(Binary::ULt, x, ten);
    let below = terms.binary(Binary::ULt, y, x);
    let mut solver = Embedded::new();
    let seven = equal(&mut terms, x, 7);
    solver.check(&mut terms, &[seven], Limit::default());
    assert!(solver.forget());
    let mut fresh = Embedded::new();
    for question in [vec![small], vec![small, below]] {
        let answers = [&mut solver, &mut fresh].map(|s| s.check(&mut terms, &question, Limit::default()));
        assert_eq!(answers[0], answers[1]);
    }
}

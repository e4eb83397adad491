//! Uninterpreted functions: whatever they compute, equal arguments have equal results.

mod reference;

use forall_solver::{
    Answer, Binary, Embedded, Function, Limit, Model, Preference, Process, Solver, Style, Term, Terms,
    simplest,
};
use reference::Random;

/// All functions of two bits to two bits that matter here: a table of results.
type Table = [u128; 4];

fn tables() -> impl Iterator<Item = Table> {
    (0..256u128).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6])
}

fn model(terms: &mut Terms, f: Function, table: Table, values: u128) -> Model {
    let mut model = Model::new();
    for (i, name) in ["x", "y"].into_iter().enumerate() {
        model.set(terms.variable(name, 2), values >> (2 * i) & 3);
    }
    for (argument, &result) in table.iter().enumerate() {
        model.set_result(f, &[argument as u128], result);
    }
    model
}

/// Something two bits wide made of two variables and applications of a function.
fn value(terms: &mut Terms, random: &mut Random, f: Function, depth: u32) -> Term {
    if depth == 0 || random.below(4) == 0 {
        let name = random.pick(&["x", "y"]);
        return match random.below(4) {
            0 => terms.constant(2, random.value(2)),
            _ => terms.variable(name, 2),
        };
    }
    let a = value(terms, random, f, depth - 1);
    match random.below(3) {
        0 => {
            let b = value(terms, random, f, depth - 1);
            let op = random.pick(&[Binary::Add, Binary::Mul, Binary::Xor, Binary::Sub]);
            terms.binary(op, a, b)
        }
        _ => terms.apply(f, &[a]),
    }
}

#[test]
fn a_small_result_of_a_constant_is_found() {
    let mut terms = Terms::new();
    let f = terms.function("f", &[8], 8);
    let [five, seven] = [5, 7].map(|value| terms.constant(8, value));
    let applied = terms.apply(f, &[five]);
    let is_seven = terms.binary(Binary::Eq, applied, seven);
    let Answer::Sat(model) = Embedded::new().check(&mut terms, &[is_seven], Limit::default()) else {
        panic!()
    };
    assert_eq!(terms.evaluate(applied, &model), 7);
}

#[test]
fn verdicts_are_those_of_trying_all_functions() {
    let mut random = Random::new(31);
    let mut terms = Terms::new();
    let f = terms.function("f", &[2], 2);
    let (mut solver, mut without_layers) = (Embedded::new(), Embedded::without_layers());
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..150 {
        let conditions: Vec<Term> = (0..2 + random.below(3))
            .map(|_| {
                let (a, b) = (value(&mut terms, &mut random, f, 2), value(&mut terms, &mut random, f, 2));
                let op = random.pick(&[Binary::Eq, Binary::Ne, Binary::ULt]);
                terms.binary(op, a, b)
            })
            .collect();
        let all = tables().flat_map(|table| (0..16).map(move |values| (table, values)));
        let expected = all.into_iter().any(|(table, values)| {
            let model = model(&mut terms, f, table, values);
            conditions.iter().all(|&condition| terms.evaluate(condition, &model) == 1)
        });
        for solver in [&mut solver, &mut without_layers] {
            match solver.check(&mut terms, &conditions, Limit::default()) {
                Answer::Sat(model) => {
                    assert!(expected && conditions.iter().all(|&c| terms.evaluate(c, &model) == 1));
                }
                answer => assert!(!expected && answer == Answer::Unsat, "{answer:?}"),
            }
        }
        *(if expected { &mut possible } else { &mut impossible }) += 1;
    }
    assert!(possible > 20 && impossible > 20, "{possible} possible, {impossible} impossible");
}

#[test]
fn an_application_is_one_term_and_functions_differ_by_name_and_widths() {
    let mut terms = Terms::new();
    let f = terms.function("f", &[8, 8], 16);
    assert_eq!(f, terms.function("f", &[8, 8], 16));
    assert_ne!(f, terms.function("g", &[8, 8], 16));
    assert_ne!(f, terms.function("f", &[8, 8], 8));
    assert_ne!(f, terms.function("f", &[8], 16));
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, 8));
    let applied = terms.apply(f, &[x, y]);
    assert_eq!(terms.width(applied), 16);
    assert_eq!(applied, terms.apply(f, &[x, y]));
    assert_ne!(applied, terms.apply(f, &[y, x]));
    let (sum, reversed) = (terms.binary(Binary::Add, x, y), terms.binary(Binary::Add, y, x));
    let (a, b) = (terms.apply(f, &[sum, x]), terms.apply(f, &[reversed, x]));
    let same = terms.binary(Binary::Eq, a, b);
    assert_eq!(terms.as_constant(same), Some(1));
    let limit = terms.constant(16, 300);
    let less = terms.binary(Binary::ULt, applied, limit);
    assert_eq!(terms.display(less).to_string(), "f(x, y) < 300");
    assert_eq!(terms.variables_of(less), [x, y, applied]);
}

#[test]
fn results_of_functions_do_not_break_apart_what_is_made_simple() {
    let mut terms = Terms::new();
    let f = terms.function("f", &[8], 8);
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, 8));
    let (fx, fy) = (terms.apply(f, &[x]), terms.apply(f, &[y]));
    let [three, four] = [3, 4].map(|value| terms.constant(8, value));
    // These share no variable, but x and y cannot both be 0.
    let assertions = [terms.binary(Binary::Eq, fx, three), terms.binary(Binary::Eq, fy, four)];
    let mut solver = Embedded::new();
    let Answer::Sat(model) = solver.check(&mut terms, &assertions, Limit::default()) else { panic!() };
    let preferences = [x, y].map(|variable| Preference { variable, style: Style::Unsigned, best: None });
    let model = simplest(&mut solver, &mut terms, &assertions, model, &preferences, Limit::default());
    assert!(assertions.iter().all(|&assertion| terms.evaluate(assertion, &model) == 1));
    assert_eq!([x, y].map(|variable| model.get(variable)), [0, 1]);
    let equal = terms.binary(Binary::Eq, x, y);
    let together = [assertions[0], assertions[1], equal];
    assert_eq!(solver.check(&mut terms, &together, Limit::default()), Answer::Unsat);
    assert!(matches!(solver.check(&mut terms, &assertions, Limit::default()), Answer::Sat(_)));
}

#[test]
fn other_solvers_say_what_functions_yield() {
    let Ok(mut z3) = Process::start("z3") else {
        eprintln!("NOTICE: z3 is not installed: it was not asked about functions");
        return;
    };
    let mut terms = Terms::new();
    let f = terms.function("f", &[8], 8);
    let x = terms.variable("x", 8);
    let once = terms.apply(f, &[x]);
    let twice = terms.apply(f, &[once]);
    let five = terms.constant(8, 5);
    let differs = terms.binary(Binary::Ne, once, x);
    let is_five = terms.binary(Binary::Eq, twice, five);
    // The process checks the model itself, results of functions included.
    assert!(matches!(z3.check(&mut terms, &[differs, is_five], Limit::default()), Answer::Sat(_)));
    let back = terms.binary(Binary::Eq, once, x);
    let not_five = terms.binary(Binary::Ne, x, five);
    assert_eq!(z3.check(&mut terms, &[back, is_five, not_five], Limit::default()), Answer::Unsat);
}

//! Verdicts on random terms are those of z3, and every model makes its conditions true.
//!
//! `FORALL_DIFFERENTIAL_TERMS` says how many verdicts are compared, `FORALL_DIFFERENTIAL_SEED` on which terms.

mod reference;

use std::time::{Duration, Instant};

use forall_solver::{Answer, Embedded, Limit, Process, Solver, Term, Terms, Unknown};
use reference::watch::Watch;
use reference::{Expr, Random};

/// Longer ones say nothing about what is right. Some operations on wide numbers take any solver minutes.
const OUR_LIMIT: Limit = Limit::of_time(Duration::from_millis(200));
/// Of the processor's time. What it decides at all, it mostly decides in a third of this.
const LIMIT_OF_Z3: Duration = Duration::from_millis(30);
/// On the wall, where the machine may do other things.
const PATIENCE: Limit = Limit::of_time(Duration::from_secs(20));

fn wanted() -> usize {
    number("FORALL_DIFFERENTIAL_TERMS").map_or(2_000, |wanted| wanted as usize)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

#[derive(Debug, Default)]
struct Counts {
    sat: usize,
    unsat: usize,
    decided_by_simplification: usize,
    undecided_by_us: usize,
    undecided_by_z3: usize,
}

impl Counts {
    fn compared(&self) -> usize {
        self.sat + self.unsat
    }
}

#[test]
fn verdicts_on_random_terms_are_those_of_z3() {
    let Ok(z3) = Process::start("z3") else {
        eprintln!("NOTICE: z3 is not installed: no verdict was compared with another solver's");
        return;
    };
    let watch = Watch::new(LIMIT_OF_Z3);
    let mut z3 = z3.cancelled_by(watch.cancel());
    let mut random = Random::new(number("FORALL_DIFFERENTIAL_SEED").unwrap_or(20));
    let mut counts = Counts::default();
    let begin = Instant::now();
    while counts.compared() < wanted() {
        let mut terms = Terms::new();
        random.functions = random.below(4) == 0;
        let conditions = conditions(&mut random);
        let build = |terms: &mut Terms| -> Vec<Term> {
            conditions.iter().map(|condition| condition.build(terms)).collect()
        };
        let assertions = build(&mut terms);
        counts.decided_by_simplification += usize::from(is_decided(&terms, &assertions));
        let ours = Embedded::new().check(&mut terms, &assertions, OUR_LIMIT);
        if let Answer::Sat(model) = &ours {
            assert!(
                assertions.iter().all(|&a| terms.evaluate(a, model) == 1),
                "{conditions:?} with {model:?}"
            );
        }
        if ours == Answer::Unknown(Unknown::Timeout) {
            counts.undecided_by_us += 1;
            continue;
        }
        // What simplification does is on trial, too, so z3 sees none of it.
        let mut terms = Terms::unsimplified();
        let assertions = build(&mut terms);
        watch.next();
        let theirs = z3.check(&mut terms, &assertions, PATIENCE);
        let before = counts.compared();
        match (&ours, &theirs) {
            (Answer::Sat(_), Answer::Sat(_)) => counts.sat += 1,
            (Answer::Unsat, Answer::Unsat) => counts.unsat += 1,
            (_, Answer::Unknown(Unknown::Timeout | Unknown::Cancelled)) => counts.undecided_by_z3 += 1,
            _ => panic!("{ours:?}, but z3 says {theirs:?}: {conditions:?}\n{}", terms.smtlib(&assertions)),
        }
        if counts.compared() > before && counts.compared().is_multiple_of(1_000) {
            println!("{counts:?} in {:?}", begin.elapsed());
        }
    }
    println!("{counts:?} in {:?}", begin.elapsed());
    assert!(counts.sat > wanted() / 10 && counts.unsat > wanted() / 10, "both are met often: {counts:?}");
}

fn is_decided(terms: &Terms, assertions: &[Term]) -> bool {
    let values: Vec<Option<u128>> =
        assertions.iter().map(|&assertion| terms.as_constant(assertion)).collect();
    values.contains(&Some(0)) || values.iter().all(|&value| value == Some(1))
}

/// One condition of any depth, or a few that may contradict each other.
fn conditions(random: &mut Random) -> Vec<Expr> {
    let few = 1 + random.below(3);
    // The deeper ones are those that nobody decides in time.
    let depth = 1 + random.below(8).min(random.below(8));
    if random.below(4) == 0 {
        let widths = [random.pick(&[32, 64]), 32, random.pick(&[1, 8, 16])];
        return (0..few).map(|_| random.float_expr(1, depth.min(4), &widths)).collect();
    }
    let widths: Vec<u32> = (0..3).map(|_| random.width()).collect();
    (0..few).map(|_| random.expr(1, depth, &widths)).collect()
}

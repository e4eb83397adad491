//! How long queries take when whole programs are explored, and whether later ones take longer than earlier ones.
//!
//! Each subject is a small program over terms, explored path by path as a concolic engine would: run it on a
//! model, then ask for the path that shares a prefix and takes the other branch. Run with
//! `cargo run --release --example throughput`; of what follows `--`, names of layers say which are left out,
//! and others which subjects are measured.

use std::time::{Duration, Instant};

use forall_solver::{Answer, Binary, Embedded, Limit, Model, Solver, Term, Terms};

/// Of a subject that has more.
const MOST_QUERIES: usize = 100_000;

fn main() {
    println!(
        "{:24} {:>8} {:>8} {:>10} {:>12} {:>12} {:>10}",
        "", "paths", "queries", "total", "first 1000", "last 1000", "queries/s"
    );
    measure("sort 6", |run| sort(run, 6));
    measure("sort 7", |run| sort(run, 7));
    measure("sort 8", |run| sort(run, 8));
    measure("sort 9", |run| sort(run, 9));
    measure("parse 3 digits", |run| parse(run, 3));
    measure("parse 5 digits", |run| parse(run, 5));
    measure("hash 9", |run| hash(run, 9));
    measure("hash 16", |run| hash(run, 16));
    measure("gcd 16 bits, 9 steps", |run| gcd(run, 16, 9));
    measure("factors, 4 digits", |run| beside_factors(run, 4));
    measure("collatz, 14 steps", |run| collatz(run, 14));
}

/// Without the layers that the arguments name.
fn solver() -> Embedded {
    let arguments: Vec<String> = std::env::args().collect();
    let is_named = |layer: &&str| arguments.iter().any(|argument| argument == layer);
    Embedded::layers().into_iter().filter(is_named).fold(Embedded::new(), Embedded::without)
}

/// One run of a subject: decides branches by a model and records them.
struct Run<'a> {
    terms: &'a mut Terms,
    model: &'a Model,
    decisions: Vec<(Term, bool)>,
}

impl Run<'_> {
    fn branch(&mut self, condition: Term) -> bool {
        let taken = self.terms.evaluate(condition, self.model) == 1;
        if self.terms.as_constant(condition).is_none() {
            self.decisions.push((condition, taken));
        }
        taken
    }

    fn input(&mut self, name: &str, width: u32) -> Term {
        self.terms.variable(name, width)
    }

    fn number(&mut self, width: u32, value: u128) -> Term {
        self.terms.constant(width, value)
    }

    fn op(&mut self, op: Binary, a: Term, b: Term) -> Term {
        self.terms.binary(op, a, b)
    }
}

fn measure(name: &str, subject: impl Fn(&mut Run)) {
    let is_layer = |argument: &String| Embedded::layers().contains(&argument.as_str());
    let mut wanted = std::env::args().skip(1).filter(|argument| !is_layer(argument)).peekable();
    if wanted.peek().is_some() && !wanted.any(|argument| name.contains(&argument)) {
        return;
    }
    let mut terms = Terms::new();
    let mut solver = solver();
    let mut times: Vec<Duration> = Vec::new();
    // By query: the processor's time when it was answered, that of all before it included.
    let mut processor: Vec<Duration> = Vec::new();
    let mut paths = 0;
    // Models to run, and how many decisions of the run have been turned around or are not to be.
    let mut frontier = vec![(Model::new(), 0)];
    while let Some((model, fixed)) = frontier.pop().filter(|_| times.len() < MOST_QUERIES) {
        paths += 1;
        let mut run = Run { terms: &mut terms, model: &model, decisions: Vec::new() };
        subject(&mut run);
        let decisions = run.decisions;
        let mut prefix: Vec<Term> = Vec::new();
        for (depth, (condition, taken)) in decisions.into_iter().enumerate() {
            let negated = terms.not(condition);
            let (followed, other) = if taken { (condition, negated) } else { (negated, condition) };
            if depth >= fixed {
                prefix.push(other);
                let started = Instant::now();
                let answer = solver.check(&mut terms, &prefix, Limit::default());
                times.push(started.elapsed());
                if times.len().is_multiple_of(100) || times.len() == 1 {
                    processor.push(processor_time());
                }
                prefix.pop();
                match answer {
                    Answer::Sat(model) => frontier.push((model, depth + 1)),
                    Answer::Unsat => {}
                    Answer::Unknown(reason) => println!("{name}: {reason:?}"),
                }
            }
            prefix.push(followed);
        }
    }
    let total = times.iter().sum::<Duration>();
    // Ten of these make a thousand.
    let edge = processor.len().saturating_sub(1).min(10);
    let last = processor.len() - 1;
    println!(
        "{name:24} {paths:8} {:8} {:>10.1?} {:>12.1?} {:>12.1?} {:>10.0}",
        times.len(),
        total,
        processor[edge] - processor[0],
        processor[last] - processor[last - edge],
        times.len() as f64 / total.as_secs_f64(),
    );
}

/// What this thread has used: on a busy machine, the time on the wall says little. Zero where the system does
/// not tell.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Insertion sort: each path is a permutation.
fn sort(run: &mut Run, length: usize) {
    let mut values: Vec<Term> = (0..length).map(|i| run.input(&format!("v[{i}]"), 32)).collect();
    for i in 1..length {
        for j in (0..i).rev() {
            let less = run.op(Binary::SLt, values[j + 1], values[j]);
            if !run.branch(less) {
                break;
            }
            values.swap(j, j + 1);
        }
    }
}

/// Reads a number and tells ranges apart.
fn parse(run: &mut Run, length: usize) {
    let mut value = run.number(32, 0);
    let [zero, ten, digits] = [u128::from(b'0'), 10, 10].map(|v| run.number(32, v));
    for i in 0..length {
        let byte = run.input(&format!("s[{i}]"), 8);
        let wide = run.terms.zero_extend(byte, 32);
        let digit = run.op(Binary::Sub, wide, zero);
        let is_digit = run.op(Binary::ULt, digit, digits);
        if !run.branch(is_digit) {
            break;
        }
        let shifted = run.op(Binary::Mul, value, ten);
        value = run.op(Binary::Add, shifted, digit);
        let seven = run.number(32, 7);
        let rest = run.op(Binary::URem, value, seven);
        let three = run.number(32, 3);
        let special = run.op(Binary::Eq, rest, three);
        run.branch(special);
    }
    for limit in [7, 42, 99, 1234, 40000] {
        let limit = run.number(32, limit);
        let below = run.op(Binary::ULt, value, limit);
        if run.branch(below) {
            break;
        }
    }
}

/// Every path makes terms of its own.
fn hash(run: &mut Run, length: usize) {
    let mut state = run.number(32, 17);
    for i in 0..length {
        let x = run.input(&format!("x[{i}]"), 8);
        let limit = run.number(8, 100 + i as u128);
        let below = run.op(Binary::ULt, x, limit);
        let wide = run.terms.zero_extend(x, 32);
        let factor = if run.branch(below) { 31 } else { 37 };
        let factor = run.number(32, factor);
        let product = run.op(Binary::Mul, state, factor);
        state = run.op(Binary::Add, product, wide);
    }
    let limit = run.number(32, 1 << 30);
    let small = run.op(Binary::ULt, state, limit);
    run.branch(small);
}

fn gcd(run: &mut Run, width: u32, steps: usize) {
    let (mut a, mut b) = (run.input("a", width), run.input("b", width));
    let zero = run.number(width, 0);
    for _ in 0..steps {
        let done = run.op(Binary::Eq, b, zero);
        if run.branch(done) {
            return;
        }
        let less = run.op(Binary::ULt, a, b);
        if run.branch(less) {
            std::mem::swap(&mut a, &mut b);
        }
        a = run.op(Binary::Sub, a, b);
        std::mem::swap(&mut a, &mut b);
    }
}

/// What follows has nothing to do with a hard question at the start.
fn beside_factors(run: &mut Run, digits: usize) {
    let (p, q) = (run.input("p", 12), run.input("q", 12));
    let [p, q] = [p, q].map(|factor| run.terms.zero_extend(factor, 24));
    let [one, number] = [1, 4093 * 2039].map(|value| run.number(24, value));
    let product = run.op(Binary::Mul, p, q);
    let is_product = run.op(Binary::Eq, product, number);
    let is_proper = run.op(Binary::ULt, one, p);
    let ordered = run.op(Binary::ULt, p, q);
    if run.branch(is_product) && run.branch(is_proper) && run.branch(ordered) {
        parse(run, digits);
    }
}

fn collatz(run: &mut Run, steps: usize) {
    let mut n = run.input("n", 32);
    let [one, three] = [1, 3].map(|v| run.number(32, v));
    for _ in 0..steps {
        let bit = run.terms.extract(n, 0, 1);
        if run.branch(bit) {
            let overflow = run.op(Binary::UMulOverflow, n, three);
            if run.branch(overflow) {
                return;
            }
            let tripled = run.op(Binary::Mul, n, three);
            n = run.op(Binary::Add, tripled, one);
        } else {
            n = run.op(Binary::LShr, n, one);
        }
    }
}

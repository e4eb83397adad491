use super::*;
use crate::embedded::Embedded;
use crate::model::Model;
use crate::solver::{Answer, Limit, Solver};
use crate::terms::{Term, Terms};

/// A query with every kind of term.
fn conditions(terms: &mut Terms) -> Vec<Term> {
    let [x, y] = ["x", "y²"].map(|name| terms.variable(name, 32));
    let sum = terms.binary(Binary::Add, x, y);
    let reversed = terms.unary(Unary::BitReverse, sum);
    let low = terms.extract(reversed, 3, 11);
    let wide = terms.sign_extend(low, 64);
    let wider = terms.zero_extend(x, 64);
    let constant = terms.constant(64, 1 << 63);
    let less = terms.binary(Binary::ULt, wide, wider);
    let chosen = terms.ite(less, wider, constant);
    let is_odd = terms.extract(chosen, 0, 1);
    let float = terms.float(Float::Add, &[x, y], 32);
    let is_small = terms.float(Float::Lt, &[float, x], 1);
    let f = terms.function("f", &[32, 32], 1);
    let applied = terms.apply(f, &[y, x]);
    vec![less, is_odd, is_small, applied]
}

fn recorded() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut terms = Terms::new();
    let conditions = conditions(&mut terms);
    let mut recorder = Recorder::new(Embedded::new(), &mut bytes).unwrap();
    for end in 1..=conditions.len() {
        recorder.check(&mut terms, &conditions[..end], Limit::default());
    }
    recorder.finish().unwrap();
    bytes
}

#[test]
fn what_was_recorded_is_read_again() {
    let Recording { mut terms, queries } = Recording::read(&recorded()).unwrap();
    assert_eq!(queries.len(), 4);
    for (place, assertions) in queries.iter().enumerate() {
        assert_eq!(*assertions, conditions(&mut terms)[..=place]);
        let Answer::Sat(model) = Embedded::new().check(&mut terms, assertions, Limit::default()) else {
            panic!()
        };
        assert!(assertions.iter().all(|&a| terms.evaluate(a, &model) == 1));
    }
}

/// Says which question it was asked by how many steps it took.
#[derive(Default)]
struct Witness(u64);

impl Solver for Witness {
    fn check(&mut self, _: &mut Terms, _: &[Term], _: Limit) -> Answer {
        self.0 += 1;
        Answer::Unsat
    }

    fn check_last(&mut self, _: &mut Terms, _: &[Term], known: &Model, _: Limit) -> Answer {
        self.0 += 100;
        Answer::Sat(known.clone())
    }

    fn forget(&mut self) -> bool {
        self.0 += 10_000;
        true
    }

    fn work(&self) -> u64 {
        self.0
    }
}

#[test]
fn the_solver_is_asked_what_the_recorder_is_asked() {
    let mut bytes = Vec::new();
    let mut terms = Terms::new();
    let conditions = conditions(&mut terms);
    let mut recorder = Recorder::new(Witness::default(), &mut bytes).unwrap();
    let mut known = Model::new();
    known.set(terms.variable("x", 32), 7);
    assert_eq!(recorder.check(&mut terms, &conditions, Limit::default()), Answer::Unsat);
    let last = recorder.check_last(&mut terms, &conditions[1..], &known, Limit::default());
    assert_eq!(last, Answer::Sat(known));
    assert!(recorder.forget());
    assert_eq!(recorder.work(), 10_101);
    recorder.finish().unwrap();
    let queries = Recording::read(&bytes).unwrap().queries;
    assert_eq!(queries.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3], "all assertions of both");
}

#[test]
fn queries_over_other_terms_are_recorded_with_theirs() {
    let mut bytes = Vec::new();
    let mut recorder = Recorder::new(Embedded::new(), &mut bytes).unwrap();
    let mut expected = Vec::new();
    for value in [3, 9] {
        let mut terms = Terms::new();
        let (x, constant) = (terms.variable("x", 8), terms.constant(8, value));
        let equal = terms.binary(Binary::Eq, x, constant);
        recorder.check(&mut terms, &[equal], Limit::default());
        expected.push(value);
    }
    recorder.finish().unwrap();
    let Recording { mut terms, queries } = Recording::read(&bytes).unwrap();
    let x = terms.variable("x", 8);
    let found =
        queries.iter().map(|query| match Embedded::new().check(&mut terms, query, Limit::default()) {
            Answer::Sat(model) => model.get(x),
            other => panic!("{other:?}"),
        });
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn what_is_no_recording_is_refused() {
    let bytes = recorded();
    assert!(Recording::read(b"").is_err());
    assert!(Recording::read(&bytes[1..]).is_err());
    for end in MAGIC.len() + 1..bytes.len() {
        // Cut between two entries, it is a shorter recording.
        let _ = Recording::read(&bytes[..end]);
    }
    for place in MAGIC.len()..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        // Whatever it says now, reading it does not panic.
        let _ = Recording::read(&damaged);
    }
}

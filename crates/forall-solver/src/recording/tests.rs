use super::*;
use crate::embedded::Embedded;
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

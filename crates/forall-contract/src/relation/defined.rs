//! What must hold so that a condition can be evaluated.

use super::term::{Domain, Quantifier, Term};
use super::variable::Variable;

/// What the variables in a term need, where they are reached: behind `&&`, `||`, `==>` and in the branches of `if`, what is before them is
/// known. `needs` is `true` for those that need nothing.
pub fn defined(term: &Term, needs: &mut dyn FnMut(&Variable) -> Term) -> Term {
    match term {
        Term::All(terms) => in_turn(terms, needs, |before| Term::all(before.iter().cloned())),
        Term::Any(terms) => in_turn(terms, needs, |before| Term::any(before.iter().cloned()).negated()),
        Term::Implies(left, right) => {
            let then = given(left, defined(right, needs));
            Term::all([defined(left, needs), then])
        }
        Term::If(condition, yes, no) => Term::all([
            defined(condition, needs),
            given(condition, defined(yes, needs)),
            given(&(**condition).clone().negated(), defined(no, needs)),
        ]),
        Term::Quantified { name, over, holds, stops, .. } => {
            let of_domain = Term::all(over.parts().into_iter().map(|part| defined(part, needs)));
            // Where it stops early, nobody knows which elements are reached.
            let inner = if *stops { Term::bool(true) } else { defined(holds, needs) };
            Term::all([of_domain, of_each(name, over, inner)])
        }
        Term::Variant { of, pattern, names, guard } => {
            let of_guard = guard.as_ref().map_or(Term::bool(true), |guard| {
                let inner = defined(guard, needs);
                // What is needed of a name in the pattern cannot be said outside of it.
                match inner.free_names().iter().any(|free| names.iter().any(|name| name == free)) {
                    true => Term::bool(true),
                    false => {
                        let (of, pattern, names) = (of.clone(), pattern.clone(), names.clone());
                        given(&Term::Variant { of, pattern, names, guard: None }, inner)
                    }
                }
            });
            Term::all([defined(of, needs), of_guard])
        }
        other => {
            let mut all: Vec<Term> = other.parts().into_iter().map(|part| defined(part, needs)).collect();
            if let Term::Variable(variable) = other {
                for length in 1..=variable.path.len() {
                    all.push(needs(&Variable { path: variable.path[..length].to_vec(), ..variable.clone() }));
                }
            }
            Term::all(without_repetition(all))
        }
    }
}

fn of_each(name: &str, over: &Domain, holds: Term) -> Term {
    if !holds.free_names().contains(&name) {
        // Of no element nothing is asked.
        return if holds.is(true) { holds } else { quantified(name, over, holds) };
    }
    quantified(name, over, holds)
}

fn quantified(name: &str, over: &Domain, holds: Term) -> Term {
    let quantifier = Quantifier::Every;
    Term::Quantified {
        quantifier,
        name: name.to_owned(),
        over: Box::new(over.clone()),
        holds: Box::new(holds),
        stops: false,
    }
}

/// What follows from the condition is not said again.
pub fn given(condition: &Term, then: Term) -> Term {
    let known = match condition {
        Term::All(terms) => terms.as_slice(),
        one => std::slice::from_ref(one),
    };
    let rest = super::chained::conjuncts(then).into_iter().filter(|term| !known.contains(term));
    condition.clone().implies(Term::all(rest.collect::<Vec<_>>()))
}

fn in_turn(
    terms: &[Term],
    needs: &mut dyn FnMut(&Variable) -> Term,
    reached: impl Fn(&[Term]) -> Term,
) -> Term {
    let each = terms.iter().enumerate().map(|(number, term)| {
        let inner = defined(term, needs);
        match number {
            0 => inner,
            _ => given(&reached(&terms[..number]), inner),
        }
    });
    Term::all(without_repetition(each.collect()))
}

fn without_repetition(terms: Vec<Term>) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for term in terms {
        if !kept.contains(&term) {
            kept.push(term);
        }
    }
    kept
}

//! Terms and relations without what says nothing.

use super::chained::conjuncts;
use super::sign::{Operator, Sign};
use super::term::{Literal, Term};
use super::{Origin, Part};

/// The same term, computed as far as its literals tell. Numbers are computed as those of mathematics and only where the result is one
/// that every type of them has: what overflows stays as it is written.
pub fn simplified(term: &Term) -> Term {
    match term {
        Term::All(terms) => {
            let terms: Vec<Term> = terms.iter().map(simplified).collect();
            match terms.iter().any(|term| term.is(false)) {
                true => Term::bool(false),
                false => Term::all(unique(terms)),
            }
        }
        Term::Any(terms) => {
            let terms: Vec<Term> = terms.iter().map(simplified).collect();
            match terms.iter().any(|term| term.is(true)) {
                true => Term::bool(true),
                false => Term::any(unique(terms)),
            }
        }
        Term::Not(inner) => simplified(inner).negated(),
        Term::Implies(left, right) => {
            let (left, right) = (simplified(left), simplified(right));
            match left.is(false) {
                true => Term::bool(true),
                false => left.implies(right),
            }
        }
        Term::Same(left, right) => {
            let (left, right) = (simplified(left), simplified(right));
            match (&left, &right) {
                _ if left == right => Term::bool(true),
                (Term::Literal(Literal::Bool(_)), _) | (_, Term::Literal(Literal::Bool(_))) => {
                    compared(left, Sign::Equal, right)
                }
                _ => match (left.as_integer(), right.as_integer()) {
                    (Some(left), Some(right)) => Term::bool(left == right),
                    _ => left.same(right),
                },
            }
        }
        Term::Compare(left, sign, right) => compared(simplified(left), *sign, simplified(right)),
        Term::Arithmetic(left, operator, right) => computed(simplified(left), *operator, simplified(right)),
        other => other.clone(),
    }
}

fn unique(terms: Vec<Term>) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for term in terms {
        if !kept.contains(&term) {
            kept.push(term);
        }
    }
    kept
}

fn compared(left: Term, sign: Sign, right: Term) -> Term {
    if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) {
        return Term::bool(sign.holds(left, right));
    }
    match (&left, sign, &right) {
        (Term::Literal(Literal::Bool(left)), _, Term::Literal(Literal::Bool(right))) => {
            return Term::bool(sign.holds(left, right));
        }
        (_, Sign::Equal, Term::Literal(Literal::Bool(true))) if left.is_formula() => return left,
        (Term::Literal(Literal::Bool(true)), Sign::Equal, _) if right.is_formula() => return right,
        (_, Sign::Equal, Term::Literal(Literal::Bool(false))) if left.is_formula() => return left.negated(),
        (Term::Literal(Literal::Bool(false)), Sign::Equal, _) if right.is_formula() => {
            return right.negated();
        }
        _ => {}
    }
    Term::Compare(Box::new(left), sign, Box::new(right))
}

fn computed(left: Term, operator: Operator, right: Term) -> Term {
    let small = |value: i128| (0..=127).contains(&value);
    if let (Some(one), Some(other)) = (left.as_integer(), right.as_integer()) {
        let value = match operator {
            Operator::Add => one.checked_add(other),
            Operator::Subtract => one.checked_sub(other),
            Operator::Multiply => one.checked_mul(other),
            _ => None,
        };
        if let Some(value) = value.filter(|value| small(*value) && small(one) && small(other)) {
            let suffix = match &left {
                Term::Literal(Literal::Integer(_, suffix)) => suffix.clone(),
                _ => String::new(),
            };
            return Term::Literal(Literal::Integer(value, suffix));
        }
    }
    Term::Arithmetic(Box::new(left), operator, Box::new(right))
}

/// Leaves out what is always true and what is there twice; what is required anyway is no condition any more.
pub fn tidy(parts: &mut Vec<Part>) {
    let facts: Vec<(usize, Term)> =
        parts.iter().enumerate().map(|(at, part)| (at, part.term.clone())).collect();
    let is_fact = |term: &Term, of: usize| facts.iter().any(|(at, fact)| *at != of && fact == term);
    for (number, part) in parts.iter_mut().enumerate() {
        if let Term::Implies(condition, then) = &part.term
            && matches!(part.origin, Origin::Observed(_) | Origin::Defined(_))
            && conjuncts((**condition).clone()).iter().all(|term| is_fact(term, number))
        {
            part.term = (**then).clone();
        }
    }
    let mut kept: Vec<Part> = Vec::new();
    for part in parts.drain(..) {
        let is_known = kept.iter().any(|known| known.term == part.term);
        if !part.term.is(true) && !is_known {
            kept.push(part);
        }
    }
    *parts = kept;
}
